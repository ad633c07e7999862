// Snippets that depend on the current line.

/**
 * Return a snippet that replaces the characters from `start` to `end` of `line` by `text`.
 *
 * If the line differs from `line` when the snippet is inserted, it inserts the current characters between the first
 * `start` and the last `line.length - end` ones, so that nothing changes. If there are none, it inserts nothing.
 */
export function writeUnlessChanged(line: string, start: number, end: number, text: string): string {
  const before = `[^]{${start}}`;
  const behind = `[^]{${line.length - end}}`;
  const was = line.slice(start, end).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const written = text.replace(/[\\$}]/g, "\\$&");
  // Group 1 is the unchanged line. An empty line has no characters for it, so there the text stands for an empty group.
  const format = line ? `\${1:+${written}}$2` : `\${2:-${written}}`;
  // Lazy: a greedy group would match the rest of the line again from each of its characters, and the line may be long.
  return `\${TM_CURRENT_LINE/^(?:(${before}${was}${behind})|${before}([^]*?)${behind}|[^]*)$/${format}/}`;
}
