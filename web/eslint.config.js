import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

const UNTYPED = "events and commands have types: src/protocol.d.ts is made of the server's own";

/** What would let an event, a command or a frame through that nobody has declared. */
const undeclared = [
  { selector: "TSAsExpression TSAsExpression > TSUnknownKeyword", message: `No cast past the types; ${UNTYPED}.` },
  { selector: "TSAsExpression > TSNeverKeyword, TSAsExpression > TSArrayType TSNeverKeyword", message: `No cast past the types; ${UNTYPED}.` },
  { selector: "TSTypeReference[typeName.name='Record'] > TSTypeParameterInstantiation > TSUnknownKeyword", message: `No table of anything; ${UNTYPED}.` },
  { selector: "TSIndexSignature > TSTypeAnnotation > TSUnknownKeyword", message: `No table of anything; ${UNTYPED}.` },
  { selector: ":matches([key.name=/^(send|say|write)$/], [id.name=/^(send|say|write)$/]) TSObjectKeyword", message: `What is sent is declared; ${UNTYPED}.` },
];

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
      "no-restricted-syntax": ["error", ...undeclared],
      "svelte/prefer-svelte-reactivity": "off", // state is replaced whole, never changed in place
      "svelte/no-navigation-without-resolve": "off", // that is for SvelteKit's router
    },
  },
);
