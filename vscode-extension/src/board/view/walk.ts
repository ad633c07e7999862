// The moves beside the board: step buttons, keys, the move on the board in words, and the tree.

import type { Board, MoveNode } from "../messages";
import { animate } from "./animation";
import type { Steps } from "./steps";
import { TreeView } from "./tree";
import type { Step } from "./tree_nodes";

const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const BUTTONS = ["first", "previous", "next", "last"] as const;
const KEYS: Readonly<Record<string, Step>> = {
  Home: "first",
  ArrowLeft: "previous",
  ArrowRight: "next",
  End: "last",
  ArrowUp: "above",
  ArrowDown: "below",
};

export class Walk {
  private readonly tree = new TreeView(element("tree"), element("scroller"), (node) => this.go(node));
  private fen = "";
  private isShown = false;

  constructor(
    private readonly steps: Steps,
    private readonly redraw: () => void,
  ) {
    for (const step of BUTTONS) element(step).addEventListener("click", () => this.step(step));
  }

  /** Show the moves of `message`, which `svg` shows, and animate the last one; hide them if `message` is undefined. */
  show(message: Board | undefined, svg: SVGSVGElement | undefined): void {
    const { tree, current } = this.steps;
    const line = message?.shown.line ?? undefined;
    const fen = message?.shown.fen ?? "";
    if (line && this.isShown && svg && message?.look.animation) animate(svg, this.fen, fen);
    this.fen = fen;
    this.isShown = line !== undefined;
    document.body.dataset["moves"] = String(this.isShown);
    const others = current && tree ? tree.siblingsOf(current).length : 1;
    const move = line?.move
      ? `${line.move.san}: ${line.move.words}`
      : current && current === tree?.root
        ? "The start"
        : "";
    const place =
      current && tree && 1 < others ? ` (${tree.siblingsOf(current).indexOf(current) + 1} of ${others})` : "";
    put("move", line ? move + (move ? place : "") : "");
    put("tables", line?.tables?.words ?? "");
    put("lost", line?.lost ? `The last known position: ${line.lost}` : "");
    for (const step of BUTTONS) {
      const isPossible = line && current && tree && (tree.findTarget(current, step) || !tree.isComplete);
      element<HTMLButtonElement>(step).setAttribute("aria-disabled", String(!isPossible));
    }
    this.tree.show(line && tree, current);
  }

  /** Handle a key that steps through the moves; return false for other keys. */
  handleKey(key: string, target: EventTarget | null): boolean {
    if (!this.isShown) return false;
    const step = KEYS[key];
    if (step) {
      this.step(step);
      return true;
    }
    return key === " " && !(target instanceof HTMLButtonElement) && this.tree.fold();
  }

  private step(step: Step): void {
    const hasFocus = this.tree.hasFocus;
    if (this.steps.step(step)) this.redraw();
    if (hasFocus) this.tree.focus();
  }

  private go(node: MoveNode): void {
    if (this.steps.go(node)) this.redraw();
  }
}

/** Set the text of the element `id`, unless it is unchanged: a screen reader would repeat it. */
function put(id: string, text: string): void {
  if (element(id).textContent !== text) element(id).textContent = text;
}
