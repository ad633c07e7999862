// The built-in server: Pyodide in a worker of this process, with the workers and engines that it asks for.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type Message,
  type MessageTransports,
} from "vscode-languageclient/node";
import type { FromServer, Mount, Start, ToServer } from "../../../web/src/host_messages";
import { machinePath, placeOf, RESERVED } from "./paths";

/** Milliseconds without a message after which the server is idle. */
const IDLE = 60_000;

/** A worker or an engine of the server. */
interface Process {
  write(text: string): void;
  /** The server has taken a piece of its output. */
  resume?(): void;
  kill(): void;
}

export class BuiltIn {
  /** The URIs of the server. They differ from those of VS Code for files on a network share of Windows. */
  readonly uris = {
    code2Protocol: (uri: vscode.Uri): string => {
      if (uri.scheme !== "file") return uri.toString();
      const place = this.mountPlace(uri.fsPath);
      return uri.authority && place ? vscode.Uri.file(place.path).toString() : uri.toString();
    },
    protocol2Code: (value: string): vscode.Uri => {
      const uri = vscode.Uri.parse(value);
      return uri.path.startsWith("/unc/") ? vscode.Uri.file(machinePath(uri.path, process.platform)) : uri;
    },
  };
  readonly transports: MessageTransports;
  private readonly worker: Worker;
  private readonly processes = new Map<number, Process>();
  private readonly mountedPlaces = new Set<string>();
  private readonly start: Start;
  /** Runs until the server has been idle for a while, if there is no snapshot of its memory. */
  private idle: NodeJS.Timeout | undefined;

  /** Start the server. `folder` is the folder bundled/, `storage` that of the extension, for the index. */
  constructor(
    private readonly folder: string,
    storage: string,
    private readonly log: (line: string) => void,
  ) {
    const index = join(storage, "index");
    mkdirSync(index, { recursive: true });
    const mounts = [
      ...topFolders(),
      ...[folder, storage, homedir()].map((path) => placeOf(path, process.platform)?.mount),
    ];
    const start = {
      base: join(folder, "server") + "/",
      packages: toServerPath(join(folder, "packages")),
      home: toServerPath(homedir()),
      mounts: mounts.filter((mount) => mount !== undefined && this.isNew(mount)) as Mount[],
      env: { GBR_LSP_CACHE: toServerPath(index) },
    };
    // A snapshot is good for one bundle in one place, and for one version of what compiles it.
    const bundle = readFileSync(join(folder, "server", "bundle.txt"), "utf8");
    const key = createHash("sha256").update(
      JSON.stringify([bundle, process.versions, start.packages, start.home, start.env]),
    );
    this.start = { ...start, snapshot: join(storage, `snapshot-${key.digest("hex").slice(0, 16)}`) };
    if (!existsSync(this.start.snapshot)) this.idle = setTimeout(() => this.makeSnapshot(), IDLE);
    this.worker = this.startWorker(this.start);
    const reader = new Reader();
    this.worker.on("message", (message: FromServer | string) => {
      this.idle?.refresh();
      if (typeof message === "string") reader.take(JSON.parse(message) as Message);
      else this.handle(message);
    });
    this.worker.on("exit", () => reader.close());
    this.transports = { reader, writer: new Writer(this.worker) };
  }

  /** Return the path of the server for `path` of a setting, and mount its drive. A path that is not absolute stays. */
  readonly mountPath = (path: string): string => this.mountPlace(path)?.path ?? path;

  async end(): Promise<void> {
    clearTimeout(this.idle);
    for (const one of this.processes.values()) one.kill();
    this.processes.clear();
    await this.worker.terminate();
  }

  private mountPlace(path: string): { path: string } | undefined {
    const place = placeOf(path, process.platform);
    if (place?.mount && this.isNew(place.mount)) this.send({ mount: place.mount });
    return place;
  }

  private isNew({ at }: Mount): boolean {
    const before = this.mountedPlaces.size;
    return this.mountedPlaces.add(at).size > before;
  }

  private startWorker(workerData: Start): Worker {
    const script = join(this.folder, "server", "server.js");
    const worker = new Worker(script, { workerData, execArgv: [], stdout: true, stderr: true });
    const log = (data: Buffer): void => {
      const line = data.toString().trimEnd();
      if (line) this.log(line);
    };
    for (const stream of [worker.stdout, worker.stderr]) stream.on("data", log);
    return worker.on("error", (error) => this.log(`the built-in server: ${String(error)}`));
  }

  /** Start a worker that has seen no text of the user and makes the snapshot for the next start. */
  private makeSnapshot(): void {
    this.idle = undefined;
    this.processes.set(0, { write() {}, kill: () => void maker.terminate() });
    const maker = this.startWorker({ ...this.start, makes: true }).on("exit", () => this.processes.delete(0));
  }

  private send(message: ToServer): void {
    this.worker.postMessage(message);
  }

  private handle(message: FromServer): void {
    if ("failed" in message) {
      this.log(`the built-in server: ${message.failed}`);
      void this.end();
    } else if ("start" in message) {
      const { start, what, id } = message;
      this.processes.set(id, start === "engine" ? this.startEngine(what, id) : this.startHelper(what, id));
    } else if ("write" in message) this.processes.get(message.id)?.write(message.write);
    else if ("taken" in message) this.processes.get(message.id)?.resume?.();
    else if ("kill" in message) this.endProcess(message.id);
  }

  private endProcess(id: number): void {
    this.processes.get(id)?.kill();
    this.processes.delete(id);
  }

  /** Start a worker that calls the function `calls` with each text. */
  private startHelper(calls: string, id: number): Process {
    const worker = this.startWorker({ ...this.start, calls, mounts: [...this.mountedPlaces].map((at) => mountAt(at)) });
    worker.on("message", (message: FromServer) => {
      if ("output" in message) this.send({ id, data: message.output });
      else if ("failed" in message) this.log(`${calls}: ${message.failed}`);
    });
    worker.on("exit", () => this.send({ id, ended: true }));
    return {
      write: (text) => worker.postMessage(text),
      kill: () => void worker.removeAllListeners("exit").terminate(),
    };
  }

  /** Start the chess engine at `path`, a path of the server, in a process group of its own. */
  private startEngine(path: string, id: number): Process {
    const program = machinePath(path, process.platform);
    const detached = process.platform !== "win32";
    const child = spawn(program, [], {
      cwd: dirname(program),
      detached,
      windowsHide: true,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const end = (): void => this.send({ id, ended: true });
    // The next piece is read when the server has taken this one, however much the engine writes.
    child.stdout.setEncoding("latin1").on("data", (data: string) => {
      child.stdout.pause();
      this.send({ id, data });
    });
    child.on("error", end).on("exit", end);
    child.stdin.on("error", () => {});
    const kill = (): void => {
      child.removeAllListeners("exit");
      if (child.pid === undefined) return;
      try {
        process.kill(detached ? -child.pid : child.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    };
    return { write: (text) => child.stdin.write(text), resume: () => child.stdout.resume(), kill };
  }
}

function toServerPath(path: string): string {
  return placeOf(path, process.platform)?.path ?? path;
}

/** Return the mount at the place `at`, which `placeOf` has given. */
function mountAt(at: string): Mount {
  const root = machinePath(`${at}/`, process.platform);
  return { at, root: process.platform === "win32" ? root : realpathSync(root) };
}

/** Return the mounts of all folders in the root of a POSIX system: settings and links may lead to any. */
function topFolders(): Mount[] {
  if (process.platform === "win32") return [];
  const names = readdirSync("/").filter((name) => !RESERVED.has(name) && isFolder(`/${name}`));
  return names.map((name) => mountAt(`/${name}`));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

class Reader extends AbstractMessageReader {
  take: (message: Message) => void = () => {};

  listen(callback: (message: Message) => void): vscode.Disposable {
    this.take = callback;
    return { dispose: () => (this.take = () => {}) };
  }

  close(): void {
    this.fireClose();
  }
}

class Writer extends AbstractMessageWriter {
  constructor(private readonly worker: Worker) {
    super();
  }

  write(message: Message): Promise<void> {
    this.worker.postMessage(JSON.stringify(message));
    return Promise.resolve();
  }

  end(): void {}
}
