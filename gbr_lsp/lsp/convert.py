"""Every conversion between the protocol's values and ours: positions, ranges, diagnostics, hovers, completions.

A position is a line and a character, counted from 0 in units of the encoding that was negotiated; an offset counts code
points from the start of the document.
"""

from bisect import bisect_right

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder

from gbr_lsp.document import Document
from gbr_lsp.drawing import data_uri, figures
from gbr_lsp.finding import Remote, Severity
from gbr_lsp.ide.completion import Item
from gbr_lsp.ide.hover import Hover
from gbr_lsp.lint import Placed
from gbr_lsp.pages import page_url
from gbr_lsp.rules import RULES
from gbr_lsp.text import Encoding, LineIndex, Span, units

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
    """The positions of one document in one encoding. Lines are counted once; each block indexes its own."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self._document = document
        self.encoding = encoding
        self._first_lines: list[int] = []
        line = 0
        for block in document.blocks:
            self._first_lines.append(line)
            line += len(block.lines.starts) - (1 if block.text.endswith(("\n", "\r")) else 0)

    def offset(self, position: types.Position) -> int:
        """The offset of a position, clamped to its line and to the document."""
        if not self._document.blocks:
            return 0
        number = max(0, bisect_right(self._first_lines, position.line) - 1)
        lines: LineIndex = self._document.blocks[number].lines
        line = position.line - self._first_lines[number]
        return self._document.starts[number] + lines.offset(line, position.character, self.encoding)

    def position(self, offset: int) -> types.Position:
        """The position of an offset."""
        if not self._document.blocks:
            return types.Position(0, 0)
        number = self._document.block_number(offset)
        line, column = self._document.blocks[number].lines.column(offset - self._document.starts[number], self.encoding)
        return types.Position(self._first_lines[number] + line, column)

    def span(self, range_: types.Range) -> Span | None:
        """The span of a range; None where its end comes before its start."""
        start, end = self.offset(range_.start), self.offset(range_.end)
        return Span(start, end) if start <= end else None

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(span.end))


def to_diagnostic(item: Placed, positions: Positions, uri: str, offsets: dict[int, int]) -> types.Diagnostic:
    """A finding as the protocol has it; `offsets` are the starts of the blocks by their identity."""
    finding, rule = item.finding, RULES[item.finding.rule]
    related = [
        types.DiagnosticRelatedInformation(
            to_remote(place, positions.encoding)
            if isinstance(place, Remote)
            else types.Location(uri, positions.range(place.span.shift(offsets[id(place.block)]))),
            message,
        )
        for message, place in finding.related
    ]
    return types.Diagnostic(
        range=positions.range(item.span),
        message=finding.message,
        severity=_SEVERITIES[rule.severity],
        code=rule.name,
        code_description=types.CodeDescription(page_url(rule)),
        source="gbr-lsp",
        related_information=related or None,
    )


def to_remote(place: Remote, encoding: Encoding) -> types.Location:
    """A place in another document, whose name is its URI."""
    start, end = (
        types.Position(place.row, units(place.line[:column], encoding)) for column in (place.start, place.end)
    )
    return types.Location(place.document, types.Range(start, end))


def to_hover(found: Hover, positions: Positions, *, markdown: bool, images: bool) -> types.Hover:
    """A hover in Markdown or plain text, with the board as an image where the client shows images."""
    if markdown:
        value = f"**`{found.head}`**\n\n"
        if found.board and images:
            # First, for the hover of VS Code shows about 250 pixels.
            value += f"![board]({data_uri(found.board)})\n\n"
        value += "  \n".join(found.lines)
        if found.board and not images:
            value += "\n\n```text\n" + "\n".join(figures(found.board)) + "\n```"
    else:
        value = "\n".join([found.head, *found.lines, *(figures(found.board) if found.board else [])])
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, value), positions.range(found.span))


def to_completion(item: Item, positions: Positions) -> types.CompletionItem:
    return types.CompletionItem(
        label=item.label,
        detail=item.detail,
        kind=types.CompletionItemKind.Value,
        sort_text=f"{item.order:04}",
        filter_text=item.filter_text,
        text_edit=types.TextEdit(positions.range(item.span), item.text),
    )
