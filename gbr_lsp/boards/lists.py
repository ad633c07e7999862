"""Lists of men in words: `White: Kh8, pc6; Black: Ka6, ph5`, with the words and letters of eight languages.

A square without a letter is a pawn, but behind a piece it may be another such piece: then there is no board, unless
two men of a kind have their letter each (`Ba2 Be1`) or stand together (`Ba2e1`).
"""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARE_NAMES, SQUARES, WHITE

_TYPES = (KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN)


class _Language(NamedTuple):
    """The words for the sides, and the letters of king, queen, rook, bishop, knight and pawn."""

    white: str
    black: str
    letters: tuple[str, ...]


_LANGUAGES = (
    _Language("white", "black", tuple("KQRBNP")),
    _Language("weiß", "schwarz", tuple("KDTLSB")),
    _Language("weiss", "schwarz", tuple("KDTLSB")),
    _Language("blancs", "noirs", tuple("RDTFCP")),
    _Language("blancas", "negras", tuple("RDTACP")),
    _Language("bianco", "nero", tuple("RDTACP")),
    _Language("wit", "zwart", (*"KDTLP", "")),
    _Language("белые", "чёрные", ("Кр", "Ф", "Л", "С", "К", "п")),
    _Language("белые", "черные", ("Кр", "Ф", "Л", "С", "К", "п")),
    _Language("w", "b", tuple("KQRBNP")),
    _Language("w", "s", tuple("KDTLSB")),
    _Language("w", "z", (*"KDTLP", "")),
    _Language("b", "n", tuple("RDTFCP")),
    _Language("b", "n", tuple("RDTACP")),
    _Language("б", "ч", ("Кр", "Ф", "Л", "С", "К", "п")),
)
_WHITES = "[Ww]hite|[Ww]ei(?:ß|ss)|[Bb]lancs|[Bb]lancas|[Bb]ianco|[Ww]it|[Бб]елые|[WwBbБб]"
_BLACKS = "[Bb]lack|[Ss]chwarz|[Nn]oirs|[Nn]egras|[Nn]ero|[Zz]wart|[Чч][её]рные|[BbSsZzNnЧч]"
_ITEM = r"[^\W\d_]{0,2}(?:[a-h][1-8])+"
_MEN = rf"(?:{_ITEM})(?:(?:[ \t]*+,[ \t]*+|[ \t]++){_ITEM})*"
_HEAD = r"[ \t]*+(?:\([0-9]{1,2}\)[ \t]*+)?:[ \t]*+(?:\[[ \t]*+)?"
_LIST = regex(
    rf"(?<!\w)(?P<white>{_WHITES}){_HEAD}(?P<men>{_MEN})[ \t]*+(?:\][ \t]*+)?[;.,/|\r\n–-]?+\s*+"
    rf"(?P<black>{_BLACKS}){_HEAD}(?P<others>{_MEN})"
)
_PARTS = regex(r"(?P<letter>[^\W\d_]{0,2}?)(?P<squares>(?:[a-h][1-8])+)(?![^\W_])")
_COUNTED = regex(r"[ \t]*\((?P<count>[0-9]{1,2})\)")
_Man = tuple[int, tuple[int, bool]]
"""A square, and the type and color of the man on it."""


def find(text: str, span: Span) -> list[Board]:
    """The lists in a span of a text, in order of offset."""
    if text.find(":", *span) == -1:
        return []
    boards = []
    for found in _LIST.finditer(text, *span):
        if read := _read(found):
            boards.append(Board(BoardKind.PIECES, Span(*found.span()), read[1], None))
    return boards


def _read(found: re.Match[str]) -> tuple[_Language, Placement] | None:
    """The first language in which a list shows a board, and that board."""
    lettered = _each_has_its_letter(found["men"]) or _each_has_its_letter(found["others"])
    for language in _LANGUAGES:
        if (language.white, language.black) != (found["white"].lower(), found["black"].lower()):
            continue
        white = _men(found["men"], WHITE, language.letters, lettered=lettered)
        black = _men(found["others"], BLACK, language.letters, lettered=lettered)
        by_square = dict((white or []) + (black or []))
        if not white or not black or len(by_square) < len(white) + len(black):
            continue
        if placement := from_squares(by_square):
            return language, placement
    return None


def rewritten(text: str, span: Span, placement: Placement) -> list[Edit] | None:
    """The edits that make the list in a span of a text show another placement; None where there is no list, or none
    with its words and letters can show it."""
    found = _LIST.fullmatch(text, *span)
    read = found and _read(found)
    if not found or not read:
        return None
    language, _ = read
    own = language.letters[-1].lower() or "p"
    lettered = re.search(rf"(?<![^\W_]){own}[a-h][1-8]", found[0]) is not None
    for pawn in (own,) if lettered else ("", own):
        edits = _edits(text, found, language, placement, pawn)
        (shown, *_) = *find(written := apply_edits(text, edits), Span(span.start, len(written))), None
        if shown and shown.placement == placement:
            return edits
    return None


def _edits(text: str, found: re.Match[str], language: _Language, placement: Placement, pawn: str) -> list[Edit]:
    edits = []
    letters = (*language.letters[:-1], pawn)
    for group, head, color in (("men", "white", WHITE), ("others", "black", BLACK)):
        gap = ", " if "," in found[group] else " "
        men = [
            letter + SQUARE_NAMES[square]
            for kind, letter in zip(_TYPES, letters, strict=True)
            for square in placement.squares_of(kind, color)
        ]
        edits.append(Edit(Span(*found.span(group)), gap.join(men)))
        count = _COUNTED.match(text, found.end(head), found.start(group))
        if count:
            edits.append(Edit(Span(*count.span("count")), str(len(men))))
    return edits


def _each_has_its_letter(text: str) -> bool:
    """Whether two men of a kind are written with a letter each, or together behind one."""
    items = [(found["letter"], len(found["squares"])) for found in _PARTS.finditer(text) if found["letter"]]
    letters = [letter for letter, _ in items]
    return len(set(letters)) < len(letters) or any(2 < length for _, length in items)


def _men(text: str, color: bool, letters: tuple[str, ...], *, lettered: bool) -> list[_Man] | None:
    """The men of a side; None where an item has another letter, or a square may be of a piece or a pawn."""
    men: list[_Man] = []
    last = None
    for found in _PARTS.finditer(text):
        piece_type = _type_of(found["letter"], letters)
        if piece_type is None or (not found["letter"] and not lettered and last not in (None, KING, PAWN)):
            return None
        squares = found["squares"]
        men += [(SQUARES[squares[at : at + 2]], (piece_type, color)) for at in range(0, len(squares), 2)]
        last = piece_type
    return men


def _type_of(letter: str, letters: tuple[str, ...]) -> int | None:
    if not letter or letter in ("p", letters[-1].lower()):
        return PAWN
    if letter == "S" and letters[-2] == "N":
        return KNIGHT
    return next((kind for kind, own in zip(_TYPES, letters, strict=True) if own == letter), None)
