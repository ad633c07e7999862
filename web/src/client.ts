// A client of the language server in a worker, with the page's own requests about files.

import type {
  CheckedFile,
  FromWorker,
  MarkedFile,
  OpenedFile,
  Request,
  SavedFile,
  SettingChoices,
  Start,
} from "./messages";
import { hasSnapshot, scriptOf, fetchStored } from "./stored";

const base = new URL("./", document.baseURI).href;
let script: Promise<{ url: string; files: Record<string, string> }> | undefined;

/** Return the blob URL of the workers' script. From a blob, unlike a file, a worker inherits the page's policy. */
function loadScript(): Promise<{ url: string; files: Record<string, string> }> {
  script ??= (async () => {
    const files = await (await fetch(`${base}files.json`)).json();
    return { url: await scriptOf(base + files["worker.js"]), files };
  })();
  script.catch(() => {
    script = undefined;
  });
  return script;
}

/** Return true if a snapshot of Python's memory is stored for this build. */
export async function hasStoredSnapshot(): Promise<boolean> {
  const { files } = await loadScript();
  return hasSnapshot(base, files);
}

/** Store the readers of PDF and Word files for a visit without a network. */
export async function keepReader(): Promise<void> {
  const { files } = await loadScript();
  await fetchStored(base + files["proofs.tar"]);
}

type Settled = { done: (value: any) => void; failed: (error: Error) => void };

export class Client {
  onNotification: (method: string, params: any) => void = () => {};
  onRequest: (method: string, params: any) => unknown = () => null;
  onFailure: (why: string) => void = () => {};
  onStep: (step: number) => void = () => {};
  onReady: () => void = () => {};
  private worker?: Worker;
  private count = 0;
  private readonly pending = new Map<number, Settled>();
  private queue: (Request | string)[] = [];

  /**
   * Start a worker: a server, with `archives` a reader of PDF and Word files, or with `makes` one that stores a snapshot
   * of Python for later visits.
   */
  constructor(archives: readonly string[] = [], makes?: true) {
    loadScript()
      .then(({ url, files }) => {
        this.worker = new Worker(url, { type: "module" });
        this.worker.onmessage = ({ data }: MessageEvent<FromWorker | string>) => this.receive(data);
        this.worker.onerror = (event) => this.fail(event.message || "the worker has ended");
        this.worker.postMessage({ base, files, archives, ...(makes ? { makes } : {}) } satisfies Start);
        this.queue.splice(0).forEach((message) => this.worker!.postMessage(message));
      })
      .catch((error) => this.fail((error as Error).message));
  }

  request<T = any>(method: string, params: unknown): Promise<T> {
    const id = ++this.count;
    return this.answer(id, JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  notify(method: string, params: unknown): void {
    this.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  open(name: string, open: Uint8Array): Promise<OpenedFile> {
    return this.ask({ name, open });
  }

  check(name: string, check: Uint8Array): Promise<CheckedFile> {
    return this.ask({ name, check });
  }

  mark(name: string, mark: Uint8Array): Promise<MarkedFile> {
    return this.ask({ name, mark });
  }

  save(name: string, save: string, codec: string, bom: boolean): Promise<SavedFile> {
    return this.ask({ name, save, codec, bom });
  }

  /** Return the page of a rule in Markdown. */
  rule(rule: string): Promise<string> {
    return this.ask({ rule });
  }

  settingChoices(): Promise<SettingChoices> {
    return this.ask({ choices: true });
  }

  end(why: string): void {
    this.worker?.terminate();
    this.fail(why);
  }

  private ask(request: object): Promise<any> {
    const id = ++this.count;
    return this.answer(id, { id, ...request } as Request);
  }

  private answer(id: number, message: Request | string): Promise<any> {
    return new Promise((done, failed) => {
      this.pending.set(id, { done, failed });
      this.send(message);
    });
  }

  private send(message: Request | string): void {
    if (this.worker) this.worker.postMessage(message);
    else this.queue.push(message);
  }

  private receive(data: FromWorker | string): void {
    if (typeof data === "string") this.handle(JSON.parse(data));
    else if ("step" in data) this.onStep(data.step);
    else if ("ready" in data) this.onReady();
    else if ("failed" in data) this.fail(data.failed);
    else if ("trouble" in data) this.settle(data.id, new Error(data.trouble), undefined);
    else this.settle(data.id, undefined, data.result);
  }

  private handle(message: any): void {
    if (message.method && message.id !== undefined) {
      const result = this.onRequest(message.method, message.params);
      this.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    } else if (message.method) this.onNotification(message.method, message.params);
    else this.settle(message.id, message.error && new Error(message.error.message), message.result);
  }

  private settle(id: number, error: Error | undefined, value: unknown): void {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    if (error) waiting?.failed(error);
    else waiting?.done(value);
  }

  private fail(why: string): void {
    for (const { failed } of this.pending.values()) failed(new Error(why));
    this.pending.clear();
    this.onFailure(why);
  }
}
