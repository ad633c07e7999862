// The moves under the board: step buttons, choices, and the moves from the start.

import type { Line, Look, Mark, Range, Shown } from "../messages";
import { animate } from "./animation";

const MOST = 24;
const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const STEPS = ["first", "previous", "next", "last"] as const;
const KEYS: Readonly<Record<string, (typeof STEPS)[number]>> = {
  Home: "first",
  ArrowLeft: "previous",
  ArrowRight: "next",
  End: "last",
};

export class Walk {
  private line: Line | undefined;
  private chosen = 0;
  private fen = "";

  constructor(private readonly go: (range: Range) => void) {
    for (const step of STEPS) element(step).addEventListener("click", () => this.step(step));
  }

  /** Show the line of `told`, and animate the move on `board`. */
  show(told: { readonly shown: Shown; readonly look: Look } | undefined, board: SVGSVGElement | undefined): void {
    const line = told?.shown.line ?? undefined;
    const fen = told?.shown.fen ?? "";
    if (line && this.line && board && told?.look.animation) animate(board, this.fen, fen);
    if (JSON.stringify(line) !== JSON.stringify(this.line)) this.chosen = 0;
    this.line = line;
    this.fen = fen;
    element("line").hidden = !line;
    if (!line) return;
    const { move } = line;
    put("move", move ? `${move.san}: ${move.words}` : line.path.length ? "" : "The start");
    put("tables", line.tables?.words ?? "");
    put("lost", line.lost ? `The last known position: ${line.lost}` : "");
    for (const step of STEPS) element<HTMLButtonElement>(step).disabled = !this.target(step);
    this.showChoices(line);
    this.showPath(line);
  }

  /** Handle a key that steps through the moves; return false for other keys. */
  pressed(key: string, target: EventTarget | null): boolean {
    const line = this.line;
    if (!line) return false;
    const step = KEYS[key];
    if (step) {
      this.step(step);
    } else if ((key === "ArrowUp" || key === "ArrowDown") && 1 < line.choices.length) {
      const count = line.choices.length;
      this.chosen = (this.chosen + (key === "ArrowDown" ? 1 : count - 1)) % count;
      this.showChoices(line);
    } else {
      if (key !== "Enter" || target instanceof HTMLButtonElement) return false;
      this.step("next");
    }
    return true;
  }

  private step(step: (typeof STEPS)[number]): void {
    const range = this.target(step);
    if (range) this.go(range);
  }

  private target(step: (typeof STEPS)[number]): Range | null {
    const line = this.line;
    if (!line) return null;
    if (step === "first") return line.path.length ? line.first : null;
    if (step === "next") return line.choices[this.chosen]?.range ?? line.next;
    return line[step];
  }

  private showChoices(line: Line): void {
    const list = element("choices");
    list.hidden = line.choices.length < 2;
    list.replaceChildren(
      ...line.choices.map(({ san, range, tables }, number) => {
        const item = button(san, () => this.go(range), tables);
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", String(number === this.chosen));
        item.tabIndex = -1;
        return item;
      }),
    );
    const chosen = line.choices[this.chosen];
    if (chosen && this.chosen) put("move", `Next: ${chosen.san}, ${this.chosen + 1} of ${line.choices.length}`);
  }

  private showPath(line: Line): void {
    const shown = line.path.slice(-MOST);
    const items = shown.map(({ text, range, tables }, number) => {
      const item = document.createElement("li");
      const move = button(text, () => this.go(range), tables);
      if (number === shown.length - 1) move.setAttribute("aria-current", "step");
      item.append(move);
      return item;
    });
    const rest = document.createElement("li");
    rest.textContent = "…";
    element("path").replaceChildren(...(shown.length < line.path.length ? [rest] : []), ...items);
  }
}

/** Return a button for a move, with a faint mark if tablebases have the position. */
function button(text: string, act: () => void, tables?: Mark | null): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (tables) {
    const mark = document.createElement("span");
    mark.className = "tables";
    mark.textContent = ` ${tables.sign}`;
    mark.setAttribute("aria-label", tables.words);
    made.title = tables.words;
    made.append(mark);
  }
  made.addEventListener("click", act);
  return made;
}

/** Set the text of the element `id`, unless it is unchanged: a screen reader would repeat it. */
function put(id: string, text: string): void {
  if (element(id).textContent !== text) element(id).textContent = text;
}
