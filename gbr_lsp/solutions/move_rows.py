"""Rows of moves: consecutive moves of a text, without words between them.

A solution in prose is printed in rows: "1.Kf2 a4, the best, for 1…h2 2.e4 wins. 2.Lb2 a3" has
three. Words do not show which of them make the main line; the board does, see `FollowedLine`. Alternatives
in brackets are left out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken, closing_brackets
from gbr_lsp.solutions.prose_items import SECOND_MOVE, is_mistake

_NOTE = regex(r"[ivx]+\)")
_SEPARATION = regex(r"\.|\s[-–—]\s")
"""The end of a sentence between a move and a number, or a dash with blanks."""


class MoveRow(NamedTuple):
    """Consecutive moves: the half-move of the first one, and the indexes of moves and numbers.

    `half` is None if no number counts the moves. `end` is the half-move due after them by their
    numbers; 0 if unknown.
    """

    half: int | None
    items: tuple[int, ...]
    end: int
    is_note: bool
    """Whether they are a note or a try.

    They follow a label such as `i)` or `a)`, are among notes that begin with `i)`, or begin with a move
    of White marked `?`.
    """


def rows_of(text: str, items: Sequence[MoveToken]) -> tuple[list[MoveRow], list[range]]:
    """Return the `MoveRow`es of a text, in order, and the ranges of items in the brackets that are left out."""
    reader, brackets = _RowReader(text, items), list[range]()
    closed: dict[int, int] | None = None
    at = 0
    while at < len(items):
        kind = items[at].kind
        if kind == "word" and not reader.row and not reader.has_label:
            # Most items are words after words.
            pass
        elif kind == "open" and reader.row:
            closed = closing_brackets(items) if closed is None else closed
            end = closed.get(at, at)
            if at < end:
                brackets.append(range(at + 1, end))
            at = end
        else:
            reader.read(at)
        at += 1
    reader.end_row(None)
    return reader.rows, brackets


class _RowReader:
    """Collector of the items of a text into rows."""

    def __init__(self, text: str, items: Sequence[MoveToken]) -> None:
        self.text = text
        self.items = items
        self.rows: list[MoveRow] = []
        self.row: list[int] = []
        self.is_in_notes = False
        self.has_label = False

    def read(self, at: int) -> None:
        """Add item `at` to the row, or end the row."""
        item = self.items[at]
        if item.kind == "number":
            if self.row and not self.is_continuation(at):
                self.end_row(item.half)
            if not self.row and item.half < SECOND_MOVE and not self.has_label:
                self.is_in_notes = False
            self.row.append(at)
        elif item.kind in MOVE_KINDS:
            self.row.append(at)
        elif item.kind != "mark":
            self.end_row(None)
            self.has_label = item.kind == "label" and item.text[0].islower()
            self.is_in_notes = self.is_in_notes or (self.has_label and _NOTE.match(item.text) is not None)

    def end_row(self, following: int | None) -> None:
        """End the row; if it has no number, the half-move `following` of the next one counts its moves."""
        row, items = self.row, self.items
        is_note = self.is_in_notes or self.has_label
        self.has_label = False
        if not row:
            return
        self.row = []
        if all(items[at].kind == "number" for at in row):
            return
        due = self.due_after(row)
        if due is None:
            self.rows.append(MoveRow(following and following - len(row), tuple(row), following or 0, is_note))
            return
        half = next(items[at].half - place for place, at in enumerate(row) if items[at].kind == "number")
        self.rows.append(MoveRow(half, tuple(row), due, is_note or (half % 2 == 0 and self.is_try(row))))

    def is_try(self, row: list[int]) -> bool:
        """Return True if the first move of `row` is marked as a mistake."""
        moves = (self.items[at] for at in row if at < len(self.items) and self.items[at].kind != "number")
        first = next(moves, None)
        return first is not None and is_mistake(self.text, first)

    def is_continuation(self, at: int) -> bool:
        """Return True if number `at` continues the row: it counts the moves before it.

        One half-move may be lost; any other jump begins another line. A new row begins after a
        sentence or between dashes. It also begins at a number repeated for Black's move directly
        after White's, if an earlier row waits for that move, as in `5.Bg6, not 5.Bf3. 5...Rg5`, and
        at a move of White that is marked as a mistake.
        """
        half, last = self.items[at].half, self.row[-1]
        due = self.due_after(self.row)
        if last == at - 1 and self.items[last].kind == "move":
            between = self.text[self.items[last].span.end : self.items[at].span.start]
            if _SEPARATION.search(between) or (half % 2 and self.rows and self.rows[-1].end == half):
                return False
        if half % 2 == 0 and self.is_try([at + 1]):
            return False
        # After another number, which is that of the study, a number begins the line.
        lost = due is not None and due % 2 == 1 and half == due + 1
        return (half == due or lost) and self.items[last].kind != "number"

    def due_after(self, row: list[int]) -> int | None:
        """Return the half-move due after `row`; None if no number counts its moves."""
        for moves, at in enumerate(reversed(row)):
            if self.items[at].kind == "number":
                return self.items[at].half + moves
        return None
