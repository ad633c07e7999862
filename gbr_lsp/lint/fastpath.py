r"""Records of a database in which no rule can find anything, told at a glance.

Theory of operation. Nearly every game of a collection says the same thing twice and rightly: its `Black` tag is, letter
for letter, the code of its `FEN`. Then no rule that looks at a code or at a code and its board has anything to say, if
nothing else in the game could be a code, a board or a signature, and if the board itself is possible. All that is
asked here of the text as it stands, without reading it into blocks, codes and boards. What is odd in the least is
not sound, and is read and judged as everything else. The tests judge both ways and compare.
"""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards import fen
from gbr_lsp.boards.signature import counts, signatures
from gbr_lsp.hosts import pgn
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.records import Record
from gbr_lsp.notation.checks import impossible
from gbr_lsp.notation.damage import DIGIT_ALIKE
from gbr_lsp.notation.find import find
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.symmetry import least_mirror
from gbr_lsp.notation.values import BLACK, Nine
from gbr_lsp.solutions.attacks import Table
from gbr_lsp.solutions.replay import Start, first_illegal

_TAGS = r'(?:\[(?!Black\ |FEN\ )\w++\ "[^"\\\r\n]*+"\]\r?\n)*+'
_HEAD = regex(
    rf"""(?P<before>{_TAGS})
    \[Black\ "\((?P<sign>[+=])(?P<code>[0-9]{{4}}\.[0-9]{{2}}[a-h][1-8][a-h][1-8])\)
    (?:\ (?:\([cmvs]\)|U[1-5]|MC|PH|TE|CR|TT))*+"\]\r?\n
    (?P<between>{_TAGS})
    \[FEN\ "(?P<placement>[1-8/pnbrqkPNBRQK]{{15,71}}+)\ (?P<turn>[wb])
      \ (?P<castling>-|[KQkq]{{1,4}})\ (?P<passant>-|[a-h][36])\ [0-9]{{1,3}}\ [0-9]{{1,3}}"\]\r?\n
    (?P<behind>{_TAGS})\r?\n""",
    re.VERBOSE,
)
"""The tags of a game with the only code in its `Black` tag and the only FEN behind it.

A `(c)` or `TT` behind the code changes nothing; twins and anticipations may repeat a position, so they are left out.
"""

_RESULTS = {"+": ("1-0", "*"), "=": ("1/2-1/2", "*")}
_RESULT = '[Result "'

_PAIR = r"(?<=[a-h][1-8])[a-h][1-8]"
_SIGNS = r"""
        (?<=K) [QRBNSP]
      | (?<=/) [pnbrqkPNBRQK0-9]{1,10}\\?/
      | (?<=\+) \ ?[0-9]+\)
      | (?<=(?<![0-9])[0-9]) (?<!\[Date\ "[0-9]) (?<!\[EventDate\ "[0-9]) (?<!\[UTCDate\ "[0-9]) [0-9]{3}"""
_SUSPICIOUS = regex(rf"[0-9/+K](?:{_PAIR} | {_SIGNS}(?![0-9]))", re.VERBOSE)
"""What is in every code, damaged or not, every FEN, material signature and count of men, and seldom in other texts."""

_TELLING = regex(rf"[0-9/+K](?:{_SIGNS}\.[0-9])|(?i:gbr|c(?:o|ó|o\u0301)d|код|[ck]las)|[&\\]", re.VERBOSE)
"""The same but for pairs of squares and for four digits, which most often are a year; and blanks of TeX and HTML."""

_PAIRS = regex(rf"[a-h][1-8]{_PAIR}")
_BEFORE_PAIR = regex(rf"{DIGIT_ALIKE}[^A-Za-z0-9]*\Z")
_BEHIND_PAIR = regex(rf"[^A-Za-z0-9]*{DIGIT_ALIKE}(?:{DIGIT_ALIKE}|\|){{2,4}}[^A-Za-z0-9]{{0,2}}{DIGIT_ALIKE}")
_WINDOW = 30
"""A pair of squares alone is that of another study, `a6e3 1932`; a damaged class has more digits directly beside it."""

_TWO_DIGITS = regex("[1-8]{2}")
_DOTS = [(str(count), "." * count) for count in range(1, 9)]
_PIECE_DIGIT = [[str(white + 3 * black) for black in range(3)] for white in range(3)]
_MANY_PAWNS = 7
"""With fewer pawns a side may have promoted all that two men of each kind make it promote."""

_WALL = "/" * 24
_NAMES = [""] * 24 + [f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh//"]
_Men = tuple[str, str, str, str, str]
_WHITE_MEN: _Men = ("Q", "R", "B", "N", "P")
_BLACK_MEN: _Men = ("q", "r", "b", "n", "p")
_STRAIGHT = {step * far: step for step in (1, 10) for far in range(1, 8)}
_DIAGONAL = {step * far: step for step in (9, 11) for far in range(1, 8)}
_EVERY_WAY = _STRAIGHT | _DIAGONAL
"""The step by which a line runs over so many squares. One that runs over the edge of the board runs into a wall."""


def sound(text: str, *, replay: bool) -> Record | None:
    """The record that a game shows in which nothing can be found; None where something may be, or may be said of it.

    `text` is the block of a game. With `replay` the moves of its solution are followed too.
    """
    head = _HEAD.match(text)
    if head is None:
        return None
    before, sign, code, between, shown, side, castling, passant, behind = head.groups()
    squares, turn = _squares(shown), side == "w"
    if squares is None or _code(shown, squares) != code or not _is_possible(squares, shown, turn):
        return None
    other, is_there, rest = between.partition(_RESULT)
    if not is_there or _RESULT in rest or _RESULT in before or _RESULT in behind:
        return None
    result, _, rest = rest.partition('"]')
    if result not in _RESULTS[sign]:
        return None
    body = text[head.end() :]
    if "[" in body or ";" in body or "%" in body:
        return None
    comments = [part.partition("}")[0] for part in body.split("{")[1:]]
    said = "\n".join([before, other, rest, behind, *comments])
    if _SUSPICIOUS.search(said) and (_TELLING.search(said) or _has_digits_at_pairs(said)) and _tells_more(text):
        return None
    if replay and first_illegal(text, Start(Placement(shown), turn, castling, passant)):
        return None
    return least_mirror(shown), turn


def _has_digits_at_pairs(said: str) -> bool:
    """Whether digits stand beside a pair of squares that may be those of a class."""
    return any(
        _BEFORE_PAIR.search(said, max(0, pair.start() - _WINDOW), pair.start()) or _BEHIND_PAIR.match(said, pair.end())
        for pair in _PAIRS.finditer(said)
    )


def fits(conventions: Conventions) -> bool:
    """Whether games may be passed over: a 9 is meant as usual, and no tables are asked."""
    return conventions.nine is Nine.MODERN and not conventions.tables


def place_in(text: str) -> Span:
    """Where the code stands in a game that is sound."""
    head = _HEAD.match(text)
    assert head
    return Span(head.start("sign"), head.end("code"))


def _tells_more(text: str) -> bool:
    """Whether a game has a code, a board or a signature besides the code in its `Black` tag and its FEN."""
    reading = pgn.read(text)
    spans = [span for span in reading.spans if span != reading.tags["Black"]]
    if find(text, spans):
        return True
    return any(fen.find(text, span) or signatures(text, span) or counts(text, span) for span in spans)


def _squares(shown: str) -> str | None:
    """The ranks of a placement field from the eighth down, a point for an empty square, with walls around each."""
    ranks = "//".join([_RANKS[rank] for rank in shown.split("/")])
    return f"{_WALL}{ranks}{_WALL}" if len(ranks) == 78 and "?" not in ranks else None


def _spread(rank: str) -> str:
    """The squares of a rank; a question mark if there are not eight, or if two digits tell of empty ones in a row."""
    if _TWO_DIGITS.search(rank):
        return "?"
    for digit, dots in _DOTS:
        rank = rank.replace(digit, dots)
    return rank if len(rank) == 8 else "?"


_RANKS = Table(_spread)


def _code(shown: str, squares: str) -> str | None:
    """The class and the kings of a board; None where a digit would be a 9, or a side may have promoted too many."""
    count = shown.count
    if count("K") != 1 or count("k") != 1:
        return None
    white, black = count("P"), count("p")
    if _MANY_PAWNS <= max(white, black) and (
        8 < white + _most_promoted(count("Q"), count("B")) or 8 < black + _most_promoted(count("q"), count("b"))
    ):
        return None
    try:
        return (
            f"{_PIECE_DIGIT[count('Q')][count('q')]}{_PIECE_DIGIT[count('R')][count('r')]}"
            f"{_PIECE_DIGIT[count('B')][count('b')]}{_PIECE_DIGIT[count('N')][count('n')]}"
            f".{white}{black}{_NAMES[squares.index('K')]}{_NAMES[squares.index('k')]}"
        )
    except IndexError:
        return None


def _most_promoted(queens: int, bishops: int) -> int:
    """How many men of a side may be promoted, of two of each kind: two bishops may stand on one color."""
    return (1 < queens) + (1 < bishops)


def _is_possible(squares: str, shown: str, turn: bool) -> bool:
    """Whether a board with one king each can arise."""
    white, black = squares.index("K"), squares.index("k")
    ends = squares[24:32] + squares[94:102]
    if "P" in ends or "p" in ends or abs(white - black) in (1, 9, 10, 11):
        return False
    checked = _is_attacked(squares, black, _WHITE_MEN, 10), _is_attacked(squares, white, _BLACK_MEN, -10)
    return not checked[turn is BLACK] if not checked[turn] else impossible(Placement(shown), turn) is None


def _is_attacked(squares: str, king: int, men: _Men, down: int) -> bool:
    """Whether a king is attacked by `men`: queen, rook, bishop, knight, and pawn, which attacks from a rank `down`."""
    queen, rook, bishop, knight, pawn = men
    if pawn in (squares[king + down - 1], squares[king + down + 1]):
        return True
    if knight in squares and knight in (
        squares[king - 21], squares[king - 19], squares[king - 12], squares[king - 8],
        squares[king + 8], squares[king + 12], squares[king + 19], squares[king + 21],
    ):  # fmt: skip
        return True
    for man, steps in ((rook, _STRAIGHT), (bishop, _DIAGONAL), (queen, _EVERY_WAY)):
        at = squares.find(man)
        while at != -1:
            low, away = (at, king - at) if at < king else (king, at - king)
            step = steps.get(away)
            if step and not squares[low + step : low + away : step].strip("."):
                return True
            at = squares.find(man, at + 1)
    return False
