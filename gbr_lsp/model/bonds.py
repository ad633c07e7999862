"""Whether a printed line that breaks off is surely that of a study, so that its moves may be judged from its board.

A line that stands alone behind its code is. Elsewhere, as in a chapter of solutions behind all studies, a line that
runs some way from a board may be that of a study whose board is not known, or is like this one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from gbr_lsp.model.line_claims import begins_main_line, next_study, own_starts
from gbr_lsp.solutions.main_line import Lines, PrintedLine, ProseText, run_from
from gbr_lsp.solutions.misprints import Misprinted
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.prose import MANY_PLIES

_FEWEST = 3
"""A line of fewer half-moves is no solution."""
_MOST_FOREIGN = 3
"""So many other lines behind a code may be those of other studies."""


def is_surely_of(
    text: ProseText,
    wrong: Misprinted,
    lines: Lines,
    offset: int,
    ways: list[Position],
    studies: Sequence[tuple[int, list[Position]]],
) -> bool:
    """Whether a line with a misprint is that of the study at an offset, among studies in order with their positions.

    It is not where it runs farther from another board, past the misprint. Otherwise the first one behind a code and
    before the next is its line. Elsewhere, and behind the last code where the code before it has no line, it may not be
    if another line runs whole from the board; nor anywhere behind the last code if many lines there do not begin on it.
    """
    start = text.stretches[lines.first].items[0]
    fewest = max(len(lines.main.moves) + 1, MANY_PLIES)
    failing = bisect_left(text.items, wrong.span.start, key=lambda item: item.span.start)
    if text.kinds[failing] == "number":
        # A half-move is missing before it.
        failing += 1
    for _, others in studies:
        if others != ways and any(
            fewest <= len(line.moves) and any(made.item == failing for made in line.moves)
            for line in _lines_from(text, start, others)
        ):
            return False
    until = next_study(studies, offset)
    own = own_starts(text, offset, until)
    is_first = own[:1] == [start]
    if is_first and (until is not None or len(own) == 1):
        return True
    stands_here = is_first and _has_line_before(text, offset, studies)
    foreign = 0
    for other in text.starts:
        if other == start or not begins_main_line(text, other) or text.items[other].half % 2:
            continue
        found = list(_lines_from(text, other, ways))
        if not stands_here and any(_FEWEST <= len(line.moves) and line.complete for line in found):
            return False
        foreign += other in own and len(text.stretches[text.stretch_at(other)].items) > _FEWEST and not found
    return foreign <= _MOST_FOREIGN


def _has_line_before(text: ProseText, offset: int, studies: Sequence[tuple[int, list[Position]]]) -> bool:
    """Whether the code before the one at an offset has a line behind it, or there is none."""
    before = max((other for other, _ in studies if other < offset), default=None)
    return before is None or bool(own_starts(text, before, offset))


def _lines_from(text: ProseText, start: int, ways: Sequence[Position]) -> Iterator[PrintedLine]:
    """What runs from a beginning, by each position and language from which its first move can be made."""
    for position in ways:
        for language in text.languages:
            begun = run_from(text, start, position, language)
            if begun.plies:
                yield begun.followed(text, None).main
