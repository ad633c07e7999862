// Draws a position as SVG with squares of 100 units. The outlines of the men come from the server.

import type { Look, Shown } from "../messages";
import { type Man, FILES, cornerOf, describe, menOf } from "./position";

const SVG = "http://www.w3.org/2000/svg";
const [LIGHT, DARK, NAMED, EDGE] = ["#f0d9b5", "#b58863", "#f5d90a", "#7a4b00"];
const [MOVED, DISPUTED] = ["#2e7d32", "#c62828"];
const [WHITE, BLACK] = ["#ffffff", "#222222"];

/** Return the board of `shown`. `look.orientation` determines the side at the bottom; `flipped` exchanges the sides. */
export function draw(shown: Shown, look: Look, flipped: boolean): SVGSVGElement {
  const men = menOf(shown.fen ?? "");
  const margin = look.coordinates ? 52 : 8;
  const disputed = shown.disputed ?? shown.boards?.[shown.board ?? -1]?.disputed ?? [];
  const turned = (look.orientation === "turn" && shown.turn === "black") !== flipped;
  const box = `${-margin} -8 ${808 + margin} ${808 + margin}`;
  const board = createElement("svg", {
    id: "board",
    role: "img",
    viewBox: box,
    "aria-label": describe(men, shown.squares, disputed),
  });
  board.dataset["turned"] = String(turned);
  const plain = look.highlight ? shown.squares.filter((one) => !disputed.includes(one)) : [];
  board.append(
    ...drawSquares(),
    ...plain.map((one) => highlightNamed(one, turned)),
    ...disputed.map((one) => highlightDisputed(one, turned)),
  );
  for (const one of [shown.line?.move?.from, shown.line?.move?.to]) if (one) board.append(highlightMoved(one, turned));
  board.append(createElement("rect", { width: 800, height: 800, fill: "none", stroke: BLACK, "stroke-width": 4 }));
  if (look.coordinates) board.append(drawCoordinates(turned));
  board.append(...men.map((one) => drawMan(one, shown.shapes, turned)));
  return board;
}

function drawSquares(): SVGElement[] {
  const dark = [...Array(64).keys()].filter((place) => ((place >> 3) + place) % 2 === 1);
  const path = dark.map((place) => `M${100 * (place % 8)} ${100 * (place >> 3)}h100v100h-100z`).join("");
  const field = createElement("rect", { width: 800, height: 800, fill: LIGHT });
  return [field, createElement("path", { d: path, fill: DARK })];
}

/** Return a highlight for a square in the code: a fill, and an edge for users who cannot see the color. */
function highlightNamed(square: string, turned: boolean): SVGElement {
  const [x, y] = cornerOf(square, turned);
  const look = { fill: NAMED, "fill-opacity": 0.55, stroke: EDGE, "stroke-width": 6 };
  return createElement("rect", {
    class: "named",
    "data-square": square,
    x: x + 3,
    y: y + 3,
    width: 94,
    height: 94,
    ...look,
  });
}

/** Return a highlight for a square where code and board differ: a thick edge, a tint and a corner. */
function highlightDisputed(square: string, turned: boolean): SVGElement {
  const [x, y] = cornerOf(square, turned);
  const group = createElement("g", { class: "disputed", "data-square": square });
  const look = { fill: DISPUTED, "fill-opacity": 0.35, stroke: DISPUTED, "stroke-width": 8 };
  group.append(createElement("rect", { x: x + 4, y: y + 4, width: 92, height: 92, ...look }));
  group.append(createElement("path", { d: `M${x} ${y}h30l-30 30z`, fill: DISPUTED }));
  return group;
}

/** Return a highlight for the first or last square of the move at the cursor: an edge and a tint. */
function highlightMoved(square: string, turned: boolean): SVGElement {
  const [x, y] = cornerOf(square, turned);
  const look = { fill: MOVED, "fill-opacity": 0.25, stroke: MOVED, "stroke-width": 8 };
  return createElement("rect", {
    class: "moved",
    "data-square": square,
    x: x + 4,
    y: y + 4,
    width: 92,
    height: 92,
    ...look,
  });
}

function drawCoordinates(turned: boolean): SVGElement {
  const look = { "font-family": "sans-serif", "font-size": 34, "text-anchor": "middle", fill: "currentColor" };
  const group = createElement("g", { "aria-hidden": "true", ...look });
  for (let place = 0; place < 8; place++) {
    const [file, rank] = turned ? [7 - place, place] : [place, 7 - place];
    group.append(createElement("text", { x: 100 * place + 50, y: 840 }, FILES[file]));
    group.append(createElement("text", { x: -28, y: 100 * place + 62 }, String(rank + 1)));
  }
  return group;
}

export function drawMan(one: Man, shapes: Shown["shapes"], turned: boolean): SVGElement {
  const [x, y] = cornerOf(one.square, turned);
  const [outline, inner] = shapes[one.letter.toUpperCase()] ?? ["", ""];
  const [fill, line] = one.white ? [WHITE, BLACK] : [BLACK, WHITE];
  const strokes = { "stroke-width": 4, "stroke-linecap": "round", "stroke-linejoin": "round" };
  const place = { transform: `translate(${x} ${y})`, class: "man", "data-square": one.square, "data-man": one.letter };
  const group = createElement("g", { ...place, ...strokes });
  group.append(createElement("path", { d: outline, fill, stroke: BLACK }));
  if (inner) group.append(createElement("path", { d: inner, fill: "none", stroke: line }));
  return group;
}

function createElement<N extends keyof SVGElementTagNameMap>(
  name: N,
  attributes: Record<string, string | number>,
  text?: string,
): SVGElementTagNameMap[N] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}
