"""Edits that ignore a finding, here or in the whole file, with a comment in the syntax of the host.

Each edit is tried before it is offered. In the new text, the comment must be recognized and must
cover the finding, and nearby codes and boards must be as before. If every edit fails, none is
offered.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END, Edit, Span, apply_edits, lines_of
from gbr_lsp.hosts.protocol import CommentPlace
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.document import LONG_BLOCK, Document
from gbr_lsp.model.ignore_comments import Reach, ignores_of

_QUOTE_PREFIX = regex(r"[ \t>]*")
_HEADER_LINE = regex(r"[ \t]*(?:[\[\"%]|$)")


class _Spot(NamedTuple):
    """A finding in its block."""

    document: Document
    number: int
    span: Span
    """Offsets of the document."""
    needs_neighbors: bool = False

    @property
    def block(self) -> Block:
        return self.document.blocks[self.number]

    @property
    def start(self) -> int:
        return self.document.starts[self.number]

    @property
    def block_span(self) -> Span:
        """The span of the finding, in offsets of the block."""
        return self.span.shift(-self.start)


def ignore_here(document: Document, span: Span, rule: str, *, needs_neighbors: bool = False) -> tuple[Edit, ...] | None:
    """Return a tuple of edits that ignore `rule` at `span` of the document, or None.

    It is None if all would do harm. If `needs_neighbors`, the finding depends on nearby lines, and
    no comment may separate them.
    """
    if not document.blocks or document.host.comments.place is CommentPlace.NOWHERE:
        return None
    spot = _Spot(document, document.block_number(span.start), span, needs_neighbors)
    tried = (*_list_additions(spot, rule), *_possible_edits(spot, rule))
    return next((edits for edits in tried if _is_effective(spot, edits, rule)), None)


def ignore_in_file(document: Document, rule: str) -> tuple[Edit, ...] | None:
    """Return a tuple of edits that ignore `rule` in the whole document, or None.

    It is None if all would do harm.
    """
    if not document.blocks or document.host.comments.place is CommentPlace.NOWHERE:
        return None
    offsets = document.offsets()
    for ignore in ignores_of(document):
        if ignore.reach is Reach.FILE and ignore.names_place:
            at = offsets[ignore.names_place.block] + ignore.names_place.span.end
            return (Edit(Span(at, at), f", {rule}"),)
    comment = _comment(document, f"ignore-file[{rule}]")
    in_game = document.host.comments.place is CommentPlace.BEFORE_MOVES
    edits = (_comment_in_first_game(document, comment) if in_game else _comment_on_top(document, comment),)
    number = document.block_number(edits[0].span.start)
    start = document.starts[number]
    spot = _Spot(document, number, Span(start, start))
    return edits if _is_effective(spot, edits, rule) else None


def line_end_of(document: Document) -> str:
    """Return the first line end of `document`, by default `"\\n"`."""
    found = (LINE_END.search(block.text) for block in document.blocks)
    return next((one[0] for one in found if one), "\n")


def end_of_header(text: str) -> int:
    """Return the offset of the first line of moves, after the tags."""
    return sum(map(len, takewhile(lambda line: _HEADER_LINE.match(line.rstrip("\r\n")), lines_of(text))))


def _comment(document: Document, words: str) -> str:
    """Return the comment `gbr: words` in the syntax of the host; plain text has no opening."""
    comments = document.host.comments
    opening = comments.openings[0] if comments.openings else ""
    return f"{opening}gbr: {words}{comments.closing}"


def _list_additions(spot: _Spot, rule: str) -> Iterator[tuple[Edit, ...]]:
    """Yield tuples of one edit that adds `rule` to a comment that already covers this line."""
    document = spot.document
    if "gbr:" not in spot.block.text:
        return
    nearby = Document.of_blocks([spot.block], document.host, document.conventions)
    for ignore in ignores_of(nearby):
        if ignore.reach not in (Reach.HERE, Reach.NEXT_LINE) or ignore.names_place is None:
            continue
        one_line = not LINE_END.search(spot.block.text, *ignore.scope) or document.host.has_records
        if one_line and ignore.is_about(spot.block_span):
            at = spot.start + ignore.names_place.span.end
            yield (Edit(Span(at, at), f", {rule}"),)


def _possible_edits(spot: _Spot, rule: str) -> Iterator[tuple[Edit, ...]]:
    """Yield the tuples of edits that are possible in this host, the usual one first."""
    place, block = spot.document.host.comments.place, spot.block
    if place is CommentPlace.BEFORE_MOVES:
        yield (_comment_in_game(spot, _comment(spot.document, f"ignore[{rule}]")),)
    elif place is CommentPlace.OWN_LINE and spot.needs_neighbors:
        text = block.text
        first = len(text) - len(text.lstrip(" \t\r\n"))
        lines = block.lines
        yield (_comment_line(spot, lines.line_span(lines.line_at(first)).start, f"ignore[{rule}]"),)
    elif place is CommentPlace.OWN_LINE:
        at = block.lines.line_span(block.lines.line_at(spot.block_span.start)).start
        yield (_comment_line(spot, at, f"ignore-next-line[{rule}]"),)
        yield _comments_around(spot, rule)
    elif place is CommentPlace.LINE_END:
        yield (_comment_at_line_end(spot, f"ignore[{rule}]"),)
        yield _comments_around(spot, rule)
    elif block.contents.reading.is_enclosed:
        yield from _comments_around_fence(spot, rule)
    elif spot.number or not block.host.preamble(block.text):
        yield (_comment_at_line_end(spot, f"ignore[{rule}]"),)
        yield _comments_within_line(spot, rule)


def _comment_at_line_end(spot: _Spot, words: str) -> Edit:
    """Return the edit that adds a comment at the end of the line.

    The comment is before blanks or a backslash; `words` are such as `ignore[dual]`.
    """
    lines = spot.block.lines
    line = lines.line_span(lines.line_at(spot.block_span.start))
    text = spot.block.text[line.start : line.end]
    comment = _comment(spot.document, words)
    comments = spot.document.host.comments
    if comments.place is CommentPlace.LINE_END:
        end = line.end
        if any(found.touches(end) for found in spot.block.contents.reading.comments):
            comment = comment.removeprefix(comments.openings[0])
    else:
        end = line.start + len(text.rstrip(" \t").removesuffix("\\").rstrip(" \t"))
        if text.count("`") % 2:
            # Inline code that continues on the next line would show the comment.
            comment = ""
    gap = "" if spot.block.text[end - 1 : end].isspace() else " "
    return Edit(Span(end, end).shift(spot.start), gap + comment)


def _comment_line(spot: _Spot, at: int, words: str) -> Edit:
    """Return the edit that adds a comment line before that at offset `at`.

    `at` is an offset in the block. The comment has the indentation of the line.
    """
    blanks = re.compile(r"[ \t]*").match(spot.block.text, at)
    indent = blanks[0] if blanks else ""
    comment = indent + _comment(spot.document, words) + line_end_of(spot.document)
    return Edit(Span(at, at).shift(spot.start), comment)


def _comments_around(spot: _Spot, rule: str) -> tuple[Edit, ...]:
    """Return two edits that add comment lines before and after the code or board."""
    lines = spot.block.lines
    span = _enclosing_span(spot)
    first, last = lines.line_span(lines.line_at(span.start)), lines.line_span(lines.line_at(span.end))
    end = line_end_of(spot.document)
    closing = end + _comment(spot.document, "ignore-end")
    return (
        _comment_line(spot, first.start, f"ignore-start[{rule}]"),
        Edit(Span(last.end, last.end).shift(spot.start), closing),
    )


def _comments_within_line(spot: _Spot, rule: str) -> tuple[Edit, ...]:
    """Return two edits that add comments directly before and after the code, or `()`.

    At the start of a line they would end a paragraph.
    """
    span = _enclosing_span(spot)
    lines = spot.block.lines
    text_before = spot.block.text[lines.line_span(lines.line_at(span.start)).start : span.start]
    if not text_before.strip(" \t>") or text_before.count("`") % 2:
        return ()
    opening, closing = (_comment(spot.document, words) for words in (f"ignore-start[{rule}]", "ignore-end"))
    return (
        Edit(Span(span.start, span.start).shift(spot.start), opening + " "),
        Edit(Span(span.end, span.end).shift(spot.start), " " + closing),
    )


def _enclosing_span(spot: _Spot) -> Span:
    """Return the block's span of the code or board around the finding, else of the finding."""
    found = spot.block.contents
    for span in [code.span for code in found.codes] + [board.span for board in found.boards]:
        if span.start <= spot.block_span.start < span.end:
            return Span(span.start, max(span.end, spot.block_span.end))
    return spot.block_span


def _comments_around_fence(spot: _Spot, rule: str) -> Iterator[tuple[Edit, ...]]:
    """Yield two edits, as a tuple, that add comment lines before and after a fence.

    Yield nothing if the document already has `ignore-start`.
    """
    if any("ignore-start" in block.text for block in spot.document.blocks):
        return
    text, end = spot.block.text, line_end_of(spot.document)
    quote = _QUOTE_PREFIX.match(text)
    prefix = quote[0] if quote else ""
    first, last = spot.start, spot.start + len(text.rstrip())
    start, stop = (_comment(spot.document, words) for words in (f"ignore-start[{rule}]", "ignore-end"))
    yield Edit(Span(first, first), prefix + start + end), Edit(Span(last, last), end + prefix + stop)


def _comment_in_game(spot: _Spot, comment: str) -> Edit:
    """Return the edit that adds a comment line before the moves of a game."""
    end = line_end_of(spot.document)
    text = spot.block.text
    at = end_of_header(text)
    if at < len(text):
        return Edit(Span(at, at).shift(spot.start), comment + end)
    at = len(text.rstrip())
    return Edit(Span(at, at).shift(spot.start), end + end + comment)


def _comment_in_first_game(document: Document, comment: str) -> Edit:
    """Return the edit that adds `comment` before the moves of the first game."""
    number = next((n for n, block in enumerate(document.blocks) if "[" in block.text), 0)
    start = document.starts[number]
    return _comment_in_game(_Spot(document, number, Span(start, start)), comment)


def _comment_on_top(document: Document, comment: str) -> Edit:
    """Return the edit that adds `comment` at the start of the document.

    It follows front matter, comments to TeX and a byte order mark.
    """
    end, host = line_end_of(document), document.host
    text = document.blocks[0].text
    start = 1 if text.startswith("\ufeff") else 0
    at = start + host.preamble(text[start:])
    if host.comments.place is CommentPlace.LINE_END:
        return Edit(Span(at, at), comment + end)
    before = end if start < at == len(text) and not text.endswith(("\n", "\r")) else ""
    return Edit(Span(at, at), f"{before}{comment}{end}{end}")


def _is_effective(spot: _Spot, edits: tuple[Edit, ...], rule: str) -> bool:
    """Return True if the comment is recognized, covers the finding, and changes nothing else.

    That is not tried in a very long block, which would be read again.
    """
    document = spot.document
    if not edits or not all(edit.text.strip() for edit in edits):
        return False
    first, last = (document.block_number(offset) for offset in (edits[0].span.start, edits[-1].span.end))
    first, last = min(first, spot.number), max(last, spot.number)
    old, start = document.blocks[first : last + 1], document.starts[first]
    text = "".join(block.text for block in old)
    if any(LONG_BLOCK < len(block.text) for block in old):
        return False
    shifted_edits = [edit.shift(-start) for edit in edits]
    new, _ = cut(document.host, apply_edits(text, shifted_edits), old[0].state)
    before = sum(len(edit.text) for edit in edits if edit.span.start <= spot.span.start)
    finding = spot.span.shift(before - start)
    ignores = ignores_of(Document.of_blocks(new, document.host, document.conventions))
    names = {name for ignore in ignores if ignore.is_about(finding) for name, _ in ignore.names}
    return rule in names and _contents(old) == _contents(new)


def _contents(blocks: list[Block]) -> list[object]:
    """Return the codes, then the boards of `blocks` as tuples without their offsets."""
    codes = [(code.code, code.form, code.evidence, code.has_sic) for block in blocks for code in block.contents.codes]
    boards = [(board.kind, board.placement, board.turn) for block in blocks for board in block.contents.boards]
    return [*codes, *boards]
