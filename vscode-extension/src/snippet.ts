// Snippets that look at the text around them.

/**
 * A snippet that takes the place of `line` from `start` to `end`: `text`, or what stands there when it is inserted if
 * the line is another one by then.
 */
export function unlessChanged(line: string, start: number, end: number, text: string): string {
  const before = `[^]{${start}}`;
  const behind = `[^]{${line.length - end}}`;
  const was = line.slice(start, end).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const written = text.replace(/[\\$}]/g, "\\$&");
  // Lazy, as the line may be long behind the cursor: a greedy group would count that again from each of its characters.
  return `\${TM_CURRENT_LINE/^(?:${before}${was}${behind}|${before}([^]+?)${behind}|[^]*)$/\${1:-${written}}/}`;
}
