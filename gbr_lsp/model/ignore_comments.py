"""Ignore comments: `gbr: ignore[RULE]`, `-next-line`, `-file`, `-start` and `-end`."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document

_DIRECTIVE = regex(
    r"gbr:[ \t]*ignore(?P<kind>-next-line|-file|-start|-end)?(?![^\s\[\]:}>*-])[ \t]*"
    r"(?:\[(?P<names>[^\]\r\n]{0,4000})\])?"
)
_NAME = regex(r"[^\s,]+")
_MARKS = " \t<!->{}%;#/*"
_ONLY_MARKS = regex(r"[ \t<!>{}%;#/*-]*+")


class Reach(Enum):
    """The findings that a comment covers."""

    HERE = ""
    """Those of its line. On a line of its own, those of its paragraph or game."""
    NEXT_LINE = "-next-line"
    FILE = "-file"
    START = "-start"
    END = "-end"


class Ignore(NamedTuple):
    """An ignore comment: its place, the rule names with their places, and its scope.

    No names means every rule. `scope` is a span of the document. `removal_place` is deleted with the
    directive: the comment with its marks if it has nothing else, otherwise only the directive.
    `names_place` is the text in brackets.
    """

    reach: Reach
    place: Place
    removal_place: Place
    names_place: Place | None
    names: tuple[tuple[str, Place], ...]
    scope: Span

    def is_about(self, span: Span) -> bool:
        """Return True if a finding at `span` of the document is in the scope."""
        apart = self.scope.end <= span.start or max(span.end, span.start + 1) <= self.scope.start
        return not apart and self.reach is not Reach.END


def ignores_of(document: Document) -> list[Ignore]:
    """Return the ignore comments of `document`, in order."""
    ignores: list[Ignore] = []
    for seat in _comment_blocks(document):
        block = seat.block
        for comment in block.contents.reading.comments:
            directives = list(_DIRECTIVE.finditer(block.text, comment.start, comment.end))
            for found in directives:
                reach = Reach(found["kind"] or "")
                written = _NAME.finditer(block.text, *found.span("names")) if found["names"] else ()
                names = tuple((name[0], Place(block, Span(*name.span()))) for name in written)
                here = Place(block, Span(*found.span()))
                listed = Place(block, Span(*found.span("names"))) if found["names"] else None
                alone = len(directives) == 1 and not block.text[comment.start : found.start()].strip(_MARKS)
                removal_place = Place(block, _with_marks(block, comment)) if alone else here
                scope = _scope(document, reach, seat, comment, found.start())
                ignores.append(Ignore(reach, here, removal_place, listed, names, scope))
    return _with_ends(ignores, document.length)


class _CommentBlock(NamedTuple):
    """A block that may have ignore comments, its offset, and the block after it."""

    block: Block
    start: int
    next_block: Block | None


def _comment_blocks(document: Document) -> Iterator[_CommentBlock]:
    for number, (offset, chunk) in enumerate(zip(document.chunk_offsets, document.chunks, strict=False)):
        if not chunk.has_directives:
            continue
        following = document.chunks[number + 1].blocks[0] if number + 1 < len(document.chunks) else None
        for start, block, next_block in zip(chunk.starts, chunk.blocks, [*chunk.blocks[1:], following], strict=True):
            if block.has_directives:
                yield _CommentBlock(block, offset + start, next_block)


def _scope(document: Document, reach: Reach, seat: _CommentBlock, comment: Span, at: int) -> Span:
    """Return the scope in `document` of the directive at offset `at` of a block."""
    block, lines = seat.block, seat.block.lines
    line = lines.line_at(at)
    if reach is Reach.NEXT_LINE:
        end = seat.start + len(block.text)
        if line + 1 < len(lines.starts) and lines.starts[line + 1] < len(block.text):
            return lines.line_span(line + 1).shift(seat.start)
        return seat.next_block.lines.line_span(0).shift(end) if seat.next_block else Span(end, end)
    if reach is Reach.HERE:
        own = lines.line_span(line)
        all_of_it = document.host.has_records or _is_alone_on_line(block.text, own, comment)
        return (Span(0, len(block.text)) if all_of_it else own).shift(seat.start)
    return Span(0 if reach is Reach.FILE else seat.start + at, document.length)


def _is_alone_on_line(text: str, line: Span, comment: Span) -> bool:
    """Return True if `comment` is alone on `line`. It stops at the first other sign."""
    # A comment of several lines begins before this line; an unclosed one ends after it.
    start, end = max(comment.start, line.start), min(comment.end, line.end)
    before = _ONLY_MARKS.match(text, line.start, start)
    after = _ONLY_MARKS.match(text, end, line.end) if before and before.end() == start else None
    return after is not None and after.end() == line.end


def _with_marks(block: Block, comment: Span) -> Span:
    """Return the span of `comment` with its opening and closing marks."""
    text, comments = block.text, block.host.comments
    openings = (opening.strip() for opening in comments.openings)
    opening = next((opening for opening in openings if text.endswith(opening, 0, comment.start)), "")
    closing = comments.closing.strip()
    end = comment.end + len(closing) if text.startswith(closing, comment.end) else comment.end
    return Span(comment.start - len(opening), end)


def _with_ends(ignores: list[Ignore], end: int) -> list[Ignore]:
    """Return `ignores`; each `ignore-start` covers all before the next `ignore-end` or `end`."""
    closed: list[Ignore] = []
    for ignore in reversed(ignores):
        if ignore.reach is Reach.END:
            end = ignore.scope.start
        elif ignore.reach is Reach.START:
            ignore = ignore._replace(scope=Span(ignore.scope.start, end))
        closed.append(ignore)
    return closed[::-1]
