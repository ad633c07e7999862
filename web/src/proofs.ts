// A PDF or Word file: its text with the findings marked, and at each finding its printed diagram and the board of its code.

import type { Look, Shown } from "../../vscode-extension/src/board/messages";
import { draw } from "../../vscode-extension/src/board/view/draw";
import type { Proof } from "./drafts";
import { button, byId, make } from "./elements";
import type { FileBoard, FileFinding } from "./messages";

const LOOK: Look = { coordinates: true, highlight: false, orientation: "white", animation: false };

/** What the page does for the document. */
export interface ProofEvents {
  readonly explain: (rule: string) => void;
  readonly saveMarked: () => void;
  readonly saveReport: () => void;
}

/** Show the text and the findings of `proof`, a file of the kind `kind`; `shapes` are the outlines of the men. */
export function showProof(proof: Proof, kind: string, shapes: Shown["shapes"], events: ProofEvents): void {
  const { marks, text } = markText(proof);
  byId("document").replaceChildren(text);
  byId("document").scrollTop = 0;
  const cards = proof.findings.map((one, number) => drawCard(one, shapes, marks[number], events));
  byId("findings-count").textContent = cards.length.toLocaleString("en");
  const report = button("", "Save the report", events.saveReport);
  const copy = button("", "Save the marked copy", events.saveMarked);
  byId("findings").replaceChildren(
    make("div", { className: "examples" }, report, ...(kind === "pdf" ? [copy] : [])),
    ...cards,
  );
}

/** Return the text of `proof` as an element, and the marks in it for the findings, by their numbers. */
function markText({ text, findings }: Proof): { marks: HTMLElement[]; text: HTMLElement } {
  const starts = [0];
  for (const end of text.matchAll(/\n/g)) starts.push(end.index + 1);
  const offsetOf = ({ row, column }: FileFinding["location"]): number => {
    const start = starts[row - 1] ?? text.length;
    // Columns count code points.
    return start + [...text.slice(start, starts[row])].slice(0, column - 1).join("").length;
  };
  const marks: HTMLElement[] = [];
  const body = make("pre");
  let at = 0;
  const spans = findings.map((one, number) => ({
    number,
    from: offsetOf(one.location),
    to: offsetOf(one.end_location),
  }));
  for (const { number, from, to } of spans.sort((one, other) => one.from - other.from)) {
    const mark = make("mark", { textContent: text.slice(Math.max(from, at), Math.max(to, at)), tabIndex: -1 });
    body.append(text.slice(at, Math.max(from, at)), mark);
    at = Math.max(to, at);
    marks[number] = mark;
  }
  body.append(text.slice(at));
  return { marks, text: body };
}

function drawCard(
  { code, message, severity, spot, boards }: FileFinding,
  shapes: Shown["shapes"],
  mark: HTMLElement | undefined,
  { explain }: ProofEvents,
): HTMLElement {
  const show = (): void => {
    mark?.scrollIntoView({ block: "center" });
    mark?.focus();
  };
  const details = make("p", { className: "details" });
  details.append(
    make("span", { className: "severity", textContent: severity }),
    button("link", placeOf(spot), show),
    button("link rule", code, () => explain(code)),
  );
  const pictures = make("div", { className: "boards" }, ...boards.map((one) => drawBoard(one, shapes)));
  return make("article", { className: `card ${severity}` }, button("place", message, show), details, pictures);
}

function drawBoard({ name, placement, disputed, only_kings }: FileBoard, shapes: Shown["shapes"]): HTMLElement {
  const shown: Shown = {
    fen: placement,
    orientation: "white",
    squares: [],
    title: "",
    turn: null,
    words: [],
    shapes,
    disputed,
  };
  const board = draw(shown, LOOK, false);
  board.removeAttribute("id");
  const caption = `${name.charAt(0).toUpperCase()}${name.slice(1)}${only_kings ? ": only the kings are known" : ""}`;
  return make("figure", {}, make("figcaption", { textContent: caption }), board);
}

/** Return `spot` in words: `p12:y340` → `page 12`, `par67` → `paragraph 67`. */
const placeOf = (spot: string): string =>
  spot.replace(/^p(\d+)(?::y\d+)?$/, "page $1").replace(/^par(\d+)$/, "paragraph $1");
