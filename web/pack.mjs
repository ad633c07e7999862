// Packs the files of the worker: gbr_lsp, its libraries, and the parts of the standard library that they import. They
// are compiled by the same Python that runs them there. Run by build.mjs: pack.mjs STAGE OUT
import { loadPyodide } from "pyodide";
import { readFileSync } from "node:fs";
const [stage, out] = process.argv.slice(2);
const python = await loadPyodide();
for (const [at, folder] of [["/stage", stage], ["/out", out]]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, at);
}
python.runPython(readFileSync(new URL("python/pack.py", import.meta.url), "utf8"));
