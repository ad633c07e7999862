"""A line of an index is out of order.

## Why it matters

Readers look a study up in an index as they look a word up in a dictionary: first wins, then draws, each by class and
then by kings. They do not find an entry that is a few lines away from its place.

The order of an index is the one that nearly all of its lines keep: with or without the goal, under headings, by class
only, by kings, across the columns or down. If there is none, or if the numbers of the studies are in order, nothing is
reported.

## Example

```text select=unsorted-index
0000.11 h8a6   - 17 -
0000.23 d6c4   - 4 -
0001.01 c2a1   - 31 -
0010.20 e4f6   - 12 -
0410.00 d6d8   - 9 -
^^^^^^^^^^^^ unsorted-index: 0410.00 d6d8 belongs after 0323.12 g3g1
0055.01 b1b8   - 22 -
0300.10 b6a1   - 2 -
0323.12 g3g1   - 40 -
1300.00 c6b8   - 15 -
```
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.collection.directory import Directory, DirectoryEntry, Run, directory_of, key_of, place_of
from gbr_lsp.model.finding import Finding, Fix, RelatedMessage, Replacement, RuleScope, Severity, rule
from gbr_lsp.model.subjects import CollectionContext

if TYPE_CHECKING:
    from gbr_lsp.collection.directory.order import Order

_MIN_LIST_LENGTH = 5
"""Length of a run out of order that is a list of its own, such as the draws after the wins."""

_FILLING = regex(r"(?<!\\)\b\w+|[\s._·…]")
"""Variable parts of a line, irrelevant for its neighbors: words, numbers, blanks, leaders."""


class _Move(NamedTuple):
    """An entry out of place, and the entry that it should follow or precede."""

    entry: DirectoryEntry
    target: DirectoryEntry
    is_after: bool


@rule(Severity.HINT, RuleScope.INDEX)
def unsorted_index(context: CollectionContext) -> Iterator[Finding]:
    # Few texts have an index.
    from gbr_lsp.collection.directory.order import order_of

    directory = context.compute_once(directory_of)
    goals = directory.goals()
    for run in directory.runs:
        order = None if _is_sorted_by_number(directory, run) else order_of(run, goals)
        movable_lines = _movable_lines(directory, run) if order else set()
        for move in _moves(order) if order else ():
            place = f"{'after' if move.is_after else 'before'} {_entry_name(move.target)}"
            is_movable = {move.entry.line, move.target.line} <= movable_lines
            may_move = is_movable and _shape(directory, move.entry) == _shape(directory, move.target)
            fixes = (_fix(directory, move, place),) if may_move else ()
            related = (RelatedMessage("its place", place_of(move.target.study)),)
            message = f"{_entry_name(move.entry)} belongs {place}"
            yield Finding(place_of(move.entry.study), message, fixes, related)


def _is_sorted_by_number(directory: Directory, run: Run) -> bool:
    """Return True if the numbers of `run` are sorted, as in a list by study or page."""
    found = directory.numbers_of(run)
    numbers = [int(("0" + re.sub(r"\D", "", texts[0]))[:9]) for texts in found if len(texts) == 1]
    return len(numbers) == len(run) and numbers[0] < numbers[-1] and numbers == sorted(numbers)


def _entry_name(entry: DirectoryEntry) -> str:
    return str(key_of(entry.study.code))


def _moves(order: "Order") -> Iterator[_Move]:
    """Yield a `_Move` for each entry out of place, except in long runs."""
    for sequence, sorted_entries in zip(order.sequences, order.sorted_entries, strict=True):
        ranks = [order.rank_of(entry) for entry in sorted_entries]
        for before, unsorted_entries in _unsorted_groups(sequence, sorted_entries):
            for entry in unsorted_entries if len(unsorted_entries) < _MIN_LIST_LENGTH else ():
                place = bisect_right(ranks, order.rank_of(entry))
                is_after = before < place
                yield _Move(entry, sorted_entries[place - 1 if is_after else place], is_after)


def _unsorted_groups(sequence: Run, sorted_entries: Run) -> Iterator[tuple[int, Run]]:
    """Yield (number of sorted entries before, entries) for runs of adjacent entries out of place.

    `sorted_entries` are those in place.
    """
    before = 0
    numbered_entries = []
    for entry in sequence:
        if before < len(sorted_entries) and entry is sorted_entries[before]:
            before += 1
        else:
            numbered_entries.append((before, entry))
    for number, group in groupby(numbered_entries, lambda item: item[0]):
        yield number, [entry for _, entry in group]


def _movable_lines(directory: Directory, run: Run) -> set[int]:
    """Return the numbers of the lines that may move, as a set.

    They are adjacent, with one entry each, and not continued on the next line.
    """
    found: set[int] = set()
    for _, section in groupby(run, lambda entry: entry.section):
        lines = [entry.line for entry in section]
        if lines == list(range(lines[0], lines[-1] + 1)):
            found.update(lines if directory.is_blank(lines[-1] + 1) else lines[:-1])
    return found


def _shape(directory: Directory, entry: DirectoryEntry) -> list[str]:
    """Return the texts around a code that belong to the list or table, without variable parts."""
    return [_FILLING.sub("", text) for text in directory.text_around(entry.study)]


def _fix(directory: Directory, move: _Move, place: str) -> Fix:
    """Return the `Fix` that moves a line with its line end to the target, which is `place` in words.

    The last line may have no line end.
    """
    line, starts = move.entry.line, directory.lines.starts
    end = starts[line + 1] if line + 1 < len(starts) else len(directory.lines.text)
    text, line_span = directory.line_text(line), Span(starts[line], end)
    target = directory.lines.line_span(move.target.line)
    ending = directory.line_end_at(move.target.line)
    target_span = Span(target.end, target.end) if move.is_after else Span(target.start, target.start)
    new_text = ending + text if move.is_after else text + ending
    edits = (
        Replacement(directory.place(move.entry.study, line_span), ""),
        Replacement(directory.place(move.target.study, target_span), new_text),
    )
    return Fix(f"Move it {place}", edits, is_safe=True)
