// The palette of men: choose one and click squares, or drag it to a square.

import type { Shown } from "../../messages";
import { drawMan } from "../draw";
import { nameOf } from "../position";

const TOOLS = ["", ..."KQRBNP", "x", ..."kqrbnp"];
const SVG = "http://www.w3.org/2000/svg";

export class Palette {
  /** The letter of a man, `x` for the eraser, or empty for moving men. */
  tool = "";
  private from: { letter: string; x: number; y: number } | undefined;

  constructor(
    private readonly group: HTMLElement,
    private readonly onDrop: (letter: string, x: number, y: number) => void,
  ) {
    group.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      const at = TOOLS.indexOf(this.tool);
      this.choose(TOOLS[(at + step + TOOLS.length) % TOOLS.length] ?? "", true);
      event.preventDefault();
      event.stopPropagation();
    });
  }

  show(shapes: Shown["shapes"]): void {
    this.group.replaceChildren(...TOOLS.map((letter) => this.createButton(letter, shapes)));
    this.choose(this.tool, false);
  }

  choose(letter: string, focus: boolean): void {
    this.tool = letter;
    for (const button of this.group.querySelectorAll<HTMLButtonElement>("button")) {
      const own = button.dataset["tool"] === letter;
      button.setAttribute("aria-checked", String(own));
      button.tabIndex = own ? 0 : -1;
      if (own && focus) button.focus();
    }
  }

  private createButton(letter: string, shapes: Shown["shapes"]): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset["tool"] = letter;
    button.setAttribute("role", "radio");
    const name = letter === "" ? "move men" : letter === "x" ? "take men away" : nameOf(letter);
    button.setAttribute("aria-label", name);
    button.title = name;
    if (/[a-z]/i.test(letter) && letter !== "x") {
      button.append(drawPicture(letter, shapes));
    } else {
      button.textContent = letter === "x" ? "✕" : "✥";
    }
    button.addEventListener("click", () => this.choose(letter, true));
    button.addEventListener("pointerdown", (event) => {
      if (!letter || letter === "x") return;
      this.from = { letter, x: event.clientX, y: event.clientY };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointerup", (event) => {
      const from = this.from;
      this.from = undefined;
      if (from && 5 < Math.hypot(event.clientX - from.x, event.clientY - from.y)) {
        this.onDrop(from.letter, event.clientX, event.clientY);
      }
    });
    return button;
  }
}

/** Return a picture of one man, without a board. */
export function drawPicture(letter: string, shapes: Shown["shapes"]): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  svg.append(drawMan({ letter, square: "a8", white: letter === letter.toUpperCase() }, shapes, false));
  return svg;
}
