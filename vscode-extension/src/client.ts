// The language client and the process of its server: what it reads, what the middleware changes, how both end.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import type * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
} from "vscode-languageclient/node";
import { current } from "./completion";
import type { Server } from "./finding/search";
import { SELECTOR } from "./languages";
import { initial, told } from "./settings";

const LONGEST_START = 60_000;
const LONGEST_END = 2_000;

export type Next = (name: string, given: unknown[]) => unknown;

export interface Hooks {
  executed(name: string, given: unknown[], next: Next): unknown;
  /** The server has ended, and nobody has asked it to. */
  ended(which: Running): void;
}

export interface Channels {
  readonly log: vscode.OutputChannel;
  readonly trace: vscode.OutputChannel;
}

export class Running {
  readonly client: LanguageClient;
  private process: ChildProcess | undefined;

  constructor(
    readonly server: Server,
    private readonly channels: Channels,
    private readonly hooks: Hooks,
  ) {
    this.client = new LanguageClient("gbr", "GBR codes", () => this.spawn(), this.options());
    // The client would show messages of its own; what goes wrong is told by ours, once.
    this.client.error = (message, error) => channels.log.appendLine(`${message} ${error ?? ""}`);
  }

  /** Resolves when the server has answered; what has not by then is ended. */
  async start(): Promise<void> {
    const timer = setTimeout(() => this.process?.kill("SIGKILL"), LONGEST_START);
    try {
      await this.client.start();
      // The client's promise is kept, too, when the connection closes before the server has answered.
      if (!this.client.isRunning()) throw new Error("it ended before it had answered");
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends shutdown and exit, waits two seconds for the answer and two for the end, then kills the process. */
  async end(): Promise<void> {
    await this.client.dispose().catch((error: unknown) => this.channels.log.appendLine(String(error)));
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const timer = setTimeout(() => child.kill("SIGKILL"), LONGEST_END);
    await new Promise((resolve) => child.once("exit", resolve));
    clearTimeout(timer);
  }

  private async spawn(): Promise<ChildProcess> {
    const { command, args } = this.server;
    // Not in the workspace, where a file that is named like a module would be run.
    const cwd = existsSync(homedir()) ? { cwd: homedir() } : {};
    const child = spawn(command, args, { ...cwd, windowsHide: true });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.on("error", (error) => this.channels.log.appendLine(String(error)));
    child.on("exit", (code, signal) => this.channels.log.appendLine(`the server ended: ${signal ?? code}`));
    this.process = child;
    return child;
  }

  private options(): LanguageClientOptions {
    const { log, trace } = this.channels;
    return {
      documentSelector: SELECTOR,
      outputChannel: log,
      traceOutputChannel: trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: () => initial(),
      // The board of a hover stands beside its words in a table; no link of it may run a command.
      markdown: { supportHtml: true, isTrusted: false },
      // What went wrong is thrown by `start` too.
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          this.hooks.ended(this);
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        provideCompletionItem: (document, position, context, token, next) =>
          current(document, position, context, (asked) => next(document, position, asked, token)),
        executeCommand: (name: string, given: unknown[], next: Next) =>
          this.hooks.executed(name, given, next) as vscode.ProviderResult<unknown>,
        workspace: {
          // Nothing but our own section is asked for.
          configuration: (params: { items: unknown[] }) => params.items.map(() => told()),
        },
      },
    };
  }
}
