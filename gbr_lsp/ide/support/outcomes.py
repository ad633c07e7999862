"""What tablebases say of a position, as a mark behind the move that led to it."""

from typing import NamedTuple

from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.tablebase import Outcome, Tables

_SIGNS = {
    Outcome.WIN: "+",
    Outcome.LATE_WIN: "+",
    Outcome.DRAW: "=",
    Outcome.LATE_LOSS: "−",
    Outcome.LOSS: "−",
}


class OutcomeMark(NamedTuple):
    """`+`, `=` or `−` for White, and the same in words."""

    sign: str
    words: str


def outcome_mark(tables: Tables | None, position: Position | None) -> OutcomeMark | None:
    """The mark of a position; None where the tables do not know it."""
    outcome = tables.outcome(position) if tables and position else None
    return OutcomeMark(_SIGNS[outcome], f"tables: a {outcome.value} for White") if outcome else None
