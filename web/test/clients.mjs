// Clients of two servers: the extension's built-in one, in a worker of Node, and that of the same sources in a Python.
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** A client; a server puts its messages into `take`. */
class Client {
  constructor(send) {
    this.send = (message) => send(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.count = 0;
    this.waiting = new Map();
  }
  take(message) {
    if (message.method && message.id !== undefined)
      this.send({
        id: message.id,
        result: message.method === "workspace/configuration" ? message.params.items.map(() => ({})) : null,
      });
    else if (!message.method) this.waiting.get(message.id)?.(message.error ? { error: message.error } : message.result);
  }
  request(method, params) {
    const id = ++this.count;
    this.send({ id, method, params });
    return new Promise((done) => this.waiting.set(id, done));
  }
  command(command, ...given) {
    return this.request("workspace/executeCommand", { command, arguments: given });
  }
  async begin(folder) {
    const textDocument = {
      diagnostic: {},
      hover: { contentFormat: ["markdown"] },
      completion: { completionItem: { snippetSupport: true } },
    };
    await this.request("initialize", {
      processId: null,
      rootUri: null,
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "texts" }],
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        workspace: { workspaceFolders: true, configuration: true },
        textDocument,
      },
      initializationOptions: {
        supportHtml: true,
        trusted: true,
        syzygy: process.env.GBR_SYZYGY ? [process.env.GBR_SYZYGY] : [],
      },
    });
    this.send({ method: "initialized", params: {} });
  }
}

/** Start the server of the folder `bundled` with the program `native`, and its index in the folder `cache`. */
export function python(bundled, cache, native) {
  const env = { ...process.env, GBR_LSP_CACHE: cache };
  const child = spawn(native, ["-I", join(bundled, "launch.py"), "server"], {
    env,
    cwd: homedir(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const client = new Client((body) => child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`));
  let data = Buffer.alloc(0);
  child.stdout.on("data", (more) => {
    data = Buffer.concat([data, more]);
    for (let end; (end = data.indexOf("\r\n\r\n")) >= 0;) {
      const length = Number(/content-length: *(\d+)/i.exec(data.subarray(0, end).toString())[1]);
      if (data.length < end + 4 + length) return;
      client.take(JSON.parse(data.subarray(end + 4, end + 4 + length)));
      data = data.subarray(end + 4 + length);
    }
  });
  client.end = () => child.kill();
  return client;
}

/** Return what a worker of the folder `bundled` is started with. */
export function startOf(bundled, cache, snapshot) {
  const tops = readdirSync("/").filter(
    (name) => !["dev", "lib", "proc", "sys"].includes(name) && statSync(`/${name}`).isDirectory(),
  );
  const workerData = {
    base: join(bundled, "server") + "/",
    packages: join(bundled, "packages"),
    home: homedir(),
    mounts: tops.map((name) => ({ root: `/${name}`, at: `/${name}` })),
    env: { GBR_LSP_CACHE: cache },
    snapshot,
  };
  return workerData;
}

/** Start the built-in server with `workerData`. */
export function builtIn(bundled, workerData) {
  const script = join(bundled, "server", "server.js");
  const worker = new Worker(script, { workerData });
  const client = new Client((body) => worker.postMessage(body));
  const helpers = new Map();
  worker.on("message", (message) => {
    if (typeof message === "string") client.take(JSON.parse(message));
    else if (message.start) {
      const helper = new Worker(script, { workerData: { ...workerData, calls: message.what } });
      helper.on("message", ({ output, failed }) =>
        failed ? console.error(failed) : worker.postMessage({ id: message.id, data: output }),
      );
      helpers.set(message.id, helper);
    } else if (message.write !== undefined) helpers.get(message.id)?.postMessage(message.write);
    else if (message.kill) helpers.get(message.id)?.terminate();
  });
  worker.on("error", (error) => {
    throw error;
  });
  client.end = () => worker.terminate();
  return client;
}
