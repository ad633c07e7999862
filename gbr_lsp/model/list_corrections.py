"""Comparison of square lists with boards: wrong, lost and doubled squares, and the right ones."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, enumeration
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import forces_of
from gbr_lsp.notation.men import man_name
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, PAWN, SLOTS, SQUARE_NAMES, SQUARES, WHITE, Form, Kind, Part
from gbr_lsp.slips import Field, readings

_Slot = tuple[int, bool]
_POINT = regex(r"\.(?=[ \t]+[0-9]{1,2}[/+][0-9])")
"""The point of a list whose only pawn was lost: a control follows, so it ends no sentence."""
_DOTTED_POINT = regex(r"\.(?P<blanks>[ \t]+(?=[\r\n]|\Z))?")
"""The point after the pieces of a dotted code, which always has one; pawns follow after a blank."""

_MAX_COST = 1.4
"""Maximum cost of a slip in a list that a solution contradicts; costlier ones may change it to any square."""


class Correction(NamedTuple):
    """Squares to write in place of those of `parts`, and the board's men in words."""

    parts: list[Part]
    message: str
    squares: list[int]

    @property
    def span(self) -> Span:
        return Span(self.parts[0].span.start, self.parts[-1].span.end)


class LostSquare(NamedTuple):
    """A text to write at `span`, so that the list is complete, and a message."""

    span: Span
    text: str
    message: str


def corrections(study: Study, placement: Placement | None) -> list[Correction]:
    """Return a `Correction` for each square that differs from `placement`. It is empty if the forces differ."""
    slots = _slots(study, placement)
    pieces, pawns = (study.occurrence.parts_of(kind) for kind in (Kind.PIECE, Kind.PAWN))
    if placement is None or not slots or len(pieces + pawns) != len(slots):
        return []
    if pawns and len(pieces) != sum(placement.men[:8]):
        return []
    found = list(_all_corrections(pieces + pawns, placement))
    if len(found) == 2 and all(len(one.parts) == 1 for one in found):
        first, second = sorted(found, key=lambda one: one.parts[0].span)
        if [first.parts[0].square] == second.squares and [second.parts[0].square] == first.squares:
            # Two exchanged squares are one slip.
            message = f"{first.message} and {second.message}, not the reverse"
            return [Correction([*first.parts, *second.parts], message, [*first.squares, *second.squares])]
    return found


def _slots(study: Study, placement: Placement | None) -> list[_Slot]:
    """Return the slot of each man of `placement` in list order. It is empty if the forces differ."""
    if placement is None or study.code.force not in forces_of(placement):
        return []
    return [slot for slot, count in zip(SLOTS, placement.men, strict=True) for _ in range(count)]


def size_correction(study: Study, placement: Placement) -> LostSquare | None:
    """Return the `LostSquare` for a square too few or too many for `placement`, or None."""
    parts, slots = study.occurrence.parts_of(Kind.PIECE, Kind.PAWN), _slots(study, placement)
    written = [part.square for part in parts]
    for number, part in enumerate(parts if len(written) == len(slots) + 1 else ()):
        if _is_list_of_board(written[:number] + written[number + 1 :], slots, placement):
            return LostSquare(part.span, "", f"The list has one square too many: {study.text(part.span)}")
    for number, slot in enumerate(slots if parts and len(written) == len(slots) - 1 else ()):
        for square in placement.squares_of(*slot):
            completed = [*written[:number], square, *written[number:]]
            if square not in written and _is_list_of_board(completed, slots, placement):
                where = _offset_between(parts, _place_in(written, slots, slot, square), is_pawn=slot[0] == PAWN)
                if where is not None:
                    return _lost_square_at(study, where, slot, SQUARE_NAMES[square])
    return None


def _place_in(written: list[int | None], slots: list[_Slot], slot: _Slot, square: int) -> int:
    """Return the index in the list for `square`. The squares of one slot are in order."""
    first, end = slots.index(slot), slots.index(slot) + slots.count(slot)
    others = [other for other in written[first : end - 1] if other is not None]
    by_rank = _is_sorted_by_rank(written, slots[: end - 1] + slots[end:])
    return first + sum(other < square if by_rank else _name(other) < _name(square) for other in others)


def _lost_square_at(study: Study, where: int, slot: _Slot, text: str) -> LostSquare:
    """Return the `LostSquare` that inserts `text` at offset `where`. A first pawn is after the point."""
    message = f"The {man_name(*slot)} on {text} has no square"
    if slot[0] == PAWN and study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)[-1].kind is Kind.PIECE:
        dotted = study.occurrence.form is Form.DOTTED
        if point := (_DOTTED_POINT if dotted else _POINT).match(study.block.text, where):
            where = point.end()
            text = text if not dotted or point["blanks"] else f" {text}"
    return LostSquare(Span(where, where), text, message)


def _is_sorted_by_rank(squares: list[int | None], slots: list[_Slot]) -> bool:
    """Return True if `squares` are sorted by rank in each slot, not all by file."""
    kinds = [
        [square for square, other in zip(squares, slots, strict=True) if other == slot and square is not None]
        for slot in dict.fromkeys(slots)
    ]
    return all(kind == sorted(kind) for kind in kinds) and any(kind != sorted(kind, key=_name) for kind in kinds)


def lost_king(study: Study, placement: Placement | None) -> LostSquare | None:
    """Return the `LostSquare` for a king missing in a dotted or compact code, or None.

    The code must have all other men of `placement`.
    """
    parts, slots = study.occurrence.parts_of(Kind.KING, Kind.PIECE, Kind.PAWN), _slots(study, placement)
    if placement is None or study.occurrence.form not in (Form.DOTTED, Form.COMPACT):
        return None
    if not slots or len(parts) != 1 + len(slots):
        return None
    first, *others = parts
    if not _is_list_of_board([one.square for one in others], slots, placement):
        return None
    white, black = placement.kings
    message = f"Only one king has a square; the board has {placement.kings}"
    for own, lost, where in ((white, black, first.span.end), (black, white, first.span.start)):
        if first.square == own and lost is not None:
            return LostSquare(Span(where, where), SQUARE_NAMES[lost], message)
    return None


def _offset_between(parts: list[Part], place: int, *, is_pawn: bool) -> int | None:
    """Return the offset to insert a piece or pawn at index `place`, or None."""
    kind = Kind.PAWN if is_pawn else Kind.PIECE
    if 0 < place and parts[place - 1].kind is kind:
        return parts[place - 1].span.end
    if place < len(parts) and parts[place].kind is kind:
        return parts[place].span.start
    # Without a point all squares are read as pieces.
    is_at_end = is_pawn and 0 < place and not any(part.kind is Kind.PAWN for part in parts)
    return parts[place - 1].span.end if is_at_end else None


def _is_list_of_board(squares: list[int | None], slots: list[_Slot], placement: Placement) -> bool:
    shown = {(slot, square) for slot in set(slots) for square in placement.squares_of(*slot)}
    return set(zip(slots, squares, strict=True)) == shown


def _all_corrections(parts: list[Part], placement: Placement) -> Iterator[Correction]:
    """Yield a `Correction` for each wrong square in `parts`, or for exchanged colors."""
    left = iter(parts)
    listed = {slot: list(islice(left, count)) for slot, count in zip(SLOTS, placement.men, strict=True)}
    for piece_type in dict.fromkeys(piece_type for piece_type, _ in SLOTS):
        white, black = (listed[piece_type, color] for color in (WHITE, BLACK))
        shown = {color: placement.squares_of(piece_type, color) for color in (WHITE, BLACK)}
        written = [{part.square for part in one} for one in (white, black)]
        if written == [{*shown[BLACK]}, {*shown[WHITE]}] and shown[WHITE] != shown[BLACK]:
            colors = f"{_names(shown[WHITE])} for White and {_names(shown[BLACK])} for Black"
            yield Correction(white + black, f"{colors}, not the reverse", shown[WHITE] + shown[BLACK])
            continue
        for color in (WHITE, BLACK):
            yield from _corrections_of_kind(listed[piece_type, color], (piece_type, color), shown[color])


def _corrections_of_kind(parts: list[Part], slot: _Slot, shown: list[int]) -> Iterator[Correction]:
    """Yield a `Correction` for each of `parts` not in `shown`, with a missing square."""
    wrong = [part for part in parts if part.square not in shown]
    # A square that occurs twice counts for one man only.
    seen: set[int | None] = set()
    for part in parts:
        if part.square in shown and part.square in seen:
            wrong.append(part)
        seen.add(part.square)
    missing = [square for square in shown if square not in seen]
    wrong.sort(key=lambda part: part.span)
    if not wrong or len(wrong) != len(missing):
        return
    if len(wrong) == 1 and wrong[0].square in shown:
        wrong = [_misplaced_part(parts, wrong[0], missing[0])]
    if len(shown) == 1:
        yield Correction(wrong, f"the {man_name(*slot)} on {_names(missing)}", missing)
        return
    for part, square in zip(wrong, missing, strict=True):
        yield Correction([part], f"a {man_name(*slot)} on {_names([square])}", [square])


def _misplaced_part(parts: list[Part], doubled: Part, missing: int) -> Part:
    """Return the part with the square of `doubled` in whose place `missing` keeps the list sorted."""
    for by_rank in (False, True):
        for part in parts:
            if part.square == doubled.square:
                squares = [missing if other is part else other.square or 0 for other in parts]
                if squares == sorted(squares, key=None if by_rank else SQUARE_NAMES.__getitem__):
                    return part
    return doubled


def _name(square: int | None) -> str:
    return "" if square is None else SQUARE_NAMES[square]


def _names(squares: list[int]) -> str:
    return enumeration(SQUARE_NAMES[square] for square in squares)


def positions_a_slip_away(study: Study, parts: Sequence[Part]) -> Iterator[tuple[Part, int, Placement]]:
    """Yield `(part, square, placement)` for each slip in one square of `parts`, those of the list of `study`."""
    pieces = len(study.occurrence.parts_of(Kind.PIECE))
    for number, part in enumerate(parts):
        for meant in readings(SQUARE_NAMES[part.square], Field.SQUARES, _MAX_COST) if part.square is not None else ():
            if meant.text in SQUARES:
                squares = [one.square for one in parts]
                squares[number] = SQUARES[meant.text]
                code = study.code._replace(pieces=tuple(squares[:pieces]), pawns=tuple(squares[pieces:]))
                if placement := study._replace(occurrence=study.occurrence._replace(code=code)).spelled_position:
                    yield part, SQUARES[meant.text], placement
