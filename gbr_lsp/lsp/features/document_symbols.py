"""`textDocument/documentSymbol`: the studies of a document; in PGN under their games, with variations."""

import json
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from lsprotocol import types

from gbr_lsp.base.generators import drain
from gbr_lsp.base.text import Encoding, Span
from gbr_lsp.ide.symbols import Symbol, SymbolKind, game_count, has_variations, symbols
from gbr_lsp.lsp.announced import known_kind
from gbr_lsp.lsp.background import answer_in_process
from gbr_lsp.lsp.chunk_answers import parts_of
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.transport.long_json import WrittenResult
from gbr_lsp.model.document import Document

_KINDS = {
    SymbolKind.STUDY: types.SymbolKind.Object,
    SymbolKind.GAME: types.SymbolKind.Event,
    SymbolKind.VARIATION: types.SymbolKind.Method,
}
_CAPABILITY = "text_document.document_symbol"
_SymbolKinds = Mapping[types.SymbolKind, types.SymbolKind]
"""The kinds of symbols as the client knows them."""


def register(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def answer(params: types.DocumentSymbolParams) -> Any:
        uri = params.text_document.uri
        snapshot = server.snapshot(uri)
        if snapshot is None:
            return []
        capabilities = server.client_capabilities
        is_nested = server.announced(f"{_CAPABILITY}.hierarchical_document_symbol_support")
        kinds = {kind: known_kind(capabilities, _CAPABILITY, kind) for kind in _KINDS.values()}
        if not (snapshot.document.host.has_records and is_nested and all(one is kinds[one] for one in kinds)):
            found = await answer_in_process(
                server,
                uri,
                lambda: [_to_symbol(one, snapshot.positions, kinds) for one in drain(symbols(snapshot.document))],
            )
            return found if is_nested else list(_flat(found, uri))
        make = _with_variations if has_variations(snapshot.document) else _chunk_symbols
        parts = await parts_of(server, snapshot, make)
        lines = [chunk.lines for chunk in snapshot.document.chunks]
        return await answer_in_process(server, uri, lambda: WrittenResult(list(_joined(parts, lines))))


def _flat(
    found: Iterable[types.DocumentSymbol], uri: str, container: str | None = None
) -> Iterator[types.SymbolInformation]:
    """Yield each of the symbols `found` in document `uri` before its children, for a client without nested symbols.

    A child has the name of its symbol as `container`.
    """
    for one in found:
        yield types.SymbolInformation(types.Location(uri, one.range), one.name, one.kind, container_name=container)
        yield from _flat(one.children or (), uri, one.name)


def _to_symbol(symbol: Symbol, positions: Positions, kinds: _SymbolKinds) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=symbol.name,
        kind=kinds[_KINDS[symbol.kind]],
        range=positions.range(symbol.span),
        selection_range=positions.range(symbol.selection),
        detail=symbol.detail,
        children=[_to_symbol(child, positions, kinds) for child in symbol.children],
    )


class _ChunkSymbols(NamedTuple):
    """The symbols of a chunk of games as JSON, without numbers that earlier edits change.

    `json` is compressed, and has one `%d` for each number in `lines`. These are lines counted from
    the start of the chunk, and numbers of games; `numbered` has the indexes of the latter. `games`
    counts the games of the chunk.
    """

    json: bytes
    lines: "array[int]"
    numbered: list[int]
    games: int


def _with_variations(chunk: Document, encoding: Encoding) -> _ChunkSymbols:
    return _chunk_symbols(chunk, encoding, with_variations=True)


def _chunk_symbols(chunk: Document, encoding: Encoding, *, with_variations: bool = False) -> _ChunkSymbols:
    """Return the `_ChunkSymbols` of `chunk`, a document of one chunk."""
    writer = _Writer(Positions(chunk, encoding))
    text = ",".join([writer.symbol(found) for found in symbols(chunk, with_variations=with_variations)])
    return _ChunkSymbols(zlib.compress(text.encode(), 1), writer.lines, writer.numbered, game_count(chunk))


class _Writer:
    """Writes symbols as JSON with `%d` for lines and game numbers, and collects these numbers."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self.lines = array("I")
        self.numbered: list[int] = []

    def symbol(self, symbol: Symbol) -> str:
        """Return `symbol` and its children as a JSON format string."""
        name = json.dumps(symbol.name).replace("%", "%%")
        if symbol.number is not None:
            name = f'{name[:-1].removesuffix(str(symbol.number))}%d"'
            self.numbered.append(len(self.lines))
            self.lines.append(symbol.number)
        detail = json.dumps(symbol.detail).replace("%", "%%")
        return (
            f'{{"name":{name},"detail":{detail},"kind":{_KINDS[symbol.kind].value},"range":{self._range(symbol.span)},'
            f'"selectionRange":{self._range(symbol.selection)},'
            f'"children":[{",".join([self.symbol(child) for child in symbol.children])}]}}'
        )

    def _range(self, span: Span) -> str:
        """Return the range of `span` as a JSON format string with two `%d`."""
        found = self._positions.range(span)
        self.lines.extend((found.start.line, found.end.line))
        start, end = found.start.character, found.end.character
        return f'{{"start":{{"line":%d,"character":{start}}},"end":{{"line":%d,"character":{end}}}}}'


def _joined(parts: list[_ChunkSymbols], lines: list[int]) -> Iterator[bytes]:
    """Yield the pieces of the JSON list of all symbols.

    `parts` are the symbols of consecutive chunks, `lines` the numbers of lines of these chunks.
    """
    before = "["
    row = games = 0
    for part, count in zip(parts, lines, strict=True):
        numbers = [row + line for line in part.lines]
        for at in part.numbered:
            numbers[at] += games - row
        if numbers:
            yield f"{before}{zlib.decompress(part.json).decode() % tuple(numbers)}".encode()
            before = ","
        row += count
        games += part.games
    yield b"[]" if before == "[" else b"]"
