/** Makes the page's types of the server's schema: `npm run types`. */

import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

/** The same with tuples as the compiler knows them, from before JSON Schema had `prefixItems`. */
function withTuples(node) {
  if (Array.isArray(node)) return node.map(withTuples);
  if (node === null || typeof node !== "object") return node;
  const { prefixItems, items, ...rest } = node;
  const told = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withTuples(value)]));
  if (prefixItems) return { ...told, items: withTuples(prefixItems), additionalItems: false };
  return items === undefined ? told : { ...told, items: withTuples(items) };
}

const schema = JSON.parse(await readFile("schema.json", "utf-8"));
const types = await compile(withTuples(schema), "Protocol", { additionalProperties: false });
await writeFile("src/protocol.d.ts", types);
