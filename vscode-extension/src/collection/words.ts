// The words of the collection: labels, descriptions and tooltips of rows, and the counter.

import type { Answer, Question, State, Study } from "./messages";

/** The icon of a status, its color or "", and its words for tooltips and screen readers. */
export interface Mark {
  readonly icon: string;
  readonly color: string;
  readonly words: string;
}

const INFORMATION = { icon: "info", color: "problemsInfoIcon.foreground", words: "note" };
const MARKS: Readonly<Record<NonNullable<State>, Mark>> = {
  error: { icon: "error", color: "problemsErrorIcon.foreground", words: "error" },
  warning: { icon: "warning", color: "problemsWarningIcon.foreground", words: "warning" },
  information: INFORMATION,
  hint: INFORMATION,
  uncompared: {
    icon: "circle-outline",
    color: "",
    words: "nothing to compare the code with: no board, no solution",
  },
};
// Siblings without an icon would not be aligned with the others.
const NO_MARK: Mark = { icon: "blank", color: "", words: "" };

export function markOf({ status }: Study): Mark {
  return status ? MARKS[status] : NO_MARK;
}

/** Join the words that are not empty: `["a", "", "b"]`, " · " → "a · b". */
export function join(words: readonly (string | number | null | undefined)[], separator: string): string {
  return words.filter((word) => word !== null && word !== undefined && word !== "").join(separator);
}

/** Return the label of a row: `=0323.12 g3g1 · Kubbel 1925`. */
export function labelOf(study: Study): string {
  return join([study.code, bylineOf(study)], " · ");
}

/** Return the row as one line for a screen reader. */
export function describe(study: Study): string {
  const findings = join([markOf(study).words, join(study.messages, "; ")], ": ");
  return join([study.code, bylineOf(study), `${study.file} line ${study.line}`, findings], ", ");
}

export function placeOf({ file, line }: Study): string {
  return `${file}:${line}`;
}

function bylineOf({ composer, year }: Study): string {
  return join([composer && surnamesOf(composer), year], " ");
}

/** Return the composers without initials after `=`: `Gurgenidze=D, Mitrofanov=L` → `Gurgenidze, Mitrofanov`. */
function surnamesOf(composer: string): string {
  return composer.replaceAll(/=[^\s,;&/]*/g, "").trim();
}

/** Return the class of a code, or undefined if it has none: `=0323.12 g3g1` → `0323.12`. */
export function classOf(code: string): string | undefined {
  return /\d{4}\.\d{2}/.exec(code)?.[0];
}

/** Return the counter: `214 of 1,830`, or `1,830 studies` for a question that selects nothing. */
export function formatCounter({ total, all, state }: Answer, { query, only }: Question): string {
  const isFiltered = query.trim() !== "" || 0 < only.length;
  const count = isFiltered ? `${formatNumber(total)} of ${formatNumber(all)}` : formatStudies(all);
  return state === "reading" ? `${count} so far` : count;
}

export function formatStudies(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "study" : "studies"}`;
}

export function formatNumber(count: number): string {
  return count.toLocaleString("en");
}

/** Return Markdown that shows `words`: no sign of a document becomes markup, and no address a link. */
export function asMarkdown(words: string): string {
  return words.trim().replace(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}
