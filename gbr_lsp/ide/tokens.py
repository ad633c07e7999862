"""Semantic tokens of codes: the sign, each digit and each square, the control, the result.

Only codes with evidence have tokens. No token crosses the end of a line, and no two overlap. They
depend on the code alone, never on a board, so that the tokens of a range are those of its blocks.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END, Span
from gbr_lsp.model.block import Block
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import BLACK, COLOR_NAMES, PIECE_NAMES, SLOTS, WHITE, Kind, Part

LEGEND: dict[str, tuple[str, str | None]] = {
    "sign": ("operator", None),
    "turn": ("keyword", None),
    "queens": ("number", "queen"),
    "rooks": ("number", "rook"),
    "bishops": ("number", "bishop"),
    "knights": ("number", "knight"),
    "pawns": ("number", "pawn"),
    "class": ("number", None),
    "point": ("operator", None),
    "king": ("class", "king"),
    "queen": ("property", "queen"),
    "rook": ("property", "rook"),
    "bishop": ("property", "bishop"),
    "knight": ("property", "knight"),
    "pawn": ("enumMember", "pawn"),
    "square": ("variable", None),
    "control": ("number", None),
    "result": ("keyword", None),
}
"""The type and modifier of each kind of token; the color is another modifier. The types are
standard ones of the protocol, which every theme colors. `class` is a whole damaged class,
`square` a square whose man is not known."""

TYPES = tuple(dict.fromkeys(name for name, _ in LEGEND.values()))
MODIFIERS = (*COLOR_NAMES.values(), *reversed(PIECE_NAMES.values()))

_SOUND = regex(r"[0-9]{4}(?:\.[0-9]{2})?")
_KINDS = {Kind.SIGN: "sign", Kind.TURN: "turn", Kind.POINT: "point", Kind.CONTROL: "control", Kind.RESULT: "result"}


class SemanticToken(NamedTuple):
    """A colored span of a document. `kind` is a key of LEGEND, `color` that of the men or None."""

    span: Span
    kind: str
    color: bool | None

    @property
    def type_number(self) -> int:
        """The index of its type in TYPES."""
        return TYPES.index(LEGEND[self.kind][0])

    @property
    def modifier_bits(self) -> int:
        """The sum of the bits of its modifiers, numbered as in MODIFIERS."""
        names = [LEGEND[self.kind][1], COLOR_NAMES.get(self.color) if self.color is not None else None]
        return sum(1 << MODIFIERS.index(name) for name in names if name)


class Delta(NamedTuple):
    """The replacement of `delete_count` numbers from index `start` by `data`."""

    start: int
    delete_count: int
    data: list[int]


def tokens(document: Document, span: Span | None = None) -> list[SemanticToken]:
    """Return the `SemanticToken`s of a document, in order, or those with characters in `span`."""
    if not document.blocks:
        return []
    first, last = 0, len(document.blocks) - 1
    if span is not None:
        first, last = document.block_number(span.start), document.block_number(span.end)
    found = [
        token._replace(span=token.span.shift(document.starts[number]))
        for number in range(first, last + 1)
        for token in _of_block(document.blocks[number], document.conventions)
    ]
    if span is None:
        return found
    return [token for token in found if token.span.start < span.end and span.start < token.span.end]


def delta(old: Sequence[int], new: Sequence[int]) -> Delta | None:
    """Return the shortest `Delta` that turns `old` into `new`, or None if equal."""
    if old == new:
        return None
    before = _common(old, new)
    tail = _common(old[before:][::-1], new[before:][::-1])
    return Delta(before, len(old) - before - tail, [*new[before : len(new) - tail]])


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the length of the common prefix, by bisection, since comparing slices is quick."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _of_block(block: Block, conventions: Conventions) -> Iterator[SemanticToken]:
    for occurrence in block.contents.codes:
        if conventions.is_believed(occurrence):
            for token in _of_code(Study(block, occurrence, (), conventions)):
                yield from _on_lines(block.text, token)


def _of_code(study: Study) -> Iterator[SemanticToken]:
    men = {part.span: slot for part, slot in study.placed_parts}
    again = 0
    for part in study.occurrence.parts:
        if part.kind is Kind.CLASS:
            yield from _digits(study, part)
        elif part.kind is Kind.KING_AGAIN:
            yield SemanticToken(part.span, "king", again == 0)
            again += 1
        elif part.kind in _KINDS:
            yield SemanticToken(part.span, _KINDS[part.kind], None)
        else:
            slot = men.get(part.span)
            yield SemanticToken(part.span, PIECE_NAMES[slot[0]] if slot else "square", slot[1] if slot else None)


def _digits(study: Study, part: Part) -> Iterator[SemanticToken]:
    """Yield a token for each digit and the point; only one for a damaged class."""
    text = study.text(part.span)
    if not _SOUND.fullmatch(text) or any(part.span.covers(one.span) for one in study.occurrence.problems):
        yield SemanticToken(part.span, "class", None)
        return
    place = 0
    for offset, char in enumerate(text, part.span.start):
        here = Span(offset, offset + 1)
        if char == ".":
            yield SemanticToken(here, "point", None)
        else:
            yield SemanticToken(here, PIECE_NAMES[SLOTS[2 * min(place, 4)][0]] + "s", _color(study, place))
            place += 1


def _color(study: Study, place: int) -> bool | None:
    """Return the color of the men that digit `place` counts. None for both, neither or unknown ones."""
    if 4 <= place:
        return place == 4
    white, black = (study.men or (None,) * len(SLOTS))[2 * place : 2 * place + 2]
    if white is None or black is None or bool(white) == bool(black):
        return None
    return WHITE if white else BLACK


def _on_lines(text: str, token: SemanticToken) -> Iterator[SemanticToken]:
    """Yield `token` cut at line ends, which belong to no token."""
    start = token.span.start
    for end in LINE_END.finditer(text, *token.span):
        if start < end.start():
            yield token._replace(span=Span(start, end.start()))
        start = end.end()
    if start < token.span.end:
        yield token._replace(span=Span(start, token.span.end))
