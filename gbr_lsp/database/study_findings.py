"""The findings at each study of a collection: a column of JSON that is made when it is needed.

It is not kept in the index, because it depends on the selected rules.
"""

import json
import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.file_parts import read_exactly
from gbr_lsp.base.regular_file import open_regular
from gbr_lsp.base.text import LineIndex
from gbr_lsp.collection.facts import ROLE
from gbr_lsp.database.chunk import UNCOMPARED, IndexChunk, Spot
from gbr_lsp.database.chunk_reader import FilePart, ReadOptions, read_document, read_games
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import PlacedFinding, code_of, lint
from gbr_lsp.lint.memo import linted_studies
from gbr_lsp.model.document import Document
from gbr_lsp.rules import RULES

_NONE = "[]"


class StudyFinding(NamedTuple):
    """A finding: its row and column, or those of the code that it is about, severity, rule and message."""

    row: int
    column: int
    severity: str
    rule: str
    message: str


def study_findings(
    document: Document,
    found: Iterable[PlacedFinding],
    selected: frozenset[str] | None,
    row_and_column: Callable[[int], tuple[int, int]],
) -> list[StudyFinding]:
    """Return the findings `found` of a document linted with `selected`, and the studies without comparison.

    `row_and_column` converts an offset. If `selected` is None, the latest selection counts.
    """
    places: list[tuple[int, str, str, str]] = []
    codes = {place.block for item in found if (place := code_of(item))}
    alone = [
        study
        for chunk in document.chunks
        for study, is_solved in linted_studies(chunk, selected)
        if not is_solved and next(study.placements, None) is None
    ]
    offsets = document.offsets_of(codes.union(study.block for study in alone)) if codes or alone else {}
    for item in found:
        place = code_of(item)
        start = place.span.start + offsets[place.block] if place else item.span.start
        finding = item.finding
        severity = finding.severity or RULES[finding.rule].severity
        places.append((start, severity.value, finding.rule, finding.message))
    places += [(offsets[study.block] + study.occurrence.span.start, UNCOMPARED, "", "") for study in alone]
    return [StudyFinding(*row_and_column(start), *rest) for start, *rest in places]


def findings_column(chunk: IndexChunk, first_row: int, found: Iterable[StudyFinding]) -> bytes:
    """Return the column of the findings `found` for the codes of `chunk`, whose first row is `first_row`.

    A finding belongs to the code at its place, otherwise to the last study that begins at or before
    its row, otherwise to the first code.
    """
    lists: dict[int, list[tuple[str, str, str]]] = {}
    spots = chunk.spots(range(chunk.codes)) if chunk.codes else []
    signs = chunk.columns["signs"]
    studies = [number for number in range(chunk.codes) if signs[6 * number + ROLE] == ord("s")]
    starts = [spots[number].first_row for number in studies]
    for one in found:
        number = _code_at(spots, one.row - first_row, one.column)
        if number is None and one.severity != UNCOMPARED and 0 <= one.row - first_row < max(1, chunk.lines + 1):
            at = bisect_right(starts, one.row - first_row) - 1
            number = studies[max(at, 0)] if studies else None
        if number is not None:
            lists.setdefault(number, []).append(one[2:])
    texts = [
        json.dumps(lists[number], separators=(",", ":")) if number in lists else _NONE for number in range(chunk.codes)
    ]
    return "\n".join(texts).encode("utf-8", "surrogatepass")


def _code_at(spots: Sequence[Spot], row: int, column: int) -> int | None:
    """Return the number of the code that contains a place, or None; the codes are in order."""
    at = bisect_right(spots, (row, column), key=lambda spot: (spot.row, spot.column)) - 1
    return at if 0 <= at and (row, column) < (spots[at].end_row, spots[at].end_column) else None


def column_of_document(document: Document, text: str, chunk: IndexChunk, selected: frozenset[str]) -> bytes:
    """Return the column of findings of a whole document with the codes `chunk`, linted with `selected`."""
    found = study_findings(document, lint(document, selected), selected, LineIndex(text).line_and_column)
    return findings_column(chunk, 0, found)


def column_of_file(options: ReadOptions, selected: frozenset[str]) -> bytes:
    """Return the column of findings of a whole file. Raises OSError and NotText."""
    with open(options.name, "rb", opener=open_regular) as file:
        text = decode(file.read(), options.encoding).text
    document = Document.of(text, host_for(os.path.basename(options.name)), options.conventions)
    return column_of_document(document, text, read_document(document, text), selected)


def column_of_part(part: FilePart, selected: frozenset[str]) -> bytes:
    """Return the column of findings of whole games in a file. Raises OSError, NotText and FileChanged."""
    with open(part.path, "rb", opener=open_regular) as file:
        data = read_exactly(file, part.start, part.end - part.start)
    text = decode(data, part.options.encoding).text
    document = Document.of(text, host_for(part.options.name), part.options.conventions)
    return column_of_document(document, text, read_games(data, part.options), selected)
