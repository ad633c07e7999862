"""A study is not in the document's index.

## Why it matters

Readers who search by material do not find a study that is missing from the index, and it is the index that shows
anticipations.

An index has at least five lines. It is checked only if at least half of its entries name studies of the document and
it lists at least half of the studies; if it lists wins only, draws are not missing. A code that heads several places
is reported once. A study whose line `dangling-index-entry` reports is not reported again.

The fix inserts the line at its place, in the form of the lines beside it. If the index has the numbers of studies, the
number is taken from the heading of the study, such as `No 12` or `12.`. If it has pages, a question mark stands for
the page, which is not known.

## Example

```text
0000.11 h8a6
0004.10 c3a1
0055.01 b1b8
^^^^^^^^^^^^ unindexed-study: The index does not list 0055.01 b1b8
0323.12 g3g1
1300.00 c6b8
4000.10 e1h8

Index

0000.11 h8a6  1
0004.10 c3a1  1
0323.12 g3g1  2
1300.00 c6b8  3
4000.10 e1h8  3
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Fix, RelatedMessage, Replacement, RuleScope, Severity, rule
from gbr_lsp.model.study import Study
from gbr_lsp.model.subjects import CollectionContext

if TYPE_CHECKING:
    from gbr_lsp.collection.directory import Directory
    from gbr_lsp.collection.directory.index_style import InsertionSpot


@rule(Severity.WARNING, RuleScope.INDEX)
def unindexed_study(context: CollectionContext) -> Iterator[Finding]:
    # Few texts have an index, and the module that extends an index is slow to import.
    from gbr_lsp.collection.directory import directory_of, key_of, place_of
    from gbr_lsp.collection.directory.comparison import comparison_of
    from gbr_lsp.collection.directory.index_style import styles_by_goal, styles_of

    directory, comparison = context.compute_once(directory_of), context.compute_once(comparison_of)
    styles = styles_of(directory, comparison.own_runs) if comparison.missing_studies else []
    styles_of_goal = styles_by_goal(styles)
    for study in comparison.missing_studies:
        goal = study.code.stipulation.goal
        usable_styles = styles if len(styles) == 1 else styles_of_goal[goal]
        spot = usable_styles[0].spot_for(study.code) if len(usable_styles) == 1 else None
        line = usable_styles[0].new_line(study.code, spot.neighbor, usable_styles[0].number_of(study)) if spot else None
        neighbor = spot.neighbor if spot else (usable_styles or styles)[0].run[0]
        fixes = (_fix(directory, study, spot, line),) if spot and line is not None else ()
        message = f"The index does not list {key_of(study.code)}"
        yield Finding(place_of(study), message, fixes, (RelatedMessage("the index", place_of(neighbor.study)),))


def _fix(directory: "Directory", study: Study, spot: "InsertionSpot", line: str) -> Fix:
    """Return the `Fix` that adds `line` to the index at `spot`."""
    from gbr_lsp.collection.directory import key_of

    number, ending = spot.neighbor.line, directory.line_end_at(spot.neighbor.line)
    start, end = directory.lines.line_span(number)
    span, text = (Span(end, end), ending + line) if spot.is_after else (Span(start, start), line + ending)
    edit = Replacement(directory.place(spot.neighbor.study, span), text)
    return Fix(f"Add {key_of(study.code)} to the index", (edit,), is_safe=False)
