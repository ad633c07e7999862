"""Placements of men on a board, as text and without bitboards."""

from functools import cached_property, lru_cache
from itertools import groupby

from gbr_lsp.base.caching import LazyTable
from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.men import Division
from gbr_lsp.notation.values import BLACK, KING, PIECE_NAMES, SLOTS, SQUARE_NAMES, WHITE, Kings

LETTERS = {
    (piece_type, color): letter.upper() if color else letter
    for piece_type, letter in zip(PIECE_NAMES, "pnbrqk", strict=True)
    for color in (WHITE, BLACK)
}
MAN_OF_LETTER = {letter: man for man, letter in LETTERS.items()}
"""Piece type and color by FEN letter."""
FIGURINES = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPkqrbnp", strict=True))
"""FEN letter by figurine."""
_SLOT_LETTERS = tuple(LETTERS[slot] for slot in SLOTS)
_TWO_DIGITS = regex("[1-8]{2}")
_RANK = regex("[pnbrqkPNBRQK0-9]+")
_MAX_CACHED_RANKS = 1 << 14
_WIDTHS = {**{digit: int(digit) for digit in "12345678"}, **dict.fromkeys(LETTERS.values(), 1)}


class Placement:
    """A placement field of a FEN with one king of each color."""

    __slots__ = ("__dict__", "fen")

    def __init__(self, fen: str) -> None:
        """Take a placement field without problems (see `placement_problem`)."""
        self.fen = _compress(_expand(fen)) if _TWO_DIGITS.search(fen) else fen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placement) and self.fen == other.fen

    def __hash__(self) -> int:
        return hash(self.fen)

    def __repr__(self) -> str:
        return f"Placement({self.fen!r})"

    @cached_property
    def squares(self) -> str:
        """The 64 squares from a1 to h8: FEN letters or points."""
        return _expand(self.fen)

    @cached_property
    def men(self) -> Division:
        """The number of men of each kind, in the order of `SLOTS`."""
        return tuple(map(self.fen.count, _SLOT_LETTERS))

    @cached_property
    def kings(self) -> Kings:
        return Kings(self.squares.index("K"), self.squares.index("k"))

    @property
    def misplaced_pawns(self) -> list[int]:
        """The squares of pawns on the first and last rank, where no pawn can be."""
        last, *_, first = self.fen.split("/")
        if not {"P", "p"} & {*first, *last}:
            return []
        return [square for square, man in enumerate(self.squares) if man in "Pp" and square // 8 in (0, 7)]

    def differing_squares(self, other: "Placement") -> list[int]:
        """Return the squares, 0 to 63, with different contents on the two boards."""
        return [square for square in range(64) if self.squares[square] != other.squares[square]]

    def squares_of(self, piece_type: int, color: bool) -> list[int]:
        """Return the squares, 0 to 63, of the men of `piece_type` and `color`.

        They are sorted by file, then rank.
        """
        letter = LETTERS[piece_type, color]
        found = [square for square, man in enumerate(self.squares) if man == letter]
        return sorted(found, key=lambda square: SQUARE_NAMES[square])

    @property
    def men_by_square(self) -> dict[int, tuple[int, bool]]:
        """Piece type and color of the man on each occupied square."""
        return {square: MAN_OF_LETTER[man] for square, man in enumerate(self.squares) if man != "."}


def from_squares(men: dict[int, tuple[int, bool]]) -> Placement | None:
    """Return the `Placement` of `men`, or None unless each color has one king.

    `men` maps a square to (piece type, color).
    """
    return from_letters("".join(LETTERS[men[square]] if square in men else "." for square in range(64)))


def from_letters(squares: str) -> Placement | None:
    """Return the `Placement` of `squares`, as in `Placement.squares`, or None unless each color has one king."""
    return Placement(_compress(squares)) if squares.count("K") == squares.count("k") == 1 else None


def with_man_moved(placement: Placement, square: int, target: int) -> Placement:
    """Return a new `Placement` with the man on `square` moved to `target`, an empty square."""
    squares = list(placement.squares)
    squares[square], squares[target] = ".", squares[square]
    return Placement(_compress("".join(squares)))


def placement_field(men: dict[int, str]) -> str:
    """Return the placement field of the letters in `men`: {0: "K"} → `8/8/8/8/8/8/8/K7`.

    `men` maps squares, 0 to 63, to any letters.
    """
    return _compress("".join(men.get(square, ".") for square in range(64)))


def is_fen_like(placement: str, *, is_announced: bool) -> bool:
    """Return True if `placement` is meant as the first field of a FEN.

    Most of its ranks must have eight squares, as even a damaged FEN has. After a macro for a FEN
    (`is_announced`), most must look like ranks. Paths and names of stored games do not.
    """
    ranks = placement.split("/")
    written_ranks = [rank for rank in ranks if _RANK.fullmatch(rank)]
    full_ranks = [rank for rank in written_ranks if sum(int(char) if char.isdigit() else 1 for char in rank) == 8]
    return 1 < len(ranks) < 2 * len(written_ranks if is_announced else full_ranks)


def placement_problem(fen: str) -> str | None:
    """Return the first problem of the placement field `fen` in words, or None: `is empty`."""
    ranks = fen.split("/")
    if not fen:
        return "is empty"
    if len(ranks) != 8:
        return f"has {len(ranks)} rank{'s' if len(ranks) != 1 else ''}, not 8"
    for number, rank in zip(range(8, 0, -1), ranks, strict=True):
        problem, expectation = _rank_problem(rank)
        if problem:
            return f"has {problem} on rank {number}{expectation}"
    for name, letter in (("white", "K"), ("black", "k")):
        kings = fen.count(letter)
        if kings != 1:
            return f"has {'no' if kings == 0 else kings} {name} {PIECE_NAMES[KING]}{'s' if 1 < kings else ''}"
    return None


def _squares_of_rank(rank: str) -> str:
    return "".join("." * int(char) if char.isdigit() else char for char in rank)


SQUARES_OF_RANK = LazyTable(_squares_of_rank)
"""The squares of a FEN rank: `2K5` → `..K.....`."""


@lru_cache(_MAX_CACHED_RANKS)
def _rank_problem(rank: str) -> tuple[str, str]:
    """Return the problem of a FEN rank and the expectation, perhaps empty: (`7 squares`, `, not 8`)."""
    unknown_char = next((char for char in rank if char not in _WIDTHS), None)
    if unknown_char is not None:
        return f"“{unknown_char}”", ""
    width = sum(_WIDTHS[char] for char in rank)
    return ("", "") if width == 8 else (f"{width} square{'s' if width != 1 else ''}", ", not 8")


def _expand(fen: str) -> str:
    """Return the 64 squares of the placement field `fen`, a1 to h8: `.` or letters."""
    return "".join([SQUARES_OF_RANK[rank] for rank in reversed(fen.split("/"))])


def _compress(squares: str) -> str:
    """Return the placement field for the 64 `squares`, the inverse of `_expand`."""
    ranks = []
    for start in range(56, -1, -8):
        groups = groupby(squares[start : start + 8])
        ranks.append("".join(str(len(list(run))) if man == "." else "".join(run) for man, run in groups))
    return "/".join(ranks)
