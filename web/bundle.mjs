// Makes what the page and the extension for VS Code have in common: gbr_lsp and its libraries as sources, the same
// compiled and packed, and Pyodide with the part of the standard library that they import. The variable PYTHON names a
// Python 3.11 or later. As a program: bundle.mjs EXTENSION writes it into the folder bundled/ of the extension.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const at = (...names) => join(here, ...names);
const python = process.env.PYTHON ?? "python3";
/** What Pyodide states of itself, as JSON. */
export const lockInfo = () =>
  JSON.stringify(JSON.parse(readFileSync(at("node_modules", "pyodide", "pyodide-lock.json"), "utf8")).info);
/** Compiled files, which other machines cannot use, and what only a build needs. */
const NOT_SHIPPED = /__pycache__|\.(so|pyd|dylib|dll|pyc|a|o|obj|exe|c)$|py\.typed$/;

/** Download the libraries with pinned hashes: wheels, and sdists for two packages without a pure wheel. */
function libraries() {
  const wheels = at(".cache", "wheels"),
    requirements = readFileSync(at("requirements.txt"));
  const marker = join(wheels, createHash("sha256").update(requirements).digest("hex"));
  if (!existsSync(marker)) {
    rmSync(wheels, { recursive: true, force: true });
    mkdirSync(wheels, { recursive: true });
    execFileSync(
      python,
      ["-m", "pip", "download", "-q", "--no-deps", "--require-hashes", "-r", at("requirements.txt"), "-d", wheels],
      { stdio: ["ignore", "inherit", "ignore"] },
    );
    writeFileSync(marker, "");
  }
  return wheels;
}

/** Copy gbr_lsp into the folder `packages`, without what was compiled there. */
export function own(packages, source = at("..", "gbr_lsp")) {
  cpSync(source, join(packages, "gbr_lsp"), { recursive: true, filter: (name) => !NOT_SHIPPED.test(name) });
}

/**
 * Make the bundle. Return its folders: `packages` with the sources, `maps` with the character maps of PDF files, and
 * `packed` with app.tar, proofs.tar, marking.tar, python_stdlib.zip and pyodide.asm.wasm.
 */
export async function bundle() {
  const wheels = libraries();
  const folders = Object.fromEntries(["packages", "maps", "packed"].map((name) => [name, at(".cache", name)]));
  for (const folder of Object.values(folders)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  execFileSync(python, ["-I", at("python", "stage.py"), wheels, folders.packages, folders.maps], { stdio: "inherit" });
  own(folders.packages);
  execFileSync(process.execPath, [at("pack.mjs"), folders.packages, folders.packed], { stdio: "inherit" });
  cpSync(at("node_modules", "pyodide", "pyodide.asm.wasm"), join(folders.packed, "pyodide.asm.wasm"));
  return folders;
}

/** Write what the extension needs into its folder bundled/: the packages, and the server that needs no Python. */
async function forExtension(extension) {
  const bundled = join(extension, "bundled"),
    server = join(bundled, "server");
  const { packages, packed } = await bundle();
  rmSync(bundled, { recursive: true, force: true });
  // The extension marks no PDF files.
  cpSync(packages, join(bundled, "packages"), { recursive: true, filter: (name) => !/^pypdf/.test(basename(name)) });
  cpSync(join(extension, "launcher", "launch.py"), join(bundled, "launch.py"));
  for (const name of ["pyodide.asm.wasm", "python_stdlib.zip"]) cpSync(join(packed, name), join(server, name));
  const { build } = await import("esbuild");
  await build({
    entryPoints: [at("src", "built_in.ts")],
    outfile: join(server, "server.js"),
    bundle: true,
    minify: true,
    format: "cjs",
    platform: "node",
    target: "node18",
    external: ["ws"],
    legalComments: "none",
    logLevel: "error",
    banner: { js: 'const MODULE_URL = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "MODULE_URL", LOCK_INFO: lockInfo() },
  });
  const files = readdirSync(bundled, { recursive: true })
    .sort()
    .filter((name) => statSync(join(bundled, name)).isFile());
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(readFileSync(join(bundled, name)));
  writeFileSync(join(server, "bundle.txt"), hash.digest("hex"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await forExtension(process.argv[2]);
