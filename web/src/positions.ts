// Positions of the protocol as offsets in the editor's text, and back.

import type { ChangeSet, Text } from "@codemirror/state";
import type { Position, Range, TextEdit } from "./protocol";
import type { Change } from "./session";

export function positionAt(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** Return the offset of a position; the end of its line, or of the text, if it is beyond. */
export function offsetOf(doc: Text, { line, character }: Position): number {
  if (doc.lines <= line) return doc.length;
  const found = doc.line(line + 1);
  return Math.min(found.from + character, found.to);
}

export const spanOf = (doc: Text, range: Range): { from: number; to: number } => ({
  from: offsetOf(doc, range.start),
  to: offsetOf(doc, range.end),
});

export const rangeOf = (doc: Text, from: number, to: number): Range => ({
  start: positionAt(doc, from),
  end: positionAt(doc, to),
});

/** Return `edits` as changes of the editor. */
export const changesOf = (doc: Text, edits: readonly TextEdit[]): { from: number; to: number; insert: string }[] =>
  edits.map(({ range, newText }) => ({ ...spanOf(doc, range), insert: newText }));

/** Return `changes` of the text `before` for the server: the last one first, so that the offsets of the others stay valid. */
export function sentChanges(before: Text, changes: ChangeSet): Change[] {
  const sent: Change[] = [];
  changes.iterChanges((from, to, _from, _to, inserted) => {
    sent.push({ range: rangeOf(before, from, to), text: inserted.toString() });
  });
  return sent.reverse();
}
