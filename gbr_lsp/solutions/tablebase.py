"""Tablebases: the result of perfect play. Without tables nothing is opened, imported or slowed."""

import os
import sys
from contextlib import suppress
from enum import Enum
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE

if TYPE_CHECKING:
    # Importing `position` takes a while.
    from gbr_lsp.solutions.position import Position


class Outcome(Enum):
    """Result that White reaches; wins and losses that the fifty-move rule spoils are separate."""

    WIN = "win"
    LATE_WIN = "win, but for the fifty-move rule"
    DRAW = "draw"
    LATE_LOSS = "loss, but for the fifty-move rule"
    LOSS = "loss"


class Tables(Protocol):
    """Source of outcomes; `outcome` returns None if it does not know one."""

    @property
    def max_men(self) -> int: ...
    @property
    def names(self) -> list[str]: ...

    def outcome(self, position: "Position") -> Outcome | None: ...


_OUTCOMES = {2: Outcome.WIN, 1: Outcome.LATE_WIN, 0: Outcome.DRAW, -1: Outcome.LATE_LOSS, -2: Outcome.LOSS}
_MAX_CACHED = 1 << 17
"""Maximum number of positions remembered; each takes about 400 bytes."""


class Syzygy:
    """Syzygy tables in `folders`, opened when the first position is requested.

    Missing, damaged or unreadable folders and tables are no errors: the outcome is unknown. Threads
    may share an instance.
    """

    def __init__(self, folders: tuple[str, ...]) -> None:
        self.folders = folders
        self._opening = Lock()
        self._tables: Any = None
        self._names: list[str] | None = None
        self._known: dict[tuple[int, ...], Outcome | None] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process opens them again.
        return syzygy, (self.folders,)

    @property
    def names(self) -> list[str]:
        """Return the names of the tables found, such as `KQvKR`, sorted."""
        if self._names is None:
            self._names = sorted({name for folder in self.folders for name in _names(folder)})
        return self._names

    @property
    def max_men(self) -> int:
        """Return the number of men of the largest table, kings included; 0 if there is none."""
        return max((len(name) - 1 for name in self.names), default=0)

    def outcome(self, position: "Position") -> Outcome | None:
        """Return the `Outcome` of `position`; None if it is unknown."""
        us, them, en_passant, turn = position
        if self.max_men < (us[ALL_MEN] | them[ALL_MEN]).bit_count():
            return None
        key = (turn, en_passant, *us, *them)
        if key not in self._known:
            if _MAX_CACHED <= len(self._known):
                self._known.clear()
            self._known[key] = self._probe(position)
        return self._known[key]

    def _probe(self, position: "Position") -> Outcome | None:
        try:
            wdl = self._open_tables().probe_wdl(_board(position))
        except Exception:
            # Missing, truncated and invalid tables raise various exceptions.
            return None
        _, _, _, turn = position
        return _OUTCOMES[wdl if turn is WHITE else -wdl]

    def _open_tables(self) -> Any:
        with self._opening:
            if self._tables is None:
                self._tables = _new_tablebase()
                for folder in self.folders:
                    with suppress(OSError):
                        self._tables.add_directory(folder, load_dtz=False)
            return self._tables


def _new_tablebase() -> Any:
    """Return a `chess.syzygy.Tablebase` without tables, for this platform."""
    if sys.platform == "emscripten":
        from gbr_lsp.solutions.tablebase_blocks import BlockTablebase

        return BlockTablebase()
    import chess.syzygy

    return chess.syzygy.Tablebase()


def position_at_rest(placement: Placement, turn: bool) -> "Position":
    """Return the position of `placement` with `turn` to move, without castling and en passant."""
    from gbr_lsp.solutions.position import position_of

    return position_of(placement, turn, "")


def _board(position: "Position") -> Any:
    """Return `position` as a `chess.Board`; its bitboards use the same bits."""
    import chess

    from gbr_lsp.solutions.position import CASTLES

    us, them, en_passant, turn = position
    board = chess.Board(None)
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = (
        us[piece_type] | them[piece_type] for piece_type in (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
    )
    board.occupied_co = [them[ALL_MEN], us[ALL_MEN]] if turn else [us[ALL_MEN], them[ALL_MEN]]
    board.occupied = us[ALL_MEN] | them[ALL_MEN]
    board.turn = turn
    board.castling_rights = us[CASTLES] | them[CASTLES]
    board.ep_square = en_passant.bit_length() - 1 if en_passant else None
    return board


@cache
def syzygy(folders: tuple[str, ...]) -> Syzygy | None:
    """Return the `Syzygy` of `folders`, always the same one; None if there are no folders."""
    return Syzygy(folders) if folders else None


def _names(folder: str) -> list[str]:
    """Return the names of the tables in `folder`, such as `KQvKR`; an empty list on OSError."""
    try:
        return [name[:-5] for name in os.listdir(folder) if name.endswith(".rtbw")]
    except OSError:
        return []
