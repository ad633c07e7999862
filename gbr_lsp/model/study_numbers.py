"""The numbers of studies in a collection: `No 18597 …`, `S.1. …`, `12.` above or before the code.

A number belongs to a study only if there is nothing between the two but the board of the study and
the few lines of its heading, no other heading is near, and no other study of the document has it. A
number with only a point, such as `12.`, may also be a list or a move: it counts if at least half of
the studies have one. PGN games have no numbers.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Bond, Study

_MAX_LINES = 4
"""Maximum number of lines of a heading."""
_MAX_EMPTY_LINES = 3
"""Maximum number of lines without words, such as a fence, between a heading, a board and a code."""
_MIN_NUMBERED_DIVISOR = 2
"""Numbers with only a point count if at least one study in this number has one."""

_OPENING = r"(?:[>#*_|\-\s]|=++\s|\\[A-Za-z]+\*?(?:\[[^\[\]]*\])?\{|</?[A-Za-z][^<>]*>)*"
_NAMED = regex(
    _OPENING
    + r"(?:(?:N[oO]|N[rR]|Nro|N[º°]|Number|Nummer|Diagram|Diagramm|Study|Studie|Studio|Étude|Estudio)(?!\w)\.?|№)[\s~]*"
    r"(?P<number>\d{1,6}[a-z]?)(?![\w/]|\.\d)"
)
_LETTERED = regex(_OPENING + r"(?P<number>[A-Z]\.\d{1,6}[a-z]?)(?![\w/]|\.\w)")
_PLAIN = regex(_OPENING + r"[(\[]?(?P<number>\d{1,6}[a-z]?)(?:[.)\]](?=[\s*_}|<]|$)|(?=(?:[\s*_}=]|</\w+>)*$))")
_SEVERAL = regex(r"\bN[or]\b\.?\s*\d+|\b[A-Z]\.\d+\.")
"""The start of a heading; a line with more than one is badly extracted."""
_NO_WORDS = regex(r"\s*(?:[`~]{3,}.*|[>\s]*)")


class StudyNumber(NamedTuple):
    """A number as written, and whether it has only a point."""

    text: str
    is_plain: bool


def printed_numbers(section: Section) -> list[StudyNumber | None]:
    """Return the number printed at each study of `section`; None without one."""
    if not section.studies or section.blocks[0].host.has_records:
        return [None] * len(section.studies)
    pages = _Pages(section)
    return [pages.number(study) for study in section.studies]


def certain_numbers(found: Sequence[StudyNumber | None]) -> list[str | None]:
    """Return the text of each number in `found`; None if it is not certain."""
    are_plain_usual = len(found) <= _MIN_NUMBERED_DIVISOR * sum(bool(number and number.is_plain) for number in found)
    counts = Counter(number.text for number in found if number)
    return [
        number.text if number and counts[number.text] == 1 and (are_plain_usual or not number.is_plain) else None
        for number in found
    ]


class _Pages:
    """The lines of a section, and the number of studies on each."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self._lines = LineIndex(section.text)
        self._codes = Counter(self._lines.line_at(self._span(study).start) for study in section.studies)

    def number(self, study: Study) -> StudyNumber | None:
        """Return the number before a code on its line, in the heading above it, or above its boards."""
        start = self._span(study).start
        line = self._lines.line_at(start)
        if 1 < self._codes[line]:
            return None
        before = number_at_start(self._lines.text[self._lines.starts[line] : start])
        top, last = self._boards_above(study, line)
        return before or (self._above(line, last) if top < line else None) or self._above(top)

    def _span(self, study: Study) -> Span:
        return self._section.span(study.code_place)

    def _boards_above(self, study: Study, line: int) -> tuple[int, int]:
        """Return the first and the last line of the nearest boards above the code at `line`, or twice `line`."""
        boards = [
            owned.board.span.shift(self._section.offset(owned.block))
            for owned in study.boards
            if owned.board.kind is not BoardKind.CODE and owned.bond in (Bond.SURE, Bond.AGREES)
        ]
        above = [span for span in sorted(boards, reverse=True) if self._lines.line_at(span.end - 1) < line]
        top = line
        for span in above:
            if top == line or top - self._lines.line_at(span.end - 1) <= _MAX_EMPTY_LINES:
                top = self._lines.line_at(span.start)
        return top, self._lines.line_at(above[0].end - 1) if above else line

    def _above(self, line: int, until: int = -1) -> StudyNumber | None:
        """Return the number in the heading that ends above `line`, and begins after the line `until`, or None."""
        bottom = line - 1
        while until < bottom and line - bottom <= _MAX_EMPTY_LINES and _NO_WORDS.fullmatch(self._text(bottom)):
            bottom -= 1
        for above in range(bottom, max(until, bottom - _MAX_LINES), -1):
            text = self._text(above)
            if not text.strip() or self._codes[above]:
                return None
            if (found := number_at_start(text)) and found.is_plain:
                return found if above - 1 == until or _NO_WORDS.fullmatch(self._text(above - 1)) else None
            if found:
                return None if self._is_stacked(above) else found
        return None

    def _is_stacked(self, line: int) -> bool:
        """Return True if another heading is close above: on a torn page their boards may be mixed up."""
        for above in range(line - 1, max(-1, line - 1 - 2 * _MAX_LINES), -1):
            if self._codes[above]:
                return False
            if (found := number_at_start(self._text(above))) and not found.is_plain:
                return True
        return False

    def _text(self, line: int) -> str:
        start, end = self._lines.line_span(line)
        return self._lines.text[start:end]


@lru_cache(maxsize=1 << 12)
def number_at_start(text: str) -> StudyNumber | None:
    """Return the number at the start of the line `text`, or None."""
    if named := _NAMED.match(text) or _LETTERED.match(text):
        return StudyNumber(named["number"], False) if len(_SEVERAL.findall(text)) <= 1 else None
    plain = _PLAIN.match(text)
    return StudyNumber(plain["number"], True) if plain else None
