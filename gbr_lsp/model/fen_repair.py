"""FENs that cannot be read, mended where a code leaves no doubt: a run of squares one off, a rank that was lost."""

from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement, wrong_with
from gbr_lsp.notation.values import Nine

_MOST = 2
"""So many ways to mend a FEN are offered: with more nobody knows."""


def repairs(written: str, study: Study) -> list[str]:
    """What a placement field may have been, as far as the kings, digits and squares of a code tell; at most two."""
    ranks = written.split("/")
    candidates = _with_other_runs(ranks) if len(ranks) == 8 else _with_a_rank(ranks, study) if len(ranks) == 7 else []
    fitting = [fen for fen in dict.fromkeys(candidates) if wrong_with(fen) is None and _fits(Placement(fen), study)]
    return fitting if len(fitting) <= _MOST else []


def _with_other_runs(ranks: list[str]) -> list[str]:
    widths = [sum(int(char) if char.isdigit() else 1 for char in rank) for rank in ranks]
    wrong = [number for number, width in enumerate(widths) if width != 8]
    if len(wrong) != 1:
        return []
    number, rank = wrong[0], ranks[wrong[0]]
    found = []
    for at, char in enumerate(rank):
        run = int(char) + 8 - widths[number] if char.isdigit() else 0
        if 1 <= run <= 8:
            found.append("/".join([*ranks[:number], f"{rank[:at]}{run}{rank[at + 1 :]}", *ranks[number + 1 :]]))
    return found


def _with_a_rank(ranks: list[str], study: Study) -> list[str]:
    spelled = study.spelled
    lost = ["8", *(spelled.fen.split("/") if spelled else [])]
    return ["/".join([*ranks[:at], rank, *ranks[at:]]) for at in range(8) for rank in lost]


def _fits(placement: Placement, study: Study) -> bool:
    code, spelled = study.code, study.spelled
    if spelled:
        return placement == spelled
    return placement.kings == code.kings and any(force_of(placement.men, nine) == code.force for nine in Nine)
