// The script of the board view's page. It draws the board from messages, and keeps its orientation.

import type { Board, FromPage, Shown, ToPage } from "../messages";
import { Boards } from "./boards";
import { draw } from "./draw";
import { Hand } from "./hand/hand";
import { Lines } from "./analysis";
import { Steps } from "./steps";
import { Walk } from "./walk";
import { asText, copyImage } from "./image";

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): { flipped?: boolean } | undefined;
  setState(state: { flipped: boolean }): void;
};

const editor = acquireVsCodeApi();
const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [frame, code, fen, words] = [element("frame"), element("code"), element("fen"), element("words")];
const [note, turn] = [element("note"), element("side-to-move")];
const flip = element<HTMLButtonElement>("flip");
const analyze = element<HTMLButtonElement>("analyze");
const copyFen = element<HTMLButtonElement>("copy-fen");
const imageButton = element<HTMLButtonElement>("copy-image");
const svgButton = element<HTMLButtonElement>("copy-svg");

const steps = new Steps((message) => editor.postMessage(message));
const walk = new Walk(steps, show);
const analysis = new Lines((message) => editor.postMessage(message));

const boards = new Boards((message) => editor.postMessage(message), show);
const hand = new Hand((message) => editor.postMessage(message), show);

const TURNS = { white: "White to move", black: "Black to move" };
const OPEN = "The code does not give the squares of all men.";

let flipped = editor.getState()?.flipped ?? false;

function show(): void {
  const message = boards.applyChoice(steps.message);
  const shown = message?.kind === "board" ? message.shown : undefined;
  const isKnown = shown?.fen != null;
  document.body.dataset["state"] = !message ? "waiting" : isKnown ? "board" : shown ? "open" : "nothing";
  const drawing = hand.selectBoard(message);
  // While a position is being set, show it and not the position at the caret.
  const caption = hand.isSetting ? drawing?.shown : shown;
  note.textContent = caption?.note ?? "";
  code.textContent = code.title = caption?.title ?? "";
  fen.textContent = fen.title = caption?.fen ?? "";
  turn.textContent = !hand.isSetting && isKnown && shown?.turn ? TURNS[shown.turn] : "";
  for (const button of [flip, analyze, copyFen, imageButton, svgButton]) button.disabled = !isKnown;
  const board = drawing && draw(drawing.shown, drawing.look, flipped);
  frame.replaceChildren(...(board ? [board] : []));
  document.body.dataset["drawn"] = String(board !== undefined);
  walk.show(drawing === message ? (drawing as Board | undefined) : undefined, board);
  hand.show(drawing, board);
  boards.show(hand.isSetting ? undefined : shown);
  const lines = (shown ? linesOf(shown) : [message?.kind === "nothing" ? message.words : ""]).filter(Boolean);
  // Unchanged text is not replaced: a screen reader would repeat it.
  if (joinLines(lines) !== joinLines([...words.children].map((item) => item.textContent ?? ""))) {
    words.replaceChildren(...lines.map(createItem));
  }
}

const joinLines = (lines: readonly string[]): string => lines.join("\n");

/** Return the description of the study, or the reason why it has no board. */
function linesOf({ fen, draft, words }: Shown): readonly string[] {
  return fen == null && !draft ? [OPEN, ...words] : words;
}

function createItem(text: string): HTMLLIElement {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement || target instanceof HTMLSelectElement;

function flipBoard(): void {
  if (flip.disabled) return;
  flipped = !flipped;
  editor.setState({ flipped });
  flip.setAttribute("aria-pressed", String(flipped));
  show();
}

flip.addEventListener("click", flipBoard);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement && event.key !== "Escape" && event.key !== "Enter") return;
  if (hand.handleKey(event)) event.preventDefault();
  else if (event.key === "f") flipBoard();
  else if (event.key === "Escape") editor.postMessage({ kind: "leave" });
  else if (walk.handleKey(event.key, event.target)) event.preventDefault();
  else if (event.key === "Enter" && !isControl(event.target)) editor.postMessage({ kind: "leave" });
  // Nothing scrolls while a user steps through the moves.
  else if (/^Arrow/.test(event.key) && !(event.target instanceof HTMLSelectElement)) event.preventDefault();
});
copyFen.addEventListener("click", () => editor.postMessage({ kind: "copyFen", fen: fen.textContent ?? "" }));
imageButton.addEventListener("click", () => {
  const board = frame.querySelector("svg");
  if (board) void copyImage(board).then((message) => editor.postMessage(message));
});
svgButton.addEventListener("click", () => {
  const board = frame.querySelector("svg");
  if (board) editor.postMessage({ kind: "copyText", text: asText(board), what: "the board as SVG" });
});
window.addEventListener("message", (event: MessageEvent<ToPage>) => {
  if (hand.receive(event.data) || boards.receive(event.data)) return;
  if (event.data.kind === "analysis") return analysis.show(event.data);
  if (steps.receive(event.data)) show();
});

flip.setAttribute("aria-pressed", String(flipped));
show();
editor.postMessage({ kind: "ready" });
