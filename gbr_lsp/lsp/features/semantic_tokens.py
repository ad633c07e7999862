"""`textDocument/semanticTokens`: for a document, for a range, or as a change of the last answer."""

from array import array
from itertools import takewhile
from typing import Any, NamedTuple

from lsprotocol import types

from gbr_lsp.base.text import LINE_END, Encoding, count_units
from gbr_lsp.ide.tokens import MODIFIERS, TYPES, SemanticToken, delta, tokens
from gbr_lsp.lsp.background import answer_from_part, answer_in_process
from gbr_lsp.lsp.chunk_answers import parts_of
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.lsp.server import Server
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document


def register(server: Server) -> None:
    answers = SemanticTokens(server)
    legend = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def full(params: types.SemanticTokensParams) -> Any:
        return await answers.full(params)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, legend)
    async def changed(params: types.SemanticTokensDeltaParams) -> Any:
        return await answers.delta(params)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    async def in_range(params: types.SemanticTokensRangeParams) -> Any:
        return await answers.range(params)

    server.events.on_close.append(answers.forget)


class _ChunkTokens(NamedTuple):
    """The encoded tokens of a chunk, and the position of the last one within it."""

    numbers: "array[int]"
    last_line: int
    last_character: int


class _ChunkLines(NamedTuple):
    """The number of line ends in a chunk, and of units after the last one."""

    ends: int
    last_length: int


class _Last(NamedTuple):
    """The last answer for a document: the tokens and the lines of each chunk."""

    result_id: str
    parts: list[_ChunkTokens]
    lines: list[_ChunkLines]


class SemanticTokens:
    """Answers about tokens; the last one of each document is kept to compute a change."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._last: dict[str, _Last] = {}

    async def full(self, params: types.SemanticTokensParams) -> Any:
        return await self._full(params.text_document.uri, await self._tokens(params.text_document.uri))

    async def delta(self, params: types.SemanticTokensDeltaParams) -> Any:
        uri = params.text_document.uri
        before = self._last.get(uri)
        now = await self._tokens(uri)
        if before is None or now is None or before.result_id != params.previous_result_id:
            return await self._full(uri, now)
        change = _change(before, now)
        return types.SemanticTokensDelta([change] if change else [], now.result_id)

    async def range(self, params: types.SemanticTokensRangeParams) -> Any:
        """Return the tokens of the requested range, which an editor shows first."""
        snapshot = self._server.snapshot(params.text_document.uri)
        span = snapshot and snapshot.positions.span(params.range)
        if snapshot is None or span is None:
            return types.SemanticTokens([])

        def answer(part: Document, start: int) -> types.SemanticTokens:
            return types.SemanticTokens(_numbers(tokens(part, span.shift(-start)), snapshot.positions, start))

        return await answer_from_part(self._server, snapshot, span, answer)

    def forget(self, uri: str) -> None:
        self._last.pop(uri, None)

    async def _tokens(self, uri: str) -> _Last | None:
        """Return the tokens of each chunk, or None if the text of `uri` is unknown."""
        snapshot = self._server.snapshot(uri)
        if snapshot is None:
            return None
        parts = await parts_of(self._server, snapshot, _chunk_tokens)
        document, encoding = snapshot.document, snapshot.positions.encoding
        lines = [_lines(chunk, None if document.is_cut_at_lines else encoding) for chunk in document.chunks]
        last = self._last[uri] = _Last(str(snapshot.opened.generation), parts, lines)
        return last

    async def _full(self, uri: str, found: _Last | None) -> Any:
        """Return all tokens of `found` as an answer; no tokens for None."""
        if found is None:
            return types.SemanticTokens([])

        def answer() -> types.SemanticTokens:
            return types.SemanticTokens(_joined(found).tolist(), found.result_id)

        return await answer_in_process(self._server, uri, answer)


def _chunk_tokens(chunk: Document, encoding: Encoding) -> _ChunkTokens:
    """Return the `_ChunkTokens` of `chunk`, a document of one chunk."""
    positions, found = Positions(chunk, encoding), tokens(chunk)
    last = positions.position(found[-1].span.start) if found else types.Position(0, 0)
    return _ChunkTokens(array("I", _numbers(found, positions)), last.line, last.character)


def _lines(chunk: Chunk, encoding: Encoding | None) -> _ChunkLines:
    """Return the `_ChunkLines` of `chunk`; without `encoding` it must end with a line end."""
    rest = LINE_END.split(chunk.text)[-1] if encoding else ""
    return _ChunkLines(chunk.lines, count_units(rest, encoding) if encoding else 0)


def _joined(last: _Last, chunks: slice = slice(None)) -> "array[int]":
    """Return the encoded tokens of the chunks `chunks` of a document, five numbers each."""
    data = array("I")
    above = start = last_character = 0
    for number, (part, lines) in enumerate(zip(last.parts, last.lines, strict=True)):
        if part.numbers:
            if number in range(*chunks.indices(len(last.parts))):
                first = len(data)
                data += part.numbers
                if data[first] == 0:
                    # The token is on the first line of the chunk, after text of the previous chunk.
                    data[first + 1] = data[first + 1] + start - (0 if above else last_character)
                data[first] += above
            last_character = part.last_character + (0 if part.last_line else start)
            above = -part.last_line
        above += lines.ends
        start = lines.last_length + (0 if lines.ends else start)
    return data


def _change(before: _Last, now: _Last) -> types.SemanticTokensEdit | None:
    """Return the shortest single edit from `before` to `now`, or None if they are equal.

    Only chunks that differ are compared.
    """
    first = _alike(before, now, 1)
    last = min(_alike(before, now, -1), len(before.parts) - first, len(now.parts) - first)
    # The first numbers of the common end depend on the token before it.
    while last and not now.parts[-last].numbers:
        last -= 1
    last = max(0, last - 1)
    old, new = (_joined(one, slice(first, len(one.parts) - last)) for one in (before, now))
    change = delta(old, new)
    if change is None:
        return None
    start = sum(len(part.numbers) for part in now.parts[:first])
    return types.SemanticTokensEdit(start + change.start, change.delete_count, change.data)


def _alike(one: _Last, other: _Last, step: int) -> int:
    """Return how many chunks both answers share at the start (`step` 1) or end (-1)."""
    parts = zip(one.parts[::step], other.parts[::step], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], parts))


def _numbers(found: list[SemanticToken], positions: Positions, shift: int = 0) -> list[int]:
    """Return five numbers for each token, as the protocol encodes it.

    They are line and character relative to the previous token, length, type and modifiers. `shift`
    is the offset in the document of the part that contains the tokens.
    """
    data: list[int] = []
    line = character = 0
    for token in found:
        start, end = (positions.position(shift + offset) for offset in token.span)
        data += [start.line - line, start.character - (character if start.line == line else 0)]
        data += [end.character - start.character, token.type_number, token.modifier_bits]
        line, character = start.line, start.character
    return data
