"""Correction of a wrong class from boards, control and square list.

A class one slip away that agrees with control and list may be meant. If several agree, the order of
the squares decides: equal men are nearly always listed by file and rank. A lost digit may have been
any, and only a board makes it certain. A letter typed for the digit next to it on the keyboard
looks like another, `4i87.40` for 4887.40. A 9, the reading of g and q, is the rarest digit.
"""

import re
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Place
from gbr_lsp.model.disputes import Blame, Case, Dispute, has_wrong_control, shown_forces
from gbr_lsp.model.finding import Fix, write
from gbr_lsp.model.study import Study
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.class_token import classes_near, force_from
from gbr_lsp.notation.code_forms import placement_of
from gbr_lsp.notation.grammar import BLANK, NEWLINE, NO_WORD_AFTER, NO_WORD_BEFORE, SQUARE
from gbr_lsp.notation.men import control_of, men_of
from gbr_lsp.notation.values import SQUARE_NAMES, Kind, Part
from gbr_lsp.slips.fields import DIGITS

_MAX_UNSORTED = 2
"""Up to this number of classes, the order of the squares is not needed."""
_MAX_CLASSES = 3
"""Maximum number of classes offered; more are no help."""
_MAX_IF_DIGIT_LOST = 5
"""The maximum if a digit is lost or added, because then nothing else can be wrong."""
_LIKE_NINE = "gq"
_GAP = rf"(?:{BLANK}|\u00ad|-?{NEWLINE})+"
_END = rf"(?:{NO_WORD_AFTER}(?![/.:)-])|(?=(?:{SQUARE})+{NO_WORD_AFTER}))"
"""The end of the part: the end of a word, or the start of the squares of men after the kings."""
_MAX_LENGTH = 24


class MisreadClass(NamedTuple):
    """The intended class, and the dispute with the board that shows it, each or None."""

    intended: str | None
    dispute: Dispute | None


def misread_class(study: Case) -> MisreadClass | None:
    """Return the `MisreadClass` of a class with letters for digits, or None.

    It is None if no board and no control is evidence against these digits.
    """
    force = study.code.force
    if force is None or all(problem.rule != "confused-digit" for problem in study.occurrence.problems):
        return None
    read, written = str(force), study.text(study.occurrence.span_of(Kind.CLASS))
    letters = [at for at, char in enumerate(written) if char.isalpha() or char == "|"]
    if len(read) != len(written) or not letters:
        return None
    if (dispute := study.disputes.force) and dispute.placement:
        right = str(shown_forces(force, dispute.placement, study.conventions.nine)[0])
        differs = [at for at, (one, other) in enumerate(zip(read, right, strict=True)) if one != other]
        is_certain = dispute.blame is not Blame.BOARD and set(differs) <= set(letters)
        return MisreadClass(right, dispute) if is_certain else None
    guessed = any(written[at] in _LIKE_NINE and read[at] == "9" for at in letters)
    if any(study.placements) or not (guessed or has_wrong_control(study)):
        return None
    possible = [
        meant.text for meant in classes_near(written) if study.code.control and _is_consistent(study, meant.text)
    ]
    return MisreadClass(possible[0] if len(possible) == 1 else None, None)


def class_fixes(study: Study) -> tuple[Fix, ...]:
    """Return a tuple of fixes of a class that control and squares contradict.

    Fixes are tied if there is a doubt. The tuple is empty if too many classes are possible, or if the
    class has signs other than digits, which are the slip then.
    """
    span = study.occurrence.span_of(Kind.CLASS)
    written = study.text(span)
    meant = classes_near(written) if set(written) <= {*DIGITS, "."} else ()
    near = [one.text for one in meant if _is_consistent(study, one.text)]
    witnessed = study.code.control is not None or _list_parts(study)
    certain = witnessed and len(near) == 1 and len(near[0]) <= len(written)
    if not witnessed:
        near = [one.text for one in meant if one.name == "typed twice"]
    elif _MAX_UNSORTED < len(near) and _list_parts(study):
        near = [force for force in near if _is_sorted(study, force)] or near
    if (_MAX_CLASSES if study.code.force else _MAX_IF_DIGIT_LOST) < len(near):
        return ()
    place = study.place(span)
    return tuple(write(with_torn_part(place, force), force, safe=False)._replace(is_tied=not certain) for force in near)


def _list_parts(study: Study) -> list[Part]:
    """Return the parts of the square list, pieces and pawns; empty without a list."""
    return study.occurrence.parts_of(Kind.PIECE, Kind.PAWN) if study.code.pieces is not None else []


def _is_consistent(study: Study, written: str) -> bool:
    """Return True if the control and the square list agree with the class `written`."""
    men = _men_of(written)
    if study.code.control is not None and control_of(men) != study.code.control:
        return False
    listed, pawns = _list_parts(study), study.occurrence.parts_of(Kind.PAWN)
    if study.code.pieces is None:
        return True
    if len(listed) != sum(men) or (pawns and len(pawns) != sum(men[8:])):
        return False
    spelled = placement_of(study.code._replace(force=force_from(written)), men)
    if spelled and impossibility(spelled, study.code.stipulation.turn):
        return False
    # There is no pawn on the first and the last rank.
    return all(part.square is None or 8 <= part.square < 56 for part in listed[sum(men[:8]) :])


@lru_cache(1024)
def _men_of(written: str) -> tuple[int, ...]:
    """Return the number of men in each slot for the class `written`.

    It is 0 if a 9 hides it.
    """
    return tuple(count or 0 for count in men_of(force_from(written)))


def _is_sorted(study: Study, written: str) -> bool:
    """Return True if the square list is in order for the class `written`.

    The squares of each kind and color have to be sorted by file and rank.
    """
    names = iter(["" if part.square is None else SQUARE_NAMES[part.square] for part in _list_parts(study)])
    names_by_slot = (list(islice(names, count)) for count in _men_of(written))
    return all(names == sorted(names) for names in names_by_slot)


def with_torn_part(place: Place, right: str) -> Place:
    """Return `place`, extended to the rest of the text `right` after or before a gap: `0 323.12`, `g 3`."""
    text, (start, end) = place.block.text, place.span
    written = text[start:end]
    torn = None
    if right.startswith(written) and right != written:
        torn = re.compile(rf"{_GAP}{re.escape(right[len(written) :])}{_END}").match(text, end)
    elif right.endswith(written) and right != written:
        rest = re.escape(right[: -len(written)])
        low = max(0, start - _MAX_LENGTH)
        torn = re.compile(rf"{NO_WORD_BEFORE}(?<![/.:(-]){rest}{_GAP}\Z").search(text, low, start)
        if torn and not rest.isalpha() and len(torn[0].splitlines()) == 1 and _is_line_start(text, torn.start()):
            torn = None
    return Place(place.block, Span(min(start, torn.start()), max(end, torn.end()))) if torn else place


def _is_line_start(text: str, at: int) -> bool:
    """Return True if the line is empty before `at`. A digit there may number an item."""
    return not text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at].strip()
