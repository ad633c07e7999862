"""Pairing of codes and boards: agreement first, because nearness misleads.

On a torn page of EG 190 "the nearest diagram above" blames 27 of 80 captions, 24 of them wrongly.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from types import MappingProxyType
from typing import NamedTuple

from gbr_lsp.model.board_matching.refusals import Reason
from gbr_lsp.model.study import Bond
from gbr_lsp.notation.class_token import recolored_force
from gbr_lsp.notation.code_forms import forces_of, is_match
from gbr_lsp.notation.men import Division, force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Force, Kings, Nine

_MAX_DIGITS = 2
_MAX_LEFT_OVER_RATIO = 2
"""Maximum of codes × boards of a force, divided by the number of its pairs that are one king apart."""
_MAX_BOARDS = 8
"""Maximum number of agreeing boards of a code: more copies of the same board add nothing."""


class Candidate(NamedTuple):
    """A board that may belong to codes. `source` is the number of the code that spells it, or None."""

    placement: Placement
    source: int | None = None


_CodeKey = tuple[Kings, Force | None]
_BoardKey = tuple[Kings, Division]
_KeyPair = tuple[_CodeKey, _BoardKey]


class Pairing(NamedTuple):
    """The boards of each code, as lists of `(number, bond)`, and the close boards that were refused.

    `refused` has them by the kings and force of the code and the kings and men of the board.
    """

    owned: list[list[tuple[int, Bond]]]
    refused: "dict[_KeyPair, Rivals]"


class Rivals(NamedTuple):
    """The reason for refusing a close board, and the number of the code or board that is as close, or None."""

    reason: Reason
    code: int | None = None
    board: int | None = None


def is_close(code: Code, placement: Placement) -> bool:
    """Return True if `code` and `placement` are at most one slip apart.

    A slip is up to two digits, a lost class, exchanged colors or kings, or a wrong or lost king.
    """
    if code.kings == placement.kings:
        return code.force is None or has_close_men(code.force, placement)
    if code.force not in forces_of(placement):
        return False
    return _are_kings_close(code.kings, placement.kings) or _has_lost_king(code, placement)


def pair(
    codes: Sequence[Code],
    boards: Sequence[Candidate],
    sure: Mapping[int, list[int]],
    placed: Mapping[int, int] = MappingProxyType({}),
) -> Pairing:
    """Return the `Pairing` of `codes` and `boards`.

    A board may belong to several codes. `sure` maps the number of a code to the boards in its game,
    fence or macro. `placed` maps it to the board that has the code as its caption on the page; this
    counts if neither agrees with another. A code and a board that are left over are paired only if each
    is the only close candidate of the other; equal codes count as one, and so do equal boards. A pair
    that is one king apart does not count if many codes and boards of its force are left over.
    """
    agreeing = _boards_by_code_key(boards)
    foreign = _boards_at_other_codes(codes, boards, placed)
    owned: list[list[tuple[int, Bond]]] = []
    for number, code in enumerate(codes):
        mine = sure.get(number, [])
        others = (
            n
            for n in agreeing.get((code.kings, code.force), ())
            if n not in mine and n not in foreign and boards[n].source != number
        )
        owned.append([(n, Bond.SURE) for n in mine] + [(n, Bond.AGREES) for n in islice(others, _MAX_BOARDS)])
    saying = Counter((code.kings, code.force) for code in codes)
    taken = {n for mine in owned for n, _ in mine}
    # A board that a code spells out always agrees with that code.
    taken |= {
        n
        for stated, count in saying.items()
        for n in agreeing.get(stated, ())
        if n not in foreign and (boards[n].source is None or 1 < count)
    }
    captioned = {its_board for number, its_board in placed.items() if (its_board, Bond.AGREES) in owned[number]}
    for number, its_board in placed.items():
        if owned[number] or not _is_sound(codes[number]):
            continue
        # A code elsewhere, such as one in a table, may agree with the board above a caption that has a slip.
        is_slip = its_board not in captioned and is_close(codes[number], boards[its_board].placement)
        if its_board not in taken or is_slip:
            owned[number].append((its_board, Bond.PLACED))
            taken.add(its_board)
    settled = {n for n, mine in enumerate(owned) if any(boards[board].source is None for board, _ in mine)}
    left_boards = [n for n, board in enumerate(boards) if n not in taken and board.source not in settled]
    left_codes = [n for n, code in enumerate(codes) if not owned[n] and _is_sound(code)]
    unsettled = [n for stated, count in saying.items() for n in _more_boards(agreeing.get(stated, ()), boards, count)]
    close, refused = _only_candidates(codes, boards, left_codes, left_boards, unsettled)
    for code_number, board_number in close:
        owned[code_number].append((board_number, Bond.CLOSE))
    return Pairing(owned, refused)


def _boards_by_code_key(boards: Sequence[Candidate]) -> Mapping[tuple[Kings | None, Force | None], list[int]]:
    """Return lists of numbers of `boards`, by the kings and digits that agree."""
    numbers: dict[tuple[Kings | None, Force | None], list[int]] = defaultdict(list)
    for number, board in enumerate(boards):
        for force in forces_of(board.placement):
            numbers[board.placement.kings, force].append(number)
    return numbers


def _boards_at_other_codes(codes: Sequence[Code], boards: Sequence[Candidate], placed: Mapping[int, int]) -> set[int]:
    """Return the numbers of boards in `placed` that contradict their code but equal a board that fits its own."""
    fits = {code: is_match(codes[code], boards[board].placement) for code, board in placed.items()}
    right = {boards[board].placement for code, board in placed.items() if fits[code]}
    return {board for code, board in placed.items() if boards[board].placement in right and not fits[code]}


def _more_boards(agreeing: Sequence[int], boards: Sequence[Candidate], count: int) -> Sequence[int]:
    """Return the first board of `agreeing` that no code spells, if these show more than `count` positions, or none."""
    drawn = [n for n in agreeing if boards[n].source is None]
    return drawn[:1] if count < len(drawn) and count < len({boards[n].placement for n in drawn}) else ()


def _only_candidates(
    codes: Sequence[Code],
    boards: Sequence[Candidate],
    left_codes: list[int],
    left_boards: list[int],
    unsettled: list[int],
) -> tuple[list[tuple[int, int]], dict[_KeyPair, Rivals]]:
    """Return `(code, board)` for the members of `left_codes` and `left_boards` with no other close candidate.

    The second value is `Pairing.refused`.
    """
    if not left_codes or not left_boards:
        return [], {}
    saying, showing = codes_by_key(codes, left_codes), boards_by_key(boards, left_boards)
    others = boards_by_key(boards, unsettled)
    spelling = {board.source for board in boards}
    pairs: list[_KeyPair] = []
    for code_key, board_key in close_pairs(codes, boards, saying, showing):
        # A list of versions holds many codes that spell a board each: none of them blames another.
        if any(boards[n].source is None for n in showing[board_key]) or not spelling.intersection(saying[code_key]):
            pairs.append((code_key, board_key))
    suitors: dict[_BoardKey, list[int]] = defaultdict(list)
    wanted: dict[_CodeKey, list[int]] = defaultdict(list)
    for code_key, board_key in pairs:
        suitors[board_key].append(saying[code_key][0])
        wanted[code_key].append(showing[board_key][0])
    for code_key, board_key in close_pairs(codes, boards, saying, others):
        wanted[code_key].append(others[board_key][0])
    refused: dict[_KeyPair, Rivals] = {}
    for code_key, board_key in pairs:
        rivals = [n for n in suitors[board_key] if n != saying[code_key][0]]
        rival_boards = [n for n in wanted[code_key] if n != showing[board_key][0]]
        if rivals:
            refused[code_key, board_key] = Rivals(Reason.RIVAL_CODE, code=min(rivals))
        elif rival_boards:
            refused[code_key, board_key] = Rivals(Reason.RIVAL_BOARD, board=min(rival_boards))
    only = [pair for pair in pairs if pair not in refused]
    refused |= dict.fromkeys(_accidents(only, saying, showing), Rivals(Reason.COINCIDENCE))
    found = [
        (code, board)
        for code_key, board_key in only
        if (code_key, board_key) not in refused
        for code in saying[code_key]
        for board in showing[board_key][:_MAX_BOARDS]
        if boards[board].source != code
    ]
    return found, refused


def codes_by_key(codes: Sequence[Code], numbers: Iterable[int]) -> dict[_CodeKey, list[int]]:
    """Return lists of `numbers` of `codes`, by their kings and force. Codes without kings are left out."""
    saying: dict[_CodeKey, list[int]] = defaultdict(list)
    for number in numbers:
        kings, force = codes[number].kings, codes[number].force
        if kings is not None:
            saying[kings, force].append(number)
    return saying


def boards_by_key(boards: Sequence[Candidate], numbers: Iterable[int]) -> dict[_BoardKey, list[int]]:
    """Return lists of `numbers` of `boards`, by the kings and men that they show."""
    showing: dict[_BoardKey, list[int]] = defaultdict(list)
    for number in numbers:
        showing[boards[number].placement.kings, boards[number].placement.men].append(number)
    return showing


def _accidents(
    pairs: list[_KeyPair], saying: Mapping[_CodeKey, list[int]], showing: Mapping[_BoardKey, list[int]]
) -> list[_KeyPair]:
    """Return those of `pairs` that may share one king by accident.

    An article on one ending has dozens of diagrams and codes of the same force. Among thirty
    unrelated codes and boards, two have a king in common.
    """
    one_king = {
        (code_key, board_key) for code_key, board_key in pairs if code_key[0] not in (board_key[0], board_key[0][::-1])
    }
    if not one_king:
        return []
    codes: Counter[Force | None] = Counter(force for _, force in saying)
    boards: Counter[Force | None] = Counter()
    for _, men in showing:
        boards.update({force_of(men, nine) for nine in Nine})
    close = Counter(code_key[1] for code_key, _ in one_king)
    accidents = {force for force, count in close.items() if count * _MAX_LEFT_OVER_RATIO < codes[force] * boards[force]}
    return [pair for pair in one_king if pair[0][1] in accidents]


def close_pairs(
    codes: Sequence[Code],
    boards: Sequence[Candidate],
    saying: Mapping[_CodeKey, list[int]],
    showing: Mapping[_BoardKey, list[int]],
) -> list[_KeyPair]:
    """Return the keys of `saying` and `showing` that are one slip apart, as pairs. Their `common_keys` find them."""
    sharing: dict[Hashable, list[_BoardKey]] = defaultdict(list)
    for board_key, numbers in showing.items():
        forces = forces_of(boards[numbers[0]].placement)
        for share in {board_key[0], *(share for force in forces for share in common_keys(force, board_key[0]))}:
            sharing[share].append(board_key)
    found = []
    for (kings, force), numbers in saying.items() if showing else ():
        near = dict.fromkeys(board_key for share in common_keys(force, kings) for board_key in sharing.get(share, ()))
        code = codes[numbers[0]]
        found += [
            ((kings, force), board_key) for board_key in near if is_close(code, boards[showing[board_key][0]].placement)
        ]
    return found


def common_keys(force: Force | None, kings: Kings) -> Iterator[Hashable]:
    """Yield keys of `force` and `kings`: `(kings, digits)` with two digits None. Neighbors by one slip share a key."""
    if force is None:
        yield kings
        return
    for two in combinations(range(len(force)), _MAX_DIGITS):
        yield kings, tuple(None if place in two else digit for place, digit in enumerate(force))
    yield kings, frozenset((force, recolored_force(force)))
    if None in kings:
        # A lone square may be that of either king.
        yield from ((force, color, square) for color in _COLORS for square in kings if square is not None)
        return
    yield from ((force, color, square) for color, square in zip(_COLORS, kings, strict=True))
    yield from ((force, "lost", square) for square in kings)
    yield force, frozenset(kings)


_COLORS = ("white", "black")


def _is_sound(code: Code) -> bool:
    """Return True if `code` has digits and a king, or both kings. That is enough to find its board."""
    if code.kings is None or set(code.kings) == {None}:
        return False
    return code.force is not None or None not in code.kings


def has_close_men(force: Force, placement: Placement) -> bool:
    """Return True if `force` fits `placement` but for two digits or exchanged colors."""
    return digits_apart(force, placement) <= _MAX_DIGITS or recolored_force(force) in forces_of(placement)


def digits_apart(force: Force, placement: Placement) -> int:
    """Return the number of digits of `force` that differ from `placement`, the minimum over conventions."""
    return min(sum(a != b for a, b in zip(force, shown, strict=True)) for shown in forces_of(placement))


def _has_lost_king(code: Code, placement: Placement) -> bool:
    """Return True if `code` has lost a king. Its list is one square short and starts with the other king."""
    if code.kings is None or code.pieces is None:
        return False
    squares = len(code.pieces + (code.pawns or ()))
    return squares == sum(placement.men) - 1 and code.kings.white in placement.kings


def _are_kings_close(kings: Kings | None, others: Kings) -> bool:
    if kings is not None and None in kings:
        return any(square in others for square in kings if square is not None)
    return kings is not None and (kings[::-1] == others or (kings[0] == others[0]) != (kings[1] == others[1]))
