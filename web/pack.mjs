// Packs gbr_lsp and its libraries, compiled, for the page, and the parts of the standard library that they import. They
// are compiled by the same Python that runs them. Run by bundle.mjs: pack.mjs PACKAGES OUT
import { loadPyodide } from "pyodide";
import { readFileSync } from "node:fs";
const [packages, out] = process.argv.slice(2);
const python = await loadPyodide();
for (const [at, folder] of [
  ["/packages", packages],
  ["/out", out],
]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, at);
}
python.runPython(readFileSync(new URL("python/pack.py", import.meta.url), "utf8"));
