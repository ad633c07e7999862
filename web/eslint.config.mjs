// The rules of ESLint: those of the extension, whose ESLint runs them: see "lint" in package.json.

import rules from "../vscode-extension/eslint.config.mjs";

const UNSAFE = ["argument", "assignment", "call", "member-access", "return"].map((one) => `no-unsafe-${one}`);
const OFF = Object.fromEntries([...UNSAFE, "no-explicit-any"].map((name) => [`@typescript-eslint/${name}`, "off"]));
/** What the functions of the drives use that run on the page. */
const PAGE = [
  "document",
  "window",
  "navigator",
  "location",
  "parent",
  "getComputedStyle",
  "innerHeight",
  "NodeFilter",
  "indexedDB",
  "caches",
];
const EVENTS = [
  "IDBFactory",
  "XMLHttpRequest",
  "WebSocket",
  "Image",
  "DataTransfer",
  "DragEvent",
  "ClipboardEvent",
  "File",
];

export default [
  { ignores: [".cache/", "site/", "**/_*.mjs"] },
  ...rules,
  // Python's objects and the messages of the protocol have no types.
  { files: ["src/**/*.ts"], rules: OFF },
  {
    files: ["test/**/*.mjs"],
    languageOptions: { globals: Object.fromEntries([...PAGE, ...EVENTS].map((name) => [name, "readonly"])) },
  },
];
