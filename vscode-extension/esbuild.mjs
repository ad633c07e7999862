// Bundles the extension into dist/: the entry point, the server session, the Markdown preview, and the pages of the
// board view and of the field of the collection.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { shapes } from "./scripts/shapes.mjs";

const apart = {
  name: "apart",
  setup(it) {
    it.onResolve({ filter: /^\.\/session$/ }, () => ({ path: "./session.js", external: true }));
    it.onResolve({ filter: /^\.\/preview\/plugin$/ }, () => ({ path: "./preview.js", external: true }));
  },
};
const common = {
  bundle: true,
  minify: !process.argv.includes("--readable"),
  logLevel: "warning",
  legalComments: "eof",
  metafile: true,
  loader: { ".svg": "text" },
};
const node = { ...common, platform: "node", target: "node18", format: "cjs", external: ["vscode"] };

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const built = [
  await build({ ...node, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", plugins: [apart] }),
  await build({ ...node, entryPoints: ["src/session.ts"], outfile: "dist/session.js" }),
  await build({ ...node, entryPoints: ["src/preview/plugin.ts"], outfile: "dist/preview.js", plugins: [shapes] }),
  await build({ ...common, entryPoints: ["src/board/view/board.ts"], outfile: "dist/board.js", target: "es2022" }),
  await build({ ...common, entryPoints: ["src/collection/view/field.ts"], outfile: "dist/field.js", target: "es2022" }),
];
// The files in each bundle. scripts/notices.mjs collects their licenses.
mkdirSync("build", { recursive: true });
writeFileSync(
  "build/bundled.json",
  JSON.stringify({ outputs: Object.assign({}, ...built.map((one) => one.metafile.outputs)) }),
);
copyFileSync("src/board/view/board.css", "dist/board.css");
copyFileSync("src/collection/view/field.css", "dist/field.css");
copyFileSync("src/preview/preview.css", "dist/preview.css");
