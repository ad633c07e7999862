// The lines of an engine under the board: evaluation, depth, moves, and a button that inserts the line.

import type { AnalysisShown, EngineLine, FromAnalysis, Report } from "../../analysis/messages";

const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

const ENDS: Readonly<Record<string, string>> = {
  finished: "done",
  failed: "failed",
  stopped: "stopped",
  edited: "stopped, for the text was edited",
  closed: "stopped",
};

export class Lines {
  private report: Report | null = null;

  constructor(private readonly send: (message: FromAnalysis) => void) {
    element("analyze").addEventListener("click", () => this.send({ kind: "analyze" }));
    element("stop-analysis").addEventListener("click", () => this.send({ kind: "stopAnalysis" }));
  }

  show({ report, problem }: AnalysisShown): void {
    this.report = report;
    const problemText = problem || report?.problem || "";
    element("analysis").hidden = !report && !problemText;
    put(element("engine"), report ? `${report.engine || "The engine"}${describeEnd(report)}` : "");
    put(element("engine-problem"), problemText);
    element<HTMLButtonElement>("stop-analysis").hidden = !report || report.ended !== null;
    const list = element("lines");
    const lines = report?.lines ?? [];
    // Items are reused, so that the focused button keeps the focus.
    while (lines.length < list.children.length) list.lastElementChild?.remove();
    lines.forEach((line, number) => this.write(list.children[number] ?? this.addItem(list, number), line));
  }

  private addItem(list: HTMLElement, number: number): Element {
    const item = document.createElement("li");
    for (const name of ["evaluation", "depth", "moves"]) {
      const part = document.createElement("span");
      part.className = name;
      item.append(part, " ");
    }
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Insert";
    button.addEventListener("click", () => this.insert(number));
    item.append(button);
    list.append(item);
    return item;
  }

  private write(item: Element, line: EngineLine): void {
    const [evaluation, depth, moves, button] = [...item.children];
    if (!evaluation || !depth || !moves || !button) return;
    put(evaluation, line.evaluation);
    put(depth, line.depth === null ? "" : `depth ${line.depth}`);
    put(moves, line.text);
    button.setAttribute("aria-label", `Insert ${line.text}`);
  }

  private insert(number: number): void {
    const line = this.report?.lines[number];
    if (this.report && line) this.send({ kind: "insertLine", fen: this.report.fen, moves: line.moves });
  }
}

function describeEnd(report: Report): string {
  return report.ended ? ` (${ENDS[report.ended] ?? report.ended})` : "";
}

/** Set the text of `target`, unless it is unchanged: a screen reader would repeat it. */
function put(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
