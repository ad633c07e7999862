"""The legal moves that resemble a misprint, best first."""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.attacks import name_of
from gbr_lsp.notation.checks import ALL
from gbr_lsp.solutions.legal import LegalMove, legal_moves
from gbr_lsp.solutions.moves import AMBIGUOUS, Position, play
from gbr_lsp.solutions.san import MOVES

FAR = 9.0
"""The distance of two moves that do not resemble each other."""


_LONG = regex(r"[KQRBN]?[a-h][1-8][a-h][1-8]")
_SAN = regex(r"(?P<letter>[KQRBN]?)[a-h]?[1-8]?x?(?P<to>[a-h][1-8])(?P<promotion>=?[QRBN]?)")


class Repair(NamedTuple):
    """A move that may have been meant, how far it is from the printed one, and how many moves run behind it."""

    move: LegalMove
    distance: float
    plies: int


def repairs(position: Position, printed: str, rest: Sequence[str]) -> list[Repair]:
    """The legal moves that resemble a printed move, the best first: those behind which more of the rest runs."""
    found = []
    for move in legal_moves(position):
        away = distance(position, printed, move)
        if away < FAR:
            found.append(Repair(move, away, run(move.after, rest)))
    return sorted(found, key=lambda repair: (-min(repair.plies, len(rest)), repair.distance, repair.move.san))


def run(position: Position, moves: Sequence[str]) -> int:
    """How many of some moves can be made one after the other."""
    for number, san in enumerate(moves):
        move = MOVES[position[3]][san]
        after = None if move is None else play(position, move)
        if after is None or after is AMBIGUOUS:
            return number
        position = after
    return len(moves)


def distance(position: Position, printed: str, move: LegalMove) -> float:
    """How far a printed move is from a legal one: about one for one typing mistake, FAR for more than one.

    One that is printed with both squares, `Rh3-h4`, is compared with the legal one written so.
    """
    bare = _bare(printed)
    return _away(bare, _bare(long_form(position, move, "") if _LONG.match(bare) else move.san))


def long_form(position: Position, move: LegalMove, link: str) -> str:
    """A legal move of a position with both squares and what links them; castling as it is."""
    parts = _SAN.fullmatch(move.san)
    if parts is None:
        return move.san
    origin = name_of(position[0][ALL] & ~move.after[1][ALL])
    return f"{parts['letter']}{origin}{link}{parts['to']}{parts['promotion']}"


def _bare(san: str) -> str:
    return san.replace("x", "").replace("=", "").replace("-", "").rstrip("+#")


def _away(one: str, other: str) -> float:
    """The distance of two spellings: small for one character exchanged, left out or put in, or two that change places.

    Neighboring squares are nearer than others.
    """
    if one == other:
        return 0.5
    if len(one) == len(other):
        wrong = [place for place in range(len(one)) if one[place] != other[place]]
        if len(wrong) == 1:
            first, second = one[wrong[0]], other[wrong[0]]
            if first.isupper() or second.isupper():
                return 1.1 if first.isupper() and second.isupper() else FAR
            return 1.0 if abs(ord(first) - ord(second)) == 1 else 1.2
        swapped = len(wrong) == 2 and one[wrong[0]] == other[wrong[1]] and one[wrong[1]] == other[wrong[0]]
        return 1.15 if swapped else FAR
    longer, shorter = (one, other) if len(other) < len(one) else (other, one)
    if len(longer) - len(shorter) == 1 and any(
        longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer))
    ):
        return 1.3
    return FAR
