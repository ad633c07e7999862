"""A hover beside any request about a large text is answered first, and the long answer behind it is whole."""

import json
import os
from typing import Any

import pytest

from gbr_lsp.lsp.transport.frames import frame_of
from gbr_lsp.lsp.transport.output import Output
from tests.lsp.test_protocol import body, frame, write
from tests.support.wire import PULLS, Wire

URI = "untitled:games.pgn"
FEN = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"
NOTE = "{The white king stands far from the pawn of his enemy, and yet he arrives in time.} " * 9
GAME = f'[White "Kubbel"]\n[Black "(=0323.12g3g1)"]\n[Result "1/2-1/2"]\n[FEN "{FEN}"]\n\n{NOTE}1. a1 *\n\n'
GAMES = 60
"""Number of games in a text that is large for the server of `LARGE`."""
LARGE = """
from gbr_lsp.lsp import background, chunk_answers
from gbr_lsp.lsp.features import code_actions
chunk_answers.LARGE_DOCUMENT = code_actions.LARGE_DOCUMENT = background.LARGE_DOCUMENT = 40_000
"""
DOCUMENT = {"textDocument": {"uri": URI}}
AT = {**DOCUMENT, "position": {"line": 7 * GAMES // 2 + 1, "character": 12}}
ALL = {"start": {"line": 0, "character": 0}, "end": {"line": 7 * GAMES, "character": 0}}


def command(name: str, *arguments: Any) -> tuple[str, Any]:
    return "workspace/executeCommand", {"command": f"gbr.{name}", "arguments": list(arguments)}


REQUESTS: list[tuple[str, Any]] = [
    ("textDocument/references", {**AT, "context": {"includeDeclaration": True}}),
    ("textDocument/definition", AT),
    ("textDocument/documentHighlight", AT),
    ("textDocument/documentSymbol", DOCUMENT),
    ("textDocument/foldingRange", DOCUMENT),
    ("textDocument/documentLink", DOCUMENT),
    ("textDocument/semanticTokens/full", DOCUMENT),
    ("textDocument/semanticTokens/range", {**DOCUMENT, "range": ALL}),
    ("textDocument/inlayHint", {**DOCUMENT, "range": ALL}),
    ("textDocument/codeLens", DOCUMENT),
    ("textDocument/codeAction", {**DOCUMENT, "range": ALL, "context": {"diagnostics": []}}),
    ("textDocument/diagnostic", DOCUMENT),
    ("workspace/symbol", {"query": "0323.12"}),
    command("index"),
    command("showClass", URI, AT["position"]),
]


@pytest.mark.parametrize(
    ("method", "params"), REQUESTS, ids=[name + str(params.get("command", "")) for name, params in REQUESTS]
)
def test_a_hover_is_answered_before_any_request_about_a_large_text(method: str, params: Any) -> None:
    with Wire(initialize=False, script=LARGE) as wire:
        options = {
            "codeLens": True,
            "inlayHints": {"enable": True, "boards": True},
            "links": {"x": "https://example.org/{fen}"},
        }
        wire.request("initialize", {"processId": None, "capabilities": PULLS, "initializationOptions": options})
        wire.notify("initialized", {})
        wire.open(URI, "pgn", GAME * GAMES)
        write(wire, frame(body(method, params, "long")))
        write(wire, frame(body("textDocument/hover", AT, "hover")))
        answers = (message for message in iter(wire.receive, None) if "id" in message)  # Diagnostics may come between.
        first, second = next(answers), next(answers)
        assert first["id"] == "hover"
        assert "0323.12" in json.dumps(first["result"])
        assert second["id"] == "long"
        assert second["result"] or method == "textDocument/definition"


@pytest.mark.parametrize(
    ("method", "count"),
    [("documentSymbol", GAMES), ("foldingRange", GAMES), ("semanticTokens/full", 5 * GAMES)],
)
def test_an_answer_in_pieces_is_whole(method: str, count: int) -> None:
    """Of many items each is what it is in an answer with a few."""
    with Wire(capabilities=PULLS, script=LARGE) as wire:
        found = []
        for number, games in enumerate((GAMES, 3)):
            uri = f"untitled:{number}.pgn"
            wire.open(uri, "pgn", GAME * games)
            found.append(wire.request(f"textDocument/{method}", {"textDocument": {"uri": uri}})["result"])
        long, short = (one["data"] if isinstance(one, dict) else one for one in found)
        assert count <= len(long)
        assert long[: len(short)] == short
        if method == "semanticTokens/full":
            assert set(found[0]) == set(found[1]) == {"data", "resultId"}


def test_pieces_and_frames_keep_their_order() -> None:
    read_from, write_to = os.pipe()
    output = Output(write_to, lambda: pytest.fail("the pipe is whole"))
    output.write(b"a")
    output.write_pieces([b"b" * 100_000, b"c"])
    output.write(b"d")
    seen = b""
    expected = frame_of(b"a") + frame_of(b"b" * 100_000 + b"c") + frame_of(b"d")
    while len(seen) < len(expected):
        seen += os.read(read_from, 1 << 16)
    assert seen == expected
    output.finish(10)
