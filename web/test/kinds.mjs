// How often a text is recognized as the kind that its file has: kinds.mjs FOLDER prints the texts that are not.
import { build } from "esbuild";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
const at = new URL("../src/kinds.ts", import.meta.url).pathname;
const { outputFiles } = await build({ entryPoints: [at], write: false, format: "esm", bundle: true });
const { kindOf, KINDS } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);
const folder = process.argv[2],
  table = {};
for (const name of readdirSync(folder)) {
  const kind = kindOf(readFileSync(join(folder, name), "utf8")),
    ending = KINDS[kind].ending,
    own = name.split(".").at(-1);
  table[`${own} ${ending}`] = (table[`${own} ${ending}`] ?? 0) + 1;
  if (process.argv[3] && own !== ending && own === process.argv[3]) console.log(name, ending);
}
console.log(table);
