"""What shows and walks the structure of a document: colors, symbols, folds, selections, highlights, links."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from gbr_lsp.base.text import Span
from gbr_lsp.ide.folding import Folded, folds
from gbr_lsp.ide.highlights import Shown, highlights
from gbr_lsp.ide.links import links
from gbr_lsp.ide.selection import selection
from gbr_lsp.ide.symbols import Symbol, What, symbols
from gbr_lsp.ide.tokens import MODIFIERS, TYPES, SemanticToken, delta, tokens
from gbr_lsp.lsp.convert import Positions
from gbr_lsp.lsp.offload import apart

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Server

_KINDS = {What.STUDY: types.SymbolKind.Object, What.GAME: types.SymbolKind.Event}
_SHOWN = {Shown.TEXT: types.DocumentHighlightKind.Text, Shown.READ: types.DocumentHighlightKind.Read}
_FOLDED = {Folded.GAME: types.FoldingRangeKind.Region, Folded.BOARD: None, Folded.SQUARES: None}


def register(server: "Server") -> None:
    colors = server.colors
    legend = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)(apart(server, colors.full))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, legend)(apart(server, colors.delta))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)(_plain(colors.range))
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(apart(server, _symbols(server)))
    server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)(apart(server, _folds(server)))
    server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)(_selection(server))
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(_highlights(server))
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions())(apart(server, _links(server)))


def _plain(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function for a method: pygls writes names on what it registers."""

    def answer(params: Any) -> Any:
        return method(params)

    return answer


class Colors:
    """Semantic tokens; the last answer for each document is kept, for the next may be told as a change of it."""

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._last: dict[str, types.SemanticTokens] = {}
        self._count = 0

    def full(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        return self._answer(params.text_document.uri)

    def delta(self, params: types.SemanticTokensDeltaParams) -> types.SemanticTokens | types.SemanticTokensDelta:
        before = self._last.get(params.text_document.uri)
        now = self._answer(params.text_document.uri)
        if before is None or before.result_id != params.previous_result_id:
            return now
        change = delta(list(before.data), list(now.data))
        edits = [types.SemanticTokensEdit(change.start, change.delete_count, change.data)] if change else []
        return types.SemanticTokensDelta(edits, now.result_id)

    def range(self, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        looked_at = self._server.look(params.text_document.uri)
        span = looked_at and looked_at.positions.span(params.range)
        if looked_at is None or span is None:
            return types.SemanticTokens([])
        return types.SemanticTokens(_numbers(tokens(looked_at.document, span), looked_at.positions))

    def forget(self, uri: str) -> None:
        self._last.pop(uri, None)

    def _answer(self, uri: str) -> types.SemanticTokens:
        looked_at = self._server.look(uri)
        data = _numbers(tokens(looked_at.document), looked_at.positions) if looked_at else []
        self._count += 1
        self._last[uri] = types.SemanticTokens(data, str(self._count))
        return self._last[uri]


def _numbers(found: list[SemanticToken], positions: Positions) -> list[int]:
    """Five numbers a token: line and character from the token before, length, type, modifiers."""
    data: list[int] = []
    line = character = 0
    for token in found:
        start, end = positions.position(token.span.start), positions.position(token.span.end)
        data += [start.line - line, start.character - (character if start.line == line else 0)]
        data += [end.character - start.character, token.type_number, token.modifier_bits]
        line, character = start.line, start.character
    return data


def _symbols(server: "Server") -> Callable[[types.DocumentSymbolParams], list[types.DocumentSymbol]]:
    def answer(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        looked_at = server.look(params.text_document.uri)
        return [_to_symbol(found, looked_at.positions) for found in symbols(looked_at.document)] if looked_at else []

    return answer


def _to_symbol(symbol: Symbol, positions: Positions) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=symbol.name,
        kind=_KINDS[symbol.kind],
        range=positions.range(symbol.span),
        selection_range=positions.range(symbol.selection),
        detail=symbol.detail,
        children=[_to_symbol(child, positions) for child in symbol.children],
    )


def _folds(server: "Server") -> Callable[[types.FoldingRangeParams], list[types.FoldingRange]]:
    def answer(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        looked_at = server.look(params.text_document.uri)
        if looked_at is None:
            return []
        found = []
        for fold in folds(looked_at.document):
            lines = looked_at.positions.range(fold.span)
            found.append(types.FoldingRange(lines.start.line, lines.end.line, kind=_FOLDED[fold.what]))
        return found

    return answer


def _selection(server: "Server") -> Callable[[types.SelectionRangeParams], list[types.SelectionRange]]:
    def answer(params: types.SelectionRangeParams) -> list[types.SelectionRange]:
        """One for each position, in their order; an empty one where there is nothing to select."""
        looked_at = server.look(params.text_document.uri)
        found = []
        for position in params.positions:
            chosen = types.SelectionRange(types.Range(position, position))
            if looked_at:
                spans = selection(looked_at.document, looked_at.positions.offset(position))
                chosen = _nested(spans, looked_at.positions) or chosen
            found.append(chosen)
        return found

    return answer


def _nested(spans: list[Span], positions: Positions) -> types.SelectionRange | None:
    outer = None
    for span in reversed(spans):
        outer = types.SelectionRange(positions.range(span), outer)
    return outer


def _highlights(server: "Server") -> Callable[[types.DocumentHighlightParams], list[types.DocumentHighlight]]:
    def answer(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        looked_at = server.look(params.text_document.uri)
        if looked_at is None:
            return []
        found = highlights(looked_at.document, looked_at.positions.offset(params.position))
        return [types.DocumentHighlight(looked_at.positions.range(span), _SHOWN[kind]) for span, kind in found]

    return answer


def _links(server: "Server") -> Callable[[types.DocumentLinkParams], list[types.DocumentLink]]:
    def answer(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        looked_at = server.look(params.text_document.uri)
        if looked_at is None:
            return []
        return [
            types.DocumentLink(looked_at.positions.range(link.span), target=link.target, tooltip=link.title)
            for link in links(looked_at.document, server.options.links)
        ]

    return answer
