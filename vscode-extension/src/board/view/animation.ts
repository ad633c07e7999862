// Animates a move from the previous position to the next.

import { cornerOf, findMoves } from "./position";

const TIME = 160;

/** Animate the men of `board` from the FEN `before` to the FEN `after`, unless the user prefers reduced motion. */
export function animate(board: SVGSVGElement, before: string, after: string): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.body.matches(".vscode-reduce-motion")) return;
  const turned = board.dataset["turned"] === "true";
  const at = (square: string): string =>
    `translate(${cornerOf(square, turned)
      .map((one) => `${one}px`)
      .join(", ")})`;
  for (const [from, to] of findMoves(before, after)) {
    const man = board.querySelector(`.man[data-square="${to}"]`);
    man?.animate([{ transform: at(from) }, { transform: at(to) }], { duration: TIME, easing: "ease-out" });
  }
}
