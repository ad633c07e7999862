"""Layout of the movetext of a PGN game: lines filled to 79 columns; only blanks and line ends change.

A line may break at a blank, after a move number, after `(` and before `)`, as databases print
games. The blank between a number and its move is written or omitted as in most of the game.
Comments keep their line breaks. A comment after `;` and a line that begins with `%` keep their
line, and empty lines stay.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END, Edit, Span
from gbr_lsp.model.block import Block
from gbr_lsp.solutions.movetext import parts_of

COLUMNS = 79

_NUMBER = r"[0-9]{1,4}+(?:\.|…)[.…]*+"
_LETTER = r"(?:[^\W\d_]|[♔-♟])"
_TOKENS = regex(
    rf"""(?P<comment>\{{[^}}]*+\}})
  | (?P<line>;[^\r\n]*+ | (?<![^\r\n])%[^\r\n]*+)
  | (?P<opening>\()
  | (?P<closing>\))
  | (?P<number>(?<![^\s(){{}}]){_NUMBER}(?={_LETTER}|\s))
  | (?P<result>(?<![^\s(){{}}])(?:1-0|0-1|1/2-1/2|\*)(?![^\s]))
  | (?P<move>{_LETTER}[^ \t\r\n(){{}};]*+(?:(?<=[18])\([A-Z]\)[^ \t\r\n(){{}};]*+)*)
  | (?P<word>[^ \t\r\n(){{}};]++)
  | (?P<unclosed>[{{}}])""",
    re.VERBOSE,
)


class _Token(NamedTuple):
    """A unit of movetext: a move, a number with its dots, a bracket, a comment."""

    kind: str
    """The name of its group in `_TOKENS`."""
    span: Span


class _Gap(NamedTuple):
    """The text between two tokens, and its alternatives."""

    span: Span
    blank: str
    """The text for a gap within a line."""
    line_break: str
    """The text for a gap at a line break."""
    may_break: bool
    needs_break: bool


def game_layout(block: Block, within: Span | None = None) -> list[Edit]:
    """Return a list of edits that lay out a game, or its lines that touch `within`.

    It is empty for other text.
    """
    tags = block.contents.reading.tags.values()
    if not block.host.has_records:
        return []
    if tags:
        start = block.text.find("]", max(tag.end for tag in tags)) + 1
        return layout_edits(block.text, start, within) if start else []
    # Without tags, the text may be prose.
    kinds = {part.kind for part in parts_of(block.text)}
    is_movetext = "move" in kinds and "word" not in kinds
    return layout_edits(block.text, 0, within) if is_movetext else []


def layout_edits(text: str, start: int, within: Span | None = None) -> list[Edit]:
    """Return a list of edits that lay out the movetext in `text` from offset `start`.

    With `within`, only lines that touch it are changed. There are no edits for a text with an
    unmatched bracket or brace, or with a tag or an escaped line that does not begin a line.
    """
    tokens = _tokens(text, start)
    if not tokens:
        return []
    free_span = Span(start, len(text)) if within is None else _lines_span(text, within)
    edits = list(_gap_edits(text, tokens, list(_gaps(text, tokens)), free_span))
    end = tokens[-1].span.end
    line_end = LINE_END.search(text, end)
    blanks = Span(end, line_end.start() if line_end else len(text))
    if blanks.start < blanks.end and free_span.covers(blanks) and not text[slice(*blanks)].strip(" \t"):
        edits.append(Edit(blanks, ""))
    return edits


def _tokens(text: str, start: int) -> list[_Token]:
    """Return a list of the tokens from `start` to an empty line after the result.

    It is empty if the text is malformed.
    """
    found: list[_Token] = []
    depth = 0
    for match in _TOKENS.finditer(text, start):
        name = match.lastgroup
        if name == "unclosed" or (name == "word" and match[0][0] in "%[]") or not name:
            return []
        token = _Token(name, Span(*match.span()))
        depth += (token.kind == "opening") - (token.kind == "closing")
        if depth < 0:
            return []
        if found and not depth and found[-1].kind == "result":
            gap = text[found[-1].span.end : token.span.start]
            if 1 < len(LINE_END.findall(gap)):
                break
        found.append(token)
    return [] if depth else found


def _gaps(text: str, tokens: list[_Token]) -> Iterator[_Gap]:
    """Yield a `_Gap` between every two adjacent `tokens`."""
    first = LINE_END.search(text)
    line_end = first[0] if first else "\n"
    number_gap = " " if _is_spaced(text, tokens) else ""
    for before, after in pairwise(tokens):
        span = Span(before.span.end, after.span.start)
        gap_text = text[slice(*span)]
        ends = LINE_END.findall(gap_text)
        is_inside = before.kind == "opening" or after.kind == "closing"
        if before.kind == "number" and after.kind == "move":
            blank, may_break = number_gap, True
        elif is_inside:
            blank, may_break = "", True
        else:
            blank, may_break = gap_text and " ", bool(gap_text)
        has_own_line = "line" in (before.kind, after.kind) and ends
        needs_break = bool(has_own_line) or 1 < len(ends)
        yield _Gap(span, blank, "".join(ends) or line_end, may_break, needs_break)


def _is_spaced(text: str, tokens: list[_Token]) -> bool:
    """Return True if a blank follows most of the numbers with a move on their line."""
    spaced_count = 0
    for before, after in pairwise(tokens):
        if before.kind == "number" and after.kind == "move":
            gap = text[before.span.end : after.span.start]
            spaced_count += 0 if LINE_END.search(gap) else 1 if gap else -1
    return 0 < spaced_count


def _gap_edits(text: str, tokens: list[_Token], gaps: list[_Gap], free_span: Span) -> Iterator[Edit]:
    """Yield an `Edit` for each gap within `free_span` that changes.

    Each line is filled as far as possible.
    """
    widths = _widths(text, tokens, gaps)
    column = _column(text, 0, 0, tokens[0].span.end)
    for gap, token, width in zip(gaps, tokens[1:], widths[1:], strict=True):
        gap_text = text[slice(*gap.span)]
        if not free_span.covers(gap.span):
            new = gap_text
        elif gap.needs_break or (gap.may_break and COLUMNS < column + len(gap.blank) + width):
            new = gap.line_break
        else:
            new = gap.blank
        if new != gap_text:
            yield Edit(gap.span, new)
        column = _column(text, _column(new, column, 0, len(new)), *token.span)


def _column(text: str, column: int, start: int, end: int) -> int:
    """Return the column, in code points, after `text[start:end]`, if that begins at `column`."""
    line = max(text.rfind("\n", start, end), text.rfind("\r", start, end))
    return column + end - start if line < 0 else end - line - 1


def _widths(text: str, tokens: list[_Token], gaps: list[_Gap]) -> list[int]:
    """Return the width of each token in code points, up to the next possible break."""
    widths = [0] * len(tokens)
    for number in reversed(range(len(tokens))):
        span = tokens[number].span
        inner = LINE_END.search(text, *span)
        widths[number] = (inner.start() if inner else span.end) - span.start
        if not inner and number < len(gaps) and not (gaps[number].may_break or gaps[number].needs_break):
            widths[number] += len(gaps[number].blank) + widths[number + 1]
    return widths


def _lines_span(text: str, span: Span) -> Span:
    """Return the span of the lines that `span` touches, without the last line end.

    A line whose start is only the end of `span` is not touched.
    """
    first = max(0, span.start)
    start = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first)) + 1
    end = LINE_END.search(text, max(first, span.end - 1))
    return Span(start, end.start() if end else len(text))
