"""The number of men of each kind, as far as a code determines them.

A 9 hides two counts. The control, the material words, or both together restore them if only one
division of the men is possible; otherwise they stay None. Nothing is guessed.
"""

from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.notation.values import (
    BISHOP,
    BLACK,
    COLOR_NAMES,
    KNIGHT,
    PAWN,
    PIECE_NAMES,
    QUEEN,
    ROOK,
    SLOTS,
    WHITE,
    Control,
    Force,
    Nine,
    Occurrence,
)

_CACHE_SIZE = 4096
"""The size of the caches. Requests repeat the same few classes."""

Men = tuple[int | None, ...]
"""Counts in the order of `SLOTS`; None for an unknown count."""

Division = tuple[int, ...]
"""Men with every count known."""

_LETTERS = {"Q": QUEEN, "R": ROOK, "B": BISHOP, "N": KNIGHT, "S": KNIGHT, "P": PAWN}


class Counts(NamedTuple):
    """The numbers of pieces and pawns that the digits state; None if a 9 or damage hides them."""

    pieces: int | None
    pawns: int | None

    @property
    def total(self) -> int | None:
        return None if self.pieces is None or self.pawns is None else self.pieces + self.pawns


@lru_cache(_CACHE_SIZE)
def men_of(force: Force) -> Men:
    """Return the `Men` of the digits of `force`; counts hidden by a 9 are None."""
    return tuple(force.count(piece_type, color) for piece_type, color in SLOTS)


def sum_of(men: Men) -> int | None:
    """Return the sum of the counts in `men`, or None if one is unknown."""
    return None if None in men else sum(count or 0 for count in men)


def counts_of(force: Force | None) -> Counts:
    """Return the `Counts` of the digits of `force`."""
    return Counts(sum_of(men_of(force)[:8]), sum_of(men_of(force)[8:])) if force else Counts(None, None)


def recover(force: Force, nine: Nine, control: Control | None = None, words: tuple[str, str] | None = None) -> Men:
    """Return the `Men` of `force` completed from `control` and `words`; ambiguous counts are None.

    `nine` is the convention of the digits.
    """
    men = men_of(force)
    if 9 not in force[:4]:
        return men
    if words:
        named_men = men_in(words)
        if all(count in (None, named_count) for count, named_count in zip(men, named_men, strict=True)):
            return named_men
    hidden_totals = _hidden_totals(men, control)
    if hidden_totals is None:
        return men
    hidden_slots = _hidden_slots(men)
    pairs = [
        (white, black)
        for white in range(hidden_totals[0] + 1)
        for black in range(hidden_totals[1] + 1)
        if _may_be_nine(white, black, nine)
        and _can_divide(len(hidden_slots) - 1, (hidden_totals[0] - white, hidden_totals[1] - black), nine)
    ]
    found = [counts.pop() if len(counts) == 1 else None for counts in map(set, zip(*pairs, strict=True))]
    result = list(men)
    for slot in hidden_slots:
        result[slot : slot + 2] = found or (None, None)
    return tuple(result)


def is_control_possible(force: Force, control: Control, nine: Nine | None = None) -> bool:
    """Return True if `control` is possible for `force` by the convention `nine`, or a pawn digit is 9.

    Any convention will do if `nine` is None.
    """
    men = men_of(force)
    hidden_totals = _hidden_totals(men, control)
    conventions = Nine if nine is None else (nine,)
    return hidden_totals is None or any(_can_divide(len(_hidden_slots(men)), hidden_totals, one) for one in conventions)


def is_control_near(force: Force, control: Control, limit: int = 2) -> bool:
    """Return True if `control` differs by at most `limit` men from `force`, or exchanges White and Black.

    If a 9 hides a count, it must be possible. Other numbers are dates, chapters, or of another study.
    """
    right = control_of(men_of(force))
    if right is None:
        return is_control_possible(force, control)
    difference = abs(right.white - control.white) + abs(right.black - control.black)
    return difference <= limit or (right.white, right.black) == (control.black, control.white)


def stated_men(occurrence: Occurrence, nine: Nine = Nine.MODERN) -> Men | None:
    """Return the `Men` of `occurrence`, completed by its control and words; None without digits.

    `nine` is the convention of the digits.
    """
    code = occurrence.code
    return recover(code.force, nine, code.control, occurrence.words) if code.force else None


def control_of(men: Men) -> Control | None:
    """Return the `Control` of `men`, kings included, or None if a count is unknown."""
    white, black = sum_of(men[0::2]), sum_of(men[1::2])
    return None if white is None or black is None else Control(1 + white, 1 + black)


def min_promoted(men: Division, color: bool) -> int:
    """Return the minimum number of promoted men of `color`: queens above one, others above two.

    `men` are all counts in the order of `SLOTS`.
    """
    queens, *other_counts = men[0 if color else 1 : 8 : 2]
    return max(0, queens - 1) + sum(max(0, count - 2) for count in other_counts)


def is_nine(white: int, black: int, piece_type: int, nine: Nine) -> bool:
    """Return True if the convention `nine` writes `white` and `black` men as a 9."""
    limit = 1 if nine is Nine.PROMOTED and piece_type == QUEEN else 2
    return limit < max(white, black)


def digit(white: int, black: int, piece_type: int, nine: Nine = Nine.MODERN) -> int:
    """Return the class digit for men of one kind: 2 `white`, 1 `black` → 5.

    It is 9 if the convention `nine` requires it.
    """
    return 9 if is_nine(white, black, piece_type, nine) else white + 3 * black


@lru_cache(_CACHE_SIZE)
def force_of(men: Division, nine: Nine = Nine.MODERN) -> Force:
    """Return the `Force` for `men` by the convention `nine`.

    The caller ensures that pawn counts are below ten.
    """
    queens, rooks, bishops, knights = (digit(men[slot], men[slot + 1], SLOTS[slot][0], nine) for slot in range(0, 8, 2))
    return Force(queens, rooks, bishops, knights, men[8], men[9])


def men_in(words: tuple[str, str]) -> Division:
    """Return the `Division` named by the material `words` of both sides: (`KQP`, `KRPP`)."""
    return tuple(sum(_LETTERS.get(letter) == piece_type for letter in words[not color]) for piece_type, color in SLOTS)


def is_possible(force: Force | None) -> bool:
    """Return True if no side exceeds eight pawns and promoted men."""
    if force is None or 9 in force[4:]:
        return False
    men = tuple(count or 0 for count in men_of(force))
    return min_promoted(men, WHITE) + men[8] <= 8 and min_promoted(men, BLACK) + men[9] <= 8


def man_name(piece_type: int, color: bool, count: int = 1) -> str:
    """Return the name of `count` men, without the number: `white knight`, `black pawns`."""
    return f"{COLOR_NAMES[color]} {PIECE_NAMES[piece_type]}{'s' if count != 1 else ''}"


def material_words(men: Men, color: bool) -> str:
    """Return the material of `color` in `men`: `king, rook, an unknown number of knights`."""
    parts = ["king"]
    for (piece_type, slot_color), count in zip(SLOTS, men, strict=True):
        if slot_color is not color or count == 0:
            continue
        name = PIECE_NAMES[piece_type]
        if count is None:
            parts.append(f"an unknown number of {name}s")
        else:
            parts.append(name if count == 1 else f"{count} {name}s")
    return ", ".join(parts)


def _hidden_slots(men: Men) -> list[int]:
    """Return the indexes of White's counts in `men` hidden by a 9; Black's count is the next one."""
    return [slot for slot in range(0, 8, 2) if men[slot] is None]


def _hidden_totals(men: Men, control: Control | None) -> tuple[int, int] | None:
    """Return the numbers of White's and Black's men beyond `men`, or None.

    They are those of `control` minus the known counts. None without `control` or a pawn count.
    """
    if control is None or None in men[8:]:
        return None
    return (
        control.white - 1 - sum(count or 0 for count in men[0::2]),
        control.black - 1 - sum(count or 0 for count in men[1::2]),
    )


def _can_divide(nines: int, hidden_totals: tuple[int, int], nine: Nine) -> bool:
    """Return True if `hidden_totals` can be divided among `nines` nines."""
    if min(hidden_totals) < 0:
        return False
    if nines == 0:
        return hidden_totals == (0, 0)
    if nine is Nine.PROMOTED:
        return nines <= sum(hidden_totals)
    return any(3 * white <= hidden_totals[0] and 3 * (nines - white) <= hidden_totals[1] for white in range(nines + 1))


def _may_be_nine(white: int, black: int, nine: Nine) -> bool:
    """Return True if a 9 may mean `white` and `black` men of one kind."""
    # If a 9 means promoted material, one promoted man is enough; the digits do not identify it.
    return 2 < max(white, black) or (nine is Nine.PROMOTED and 0 < white + black)
