// What the worker loads, packed by the Python that will run it: our bytecode and that of the libraries, and the part of
// the standard library that they import. Run by build.mjs: pack.mjs STAGE OUT
import { loadPyodide } from "pyodide";
import { readFileSync } from "node:fs";
const [stage, out] = process.argv.slice(2);
const python = await loadPyodide();
for (const [at, folder] of [["/stage", stage], ["/out", out]]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, at);
}
python.runPython(readFileSync(new URL("python/pack.py", import.meta.url), "utf8"));
