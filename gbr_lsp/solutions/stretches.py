"""Stretches: moves of a text that stand in one row, without words between them.

A solution in prose is printed in stretches: "1.Kf2 a4, the best, for 1…h2 2.e4 wins. 2.Lb2 a3" has three. Which of
them make the main line is not said by words but by the board, see `followed`. Alternatives in brackets are left out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.solutions.prose import SECOND_MOVE, ProseItem, closings, is_mistake

_NOTE = regex(r"[ivx]+\)")
_IS_PARTED = regex(r"\.|\s[-–—]\s")
"""The end of a sentence between a move and a number, or the end of words between dashes."""


class MoveStretch(NamedTuple):
    """Moves in one row: the half-move of the first one, as a number says, and which items they and the numbers are.

    `half` is None where no number counts the moves. `end` is the half-move that is due behind them by their numbers.
    """

    half: int | None
    items: tuple[int, ...]
    end: int
    is_note: bool
    """Whether they stand behind a label such as `i)` or `a)`, or among notes that begin with `i)`; or are a try, that
    is, begin with a move of White that is marked `?`."""


def stretches_of(text: str, items: Sequence[ProseItem]) -> list[MoveStretch]:
    """The stretches of a text, in order."""
    reader = _RowReader(text, items)
    closed: dict[int, int] | None = None
    at = 0
    while at < len(items):
        if items[at].kind == "open" and reader.row:
            closed = closings(items) if closed is None else closed
            at = closed.get(at, at)
        else:
            reader.read(at)
        at += 1
    reader.end(None)
    return reader.found


class _RowReader:
    """Puts the items of a text into rows."""

    def __init__(self, text: str, items: Sequence[ProseItem]) -> None:
        self.text = text
        self.items = items
        self.found: list[MoveStretch] = []
        self.row: list[int] = []
        self.in_notes = False
        self.labelled = False

    def read(self, at: int) -> None:
        item = self.items[at]
        if item.kind == "number":
            if self.row and not self.goes_on(at):
                self.end(item.half)
            if not self.row and item.half < SECOND_MOVE and not self.labelled:
                self.in_notes = False
            self.row.append(at)
        elif item.kind in ("move", "any", "odd"):
            self.row.append(at)
        elif item.kind != "mark":
            self.end(None)
            self.labelled = item.kind == "label" and item.text[0].islower()
            self.in_notes = self.in_notes or (self.labelled and _NOTE.match(item.text) is not None)

    def end(self, following: int | None) -> None:
        """Ends a row of moves; a number that follows counts them if nothing else does."""
        row, items = self.row, self.items
        is_note = self.in_notes or self.labelled
        self.labelled = False
        if not row:
            # Most items of a text are words behind words.
            return
        self.row = []
        if all(items[at].kind == "number" for at in row):
            return
        due = self.due(row)
        if due is None:
            self.found.append(MoveStretch(following and following - len(row), tuple(row), following or 0, is_note))
            return
        half = next(items[at].half - place for place, at in enumerate(row) if items[at].kind == "number")
        self.found.append(MoveStretch(half, tuple(row), due, is_note or (half % 2 == 0 and self.is_try(row))))

    def is_try(self, row: list[int]) -> bool:
        """Whether the first move of a row is marked as a mistake."""
        moves = (self.items[at] for at in row if at < len(self.items) and self.items[at].kind != "number")
        first = next(moves, None)
        return first is not None and is_mistake(self.text, first)

    def goes_on(self, at: int) -> bool:
        """Whether a number counts the moves before it; one half-move may be lost, another jump begins another line.

        Behind the end of a sentence or of words between dashes a row begins, and so it does at a number that is printed
        again for Black's move, directly behind White's, where a row before it waits for that move: what stands between
        is only named, as in `5.Bg6, not 5.Bf3. 5...Rg5`. A move of White that is marked as a mistake begins one too.
        """
        half, last = self.items[at].half, self.row[-1]
        due = self.due(self.row)
        if last == at - 1 and self.items[last].kind == "move":
            between = self.text[self.items[last].span.end : self.items[at].span.start]
            if _IS_PARTED.search(between) or (half % 2 and self.found and self.found[-1].end == half):
                return False
        if half % 2 == 0 and self.is_try([at + 1]):
            return False
        lost = due is not None and due % 2 == 1 and half == due + 1 and self.items[self.row[-1]].kind != "number"
        return half == due or lost

    def due(self, row: list[int]) -> int | None:
        """The half-move that is due behind a row of moves; None where no number counts them."""
        for moves, at in enumerate(reversed(row)):
            if self.items[at].kind == "number":
                return self.items[at].half + moves
        return None
