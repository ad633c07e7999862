"""An index line names a study that does not exist.

## Why it matters

An index is typed after the diagrams, and nobody solves from it, so slips in it survive. A reader who follows such a
line finds a different study, and a reader who looks for the class of the study does not find its line.

An index is a run of at least five lines, each with a code, its kings, and the number of a study or a page. An index
may belong to another text, so it is checked only if at least half of its entries name studies of the document. An
entry with no similar study is reported only if at least three quarters of the entries name a study. The same class and
kings may be listed once for each study that they head. Codes that are only mentioned in the text are not reported.

## Example

A book's index had a pawn too many.

```text
0000.11 h8a6
0004.10 c3a1
0055.01 b1b8
0323.12 g3g1
4000.10 e1h8

Index

0000.11 h8a6  1
0004.10 c3a1  2
0055.02 b1b8  3
^^^^^^^^^^^^ dangling-index-entry: The document has no study 0055.02 b1b8; the nearest is 0055.01 b1b8
0323.12 g3g1  4
4000.10 e1h8  5
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, Fix, RelatedMessage, Replacement, RuleScope, Severity, rule
from gbr_lsp.model.study import Study
from gbr_lsp.model.subjects import CollectionContext
from gbr_lsp.notation.values import SQUARE_NAMES, Kind

if TYPE_CHECKING:
    from gbr_lsp.collection.directory import ClassAndKings
    from gbr_lsp.collection.directory.comparison import LooseEntry


@rule(Severity.WARNING, RuleScope.INDEX)
def dangling_index_entry(context: CollectionContext) -> Iterator[Finding]:
    # Few texts have an index.
    from gbr_lsp.collection.directory import key_of, place_of
    from gbr_lsp.collection.directory.comparison import comparison_of

    for loose_entry in context.compute_once(comparison_of).loose_entries:
        nearest = loose_entry.nearest
        key = key_of(nearest.code) if nearest else None
        message = _problem_text(loose_entry) + (f"; the nearest is {key}" if key else "")
        fixes = _fixes(loose_entry, key) if key else ()
        related = (RelatedMessage("the nearest study", place_of(nearest)),) if nearest else ()
        yield Finding(place_of(loose_entry.entry.study), message, fixes, related)


def _problem_text(loose_entry: "LooseEntry") -> str:
    """Return the message about an entry without a study, or repeated too often."""
    if not loose_entry.headed_count:
        return f"The document has no study {loose_entry.key}"
    studies = "only one study" if loose_entry.headed_count == 1 else f"{loose_entry.headed_count} studies"
    return f"{loose_entry.key} is listed {loose_entry.listed_count} times, but heads {studies}"


def _fixes(loose_entry: "LooseEntry", key: "ClassAndKings") -> tuple[Fix, ...]:
    """Return the `Fix` that changes the entry to `key`, as a tuple.

    It is empty for repeated lines or an entry with a board.
    """
    study = loose_entry.entry.study
    if loose_entry.headed_count or study.boards:
        return ()
    edits = tuple(_edits(study, key))
    return (Fix(f"Change the entry to {key}", edits, is_safe=False),)


def _edits(study: Study, key: "ClassAndKings") -> Iterator[Replacement]:
    """Yield a `Replacement` for each part of the code of `study` that differs from `key`."""
    occurrence = study.occurrence
    right_parts = [(part, str(key.force)) for part in occurrence.parts_of(Kind.CLASS)]
    names = [SQUARE_NAMES[square] for square in key.kings if square is not None]
    for kind in (Kind.KING, Kind.KING_AGAIN):
        right_parts += zip(occurrence.parts_of(kind), names, strict=False)
    for part, text in right_parts:
        if study.text(part.span) != text:
            yield Replacement(study.place(part.span), text)
