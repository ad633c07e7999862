// The board next to the text: passes messages between its frame and the server, and writes changes into the text.

import type {
  Choices,
  FromPage,
  LineAnswer,
  Look,
  Moves,
  Shown,
  ToPage,
} from "../../vscode-extension/src/board/messages";
import { hasLine } from "../../vscode-extension/src/board/view/steps";
import type { Editor } from "./editor";
import { byId } from "./elements";
import type { Position, TextEdit, WorkspaceEdit } from "./protocol";
import type { Session } from "./session";

const PAUSE = 60;
const NONE = "Put the cursor on a code, a diagram or a move: its board is shown here.";
const CHANGED = "The text has changed since the board was drawn.";
const LOOK: Look = { coordinates: true, highlight: true, orientation: "white", animation: true };

/** The answer of the commands that write. */
interface Written {
  readonly edit: WorkspaceEdit | null;
  readonly caret: Position | null;
  readonly refused: string | null;
}

/** The place where a new position is written; the caret may move before that. */
interface Held {
  readonly position: Position;
  readonly version: number;
  readonly isCurrent: () => boolean;
}

/** What the page does for the board. */
export interface BoardEvents {
  copy(text: string, what: string): void;
  savePicture(png: string): void;
  say(text: string): void;
}

export class Board {
  private readonly frame = byId<HTMLIFrameElement>("board");
  private shown: ToPage = { kind: "nothing", words: NONE };
  private moves: Moves | null = null;
  private fixes: readonly { title: string; edits: readonly TextEdit[] }[] = [];
  private fixesAreCurrent = (): boolean => false;
  private step = 0;
  private requests = 0;
  private timer = 0;
  private held: Held | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly session: Session,
    private readonly events: BoardEvents,
  ) {
    window.addEventListener("message", (event: MessageEvent<FromPage>) => {
      if (event.source === this.frame.contentWindow && event.origin === location.origin) void this.take(event.data);
    });
    this.frame.src = "board.html";
  }

  /** Show the board at the caret after `PAUSE` ms without another call. */
  follow(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.request(), PAUSE);
  }

  /** Show that there is no board. */
  clear(): void {
    this.requests++;
    this.moves = null;
    this.set({ kind: "nothing", words: NONE });
  }

  private post(message: ToPage): void {
    this.frame.contentWindow?.postMessage(message, location.origin);
  }

  /** Send `shown`, unless the frame has it already: a screen reader would repeat it. */
  private set(shown: ToPage): void {
    if (JSON.stringify(shown) === JSON.stringify(this.shown)) return;
    this.shown = shown;
    this.post(shown);
  }

  private async request(): Promise<void> {
    const number = ++this.requests;
    const { step, session } = this;
    const { caret } = this.editor;
    const shown = await session.run<Shown<LineAnswer>>("gbr.showBoard", caret);
    if (number !== this.requests) return;
    const move = shown?.line?.version === session.version ? shown.line.move : null;
    this.editor.showMove(move?.range ?? null);
    const isKnown = !shown?.line || hasLine(this.moves, shown.line);
    if (!isKnown) this.setMoves(null, true);
    this.set(shown ? { kind: "board", shown, look: LOOK, step } : { kind: "nothing", words: NONE });
    await Promise.all([isKnown || this.requestMoves(caret), this.requestFixes(shown, number)]);
  }

  private async requestMoves(position: Position): Promise<void> {
    const isCurrent = this.session.check();
    const moves = await this.session.run<Moves>("gbr.moves", position);
    if (isCurrent()) this.setMoves(moves, false);
  }

  private setMoves(moves: Moves | null, isRequested: boolean): void {
    this.moves = moves;
    this.post({ kind: "moves", moves, isRequested });
  }

  /** Request the fixes at the code and boards of `shown` if they differ. */
  private async requestFixes(shown: Shown | null, number: number): Promise<void> {
    const isDisputed = shown?.boards?.some(({ differences }) => differences.length);
    const answers = isDisputed
      ? await Promise.all((shown?.places ?? []).map((range) => this.session.fixes(range)))
      : [];
    if (number !== this.requests) return;
    this.fixesAreCurrent = this.session.check();
    this.fixes = [...new Map(answers.flat().map((fix) => [fix.title, fix])).values()];
    this.post({ kind: "fixes", titles: this.fixes.map(({ title }) => title) });
  }

  private async take(message: FromPage): Promise<void> {
    const { kind } = message;
    if (kind === "ready") {
      this.step = 0;
      this.post(this.shown);
      this.post({ kind: "moves", moves: this.moves });
    } else if (kind === "copyFen") this.events.copy(message.fen, message.fen);
    else if (kind === "copyText") this.events.copy(message.text, message.what);
    else if (kind === "copied") this.events.say("Copied: the board as an image");
    else if (kind === "saveImage") this.events.savePicture(message.png);
    else if (kind === "go") this.go(message);
    else if (kind === "leave") this.editor.view.focus();
    else if (kind === "fix") this.fix(message.number);
    else if (kind === "begin") await this.setUp(message.mode);
    else if (kind === "discard") this.held = undefined;
    else if (kind === "examples") this.post({ kind: "examples", forms: (await this.choices(message))?.forms ?? {} });
    else if (kind === "change") await this.write("gbr.changePosition", this.held, message);
    else if (kind === "insert") await this.write("gbr.writePosition", this.held, message);
    else if (kind === "play" || kind === "type") {
      const held = { ...this.here(), version: message.version };
      await this.write(kind === "play" ? "gbr.playMove" : "gbr.typeSquare", held, message);
    }
  }

  private go({ range, version, step }: Extract<FromPage, { kind: "go" }>): void {
    this.step = step;
    this.requests++;
    if (this.session.version === version) {
      this.editor.go(range.start, false);
      this.editor.showMove(range);
    }
    this.follow();
  }

  private fix(number: number): void {
    const fix = this.fixes[number];
    if (fix && this.fixesAreCurrent()) this.editor.apply(fix.edits);
  }

  private here(): Held {
    return { position: this.editor.caret, version: this.session.version, isCurrent: this.session.check() };
  }

  private async setUp(mode: "edit" | "new"): Promise<void> {
    this.held = this.here();
    const shapes =
      this.shown.kind === "board"
        ? this.shown.shown.shapes
        : await this.session.client
            .request<Shown["shapes"]>("workspace/executeCommand", { command: "gbr.boardShapes", arguments: [] })
            .catch(() => ({}));
    const choices = mode === "new" ? await this.choices() : undefined;
    this.post({ kind: "mode", mode, shapes, look: LOOK, choices });
  }

  /** Return what can be written at the held place; with the codes of the position `set`, if given. */
  private async choices(set?: object): Promise<Choices | undefined> {
    const { position } = this.held ?? this.here();
    return (await this.session.run<Choices>("gbr.writingChoices", position, ...(set ? [set] : []))) ?? undefined;
  }

  private async write(command: string, held: Held | undefined, wanted: object): Promise<void> {
    const answer =
      held && (await this.session.run<Written>(command, held.position, { ...wanted, version: held.version }));
    const refused = answer?.refused ?? (!answer || !held?.isCurrent() ? CHANGED : "");
    if (refused || !answer) return this.post({ kind: "refused", words: refused });
    this.held = undefined;
    this.editor.apply(this.session.editsIn(answer.edit));
    this.post({ kind: "written" });
    if (answer.caret) this.editor.go(answer.caret, false);
    this.follow();
  }
}
