import { relative } from "node:path";
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

const owners = new Map(); // class -> the component whose styles it marks

/** A short class for the styles of a component: it stands on every element they reach. */
function cssHash({ hash, filename }) {
  const own = relative(import.meta.dirname, filename).replaceAll("\\", "/");
  const short = `s${hash(own).slice(0, 4)}`;
  const owner = owners.get(short) ?? own;
  if (owner !== own) throw new Error(`${own} and ${owner} would share the class ${short}: make it longer`);
  owners.set(short, own);
  return short;
}

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, cssHash },
};
