// The lines that several changes of a document concern. Independent of VS Code.

/** A change: the lines of its range before it, counted from 0, and the number of line ends in its text. */
export interface LineChange {
  readonly first: number;
  readonly last: number;
  readonly added: number;
}

/**
 * Return the half-open range of the lines that `changes` concern, with one line more above and below, in a document
 * that has `lineCount` lines after them. The changes of one event come from the bottom to the top, as VS Code has them.
 */
export function findChangedLines(lineCount: number, changes: readonly LineChange[]): [first: number, end: number] {
  let lines = lineCount - changes.reduce((sum, { first, last, added }) => sum + added - (last - first), 0);
  let [above, below] = [lineCount, lineCount];
  for (const { first, last, added } of changes) {
    above = Math.min(above, first);
    below = Math.min(below, lines - 1 - last);
    lines += added - (last - first);
  }
  return [Math.max(0, above - 1), Math.min(lineCount, lineCount - below + 1)];
}
