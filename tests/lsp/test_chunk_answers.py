"""Symbols and semantic tokens are made chunk by chunk; an edit has one chunk made anew, and the answer is the same."""

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any, cast

from hypothesis import example, given
from hypothesis import strategies as st
from lsprotocol import types

from gbr_lsp.base.text import Edit, Encoding, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.symbols import symbols
from gbr_lsp.ide.tokens import tokens
from gbr_lsp.lsp.chunk_answers import parts_of
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.lsp.features import document_symbols, semantic_tokens
from gbr_lsp.lsp.server import Events, Server, Snapshot
from gbr_lsp.lsp.state.documents import OpenDocument
from gbr_lsp.model import chunks
from gbr_lsp.model.document import Document
from gbr_lsp.settings import Settings

KINDS = {kind: kind for kind in types.SymbolKind}
HEADS = (
    '[Event "100% %d"]\n[White "Kubbel=L"]\n[Black "(=0323.12g3g1)"]\n[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - -"]\n',
    '[Event "?"]\n[White "?"]\n[Black "(+0001.01c2a1) (c)"]\n',
    '[Event "Réti %"]\n[White "Řezníček=J"]\n',
    '[Event "?"]\r\n[Site "x"]\r\n[White ""]\r\n',
)
COMMENTS = (
    "1. Kf3 (1. Kf4 {% %d} Ra4+ (1... Kf2)) 1... Rxa2 1/2-1/2",
    "{a1c3 0400.10 3/2 Win} *",
    "*",
    "{no code} 1-0",
    "{as =0323.12g3g1 and a1c3 0400.10} *",
)


def game(random_: random.Random) -> str:
    return f"{random_.choice(HEADS)}\n{random_.choice(COMMENTS)}\n\n"


def snapshot_of(document: Document, version: int = 1) -> Snapshot:
    opened = OpenDocument("untitled:a.pgn", "pgn", version, version, document, Settings())
    return Snapshot(opened, Positions(document, "utf-16"))


def tokens_of(snapshot: Snapshot) -> semantic_tokens._Last:
    parts = asyncio.run(parts_of(cast("Server", None), snapshot, semantic_tokens._chunk_tokens))
    lines = [semantic_tokens._lines(chunk, "utf-16") for chunk in snapshot.document.chunks]
    return semantic_tokens._Last("", parts, lines)


def symbols_of(snapshot: Snapshot, *, with_variations: bool) -> list[Any]:
    make = document_symbols._with_variations if with_variations else document_symbols._chunk_symbols
    parts = asyncio.run(parts_of(cast("Server", None), snapshot, make))
    lines = [chunk.lines for chunk in snapshot.document.chunks]
    found: list[Any] = json.loads(b"".join(document_symbols._joined(parts, lines)))
    return found


def naive(symbol: types.DocumentSymbol) -> dict[str, Any]:
    def range_(found: types.Range) -> dict[str, Any]:
        ends = (("start", found.start), ("end", found.end))
        return {name: {"line": end.line, "character": end.character} for name, end in ends}

    return {
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": symbol.kind.value,
        "range": range_(symbol.range),
        "selectionRange": range_(symbol.selection_range),
        "children": [naive(child) for child in symbol.children or ()],
    }


@given(st.integers(0, 1 << 32))
@example(65536).via("a game whose tags are torn")
def test_the_answers_are_those_of_the_whole_document_after_any_edits(seed: int) -> None:
    """And the change of the tokens makes the new ones of the old ones."""
    random_ = random.Random(seed)
    before_limit, chunks._UNCUT_LENGTH = chunks._UNCUT_LENGTH, 400
    try:
        document = Document.of("".join(game(random_) for _ in range(random_.randrange(9))), host_for("a.pgn"))
        last = tokens_of(snapshot_of(document))
        for version in range(3):
            snapshot = snapshot_of(document, version)
            positions = snapshot.positions
            now = tokens_of(snapshot)
            numbers = semantic_tokens._joined(now).tolist()
            assert numbers == semantic_tokens._numbers(tokens(document), positions)
            change = semantic_tokens._change(last, now)
            old = semantic_tokens._joined(last).tolist()
            if change:
                old[change.start : change.start + change.delete_count] = change.data or []
            assert old == numbers
            long = random_.random() < 0.5
            found = symbols(document, with_variations=long)
            shown = [naive(document_symbols._to_symbol(one, positions, KINDS)) for one in found]
            assert symbols_of(snapshot, with_variations=long) == shown
            last = now
            start = random_.randrange(document.length + 1)
            end = min(document.length, start + random_.choice((0, 0, 3, 90, 900)))
            text = random_.choice(("", "x", "\n", "\n\n", game(random_), '"', "{", "0323.12 g3g1"))
            document = document.edit(Edit(Span(start, end), text))
    finally:
        chunks._UNCUT_LENGTH = before_limit


def test_an_edit_has_one_chunk_made_anew() -> None:
    comment = "x" * 600
    text = "".join(f'[Event "{number}"]\n[Black "(=0323.12g3g1)"]\n\n{{{comment}}} *\n\n' for number in range(420))
    document = Document.of(text, host_for("a.pgn"))
    made: list[int] = []

    def make(chunk: Document, encoding: Encoding) -> int:
        made.append(chunk.length)
        return chunk.length

    async def parts(document: Document) -> list[int]:
        snapshot = snapshot_of(document)
        server = SimpleNamespace(events=Events(), documents={snapshot.opened.uri: snapshot.opened})
        return await parts_of(cast("Server", server), snapshot, make)

    assert sum(asyncio.run(parts(document))) == document.length
    assert len(made) == len(document.chunks) == 2
    made.clear()
    edited = document.edit(Edit(Span(document.length - 20, document.length - 20), "x"))
    assert sum(asyncio.run(parts(edited))) == document.length + 1
    assert made == [chunk.length for chunk in edited.chunks if chunk not in document.chunks]
    assert edited.chunks[0] is document.chunks[0]
