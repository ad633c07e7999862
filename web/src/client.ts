// A client of the language server in a worker, with the page's own requests about files.
import { scriptOf, stored } from "./stored";
import type { FromWorker, ToWorker } from "./messages";

export interface Position { line: number; character: number }
export interface Range { start: Position; end: Position }
export interface Diagnostic { range: Range; message: string; severity?: number; code?: string; relatedInformation?: { location: { range: Range } }[] }
export interface TextEdit { range: Range; newText: string }
export interface CodeAction { title: string; kind?: string; isPreferred?: boolean; edit?: { changes?: Record<string, TextEdit[]> } }

const base = new URL("./", document.baseURI).href;
let script: Promise<{ url: string; files: Record<string, string> }> | undefined;

/** Return the blob URL of the workers' script. From a blob, unlike a file, a worker inherits the page's policy. */
function scripted() {
  script ??= (async () => {
    const files = await (await fetch(`${base}files.json`)).json();
    return { url: await scriptOf(base + files["worker.js"]), files };
  })();
  script.catch(() => { script = undefined; });
  return script;
}

/** Store the readers of PDF and Word files for a visit without a network. */
export async function keepReader() {
  const { files } = await scripted();
  await stored(base + files["proofs.tar"]);
}

export class Client {
  onNotification: (method: string, params: any) => void = () => {};
  onRequest: (method: string, params: any) => unknown = () => null;
  onFailure: (why: string) => void = () => {};
  onReady: () => void = () => {};
  private worker?: Worker;
  private count = 0;
  private readonly pending = new Map<number, { done: (value: any) => void; failed: (error: Error) => void }>();
  private queue: (ToWorker | string)[] = [];

  constructor(proofs: boolean) {
    scripted().then(({ url, files }) => {
      this.worker = new Worker(url, { type: "module" });
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker | string>) => this.take(data);
      this.worker.onerror = (event) => this.fail(event.message || "the worker has ended");
      this.worker.postMessage({ base, files, proofs } satisfies ToWorker);
      this.queue.splice(0).forEach((message) => this.worker!.postMessage(message));
    }).catch((error) => this.fail((error as Error).message));
  }

  request<T = any>(method: string, params: unknown): Promise<T> {
    const id = ++this.count;
    return this.answered(id, JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  notify(method: string, params: unknown) {
    this.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  open(name: string, open: Uint8Array) { const id = ++this.count; return this.answered(id, { id, name, open }); }
  check(name: string, check: Uint8Array) { const id = ++this.count; return this.answered(id, { id, name, check }); }
  save(name: string, save: string, codec: string, bom: boolean) {
    const id = ++this.count;
    return this.answered(id, { id, name, save, codec, bom });
  }

  end(why: string) {
    this.worker?.terminate();
    this.fail(why);
  }

  private answered(id: number, message: ToWorker | string): Promise<any> {
    return new Promise((done, failed) => {
      this.pending.set(id, { done, failed });
      this.send(message);
    });
  }

  private send(message: ToWorker | string) {
    if (this.worker) this.worker.postMessage(message);
    else this.queue.push(message);
  }

  private take(data: FromWorker | string) {
    if (typeof data === "string") this.heard(JSON.parse(data));
    else if ("ready" in data) this.onReady();
    else if ("failed" in data) this.fail(data.failed);
    else this.settle(data.id, "trouble" in data ? new Error(data.trouble) : undefined, "result" in data ? data.result : undefined);
  }

  private heard(message: any) {
    if (message.method && message.id !== undefined) {
      const result = this.onRequest(message.method, message.params);
      this.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    } else if (message.method) this.onNotification(message.method, message.params);
    else this.settle(message.id, message.error && new Error(message.error.message), message.result);
  }

  private settle(id: number, error: Error | undefined, value: unknown) {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    if (error) waiting?.failed(error);
    else waiting?.done(value);
  }

  private fail(why: string) {
    for (const { failed } of this.pending.values()) failed(new Error(why));
    this.pending.clear();
    this.onFailure(why);
  }
}
