"""Document symbols: the studies of a document; in PGN under their games, with variations.

Index entries and mentions have no symbols, and headings are left to the server of the host
language. The line above a study is shown only if it is certainly its number or its composer.
"""

from collections.abc import Iterator
from enum import Enum
from itertools import accumulate
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex, Span, SpanIndex
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model import description
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import BLANK, NEWLINE
from gbr_lsp.notation.placement import LETTERS
from gbr_lsp.notation.values import BLACK, SLOTS, WHITE

_BLANKS = regex(rf"(?:{BLANK}|{NEWLINE})+")
_MATHS = regex(r"\$|\\[()]")
_ESCAPED = regex(r'\\(["\\])')
_UNKNOWN = regex(r"[?\s]*")

_UPPER = "[A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁ]"
_SURNAME = rf"{_UPPER}[^\W\d_]+(?:['’-][^\W\d_]+)*"
_INITIALS = rf"(?:{_UPPER}[a-zà-öø-ÿ]{{0,2}}\.[ -]?)+"
_PARTICLES = r"(?:(?:van|von|de|der|den|da|di|du|la|le|ter|ten|zu)[ ])*"
_PERSON = rf"{_INITIALS}{_PARTICLES}{_SURNAME}(?:[ ]{_SURNAME})?"
_AND = r"(?:[ ]?[,&/][ ]?|[ ](?:and|und|et|en|y|e|и)[ ])"
_PERSONS = rf"{_PERSON}(?:{_AND}{_PERSON})*"
_FULL_NAMES = rf"(?:{_INITIALS})?{_PARTICLES}{_SURNAME}(?:[ ]{_PARTICLES}{_SURNAME}){{0,3}}"
_YEAR = r",?[ ]\(?(?:1[5-9]|20)[0-9]{2}\)?"
_NUMBER = r"(?:No|Nr|Nº|N°|№|Diagram|Diagramm|Study|Studie)\.?[ ]?[0-9]{1,6}[a-z]?"
_MARK = rf"(?:{_UPPER}\.[0-9]{{1,3}}|#[0-9]{{1,6}}|[0-9]{{1,5}})[.):]"

_LABEL = regex(
    rf"{_NUMBER}[.:,)]?(?:[ ](?:{_PERSONS}|{_FULL_NAMES}(?:{_AND}{_FULL_NAMES})*)(?:{_YEAR})?)?"
    rf"|{_MARK}[ ]{_PERSONS}(?:{_YEAR})?"
)
"""A marked number, with or without names; any other mark needs initials: `S.1. T. Kok`."""

_SIGNED = regex(rf"{_PERSONS}{_YEAR}")
"""A composer without a number needs a year: `A. Introduction` is a heading."""

_MARGIN = " \t\u00a0#>*_"
_FRAME = regex(r"[Xx]I{8}[Yy]")
_FENCE = regex(r"(?:`{3,}|~{3,})[ \t]*\w*")
_ALONE = regex(r"[\s>*`\"'#-]*")
_SOURCE = regex(rf"(?:{_UPPER}|[0-9&]).{{0,59}}")
_MAX_LENGTH = 120
_MAX_SOURCES = 3
_MAX_EMPTY_LINES = 2
_MAX_WITH_VARIATIONS = 300_000
"""Code points; longer documents have no symbols of variations."""
_MAX_WORDS = 4
"""The maximum number of moves and numbers in the name of a variation."""


class SymbolKind(Enum):
    """The kind of a symbol."""

    STUDY = "study"
    GAME = "game"
    VARIATION = "variation"


class Symbol(NamedTuple):
    """A study, a game or a variation. `selection`, a span within `span`, is the target of a jump.

    `number` is the number in the document of a game without names; its name ends with it.
    """

    kind: SymbolKind
    name: str
    detail: str
    span: Span
    selection: Span
    children: tuple["Symbol", ...] = ()
    number: int | None = None


class _Mark(NamedTuple):
    """The code of a study, or a board. `owner` is the index of its only study."""

    span: Span
    owner: int | None
    kind: BoardKind | None
    """None for a code."""


def has_variations(document: Document) -> bool:
    """Return True unless the document is too long for symbols of variations."""
    return document.length <= _MAX_WITH_VARIATIONS


def symbols(document: Document, *, with_variations: bool | None = None) -> list[Symbol]:
    """Return the symbols of a document, sorted by offset; those of a level are disjoint.

    Without `with_variations` its length decides, so state it for a part of a document.
    """
    if with_variations is None:
        with_variations = has_variations(document)
    studies = list(document.studies())
    if not studies:
        return []
    heads = [study for study, role in zip(studies, roles(document, studies), strict=True) if role is Role.STUDY]
    offsets = document.offsets()
    marks = _marks(heads, offsets)
    items = list(_items(marks, heads))
    if document.host.has_records:
        return _games(document, heads, [item for item, _ in items], with_variations=with_variations)
    labels = _Labels(LineIndex(document.text), marks)
    found = []
    for study, (item, first) in zip(heads, items, strict=True):
        label = labels.above(first)
        span = Span(label.start, item.end) if label else item
        found.append(_symbol(study, span, offsets, labels.text(label) if label else ""))
    return found


def _symbol(study: Study, span: Span, offsets: dict[Block, int], known: str) -> Symbol:
    """Return the `Symbol` of a study with code, material and stipulation; `known` is its label."""
    code = study.occurrence.span
    name = _BLANKS.sub(" ", _MATHS.sub("", study.text(code))).strip()
    detail = " · ".join(filter(None, (_signature(study), description.stipulation(study), known)))
    return Symbol(SymbolKind.STUDY, name, detail, span, code.shift(offsets[study.block]))


def _signature(study: Study) -> str:
    """Return the material: `KBBP-KRNPP`, with `?` after a letter that a 9 hides."""
    men = study.men
    if men is None:
        return ""
    sides = {WHITE: "K", BLACK: "K"}
    for slot, count in zip(SLOTS, men, strict=True):
        letter = LETTERS[slot[0], WHITE]
        sides[slot[1]] += f"{letter}?" if count is None else letter * count
    return f"{sides[WHITE]}-{sides[BLACK]}"


def _marks(heads: list[Study], offsets: dict[Block, int]) -> list[_Mark]:
    """Return the `_Mark`s of the codes of `heads` and of all boards, sorted by offset."""
    owners: dict[Span, set[int]] = {}
    marks = []
    for number, study in enumerate(heads):
        marks.append(_Mark(study.occurrence.span.shift(offsets[study.block]), number, None))
        for owned in study.boards:
            owners.setdefault(owned.board.span.shift(offsets[owned.block]), set()).add(number)
    for block, start in offsets.items():
        for board in block.contents.boards:
            span = board.span.shift(start)
            owning = owners.get(span, set())
            marks.append(_Mark(span, next(iter(owning)) if len(owning) == 1 else None, board.kind))
    return sorted(marks, key=lambda mark: mark.span)


def _items(marks: list[_Mark], heads: list[Study]) -> Iterator[tuple[Span, int]]:
    """Yield the span of code and boards of each study, and its first mark's index.

    The span is only the code if other codes or boards lie between.
    """
    reach = list(accumulate((mark.span.end for mark in marks), max))
    # `reach` is the end of all marks up to each one: overlapping marks are not apart.
    places = {mark.owner: number for number, mark in enumerate(marks) if mark.kind is None}
    for owner in range(len(heads)):
        first = last = places[owner]
        while first and marks[first - 1].owner == owner:
            first -= 1
        while last + 1 < len(marks) and marks[last + 1].owner == owner:
            last += 1
        apart = not first or reach[first - 1] <= marks[first].span.start
        apart &= last + 1 == len(marks) or reach[last] <= marks[last + 1].span.start
        if not apart:
            first = last = places[owner]
        yield Span(marks[first].span.start, max(mark.span.end for mark in marks[first : last + 1])), first


def _games(document: Document, heads: list[Study], items: list[Span], *, with_variations: bool) -> list[Symbol]:
    """Return a `Symbol` for each game with a study; `items` are the spans of `heads`."""
    offsets = document.offsets()
    inside: dict[Block, list[Symbol]] = {}
    for study, span in zip(heads, items, strict=True):
        composer = _tag(study.block, "White")
        inside.setdefault(study.block, []).append(_symbol(study, span, offsets, composer))
    games, games_before = [], 0
    for block in document.blocks:
        games_before += _is_game(block)
        if block in inside:
            number, children = games_before if _is_game(block) else None, tuple(inside[block])
            games.append(_game(block, number, offsets[block], children, with_variations=with_variations))
    return games


def game_count(document: Document) -> int:
    """Return the number of games in a document."""
    return sum(map(_is_game, document.blocks))


def _game(
    block: Block, number: int | None, start: int, children: tuple[Symbol, ...], *, with_variations: bool
) -> Symbol:
    """Return the `Symbol` of a game, named by composer and event or by number."""
    names = {tag: name for tag in ("White", "Event") if (name := _tag(block, tag))}
    selections = [block.contents.reading.tags[tag].shift(start) for tag in names] or [children[0].selection]
    name = " – ".join(names.values()) or (f"game {number}" if number else children[0].name)
    span = Span(start, start + len(block.text.rstrip()))
    if with_variations:
        studies = SpanIndex(child.span for child in children)
        apart = [one for one in _variations(block, start) if not studies.has_overlap(one.span)]
        children = tuple(sorted((*children, *apart), key=lambda child: child.span))
    return Symbol(SymbolKind.GAME, name, "", span, selections[0], children, None if names else number)


def _variations(block: Block, start: int) -> list[Symbol]:
    """Return the closed variations of a game as nested `Symbol`s, named by their first moves."""
    # This is slow to import.
    from gbr_lsp.solutions.movetext import parts_of

    last = max((tag.end for tag in block.contents.reading.tags.values()), default=0)
    found: list[Symbol] = []
    opened: list[tuple[int, list[str], Span | None, list[Symbol]]] = []
    for part in parts_of(block.text):
        if part.span.start < last:
            continue
        if part.kind == "open":
            opened.append((part.span.start, [], None, found))
            found = []
        elif part.kind == "close" and opened:
            first, words, move, above = opened.pop()
            if move:
                name = "".join(words).strip().replace("...", "…")
                span = Span(first, part.span.end).shift(start)
                above.append(Symbol(SymbolKind.VARIATION, name, "", span, move.shift(start), tuple(found)))
            found = above if move else above + found
        elif opened and (part.kind == "number" or part.kind == "move" or part.kind == "word"):
            first, words, move, above = opened[-1]
            if len(words) < _MAX_WORDS:
                is_number = part.kind == "number"
                words.append(" ".join(part.text.split()) if is_number else block.text[slice(*part.span)] + " ")
                opened[-1] = first, words, move or (None if is_number else part.span), above
    for _, _, _, above in reversed(opened):
        found = above + found
    return found


def _is_game(block: Block) -> bool:
    return bool(block.contents.reading.tags)


def _tag(block: Block, name: str) -> str:
    """Return the value of a tag; empty if it is missing or unknown (`?`)."""
    span = block.contents.reading.tags.get(name)
    value = " ".join(_ESCAPED.sub(r"\1", block.text[span.start : span.end]).split()) if span else ""
    return "" if _UNKNOWN.fullmatch(value) else value


class _Labels:
    """The labels above studies."""

    def __init__(self, lines: LineIndex, marks: list[_Mark]) -> None:
        self._lines = lines
        self._marks = marks
        self._drawn = any(mark.kind is BoardKind.DIAGRAM for mark in marks)

    def text(self, label: Span) -> str:
        return self._lines.text[label.start : label.end].strip(_MARGIN)

    def above(self, first: int) -> Span | None:
        """Return the span of the line above mark `first` that certainly names it, or None.

        The source of the study may lie between it and a diagram. In a text with diagrams a label
        belongs to a diagram: on damaged pages it may be above the code of another study.
        """
        mark, lines = self._marks[first], self._lines
        line = lines.line_at(mark.span.start)
        own = lines.line_span(line)
        if not _ALONE.fullmatch(lines.text, own.start, mark.span.start) or (
            self._drawn and mark.kind is not BoardKind.DIAGRAM
        ):
            return None
        next_mark = self._marks[first + 1 : first + 2]
        if next_mark and next_mark[0].span.start < own.end and next_mark[0].owner != mark.owner:
            return None
        floor = lines.line_at(self._marks[first - 1].span.end) if first else -1
        return self._search(line, floor, drawn=mark.kind is BoardKind.DIAGRAM)

    def _search(self, line: int, floor: int, *, drawn: bool) -> Span | None:
        """Return the span of the label above `line` and after line `floor`, or None."""
        empty = sources = 0
        for number in range(line - 1, max(floor, line - 2 - _MAX_EMPTY_LINES - _MAX_SOURCES - 1), -1):
            span = self._lines.line_span(number)
            if span.start + _MAX_LENGTH < span.end:
                return None
            text = self._lines.text[span.start : span.end].strip(_MARGIN)
            if _LABEL.fullmatch(text) or (not sources and _SIGNED.fullmatch(text)):
                return span
            if not text:
                empty += 1
                if sources or _MAX_EMPTY_LINES < empty:
                    return None
            elif not sources and (_FENCE.fullmatch(text) or (drawn and _FRAME.fullmatch(text))):
                continue
            else:
                sources += 1
                if not drawn or _MAX_SOURCES < sources or not _SOURCE.fullmatch(text):
                    return None
        return None
