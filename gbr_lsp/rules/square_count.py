"""A list of squares has more or fewer squares than the digits give.

## Why it matters

The squares stand in the order of the digits, so a missing or superfluous one shifts every man after it. Where a 9 does
not say how many men there are, the rule reports nothing.

## Example

```text
a7d3 0116.00 b2b3c6 3/3+
             ^^^^^^ square-count: 2 black knights, but 1 square: c6
```
"""

from collections.abc import Iterator
from itertools import pairwise

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.disputes import Case, own_boards
from gbr_lsp.model.finding import Finding, Need, Severity, rule, write
from gbr_lsp.model.intended_class import class_fixes
from gbr_lsp.model.list_corrections import LostSquare, lost_king, size_correction
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG, LOOSE_SQUARE
from gbr_lsp.notation.men import counts_of, is_possible, man_name, men_of
from gbr_lsp.notation.values import PAWN_SLOTS, PIECE_SLOTS, SLOTS, Form, Kind, Part

_SQUARE_REMNANT = regex(rf"[ .]*(?:[a-h1-8]|{LOOSE_SQUARE})(?![^\W_])")
"""The rest of a square after a list, or a sign typed for one."""


@rule(Severity.ERROR, need=Need.SQUARES, is_silent_if_clean=True)
def square_count(study: Case) -> Iterator[Finding]:
    occurrence, force = study.occurrence, study.code.force
    men = force and men_of(force)
    pieces, pawns = occurrence.parts_of(Kind.PIECE), occurrence.parts_of(Kind.PAWN)
    if force is None or men is None or not pieces + pawns:
        return
    if occurrence.form not in (Form.FULL, Form.DOTTED, Form.COMPACT):
        return
    if not is_possible(force) and ANY_POSITION_FLAG not in occurrence.flags:
        return  # A digit is wrong: impossible-force.
    disputes = study.disputes
    control, squares = study.code.control, len(pieces + pawns)
    is_count_wrong = counts_of(force).total not in (None, squares)
    if disputes.force or (control and is_count_wrong and squares == sum(control) - 2):
        return  # The board shows other digits, or the control does: the list is right.
    for _, placement in own_boards(study):
        if lost_king(study, placement):
            return  # Reported by missing-king.
        if lost_square := size_correction(study, placement):
            yield _finding(study, lost_square)
            return
    # A dotted code has a point after the class; a second one separates pieces and pawns.
    has_pawn_point = len(occurrence.parts_of(Kind.POINT)) == (2 if occurrence.form is Form.DOTTED else 1)
    if not has_pawn_point:
        found = list(_count_findings(study, pieces + pawns, list(zip(SLOTS, men, strict=True))))
    else:
        found = [
            *_count_findings(study, pieces, list(zip(PIECE_SLOTS, men[:8], strict=True))),
            *_count_findings(study, pawns, list(zip(PAWN_SLOTS, men[8:], strict=True))),
        ]
    if len(found) == 1 and control is None:
        # The digits may be wrong as well as the list.
        classes = tuple(fix._replace(is_tied=True) for fix in class_fixes(study))
        found = [found[0]._replace(fixes=found[0].fixes + classes)]
    if len(found) == 2 and not any(one.fixes for one in found):
        # Both counts are wrong: the digits are those of another study, or the point is misplaced.
        first, second = (one.message for one in found)
        found = [found[0]._replace(message=f"{first}, and {second[0].lower()}{second[1:]}")]
    yield from found


def _finding(study: Study, lost_square: LostSquare) -> Finding:
    """Return the `Finding` about a square that, by a board, the list lacks or repeats."""
    place = study.place(lost_square.span)
    fix = write(place, lost_square.text, safe=False)
    remnant = lost_square.text and _SQUARE_REMNANT.match(study.block.text, study.occurrence.span.end)
    has_length = lost_square.span.start < lost_square.span.end
    finding_place = place if has_length else study.place(study.occurrence.span_of(Kind.PIECE, Kind.PAWN))
    return Finding(finding_place, lost_square.message, () if remnant else (fix,))


def _count_findings(
    study: Study, squares: list[Part], slots: list[tuple[tuple[int, bool], int | None]]
) -> Iterator[Finding]:
    """Yield a `Finding` if the number of `squares` differs from that of the men in `slots`.

    `slots` are pairs of (kind, color) and the count, None if unknown.
    """
    if any(count is None for _, count in slots):
        return
    order = [slot for slot, count in slots for _ in range(count or 0)]
    if len(squares) == len(order):
        return
    if len(squares) < len(order):
        span = Span(squares[0].span.start, squares[-1].span.end) if squares else study.occurrence.span
        missing_slots = order[len(squares) :]
        if len(set(missing_slots)) == 1:
            count = order.count(missing_slots[0])
            given = squares[len(squares) - count + len(missing_slots) :]
            names = ": " + " ".join(study.text(part.span) for part in given) if given else ""
            squares_text = f"{len(given) or 'no'} square{'s' if 1 < len(given) else ''}{names}"
            yield Finding(study.place(span), f"{count} {man_name(*missing_slots[0], count)}, but {squares_text}")
        else:
            subject = "is 1 square" if len(squares) == 1 else f"are {len(squares)} squares"
            yield Finding(study.place(span), f"There {subject} for {len(order)} men")
        return
    doubled_part = _doubled_square(squares)
    if len(squares) == len(order) + 1 and doubled_part:
        place = study.place(doubled_part.span)
        message = f"The list has one square too many: {study.text(doubled_part.span)} is listed twice"
        yield Finding(place, message, (write(place, "", safe=False),))
        return
    extra_parts = squares[len(order) :]
    span = Span(extra_parts[0].span.start, extra_parts[-1].span.end)
    names = " ".join(study.text(part.span) for part in extra_parts)
    count_text = "one square" if len(extra_parts) == 1 else f"{len(extra_parts)} squares"
    yield Finding(study.place(span), f"The list has {count_text} too many: {names}")


def _doubled_square(squares: list[Part]) -> Part | None:
    """Return the second of two equal adjacent squares, or None without exactly one such pair."""
    pairs = [other for one, other in pairwise(squares) if one.square == other.square]
    return pairs[0] if len(pairs) == 1 else None
