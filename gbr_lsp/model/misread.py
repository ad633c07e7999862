"""Letters for digits that do not stand for those that they look like, as a board or the control of the code shows.

A letter that was typed for the digit beside it on the keyboard looks like another: `4i87.40` for 4887.40. And a 9, for
which g and q are read, is the rarest of digits.
"""

from typing import NamedTuple

from gbr_lsp.model.judgement import Blamed, Dispute, control_differs, forces_shown, judgement
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import control_of, men_of
from gbr_lsp.notation.near import classes_meant
from gbr_lsp.notation.token import force_from
from gbr_lsp.notation.values import Kind

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
    control = study.code.control
    possible = [one for one in classes_meant(written) if control and control_of(men_of(force_from(one))) == control]
    return Misread(possible[0] if len(possible) == 1 else None, None)
