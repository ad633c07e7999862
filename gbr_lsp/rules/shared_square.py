"""Two men stand on one square.

## Why it matters

One of the two squares is wrong, so the code does not give the position of the study.

## Example

```text
g3g1 0323.12 a3a2e1g8.h6c3a3 4/5=
                          ^^ shared-square: Two men stand on a3: a black rook and a black pawn
```
"""

from collections.abc import Iterator

from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import counts_of, man_name
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, is_silent_if_clean=True)
def shared_square(study: Case) -> Iterator[Finding]:
    squares = [
        part.square for part in study.occurrence.parts_of(Kind.KING, Kind.PIECE, Kind.PAWN) if part.square is not None
    ]
    if len(set(squares)) == len(squares) or study.disputes.has_any or _has_extra_square(study):
        return  # Reported elsewhere: a board shows the wrong man, or the list has an extra square.
    slot_on_square: dict[int, tuple[int, bool] | None] = {}
    for part, slot in study.placed_parts:
        if part.square is None:
            continue
        if part.square not in slot_on_square:
            slot_on_square[part.square] = slot
            continue
        first = slot_on_square[part.square]
        men_text = f": a {man_name(*first)} and a {man_name(*slot)}" if first and slot else ""
        yield Finding(study.place(part.span), f"Two men stand on {study.text(part.span)}{men_text}")


def _has_extra_square(study: Study) -> bool:
    """Return True if a list has more squares than men in the digits: square-count reports it."""
    total = None if study.code.pieces is None else counts_of(study.code.force).total
    return total is not None and total < len(study.occurrence.parts_of(Kind.PIECE, Kind.PAWN))
