"""Conversions between the protocol's values and ours: positions, ranges, diagnostics, edits, hovers.

A position is a line and a character, counted from 0 in units of the negotiated encoding. An offset
counts code points from the start of the document.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder

from gbr_lsp.base.escapes import code_span, escape_markdown
from gbr_lsp.base.text import Edit, Encoding, LineIndex, Span, count_units
from gbr_lsp.boards.drawing import data_uri, figures
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RemotePlace, Severity
from gbr_lsp.model.rule_pages import page_url
from gbr_lsp.rules import RULES
from gbr_lsp.settings import Settings, SettingsProblem

if TYPE_CHECKING:
    from gbr_lsp.ide.hover import Hover

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


_ENCODINGS: dict[str, Encoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


def encoding_of(capabilities: types.ClientCapabilities) -> Encoding:
    """Return the encoding of positions that pygls chooses and announces."""
    chosen = ServerCapabilitiesBuilder.choose_position_encoding(capabilities)
    return _ENCODINGS[chosen.value if isinstance(chosen, types.PositionEncodingKind) else chosen]


class Positions:
    """Converter between the offsets and positions of one document in one encoding.

    Lines are counted chunk by chunk, only as far as needed; each block has an index of its own
    lines. If blocks start within lines, there is one index of all lines.
    """

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self._document = document
        self.encoding = encoding

    @cached_property
    def _lines(self) -> LineIndex | None:
        """The lines of the document if blocks start within lines, else None."""
        return None if self._document.is_cut_at_lines else LineIndex(self._document.text)

    def offset(self, position: types.Position) -> int:
        """Return the offset of `position`, clamped to its line and to the document."""
        if not self._document.chunks:
            return 0
        if self._lines:
            return self._lines.offset(position.line, position.character, self.encoding)
        chunks = self._document.chunks
        self._count_beyond(position.line)
        chunk = max(0, min(bisect_right(self._document.first_lines, position.line), len(chunks)) - 1)
        line = position.line - self._document.first_lines[chunk]
        first_lines, blocks = chunks[chunk].first_lines, chunks[chunk].blocks
        block = max(0, min(bisect_right(first_lines, line), len(blocks)) - 1)
        lines: LineIndex = blocks[block].lines
        within = lines.offset(line - first_lines[block], position.character, self.encoding)
        return self._document.chunk_offsets[chunk] + chunks[chunk].starts[block] + within

    def position(self, offset: int) -> types.Position:
        return types.Position(*self._line_and_column(offset, self.encoding))

    def line(self, offset: int) -> int:
        """Return the number of the line that contains `offset`, from 0."""
        return self.row_and_column(offset)[0]

    def row_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line of `offset` and the column in code points, both from 0."""
        return self._line_and_column(offset, "utf-32")

    def _line_and_column(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Return the line and column of `offset`, the column in units of `encoding`."""
        if not self._document.chunks:
            return 0, 0
        if self._lines:
            return self._lines.line_and_column(offset, encoding)
        chunk, block = self._document.locate(offset)
        found = self._document.chunks[chunk]
        within = offset - self._document.chunk_offsets[chunk] - found.starts[block]
        line, column = found.blocks[block].lines.line_and_column(within, encoding)
        return self._first_line(chunk) + found.first_lines[block] + line, column

    def _first_line(self, chunk: int) -> int:
        """Return the number of lines that end before the chunk with the number `chunk`."""
        document = self._document
        while len(document.first_lines) <= chunk:
            document.count_lines()
        return document.first_lines[chunk]

    def _count_beyond(self, line: int) -> None:
        """Count the lines of chunks until `line` or the end is reached."""
        while self._document.first_lines[-1] <= line and self._document.count_lines():
            pass

    def span(self, range_: types.Range) -> Span | None:
        """Return the span of `range_`, or None if it ends before its start."""
        start, end = self.offset(range_.start), self.offset(range_.end)
        return Span(start, end) if start <= end else None

    def edit_span(self, range_: types.Range) -> Span | None:
        """Return the span of an edit, or None if `range_` is invalid.

        It is invalid if it is reversed, outside the text, or splits a character.
        """
        start, end = range_.start, range_.end
        self._count_beyond(max(start.line, end.line))
        # The last line of all, or a line after the edit.
        last = self._document.first_lines[-1]
        if (end.line, end.character) < (start.line, start.character) or last < start.line:
            return None
        # Clients write the end of the text as the line after the last one, and the end of the whole text with any
        # line.
        if last + 1 < end.line and (start.line or start.character):
            return None
        first = self._offset_between(start)
        after = first if (start.line, start.character) == (end.line, end.character) else self._offset_between(end)
        return None if first is None or after is None else Span(first, after)

    def _offset_between(self, position: types.Position) -> int | None:
        """Return the offset of `position` as `offset` does, or None if it splits a character."""
        offset = self.offset(position)
        line, column = self._line_and_column(offset, self.encoding)
        if line == position.line and column < position.character and self._document.chunks:
            chunk, block = self._document.locate(offset)
            found = self._document.chunks[chunk]
            at = offset - self._document.chunk_offsets[chunk] - found.starts[block]
            if found.blocks[block].text[at : at + 1] not in ("", "\r", "\n"):
                return None
        return offset

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(span.end))


class _DocumentState(Protocol):
    """The attributes of an open document that the conversions need."""

    @property
    def uri(self) -> str: ...

    @property
    def protocol_version(self) -> int | None: ...

    @property
    def settings(self) -> Settings: ...


def to_diagnostic(
    item: PlacedFinding, positions: Positions, state: _DocumentState, offsets: Mapping[Block, int]
) -> types.Diagnostic:
    """Return the finding `item` as a diagnostic.

    `offsets` maps the blocks of its related places to their starts.
    """
    finding, rule = item.finding, RULES[item.finding.rule]
    related = [
        types.DiagnosticRelatedInformation(
            to_location(place, positions.encoding)
            if isinstance(place, RemotePlace)
            else types.Location(state.uri, positions.range(place.span.shift(offsets[place.block]))),
            message,
        )
        for message, place in finding.related
    ]
    return types.Diagnostic(
        range=positions.range(item.span),
        message=finding.message,
        severity=_SEVERITIES[state.settings.severity_of(rule)],
        code=rule.name,
        code_description=types.CodeDescription(page_url(rule)),
        source="gbr-lsp",
        related_information=related or None,
    )


def to_location(place: RemotePlace, encoding: Encoding) -> types.Location:
    """Return the location of `place`, whose document is named by its URI."""
    start, end = (
        types.Position(place.row, count_units(place.line[:column], encoding)) for column in (place.start, place.end)
    )
    return types.Location(place.document, types.Range(start, end))


def to_problem(problem: SettingsProblem, text: str, encoding: Encoding) -> types.Diagnostic:
    """Return `problem` as a diagnostic; `text` is the settings file."""
    severity = _SEVERITIES[problem.severity]
    return types.Diagnostic(to_range(problem.span, text, encoding), problem.message, severity, source="gbr-lsp")


def to_range(span: Span, text: str, encoding: Encoding) -> types.Range:
    """Return the range of `span` in `text`, the whole text of a file."""
    lines = LineIndex(text)
    return types.Range(*(types.Position(*lines.line_and_column(offset, encoding)) for offset in span))


def to_text_edits(positions: Positions, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Return `edits` of a document in the protocol's form."""
    return [types.TextEdit(positions.range(edit.span), edit.text) for edit in edits]


def to_workspace_edit(
    capabilities: types.ClientCapabilities, state: _DocumentState, positions: Positions, edits: Sequence[Edit]
) -> types.WorkspaceEdit:
    """Return `edits` of an open document, with its version if the client supports that."""
    written = to_text_edits(positions, edits)
    known = capabilities.workspace and capabilities.workspace.workspace_edit
    if known and known.document_changes:
        document = types.OptionalVersionedTextDocumentIdentifier(state.uri, state.protocol_version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, written)])
    return types.WorkspaceEdit(changes={state.uri: written})


def to_hover(
    found: "Hover", positions: Positions, *, markdown: bool, images: bool, html: bool = False, dark: bool = False
) -> types.Hover:
    """Return `found` in Markdown or plain text, with its board.

    The board is an image if `images`, else figures; `dark` means a dark background for these. If
    the client shows HTML in Markdown (`html`), the board is an image left of the words.
    """
    if markdown and html and found.board:
        words = "<br>".join([f"<b>{escape_markdown(found.head)}</b>", *map(escape_markdown, found.lines)])
        board = f'<img src="{data_uri(found.board, found.marked)}" alt="board">'
        value = f"<table><tr><td>{board}</td><td>{words}</td></tr></table>"
    elif markdown:
        # The parser of VS Code reads signs in a code span as markup if the span is bold.
        bold = "**" if escape_markdown(found.head) == found.head else ""
        value = f"{bold}{code_span(found.head)}{bold}\n\n"
        if found.board and images:
            # First, because the hover of VS Code shows about 250 pixels.
            value += f"![board]({data_uri(found.board, found.marked)})\n\n"
        value += "  \n".join(map(escape_markdown, found.lines))
        if found.board and not images:
            value += "\n\n```text\n" + "\n".join(figures(found.board, found.marked, is_dark=dark)) + "\n```"
    else:
        value = "\n".join(
            [found.head, *found.lines, *(figures(found.board, found.marked, is_dark=dark) if found.board else [])]
        )
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, value), positions.range(found.span))
