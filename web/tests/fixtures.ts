/** What fixtures/make.py wrote: boxes, and events of random games with them. */

import type { Item } from "../src/lib/story";
import type { Box } from "../src/protocol";

interface Fixture {
  box: Box;
  items: Item[];
}

const FILES = import.meta.glob<Fixture>("./fixtures/*.json", { eager: true, import: "default" });

export const TABLES = Object.entries(FILES).map(([path, told]) => ({ name: path.replace(/.*\/|\.json/g, ""), ...told }));

export function boxOf(name: string): Box {
  const found = TABLES.find((table) => table.name === name);
  if (!found) throw new Error(`there is no fixture ${name}`);
  return found.box;
}
