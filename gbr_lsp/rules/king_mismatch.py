"""The king squares of the code disagree with the board.

## Why it matters

The kings tell studies of one class apart. Most often they are exchanged: EG 190 has `g6e6 0040.22` under a diagram
with the white king on e6 and the black king on g6.

## Example

```pgn
[White "Herbstman=A"]
[Black "(+0040.22g6e6)"]
                 ^^^^ king-mismatch: The kings are exchanged, the FEN has e6g6
[FEN "8/6b1/4Kpk1/6p1/6B1/6PP/8/8 w - - 0 1"]
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Fix, Related, Replacement, Severity, rule
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import COLOR_NAMES, SQUARE_NAMES, Kind, Kings


@rule(Severity.ERROR, silent_on_clean_record=True)
def king_mismatch(study: Study) -> Iterator[Finding]:
    kings = study.code.kings
    parts = study.occurrence.all(Kind.KING)
    if kings is None or len(parts) < 2:
        return
    for owned, placement in study.placements:
        right = placement.kings
        # Where another code agrees with the board, two codes differ: board-mismatch says so.
        if kings == right or owned.bond is Bond.SHARED:
            continue
        place = study.place(study.occurrence.span_of(Kind.KING))
        again = study.occurrence.all(Kind.KING_AGAIN)
        edits = [Replacement(place, str(right))]
        if again:
            edits.append(Replacement(study.place(study.occurrence.span_of(Kind.KING_AGAIN)), str(right)))
        fixes = (Fix(f"Write {right}", tuple(edits), safe=False),)
        message = _message(kings, right, owned.board.name)
        yield Finding(place, message, fixes, (Related(f"the {owned.board.name}", owned.place),))
        return


def _message(said: Kings, right: Kings, board: str) -> str:
    if (said.white, said.black) == (right.black, right.white):
        return f"The kings are exchanged, the {board} has {right}"
    wrong = [
        f"the {COLOR_NAMES[color]} king on {SQUARE_NAMES[square]}"
        for color, square, other in ((True, right.white, said.white), (False, right.black, said.black))
        if square is not None and square != other
    ]
    return f"The {board} has {' and '.join(wrong)}"
