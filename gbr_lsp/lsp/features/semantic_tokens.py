"""`textDocument/semanticTokens`: the colors of codes, for a document, a range, or as changes of the last answer."""

from array import array
from typing import Any, NamedTuple

from lsprotocol import types

from gbr_lsp.base.cooperative import consumed
from gbr_lsp.ide.tokens import MODIFIERS, TYPES, SemanticToken, delta, tokens
from gbr_lsp.lsp.convert import Positions
from gbr_lsp.lsp.offload import answered_in_part, beside
from gbr_lsp.lsp.server import Server
from gbr_lsp.model.document import Document


def register(server: Server) -> None:
    answers = SemanticTokens(server)
    legend = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)(beside(server, answers.full, answers))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, legend)(beside(server, answers.delta, answers))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    async def in_range(params: types.SemanticTokensRangeParams) -> Any:
        return await answers.range(params)

    server.events.closed.append(answers.forget)


class _Last(NamedTuple):
    """The last answer for a document."""

    result_id: str
    data: "array[int]"


class SemanticTokens:
    """The last answer for each document is kept, for the next may be sent as a change of it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._last: dict[str, _Last] = {}

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

    async def range(self, params: types.SemanticTokensRangeParams) -> Any:
        """Those of the part of the document that has the range, which an editor shows at once."""
        snapshot = self._server.snapshot(params.text_document.uri)
        span = snapshot and snapshot.positions.span(params.range)
        if snapshot is None or span is None:
            return types.SemanticTokens([])

        def answer(part: Document, start: int) -> types.SemanticTokens:
            return types.SemanticTokens(_numbers(tokens(part, span.shift(-start)), snapshot.positions, start))

        return await answered_in_part(self._server, snapshot, span, answer)

    def kept(self, uri: str) -> _Last | None:
        return self._last.get(uri)

    def keep(self, uri: str, kept: _Last | None) -> None:
        """Takes over what another process has answered."""
        if kept and self._server.documents.get(uri):
            self._last[uri] = kept

    def forget(self, uri: str) -> None:
        self._last.pop(uri, None)

    def _answer(self, uri: str) -> types.SemanticTokens:
        snapshot = self._server.snapshot(uri)
        if snapshot is None:
            return types.SemanticTokens([])
        data = _numbers(tokens(snapshot.document), snapshot.positions)
        last = self._last[uri] = _Last(str(snapshot.opened.generation), array("I", data))
        return types.SemanticTokens(data, last.result_id)


def _numbers(found: list[SemanticToken], positions: Positions, shift: int = 0) -> list[int]:
    """Five numbers a token: line and character from the token before, length, type, modifiers.

    `shift` is where in the document the part starts that the tokens are of.
    """
    data: list[int] = []
    line = character = 0
    for token in consumed(found):
        start, end = (positions.position(shift + offset) for offset in token.span)
        data += [start.line - line, start.character - (character if start.line == line else 0)]
        data += [end.character - start.character, token.type_number, token.modifier_bits]
        line, character = start.line, start.character
    return data
