// The findings in the texts of the specifications: those of the built page, in Pyodide under node, against those of the
// native program; and the modules of the built page. specs.mjs [EVERY]; PYTHON is a Python with gbr-lsp.
import assert from "node:assert/strict";
import { loadPyodide } from "pyodide";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/**
 * Modules that cannot be imported in a browser, each with the module that it lacks: processes check many files, and
 * tablebases are files.
 */
const LACKING = {
  "gbr_lsp.cli.checking.jobs": "multiprocessing",
  "gbr_lsp.solutions.tablebase_blocks": "chess.syzygy",
};
const here = dirname(fileURLToPath(import.meta.url)),
  site = join(here, "..", "site");
const native = process.env.PYTHON ?? "python3",
  every = process.argv[2] ?? "1";
const work = mkdtempSync(join(tmpdir(), "gbr-web-")),
  folder = join(work, "texts");
try {
  mkdirSync(folder);
  execFileSync(native, [join(here, "fixtures.py"), folder, every]);
  const files = JSON.parse(readFileSync(join(site, "files.json"), "utf8"));
  const unpacked = (name) => gunzipSync(readFileSync(join(site, files[name])));
  writeFileSync(join(work, "python_stdlib.zip"), unpacked("python_stdlib.zip"));
  const begun = performance.now();
  const python = await loadPyodide({ stdLibURL: join(work, "python_stdlib.zip") });
  const packages = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  // The maps of proofs are left out, as in the page until a PDF names one.
  for (const name of ["app.tar", "proofs.tar"])
    python.unpackArchive(new Uint8Array(unpacked(name)), "tar", { extractDir: packages });
  // Every module is imported, and those in LACKING fail for the module that a browser has not.
  const failed = JSON.parse(python.runPython(readFileSync(join(here, "imports.py"), "utf8")));
  assert.deepEqual(failed, LACKING);
  python.FS.mkdirTree("/texts");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/texts");
  python.runPython(readFileSync(join(here, "findings.py"), "utf8").split("if __name__")[0]);
  const here_ = JSON.parse(python.runPython("findings('/texts')"));
  const seconds = (performance.now() - begun) / 1000;
  const there = JSON.parse(execFileSync(native, [join(here, "findings.py"), folder], { maxBuffer: 1 << 30 }));
  const names = readdirSync(folder);
  // The address of a page of a rule depends on where the package lies.
  for (const said of [here_, there])
    for (const name of names) if (Array.isArray(said[name])) for (const one of said[name]) delete one.url;
  const wrong = names.filter((name) => JSON.stringify(here_[name]) !== JSON.stringify(there[name]));
  for (const name of wrong.slice(0, 10)) console.error(name, JSON.stringify(here_[name]), JSON.stringify(there[name]));
  const found = names.reduce((sum, name) => sum + (Array.isArray(there[name]) ? there[name].length : 0), 0);
  console.log(`${names.length} texts, ${found} findings, ${wrong.length} differ, ${seconds.toFixed(1)} s in Pyodide`);
  if (wrong.length || !found) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true });
}
