"""The outcome of a position in tablebases, as a mark after the move to it."""

from typing import NamedTuple

from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.tablebase import Outcome, Tables

_SIGNS = {
    Outcome.WIN: "+",
    Outcome.LATE_WIN: "+",
    Outcome.DRAW: "=",
    Outcome.LATE_LOSS: "−",
    Outcome.LOSS: "−",
}


class OutcomeMark(NamedTuple):
    """The sign `+`, `=` or `−` from White's view, and the outcome in words."""

    sign: str
    words: str


def outcome_mark(tables: Tables | None, position: Position | None) -> OutcomeMark | None:
    """Return the mark of `position`, or None if it is not in the tables."""
    outcome = tables.outcome(position) if tables and position else None
    return OutcomeMark(_SIGNS[outcome], f"tables: a {outcome.value} for White") if outcome else None
