"""The digits of the code disagree with the board.

## Why it matters

The digits are typed by hand and the board is what the solver sees: a reader who looks the study up by its class does
not find it. In the sample of the HHdb database one record of 252 has such a digit.

## Example

```pgn
[White "Rusz=A"]
[Black "(+4878.04e7e3)"]
          ^^^^^^^ force-mismatch: The FEN has 2 white and 2 black bishops: 4888.04
[FEN "8/3pK3/b2p4/3Q3B/qRp2Nn1/r3kNB1/rRp5/n5b1 w - - 0 1"]
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Related, Severity, rule, write
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import Division, force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BISHOP, BLACK, PIECE_NAMES, SLOTS, WHITE, Force, Kind, Nine


@rule(Severity.ERROR, silent_on_clean_record=True)
def force_mismatch(study: Study) -> Iterator[Finding]:
    said = study.code.force
    if said is None:
        return
    for owned, placement in study.placements:
        men = placement.men
        forces = _forces(said, placement, study.conventions.nine)
        # A code that is right under the other meaning of 9 has no wrong digit: that is nine-convention. Where another
        # code agrees with the board, two codes differ: board-mismatch says so.
        if 8 < max(men[8:]) or said in forces or owned.bond is Bond.SHARED:
            continue
        right = forces[0]
        place = study.place(study.occurrence.span_of(Kind.CLASS))
        message = f"The {owned.board.name} has {_difference(said, right, men)}: {right}"
        yield Finding(
            place, message, (write(place, str(right), safe=False),), (Related(f"the {owned.board.name}", owned.place),)
        )
        return


def _forces(said: Force, placement: Placement, meant: Nine) -> list[Force]:
    """The digits of a board as they are meant, and as they may be meant elsewhere."""
    forces = [force_of(placement.men, nine) for nine in (meant, *Nine)]
    if meant is Nine.PROMOTED and said.bishops == 9 and _has_promoted_bishop(placement):
        return [force._replace(bishops=9) for force in forces]
    return forces


def _has_promoted_bishop(placement: Placement) -> bool:
    """Whether a side has two bishops on squares of one color."""
    colors = [
        (color, (square + square // 8) % 2)
        for color in (WHITE, BLACK)
        for square in placement.squares_of(BISHOP, color)
    ]
    return len(set(colors)) < len(colors)


def _difference(said: Force, right: Force, men: Division) -> str:
    """What the board has of each kind whose digit is wrong."""
    parts = []
    for digit in range(4):
        if said[digit] != right[digit]:
            parts.append(_of_kind(men, 2 * digit))
    white, black = said.white_pawns != right.white_pawns, said.black_pawns != right.black_pawns
    if white and black:
        parts.append(_of_kind(men, 8))
    elif white or black:
        parts.append(_count(men, 8 if white else 9))
    return ", ".join(parts)


def _of_kind(men: Division, slot: int) -> str:
    white, black = men[slot], men[slot + 1]
    name = PIECE_NAMES[SLOTS[slot][0]]
    if not white and not black:
        return f"no {name}s"
    if white and black:
        return f"{white} white and {black} black {name}{'s' if 1 < white + black else ''}"
    return _count(men, slot if white else slot + 1)


def _count(men: Division, slot: int) -> str:
    piece_type, color = SLOTS[slot]
    count = men[slot]
    return f"{count or 'no'} {'white' if color else 'black'} {PIECE_NAMES[piece_type]}{'' if count == 1 else 's'}"
