// Bundles the extension: what VS Code loads at once, what is loaded with the server, and the page of the board view.

import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const apart = {
  name: "session-apart",
  setup: (it) => it.onResolve({ filter: /^\.\/session$/ }, ({ path }) => ({ path: `${path}.js`, external: true })),
};
const common = { bundle: true, minify: !process.argv.includes("--readable"), logLevel: "warning", legalComments: "none" };
const node = { ...common, platform: "node", target: "node18", format: "cjs", external: ["vscode"] };

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
await build({ ...node, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", plugins: [apart] });
await build({ ...node, entryPoints: ["src/session.ts"], outfile: "dist/session.js" });
await build({ ...common, entryPoints: ["src/board/view/board.ts"], outfile: "dist/board.js", target: "es2022" });
copyFileSync("src/board/view/board.css", "dist/board.css");
