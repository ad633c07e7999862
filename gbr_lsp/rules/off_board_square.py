"""A square of the code is not on the board.

## Why it matters

Files go from a to h and ranks from 1 to 8. Any other square is a typing error, and the place of its man is lost.

## Example

```text
=0323.12g9g1
        ^^ off-board-square: There is no square g9
```
"""

from collections.abc import Iterator

from gbr_lsp.model.dispute_fixes import square_on_board
from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import Finding, RelatedMessage, Severity, rule, write
from gbr_lsp.notation.values import SQUARE_NAMES, Kind


@rule(Severity.ERROR, is_silent_if_clean=True)
def off_board_square(study: Case) -> Iterator[Finding]:
    for part in study.occurrence.parts_of(Kind.KING, Kind.KING_AGAIN, Kind.PIECE, Kind.PAWN):
        if part.square is None and part is not study.occurrence.half_square:
            place, message = study.place(part.span), f"There is no square {study.text(part.span)}"
            square, dispute = square_on_board(study, part)
            if square is None or dispute is None:
                yield Finding(place, message)
                continue
            witness, right = dispute.witness, SQUARE_NAMES[square]
            related = (RelatedMessage(witness.name, witness.place),)
            yield Finding(place, f"{message}; {witness.name} has {right}", (write(place, right, safe=False),), related)
