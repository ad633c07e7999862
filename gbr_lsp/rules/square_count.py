"""A list of squares has more or fewer squares than the digits give.

## Why it matters

The squares stand in the order of the digits, so a missing or superfluous one shifts every man after it. Where a 9 does
not say how many men there are, the rule reports nothing.

## Example

```text
a7d3 0116.00 b2b3c6 3/3+
             ^^^^^^ square-count: A black knight has no square
```
"""

from collections.abc import Iterator
from itertools import pairwise

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Severity, rule, write
from gbr_lsp.model.judgement import judgement, own_boards
from gbr_lsp.model.meant_class import class_fixes
from gbr_lsp.model.square_lists import Lost, lost_king, lost_or_doubled
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import ANY_POSITION, LOOSE_SQUARE
from gbr_lsp.notation.men import is_possible, man, men_of
from gbr_lsp.notation.values import PAWN_SLOTS, PIECE_SLOTS, SLOTS, Form, Kind, Part

_LEFT_OVER = regex(rf"[ .]*(?:[a-h1-8]|{LOOSE_SQUARE})(?![^\W_])")
"""What is left of a square behind a list, or was typed for one."""


@rule(Severity.ERROR, silent_on_clean_record=True)
def square_count(study: Study) -> Iterator[Finding]:
    occurrence, force = study.occurrence, study.code.force
    men = force and men_of(force)
    pieces, pawns = occurrence.all(Kind.PIECE), occurrence.all(Kind.PAWN)
    if (
        force is None
        or men is None
        or occurrence.form not in (Form.FULL, Form.DOTTED, Form.COMPACT)
        or not pieces + pawns
    ):
        return
    if not is_possible(force) and ANY_POSITION not in occurrence.flags:
        return  # Impossible-force says that a digit is wrong.
    judged = judgement(study)
    control, squares = study.code.control, len(pieces + pawns)
    known = [count for count in men if count is not None]
    whole = len(known) == len(men) and sum(known) != squares
    if judged.force or (control and whole and squares == sum(control) - 2):
        return  # The board tells of other digits, or the control does: the list is right.
    for _, placement in own_boards(study):
        if lost_king(study, placement):
            return  # That is what missing-king says.
        if lost := lost_or_doubled(study, placement):
            yield _finding(study, lost)
            return
    # The point of a dotted code stands behind the class; a second one parts the pawns from the pieces.
    parted = len(occurrence.all(Kind.POINT)) == (2 if occurrence.form is Form.DOTTED else 1)
    if not parted:
        found = list(_compare(study, pieces + pawns, list(zip(SLOTS, men, strict=True))))
    else:
        found = [
            *_compare(study, pieces, list(zip(PIECE_SLOTS, men[:8], strict=True))),
            *_compare(study, pawns, list(zip(PAWN_SLOTS, men[8:], strict=True))),
        ]
    if len(found) == 1 and control is None:
        # The digits may be wrong as well as the list.
        classes = tuple(fix._replace(tied=True) for fix in class_fixes(study))
        found = [found[0]._replace(fixes=found[0].fixes + classes)]
    if len(found) == 2 and not any(one.fixes for one in found):
        # Pieces and pawns at once: the digits are another study's, or the point stands at a wrong place.
        first, second = (one.message for one in found)
        found = [found[0]._replace(message=f"{first}, and {second[0].lower()}{second[1:]}")]
    yield from found


def _finding(study: Study, lost: Lost) -> Finding:
    """What a board tells of a list that is one square too short or too long."""
    place = study.place(lost.span)
    fix = write(place, lost.text, safe=False)
    left_over = lost.text and _LEFT_OVER.match(study.block.text, study.occurrence.span.end)
    shown = place if lost.span.start < lost.span.end else study.place(study.occurrence.span_of(Kind.PIECE, Kind.PAWN))
    return Finding(shown, lost.message, () if left_over else (fix,))


def _compare(study: Study, squares: list[Part], slots: list[tuple[tuple[int, bool], int | None]]) -> Iterator[Finding]:
    if any(count is None for _, count in slots):
        return
    order = [slot for slot, count in slots for _ in range(count or 0)]
    if len(squares) == len(order):
        return
    if len(squares) < len(order):
        where = Span(squares[0].span.start, squares[-1].span.end) if squares else study.occurrence.span
        lacking = order[len(squares) :]
        if len(set(lacking)) == 1:
            some = (
                f"{len(lacking)} {man(*lacking[0], len(lacking))} have"
                if 1 < len(lacking)
                else f"A {man(*lacking[0])} has"
            )
            yield Finding(study.place(where), f"{some} no square")
        else:
            some = "is 1 square" if len(squares) == 1 else f"are {len(squares)} squares"
            yield Finding(study.place(where), f"There {some} for {len(order)} men")
        return
    doubled = _doubled(squares)
    if len(squares) == len(order) + 1 and doubled:
        place = study.place(doubled.span)
        fix = write(place, "", safe=False)
        yield Finding(place, f"The list has one square too many: {study.text(doubled.span)} is listed twice", (fix,))
        return
    over = squares[len(order) :]
    where = Span(over[0].span.start, over[-1].span.end)
    names = " ".join(study.text(part.span) for part in over)
    many = "one square" if len(over) == 1 else f"{len(over)} squares"
    message = f"The list has {many} too many: {names}"
    yield Finding(study.place(where), message)


def _doubled(squares: list[Part]) -> Part | None:
    """The second of two squares that are the same and stand together, if only one is."""
    pairs = [other for one, other in pairwise(squares) if one.square == other.square]
    return pairs[0] if len(pairs) == 1 else None
