// Draws the board at the caret, from the answer of the server, with a description for screen readers.
import type { Range } from "./client";

const FIGURES: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const NAMES: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
const SVG = "http://www.w3.org/2000/svg";
const SIZE = 40;

export interface StudyBoard { name: string; placement: string; disputed: string[]; differences: string[] }

export interface Shown {
  fen: string | null; squares: string[]; title: string; words: string[]; note: string;
  boards: StudyBoard[]; board: number | null; places: Range[];
  line: { move: { san: string } | null; previous: unknown; next: unknown } | null;
}

function put(parent: Element, name: string, attributes: Record<string, string | number>, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  parent.append(made);
}

export interface Fix { title: string; apply: () => void }

/** Draw `shown`, of its boards the one at the index `chosen`, with buttons for the others and for `fixes`. */
export function draw(into: HTMLElement, shown: Shown | null, fixes: readonly Fix[] = [], chosen = shown?.board ?? -1) {
  into.replaceChildren();
  if (!shown) return;
  const own = shown.boards[chosen];
  const fen = own?.placement ?? shown.fen, disputed = own?.disputed ?? [];
  const button = (text: string, pressed: () => void) => {
    const made = document.createElement("button");
    made.textContent = text;
    made.onclick = pressed;
    into.append(made);
    return made;
  };
  const line = (text: string) => {
    const made = document.createElement("p");
    made.textContent = text;
    into.append(made);
  };
  line(shown.line?.move ? `${shown.title}, after ${shown.line.move.san}` : shown.title);
  if (1 < shown.boards.length) shown.boards.forEach(({ name }, number) => {
    const made = button(name.charAt(0).toUpperCase() + name.slice(1), () => draw(into, shown, fixes, number));
    made.setAttribute("aria-pressed", String(number === chosen));
  });
  if (fen) {
    const svg = document.createElementNS(SVG, "svg");
    const men: string[] = [];
    svg.setAttribute("viewBox", `0 0 ${8 * SIZE} ${8 * SIZE}`);
    svg.setAttribute("role", "img");
    for (let number = 0; number < 64; number++) {
      const [x, y] = [(number % 8) * SIZE, (number >> 3) * SIZE];
      put(svg, "rect", { x, y, width: SIZE, height: SIZE, class: (number + (number >> 3)) % 2 ? "square-dark" : "square-light" });
      const square = "abcdefgh"[number % 8]! + (8 - (number >> 3));
      if (disputed.includes(square)) put(svg, "rect", { x: x + 2, y: y + 2, width: SIZE - 4, height: SIZE - 4, class: "disputed" });
    }
    fen.split(" ")[0]!.split("/").forEach((row, y) => {
      let x = 0;
      for (const sign of row) {
        if (/\d/.test(sign)) { x += Number(sign); continue; }
        const square = "abcdefgh"[x]! + (8 - y);
        const isWhite = sign < "a";
        men.push(`${isWhite ? "white" : "black"} ${NAMES[sign.toLowerCase()]} ${square}`);
        put(svg, "text", { x: (x + 0.5) * SIZE, y: (y + 0.82) * SIZE, class: "man" }, FIGURES[sign]);
        if (shown.squares.includes(square) && !disputed.includes(square)) put(svg, "circle", { cx: (x + 0.5) * SIZE, cy: (y + 0.5) * SIZE, r: SIZE * 0.46, class: "named" });
        x++;
      }
    });
    svg.setAttribute("aria-label", men.join(", ") + (disputed.length ? `; code and board differ on ${disputed.join(", ")}` : ""));
    into.append(svg);
  }
  own?.differences.forEach(line);
  fixes.forEach(({ title, apply }) => button(title, apply).classList.add("fix"));
  [...shown.words, shown.note].filter(Boolean).forEach(line);
}
