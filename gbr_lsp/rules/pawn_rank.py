"""A pawn stands on the first or the eighth rank.

## Why it matters

No pawn can stand there: the square is wrong, or it belongs to another man.

## Example

```text
g3g1 0323.12 a3a2e1g8.h8c3c6 4/5=
                      ^^ pawn-rank: No pawn can stand on h8
```
"""

from collections.abc import Iterator

from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG
from gbr_lsp.notation.men import men_of
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, is_silent_if_clean=True)
def pawn_rank(study: Case) -> Iterator[Finding]:
    pawns = study.occurrence.parts_of(Kind.PAWN)
    if not pawns or ANY_POSITION_FLAG in study.occurrence.flags or study.disputes.squares:
        return  # The board shows the wrong square: square-mismatch.
    if any(part.square is None for part in study.occurrence.parts_of(Kind.KING, Kind.PIECE, Kind.PAWN)):
        return  # With an invalid square, the pawns of the list are not certain.
    men = study.code.force and men_of(study.code.force)
    if men and None not in men and sum(filter(None, men)) < len(pawns) + len(study.occurrence.parts_of(Kind.PIECE)):
        return  # Nor are they with an extra square: square-count.
    others = [part.square for part in study.occurrence.parts if part.kind is not Kind.PAWN]
    for part in pawns:
        # Two men on one square: shared-square.
        if part.square is not None and part.square // 8 in (0, 7) and part.square not in others:
            yield Finding(study.place(part.span), f"No pawn can stand on {study.text(part.span)}")
