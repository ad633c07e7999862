// Python with the part of the standard library that the bundle has: for the page, and for the extension for VS Code.
import { loadPyodide, type PyodideAPI } from "pyodide";
// @ts-expect-error: it has no types
import createPyodideModule from "pyodide/pyodide.asm.mjs";

declare const LOCK_INFO: unknown;

/** A timer that is late by then has a delay below zero, which Pyodide refuses. */
const LATE_TIMERS = `
from pyodide.webloop import WebLoop
def call_later(self, delay, callback, *args, context=None, call_later=WebLoop.call_later):
    return call_later(self, max(delay, 0), callback, *args, context=context)
WebLoop.call_later = call_later
`;

/** What a server imports, and what it computes at its first request, with a text of its own. */
const PREPARE = `
import gc, sys
from importlib import import_module
from pkgutil import iter_modules
import gbr_lsp.browser.edge
from gbr_lsp import api, edits, ide
from gbr_lsp.ide import support
from gbr_lsp.lsp.app import make_server
for package in (edits, support, ide):
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
list(api.check("g3g1 0323.12 a3a2e1g8.h6c3c6 4/4 Draw\\n\\n1.Bf2+ Kh1 2.h7 Re3\\n", "markdown"))
make_server()
gc.collect()
gc.freeze()
`;
/** What Pyodide has for snapshots of its memory; the names are its own. */
export type Snapshot = { readonly _makeSnapshot?: true; readonly _loadSnapshot?: Uint8Array };

/**
 * Start Python with the environment variables `env`. `base` is the folder of pyodide.asm.wasm and python_stdlib.zip, as
 * an address or a path, and ends with a slash.
 */
export async function startInterpreter(
  base: string,
  env: Record<string, string>,
  snapshot: Snapshot = {},
): Promise<PyodideAPI> {
  const { _loadSnapshot: kept } = snapshot;
  // Pyodide refuses a snapshot that is larger than its first heap.
  const createLarge = async (settings: unknown) => {
    const made = await createPyodideModule(settings);
    if (kept) made._free(made._malloc(kept.length));
    return made;
  };
  const python = await loadPyodide({
    indexURL: base,
    stdLibURL: `${base}python_stdlib.zip`,
    lockFileContents: { info: LOCK_INFO, packages: {} } as never,
    packageBaseUrl: base,
    createPyodideModule: createLarge,
    checkAPIVersion: true,
    env: { PYTHONDONTWRITEBYTECODE: "1", ...env },
    ...snapshot,
  });
  if (!kept) python.runPython(LATE_TIMERS);
  return python;
}

/** Return a snapshot of `python`, which has seen no text of a user, after the imports of a server. */
export function makeSnapshot(python: PyodideAPI): Uint8Array<ArrayBuffer> {
  python.runPython(PREPARE);
  return (python as any).makeMemorySnapshot();
}
