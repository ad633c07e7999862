"""Composer, year, source, award and title of studies, from the text near their codes.

Theory of operation. The lines of the document are read around each code, nearest first: the row of
its table, its own line, the caption above it or its board, the caption below, the heading of its
section. The first that is a credit (`credit.py`) wins. A heading over several studies counts only
if it is a name and a year. PGN games have tags instead.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cache
from operator import itemgetter

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END, LineIndex
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.hosts.protocol import Markup
from gbr_lsp.model.block import Block
from gbr_lsp.model.credit import Attribution, credit_of, source_of, year_in
from gbr_lsp.model.credit_words import plain
from gbr_lsp.model.document import Document
from gbr_lsp.model.markup_text import MARKED, shown_lines
from gbr_lsp.model.roles import Role
from gbr_lsp.model.study import Study
from gbr_lsp.model.table_rows import rows_of, titles_and_rows
from gbr_lsp.notation.sentences import goal_sentences

NO_ATTRIBUTION = Attribution()

_MAX_LINE = 300
"""Maximum length of a line with a credit, in code points; longer ones are prose or data."""
_MAX_CAPTION = 4
"""Maximum number of lines of a caption."""
_MAX_DISTANCE = 40
"""Maximum number of lines between a code and its caption: its board, and empty lines."""
_MAX_TITLE = 200
_SHORT = 45
"""Maximum length of a line that may end before the right margin."""
_MAX_LABEL = 6
"""Maximum length of a text that cannot have four words."""
_LABEL = regex(r"(?:code|gbr) ?[=:]?", re.IGNORECASE)
"""The name of an argument with a code."""
_BORDER = regex(r"[xX][iI]{8}[yY]|(?=.*[-+])[1-9][-+A-Za-z]{8,16}[0-9]?|[a-h](?: ?[a-h]){7}")
"""A line of a diagram in a chess font."""
_COLUMNS = {
    "composer": "composer composers author authors autor autoren auteur auteurs komponist componist compositeur"
    " compositor autore автор",
    "year": "year date jahr jaar annee ano anno год",
    "event": "event source tourney tournament quelle bron publication origin fuente fonte источник",
    "award": "award prize preis prijs prix premio приз",
    "title": "title titel titre titulo titolo",
}
_FIELDS = {name: field for field, names in _COLUMNS.items() for name in names.split()}
_TitledRow = tuple[int, int, dict[str, str]]
"""The start and end of a table row, and its values by field."""


def attributions_of(document: Document, studies: Sequence[Study], roles: Sequence[Role]) -> list[Attribution]:
    """Return the `Attribution` of each of `studies`, which are all studies of `document` in order.

    A code that heads no study has one only if the row of its table or its line states it.
    """
    if document.host.has_records or not studies:
        return [NO_ATTRIBUTION] * len(studies)
    page = _Page(document, studies, roles)
    return [page.attribution(number) for number in range(len(studies))]


class _Page:
    """The lines of a document, its headings, and the places of its studies."""

    def __init__(self, document: Document, studies: Sequence[Study], roles: Sequence[Role]) -> None:
        self._host = document.host
        self._lines = LineIndex(document.text)
        self._shown = cache(self._shown_line)
        self._words = cache(self._words_of_line)
        self._is_marked = cache(self._is_marked_line)
        self._raw = LINE_END.split(document.text)
        self._offsets = document.offsets()
        self._studies = studies
        self._roles = roles
        self._spans = [study.occurrence.span.shift(self._offsets[study.block]) for study in studies]
        self._rows = [self._lines.line_at(span.start) for span in self._spans]
        self._codes = Counter(self._rows)
        self._headings = self._heading_rows(document) if not self._host.has_record_groups else {}
        self._heading_order = sorted(self._headings)
        new_pages = [row for row, raw in enumerate(self._raw) if "\f" in raw] if "\f" in document.text else []
        self._barriers = {*self._rows, *self._headings, *new_pages}
        """The lines over which no caption reaches: codes, headings, new pages."""
        numbers = range(len(studies)) if not self._host.has_record_groups else ()
        self._on_lines = [self._on_line(number) for number in numbers]
        self._heads = Counter(
            self._heading_above(row)
            for number, (row, own) in enumerate(zip(self._rows, self._on_lines, strict=False))
            if own or self._is_head(number)
        )
        self._used: set[int] = set()
        """The lines of captions below a code."""
        self._table_rows: tuple[Block, list[_TitledRow]] | None = None
        """The titled rows of the last block that was read."""

    def _heading_rows(self, document: Document) -> dict[int, int]:
        """Return the first and last line of each heading."""
        found = {}
        for block in document.blocks:
            if not block.is_section_start() or "\f" in block.text[:2]:
                continue
            row = self._lines.line_at(self._offsets[block])
            for at in range(row, min(row + 3, row + 1 + block.line_ends)):
                if self._shown(at):
                    found[row] = at
                    break
        return found

    def attribution(self, number: int) -> Attribution:
        """Return the attribution of study `number`."""
        in_row = self._in_table(number)
        if self._host.has_record_groups or (in_row and (in_row.year or not in_row.composer)):
            return in_row or NO_ATTRIBUTION
        found = self._near(number)
        if in_row:
            return in_row._replace(year=found.year) if found and found.composer == in_row.composer else in_row
        if found is None and not self._is_head(number):
            return NO_ATTRIBUTION
        heading = self._heading_above(self._rows[number])
        return self._with_heading(found or NO_ATTRIBUTION, heading) if heading is not None else found or NO_ATTRIBUTION

    def _near(self, number: int) -> Attribution | None:
        """Return the credit on the line of the code, or in the caption above or below it."""
        found = self._on_lines[number]
        if found or not self._is_head(number) or self._codes[self._rows[number]] != 1 or self._is_in_sentence(number):
            return found
        return self._above(number) or self._below(number)

    def _is_head(self, number: int) -> bool:
        """Return True if the code heads a study, or nothing else is shown on its line: `<p>=0323.12g3g1</p>`."""
        if self._roles[number] is not Role.MENTION or self._codes[self._rows[number]] != 1:
            return self._roles[number] is Role.STUDY
        line, span = self._lines.line_span(self._rows[number]), self._spans[number]
        if _MAX_LINE < line.end - line.start:
            return False
        text = self._lines.text[line.start : span.start] + self._lines.text[span.end : line.end]
        shown = shown_lines(text, self._host.markup)
        return self._host.markup is not Markup.NONE and not any(
            any(map(str.isalpha, part)) for part in shown if not _LABEL.fullmatch(part)
        )

    def _heading_above(self, row: int) -> int | None:
        at = bisect_right(self._heading_order, row) - 1
        return self._heading_order[at] if 0 <= at else None

    def _with_heading(self, found: Attribution, heading: int) -> Attribution:
        """Return `found` completed by the heading in line `heading`."""
        row = self._headings[heading]
        text = " ".join(self._shown(row))[: _MAX_TITLE + 1]
        is_own = self._heads[heading] == 1
        credit = credit_of([text], is_marked=True, is_heading=True) if text and not found.composer else None
        if credit and (is_own or credit.is_bare):
            stated = credit.attribution
            found = stated._replace(
                year=found.year or stated.year, event=found.event or stated.event, award=found.award or stated.award
            )
        return found._replace(title=text) if is_own and len(text) <= _MAX_TITLE else found

    def _on_line(self, number: int) -> Attribution | None:
        """Return the credit on the line of the code: before it, or directly after it."""
        first = bisect_left(self._rows, self._rows[number])
        found = self._side_credit(first, is_before=True)
        if found is None:
            return self._side_credit(number, is_before=False)
        return found if first == number else self._side_credit(number, is_before=True)

    def _side_credit(self, number: int, *, is_before: bool) -> Attribution | None:
        """Return the credit between a code and the code before or after it on the line."""
        line, span = self._lines.line_span(self._rows[number]), self._spans[number]
        if is_before:
            last = self._spans[number - 1].end if number and self._rows[number - 1] == self._rows[number] else 0
            start, end = max(line.start, last), span.start
        else:
            more = number + 1 < len(self._spans) and self._rows[number + 1] == self._rows[number]
            start, end = span.end, self._spans[number + 1].start if more else line.end
        if end - start < 4 or _MAX_LINE < end - start:
            return None
        text = self._lines.text[start:end]
        shown = shown_lines(text, self._host.markup)
        shown = [part.strip(" ()[]+=—–-·.,;:\u2060") if not is_before else part for part in shown]
        return self._credit([part for part in shown if part], is_marked=self._is_marked(self._rows[number]))

    def _credit(self, lines: Sequence[str], *, is_marked: bool) -> Attribution | None:
        """Return the credit that begins with one of `lines` and may go on to the last one, or None."""
        for start in range(len(lines)):
            for end in range(min(len(lines), start + _MAX_CAPTION), start, -1):
                if credit := credit_of(lines[start:end], is_marked=is_marked):
                    return credit.attribution
        return None

    def _is_in_sentence(self, number: int) -> bool:
        """Return True if there are several words before the code on its line."""
        line, end = self._lines.starts[self._rows[number]], self._spans[number].start
        before = self._lines.text[max(line, end - _MAX_LINE) : end]
        if len(before) <= _MAX_LABEL:
            return False
        words = " ".join(shown_lines(before, self._host.markup)).split()
        return 3 < sum(map(str.isalpha, words))

    def _above(self, number: int) -> Attribution | None:
        """Return the credit in the caption above the code or its board."""
        covered = self._board_rows(number)
        bottom = self._rows[number] - 1
        limit = max(-1, bottom - _MAX_DISTANCE)
        while limit < bottom and bottom not in self._barriers and (bottom in covered or not self._words(bottom)):
            bottom -= 1
        if bottom <= limit or bottom in self._barriers:
            return None
        at, limit = bottom, max(-1, bottom - _MAX_CAPTION)
        while limit < at and at not in covered and at not in self._barriers and self._words(at):
            at -= 1
        rows = range(at + 1, bottom + 1)
        if at in self._used or not self._used.isdisjoint(rows):
            return None
        is_complete = at < 0 or not self._words(at) or at in self._barriers
        lines = [(row, part) for row in rows for part in self._words(row)]
        for start, (row, _) in enumerate(lines):
            parts = [part for _, part in lines[start:]]
            credit = credit_of(parts, is_marked=self._is_marked(row))
            if credit and ((start == 0 and is_complete) or credit.is_numbered or self._may_begin(row, rows)):
                return credit.attribution
        return source_of([part for _, part in lines]) if is_complete else None

    def _may_begin(self, row: int, rows: Sequence[int]) -> bool:
        """Return True if a caption may begin in line `row`, because the line before it ends early."""
        before = " ".join(self._shown(row - 1)) if row else ""
        return (
            self._is_marked(row) or not before or (row in rows[1:] and len(before) < _SHORT and before[-1] not in ",-")
        )

    def _below(self, number: int) -> Attribution | None:
        """Return the credit in the lines directly below the code or its board."""
        covered = self._board_rows(number)
        row = self._rows[number] + 1
        end = min(len(self._lines.starts), row + _MAX_DISTANCE)
        while row < end and row not in self._barriers and (row in covered or self._is_markup(row)):
            row += 1
        first = row
        while row < end and row - first < 2 and row not in self._barriers and self._words(row):
            row += 1
        rows = range(first, row)
        if not rows or (row < end and (self._codes[row] or (self._words(row) and not self._is_marked(rows[0])))):
            # Another code follows directly: the caption may be that of either.
            self._used |= set(rows) if row < end and self._codes[row] else set()
            return None
        lines = [part for one in rows for part in self._words(one)]
        for count in (len(lines), 1):
            if credit := credit_of(lines[:count], is_marked=self._is_marked(rows[0])):
                self._used.update(rows)
                return credit.attribution
        return None

    def _is_markup(self, row: int) -> bool:
        """Return True if line `row` is not empty, but shows nothing."""
        return bool(self._raw[row].strip()) and not self._words(row)

    def _board_rows(self, number: int) -> set[int]:
        """Return the lines of the boards of a study."""
        rows: set[int] = set()
        for owned in self._studies[number].boards:
            if owned.board.kind is not BoardKind.CODE and owned.block in self._offsets:
                span = owned.board.span.shift(self._offsets[owned.block])
                first = self._lines.line_at(span.start)
                last = self._lines.line_at(max(span.start, span.end - 1))
                rows.update(range(first, min(first + _MAX_DISTANCE, last + 1)))
        return rows

    def _words_of_line(self, row: int) -> list[str]:
        """Return the parts of line `row` with words; none for a sentence that states a goal."""
        shown = self._shown(row)
        found = [part for part in shown if sum(map(str.isalpha, part)) > 1 and not _BORDER.fullmatch(part)]
        return [] if any(True for part in found for _ in goal_sentences(part)) else found

    def _shown_line(self, row: int) -> list[str]:
        raw = self._raw[row]
        return shown_lines(raw, self._host.markup) if len(raw) <= _MAX_LINE else [raw[:_MAX_LINE]]

    def _is_marked_line(self, row: int) -> bool:
        return self._host.markup is not Markup.NONE and MARKED.search(self._raw[row][:_MAX_LINE]) is not None

    def _in_table(self, number: int) -> Attribution | None:
        """Return the values of the code's row in a table with titles, or None."""
        study = self._studies[number]
        if self._host.tables is None:
            return None
        if self._table_rows is None or self._table_rows[0] is not study.block:
            self._table_rows = study.block, _titled_rows(study.block)
        _, rows = self._table_rows
        at = study.occurrence.span.start
        last_two = rows[: bisect_right(rows, at, key=itemgetter(0))][-2:]
        values = next((values for _, end, values in reversed(last_two) if at < end), {})
        found = Attribution(**values)._replace(year=year_in(values.get("year", "")))
        return found if any(found) else None


def _titled_rows(block: Block) -> list[_TitledRow]:
    """Return the table rows of `block` whose columns have known titles, in order."""
    found = []
    text = block.text
    for table, all_rows in rows_of(block.tables, []):
        header, rows = titles_and_rows(text, table, all_rows, has_titles=True)
        fields = [
            _FIELDS.get(plain(" ".join(shown_lines(title, block.host.markup) or [title]).strip(" *_`:\"'")))
            for title in header
        ]
        if not any(fields):
            continue
        for row in rows:
            values: dict[str, str] = {}
            for field, cell in zip(fields, row.cells, strict=False):
                raw = text[slice(*cell)]
                value = " ".join(shown_lines(raw, block.host.markup)) if field and len(raw) <= _MAX_LINE else ""
                if field and sum(map(str.isalnum, value)) > 1:
                    values.setdefault(field, value.strip(' "'))
            found.append((row.cells[0].start, row.cells[-1].end, values))
    return sorted(found, key=itemgetter(0, 1))
