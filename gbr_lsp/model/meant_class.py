"""What a wrong class was meant to be, as far as the control and the square list of the code tell.

A class one slip away that agrees with both may be the one. Where several do, the order of the squares decides: the men
of one kind and color are listed by file and rank, as good as always. A digit that was lost may have been any, and only
a board makes it certain.
"""

from collections.abc import Sequence

from gbr_lsp.model.finding import Fix, write
from gbr_lsp.model.study import Study
from gbr_lsp.model.torn import with_torn_off
from gbr_lsp.notation.checks import impossible
from gbr_lsp.notation.men import control_of, men_of
from gbr_lsp.notation.near import classes_near, undoubled
from gbr_lsp.notation.spell import placement_of
from gbr_lsp.notation.token import force_from
from gbr_lsp.notation.values import SQUARE_NAMES, Kind, Part

_FEW = 2
"""Among so many classes nobody needs the order of the squares to choose."""
_MOST = 3
"""So many classes are offered; more are no help."""
_MOST_OF_LOST = 5
"""So many where a digit is lost or too many, for then nothing else can be wrong."""


def class_fixes(study: Study) -> tuple[Fix, ...]:
    """The fixes of a class that control and squares contradict; tied where they leave a doubt, none for much doubt."""
    span = study.occurrence.span_of(Kind.CLASS)
    written = study.text(span)
    near = [force for force in classes_near(written) if _agrees(study, force)]
    witnessed = study.code.control is not None or _listed(study)
    certain = witnessed and len(near) == 1 and len(near[0]) <= len(written)
    if not witnessed:
        near = undoubled(written)
    elif _FEW < len(near) and _listed(study):
        near = [force for force in near if _is_sorted(study, force)] or near
    if (_MOST if study.code.force else _MOST_OF_LOST) < len(near):
        return ()
    place = study.place(span)
    return tuple(write(with_torn_off(place, force), force, safe=False)._replace(tied=not certain) for force in near)


def _listed(study: Study) -> list[Part]:
    return study.occurrence.all(Kind.PIECE, Kind.PAWN) if study.code.pieces is not None else []


def _agrees(study: Study, written: str) -> bool:
    """Whether control and square list have the men of a class."""
    men = [count or 0 for count in men_of(force_from(written))]
    if study.code.control is not None and control_of(tuple(men)) != study.code.control:
        return False
    listed, pawns = _listed(study), study.occurrence.all(Kind.PAWN)
    if study.code.pieces is None:
        return True
    if len(listed) != sum(men) or (pawns and len(pawns) != sum(men[8:])):
        return False
    spelled = placement_of(study.code._replace(force=force_from(written)), tuple(men))
    if spelled and impossible(spelled, study.code.stipulation.turn):
        return False
    # On the first and the last rank no pawn stands.
    return all(part.square is None or 8 <= part.square < 56 for part in listed[sum(men[:8]) :])


def _is_sorted(study: Study, written: str) -> bool:
    """Whether the squares of each kind and color are in order, if the list is that of a class."""
    squares: Sequence[int | None] = [part.square for part in _listed(study)]
    at = 0
    for count in men_of(force_from(written)):
        names = ["" if square is None else SQUARE_NAMES[square] for square in squares[at : at + (count or 0)]]
        if names != sorted(names):
            return False
        at += count or 0
    return True
