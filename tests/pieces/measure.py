"""Findings on a sound and on a damaged code next to a list of men."""

import random
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.boards import lists
from gbr_lsp.notation.men import force_of, is_possible
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    SQUARE_NAMES,
    WHITE,
    Force,
    are_adjacent,
)
from tests.pieces.spellings import LANGUAGES, Spelling, spelling, written
from tests.slips.measure import judge

_SHAPES = ("{list}\n\nGBR {force} {kings}\n", "{kings} {force}\n{list}\n", "# Somebody\n\n={force}{kings}\n\n{list}\n")
_NAMING = ("force-mismatch", "king-mismatch")


class Outcome(NamedTuple):
    """One list, `text` with a sound code and `damaged` with a damaged one."""

    language: str
    how: Spelling
    text: str
    damaged: str
    is_read: bool | None
    """True if read correctly; None if a part is not read; False otherwise."""
    blamed: tuple[str, ...]
    said: tuple[str, ...]

    @property
    def is_named(self) -> bool:
        return any(said.startswith(_NAMING) for said in self.said)


def outcome(placements: list[Placement], rng: random.Random) -> Outcome:
    """Write and lint a random list for a position, from `placements` or random."""
    placement = rng.choice(placements) if placements and rng.random() < 0.7 else _random(rng)
    language, how = rng.choice(list(LANGUAGES)), spelling(rng)
    listed = written(language, placement, how, rng)
    shape, name = rng.choice(_SHAPES), rng.choice(("a.txt", "a.md"))
    kings, force = str(placement.kings), force_of(placement.men)
    text = shape.format(list=listed, kings=kings, force=force)
    damaged = shape.format(list=listed, **_damaged(placement, force, rng))
    blamed, said = (
        [f"{one.finding.rule}: {one.finding.message}" for one in judge(t, name)[1]] for t in (text, damaged)
    )
    boards = lists.find(listed, [Span(0, len(listed))])
    is_read = None if any(board.unread_spans for board in boards) else False
    if any(placement in (board.placement, *board.readings) for board in boards):
        is_read = True
    return Outcome(language, how, text, damaged, is_read, tuple(blamed), tuple(said))


def _damaged(placement: Placement, force: Force, rng: random.Random) -> dict[str, str]:
    """Return class and kings with one slip, in a digit or a king's square: `{"force": …, "kings": …}`."""
    while True:
        digits = list(force)
        kings = [square for square in placement.kings if square is not None]
        if rng.random() < 0.6:
            at = rng.randrange(6)
            digits[at] = rng.randrange(9)
        else:
            kings[rng.randrange(2)] = rng.randrange(64)
        new = Force(*digits)
        if (new, tuple(kings)) != (force, tuple(placement.kings)) and is_possible(new) and not are_adjacent(*kings):
            text = "".join(map(str, digits[:4])) + "." + "".join(map(str, digits[4:]))
            return {"force": text, "kings": "".join(SQUARE_NAMES[king] for king in kings)}


def _random(rng: random.Random) -> Placement:
    """Return a random position of 3 to 9 men that has no finding with its own code."""
    while True:
        squares = rng.sample(range(64), rng.randint(3, 9))
        men = {squares[0]: (KING, WHITE), squares[1]: (KING, BLACK)}
        for square in squares[2:]:
            kinds = (QUEEN, ROOK, BISHOP, KNIGHT) + (PAWN,) * (4 if 8 <= square < 56 else 0)
            men[square] = (rng.choice(kinds), rng.choice((WHITE, BLACK)))
        placement = from_squares(men)
        sane = placement and not are_adjacent(*squares[:2]) and 9 not in force_of(placement.men)[:4]
        if (
            placement
            and sane
            and not judge(f"`{placement.fen}`\n\n={force_of(placement.men)}{placement.kings}\n", "a.md")[1]
        ):
            return placement
