// Builds the page into site/: static files, each large one gzipped, with budgets of bytes.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const at = (...names) => join(here, ...names);
const site = at("site"), stage = at(".cache", "stage"), packed = at(".cache", "packed"), wheels = at(".cache", "wheels");
const BUDGETS = { first: 7_200_000, proofs: 600_000, page: 20_000 };
const PROOFS = ["playa"];

for (const folder of [site, stage, packed]) rmSync(folder, { recursive: true, force: true });
for (const folder of [site, join(stage, "app"), join(stage, "proofs"), packed, wheels]) mkdirSync(folder, { recursive: true });

// The libraries, with pinned hashes: wheels, and the packages in the sdists of two that have no pure wheel.
const requirements = readFileSync(at("requirements.txt"), "utf8");
const names = (folder) => readdirSync(folder).filter((name) => !name.startsWith(".") && name !== "maps");
const marker = createHash("sha256").update(requirements).digest("hex");
if (!existsSync(join(wheels, marker))) {
  rmSync(wheels, { recursive: true });
  mkdirSync(wheels, { recursive: true });
  execFileSync(process.env.PYTHON ?? "python3", ["-m", "pip", "download", "-q", "--no-deps", "--require-hashes",
    "-r", at("requirements.txt"), "-d", wheels], { stdio: ["ignore", "inherit", "ignore"] });
  writeFileSync(join(wheels, marker), "");
}
execFileSync(process.env.PYTHON ?? "python3", ["-I", at("python", "stage.py"), wheels, stage, ...PROOFS]);
cpSync(at("..", "gbr_lsp"), join(stage, "app", "gbr_lsp"), {
  recursive: true, filter: (name) => !/__pycache__|\.(so|pyd|c)$/.test(name),
});
execFileSync("node", [at("pack.mjs"), stage, packed], { stdio: "inherit" });

const common = { bundle: true, minify: true, format: "esm", target: "es2022", external: ["node:*", "ws"], legalComments: "none", loader: { ".py": "text" }, logLevel: "error" };
await build({ ...common, entryPoints: [at("src", "worker.ts")], outfile: join(packed, "worker.js"),
  define: { LOCK_INFO: JSON.stringify(JSON.parse(readFileSync(at("node_modules", "pyodide", "pyodide-lock.json"), "utf8")).info) } });
await build({ ...common, entryPoints: [at("src", "main.ts")], outfile: join(packed, "main.js") });
await build({ ...common, entryPoints: [at("src", "boot.ts")], outfile: join(site, "boot.js") });
const wasm = at("node_modules", "pyodide");
cpSync(join(wasm, "pyodide.asm.wasm"), join(packed, "pyodide.asm.wasm"));

// A large file is known by its hash, so that a new build never meets an old one.
const files = {};
for (const name of names(packed)) {
  const data = gzipSync(readFileSync(join(packed, name)), { level: 9 });
  const file = `${name}.${createHash("sha256").update(data).digest("hex").slice(0, 12)}.gz`;
  writeFileSync(join(site, file), data);
  files[name] = file;
}
const maps = names(join(stage, "maps")).map((name) => name.replace(".pickle.gz", ""));
cpSync(join(stage, "maps"), join(site, "maps"), { recursive: true });
files.maps = maps.join(" ");
writeFileSync(join(site, "files.json"), JSON.stringify(files));
for (const name of ["index.html", "style.css", "licences.html"]) cpSync(at("src", name), join(site, name));
const kept = names(site).filter((name) => !name.startsWith("proofs.tar"));
const version = createHash("sha256").update(kept.map((name) => readFileSync(join(site, name))).join("\n")).digest("hex").slice(0, 12);
await build({ ...common, format: "iife", entryPoints: [at("src", "service.ts")], outfile: join(site, "service.js"),
  define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(["./", ...kept.filter((name) => name !== "index.html" && !name.endsWith(".gz"))]),
    LARGE: JSON.stringify(kept.filter((name) => name.endsWith(".gz"))) } });

const size = (wanted) => names(site).filter(wanted).reduce((sum, name) => sum + statSync(join(site, name)).size, 0);
const isProof = (name) => name.startsWith("proofs.tar"), isPage = (name) => !name.endsWith(".gz");
const measured = { first: size((name) => !isProof(name)), proofs: size(isProof), page: size(isPage) };
for (const name of names(site)) console.log(String(statSync(join(site, name)).size).padStart(9), name);
for (const [name, most] of Object.entries(BUDGETS)) {
  console.log(`${name}: ${measured[name]} of ${most} bytes`);
  if (most < measured[name]) process.exitCode = 1;
}
