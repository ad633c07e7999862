"""Every conversion between the protocol's values and ours: positions, ranges, diagnostics, edits, hovers.

A position is a line and a character, counted from 0 in units of the encoding that was negotiated; an offset counts code
points from the start of the document.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder

from gbr_lsp.base.text import Edit, Encoding, LineIndex, Span, count_units
from gbr_lsp.boards.drawing import data_uri, figures
from gbr_lsp.lint.engine import Placed
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Remote, Severity
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
    """The encoding of positions that pygls chooses and announces."""
    chosen = ServerCapabilitiesBuilder.choose_position_encoding(capabilities)
    return _ENCODINGS[chosen.value if isinstance(chosen, types.PositionEncodingKind) else chosen]


class Positions:
    """The positions of one document in one encoding.

    Lines are counted chunk by chunk, only as far as they are asked for; each block has an index of its own lines. Where
    blocks begin within lines, there is one index of all lines.
    """

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self._document = document
        self.encoding = encoding

    @cached_property
    def _lines(self) -> LineIndex | None:
        """The lines of the document if blocks begin within lines, else None."""
        return None if self._document.has_whole_lines else LineIndex(self._document.text)

    def offset(self, position: types.Position) -> int:
        """The offset of a position, clamped to its line and to the document."""
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
        return self._document.offset_of_chunk(chunk) + chunks[chunk].starts[block] + within

    def position(self, offset: int) -> types.Position:
        """The position of an offset."""
        return types.Position(*self._line_and_column(offset, self.encoding))

    def line(self, offset: int) -> int:
        """The line of an offset."""
        if self._lines:
            return self._lines.line_at(offset)
        chunk, block = self._document.locate(offset)
        found = self._document.chunks[chunk]
        within = offset - self._document.offset_of_chunk(chunk) - found.starts[block]
        return self._first_line(chunk) + found.first_lines[block] + found.blocks[block].lines.line_at(within)

    def row_and_column(self, offset: int) -> tuple[int, int]:
        """The line of an offset and the column in code points."""
        return self._line_and_column(offset, "utf-32")

    def _line_and_column(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        if not self._document.chunks:
            return 0, 0
        if self._lines:
            return self._lines.line_and_column(offset, encoding)
        chunk, block = self._document.locate(offset)
        found = self._document.chunks[chunk]
        within = offset - self._document.offset_of_chunk(chunk) - found.starts[block]
        line, column = found.blocks[block].lines.line_and_column(within, encoding)
        return self._first_line(chunk) + found.first_lines[block] + line, column

    def _first_line(self, chunk: int) -> int:
        """How many lines end before a chunk."""
        document = self._document
        while len(document.first_lines) <= chunk:
            document.count_lines()
        return document.first_lines[chunk]

    def _count_beyond(self, line: int) -> None:
        while self._document.first_lines[-1] <= line and self._document.count_lines():
            pass

    def span(self, range_: types.Range) -> Span | None:
        """The span of a range; None where its end comes before its start."""
        start, end = self.offset(range_.start), self.offset(range_.end)
        return Span(start, end) if start <= end else None

    def edited(self, range_: types.Range) -> Span | None:
        """The span of an edit; None where it is reversed, lies outside of the text or parts a character."""
        start, end = range_.start, range_.end
        self._count_beyond(max(start.line, end.line))
        # The last line of all, or one behind the edit.
        last = self._document.first_lines[-1]
        if (end.line, end.character) < (start.line, start.character) or last < start.line:
            return None
        # Clients write the end of the text as the line behind the last one, and all of it with any line.
        if last + 1 < end.line and (start.line or start.character):
            return None
        first = self._offset_between(start)
        behind = first if (start.line, start.character) == (end.line, end.character) else self._offset_between(end)
        return None if first is None or behind is None else Span(first, behind)

    def _offset_between(self, position: types.Position) -> int | None:
        """The offset of a position, as `offset` has it; None where it parts a character."""
        offset = self.offset(position)
        line, column = self._line_and_column(offset, self.encoding)
        if line == position.line and column < position.character and self._document.chunks:
            chunk, block = self._document.locate(offset)
            found = self._document.chunks[chunk]
            at = offset - self._document.offset_of_chunk(chunk) - found.starts[block]
            if found.blocks[block].text[at : at + 1] not in ("", "\r", "\n"):
                return None
        return offset

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(span.end))


class _DocumentState(Protocol):
    """What the conversions must know of an open document."""

    @property
    def uri(self) -> str: ...

    @property
    def protocol_version(self) -> int | None: ...

    @property
    def settings(self) -> Settings: ...


def to_diagnostic(
    item: Placed, positions: Positions, state: _DocumentState, offsets: Mapping[Block, int]
) -> types.Diagnostic:
    """A finding as the protocol has it; `offsets` are the starts of the blocks of related places."""
    finding, rule = item.finding, RULES[item.finding.rule]
    related = [
        types.DiagnosticRelatedInformation(
            to_remote(place, positions.encoding)
            if isinstance(place, Remote)
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


def to_remote(place: Remote, encoding: Encoding) -> types.Location:
    """A place in another document, whose name is its URI."""
    start, end = (
        types.Position(place.row, count_units(place.line[:column], encoding)) for column in (place.start, place.end)
    )
    return types.Location(place.document, types.Range(start, end))


def to_problem(problem: SettingsProblem, text: str, encoding: Encoding) -> types.Diagnostic:
    """What is wrong in a file of settings, with its text."""
    lines = LineIndex(text)
    start, end = (types.Position(*lines.line_and_column(offset, encoding)) for offset in problem.span)
    severity = _SEVERITIES[problem.severity]
    return types.Diagnostic(types.Range(start, end), problem.message, severity, source="gbr-lsp")


def to_text_edits(positions: Positions, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Edits of a document by its positions."""
    return [types.TextEdit(positions.range(edit.span), edit.text) for edit in edits]


def to_workspace_edit(
    capabilities: types.ClientCapabilities, state: _DocumentState, positions: Positions, edits: Sequence[Edit]
) -> types.WorkspaceEdit:
    """Edits of an open document, with its version where the client heeds it."""
    written = to_text_edits(positions, edits)
    known = capabilities.workspace and capabilities.workspace.workspace_edit
    if known and known.document_changes:
        document = types.OptionalVersionedTextDocumentIdentifier(state.uri, state.protocol_version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, written)])
    return types.WorkspaceEdit(changes={state.uri: written})


def to_hover(
    found: "Hover", positions: Positions, *, markdown: bool, images: bool, html: bool = False, dark: bool = False
) -> types.Hover:
    """A hover in Markdown or plain text, with the board as an image where the client shows images, else in figures.

    Where the client shows HTML in Markdown, the board stands left of the words. `dark` is whether figures stand on a
    dark background.
    """
    if markdown and html and found.board:
        # The entities that come with it take a while to import.
        from html import escape

        words = "<br>".join([f"<b><code>{escape(found.head)}</code></b>", *map(escape, found.lines)])
        board = f'<img src="{data_uri(found.board)}" alt="board">'
        value = f"<table><tr><td>{board}</td><td>{words}</td></tr></table>"
    elif markdown:
        value = f"**`{found.head}`**\n\n"
        if found.board and images:
            # First, for the hover of VS Code shows about 250 pixels.
            value += f"![board]({data_uri(found.board)})\n\n"
        value += "  \n".join(found.lines)
        if found.board and not images:
            value += "\n\n```text\n" + "\n".join(figures(found.board, is_dark=dark)) + "\n```"
    else:
        value = "\n".join([found.head, *found.lines, *(figures(found.board, is_dark=dark) if found.board else [])])
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, value), positions.range(found.span))
