/** What the compiler does not see: rules that catch mistakes, and the direction of imports. The form is prettier's. */

import js from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import { unlisted, zones } from "./rooms.js";
import svelteConfig from "./svelte.config.js";

const missing = unlisted();
if (missing.length) throw new Error(`rooms.js and the folders of src/ differ: ${missing.join(", ")}`);

const here = import.meta.dirname;

export default ts.config(
  { ignores: ["dist*/", "public/", "src/generated/words/"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { "import-x": importX },
    settings: {
      "import-x/ignore": ["node_modules"],
      "import-x/extensions": [".ts", ".svelte", ".js"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts"], "svelte-eslint-parser": [".svelte"] },
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".svelte", ".js"] })],
    },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      "import-x/no-restricted-paths": ["error", { basePath: here, zones: zones() }],
      // it reads the reason that follows a code as more codes
      "svelte/no-unused-svelte-ignore": "off",
      // collections in our classes are books that nothing renders; what is rendered is $state already
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["src/board/**", "src/generated/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^[^.]", message: "This room needs no package." }] },
      ],
    },
  },
);
