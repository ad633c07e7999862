"""What each code of a document is there for: it heads a study, stands in an index, or is mentioned in prose.

An index is a run of at least five lines that hold codes with kings and a number, of a study or a page. A study is a
code that stands alone on its line, fills a tag, or owns a board.
"""

import re
from enum import Enum

from gbr_lsp.document import Document
from gbr_lsp.notation.values import Kind
from gbr_lsp.study import Study
from gbr_lsp.text import LineIndex, Span

_ENOUGH_LINES = 5
_MOST_BETWEEN = 2
"""How many lines without codes, such as headings, may stand between two lines of an index."""

_NUMBER = re.compile(r"(?<![\w/.])\d{1,6}(?![\w/]|\.\d)")
_NO_WORDS = re.compile(
    r"(?:<!--.*?-->|(?<!\\)%.*|\\[A-Za-z]+\*?|[(\[]sic!?[)\]]|\([cmvs]\)|\b(?:U[1-5]|MC|TW|AN|PH|TE|CR|TT)\b"
    r"|^\s*\d{1,4}[.)]|[\W_])*",
    re.IGNORECASE,
)
"""What may stand on the line of a code that stands alone: comments, macros, `[sic]`, flags, the number of a list."""


class Role(Enum):
    """What a code is there for."""

    STUDY = "study"
    INDEX = "index"
    MENTION = "mention"


def roles(document: Document, studies: list[Study]) -> list[Role]:
    """The role of each of the document's studies, which are given in order."""
    if document.host.name == "pgn":
        return [_role_in_game(study) for study in studies]
    offsets = document.offsets()
    lines = LineIndex(document.text)
    spans = [study.occurrence.span.shift(offsets[study.block]) for study in studies]
    in_index = _index_lines(lines, studies, spans)
    return [
        Role.INDEX
        if _may_be_entry(study) and lines.line_at(span.start) in in_index
        else _role_in_text(lines, study, span)
        for study, span in zip(studies, spans, strict=True)
    ]


def _role_in_game(study: Study) -> Role:
    in_tag = any(value.covers(study.occurrence.span) for value in study.block.found.reading.tags.values())
    return Role.STUDY if in_tag or study.boards else Role.MENTION


def _role_in_text(lines: LineIndex, study: Study, span: Span) -> Role:
    if study.boards:
        return Role.STUDY
    first, last = lines.line_span(lines.line_at(span.start)), lines.line_span(lines.line_at(span.end))
    rest = f"{lines.text[first.start : span.start]} {lines.text[span.end : last.end]}"
    alone = study.code.kings is not None and _NO_WORDS.fullmatch(rest)
    return Role.STUDY if alone else Role.MENTION


def _may_be_entry(study: Study) -> bool:
    return study.code.kings is not None and study.occurrence.part(Kind.CONTROL) is None


def _index_lines(lines: LineIndex, studies: list[Study], spans: list[Span]) -> set[int]:
    """The lines that make up the indexes of a document."""
    on_line: dict[int, list[Span]] = {}
    for study, span in zip(studies, spans, strict=True):
        if _may_be_entry(study) and lines.line_at(span.start) == lines.line_at(span.end):
            on_line.setdefault(lines.line_at(span.start), []).append(span)
    entries = [line for line, codes in on_line.items() if _has_number(lines, line, codes)]
    found: set[int] = set()
    run: list[int] = []
    for line in entries:
        if run and _MOST_BETWEEN < _lines_between(lines, run[-1], line):
            run = []
        run.append(line)
        if _ENOUGH_LINES <= len(run):
            found.update(run)
    return found


def _has_number(lines: LineIndex, line: int, codes: list[Span]) -> bool:
    """Whether a number stands on a line besides its codes."""
    whole = lines.line_span(line)
    rest, start = "", whole.start
    for code in codes:
        rest += lines.text[start : code.start] + " "
        start = code.end
    return _NUMBER.search(rest + lines.text[start : whole.end]) is not None


def _lines_between(lines: LineIndex, first: int, last: int) -> int:
    """How many lines with something on them stand between two lines; more than a few are not counted on."""
    count = 0
    for line in range(first + 1, last):
        span = lines.line_span(line)
        count += bool(lines.text[span.start : span.end].strip())
        if _MOST_BETWEEN < count:
            break
    return count
