// The packages of the built page in Pyodide under Node. As a program: in_pyodide.mjs FOLDER prints what `findings.py` does.
import { loadPyodide } from "pyodide";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url)),
  site = join(here, "..", "site"),
  maps = join(site, "maps");

/** Start Python with the packages of the page and of its reader; character maps are read when a PDF names them. */
export async function startPackages() {
  const files = JSON.parse(readFileSync(join(site, "files.json"), "utf8"));
  const unpacked = (name) => gunzipSync(readFileSync(join(site, files[name])));
  const work = mkdtempSync(join(tmpdir(), "gbr-pyodide-"));
  try {
    writeFileSync(join(work, "python_stdlib.zip"), unpacked("python_stdlib.zip"));
    const python = await loadPyodide({ stdLibURL: join(work, "python_stdlib.zip") });
    const packages = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
    for (const name of ["app.tar", "proofs.tar"])
      python.unpackArchive(new Uint8Array(unpacked(name)), "tar", { extractDir: packages });
    const names = readdirSync(maps).map((name) => name.replace(".pickle.gz", ""));
    // As in src/worker.ts.
    python.globals.set("MAPS", python.toPy(names));
    python.globals.set("fetch_map", (name) => new Uint8Array(readFileSync(join(maps, `${name}.pickle.gz`))));
    python.runPython(readFileSync(join(here, "..", "python", "maps.py"), "utf8"));
    python.FS.writeFile(`${packages}/findings.py`, readFileSync(join(here, "findings.py")));
    return python;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Return the JSON of `findings.py` for the files of `folder`. */
export function findingsIn(python, folder) {
  python.FS.mkdirTree("/files");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/files");
  return python.pyimport("findings").findings("/files");
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(findingsIn(await startPackages(), process.argv[2]));
