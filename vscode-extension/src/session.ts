// The server session: search, start, restart after changes and crashes, and end.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { Analysis } from "./analysis/analysis";
import { BoardView } from "./board/panel";
import { type Next, Running } from "./client";
import { Collection, type View } from "./collection/collection";
import { Commands } from "./commands";
import { watchChanges } from "./completion";
import { showError } from "./errors";
import { type Missing, type Server, search } from "./finding/search";
import { Proofs } from "./proof/proofs";
import { follow } from "./python";
import { Status } from "./status";
import { readSurroundings } from "./surroundings";
import type { Texts } from "./texts";

const MOST_CRASHES = 3;
const WITHIN = 180_000;
const PAUSE = 800;

export class Session {
  readonly analysis: Analysis;
  readonly board: BoardView;
  readonly collection: Collection;
  readonly commands: Commands;
  readonly proofs: Proofs;
  private readonly status = new Status();
  private readonly trace = vscode.window.createOutputChannel("GBR codes: trace");
  private running: Running | undefined;
  /** The last of the queued starts and stops; each waits for the one before. */
  private work: Promise<unknown> = Promise.resolve();
  private isStarted = false;
  private isEnded = false;
  private isFollowing = false;
  private lastFailure: Missing | undefined;
  private isFailureShown = false;
  private crashes: number[] = [];
  private soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.OutputChannel,
    view: View,
    texts: Texts,
  ) {
    const client = (): Promise<LanguageClient | undefined> => this.client();
    this.board = new BoardView(context.extensionUri, client);
    this.collection = new Collection(context.extensionUri, client, context.workspaceState, view, this.board);
    const requestClient = (): Promise<LanguageClient | undefined> => this.requestClient();
    this.analysis = new Analysis(requestClient, this.board);
    this.commands = new Commands(requestClient, texts);
    this.proofs = new Proofs(requestClient, texts);
    context.subscriptions.push(
      this.trace,
      this.status,
      this.board,
      this.collection,
      this.analysis,
      this.proofs,
      watchChanges(),
      // The section `gbr` contains the background: if it is dark, the server exchanges the figures of White and Black.
      vscode.window.onDidChangeActiveColorTheme(() => {
        void this.running?.client.sendNotification("workspace/didChangeConfiguration", { settings: null });
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.searchAgain()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        // Only a start finds another server, or announces pulls of closed files without a second one for open files.
        const settled = ["gbr.path", "gbr.server", "gbr.workspaceDiagnostics"].some((key) =>
          change.affectsConfiguration(key),
        );
        if (settled && this.isStarted) this.restartSoon();
      }),
    );
  }

  /**
   * Return the client of the server, which the first call starts. Return undefined if no server runs; the failure is
   * then already reported.
   */
  async client(): Promise<LanguageClient | undefined> {
    if (this.isStarted) await this.work;
    else await this.enqueue(async () => this.isStarted || (await this.start()));
    return this.running?.client;
  }

  /** Return the client for a command. A known failure is shown again, because the user expects an effect. */
  private async requestClient(): Promise<LanguageClient | undefined> {
    const failure = this.lastFailure;
    const client = await this.client();
    if (!client && failure) this.showFailure(failure);
    return client;
  }

  /** Stop the server, search for one again and start it; reset the count of crashes. */
  restart(): Promise<unknown> {
    // An open message may be out of sight, so this request shows the failure again.
    this.isFailureShown = false;
    return this.restartServer();
  }

  private restartServer(): Promise<unknown> {
    return this.enqueue(async () => {
      this.lastFailure = undefined;
      this.crashes = [];
      await this.stop();
      await this.start();
    });
  }

  async end(): Promise<void> {
    clearTimeout(this.soon);
    this.isEnded = true;
    await this.enqueue(() => this.stop());
  }

  /** Restart once no setting has changed for `PAUSE` ms: settings are typed letter by letter. */
  private restartSoon(): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.restartServer(), PAUSE);
  }

  /** Restart if a new search finds another server. If it finds none, keep the running one. */
  private searchAgain(): Promise<unknown> {
    return this.enqueue(async () => {
      if (!this.isStarted || this.isEnded) return;
      const found = await this.search();
      const same = JSON.stringify(found) === JSON.stringify(this.running?.server);
      if (same || ("reason" in found && this.running)) return;
      await this.stop();
      await this.start(found);
    });
  }

  private enqueue<T>(act: () => Promise<T>): Promise<T> {
    const done = this.work.then(act);
    this.work = done.catch((error: unknown) => this.log.appendLine(String(error)));
    return done;
  }

  private async search(): Promise<Server | Missing> {
    const around = readSurroundings(this.context, this.log);
    const found = await search(around);
    if (around.isTrusted && !around.setting && !this.isFollowing) {
      this.isFollowing = true;
      void follow(() => void this.searchAgain()).then((listening) => {
        if (listening) this.context.subscriptions.push(listening);
      });
    }
    return found;
  }

  private async start(result?: Server | Missing): Promise<void> {
    this.isStarted = true;
    if (this.isEnded) return;
    this.status.showBusy("looking for the server");
    const found = result ?? (await this.search());
    if ("reason" in found) return this.reportFailure(found);
    this.status.showBusy("starting");
    const running = new Running(
      found,
      { log: this.log, trace: this.trace },
      {
        execute: (name, given, next) => this.execute(name, given, next),
        onEnd: (which) => this.handleEnd(which),
        onWrongSettings: (messages) => this.status.showWrongSettings(messages),
      },
      this.context.globalStorageUri.fsPath,
    );
    try {
      await running.start();
    } catch (error) {
      this.log.appendLine(`the server did not start: ${String(error)}`);
      return this.crashes.length
        ? this.countCrash()
        : this.reportFailure({ reason: "The language server did not start." });
    }
    this.running = running;
    this.lastFailure = undefined;
    this.status.showRunning(found);
    this.board.refresh();
    this.collection.onServerChange();
  }

  private async stop(): Promise<void> {
    const before = this.running;
    this.running = undefined;
    await before?.end();
  }

  private handleEnd(which: Running): void {
    if (which !== this.running || this.isEnded) return;
    this.running = undefined;
    this.log.appendLine("the server has ended, though nobody asked it to");
    this.countCrash();
  }

  /** Start the server again after a crash, unless it crashed more than `MOST_CRASHES` times within `WITHIN` ms. */
  private countCrash(): void {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((time) => now - WITHIN < time), now];
    if (this.crashes.length <= MOST_CRASHES) {
      void this.enqueue(async () => this.running ?? (await this.start()));
    } else {
      const reason = `The language server ended ${this.crashes.length} times in ${WITHIN / 60_000} minutes.`;
      this.reportFailure({ reason });
    }
  }

  /** Report `missing` in the status item and the log. Show a message if the reason is new and no message is open. */
  private reportFailure(missing: Missing): void {
    const { reason } = missing;
    this.status.showFailure(reason);
    this.log.appendLine(reason);
    if (this.lastFailure?.reason !== reason && !this.isFailureShown) this.showFailure(missing);
    this.lastFailure = missing;
    this.board.refresh();
    this.collection.onServerChange();
  }

  /** Show a message; VS Code replaces an open message with the same text. */
  private showFailure(missing: Missing): void {
    this.isFailureShown = true;
    void showError(missing).finally(() => (this.isFailureShown = false));
  }

  private execute(name: string, given: unknown[], next: Next): unknown {
    return name === "gbr.showBoard" ? this.board.openAt(given, next) : this.commands.execute(name, given, next);
  }
}
