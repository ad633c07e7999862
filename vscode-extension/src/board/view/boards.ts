// The boards of a study: which one is shown, what differs from the code, and fixes as buttons.

import type { FromPage, Shown, ToPage } from "../messages";
import { type Told, withBoard } from "./steps";

const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

export class Boards {
  /** The boards of the last message as JSON. With others, its default board is shown again. */
  private key = "";
  private chosen: number | undefined;
  private fixes: readonly string[] = [];
  private shown: Shown | undefined;

  constructor(
    private readonly send: (message: FromPage) => void,
    private readonly redraw: () => void,
  ) {}

  /** Take the fixes in `message`; return false for other messages. */
  received(message: ToPage): boolean {
    if (message.kind !== "fixes") return false;
    this.fixes = message.titles;
    this.show(this.shown);
    return true;
  }

  /** Return `told` with the board that was chosen among those of its study. */
  seen(told: Told | undefined): Told | undefined {
    if (told?.kind !== "board") return told;
    const { boards, board, title } = told.shown;
    const key = JSON.stringify([title, boards, board]);
    if (key !== this.key) this.chosen = undefined;
    this.key = key;
    const one = boards?.[this.chosen ?? -1];
    return one ? { ...told, shown: withBoard(told.shown, one) } : told;
  }

  /** Show the boards of `shown` and the differences of the current one; hide them if `shown` is undefined. */
  show(shown: Shown | undefined): void {
    this.shown = shown;
    const boards = shown?.boards ?? [];
    const number = this.chosen ?? shown?.board ?? -1;
    const differences = boards[number]?.differences ?? [];
    const isDisputed = boards.some((one) => one.differences.length);
    const names = boards.length < 2 ? [] : boards.map(({ name }) => name.charAt(0).toUpperCase() + name.slice(1));
    replaced(element("boards"), names, (name, index) => button(name, () => this.choose(index)));
    [...element("boards").children].forEach((one, index) => one.setAttribute("aria-pressed", String(index === number)));
    element("dispute").hidden = !isDisputed;
    replaced(element("differences"), isDisputed ? differences : [], (text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    });
    replaced(element("fixes"), isDisputed ? this.fixes : [], (title, index) =>
      button(title, () => this.send({ kind: "fix", number: index })),
    );
  }

  private choose(number: number): void {
    this.chosen = number;
    this.redraw();
  }
}

function button(name: string, clicked: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = name;
  made.addEventListener("click", clicked);
  return made;
}

/** Fill `parent` with an element for each of `texts`, unless it has them already: a screen reader would repeat them. */
function replaced(
  parent: HTMLElement,
  texts: readonly string[],
  made: (text: string, index: number) => HTMLElement,
): void {
  const old = [...parent.children].map(({ textContent }) => textContent);
  if (old.join("\n") !== texts.join("\n")) parent.replaceChildren(...texts.map(made));
}
