// The client from start to end: found, started, restarted when something changes, given up after a few crashes.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { Analysis } from "./analysis/analysis";
import { BoardView } from "./board/panel";
import { type Next, Running } from "./client";
import { Commands } from "./commands";
import { watchChanges } from "./completion";
import { showError } from "./errors";
import { type Missing, type Server, search } from "./finding/search";
import { Proofs } from "./proof/proofs";
import { follow } from "./python";
import { Status } from "./status";
import { surroundings } from "./surroundings";

const MOST_CRASHES = 3;
const WITHIN = 180_000;
const PAUSE = 800;

export class Session {
  readonly analysis: Analysis;
  readonly board: BoardView;
  readonly commands: Commands;
  readonly proofs: Proofs;
  private readonly status = new Status();
  private readonly trace = vscode.window.createOutputChannel("GBR codes: trace");
  private running: Running | undefined;
  /** One thing at a time: a restart waits for the start before it. */
  private work: Promise<unknown> = Promise.resolve();
  private begun = false;
  private ended = false;
  private following = false;
  private complained: Missing | undefined;
  private telling = false;
  private crashes: number[] = [];
  private soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.OutputChannel,
  ) {
    this.board = new BoardView(context.extensionUri, () => this.client());
    const asked = (): Promise<LanguageClient | undefined> => this.asked();
    this.analysis = new Analysis(asked, this.board);
    this.commands = new Commands(asked);
    this.proofs = new Proofs(asked);
    context.subscriptions.push(
      this.trace,
      this.status,
      this.board,
      this.analysis,
      this.proofs,
      watchChanges(),
      // The server reads its section again: on a dark background it shows the figures of the men in other colors.
      vscode.window.onDidChangeActiveColorTheme(() => {
        void this.running?.client.sendNotification("workspace/didChangeConfiguration", { settings: null });
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.searchAgain()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        // Whether the whole workspace is read is settled when the server starts.
        const settled = ["gbr.path", "gbr.workspaceDiagnostics"].some((key) => change.affectsConfiguration(key));
        if (settled && this.begun) this.restartSoon();
      }),
    );
  }

  /** The client of the server, started at the first call; undefined where none can be had, and that was said. */
  async client(): Promise<LanguageClient | undefined> {
    if (this.begun) await this.work;
    else await this.inTurn(async () => this.begun || (await this.start()));
    return this.running?.client;
  }

  /** The client for a command: why there is none is told at each. */
  private async asked(): Promise<LanguageClient | undefined> {
    const known = this.complained;
    const client = await this.client();
    if (!client && known) this.tell(known);
    return client;
  }

  /** Stops the server, looks for one again and starts it; crashes are counted from zero. */
  restart(): Promise<unknown> {
    // A message may be out of sight and still be open; whoever asks for a server is told anew that there is none.
    this.telling = false;
    return this.restarted();
  }

  private restarted(): Promise<unknown> {
    return this.inTurn(async () => {
      this.complained = undefined;
      this.crashes = [];
      await this.stop();
      await this.start();
    });
  }

  async end(): Promise<void> {
    clearTimeout(this.soon);
    this.ended = true;
    await this.inTurn(() => this.stop());
  }

  /** A setting is typed letter by letter. */
  private restartSoon(): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.restarted(), PAUSE);
  }

  /** Starts anew where a search now finds another server than the one that runs. */
  private searchAgain(): Promise<unknown> {
    return this.inTurn(async () => {
      if (!this.begun || this.ended) return;
      const found = await this.search();
      const same = JSON.stringify(found) === JSON.stringify(this.running?.server);
      if (same || ("reason" in found && this.running)) return;
      await this.stop();
      await this.start(found);
    });
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.work.then(act);
    this.work = done.catch((error: unknown) => this.log.appendLine(String(error)));
    return done;
  }

  private async search(): Promise<Server | Missing> {
    const around = surroundings(this.context, this.log);
    const found = await search(around);
    if (around.trusted && !around.setting && !this.following) {
      this.following = true;
      void follow(() => void this.searchAgain()).then((listening) => {
        if (listening) this.context.subscriptions.push(listening);
      });
    }
    return found;
  }

  private async start(known?: Server | Missing): Promise<void> {
    this.begun = true;
    if (this.ended) return;
    this.status.busy("looking for the server");
    const found = known ?? (await this.search());
    if ("reason" in found) return this.complain(found);
    this.status.busy("starting");
    const made = new Running(found, { log: this.log, trace: this.trace }, {
      executed: (name, given, next) => this.executed(name, given, next),
      ended: (which) => this.crashed(which),
    });
    try {
      await made.start();
    } catch (error) {
      this.log.appendLine(`the server did not start: ${String(error)}`);
      return this.crashes.length ? this.countCrash() : this.complain({ reason: "The language server did not start." });
    }
    this.running = made;
    this.complained = undefined;
    this.status.running(found);
    this.board.refresh();
  }

  private async stop(): Promise<void> {
    const before = this.running;
    this.running = undefined;
    await before?.end();
  }

  private crashed(which: Running): void {
    if (which !== this.running || this.ended) return;
    this.running = undefined;
    this.log.appendLine("the server has ended, though nobody asked it to");
    this.countCrash();
  }

  /** A server that crashes is started again, but not for ever. */
  private countCrash(): void {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((time) => now - WITHIN < time), now];
    if (this.crashes.length <= MOST_CRASHES) {
      void this.inTurn(async () => this.running ?? (await this.start()));
    } else {
      const reason = `The language server ended ${this.crashes.length} times in ${WITHIN / 60_000} minutes.`;
      this.complain({ reason });
    }
  }

  /** Says what is wrong: always in the status item and the log; in a message if it is news, and only one at a time. */
  private complain(missing: Missing): void {
    const { reason } = missing;
    this.status.failed(reason);
    this.log.appendLine(reason);
    if (this.complained?.reason !== reason && !this.telling) this.tell(missing);
    this.complained = missing;
    this.board.refresh();
  }

  /** Shows a message; VS Code shows it in the place of the same one. */
  private tell(missing: Missing): void {
    this.telling = true;
    void showError(missing).finally(() => (this.telling = false));
  }

  private executed(name: string, given: unknown[], next: Next): unknown {
    return name === "gbr.showBoard" ? this.board.openAt(given, next) : this.commands.executed(name, given, next);
  }
}
