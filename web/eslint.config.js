import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules/", "src/protocol.d.ts", "schema.json"] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      "no-console": "error",
      eqeqeq: "error",
      "svelte/prefer-svelte-reactivity": "off", // state is replaced whole, never changed in place
      "svelte/no-navigation-without-resolve": "off", // that is for SvelteKit's router
    },
  },
);
