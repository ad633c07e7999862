"""`textDocument/semanticTokens`: the colors of codes, for a document, a range, or as changes of the last answer."""

from lsprotocol import types

from gbr_lsp.base.cooperative import consumed
from gbr_lsp.ide.tokens import MODIFIERS, TYPES, SemanticToken, delta, tokens
from gbr_lsp.lsp.convert import Positions
from gbr_lsp.lsp.offload import in_thread
from gbr_lsp.lsp.server import Server


def register(server: Server) -> None:
    answers = SemanticTokens(server)
    legend = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)(in_thread(server, answers.full))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, legend)(in_thread(server, answers.delta))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)(in_thread(server, answers.range))
    server.events.closed.append(answers.forget)


class SemanticTokens:
    """The last answer for each document is kept, for the next may be sent as a change of it."""

    def __init__(self, server: Server) -> None:
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
        snapshot = self._server.snapshot(params.text_document.uri)
        span = snapshot and snapshot.positions.span(params.range)
        if snapshot is None or span is None:
            return types.SemanticTokens([])
        return types.SemanticTokens(_numbers(tokens(snapshot.document, span), snapshot.positions))

    def forget(self, uri: str) -> None:
        self._last.pop(uri, None)

    def _answer(self, uri: str) -> types.SemanticTokens:
        snapshot = self._server.snapshot(uri)
        data = _numbers(tokens(snapshot.document), snapshot.positions) if snapshot else []
        self._count += 1
        self._last[uri] = types.SemanticTokens(data, str(self._count))
        return self._last[uri]


def _numbers(found: list[SemanticToken], positions: Positions) -> list[int]:
    """Five numbers a token: line and character from the token before, length, type, modifiers."""
    data: list[int] = []
    line = character = 0
    for token in consumed(found):
        start, end = positions.position(token.span.start), positions.position(token.span.end)
        data += [start.line - line, start.character - (character if start.line == line else 0)]
        data += [end.character - start.character, token.type_number, token.modifier_bits]
        line, character = start.line, start.character
    return data
