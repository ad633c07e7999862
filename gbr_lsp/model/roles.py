"""The role of each code of a document: it heads a study, stands in an index, or is mentioned in prose.

An index is a run of at least five lines that hold codes with kings and a number, of a study or a page; a question mark
keeps the place of a number that is not known yet. Fewer lines before or behind it are part of it where a page ends
between them. A study is a code that stands alone on its line, fills a tag, or owns a board. A numbered list of studies
with their boards beside them is no index.
"""

import re
from bisect import bisect_right
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import FLAG
from gbr_lsp.notation.values import Kind

ENOUGH_LINES = 5
"""So many lines make an index."""
_MOST_BETWEEN = 2
"""How many lines without codes, such as headings, may stand between two lines of an index."""
_BESIDE = 4
"""How many lines a board may be away from the code it stands beside: the marks of a fence, an empty line."""

NUMBER = regex(
    r"(?<![\w/])(?<!\d\.)(?:\d{1,6}[a-z]?(?![\w/]|\.\d)|\?(?![\w?]))"
    r"|(?<=\w:)\d{7,9}(?![\w/]|\.\d)|\\(?:page)?ref\{[^{}\s]*\}"
)
"""A number of a study or a page, what LaTeX writes for one, or the question mark in its place."""

_NO_WORDS = regex(
    r"(?:<!--.*?-->|(?<!\\)%.*|\\[A-Za-z]+\*?|[(\[]sic!?[)\]]"
    rf"|(?<!\w){FLAG}(?!\w)"
    r"|^\s*\d{1,4}[.)]|[\W_])*",
    re.IGNORECASE,
)
"""What may stand on the line of a code that stands alone: comments, macros, `[sic]`, flags, the number of a list."""

_LONGEST_WITHOUT_WORDS = 5_000
"""Characters of the longest line that a code may stand alone on: the line is read again for each of its codes."""


class Role(Enum):
    """The role of a code."""

    STUDY = "study"
    INDEX = "index"
    MENTION = "mention"


def roles(document: Document, studies: list[Study]) -> list[Role]:
    """The role of each of the document's studies, which are given in order."""
    if document.host.has_records:
        return [role_outside_index(study) for study in studies]
    return roles_beside(indexes_in(document, studies), studies)


def roles_beside(indexes: "Indexes", studies: list[Study]) -> list[Role]:
    """The same where the indexes of the document are known."""
    in_index = {line for run in indexes.runs for line in run}
    return [
        Role.INDEX if line in in_index and may_be_entry(study) else role_outside_index(study)
        for study, line in zip(studies, indexes.of_studies, strict=True)
    ]


class Indexes(NamedTuple):
    """The lines of a document, those of each of its indexes in order, and the first line of each study."""

    lines: LineIndex
    runs: list[list[int]]
    of_studies: list[int]


def indexes_in(document: Document, studies: list[Study]) -> Indexes:
    """The indexes of a document that is no PGN."""
    lines = LineIndex(document.text)
    offsets = document.offsets()
    spans = [study.occurrence.span.shift(offsets[study.block]) for study in studies]
    return Indexes(lines, _runs(document, lines, studies, spans), [lines.line_at(span.start) for span in spans])


def lines_for_an_index(studies: list[Study]) -> int:
    """How many lines may be those of an index, of those that the codes of some studies stand on."""
    codes: dict[tuple[Block, int], list[Span]] = {}
    for study in studies:
        lines, span = study.block.lines, study.occurrence.span
        if may_be_entry(study) and lines.line_at(span.start) == lines.line_at(span.end):
            codes.setdefault((study.block, lines.line_at(span.start)), []).append(span)
    return sum(_number(block.lines, line, spans) not in ("", "?") for (block, line), spans in codes.items())


def is_index(lines: int) -> bool:
    """Whether so many lines make an index."""
    return ENOUGH_LINES <= lines


def role_outside_index(study: Study) -> Role:
    """The role of a code that stands in no index: in a game, or in a text that has none there."""
    if study.block.host.has_records:
        tags = study.block.found.reading.tags.values()
        in_tag = any(value.covers(study.occurrence.span) for value in tags)
        return Role.STUDY if in_tag or study.boards else Role.MENTION
    if study.boards:
        return Role.STUDY
    lines, span = study.block.lines, study.occurrence.span
    first, last = lines.line_span(lines.line_at(span.start)), lines.line_span(lines.line_at(span.end))
    if study.code.kings is None or _LONGEST_WITHOUT_WORDS < last.end - first.start:
        return Role.MENTION
    rest = f"{lines.text[first.start : span.start]} {lines.text[span.end : last.end]}"
    return Role.STUDY if _NO_WORDS.fullmatch(rest) else Role.MENTION


def may_be_entry(study: Study) -> bool:
    """Whether a code has kings and neither a control nor a list of squares: an index tells no more than its class."""
    code = study.code
    return code.kings is not None and code.pieces is None and study.occurrence.part(Kind.CONTROL) is None


def _runs(document: Document, lines: LineIndex, studies: list[Study], spans: list[Span]) -> list[list[int]]:
    """The lines of each index."""
    on_line: dict[int, list[Span]] = {}
    for study, span in zip(studies, spans, strict=True):
        if may_be_entry(study) and lines.line_at(span.start) == lines.line_at(span.end):
            on_line.setdefault(lines.line_at(span.start), []).append(span)
    if len(on_line) < ENOUGH_LINES:
        return []
    numbers = {line: _number(lines, line, codes) for line, codes in on_line.items()}
    headed = _lines_beside_boards(document, lines, studies, spans)
    boards = _board_lines(document, lines)
    runs: list[list[int]] = []
    before = None
    for line in on_line:
        if not numbers[line] or line in headed:
            continue
        if (
            before is None
            or _MOST_BETWEEN < _lines_between(lines, before, line)
            or _board_between(boards, before, line)
        ):
            runs.append([])
        runs[-1].append(line)
        before = line
    long = [ENOUGH_LINES <= sum(numbers[line] != "?" for line in run) for run in runs]
    found: list[list[int]] = []
    for number, run in enumerate(runs):
        if number and long[number - 1] != long[number] and _continues(lines, runs[number - 1][-1], run[0]):
            found[-1] += run
        else:
            found.append(run)
    return [run for run in found if ENOUGH_LINES <= sum(numbers[line] != "?" for line in run)]


def _continues(lines: LineIndex, last: int, first: int) -> bool:
    """Whether a line stands on the page behind that of another, below no more than the head of the page."""
    line = lines.line_span(first)
    begin = line.end - len(lines.text[line.start : line.end].lstrip())
    _, *pages = lines.text[lines.line_span(last).end : begin].split("\f")
    return len(pages) == 1 and sum(bool(above.strip()) for above in pages[0].splitlines()) <= _MOST_BETWEEN


def _number(lines: LineIndex, line: int, codes: list[Span]) -> str:
    """A number that stands on a line besides its codes, a question mark where it has only that, or nothing."""
    return max(numbers_beside(lines, line, codes), key=lambda number: number != "?", default="")


def numbers_beside(lines: LineIndex, line: int, codes: list[Span]) -> list[str]:
    """The numbers, and question marks in their place, that stand on a line besides its codes, in order of the text."""
    whole = lines.line_span(line)
    rest, start = "", whole.start
    for code in codes:
        rest += lines.text[start : code.start] + " "
        start = code.end
    return NUMBER.findall(rest + lines.text[start : whole.end])


def _lines_beside_boards(document: Document, lines: LineIndex, studies: list[Study], spans: list[Span]) -> set[int]:
    """The lines of codes with a board of their own beside them; a board is beside the nearest of its codes only."""
    offsets = document.offsets()
    nearest: dict[tuple[Block, Span], tuple[int, int]] = {}
    for study, span in zip(studies, spans, strict=True):
        line = lines.line_at(span.start)
        for owned in study.boards:
            board = owned.board.span.shift(offsets[owned.block])
            first, last = lines.line_at(board.start), lines.line_at(board.end)
            away = max(first - line, line - last, 0)
            if owned.board.kind is not BoardKind.CODE and away <= _BESIDE:
                place = owned.block, owned.board.span
                nearest[place] = min(nearest.get(place, (away, line)), (away, line))
    return {line for _, line in nearest.values()}


def _board_lines(document: Document, lines: LineIndex) -> list[int]:
    """The lines in which boards begin, in order."""
    return [
        lines.line_at(start + board.span.start)
        for block, start in zip(document.blocks, document.starts, strict=True)
        for board in sorted(block.found.boards, key=lambda board: board.span)
    ]


def _board_between(boards: list[int], first: int, last: int) -> bool:
    behind = bisect_right(boards, first)
    return behind < len(boards) and boards[behind] < last


def _lines_between(lines: LineIndex, first: int, last: int) -> int:
    """How many lines with something on them stand between two lines; more than a few are not counted on."""
    count = 0
    for line in range(first + 1, last):
        span = lines.line_span(line)
        count += bool(lines.text[span.start : span.end].strip())
        if _MOST_BETWEEN < count:
            break
    return count
