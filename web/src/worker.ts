// The server in a worker. Strings are messages of the protocol; objects are the page's own requests about files.

import type { PyodideAPI } from "pyodide";
import { startInterpreter, makeSnapshot } from "./interpreter";
import type { FromWorker, Request, Start, ToWorker } from "./messages";
import { NEEDS_NETWORK, storeSnapshot, fetchStored, readSnapshot } from "./stored";

// @ts-expect-error: esbuild loads it as text
import MAPS_ON_DEMAND from "../python/maps.py";

/** Names of the character maps on the site, separated by spaces. */
declare const MAPS: string;
const textOf = (error: unknown): string =>
  error instanceof Error && error.name === "Error" ? error.message : String(error);
const post = (message: FromWorker | string): void => postMessage(message);

/** Return the unpacked content of a gzipped file as a stream. */
const unpack = (response: Response): ReadableStream =>
  response.body!.pipeThrough(new DecompressionStream("gzip") as never);

/** True if a character map could not be fetched: the text read from the PDF is then wrong. */
let isMapMissing = false;

/** Fetch the character map `name` synchronously, because the reader cannot wait. */
function fetchMap(base: string, name: string): Uint8Array {
  const request = new XMLHttpRequest();
  request.open("GET", `${base}maps/${name}.pickle.gz`, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    isMapMissing = true;
  }
  if (request.status !== 200) throw new Error(`maps/${name}: ${request.status}`);
  return new Uint8Array(request.response);
}

/** Answer Pyodide's requests for its files, which it makes by their original names, with the packed ones. */
function servePacked(get: (name: string, type: string) => Promise<Response>): void {
  const plain = self.fetch.bind(self);
  self.fetch = (request: RequestInfo | URL, options?: RequestInit) => {
    const name = String(request instanceof Request ? request.url : request)
      .split("/")
      .pop()!;
    if (name.endsWith(".wasm")) return get(name, "application/wasm").finally(() => post({ step: 1 }));
    return name.endsWith(".zip") ? get(name, "application/zip") : plain(request, options);
  };
}

/** Start Python from the stored snapshot, or without one if there is none or that fails. */
async function startPython({ base, files, archives, makes }: Start): Promise<PyodideAPI> {
  const env = { HOME: "/home/pyodide" };
  const snapshot = makes || archives.length ? undefined : await readSnapshot(base, files).catch(() => undefined);
  if (snapshot) {
    try {
      return await startInterpreter(base, env, { _loadSnapshot: snapshot });
    } catch {
      await storeSnapshot(base, files);
    }
  }
  return startInterpreter(base, env, makes ? { _makeSnapshot: true } : {});
}

async function start(request: Start): Promise<PyodideAPI> {
  const { base, files, archives } = request;
  post({ step: 0 });
  const get = async (name: string, type: string): Promise<Response> => {
    const response = await fetchStored(base + files[name]);
    if (!response.ok) throw new Error(`${files[name]}: ${response.status}`);
    return new Response(unpack(response), { headers: { "content-type": type } });
  };
  servePacked(get);
  const names = ["app.tar", ...archives];
  const contents = Promise.all(names.map(async (name) => (await get(name, "application/x-tar")).arrayBuffer()));
  contents.catch(() => {}); // awaited below
  const python = await startPython(request);
  post({ step: 2 });
  const version = python.runPython("'%d.%d' % __import__('sys').version_info[:2]");
  const packages = `/lib/python${version}/site-packages`;
  for (const archive of await contents) python.unpackArchive(archive, "tar", { extractDir: packages });
  python.runPython("import sys; sys.path_importer_cache.clear()");
  if (archives.length) {
    python.globals.set("MAPS", python.toPy(MAPS.split(" ")));
    python.globals.set("fetch_map", (name: string) => fetchMap(base, name));
    python.runPython(MAPS_ON_DEMAND);
  }
  post({ step: 3 });
  return python;
}

/** Answer the page's own requests, with the functions of `gbr_lsp.browser.files`. */
class Files {
  private readonly files: any;

  constructor(private readonly python: PyodideAPI) {
    this.files = python.pyimport("gbr_lsp.browser.files");
    python.FS.mkdirTree("/files");
    python.FS.chdir("/files");
  }

  answer(request: Request): unknown {
    const { FS } = this.python;
    if ("rule" in request) return this.files.rule_page(request.rule);
    if ("choices" in request) return plain(this.files.setting_choices());
    const { name } = request;
    try {
      if ("save" in request) {
        const saved = plain(this.files.save_file(name, request.save, request.codec, request.bom));
        return { ...saved, data: FS.readFile(name) };
      }
      FS.writeFile(name, "open" in request ? request.open : "check" in request ? request.check : request.mark);
      if ("open" in request) return plain(this.files.open_file(name));
      if ("mark" in request) {
        const marked = plain(this.files.mark_copy(name));
        if (marked.trouble) throw new Error(marked.trouble);
        return { data: FS.readFile(marked.path) };
      }
      const checked = plain(this.files.file_view(name));
      if (isMapMissing) throw new Error(NEEDS_NETWORK);
      return checked;
    } finally {
      if (FS.analyzePath(name, false).exists) FS.unlink(name);
    }
  }
}

const plain = (value: any): any => value.toJs({ dict_converter: Object.fromEntries, create_pyproxies: false });

let take: ((message: Request | string) => void) | undefined;
const waiting: (Request | string)[] = [];

function serve(python: PyodideAPI, isReader: boolean): void {
  const files = new Files(python);
  const edge = isReader ? undefined : python.pyimport("gbr_lsp.browser.edge").Edge((body: string) => post(body));
  take = (message) => {
    if (typeof message === "string") {
      edge.receive(message);
      return;
    }
    try {
      post({ id: message.id, result: files.answer(message) });
    } catch (error) {
      post({ id: message.id, trouble: textOf(error).split("\n").filter(Boolean).pop() ?? "" });
    }
  };
  post({ ready: true });
  waiting.splice(0).forEach(take);
}

/** Store a snapshot of `python`, which has seen no text. */
async function make(python: PyodideAPI, { base, files }: Start): Promise<void> {
  await storeSnapshot(base, files, makeSnapshot(python));
  post({ ready: true });
}

onmessage = ({ data }: MessageEvent<ToWorker | string>) => {
  if (typeof data !== "string" && "base" in data) {
    start(data)
      .then((python) => (data.makes ? make(python, data) : serve(python, 0 < data.archives.length)))
      .catch((error) => post({ failed: textOf(error) }));
  } else if (take) take(data);
  else waiting.push(data);
};
