"""The values of a GBR code.

Colors, piece types and squares are numbered as in python-chess: WHITE is True, PAWN is 1, a1 is 0,
h8 is 63. A code orders its men K Q R B N P; only `SLOTS` defines this order.
"""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.text import Span

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
WHITE, BLACK = True, False

COLOR_NAMES = {WHITE: "white", BLACK: "black"}
SIDE_NAMES = {WHITE: "White", BLACK: "Black"}
PIECE_TYPES = {"K": KING, "Q": QUEEN, "R": ROOK, "B": BISHOP, "N": KNIGHT, "P": PAWN}
"""The pieces by their English letters, in the order of lists."""
PIECE_NAMES = {PAWN: "pawn", KNIGHT: "knight", BISHOP: "bishop", ROOK: "rook", QUEEN: "queen", KING: "king"}

SLOTS: tuple[tuple[int, bool], ...] = tuple(
    (piece_type, color) for piece_type in (QUEEN, ROOK, BISHOP, KNIGHT, PAWN) for color in (WHITE, BLACK)
)
"""The men after the kings, in the order of every square list."""

PIECE_SLOTS = SLOTS[:8]
PAWN_SLOTS = SLOTS[8:]

SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}


def names_of(squares: Iterable[int | None]) -> str:
    """Return the names of `squares` without gaps: `a1b2`. A square off the board is `??`."""
    return "".join("??" if square is None else SQUARE_NAMES[square] for square in squares)


class Nine(Enum):
    """The meaning of a 9 among the first four digits (docs/notation.md, "The nine")."""

    MODERN = "modern"
    """More than two men of that kind and one color."""
    PROMOTED = "promoted"
    """Promoted material of that kind, a second queen included."""


class Goal(Enum):
    """White's goal."""

    WIN = "+"
    DRAW = "="

    @property
    def words(self) -> str:
        """`a win` or `a draw`."""
        return "a win" if self is Goal.WIN else "a draw"


class Form(Enum):
    """The spellings of a code (docs/notation.md, "The six forms")."""

    CLASS = "class"
    PREFIXED = "prefixed"
    CAPTION = "caption"
    FULL = "full"
    DOTTED = "dotted"
    COMPACT = "compact"


class Force(NamedTuple):
    """The six digits: queens, rooks, bishops, knights, White's pawns, Black's pawns; no kings."""

    queens: int
    rooks: int
    bishops: int
    knights: int
    white_pawns: int
    black_pawns: int

    def count(self, piece_type: int, color: bool) -> int | None:  # type: ignore[override]
        """Return the number of men of `piece_type` and `color`; None if a 9 hides it."""
        if piece_type == PAWN:
            digit = self.white_pawns if color else self.black_pawns
            return digit if digit < 9 else None
        digit = self[QUEEN - piece_type]
        if digit == 9:
            return None
        return digit % 3 if color else digit // 3

    def __str__(self) -> str:
        return "{}{}{}{}.{}{}".format(*self)


def are_adjacent(square: int, other: int) -> bool:
    """Return True if `square` and `other` are equal or next to each other."""
    return abs((square >> 3) - (other >> 3)) < 2 and abs((square & 7) - (other & 7)) < 2


class Kings(NamedTuple):
    """The squares of the kings; None if missing or off the board."""

    white: int | None
    black: int | None

    @classmethod
    def of(cls, parts: "Iterable[Part]") -> "Kings | None":
        """Return the kings among `parts`, White's first; None if there is none."""
        squares = [part.square for part in parts if part.kind is Kind.KING]
        return cls(squares[0], squares[1] if 1 < len(squares) else None) if squares else None

    def __str__(self) -> str:
        return names_of(self)

    @property
    def are_adjacent(self) -> bool:
        """True if both kings are on the same or on neighboring squares."""
        return self.white is not None and self.black is not None and are_adjacent(self.white, self.black)


class Control(NamedTuple):
    """The number of men of each side, kings and pawns included: `3/2`."""

    white: int
    black: int

    def __str__(self) -> str:
        return f"{self.white}/{self.black}"

    @property
    def words(self) -> str:
        """`White has 2 men and Black 5`, or `each side has 2 men`."""
        men = "man" if self.white == 1 else "men"
        if self.white == self.black:
            return f"each side has {self.white} {men}"
        return f"White has {self.white} {men} and Black {self.black}"


class Stipulation(NamedTuple):
    """The goal and the side to move; None if not stated."""

    goal: Goal | None
    turn: bool | None

    def completed(self, other: "Stipulation") -> "Stipulation":
        """Return the stipulation with what only `other` states."""
        return Stipulation(self.goal or other.goal, other.turn if self.turn is None else self.turn)


class Code(NamedTuple):
    """The content of a GBR code, apart from its place and spelling.

    `pieces` and `pawns` are the squares after the kings, as far as written; None if the form has no
    square list. A square off the board is None.
    """

    force: Force | None
    kings: Kings | None
    stipulation: Stipulation
    control: Control | None
    pieces: tuple[int | None, ...] | None
    pawns: tuple[int | None, ...] | None


class Kind(Enum):
    """The kind of a part of an occurrence."""

    SIGN = "sign"
    TURN = "turn"
    CLASS = "class"
    KING = "king"
    KING_AGAIN = "king again"
    PIECE = "piece"
    POINT = "point"
    PAWN = "pawn"
    CONTROL = "control"
    RESULT = "result"


_SQUARE_KINDS = frozenset({Kind.KING, Kind.KING_AGAIN, Kind.PIECE, Kind.PAWN})


class Part(NamedTuple):
    """A part of an occurrence; `square` is None unless it is one on the board."""

    kind: Kind
    span: Span
    square: int | None = None


class Evidence(Enum):
    """The reason to believe that a token is a code (docs/notation.md, "Evidence")."""

    KINGS = "kings"
    TAG = "tag"
    WORDS = "words"
    TRIGGER = "trigger"
    REQUESTED = "asked"
    BOARD = "board"
    """A board near it has the same content or is one slip away, or an equal code is on another line."""
    NONE = "none"
    """A bare class: never listed and never checked."""


class Problem(NamedTuple):
    """A misspelling in a code: the rule that reports it, its span, and the correction."""

    rule: str
    span: Span
    replacement: str | None = None


class Occurrence(NamedTuple):
    """A code in a text: its spelling, and its parts in order of offset."""

    code: Code
    form: Form
    span: Span
    parts: tuple[Part, ...]
    problems: tuple[Problem, ...]
    evidence: Evidence
    flags: frozenset[str]
    words: tuple[str, str] | None
    """White's and Black's material words before the class on its line: `KNNN KNN`."""
    has_sic: bool
    """True if `[sic]` follows, or words before the code call it wrong: `instead of 0323.11`."""
    is_apart: bool = False
    """True if cells, arguments or emphasis separate parts of the code."""
    has_king_order: bool = True
    """False if the kings are in two cells and nothing names their colors."""

    def part(self, kind: Kind) -> Part | None:
        """Return the first `Part` of `kind`, or None."""
        return next((part for part in self.parts if part.kind is kind), None)

    @property
    def half_square(self) -> Part | None:
        """The square whose file or rank is missing, or None."""
        squares = self.parts_of(*_SQUARE_KINDS)
        return next((part for part in squares if part.span.end - part.span.start == 1), None)

    def parts_of(self, *kinds: Kind) -> list[Part]:
        """Return the parts of any of `kinds`, in order of offset."""
        return [part for part in self.parts if part.kind in kinds]

    def king_parts(self, kind: Kind = Kind.KING) -> list[Part]:
        """Return the parts of `kind`, White's king first, even if written second."""
        parts, code_kings = self.parts_of(kind), self.code.kings
        squares = tuple(part.square for part in parts)
        is_black_first = code_kings is not None and squares != code_kings and squares[::-1] == code_kings
        return parts[::-1] if is_black_first else parts

    def span_of(self, *kinds: Kind) -> Span:
        """Return the span from the first to the last part of `kinds`.

        It is the span of the whole code if there are none.
        """
        parts = self.parts_of(*kinds)
        return Span(parts[0].span.start, parts[-1].span.end) if parts else self.span
