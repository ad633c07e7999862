"""A square list has more or fewer squares than the digits say.

## Why it matters

The squares stand in the order of the digits, so one that is missing or left over shifts every man behind it. Where a
9 hides the number of men, nothing is said.

## Example

```text
a7d3 0116.00 b2b3c6 3/3+
             ^^^^^^ square-count: A black knight has no square
```
"""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import man, men_of
from gbr_lsp.notation.values import PAWN_SLOTS, PIECE_SLOTS, SLOTS, Form, Kind, Part


@rule(Severity.ERROR, silent_on_clean_record=True)
def square_count(study: Study) -> Iterator[Finding]:
    occurrence, men = study.occurrence, study.code.force and men_of(study.code.force)
    pieces, pawns = occurrence.all(Kind.PIECE), occurrence.all(Kind.PAWN)
    if men is None or occurrence.form not in (Form.FULL, Form.DOTTED, Form.COMPACT) or not pieces + pawns:
        return
    # The point of a dotted code stands behind the class; a second one parts the pawns from the pieces.
    parted = len(occurrence.all(Kind.POINT)) == (2 if occurrence.form is Form.DOTTED else 1)
    if not parted:
        yield from _compare(study, pieces + pawns, list(zip(SLOTS, men, strict=True)))
        return
    yield from _compare(study, pieces, list(zip(PIECE_SLOTS, men[:8], strict=True)))
    yield from _compare(study, pawns, list(zip(PAWN_SLOTS, men[8:], strict=True)))


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
            some = "1 square stands" if len(squares) == 1 else f"{len(squares)} squares stand"
            yield Finding(study.place(where), f"{some} for {len(order)} men")
        return
    over = squares[len(order) :]
    where = Span(over[0].span.start, over[-1].span.end)
    names = " ".join(study.text(part.span) for part in over)
    message = f"{names} is one square too many" if len(over) == 1 else f"{names} are {len(over)} squares too many"
    yield Finding(study.place(where), message)
