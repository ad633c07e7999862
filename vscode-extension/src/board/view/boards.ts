// The boards of a study: which one is shown, what differs from the code, and fixes as buttons.

import type { FromPage, Shown, ToPage } from "../messages";
import { type Message, withBoard } from "./steps";

const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

export class Boards {
  /** The boards of the last message as JSON. With others, its default board is shown again. */
  private key = "";
  private choice: number | undefined;
  private fixes: readonly string[] = [];
  private shown: Shown | undefined;

  constructor(
    private readonly send: (message: FromPage) => void,
    private readonly redraw: () => void,
  ) {}

  /** Take the fixes in `message`; return false for other messages. */
  receive(message: ToPage): boolean {
    if (message.kind !== "fixes") return false;
    this.fixes = message.titles;
    this.show(this.shown);
    return true;
  }

  /** Return `message` with the board that was chosen among those of its study. */
  applyChoice(message: Message | undefined): Message | undefined {
    if (message?.kind !== "board") return message;
    const { boards, board, title } = message.shown;
    const key = JSON.stringify([title, boards, board]);
    if (key !== this.key) this.choice = undefined;
    this.key = key;
    const one = boards?.[this.choice ?? -1];
    return one ? { ...message, shown: withBoard(message.shown, one) } : message;
  }

  /** Show the boards of `shown` and the differences of the current one; hide them if `shown` is undefined. */
  show(shown: Shown | undefined): void {
    this.shown = shown;
    const boards = shown?.boards ?? [];
    const number = this.choice ?? shown?.board ?? -1;
    const differences = boards[number]?.differences ?? [];
    const isDisputed = boards.some((one) => one.differences.length);
    const names = boards.length < 2 ? [] : boards.map(({ name }) => name.charAt(0).toUpperCase() + name.slice(1));
    fill(element("boards"), names, (name, index) => createButton(name, () => this.choose(index)));
    [...element("boards").children].forEach((one, index) => one.setAttribute("aria-pressed", String(index === number)));
    element("dispute").hidden = !isDisputed;
    fill(element("differences"), isDisputed ? differences : [], (text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    });
    fill(element("fixes"), isDisputed ? this.fixes : [], (title, index) =>
      createButton(title, () => this.send({ kind: "fix", number: index })),
    );
  }

  private choose(number: number): void {
    this.choice = number;
    this.redraw();
  }
}

function createButton(name: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.addEventListener("click", onClick);
  return button;
}

/** Fill `parent` with an element for each of `texts`, unless it has them already: a screen reader would repeat them. */
function fill(
  parent: HTMLElement,
  texts: readonly string[],
  create: (text: string, index: number) => HTMLElement,
): void {
  const old = [...parent.children].map(({ textContent }) => textContent);
  if (old.join("\n") !== texts.join("\n")) parent.replaceChildren(...texts.map(create));
}
