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

from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.model.judgement import judgement
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import man, men_of
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, silent_on_clean_record=True)
def shared_square(study: Study) -> Iterator[Finding]:
    squares = [
        part.square for part in study.occurrence.all(Kind.KING, Kind.PIECE, Kind.PAWN) if part.square is not None
    ]
    if len(set(squares)) == len(squares) or judgement(study).disputed or _has_one_too_many(study):
        return  # A board tells which of them is wrong, or the list has a square too many.
    seen: dict[int, tuple[int, bool] | None] = {}
    for part, slot in study.standing:
        if part.square is None:
            continue
        if part.square not in seen:
            seen[part.square] = slot
            continue
        first = seen[part.square]
        who = f": a {man(*first)} and a {man(*slot)}" if first and slot else ""
        yield Finding(study.place(part.span), f"Two men stand on {study.text(part.span)}{who}")


def _has_one_too_many(study: Study) -> bool:
    """Whether a list has more squares than the digits say: then square-count tells which."""
    men = men_of(study.code.force) if study.code.force and study.code.pieces is not None else (None,)
    known = [count for count in men if count is not None]
    return len(known) == len(men) and sum(known) < len(study.occurrence.all(Kind.PIECE, Kind.PAWN))
