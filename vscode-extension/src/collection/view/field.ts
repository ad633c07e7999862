// The script of the field's page. It sends what is typed, and shows the counter, the reading and the error.

import type { FromField, Only, ToField } from "../messages";

declare function acquireVsCodeApi(): { postMessage(message: FromField): void };

/** The pause in ms after which a typed query is sent. */
const PAUSE = 250;

const editor = acquireVsCodeApi();
const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const query = element<HTMLInputElement>("query");
const [problem, count, reading] = [element("problem"), element("count"), element("reading")];
const readAs = reading.querySelector("span") as HTMLSpanElement;
const chips = (["win", "draw", "findings"] as const).map((name) => ({ name, button: element(name) }));

let timer: ReturnType<typeof setTimeout> | undefined;
let sent = "";

function readChips(): Only[] {
  return chips.filter(({ button }) => button.getAttribute("aria-pressed") === "true").map(({ name }) => name);
}

/** Send the question, unless it was the last one sent. */
function ask(): void {
  clearTimeout(timer);
  const question: FromField = { kind: "ask", query: query.value, only: readChips() };
  if (JSON.stringify(question) === sent) return;
  sent = JSON.stringify(question);
  editor.postMessage(question);
}

function type(text: string): void {
  query.value = text;
  query.focus();
  ask();
}

/** Replace the text of `element` if it differs: a screen reader would repeat an equal one. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function showAnswer(answer: Extract<ToField, { kind: "answer" }>): void {
  // The answer to an older text.
  if (answer.query !== query.value) return;
  write(problem, answer.problem);
  query.setAttribute("aria-invalid", String(answer.problem !== ""));
  count.setAttribute("aria-busy", String(!answer.isComplete));
  write(count, answer.count);
  write(readAs, answer.readAs);
  reading.hidden = answer.readAs === "" || answer.readAs === query.value.trim();
}

query.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
});
query.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Enter") ask();
  else if (event.key === "ArrowDown") {
    ask();
    editor.postMessage({ kind: "down" });
  } else if (event.key === "Escape" && query.value) type("");
  else return;
  event.preventDefault();
});
for (const { button } of chips) {
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    ask();
  });
}
reading.addEventListener("click", () => type(readAs.textContent ?? ""));
window.addEventListener("focus", () => {
  if (document.activeElement === document.body) query.focus();
});
window.addEventListener("message", ({ data }: MessageEvent<ToField>) => {
  if (data.kind === "answer") return showAnswer(data);
  clearTimeout(timer);
  query.value = data.query;
  for (const { name, button } of chips) button.setAttribute("aria-pressed", String(data.only.includes(name)));
  sent = JSON.stringify({ kind: "ask", query: query.value, only: readChips() });
});

editor.postMessage({ kind: "ready" });
