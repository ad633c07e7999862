// The board view: a panel next to the editor that follows the cursor.

import { homedir } from "node:os";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Next } from "../client";
import { isRead } from "../languages";
import { renderPage } from "../page";
import { Fixes } from "./fixes";
import type { FromPage, LineAnswer, Look, Moves, Range, Shown, ToPage } from "./messages";
import { BODY } from "./page";
import { hasLine } from "./view/steps";
import { documentOf, hasCommand, Writer, type Place } from "./writer";

const PAUSE = 60;
/** The error code of the protocol for an answer to an older text. */
const CONTENT_MODIFIED = -32801;
const NONE = "No study is near the cursor.";
const NO_EDITOR = "The board follows the cursor in PGN files and in texts that may have codes: open one beside it.";
const NO_SERVER = "The GBR language server is not running.";
const WAITING: ToPage = { kind: "nothing", words: "" };
const TOO_OLD = "This gbr-lsp is too old to show boards.";

/** The place that the board follows, and the position on the board. */
export interface Followed extends Place {
  readonly fen: string | null;
}

export class BoardView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private place: Place | undefined;
  private shown = WAITING;
  private requestNumber = 0;
  /** The number of the last step that the page has reported. */
  private step = 0;
  /** The moves that the page has, of the document `movesUri`. */
  private moves: Moves | null = null;
  private movesUri = "";
  private movesRequestNumber = 0;
  private timer: NodeJS.Timeout | undefined;
  private listening: vscode.Disposable | undefined;
  /** The place for the caret of a text that is not visible, for when it is. */
  private caret: Place | undefined;
  /** Highlights the move at the cursor in the text. Only themes of high contrast have the border. */
  private readonly mark = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightStrongBackground"),
    border: "2px solid",
    borderColor: new vscode.ThemeColor("editor.wordHighlightStrongBorder"),
    borderRadius: "2px",
  });

  private readonly fixes = new Fixes(() => this.client());
  private readonly writer = new Writer({
    client: () => this.client(),
    place: () => this.place,
    shapes: () => (this.shown.kind === "board" ? this.shown.shown.shapes : undefined),
    readLook,
    post: (message) => void this.panel?.webview.postMessage(message),
    onWritten: (place) => {
      this.setCaret(place);
      this.refresh();
    },
  });
  /** The mode to begin once the page is ready. */
  private waiting: "edit" | "new" | undefined;
  private isReady = false;

  private readonly messages = new vscode.EventEmitter<FromPage>();
  private readonly follows = new vscode.EventEmitter<Followed | undefined>();
  readonly onMessage = this.messages.event;
  /** Fires after each change of the board, and with undefined when the panel closes. */
  readonly onFollowed = this.follows.event;

  constructor(
    private readonly folder: vscode.Uri,
    private readonly client: () => Promise<LanguageClient | undefined>,
  ) {}

  /** Open the board next to the editor, or bring it to the front, at `place` or the caret. The editor keeps the focus. */
  open(place = placeOf(vscode.window.activeTextEditor)): void {
    this.place = place ?? this.place;
    if (this.panel) {
      this.panel.reveal(undefined, true);
    } else {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.revive(vscode.window.createWebviewPanel("gbr.board", "GBR Board", column));
    }
    this.refresh();
  }

  /** Open the board and give it the focus: arrow keys step through the moves, Escape returns to the text. */
  focus(): void {
    this.open();
    this.panel?.reveal(undefined, false);
  }

  /** Open the board to edit the position at the caret, or to set a new one. */
  set(mode: "edit" | "new"): void {
    this.waiting = mode;
    this.focus();
    void this.begin();
  }

  /** Run `gbr.showBoard`, and open the board at the place in `given`: the URI of a document and a position in it. */
  async openAt(given: unknown[], next: Next): Promise<unknown> {
    const [uri, at] = given as [unknown, { line?: unknown; character?: unknown } | undefined];
    this.open();
    if (typeof uri === "string" && typeof at?.line === "number" && typeof at.character === "number") {
      this.place = { uri: vscode.Uri.parse(uri), position: new vscode.Position(at.line, at.character) };
      this.refresh();
    }
    return next("gbr.showBoard", given);
  }

  /** Use `panel` as the board: a new panel, or the panel that VS Code has restored after a reload. */
  revive(panel: vscode.WebviewPanel): void {
    this.close();
    this.panel = panel;
    this.place ??= placeOf(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(isFollowed));
    const roots = [vscode.Uri.joinPath(this.folder, "dist")];
    panel.webview.options = { enableScripts: true, localResourceRoots: roots };
    panel.iconPath = vscode.Uri.joinPath(this.folder, "images/icon.png");
    this.listening = vscode.Disposable.from(
      panel.onDidDispose(() => this.close()),
      panel.webview.onDidReceiveMessage((message: FromPage) => void this.receive(message)),
      panel.onDidChangeViewState(() => panel.visible && this.refresh()),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.followEditor(editor)),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.restoreCaret(editor);
        // After a reload of the window, the board may be restored before its text.
        if (this.place) return;
        this.place = placeOf(editors.find(isFollowed));
        if (this.place) this.refresh();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.followEditor(textEditor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.place?.uri.toString()) this.refresh();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.toString() !== this.place?.uri.toString()) return;
        this.place = undefined;
        this.refresh();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("gbr.board")) this.refresh();
      }),
    );
    this.shown = WAITING;
    this.isReady = false;
    panel.webview.html = renderPage(panel.webview, roots[0] as vscode.Uri, {
      name: "board",
      title: "GBR Board",
      body: BODY,
    });
    this.refresh();
  }

  /** Follow `place`, if the board is open. */
  follow(place: Place): void {
    this.place = place;
    this.refresh();
  }

  /** Request the board again after `PAUSE` ms without another call. */
  refresh(): void {
    clearTimeout(this.timer);
    if (this.panel) this.timer = setTimeout(() => void this.ask(), PAUSE);
  }

  /** Send `message` to the page, if it is open. */
  post(message: ToPage): void {
    void this.panel?.webview.postMessage(message);
  }

  /** Return the place that the board follows and its position; undefined if it follows no text. */
  findFollowed(): Followed | undefined {
    const fen = this.shown.kind === "board" ? this.shown.shown.fen : null;
    return this.place && { ...this.place, fen };
  }

  dispose(): void {
    const panel = this.panel;
    this.close();
    this.messages.dispose();
    this.follows.dispose();
    panel?.dispose();
    this.mark.dispose();
  }

  private close(): void {
    clearTimeout(this.timer);
    this.listening?.dispose();
    this.markMove(undefined);
    this.panel = this.listening = this.caret = undefined;
    this.requestNumber += 1;
    this.follows.fire(undefined);
  }

  private followEditor(editor: vscode.TextEditor | undefined): void {
    const place = placeOf(editor);
    if (!place || !editor || editor !== vscode.window.activeTextEditor || this.restoreCaret(editor)) return;
    this.follow(place);
  }

  /** Set the caret of `editor` to the place of the board if that was left there while the text was not visible. */
  private restoreCaret(editor: vscode.TextEditor): boolean {
    const place = this.caret;
    if (place?.uri.toString() !== editor.document.uri.toString()) return false;
    this.caret = undefined;
    setCaretIn(editor, place.position);
    return true;
  }

  /** Follow `place`, and set the caret of its text there, now or once the text is visible. */
  private setCaret(place: Place): void {
    this.place = place;
    const editor = this.findVisibleEditor();
    this.caret = editor ? undefined : place;
    if (editor) setCaretIn(editor, place.position);
  }

  /** Return the visible editor with the text that the board follows. */
  private findVisibleEditor(): vscode.TextEditor | undefined {
    const uri = this.place?.uri.toString();
    return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  }

  private async ask(): Promise<void> {
    const number = (this.requestNumber += 1);
    const { place, step } = this;
    const message = await this.requestBoard(place, step);
    // Drop the answer after a newer request. Do not send an equal board again: a screen reader would repeat it.
    if (number === this.requestNumber) this.markMove(message);
    if (number !== this.requestNumber || JSON.stringify(message) === JSON.stringify(this.shown)) return;
    const line = message.kind === "board" ? message.shown.line : null;
    const isKnown = !line || (this.movesUri === place?.uri.toString() && hasLine(this.moves, line));
    if (!isKnown) this.setMoves(null, "", true);
    this.shown = message;
    this.follows.fire(this.findFollowed());
    await this.panel?.webview.postMessage(message);
    await Promise.all([place && !isKnown && this.askMoves(place), place && this.askFixes(place, message, number)]);
  }

  /** Request the fixes of the study in `message`, and send their titles to the page unless a newer board is requested. */
  private async askFixes(place: Place, message: ToPage, number: number): Promise<void> {
    const titles = message.kind === "board" ? await this.fixes.request(place, message.shown).catch(() => []) : [];
    if (number === this.requestNumber) this.post({ kind: "fixes", titles });
  }

  /** Request the moves around `place`, with which the page steps by itself. Older servers do not know the command. */
  private async askMoves(place: Place): Promise<void> {
    const number = (this.movesRequestNumber += 1);
    const client = await this.client();
    let moves: Moves | null = null;
    if (client && hasCommand(client, "gbr.moves")) {
      const at = [client.code2ProtocolConverter.asUri(place.uri), place.position];
      const request = { command: "gbr.moves", arguments: at };
      try {
        moves = await client.sendRequest<Moves | null>("workspace/executeCommand", request);
      } catch (error) {
        // If the text has changed meanwhile, the board is requested again.
        if ((error as { code?: number }).code === CONTENT_MODIFIED) return;
      }
    }
    if (number === this.movesRequestNumber) this.setMoves(moves, place.uri.toString());
  }

  private setMoves(moves: Moves | null, uri = "", isRequested = false): void {
    this.movesRequestNumber += 1;
    this.moves = moves;
    this.movesUri = uri;
    this.post({ kind: "moves", moves, isRequested });
  }

  private async requestBoard(place: Place | undefined, step: number): Promise<ToPage> {
    if (!place) return { kind: "nothing", words: NO_EDITOR };
    const client = await this.client();
    if (!client) return { kind: "nothing", words: NO_SERVER };
    const at = [client.code2ProtocolConverter.asUri(place.uri), place.position];
    try {
      const shown = await client.sendRequest<Shown<LineAnswer> | null>("workspace/executeCommand", {
        command: "gbr.showBoard",
        arguments: at,
      });
      if (!shown && place.study)
        return { kind: "board", shown: await requestStudyBoard(client, place.study), look: readLook(), step };
      if (!shown) return { kind: "nothing", words: NONE };
      return shown.shapes ? { kind: "board", shown, look: readLook(), step } : { kind: "nothing", words: TOO_OLD };
    } catch (error) {
      return { kind: "nothing", words: `The server does not answer: ${(error as Error).message}` };
    }
  }

  /** Highlight the move of `message` in the text; remove the highlight if it has none or the text has changed. */
  private markMove(message: ToPage | undefined): void {
    const line = message?.kind === "board" ? message.shown.line : undefined;
    for (const editor of vscode.window.visibleTextEditors) {
      const own = editor.document.uri.toString() === this.place?.uri.toString();
      const current = own && line?.version === editor.document.version;
      editor.setDecorations(this.mark, current && line.move ? [rangeOf(line.move.range)] : []);
    }
  }

  /** Move the caret of the text to `range`. If the text is no longer at `version`, only refresh the board. */
  private go({ range, version, step }: Extract<FromPage, { kind: "go" }>): void {
    this.step = step;
    this.requestNumber += 1;
    const document = this.place && documentOf(this.place);
    if (document?.version !== version) return this.refresh();
    this.setCaret({ uri: document.uri, position: rangeOf(range).start });
    this.findVisibleEditor()?.setDecorations(this.mark, [rangeOf(range)]);
    if (this.moves) return this.refresh(); // The page shows the position already.
    clearTimeout(this.timer);
    void this.ask();
  }

  private async begin(): Promise<void> {
    const mode = this.waiting;
    if (!mode || !this.isReady) return;
    this.waiting = undefined;
    clearTimeout(this.timer);
    await this.ask();
    await this.writer.begin(mode);
  }

  /** Give the focus to the text; show it first if it is a tab in the background, as in the group of the board. */
  private async leave(): Promise<void> {
    const editor = this.findVisibleEditor();
    const document = editor?.document ?? (this.place && documentOf(this.place));
    if (document) await vscode.window.showTextDocument(document, editor?.viewColumn);
  }

  private async receive(message: FromPage): Promise<void> {
    this.messages.fire(message);
    if (message.kind === "ready") {
      this.step = 0;
      await this.panel?.webview.postMessage(this.shown);
      this.post({ kind: "moves", moves: this.moves });
      this.isReady = true;
      await this.begin();
    }
    if (message.kind === "copyText") {
      await vscode.env.clipboard.writeText(message.text);
      vscode.window.setStatusBarMessage(`Copied: ${message.what}`, 4000);
    }
    await this.writer.receive(message);
    if (message.kind === "copyFen") {
      await vscode.env.clipboard.writeText(message.fen);
      vscode.window.setStatusBarMessage(`Copied: ${message.fen}`, 4000);
    }
    if (message.kind === "copied") vscode.window.setStatusBarMessage("Copied: the board as an image", 4000);
    if (message.kind === "go") this.go(message);
    if (message.kind === "fix" && !(await this.fixes.apply(message.number))) this.refresh();
    if (message.kind === "leave") await this.leave();
    if (message.kind === "saveImage") await saveImage(message.png);
  }
}

/** Return the board of a study in a text that the server does not have. */
async function requestStudyBoard(
  client: LanguageClient,
  { title, fen }: NonNullable<Place["study"]>,
): Promise<Shown<LineAnswer>> {
  const request = { command: "gbr.boardShapes", arguments: [] };
  const shapes = await client.sendRequest<Shown["shapes"]>("workspace/executeCommand", request);
  const turn = fen.split(" ")[1] === "b" ? "black" : "white";
  return { fen, orientation: "white", squares: [], title, turn, words: [], shapes };
}

async function saveImage(png: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title: "Save the board",
    filters: { "PNG image": ["png"] },
    defaultUri: vscode.Uri.joinPath(folder, "board.png"),
  });
  if (target) await vscode.workspace.fs.writeFile(target, Buffer.from(png, "base64"));
}

function readLook(): Look {
  const section = vscode.workspace.getConfiguration("gbr.board");
  return {
    coordinates: section.get("coordinates", true),
    highlight: section.get("highlight", true),
    orientation: section.get<Look["orientation"]>("orientation", "white"),
    animation: section.get("animation", true),
  };
}

function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function setCaretIn(editor: vscode.TextEditor, at: vscode.Position): void {
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function isFollowed(editor: vscode.TextEditor): boolean {
  return isRead(editor.document);
}

function placeOf(editor: vscode.TextEditor | undefined): Place | undefined {
  return editor && isFollowed(editor) ? { uri: editor.document.uri, position: editor.selection.active } : undefined;
}
