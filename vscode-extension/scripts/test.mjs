// Bundles the unit tests for node and runs them.

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";
import { shapes } from "./shapes.mjs";

rmSync("build/test", { recursive: true, force: true });
const entryPoints = readdirSync("test")
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `test/${name}`);
await build({
  entryPoints,
  outdir: "build/test",
  bundle: true,
  platform: "node",
  format: "cjs",
  packages: "external",
  plugins: [shapes],
  sourcemap: "inline",
  logLevel: "warning",
});
const files = readdirSync("build/test").map((name) => `build/test/${name}`);
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit" });
process.exit(run.status ?? 1);
