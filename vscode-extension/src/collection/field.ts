// The field of the collection: a small page with text, chips, the counter and the reading.

import * as vscode from "vscode";
import { renderPage } from "../page";
import type { FromField, ToField } from "./messages";

const BODY = `<main role="search">
    <input id="query" type="text" placeholder="such as: rook against pawn"
      aria-label="Search the studies of the workspace" aria-describedby="problem" spellcheck="false" autocomplete="off">
    <div id="chips" role="group" aria-label="Show only">
      <button id="win" type="button" aria-pressed="false">Win</button>
      <button id="draw" type="button" aria-pressed="false">Draw</button>
      <button id="findings" type="button" aria-pressed="false">With findings</button>
    </div>
    <p id="problem" role="alert"></p>
    <p id="count" aria-live="polite"></p>
    <button id="reading" type="button" title="Edit this query" hidden>read as: <span></span></button>
  </main>`;

export class Field implements vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private readonly listening: vscode.Disposable[] = [];

  constructor(
    private readonly folder: vscode.Uri,
    private readonly hooks: { onMessage(message: FromField): void; onShown(): void },
  ) {}

  get isVisible(): boolean {
    return this.view?.visible ?? false;
  }

  /** Use `view` as the field. */
  resolve(view: vscode.WebviewView): void {
    this.dispose();
    this.view = view;
    const dist = vscode.Uri.joinPath(this.folder, "dist");
    view.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.listening.push(
      view.webview.onDidReceiveMessage((message: FromField) => this.hooks.onMessage(message)),
      view.onDidChangeVisibility(() => view.visible && this.hooks.onShown()),
      view.onDidDispose(() => this.dispose()),
    );
    view.webview.html = renderPage(view.webview, dist, { name: "field", title: "Search", body: BODY });
    this.hooks.onShown();
  }

  post(message: ToField): void {
    void this.view?.webview.postMessage(message);
  }

  dispose(): void {
    this.view = undefined;
    vscode.Disposable.from(...this.listening.splice(0)).dispose();
  }
}
