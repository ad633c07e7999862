"""FENs that cannot be read, mended where a code leaves no doubt: what is one slip away (`slips`) and agrees with it."""

from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement, wrong_with
from gbr_lsp.notation.values import Nine
from gbr_lsp.slips import Field, readings

_MOST = 2
"""At most so many repairs of a FEN are offered; where there are more, it is not known which is meant."""
_TWO_RUNS = regex("[1-8][1-8]")


class Repairs(NamedTuple):
    """What a placement field may have been, the likeliest first, and whether nothing else fits."""

    fens: list[str]
    certain: bool


def repairs(written: str, study: Study) -> Repairs:
    """What a placement field may have been, as far as the kings, digits and squares of a code tell; at most two."""
    every = {meant.text: meant.cost for meant in readings(written, Field.FEN) if _fits(meant.text, study)}
    spelled = study.spelled.fen.split("/") if study.spelled else []
    if any(written.split("/") == spelled[:at] + spelled[at + 1 :] for at in range(len(spelled))):
        every.setdefault("/".join(spelled), 0)
    first = [fen for fen, cost in every.items() if cost == min(every.values())]
    first = [fen for fen in first if len(fen) == len(written)] or first
    found = list(every) if len(every) <= _MOST else first
    return Repairs(found if len(found) <= _MOST else [], len(every) == 1)


def _fits(fen: str, study: Study) -> bool:
    """Whether a FEN can be read, as programs write it, and is what a code says."""
    if _TWO_RUNS.search(fen) or wrong_with(fen):
        return False
    placement, code, spelled = Placement(fen), study.code, study.spelled
    if spelled:
        return placement == spelled
    return placement.kings == code.kings and any(force_of(placement.men, nine) == code.force for nine in Nine)
