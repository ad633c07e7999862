// The built-in server of the extension for VS Code, and the workers that read files for it: each in a worker of Node.
import { startInterpreter, makeSnapshot } from "./interpreter";
import type { FromServer, Mount, Start, ToServer } from "./host_messages";

declare const require: (name: string) => any;
declare const process: { readonly pid: number };
const { parentPort, workerData } = require("node:worker_threads");
const { createHash } = require("node:crypto");
const { dirname, join } = require("node:path");
const fs = require("node:fs");
const start: Start = workerData;
const post = (message: FromServer | string) => parentPort.postMessage(message);

const sha256 = (data: Uint8Array): Uint8Array => createHash("sha256").update(data).digest();
const LENGTH = 32;

/** Return the snapshot if it is whole; remove it otherwise. */
function kept(): Uint8Array | undefined {
  try {
    const data: Uint8Array = fs.readFileSync(start.snapshot),
      body = data.subarray(LENGTH);
    if (sha256(body).every((byte, at) => byte === data[at])) return new Uint8Array(body);
  } catch {
    return undefined; // There is none.
  }
  drop();
  return undefined;
}

const drop = () => fs.rmSync(start.snapshot, { force: true });

/** Start Python from the snapshot, or without one if that fails. */
async function interpreted() {
  const env = { HOME: start.home, ...start.env },
    snapshot = start.makes ? undefined : kept();
  if (snapshot) {
    try {
      return await startInterpreter(start.base, env, { _loadSnapshot: snapshot });
    } catch {
      drop();
    }
  }
  return startInterpreter(start.base, env, start.makes ? { _makeSnapshot: true } : {});
}

const python = interpreted().then((python) => {
  const { FS } = python as any;
  const mount = ({ root, at }: Mount) => {
    try {
      FS.mkdirTree(at);
      FS.mount(FS.filesystems.NODEFS, { root }, at);
    } catch (error) {
      console.error(`${root} cannot be read: ${String(error)}`);
    }
  };
  start.mounts.forEach(mount);
  python.globals.set("PACKAGES", start.packages);
  python.runPython(
    "import sys; sys.path[:0] = [PACKAGES] * (PACKAGES not in sys.path); sys.path_importer_cache.clear()",
  );
  FS.chdir(start.home);
  return { python, mount };
});

/** Make the snapshot of a Python that has seen no text, and remove those of other bundles. */
async function make() {
  const body = makeSnapshot((await python).python);
  const folder = dirname(start.snapshot);
  for (const name of fs.readdirSync(folder)) if (name.startsWith("snapshot-")) fs.rmSync(join(folder, name));
  const unfinished = `${start.snapshot}.${process.pid}`; // Another window may make one too.
  fs.writeFileSync(unfinished, sha256(body));
  fs.appendFileSync(unfinished, body);
  fs.renameSync(unfinished, start.snapshot);
}

const waiting: (ToServer | string)[] = [];
let take = (message: ToServer | string): void => void waiting.push(message);
parentPort.on("message", (message: ToServer | string) => take(message));

async function serve() {
  const { python: own, mount } = await python;
  const processes = new Map<number, { onData: any; onEnd: any }>();
  let count = 0;
  const forget = (id: number) => {
    const process = processes.get(id);
    processes.delete(id);
    process?.onData.destroy();
    process?.onEnd.destroy();
    return process !== undefined;
  };
  const starter = (start: "engine" | "worker") => (what: string, onData: any, onEnd: any) => {
    const id = ++count;
    processes.set(id, { onData: onData.copy(), onEnd: onEnd.copy() });
    post({ start, id, what });
    return { write: (write: string) => post({ id, write }), kill: () => void (forget(id) && post({ id, kill: true })) };
  };
  own.pyimport("gbr_lsp.base.host_process").use_host({ engine: starter("engine"), worker: starter("worker") });
  const edge = own.pyimport("gbr_lsp.browser.edge").Edge((body: string) => post(body));
  take = (message) => {
    if (typeof message === "string") edge.receive(message);
    else if ("mount" in message) mount(message.mount);
    else if ("data" in message) {
      processes.get(message.id)?.onData(message.data);
      post({ id: message.id, taken: true });
    } else {
      processes.get(message.id)?.onEnd();
      forget(message.id);
    }
  };
  post({ ready: true });
  waiting.splice(0).forEach(take);
}

/** Call a function of Python with each text, and post the result, a text too. */
async function call(calls: string) {
  const [module, name] = calls.split(":") as [string, string];
  const act = (await python).python.pyimport(module)[name];
  take = (text) => post({ output: act(text) });
  waiting.splice(0).forEach(take);
}

const work = start.makes
  ? make().then(() => parentPort.close())
  : start.calls === undefined
    ? serve()
    : call(start.calls);
work.catch((error) => {
  if (!start.makes) post({ failed: String(error) }); // A snapshot is never needed.
  parentPort.close();
});
