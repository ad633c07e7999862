// The language client and the process of its server: start, middleware and end.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import type * as vscode from "vscode";
import { Range, Uri } from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
  RevealOutputChannelOn,
} from "vscode-languageclient/node";
import type { BuiltIn } from "./builtin/server";
import { provideItems } from "./completion";
import type { Server } from "./finding/search";
import { SELECTOR } from "./languages";
import { reduceExtents } from "./outline";
import { readInitialOptions, readSection, withPaths } from "./settings";
import { NOTIFICATION } from "./wrong_settings";

const LONGEST_START = 60_000;
const LONGEST_END = 2_000;

export type Next = (name: string, given: unknown[]) => unknown;

export interface Hooks {
  execute(name: string, given: unknown[], next: Next): unknown;
  /** The connection of `which` closed without a request of ours. */
  onEnd(which: Running): void;
  /** The server has sent messages about wrong settings; none if they are right again. */
  onWrongSettings(messages: readonly string[]): void;
}

export interface Channels {
  readonly log: vscode.OutputChannel;
  readonly trace: vscode.OutputChannel;
}

export class Running {
  readonly client: LanguageClient;
  private process: ChildProcess | undefined;
  private builtIn: BuiltIn | undefined;

  constructor(
    readonly server: Server,
    private readonly channels: Channels,
    private readonly hooks: Hooks,
    private readonly storage: string,
  ) {
    this.client = new LanguageClient("gbr", "GBR codes", () => this.connect(), this.createOptions());
    this.client.onNotification(NOTIFICATION, (sent: { messages: string[] }) => hooks.onWrongSettings(sent.messages));
    // The client would show its own messages; the session reports each error once.
    this.client.error = (message, error) => channels.log.appendLine(`${message} ${error ?? ""}`);
  }

  /** Start the server. Reject and end it if it does not answer within `LONGEST_START` ms. */
  async start(): Promise<void> {
    const timer = setTimeout(() => {
      this.process?.kill("SIGKILL");
      void this.builtIn?.end();
    }, LONGEST_START);
    try {
      await this.client.start();
      // The promise also resolves if the connection closes before the server answers.
      if (!this.client.isRunning()) throw new Error("it ended before it had answered");
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Send shutdown and exit; wait two seconds for the answer and two for the end, then kill the process or worker. */
  async end(): Promise<void> {
    await this.client.dispose().catch((error: unknown) => this.channels.log.appendLine(String(error)));
    await this.builtIn?.end();
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const timer = setTimeout(() => child.kill("SIGKILL"), LONGEST_END);
    await new Promise((resolve) => child.once("exit", resolve));
    clearTimeout(timer);
  }

  private async connect(): Promise<ChildProcess | MessageTransports> {
    if (this.server.origin !== "builtin") return this.spawn();
    const { BuiltIn } = require("./builtin/server") as typeof import("./builtin/server");
    this.builtIn = new BuiltIn(this.server.command, this.storage, (line) => this.channels.log.appendLine(line));
    return this.builtIn.transports;
  }

  /** Return the settings with paths as the server knows them. */
  private mapPaths(settings: Record<string, unknown>): Record<string, unknown> {
    return this.builtIn ? withPaths(settings, this.builtIn.mountPath) : settings;
  }

  private async spawn(): Promise<ChildProcess> {
    const { command, args } = this.server;
    // Outside the workspace: Python would import a file there that has the name of a module.
    const cwd = existsSync(homedir()) ? { cwd: homedir() } : {};
    const child = spawn(command, args, { ...cwd, windowsHide: true });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.on("error", (error) => this.channels.log.appendLine(String(error)));
    child.on("exit", (code, signal) => this.channels.log.appendLine(`the server ended: ${signal ?? code}`));
    this.process = child;
    return child;
  }

  private createOptions(): LanguageClientOptions {
    const { log, trace } = this.channels;
    return {
      documentSelector: [...SELECTOR],
      outputChannel: log,
      traceOutputChannel: trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: () => this.mapPaths(readInitialOptions()),
      uriConverters: {
        code2Protocol: (uri) => this.builtIn?.uris.code2Protocol(uri) ?? uri.toString(),
        protocol2Code: (value) => this.builtIn?.uris.protocol2Code(value) ?? Uri.parse(value),
      },
      // A hover has a table with the board and the text; its links must not run commands.
      markdown: { supportHtml: true, isTrusted: false },
      // `start` throws the error.
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          this.hooks.onEnd(this);
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        provideCompletionItem: (document, position, context, token, next) =>
          provideItems(document, position, context, (newContext) => next(document, position, newContext, token)),
        provideDocumentSymbols: async (document, token, next) => {
          const symbols = await next(document, token);
          reduceExtents(document.languageId, symbols ?? [], ({ start }: vscode.Range) => new Range(start, start));
          return symbols;
        },
        executeCommand: (name: string, given: unknown[], next: Next) => this.hooks.execute(name, given, next),
        workspace: {
          // The server requests only the section `gbr`.
          configuration: (params: { items: unknown[] }) => params.items.map(() => this.mapPaths(readSection())),
        },
      },
    };
  }
}
