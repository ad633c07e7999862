"""`textDocument/semanticTokens`: the colors of codes, for a document, a range, or as changes of the last answer."""

from array import array
from itertools import takewhile
from typing import Any, NamedTuple

from lsprotocol import types

from gbr_lsp.base.text import LINE_END, Encoding, count_units
from gbr_lsp.ide.tokens import MODIFIERS, TYPES, SemanticToken, delta, tokens
from gbr_lsp.lsp.by_chunk import parts_of
from gbr_lsp.lsp.convert import Positions
from gbr_lsp.lsp.offload import answered_beside, answered_in_part
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

    server.events.closed.append(answers.forget)


class _ChunkTokens(NamedTuple):
    """The numbers of the tokens of a chunk, as if it were the whole document, and the position of the last one."""

    numbers: "array[int]"
    last_line: int
    last_character: int


class _ChunkLines(NamedTuple):
    """The number of line ends in a chunk, and the units after the last one."""

    ends: int
    behind: int


class _Last(NamedTuple):
    """The last answer for a document: the tokens and the lines of each chunk."""

    result_id: str
    parts: list[_ChunkTokens]
    lines: list[_ChunkLines]


class SemanticTokens:
    """The last answer for each document is kept, for the next may be sent as a change of it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._last: dict[str, _Last] = {}

    async def full(self, params: types.SemanticTokensParams) -> Any:
        return await self._whole(params.text_document.uri, await self._tokens(params.text_document.uri))

    async def delta(self, params: types.SemanticTokensDeltaParams) -> Any:
        uri = params.text_document.uri
        before = self._last.get(uri)
        now = await self._tokens(uri)
        if before is None or now is None or before.result_id != params.previous_result_id:
            return await self._whole(uri, now)
        change = _change(before, now)
        return types.SemanticTokensDelta([change] if change else [], now.result_id)

    async def range(self, params: types.SemanticTokensRangeParams) -> Any:
        """Those of the part of the document that has the range, which an editor shows at once."""
        snapshot = self._server.snapshot(params.text_document.uri)
        span = snapshot and snapshot.positions.span(params.range)
        if snapshot is None or span is None:
            return types.SemanticTokens([])

        def answer(part: Document, start: int) -> types.SemanticTokens:
            return types.SemanticTokens(_numbers(tokens(part, span.shift(-start)), snapshot.positions, start))

        return await answered_in_part(self._server, snapshot, span, answer)

    def forget(self, uri: str) -> None:
        self._last.pop(uri, None)

    async def _tokens(self, uri: str) -> _Last | None:
        """The tokens of each chunk of a document, which are kept; None where its text is not known."""
        snapshot = self._server.snapshot(uri)
        if snapshot is None:
            return None
        parts = await parts_of(self._server, snapshot, _chunk_tokens)
        document, encoding = snapshot.document, snapshot.positions.encoding
        lines = [_lines(chunk, None if document.has_whole_lines else encoding) for chunk in document.chunks]
        last = self._last[uri] = _Last(str(snapshot.opened.generation), parts, lines)
        return last

    async def _whole(self, uri: str, found: _Last | None) -> Any:
        if found is None:
            return types.SemanticTokens([])

        def answer() -> types.SemanticTokens:
            return types.SemanticTokens(_joined(found).tolist(), found.result_id)

        return await answered_beside(self._server, uri, answer)


def _chunk_tokens(chunk: Document, encoding: Encoding) -> _ChunkTokens:
    positions, found = Positions(chunk, encoding), tokens(chunk)
    last = positions.position(found[-1].span.start) if found else types.Position(0, 0)
    return _ChunkTokens(array("I", _numbers(found, positions)), last.line, last.character)


def _lines(chunk: Chunk, encoding: Encoding | None) -> _ChunkLines:
    """Count the lines of `chunk`; without `encoding` it is known to end with a line."""
    behind = LINE_END.split(chunk.text)[-1] if encoding else ""
    return _ChunkLines(chunk.lines, count_units(behind, encoding) if encoding else 0)


def _joined(last: _Last, chunks: slice = slice(None)) -> "array[int]":
    """The numbers of some consecutive chunks of a document."""
    data = array("I")
    above = start = last_character = 0
    for number, (part, lines) in enumerate(zip(last.parts, last.lines, strict=True)):
        if part.numbers:
            if number in range(*chunks.indices(len(last.parts))):
                first = len(data)
                data += part.numbers
                if data[first] == 0:
                    # A token on the line within which the chunk begins.
                    data[first + 1] = data[first + 1] + start - (0 if above else last_character)
                data[first] += above
            last_character = part.last_character + (0 if part.last_line else start)
            above = -part.last_line
        above += lines.ends
        start = lines.behind + (0 if lines.ends else start)
    return data


def _change(before: _Last, now: _Last) -> types.SemanticTokensEdit | None:
    """The shortest single edit that makes one answer of another, of which only chunks that differ are compared."""
    first = _alike(before, now, 1)
    last = min(_alike(before, now, -1), len(before.parts) - first, len(now.parts) - first)
    # The first number of what is alike behind says how far it is from what is before it.
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
    """How many chunks two answers share, from the start or, with -1, from the end."""
    parts = zip(one.parts[::step], other.parts[::step], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], parts))


def _numbers(found: list[SemanticToken], positions: Positions, shift: int = 0) -> list[int]:
    """Five numbers a token: line and character from the token before, length, type, modifiers.

    `shift` is where in the document the part starts that the tokens are of.
    """
    data: list[int] = []
    line = character = 0
    for token in found:
        start, end = (positions.position(shift + offset) for offset in token.span)
        data += [start.line - line, start.character - (character if start.line == line else 0)]
        data += [end.character - start.character, token.type_number, token.modifier_bits]
        line, character = start.line, start.character
    return data
