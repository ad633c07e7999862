// Engine analysis of the position on the board. It is shown under the board, and ends when the cursor leaves.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Followed } from "../board/panel";
import type { FromPage, ToPage } from "../board/messages";
import { offerEngine } from "./engine";
import type { Report } from "./messages";

const SHOWN = 4000;
const NO_POSITION = "No position is known here.";

/** The part of the board view that the analysis needs. */
export interface Board {
  open(): void;
  post(message: ToPage): void;
  findFollowed(): Followed | undefined;
  readonly onMessage: vscode.Event<FromPage>;
  readonly onFollowed: vscode.Event<Followed | undefined>;
}

export class Analysis implements vscode.Disposable {
  private listening: LanguageClient | undefined;
  private report: Report | undefined;
  private problem = "";
  /** Id of the analysis on show; `fen` is its position. */
  private shownId: number | undefined;
  private fen: string | undefined;
  private uri = "";
  private isRunning = false;
  private readonly subscribed: vscode.Disposable;

  constructor(
    private readonly client: () => Promise<LanguageClient | undefined>,
    private readonly board: Board,
  ) {
    this.subscribed = vscode.Disposable.from(
      board.onMessage((message) => void this.handle(message)),
      board.onFollowed((followed) => this.stopIfLeft(followed)),
      // A change to a text without boards leaves the board as it is, so `onFollowed` does not report it.
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor && editor.document.uri.toString() !== this.uri) this.stopIfLeft(undefined);
      }),
    );
  }

  /** Open the board, and start an analysis of the position at the cursor. */
  async begin(): Promise<void> {
    this.board.open();
    const client = await this.client();
    const place = this.board.findFollowed();
    if (!client || !place) return;
    this.listen(client);
    this.clear();
    this.uri = place.uri.toString();
    this.show();
    try {
      const at = client.code2ProtocolConverter.asUri(place.uri);
      const started = await ask<{ id: number; fen: string } | null>(client, "gbr.analyze", at, place.position);
      this.shownId = started?.id;
      this.fen = started?.fen;
      this.isRunning = started !== null;
      if (!started) this.problem = NO_POSITION;
    } catch (error) {
      this.problem = (error as Error).message;
      void this.offer(this.problem);
    }
    this.show();
  }

  async stop(): Promise<void> {
    if (this.isRunning && this.listening) await ask(this.listening, "gbr.stopAnalysis", this.shownId).catch(() => {});
    this.isRunning = false;
  }

  dispose(): void {
    this.subscribed.dispose();
  }

  private listen(client: LanguageClient): void {
    if (client === this.listening) return;
    this.listening = client;
    client.onNotification("gbr/analysis", (report: Report) => this.receive(report));
  }

  private receive(report: Report): void {
    // Skip the last reports of an analysis that the cursor has left.
    if (report.id !== this.shownId) return;
    this.report = report;
    if (report.ended) this.isRunning = false;
    this.show();
    // An engine that has shown lines is a chess engine, so another one is no remedy.
    if (report.ended === "failed" && report.problem && !report.lines.length) void this.offer(report.problem);
  }

  /** Report `problem` if its cause is the engine, and analyze with the engine that the user then chooses. */
  private async offer(problem: string): Promise<void> {
    if (await offerEngine(problem)) await this.begin();
  }

  /** Stop and clear the analysis if the board shows another position or none. */
  private stopIfLeft(followed: Followed | undefined): void {
    if (this.fen === undefined || followed?.fen === this.fen) return;
    void this.stop();
    this.clear();
    this.show();
  }

  private clear(): void {
    this.report = this.shownId = this.fen = undefined;
    this.problem = "";
  }

  private show(): void {
    this.board.post({ kind: "analysis", report: this.report ?? null, problem: this.problem });
  }

  private async handle(message: FromPage): Promise<void> {
    if (message.kind === "ready") this.show();
    if (message.kind === "analyze") await this.begin();
    if (message.kind === "stopAnalysis") await this.stop();
    if (message.kind === "insertLine") await this.insert(message.fen, message.moves);
  }

  private async insert(fen: string, moves: readonly string[]): Promise<void> {
    const client = await this.client();
    const place = this.board.findFollowed();
    if (!client || !place) return;
    try {
      const at = client.code2ProtocolConverter.asUri(place.uri);
      const text = await ask<string | null>(client, "gbr.insertLine", at, place.position, { fen, moves });
      this.problem = "";
      if (text) vscode.window.setStatusBarMessage(`Inserted: ${text}`, SHOWN);
    } catch (error) {
      this.problem = (error as Error).message;
    }
    this.show();
  }
}

function ask<T>(client: LanguageClient, command: string, ...given: unknown[]): Promise<T> {
  return client.sendRequest<T>("workspace/executeCommand", { command, arguments: given });
}
