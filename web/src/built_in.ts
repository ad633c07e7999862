// The built-in server of the extension for VS Code, and the workers that read files for it: each in a worker of Node.
import { interpreter } from "./interpreter";
import type { FromServer, Mount, Start, ToServer } from "./host_messages";

declare const require: (name: string) => any;
const { parentPort, workerData } = require("node:worker_threads");
const start: Start = workerData;
const post = (message: FromServer | string) => parentPort.postMessage(message);
/** Warnings of Python and the like, for the log. */
const log = (line: string) => console.error(line);

const python = interpreter(start.base, { HOME: start.home, ...start.env }, { stdout: log, stderr: log }).then((python) => {
  const { FS } = python as any;
  const mount = ({ root, at }: Mount) => {
    FS.mkdirTree(at);
    FS.mount(FS.filesystems.NODEFS, { root }, at);
  };
  start.mounts.forEach(mount);
  python.globals.set("PACKAGES", start.packages);
  python.runPython("import sys; sys.path.insert(0, PACKAGES); sys.path_importer_cache.clear()");
  FS.chdir(start.home);
  return { python, mount };
});

const waiting: (ToServer | string)[] = [];
let take = (message: ToServer | string): void => void waiting.push(message);
parentPort.on("message", (message: ToServer | string) => take(message));

async function serve() {
  const { python: { pyimport }, mount } = await python;
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
  pyimport("gbr_lsp.base.host_process").use_host({ engine: starter("engine"), worker: starter("worker") });
  const edge = pyimport("gbr_lsp.browser.edge").Edge((body: string) => post(body));
  take = (message) => {
    if (typeof message === "string") edge.receive(message);
    else if ("mount" in message) mount(message.mount);
    else if ("data" in message) processes.get(message.id)?.onData(message.data);
    else {
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

(start.calls === undefined ? serve() : call(start.calls)).catch((error) => post({ failed: String(error) }));
