"""FENs that cannot be read, mended where a code leaves no doubt.

A run of squares is one off, a sign or a rank was lost, or one was typed twice.
"""

import re
from typing import NamedTuple

from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement, wrong_with
from gbr_lsp.notation.values import Nine

_MOST = 2
"""At most so many repairs of a FEN are offered; where there are more, it is not known which is meant."""
_SIGNS = "12345678kqrbnpKQRBNP"


class Repairs(NamedTuple):
    """What a placement field may have been, the likeliest first, and whether nothing else fits."""

    fens: list[str]
    certain: bool


def repairs(written: str, study: Study) -> Repairs:
    """What a placement field may have been, as far as the kings, digits and squares of a code tell; at most two."""
    ranks = written.split("/")
    likely, others = [], []
    if len(ranks) == 8:
        likely, others = _with_other_runs(ranks), _with_other_signs(ranks)
    elif len(ranks) == 7:
        likely = _with_a_rank(ranks, study)
    elif len(ranks) == 9:
        likely = ["/".join(ranks[:at] + ranks[at + 1 :]) for at in range(9)]
    first = [fen for fen in dict.fromkeys(likely) if _fits(fen, study)]
    every = dict.fromkeys([*first, *(fen for fen in others if _fits(fen, study))])
    found = list(every) if len(every) <= _MOST else first
    return Repairs(found if len(found) <= _MOST else [], len(every) == 1)


def _with_other_runs(ranks: list[str]) -> list[str]:
    """The FENs in which one run of the one rank that has not eight squares is as long as it takes."""
    number = _wrong_rank(ranks)
    if number is None:
        return []
    rank, lacking = ranks[number], 8 - _width(ranks[number])
    runs = ((at, int(char) + lacking) for at, char in enumerate(rank) if char.isdigit())
    return [_with_rank(ranks, number, f"{rank[:at]}{run}{rank[at + 1 :]}") for at, run in runs if 1 <= run <= 8]


def _with_other_signs(ranks: list[str]) -> list[str]:
    """The FENs in which the one rank that has not eight squares lacks one of two like signs, or has one sign more."""
    number = _wrong_rank(ranks)
    if number is None:
        return []
    rank = ranks[number]
    if 8 < _width(rank):
        near = [rank[:at] + rank[at + 1 :] for at in range(len(rank) - 1) if rank[at] == rank[at + 1]]
    else:
        near = [rank[:at] + sign + rank[at:] for at in range(len(rank) + 1) for sign in _SIGNS]
    return [_with_rank(ranks, number, other) for other in near if _width(other) == 8]


def _wrong_rank(ranks: list[str]) -> int | None:
    """The number of the only rank that has not eight squares."""
    wrong = [number for number, rank in enumerate(ranks) if _width(rank) != 8]
    return wrong[0] if len(wrong) == 1 else None


def _width(rank: str) -> int:
    return sum(int(char) if char.isdigit() else 1 for char in rank)


def _with_rank(ranks: list[str], number: int, rank: str) -> str:
    return "/".join([*ranks[:number], rank, *ranks[number + 1 :]])


def _with_a_rank(ranks: list[str], study: Study) -> list[str]:
    spelled = study.spelled
    lost = ["8", *(spelled.fen.split("/") if spelled else [])]
    return ["/".join([*ranks[:at], rank, *ranks[at:]]) for at in range(8) for rank in lost]


def _fits(fen: str, study: Study) -> bool:
    """Whether a FEN can be read, as programs write it, and is what a code says."""
    if re.search("[1-8][1-8]", fen) or wrong_with(fen):
        return False
    placement, code, spelled = Placement(fen), study.code, study.spelled
    if spelled:
        return placement == spelled
    return placement.kings == code.kings and any(force_of(placement.men, nine) == code.force for nine in Nine)
