"""A square list of the code disagrees with the board.

## Why it matters

The list and the board show the same position twice, and a reader who sets up either may get a study that does not
work. Most often a square is mistyped, or the squares of a white and a black man are exchanged.

## Example

````markdown
```gbr
a7d3 0116.00 b2b3c6d5 3/3+
                   ^^ square-mismatch: The FEN has a black knight on d6
8/K7/2nn4/8/8/1B1k4/1R6/8
```
````
"""

from collections.abc import Iterator

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.finding import Finding, Fix, Related, Replacement, Severity, rule
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.men import force_of, man
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, SLOTS, SQUARE_NAMES, WHITE, Kind, Nine, Part

_Slot = tuple[int, bool]


@rule(Severity.ERROR, silent_on_clean_record=True)
def square_mismatch(study: Study) -> Iterator[Finding]:
    code = study.code
    parts = study.occurrence.all(Kind.PIECE, Kind.PAWN)
    for owned, placement in _own_boards(study) if parts else ():
        # A list that is no list of these men is the matter of square-count and force-mismatch; so are other lists.
        fits = any(force_of(placement.men, nine) == code.force for nine in Nine) and len(parts) == sum(placement.men)
        if not fits:
            continue
        pieces, pawns = study.occurrence.all(Kind.PIECE), study.occurrence.all(Kind.PAWN)
        if pawns and len(pieces) != sum(placement.men[:8]):
            continue
        related = (Related(f"the {owned.board.name}", owned.place),)
        for wrong, message, squares in _wrong(parts, placement):
            edits = tuple(
                Replacement(study.place(part.span), SQUARE_NAMES[square])
                for part, square in zip(wrong, squares, strict=True)
                if part.square != square
            )
            place = study.place(wrong[0].span)._replace(span=wrong[0].span._replace(end=wrong[-1].span.end))
            title = f"Write {''.join(SQUARE_NAMES[square] for square in squares)}"
            yield Finding(place, f"The {owned.board.name} has {message}", (Fix(title, edits, safe=False),), related)
        return


def _own_boards(study: Study) -> list[tuple[OwnedBoard, Placement]]:
    """The boards that the list is to show; none where it may be the list of another version with the same force."""
    boards = [(owned, placement) for owned, placement in study.placements if owned.bond is not Bond.SHARED]
    shown = [(owned, placement) for owned, placement in boards if owned.board.kind is not BoardKind.CODE]
    sure = [(owned, placement) for owned, placement in shown if owned.bond is Bond.SURE]
    if sure:
        return sure
    others = {placement for owned, placement in boards if owned.board.kind is BoardKind.CODE}
    placements = {placement for _, placement in shown}
    return shown if len(placements) == 1 and not placements & others else []


def _wrong(parts: list[Part], placement: Placement) -> Iterator[tuple[list[Part], str, list[int]]]:
    """The parts that are wrong, what the board has instead, and the squares to write in them."""
    at = 0
    listed: dict[_Slot, list[Part]] = {}
    for slot, count in zip(SLOTS, placement.men, strict=True):
        listed[slot] = parts[at : at + count]
        at += count
    for piece_type in dict.fromkeys(piece_type for piece_type, _ in SLOTS):
        white, black = (listed[piece_type, color] for color in (WHITE, BLACK))
        shown = {color: placement.squares_of(piece_type, color) for color in (WHITE, BLACK)}
        if _said(white) == shown[BLACK] and _said(black) == shown[WHITE] and shown[WHITE] != shown[BLACK]:
            colors = f"{_names(shown[WHITE])} for White and {_names(shown[BLACK])} for Black"
            yield white + black, f"{colors}: they are exchanged", shown[WHITE] + shown[BLACK]
            continue
        for color in (WHITE, BLACK):
            yield from _of_kind(listed[piece_type, color], (piece_type, color), shown[color])


def _of_kind(parts: list[Part], slot: _Slot, shown: list[int]) -> Iterator[tuple[list[Part], str, list[int]]]:
    """The squares of one kind of man that the board does not have, each with one that is missing in the list."""
    wrong = [part for part in parts if part.square not in shown]
    # A square that is named twice stands for one man only.
    seen: set[int | None] = set()
    for part in parts:
        if part.square in shown and part.square in seen:
            wrong.append(part)
        seen.add(part.square)
    missing = [square for square in shown if square not in seen]
    wrong.sort(key=lambda part: part.span)
    if not wrong or len(wrong) != len(missing):
        return
    if len(shown) == 1:
        yield wrong, f"the {man(*slot)} on {_names(missing)}", missing
        return
    for part, square in zip(wrong, missing, strict=True):
        yield [part], f"a {man(*slot)} on {_names([square])}", [square]


def _said(parts: list[Part]) -> list[int | None]:
    return sorted((part.square for part in parts), key=lambda square: "" if square is None else SQUARE_NAMES[square])


def _names(squares: list[int]) -> str:
    return " and ".join(SQUARE_NAMES[square] for square in squares)
