"""The index of a PDF gives the wrong page for a study.

## Why it matters

Pages move until a book is printed, and an index that was typed earlier still has the old numbers.

The rule checks PDF files only, because only they have pages. Printed page numbers may differ from the count of pages
in the file, if nearly all entries (at least five, and four in five) differ by the same number. An entry is reported if
it is wrong by two pages or more and the entries of the studies before and after it are right. A study whose title
stands on the page before its code is not reported, nor is an index that gives the numbers of studies.

## Example

```pdf
0000.11 h8a6
␌0004.10 c3a1
␌0055.01 b1b8
␌0323.12 g3g1
␌1300.00 c6b8
␌4000.10 e1h8
␌Index

0000.11 h8a6  11
0004.10 c3a1  12
0055.01 b1b8  18
              ^^ wrong-index-page: The study is on page 13, not 18
0323.12 g3g1  14
1300.00 c6b8  15
4000.10 e1h8  16
```
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.collection.directory import Directory, directory_of, key_of
from gbr_lsp.model.finding import Finding, RelatedMessage, RuleScope, Severity, rule, write
from gbr_lsp.model.roles import NUMBER
from gbr_lsp.model.study import Study
from gbr_lsp.model.subjects import CollectionContext

_MIN_ENTRIES = 5
_MIN_SHARE = 0.8
_MIN_DIFFERENCE = 2
"""Minimum error in pages: a title may be on the page before the code."""


class _EntryPage(NamedTuple):
    """An entry of an index: its study, the page of that in the file, and the page number with its span."""

    entry: Study
    head: Study
    page: int
    number: int
    span: Span


@rule(Severity.WARNING, RuleScope.INDEX)
def wrong_index_page(context: CollectionContext) -> Iterator[Finding]:
    if not context.document.host.has_placed_boards:
        return
    directory = context.compute_once(directory_of)
    entries = sorted(_entries_with_pages(context, directory), key=lambda one: one.page)
    offsets = Counter(one.number - one.page for one in entries)
    offset, count = offsets.most_common(1)[0] if offsets else (0, 0)
    if count < max(_MIN_ENTRIES, _MIN_SHARE * len(entries)):
        return
    for place, one in enumerate(entries):
        right = one.page + offset
        neighbors = entries[max(0, place - 1) : place] + entries[place + 1 : place + 2]
        if _MIN_DIFFERENCE <= abs(one.number - right) and all(
            other.number - other.page == offset for other in neighbors
        ):
            number_place = directory.place(one.entry, one.span)
            related = (RelatedMessage("the study", one.head.code_place),)
            fixes = (write(number_place, str(right), safe=False),)
            yield Finding(number_place, f"The study is on page {right}, not {one.number}", fixes, related)


def _entries_with_pages(context: CollectionContext, directory: Directory) -> Iterator[_EntryPage]:
    """Yield an `_EntryPage` for each entry with one matching study and a number after its code."""
    pages = {block: number for number, block in enumerate(context.document.blocks, 1)}
    heads = directory.heads_by_key()
    for entry in (entry for run in directory.runs for entry in run):
        key = key_of(entry.study.code)
        found = heads.get(key, []) if key else []
        start = directory.start_of(entry.study) + entry.study.occurrence.span.end
        end = directory.lines.line_span(entry.line).end
        numbers = [one for one in NUMBER.finditer(directory.lines.text, start, max(start, end)) if one[0].isdigit()]
        if len(found) == 1 and numbers:
            yield _EntryPage(entry.study, found[0], pages[found[0].block], int(numbers[0][0]), Span(*numbers[0].span()))
