"""The boards of a study to show, and the squares and men where each differs from the code."""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.text import capitalized, enumeration
from gbr_lsp.model.disputes import own_boards
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.code_forms import forces_of, is_match
from gbr_lsp.notation.men import man_name, stated_men
from gbr_lsp.notation.placement import LETTERS, Placement, placement_field
from gbr_lsp.notation.values import BLACK, KING, PAWN, SLOTS, SQUARE_NAMES, WHITE, Kind

_MEN = ((KING, WHITE), (KING, BLACK), *SLOTS)


class StudyBoard(NamedTuple):
    """A board of a study: one in its text, or the position that the code gives by itself."""

    name: str
    """`FEN`, `FEN and diagram` for equal boards, `FEN 2` for the second of several, `code`."""
    field: str
    """The first field of a FEN, without the other men if only the kings are known."""
    position: Placement | None
    """None if only the kings are known."""
    turn: bool | None = None
    """The side to move that the board states."""
    squares: frozenset[int] = frozenset()
    """The squares, 0 to 63, where board and code differ."""
    lines: tuple[str, ...] = ()
    """A line of words for each kind of man that differs."""


def boards_of(study: Study) -> tuple[list[StudyBoard], int | None]:
    """Return the different boards in the text and, if none agrees, that of the code; with the index of the one to show.

    That is one in the text which agrees with the code, or else one which differs. It is None without boards.
    """
    groups: dict[Placement, list[OwnedBoard]] = {}
    for owned, placement in study.placements:
        groups.setdefault(placement, []).append(owned)
    compared = {placement for _, placement in own_boards(study)}
    found = [_of_text(study, placement, group, placement in compared) for placement, group in groups.items()]
    names = [board.name for board in found]
    for number, name in enumerate(names):
        if 1 < names.count(name):
            found[number] = found[number]._replace(name=f"{name} {names[: number + 1].count(name)}")
    own, kings = study.spelled_position, [man for man in study.placed_parts if man[1] and man[1][0] == KING]
    if own and own not in groups:
        found.append(StudyBoard("code", own.fen, own, study.code.stipulation.turn))
    elif found and kings and not own and all(board.lines for board in found):
        letters = {part.square: LETTERS[man] for part, man in kings if man and part.square is not None}
        found.append(StudyBoard("code", placement_field(letters), None))
    agreeing = [number for number, board in enumerate(found) if board.position == study.position]
    in_text = [number for number in agreeing if found[number].position in groups]
    disputed = [number for number, board in enumerate(found) if board.lines]
    return found, next(iter([*in_text, *disputed, *agreeing, *range(len(found))]), None)


def _of_text(study: Study, placement: Placement, group: list[OwnedBoard], is_own: bool) -> StudyBoard:
    """Return the `StudyBoard` of the boards in `group`, which all show `placement`.

    Unless `is_own`, a board with the kings and digits of the code may be another version: nothing is compared.
    """
    name, turns = enumeration(owned.name for owned in group), {owned.board.turn for owned in group} - {None}
    found = [*_differences(study, placement)] if is_own or not is_match(study.code, placement) else []
    lines = [f"{capitalized(man)}: {_sides(in_code, on_board, name)}" for man, in_code, on_board, _ in found]
    squares = frozenset[int]().union(*(squares for *_, squares in found))
    return StudyBoard(name, placement.fen, placement, turns.pop() if len(turns) == 1 else None, squares, tuple(lines))


def _sides(in_code: str, on_board: str, noun: str) -> str:
    """Return both sides in words: `g3 in the code, f3 in the FEN`, `c6 only in the code`."""
    if not in_code or not on_board:
        return f"{in_code or on_board} only in the {noun if on_board else 'code'}"
    return f"{in_code} in the code, {on_board} in the {noun}"


def _differences(study: Study, board: Placement) -> Iterator[tuple[str, str, str, set[int]]]:
    """Yield the name of each kind of man that differs, its words for code and `board`, and the squares."""
    occurrence, placed = study.occurrence, [(part.square, man) for part, man in study.placed_parts]
    loose = {square for square, man in placed if man is None and square is not None}
    listed = {part.kind for part in occurrence.parts} - {part.kind for part, man in study.placed_parts if man is None}
    men = stated_men(occurrence, study.conventions.nine)
    counts = dict(zip(SLOTS, men, strict=True)) if men and study.code.force not in forces_of(board) else {}
    are_kings_exchanged = not occurrence.has_king_order and study.code.kings == board.kings[::-1]
    for man in _MEN:
        stated = {square for square, its_man in placed if its_man == man and square is not None}
        shown, count = {*board.squares_of(*man)}, counts.get(man)
        is_king = man[0] == KING
        is_listed = bool(stated) if is_king else (Kind.PAWN if man[0] == PAWN else Kind.PIECE) in listed
        if is_listed and stated != shown and not (is_king and are_kings_exchanged):
            only_code, only_board = stated - shown, shown - stated
            name = man_name(*man, max(len(only_code), len(only_board)))
            yield name, _squares(only_code), _squares(only_board), only_code | only_board
        elif not is_listed and count not in (None, len(shown)):
            yield man_name(*man, 2), str(count or "none"), str(len(shown) or "none"), shown
    if loose:
        pawns = {*board.squares_of(PAWN, WHITE), *board.squares_of(PAWN, BLACK)}
        # A list may leave out the pawns.
        shown = {*board.men_by_square} - {*board.kings} - {square for square, man in placed if man}
        shown -= set() if loose & pawns else pawns
        if loose != shown:
            yield "men", _squares(loose - shown), _squares(shown - loose), loose ^ shown


def _squares(squares: set[int]) -> str:
    return enumeration(sorted(SQUARE_NAMES[square] for square in squares))
