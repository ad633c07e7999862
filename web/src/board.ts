// Draws the board at the caret, from the answer of the server, with a description for screen readers.
const FIGURES: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const NAMES: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
const SVG = "http://www.w3.org/2000/svg";
const SIZE = 40;

export interface Shown {
  fen: string | null; squares: string[]; title: string; words: string[]; note: string;
  line: { move: { san: string } | null; previous: unknown; next: unknown } | null;
}

function put(parent: Element, name: string, attributes: Record<string, string | number>, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  parent.append(made);
}

export function draw(into: HTMLElement, shown: Shown | null) {
  into.replaceChildren();
  if (!shown) return;
  const line = (text: string) => {
    const made = document.createElement("p");
    made.textContent = text;
    into.append(made);
  };
  line(shown.line?.move ? `${shown.title}, after ${shown.line.move.san}` : shown.title);
  if (shown.fen) {
    const svg = document.createElementNS(SVG, "svg");
    const men: string[] = [];
    svg.setAttribute("viewBox", `0 0 ${8 * SIZE} ${8 * SIZE}`);
    svg.setAttribute("role", "img");
    for (let number = 0; number < 64; number++) {
      const [x, y] = [(number % 8) * SIZE, (number >> 3) * SIZE];
      put(svg, "rect", { x, y, width: SIZE, height: SIZE, class: (number + (number >> 3)) % 2 ? "square-dark" : "square-light" });
    }
    shown.fen.split(" ")[0]!.split("/").forEach((row, y) => {
      let x = 0;
      for (const sign of row) {
        if (/\d/.test(sign)) { x += Number(sign); continue; }
        const square = "abcdefgh"[x]! + (8 - y);
        const isWhite = sign < "a";
        men.push(`${isWhite ? "white" : "black"} ${NAMES[sign.toLowerCase()]} ${square}`);
        put(svg, "text", { x: (x + 0.5) * SIZE, y: (y + 0.82) * SIZE, class: "man" }, FIGURES[sign]);
        if (shown.squares.includes(square)) put(svg, "circle", { cx: (x + 0.5) * SIZE, cy: (y + 0.5) * SIZE, r: SIZE * 0.46, class: "named" });
        x++;
      }
    });
    svg.setAttribute("aria-label", men.join(", "));
    into.append(svg);
  }
  [...shown.words, shown.note].filter(Boolean).forEach(line);
}
