"""Roles of the codes of a document: heads of studies, entries of an index, mentions.

An index is a run of at least five lines with codes with kings and a number of a study or page; a
question mark replaces a number that is not known yet. A shorter run on the page before or after it
belongs to it. A study is a code that is alone on its line, fills a tag, or owns a board. A numbered
list of studies with boards next to them is not an index.
"""

from bisect import bisect_right
from enum import Enum
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind

MIN_INDEX_LINES = 5
"""Minimum number of lines of an index."""
_MAX_GAP_LINES = 2
"""Maximum number of lines without codes, such as headings, between two lines of an index."""
_MAX_BOARD_DISTANCE = 4
"""Maximum number of lines from a code to its board: the marks of a fence, an empty line."""

NUMBER = regex(
    r"(?<![\w/])(?<!\d\.)(?:\d{1,6}[a-z]?(?![\w/]|\.\d)|\?(?![\w?]))"
    r"|(?<=\w:)\d{7,9}(?![\w/]|\.\d)|\\(?:page)?ref\{[^{}\s]*\}"
)
"""A number of a study or page, a LaTeX reference to one, or the question mark that replaces it."""


class Role(Enum):
    """The role of a code."""

    STUDY = "study"
    INDEX = "index"
    MENTION = "mention"


def roles(document: Document, studies: list[Study], indexes: "Indexes | None" = None) -> list[Role]:
    """Return the `Role` of each of `studies`, which are in the order of `document`; `indexes` are its own, if known."""
    if document.host.has_records:
        return [role_outside_index(study) for study in studies]
    indexes = indexes or indexes_in(document, studies)
    in_index = {line for run in indexes.runs for line in run}
    return [
        Role.INDEX if line in in_index and may_be_entry(study) else role_outside_index(study)
        for study, line in zip(studies, indexes.study_lines, strict=True)
    ]


class Indexes(NamedTuple):
    """The lines of a document, line numbers of each index, and first lines of studies."""

    lines: LineIndex
    runs: list[list[int]]
    study_lines: list[int]


def indexes_in(document: Document, studies: list[Study]) -> Indexes:
    """Return the `Indexes` of `document`, which is not a PGN and has `studies`."""
    lines = LineIndex(document.text)
    offsets = document.offsets()
    spans = [study.occurrence.span.shift(offsets[study.block]) for study in studies]
    return Indexes(lines, _runs(document, lines, studies, spans), [lines.line_at(span.start) for span in spans])


def count_index_lines(studies: list[Study]) -> int:
    """Return the number of lines with codes and a number, as in an index."""
    codes: dict[tuple[Block, int], list[Span]] = {}
    for study in studies:
        lines, span = study.block.lines, study.occurrence.span
        if may_be_entry(study) and lines.line_at(span.start) == lines.line_at(span.end):
            codes.setdefault((study.block, lines.line_at(span.start)), []).append(span)
    return sum(_number(block.lines, line, spans) not in ("", "?") for (block, line), spans in codes.items())


def is_index(lines: int) -> bool:
    """Return True if this number of `lines` is enough for an index."""
    return MIN_INDEX_LINES <= lines


def role_outside_index(study: Study) -> Role:
    """Return the `Role` of a code that is in no index: `STUDY` or `MENTION`."""
    if study.block.host.has_records:
        tags = study.block.contents.reading.tags.values()
        in_tag = any(value.covers(study.occurrence.span) for value in tags)
        return Role.STUDY if in_tag or study.boards else Role.MENTION
    return Role.STUDY if study.boards or study.is_alone_on_line else Role.MENTION


def may_be_entry(study: Study) -> bool:
    """Return True if the code has kings, but no control and no list of squares."""
    code = study.code
    return code.kings is not None and code.pieces is None and study.occurrence.part(Kind.CONTROL) is None


def _runs(document: Document, lines: LineIndex, studies: list[Study], spans: list[Span]) -> list[list[int]]:
    """Return a list of the numbers in `lines` of each index."""
    on_line: dict[int, list[Span]] = {}
    for study, span in zip(studies, spans, strict=True):
        if may_be_entry(study) and lines.line_at(span.start) == lines.line_at(span.end):
            on_line.setdefault(lines.line_at(span.start), []).append(span)
    if len(on_line) < MIN_INDEX_LINES:
        return []
    numbers = {line: _number(lines, line, codes) for line, codes in on_line.items()}
    headed = _lines_near_boards(document, lines, studies, spans)
    boards = _board_lines(document, lines)
    runs: list[list[int]] = []
    for line in on_line:
        if not numbers[line] or line in headed:
            continue
        before = runs[-1][-1] if runs else line
        is_far = _MAX_GAP_LINES < _count_lines_between(lines, before, line)
        if not runs or is_far or _has_board_between(boards, before, line):
            runs.append([])
        runs[-1].append(line)
    long = [is_index(sum(numbers[line] != "?" for line in run)) for run in runs]
    found: list[list[int]] = []
    for number, run in enumerate(runs):
        if number and long[number - 1] != long[number] and _is_on_next_page(lines, runs[number - 1][-1], run[0]):
            found[-1] += run
        else:
            found.append(run)
    return [run for run in found if is_index(sum(numbers[line] != "?" for line in run))]


def _is_on_next_page(lines: LineIndex, last: int, first: int) -> bool:
    """Return True if line `first` continues line `last` on the next page. A page head may be between."""
    line = lines.line_span(first)
    begin = line.end - len(lines.text[line.start : line.end].lstrip())
    _, *pages = lines.text[lines.line_span(last).end : begin].split("\f")
    return len(pages) == 1 and sum(bool(above.strip()) for above in pages[0].splitlines()) <= _MAX_GAP_LINES


def _number(lines: LineIndex, line: int, codes: list[Span]) -> str:
    """Return a number on `line` besides its `codes`, otherwise `?` or an empty string."""
    return max(numbers_on_line(lines, line, codes), key=lambda number: number != "?", default="")


def numbers_on_line(lines: LineIndex, line: int, codes: list[Span]) -> list[str]:
    """Return the numbers and question marks on `line` besides its `codes`, in order."""
    line_span = lines.line_span(line)
    rest, start = "", line_span.start
    for code in codes:
        rest += lines.text[start : code.start] + " "
        start = code.end
    return NUMBER.findall(rest + lines.text[start : line_span.end])


def _lines_near_boards(document: Document, lines: LineIndex, studies: list[Study], spans: list[Span]) -> set[int]:
    """Return the set of numbers in `lines` of codes next to their boards. A board counts for its nearest code."""
    offsets = document.offsets()
    nearest: dict[tuple[Block, Span], tuple[int, int]] = {}
    for study, span in zip(studies, spans, strict=True):
        line = lines.line_at(span.start)
        for owned in study.boards:
            board = owned.board.span.shift(offsets[owned.block])
            first, last = lines.line_at(board.start), lines.line_at(board.end)
            away = max(first - line, line - last, 0)
            if owned.board.kind is not BoardKind.CODE and away <= _MAX_BOARD_DISTANCE:
                place = owned.block, owned.board.span
                nearest[place] = min(nearest.get(place, (away, line)), (away, line))
    return {line for _, line in nearest.values()}


def _board_lines(document: Document, lines: LineIndex) -> list[int]:
    """Return the sorted numbers of the lines of `document` where boards begin."""
    return [
        lines.line_at(start + board.span.start)
        for block, start in zip(document.blocks, document.starts, strict=True)
        for board in sorted(block.contents.boards, key=lambda board: board.span)
    ]


def _has_board_between(boards: list[int], first: int, last: int) -> bool:
    following = bisect_right(boards, first)
    return following < len(boards) and boards[following] < last


def _count_lines_between(lines: LineIndex, first: int, last: int) -> int:
    """Return the number of lines with text between `first` and `last`. It stops after `_MAX_GAP_LINES` + 1."""
    texts = (lines.text[slice(*lines.line_span(line))] for line in range(first + 1, last))
    return sum(1 for _ in islice(filter(str.strip, texts), _MAX_GAP_LINES + 1))
