// The symbols of documents whose headings are another outline. Independent of VS Code.

const WITH_HEADINGS: ReadonlySet<string> = new Set(["markdown", "quarto", "rmd"]);

interface Extent<Range> {
  range: Range;
  selectionRange: Range;
}

/**
 * Reduce the ranges of `symbols` to `startOf(range)` in languages with headings.
 *
 * The breadcrumbs show the first symbol around the caret, of the provider that answers first; its selector does not
 * matter. A symbol of length 0 is around no other caret than that at its start, so that the headings are shown.
 */
export function reduceExtents<Range>(
  languageId: string,
  symbols: readonly object[],
  startOf: (range: Range) => Range,
): void {
  if (!WITH_HEADINGS.has(languageId)) return;
  // Both ranges: VS Code accepts no selection outside of its symbol.
  for (const symbol of symbols.filter((one): one is Extent<Range> => "selectionRange" in one)) {
    symbol.range = symbol.selectionRange = startOf(symbol.selectionRange);
  }
}
