// The rules of ESLint. Another tree of this repository can export the same list.

import eslint from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";

/** The globals of Node, which runs both ESLint and the scripts. */
const NODE = Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, "readonly"]));

export default defineConfig(
  globalIgnores(["**/node_modules/", "**/build/", "**/bundled/", "**/dist/", "**/site/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  eslint.configs.recommended,
  {
    rules: {
      "array-callback-return": "error",
      "no-self-compare": "error",
      "no-unreachable-loop": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: NODE } },
  {
    files: ["**/*.ts"],
    extends: [typescript.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
      // The extension loads some of its bundles when they are needed.
      "@typescript-eslint/no-require-imports": ["error", { allow: ["^\\./"] }],
      "@typescript-eslint/require-array-sort-compare": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // An interface may need a promise from a function that waits for nothing.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    // Tests read JSON, and import scripts without types.
    files: ["**/test/**"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
