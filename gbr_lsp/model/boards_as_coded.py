"""Boards with one slip corrected, so that they agree with a code.

A readable board gets other kings or men. For an unreadable one, the FEN is repaired if the code
leaves no doubt.
"""

from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import is_match
from gbr_lsp.notation.men import men_of
from gbr_lsp.notation.placement import Placement, from_squares, placement_problem
from gbr_lsp.notation.values import BLACK, KING, PAWN, SLOTS, WHITE, Force, Kings
from gbr_lsp.slips import Field, readings

_MAX_REPAIRS = 2
"""Maximum number of repairs of a FEN offered. With more, the right repair is not known."""
_TWO_RUNS = regex("[1-8][1-8]")


def with_kings(board: Placement, kings: Kings) -> Placement | None:
    """Return the placement `board` with other `kings`, or None if they are impossible there."""
    if kings.white is None or kings.black is None or kings.are_adjacent:
        return None
    men = {square: man for square, man in board.men_by_square.items() if man[0] != KING}
    if kings.white in men or kings.black in men:
        return None
    return from_squares({**men, kings.white: (KING, WHITE), kings.black: (KING, BLACK)})


def with_force(board: Placement, force: Force) -> list[Placement]:
    """Return the placements with one man of `board` replaced or removed and the digits `force`.

    The list is empty unless a single change gives these digits.
    """
    wanted, had = men_of(force), board.men
    apart = {slot: count - one for slot, (one, count) in enumerate(zip(had, wanted, strict=True)) if count is not None}
    more = [slot for slot, difference in apart.items() if difference == -1]
    fewer = [slot for slot, difference in apart.items() if difference == 1]
    changed = sum(difference != 0 for difference in apart.values())
    if len(apart) < len(had) or changed != len(more) + len(fewer) or len(more) != 1 or 1 < len(fewer):
        return []
    men = board.men_by_square
    found = []
    for square in board.squares_of(*SLOTS[more[0]]):
        changed_men = {other: man for other, man in men.items() if other != square}
        if fewer:
            if not _may_stand(instead := SLOTS[fewer[0]], square):
                continue
            changed_men[square] = instead
        placement = from_squares(changed_men)
        found += [placement] if placement else []
    return found


def with_man_added(board: Placement, force: Force) -> list[Placement]:
    """Return the placements with one man added to `board` and the digits `force`.

    The list is empty unless a single man is missing.
    """
    wanted = men_of(force)
    missing = [slot for slot, (one, count) in enumerate(zip(board.men, wanted, strict=True)) if count != one]
    if len(missing) != 1 or wanted[missing[0]] != board.men[missing[0]] + 1:
        return []
    men = board.men_by_square
    man = SLOTS[missing[0]]
    empty = (square for square in range(64) if square not in men and _may_stand(man, square))
    placements = (from_squares({**men, square: man}) for square in empty)
    return [placement for placement in placements if placement]


def _may_stand(man: tuple[int, bool], square: int) -> bool:
    return man[0] != PAWN or square // 8 not in (0, 7)


class FenRepairs(NamedTuple):
    """The placement fields that may be meant, and whether only one reading fits.

    `fens` is empty if there are more than `_MAX_REPAIRS`.
    """

    fens: list[str]
    is_certain: bool


def fen_repairs(written: str, study: Study) -> FenRepairs:
    """Return the `FenRepairs` of `written`, a placement field, with the FENs that agree with `study`.

    They have the kings, digits and squares of its code. If there are more than `_MAX_REPAIRS`, only the
    cheapest count, of these preferably those as long as `written`.
    """
    every = {meant.text: meant.cost for meant in readings(written, Field.FEN) if _is_as_coded(meant.text, study)}
    spelled = study.spelled_position.fen.split("/") if study.spelled_position else []
    if any(written.split("/") == spelled[:at] + spelled[at + 1 :] for at in range(len(spelled))):
        every.setdefault("/".join(spelled), 0)
    first = [fen for fen, cost in every.items() if cost == min(every.values())]
    first = [fen for fen in first if len(fen) == len(written)] or first
    found = list(every) if len(every) <= _MAX_REPAIRS else first
    return FenRepairs(found if len(found) <= _MAX_REPAIRS else [], len(every) == 1)


def _is_as_coded(fen: str, study: Study) -> bool:
    """Return True if `fen` is valid and shows the position of the code of `study`."""
    if _TWO_RUNS.search(fen) or placement_problem(fen):
        return False
    placement, spelled = Placement(fen), study.spelled_position
    return placement == spelled if spelled else is_match(study.code, placement)
