// Animates a move: a man goes from where he stood on the last board to where he stands on this one.

import { corner, moved } from "./position";

const TIME = 160;

/** Lets the men of a board come from where they stood, unless the reader wants no motion. */
export function animate(board: SVGSVGElement, before: string, after: string): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.body.matches(".vscode-reduce-motion")) return;
  const turned = board.dataset["turned"] === "true";
  const at = (square: string): string => `translate(${corner(square, turned).map((one) => `${one}px`).join(", ")})`;
  for (const [from, to] of moved(before, after)) {
    const man = board.querySelector(`.man[data-square="${to}"]`);
    man?.animate([{ transform: at(from) }, { transform: at(to) }], { duration: TIME, easing: "ease-out" });
  }
}
