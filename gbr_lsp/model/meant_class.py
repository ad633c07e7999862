"""What a wrong class was meant to be, as far as boards, the control and the square list of the code tell.

A class one slip away that agrees with control and list may be the one. Where several do, the order of the squares
decides: the men of one kind and color are listed by file and rank, as good as always. A digit that was lost may have
been any, and only a board makes it certain. A letter that was typed for the digit beside it on the keyboard looks like
another, `4i87.40` for 4887.40; and a 9, for which g and q are read, is the rarest of digits.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.model.finding import Fix, write
from gbr_lsp.model.judgement import Blamed, Dispute, control_differs, forces_shown, judgement
from gbr_lsp.model.study import Study
from gbr_lsp.model.torn import with_torn_off
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.class_token import force_from
from gbr_lsp.notation.code_forms import placement_of
from gbr_lsp.notation.men import control_of, men_of
from gbr_lsp.notation.neighbor_classes import classes_near
from gbr_lsp.notation.values import SQUARE_NAMES, Kind, Part
from gbr_lsp.slips.fields import DIGITS

_FEW = 2
"""Among so many classes nobody needs the order of the squares to choose."""
_MOST = 3
"""So many classes are offered; more are no help."""
_MOST_OF_LOST = 5
"""So many where a digit is lost or too many, for then nothing else can be wrong."""
_LIKE_NINE = "gq"


class Misread(NamedTuple):
    """The class that is meant, if it is known, and the board that shows it, if one does."""

    meant: str | None
    dispute: Dispute | None


def misread(study: Study) -> Misread | None:
    """What is meant by a class whose letters stand for other digits than they look like; None where nothing says so."""
    force = study.code.force
    if force is None or all(problem.rule != "confused-digit" for problem in study.occurrence.problems):
        return None
    read, written = str(force), study.text(study.occurrence.span_of(Kind.CLASS))
    letters = [at for at, char in enumerate(written) if char.isalpha() or char == "|"]
    if len(read) != len(written) or not letters:
        return None
    dispute = judgement(study).force
    if dispute and dispute.placement:
        right = str(forces_shown(force, dispute.placement, study.conventions.nine)[0])
        differs = [at for at, (one, other) in enumerate(zip(read, right, strict=True)) if one != other]
        told = dispute.blamed is not Blamed.BOARD and set(differs) <= set(letters)
        return Misread(right, dispute) if told else None
    guessed = any(written[at] in _LIKE_NINE and read[at] == "9" for at in letters)
    if any(study.placements) or not (guessed or control_differs(study)):
        return None
    possible = [meant.text for meant in classes_near(written) if study.code.control and _agrees(study, meant.text)]
    return Misread(possible[0] if len(possible) == 1 else None, None)


def class_fixes(study: Study) -> tuple[Fix, ...]:
    """The fixes of a class that control and squares contradict; tied where they leave a doubt, none for much doubt.

    Where other signs stand for digits, that is the slip.
    """
    span = study.occurrence.span_of(Kind.CLASS)
    written = study.text(span)
    meant = classes_near(written) if set(written) <= {*DIGITS, "."} else ()
    near = [one.text for one in meant if _agrees(study, one.text)]
    witnessed = study.code.control is not None or _listed(study)
    certain = witnessed and len(near) == 1 and len(near[0]) <= len(written)
    if not witnessed:
        near = [one.text for one in meant if one.name == "typed twice"]
    elif _FEW < len(near) and _listed(study):
        near = [force for force in near if _is_sorted(study, force)] or near
    if (_MOST if study.code.force else _MOST_OF_LOST) < len(near):
        return ()
    place = study.place(span)
    return tuple(write(with_torn_off(place, force), force, safe=False)._replace(tied=not certain) for force in near)


def _listed(study: Study) -> list[Part]:
    return study.occurrence.parts_of(Kind.PIECE, Kind.PAWN) if study.code.pieces is not None else []


def _agrees(study: Study, written: str) -> bool:
    """Whether control and square list have the men of a class."""
    men = _men_of(written)
    if study.code.control is not None and control_of(men) != study.code.control:
        return False
    listed, pawns = _listed(study), study.occurrence.parts_of(Kind.PAWN)
    if study.code.pieces is None:
        return True
    if len(listed) != sum(men) or (pawns and len(pawns) != sum(men[8:])):
        return False
    spelled = placement_of(study.code._replace(force=force_from(written)), men)
    if spelled and impossibility(spelled, study.code.stipulation.turn):
        return False
    # On the first and the last rank no pawn stands.
    return all(part.square is None or 8 <= part.square < 56 for part in listed[sum(men[:8]) :])


@lru_cache(1024)
def _men_of(written: str) -> tuple[int, ...]:
    """Return the numbers of men of a class, 0 where a 9 hides one."""
    return tuple(count or 0 for count in men_of(force_from(written)))


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
