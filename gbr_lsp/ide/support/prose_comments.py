"""The words between the moves of a printed solution, as comments of its moves."""

from collections import defaultdict
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import Markup
from gbr_lsp.ide.support.lines import MoveTree
from gbr_lsp.model.block import Block, readable_text
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.line import Node

_BREAK = regex(
    r"(?<=\n)[ \t>]*\r?\n|</?(?:p|div|h[1-6]|li|d[tdl]|t[dhr]|table|[uo]l|pre|blockquote|section|hr|body)\b"
    r"|\\(?:par|item|begin|end|(?:sub)*section)\b|[|\t]|\}(?=\{|,[ \t]*[\r\n])|\s\Z"
)
"""The end of a paragraph, cell or argument."""
_END_OF_LINE = regex(rf"{_BREAK.pattern}|(?<=[.!?:])[ \t]*\n")
"""`_BREAK` for text without markup: also a line that ends with a sentence, since a heading may follow."""
_END_OF_VALUE = regex(rf"{_BREAK.pattern}|(?<![\\\"])\"(?!\")|(?<=\n)[ \t-]*[\w\"' -]{{1,30}}:(?=\s)")
"""`_BREAK` for a file of data: also the end of a value, and a key at the start of a line."""
_CUT = regex(r"[\0()\[\]{}]")
_MARKUP = regex(r"[*`\u2060]+|(?<![^\W_])_+|_+(?![^\W_])|\$[0-9]{1,3}(?![0-9])")
_LEAD = regex(r"[^\w(\[{\"'“„«‘¿¡]*")
_BRACKETED = regex(r"[(\[{]([^()\[\]{}]*)[)\]}][.,;:]?")
_SENTENCE_END = regex(
    r"(?:(?<!\b[^\W\d_])\.|[!?…])[^\w\s]{0,9}(?:\s+(?=[^\w\s]{0,9}[^\W\d_a-zà-öø-ÿа-я])|\Z)|;(?:\s+|\Z)"
)

Comments = tuple[dict[Node, list[str]], dict[Node, list[str]]]
"""Texts of comments: before the first move of a variation, and after a move or start."""


def prose_comments(tree: MoveTree, document: Document, shift: int) -> Comments:
    """Return the `Comments` of `tree`, whose text begins at the offset `shift` of `document`.

    Words before a move that does not continue the line, from the last sentence, bracket or paragraph on, are before
    it. Paragraphs without a move are left out, except notes to a move that has their mark.
    """
    before, after = defaultdict[Node, list[str]](list), defaultdict[Node, list[str]](list)
    text, done, notes = _text_of(tree, document, shift), tree.span.start, {stop.offset for stop in tree.stops}
    for printed, node in [*_printed_moves(tree), (Span(tree.span.end, tree.span.end), None)]:
        pieces = list(_pieces(text, Span(done, printed.start).shift(-tree.span.start)))
        breaks = [number for number, (_, mark, _) in enumerate(pieces) if mark == "\0"]
        for number, (offset, mark, words) in enumerate(pieces):
            place = offset + tree.span.start
            is_apart = breaks and breaks[0] <= number and (node is None or number < breaks[-1])
            if is_apart and not (mark == "(" and place - 1 in notes):
                continue
            cursor = tree.cursor_at(place)
            owner = tree.place(cursor.node) if cursor else tree.root
            end = len(words)
            if number == len(pieces) - 1 and node and node.parent and tree.place(node.parent) is not owner:
                ends = [found.end() for found in _SENTENCE_END.finditer(words)]
                end = 0 if mark else max(ends, default=0)
                if not ends and words[:1].islower():
                    # The end of a sentence that began with the move: `stalemate, or`.
                    end = words.rfind(", ") + 1
                before[node] += filter(None, [words[end:].strip()])
            after[owner] += filter(None, [words[:end].strip()])
        done = printed.end
    return before, after


def _printed_moves(tree: MoveTree) -> Iterator[tuple[Span, Node]]:
    """Yield the span of each move of `tree`, with its number, and its node."""
    stops = {stop.offset: stop.cursor for stop in tree.stops if stop.is_move}
    number: int | None = None
    for item in tree.items:
        if item.kind == "number":
            number = item.span.start if number is None else number
            continue
        cursor = stops.get(item.span.start)
        if cursor and not cursor.lost_reason and tree.span.covers(item.span):
            yield Span(item.span.start if number is None else number, item.span.end), cursor.node
        number = None


def _pieces(text: str, span: Span) -> Iterator[tuple[int, str, str]]:
    """Yield the words in `span` of `text`, each with its offset and the mark before it.

    A mark is NUL or a bracket whose other one is not in `span`; for the first words it is empty.
    """
    marks, opened = list[int](), list[int]()
    for found in _CUT.finditer(text, *span):
        if found[0] in ")]}" and opened:
            marks.remove(opened.pop())
            continue
        marks.append(found.start())
        if found[0] in "([{":
            opened.append(found.start())
        elif found[0] == "\0":
            opened.clear()
    for start, end in zip([span.start - 1, *marks], [*marks, span.end], strict=True):
        yield start + 1, text[start] if span.start <= start else "", _words(text[start + 1 : end])


def _text_of(tree: MoveTree, document: Document, shift: int) -> str:
    """Return the words in the span of `tree`, offset for offset; a label is a bracket, as it begins a note."""
    span, parts = tree.span.shift(shift), list[str]()
    first = number = document.block_number(span.start)
    while number < len(document.blocks) and document.starts[number] < span.end:
        parts.append(_text_of_block(document.blocks[number]))
        number += 1
    start = span.start - document.starts[first]
    chars = list("".join(parts)[start : start + span.end - span.start])
    for item in tree.items:
        if item.kind in ("label", "mark") and tree.span.covers(item.span):
            begin, end = item.span.shift(-tree.span.start)
            chars[begin:end] = ("(" if item.kind == "label" else "").ljust(end - begin)
    return "".join(chars)


def _text_of_block(block: Block) -> str:
    """Return the readable words of `block`, offset for offset, with NUL at the ends of paragraphs and cells."""
    chars = list(readable_text(block))
    for start, end in [*(code.span for code in block.contents.codes), *(one.span for one in block.contents.boards)]:
        chars[start:end] = " " * (end - start)
    cells = [cell for table in block.tables for row in table.rows for cell in row]
    breaks = [(place, place + 1) for cell in cells for place in (cell.start - 1, cell.end) if 0 <= place < len(chars)]
    ending = _END_OF_LINE if block.host.markup is Markup.NONE else _BREAK
    found = (_END_OF_VALUE if block.host.has_record_groups else ending).finditer(block.text)
    for start, end in (*breaks, *(one.span() for one in found)):
        chars[start:end] = "\0" * (end - start)
    return "".join(chars)


def _words(text: str) -> str:
    """Return `text` without markup and signs, with single blanks; empty without a letter or digit."""
    words = _LEAD.sub("", " ".join(_MARKUP.sub("", text).split()), 1)
    words = found[1].strip() if (found := _BRACKETED.fullmatch(words)) else words
    return words if any(map(str.isalnum, words)) else ""
