// The server in a worker. Strings are messages of the protocol; objects are the page's own requests about files.
import { interpreter } from "./interpreter";
import { NEEDS_NETWORK, stored } from "./stored";
import type { FromWorker, ToWorker } from "./messages";

// @ts-expect-error: esbuild loads it as text
import MAPS_ON_DEMAND from "../python/maps.py";

/** Names of the character maps on the site, separated by spaces. */
declare const MAPS: string;
const said = (error: unknown) => (error instanceof Error && error.name === "Error" ? error.message : String(error));
const post = (message: FromWorker | string) => postMessage(message);

/** Return the unpacked content of a gzipped file as a stream. */
const unpacked = (response: Response) => response.body!.pipeThrough(new DecompressionStream("gzip"));

/** True if a character map could not be fetched: the text read from the PDF is then wrong. */
let isMapMissing = false;

async function start(base: string, files: Record<string, string>, proofs: boolean) {
  const plain = self.fetch.bind(self);
  const get = async (name: string, type: string) => {
    const response = await stored(base + files[name]);
    if (!response.ok) throw new Error(`${files[name]}: ${response.status}`);
    return new Response(unpacked(response), { headers: { "content-type": type } });
  };
  // Pyodide fetches its files by their original names, so return the packed ones for these.
  self.fetch = ((asked: RequestInfo | URL, options?: RequestInit) => {
    const name = String(asked instanceof Request ? asked.url : asked).split("/").pop()!;
    if (name.endsWith(".wasm")) return get(name, "application/wasm");
    return name.endsWith(".zip") ? get(name, "application/zip") : plain(asked, options);
  }) as typeof fetch;
  const archives = Promise.all(["app.tar", ...(proofs ? ["proofs.tar"] : [])].map(async (name) =>
    (await get(name, "application/x-tar")).arrayBuffer()));
  archives.catch(() => {}); // awaited below
  const python = await interpreter(base, { HOME: "/home/pyodide" });
  const packages = `/lib/python${python.runPython("'%d.%d' % __import__('sys').version_info[:2]")}/site-packages`;
  for (const archive of await archives) python.unpackArchive(archive, "tar", { extractDir: packages });
  if (proofs) {
    python.globals.set("MAPS", python.toPy(MAPS.split(" ")));
    python.globals.set("fetch_map", (name: string) => {
      const request = new XMLHttpRequest();
      request.open("GET", `${base}maps/${name}.pickle.gz`, false); // synchronous, because the reader cannot wait
      request.responseType = "arraybuffer";
      try { request.send(); } catch { isMapMissing = true; }
      if (request.status !== 200) throw new Error(`maps/${name}: ${request.status}`);
      return new Uint8Array(request.response);
    });
    python.runPython(MAPS_ON_DEMAND);
  }
  return python;
}

let take: ((message: ToWorker | string) => void) | undefined;
const waiting: (ToWorker | string)[] = [];

onmessage = ({ data }: MessageEvent<ToWorker | string>) => {
  if (typeof data === "string" || !("base" in data)) {
    if (take) take(data);
    else waiting.push(data);
    return;
  }
  start(data.base, data.files, data.proofs).then((python) => {
    const files = python.pyimport("gbr_lsp.browser.files");
    const edge = data.proofs ? undefined : python.pyimport("gbr_lsp.browser.edge").Edge((body: string) => post(body));
    const plainly = (value: any) => value.toJs({ dict_converter: Object.fromEntries, create_pyproxies: false });
    python.FS.mkdirTree("/files");
    python.FS.chdir("/files");
    take = (message) => {
      if (typeof message === "string") {
        edge.receive(message);
        return;
      }
      const { id, name } = message as Exclude<ToWorker, { base: string }>;
      try {
        let result: any;
        if ("open" in message) {
          python.FS.writeFile(name, message.open);
          result = plainly(files.open_file(name));
        } else if ("save" in message) {
          const saved = plainly(files.save_file(name, message.save, message.codec, message.bom));
          result = { ...saved, data: python.FS.readFile(name) };
        } else if ("check" in message) {
          python.FS.writeFile(name, message.check);
          result = plainly(files.file_view(name));
          if (isMapMissing) throw new Error(NEEDS_NETWORK);
        }
        python.FS.unlink(name);
        post({ id, result });
      } catch (error) {
        post({ id, trouble: said(error).split("\n").filter(Boolean).pop() ?? "" });
      }
    };
    post({ ready: true });
    waiting.splice(0).forEach(take);
  }).catch((error) => post({ failed: said(error) }));
};
