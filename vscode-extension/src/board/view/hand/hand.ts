// Input on the board: squares of an unfinished code, moves, and new or changed positions.

import type { Board, Choices, FromPage, Look, Shown, ToPage } from "../../messages";
import type { Message } from "../steps";
import { fenOf, menOf, nameOf } from "../position";
import { menIn, mirror, shift } from "./men";
import { Palette, drawPicture } from "./palette";
import { Squares } from "./squares";

type Drawing = { readonly shown: Shown; readonly look: Look };
type Mode = "look" | "edit" | "new";

const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const LETTERS = /^[kqrbnp]$/i;
/** Code units; no more of a pasted text is searched for a FEN. */
const MAX_PASTED = 100_000;
const SHIFTS = [
  ["left", -1, 0],
  ["up", 0, 1],
  ["down", 0, -1],
  ["right", 1, 0],
] as const;
const HINTS: Readonly<Record<Mode, string>> = {
  look: "",
  edit: "Keys on a square: a letter puts a man there, a capital letter White's; Delete removes him; Space picks him up. Enter writes the change, Escape discards it.",
  new: "Keys on a square: a letter puts a man there, a capital letter White's; Delete removes him; Space picks him up. Enter inserts the position, Escape discards it.",
};

export class Hand {
  private mode: Mode = "look";
  private board: Board | undefined;
  private base: Drawing | undefined;
  private men = new Map<string, string>();
  private picked: string | undefined;
  private promoting: { from: string; to: string } | undefined;
  /** The examples of forms for a position that is not complete. */
  private readonly forms: Record<string, string> = {};
  /** The position of the last request for examples, as JSON. */
  private examplesKey = "";
  private readonly squares: Squares;
  private readonly palette: Palette;

  constructor(
    private readonly send: (message: FromPage) => void,
    private readonly redraw: () => void,
  ) {
    this.squares = new Squares(element("squares"), {
      onClick: (square) => this.click(square),
      onDrag: (from, to) => this.drag(from, to),
    });
    this.palette = new Palette(element("palette"), (letter, x, y) => {
      const square = this.squares.squareAt(x, y);
      if (square) this.put(square, letter);
    });
    element("edit").addEventListener("click", () => this.send({ kind: "begin", mode: "edit" }));
    element("new").addEventListener("click", () => this.send({ kind: "begin", mode: "new" }));
    element("write").addEventListener("click", () => this.write());
    element("discard").addEventListener("click", () => this.discard());
    element("empty").addEventListener("click", () => this.set(new Map()));
    for (const id of ["as", "goal", "turn"]) element(id).addEventListener("change", () => this.showChoices());
    for (const [side, files, ranks] of SHIFTS) {
      element(`shift-${side}`).addEventListener("click", () =>
        this.setAll(shift(this.men, files, ranks), "A man is at the edge."),
      );
    }
    element("mirror").addEventListener("click", () => this.setAll(mirror(this.men)));
    const field = element<HTMLInputElement>("set-fen");
    field.addEventListener("input", () => this.paste(field.value));
    field.addEventListener("blur", () => this.showField());
    document.addEventListener("paste", (event) => {
      if (this.isSetting && event.target !== field) this.paste(event.clipboardData?.getData("text/plain") ?? "");
    });
    for (const option of element<HTMLSelectElement>("form").options) this.forms[option.value] = option.text;
    for (const letter of "QRBN") {
      element(`promote-${letter}`).addEventListener("click", () => this.promote(letter));
    }
  }

  /**
   * Return the board to draw, or undefined if there is none: the position being set, the men of an unfinished code, or
   * `message`.
   */
  selectBoard(message: Message | undefined): Drawing | undefined {
    this.board = message?.kind === "board" ? message : undefined;
    if (this.isSetting && this.base) {
      const { shown, look } = this.base;
      const fen = fenOf(this.men);
      return { look, shown: { ...shown, fen, squares: [], boards: [], disputed: [], line: null, draft: null } };
    }
    const men = this.board?.shown.draft?.placement ?? this.board?.shown.partial;
    if (this.board && men && this.board.shown.fen == null) {
      return { look: this.board.look, shown: { ...this.board.shown, fen: men } };
    }
    return this.board?.shown.fen == null ? undefined : this.board;
  }

  get isSetting(): boolean {
    return this.mode !== "look" && this.base !== undefined;
  }

  /** Lay the squares over `board`, and update the controls for the current mode. */
  show(drawing: Drawing | undefined, board: SVGSVGElement | undefined): void {
    const draft = this.mode === "look" ? this.board?.shown.draft : undefined;
    const free = new Set(draft?.free);
    const more = (square: string): string =>
      square === this.picked ? "picked up" : draft ? (free.has(square) ? `free for the ${draft.words}` : "") : "";
    this.squares.show(board, menOf(drawing?.shown.fen ?? ""), more, this.picked);
    const setting = this.mode !== "look";
    document.body.dataset["mode"] = this.mode;
    element("setting").hidden = !setting;
    element("finish").hidden = !setting;
    element("choice").hidden = this.mode !== "new";
    element("promotion").hidden = !this.promoting;
    element<HTMLButtonElement>("edit").disabled =
      setting || (this.board?.shown.fen == null && !this.board?.shown.line?.start);
    element<HTMLButtonElement>("new").disabled = setting;
    element("hint").textContent = HINTS[this.mode];
    element("waits").hidden = !draft;
    if (draft && drawing) {
      const left = draft.lacking == null ? "" : `, ${draft.lacking} to come`;
      const words = `${draft.words}${left}`;
      const label = document.createElement("span");
      label.textContent = words;
      if (element("waits").textContent !== words) {
        element("waits").replaceChildren(drawPicture(draft.waits, drawing.shown.shapes), label);
      }
    }
    this.showChoices();
  }

  /** Handle a message about the setting of a position; return false for other messages. */
  receive(message: ToPage): boolean {
    if (message.kind === "mode") this.begin(message);
    else if (message.kind === "examples") this.showForms(message.forms);
    else if (message.kind === "refused") this.report(message.words);
    else if (message.kind === "written") this.end();
    else return false;
    return true;
  }

  /** Handle a key that sets or moves men; return false for other keys. */
  handleKey(event: KeyboardEvent): boolean {
    const { key, target } = event;
    if (key === "Escape" && (this.promoting || this.picked || this.mode !== "look")) {
      if (this.promoting || this.picked) this.unpick();
      else this.discard();
      return true;
    }
    const square = this.squares.focused;
    if (square && !(this.mode === "look" && key === "e")) return this.handleSquareKey(key, square);
    const isControl = [HTMLButtonElement, HTMLSelectElement, HTMLInputElement].some((one) => target instanceof one);
    const free = square !== undefined || !isControl || (key === "Enter" && target instanceof HTMLInputElement);
    if (this.mode === "look") {
      if (key !== "e" || !free || element<HTMLButtonElement>("edit").disabled) return false;
      this.send({ kind: "begin", mode: "edit" });
      return true;
    }
    if (free && key === "Enter") this.write();
    else if (free && key.startsWith("Arrow")) this.squares.focus();
    else return false;
    return true;
  }

  private handleSquareKey(key: string, square: string): boolean {
    if (this.squares.moveFocus(key)) return true;
    if (key === " ") this.click(square);
    else if (key === "Enter" && this.mode !== "look") this.write();
    else if (key === "Enter") this.click(square);
    else if (this.mode === "look") return false;
    else if (LETTERS.test(key)) this.put(square, key);
    else if (key === "Delete" || key === "Backspace") this.put(square, undefined);
    else return false;
    return true;
  }

  private click(square: string): void {
    const shown = this.board?.shown;
    if (this.mode !== "look") return this.clickInSetting(square);
    if (shown?.draft) return this.send({ kind: "type", square, version: shown.version ?? 0 });
    if (!shown?.line) return this.report("Press e, or Edit, to change the position.");
    const men = new Map(menOf(shown.fen ?? "").map((man) => [man.square, man]));
    const own = men.get(square)?.white === (shown.turn === "white") && men.has(square);
    if (this.picked === square) this.unpick();
    else if (own) this.pick(square);
    else if (this.picked) this.play(this.picked, square);
    else this.report(`${shown.turn === "white" ? "White" : "Black"} is to move.`);
  }

  private clickInSetting(square: string): void {
    const tool = this.palette.tool;
    if (tool === "x") this.put(square, undefined);
    else if (tool) this.put(square, this.men.get(square) === tool ? undefined : tool);
    else if (this.picked === square) this.unpick();
    else if (this.picked) this.move(this.picked, square);
    else if (this.men.has(square)) this.pick(square);
  }

  private drag(from: string, to: string | undefined): void {
    if (this.mode !== "look") {
      if (to) this.move(from, to);
      else this.put(from, undefined);
    } else if (this.board?.shown.line && to && to !== from) {
      this.play(from, to);
    }
  }

  private play(from: string, to: string): void {
    const shown = this.board?.shown;
    const man = menOf(shown?.fen ?? "").find(({ square }) => square === from);
    this.picked = undefined;
    if (!man || !shown) return this.redraw();
    if (man.letter.toUpperCase() === "P" && /[18]$/.test(to)) {
      this.promoting = { from, to };
      this.redraw();
      element("promote-Q").focus();
      return;
    }
    this.send({ kind: "play", from, to, version: shown.version ?? 0 });
    this.redraw();
  }

  private promote(promotion: string): void {
    const played = this.promoting;
    const version = this.board?.shown.version ?? 0;
    this.promoting = undefined;
    if (played) this.send({ kind: "play", ...played, promotion, version });
    this.redraw();
    if (played) this.squares.focus(played.to);
  }

  private pick(square: string): void {
    this.picked = square;
    const man = menOf(this.selectBoard(this.board)?.shown.fen ?? "").find((one) => one.square === square);
    this.report(man ? `${nameOf(man)} picked up from ${square}` : "");
    this.redraw();
  }

  private unpick(): void {
    this.picked = this.promoting = undefined;
    this.report("");
    this.redraw();
  }

  private move(from: string, to: string): void {
    const letter = this.men.get(from);
    const men = new Map(this.men);
    men.delete(from);
    if (letter && from !== to) men.set(to, letter);
    this.picked = undefined;
    if (letter && from !== to) {
      this.set(men);
      this.report(`${nameOf(letter)} from ${from} to ${to}`);
    } else {
      this.redraw();
    }
  }

  /** Put `letter` on `square`, or clear it if undefined. A new king replaces the king of that side. */
  private put(square: string, letter: string | undefined): void {
    const men = new Map(this.men);
    if (letter === "K" || letter === "k") for (const [at, one] of men) if (one === letter) men.delete(at);
    if (letter) men.set(square, letter);
    else men.delete(square);
    this.picked = undefined;
    this.set(men);
    this.report(letter ? `${nameOf(letter)} on ${square}` : `${square} empty`);
  }

  /** Set `men`, or give the reason `why` they cannot be moved. */
  private setAll(men: Map<string, string> | undefined, why = ""): void {
    if (men) this.set(men);
    this.report(men ? "" : why);
  }

  /** Set the position of the FEN in `text`. */
  private paste(text: string): void {
    const found = menIn(text.slice(0, MAX_PASTED));
    if (found?.turn) element<HTMLSelectElement>("turn").value = found.turn;
    this.setAll(found?.men, "That has no FEN of eight ranks.");
  }

  private set(men: Map<string, string>): void {
    this.men = men;
    this.redraw();
  }

  private begin(message: Extract<ToPage, { kind: "mode" }>): void {
    const shown = this.board?.shown;
    const shapes = message.shapes;
    const empty: Shown = {
      fen: "8/8/8/8/8/8/8/8",
      orientation: "white",
      squares: [],
      title: "New position",
      turn: null,
      words: [],
      shapes,
    };
    this.mode = message.mode;
    this.base = { look: message.look, shown: message.mode === "edit" && shown ? shown : empty };
    const start = message.mode === "edit" ? (shown?.line?.start ?? shown?.fen ?? "") : "";
    this.men = new Map(menOf(start).map((man) => [man.square, man.letter]));
    this.picked = this.promoting = undefined;
    this.palette.tool = "";
    if (message.mode === "new") this.offer(message.choices);
    this.palette.show(shapes);
    this.report("");
    this.redraw();
    this.squares.focus();
  }

  /** Offer what the document can take, its own notation first; everything if an older server does not say. */
  private offer(choices: Choices | undefined): void {
    const as = element<HTMLSelectElement>("as");
    for (const option of as.options)
      option.hidden = option.disabled = choices !== undefined && !choices.as.includes(option.value);
    if (choices?.as[0]) as.value = choices.as[0];
    if (choices) element<HTMLSelectElement>("form").value = choices.form;
  }

  private write(): void {
    const fen = fenOf(this.men);
    for (const [letter, name] of [
      ["K", "white"],
      ["k", "black"],
    ] as const) {
      if (!fen.includes(letter)) return this.report(`The board has no ${name} king.`);
    }
    const value = (id: string): string => element<HTMLSelectElement>(id).value;
    if (this.mode === "edit") this.send({ kind: "change", fen });
    else if (this.mode === "new") {
      const [goal, turn] = [value("goal") || null, value("turn")];
      this.send({ kind: "insert", fen, as: value("as"), form: value("form"), goal, turn });
    }
  }

  private discard(): void {
    this.send({ kind: "discard" });
    this.end();
  }

  private end(): void {
    this.mode = "look";
    this.base = undefined;
    this.picked = this.promoting = undefined;
    this.report("");
    this.redraw();
  }

  private showField(): void {
    const field = element<HTMLInputElement>("set-fen");
    if (document.activeElement !== field) field.value = fenOf(this.men);
  }

  /** Show the position in each form; the examples in place of those that are missing in `forms`. */
  private showForms(forms: Readonly<Record<string, string>>): void {
    for (const option of element<HTMLSelectElement>("form").options) {
      option.text = forms[option.value] ?? this.forms[option.value] ?? option.value;
    }
  }

  private showExamples(): void {
    const [goal, turn] = ["goal", "turn"].map((id) => element<HTMLSelectElement>(id).value);
    const position = { fen: fenOf(this.men), goal: goal || null, turn: turn ?? "white" };
    const key = JSON.stringify(position);
    if (this.mode !== "new" || key === this.examplesKey) return;
    this.examplesKey = key;
    if (/K/.test(position.fen) && /k/.test(position.fen)) this.send({ kind: "examples", ...position });
    else this.showForms({});
  }

  private showChoices(): void {
    this.showField();
    this.showExamples();
    element<HTMLButtonElement>("write").disabled = !this.men.size;
    const as = element<HTMLSelectElement>("as").value;
    element<HTMLSelectElement>("form").disabled = as !== "code" && as !== "pgn";
    element("write").textContent = this.mode === "new" ? "Insert" : "Write";
  }

  private report(words: string): void {
    if (element("said").textContent !== words) element("said").textContent = words;
  }
}
