"""Tablebases: what perfect play makes of a position. Without tables nothing is opened, imported or slowed."""

import os
from enum import Enum
from functools import cache
from typing import Any, Protocol

from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, WHITE


class Outcome(Enum):
    """What White reaches. Wins and losses that the fifty-move rule would spoil are told apart."""

    WIN = "win"
    LATE_WIN = "win, but for the fifty-move rule"
    DRAW = "draw"
    LATE_LOSS = "loss, but for the fifty-move rule"
    LOSS = "loss"


class Tables(Protocol):
    """Anything that knows outcomes; None where it does not know one."""

    @property
    def most_men(self) -> int: ...

    def outcome(self, placement: Placement, turn: bool) -> Outcome | None: ...


_OUTCOMES = {
    2: Outcome.WIN,
    1: Outcome.LATE_WIN,
    0: Outcome.DRAW,
    -1: Outcome.LATE_LOSS,
    -2: Outcome.LOSS,
}


class Syzygy:
    """The Syzygy tables of some folders, found and opened when the first position is asked for.

    Missing folders, missing tables and damaged files are no errors: the outcome is not known.
    """

    def __init__(self, folders: tuple[str, ...]) -> None:
        self.folders = folders
        self._tables: Any = None
        self._most_men: int | None = None
        self._known: dict[tuple[str, bool], Outcome | None] = {}

    @property
    def most_men(self) -> int:
        """How many men the largest table has, kings included; 0 where there is none."""
        if self._most_men is None:
            names = [name for folder in self.folders for name in _names(folder)]
            self._most_men = max((len(name.replace("v", "")) for name in names), default=0)
        return self._most_men

    def outcome(self, placement: Placement, turn: bool) -> Outcome | None:
        """What White reaches from a placement with a side to move."""
        if self.most_men < 64 - placement.squares.count("."):
            return None
        key = (placement.fen, turn)
        if key not in self._known:
            self._known[key] = self._probe(placement, turn)
        return self._known[key]

    def _probe(self, placement: Placement, turn: bool) -> Outcome | None:
        import chess
        import chess.syzygy

        if self._tables is None:
            self._tables = chess.syzygy.Tablebase()
            for folder in self.folders:
                if os.path.isdir(folder):
                    self._tables.add_directory(folder, load_dtz=False)
        board = chess.Board(f"{placement.fen} {'w' if turn is WHITE else 'b'} - - 0 1")
        try:
            wdl = self._tables.probe_wdl(board)
        except Exception:
            # A table that is missing, cut short or no table at all raises one thing or another.
            return None
        return _OUTCOMES[-wdl if turn is BLACK else wdl]


@cache
def syzygy(folders: tuple[str, ...]) -> Syzygy | None:
    """The tables of some folders, the same ones whenever they are asked for; None for no folders."""
    return Syzygy(folders) if folders else None


def _names(folder: str) -> list[str]:
    """The tables of a folder by name, such as `KQvKR`."""
    try:
        return [name[:-5] for name in os.listdir(folder) if name.endswith(".rtbw")]
    except OSError:
        return []
