"""The edge for a browser's worker, in a process without what a browser lacks."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.wire import PULLS, Wire

WORKER = """
from tests.support.worker import hide, serve
hide()
from gbr_lsp.lsp import background
background.LARGE_DOCUMENT = 30_000
serve()
"""
"""A worker for which 500 games are a large document."""
WRONG = "=0323.12g3g1 4/4 Draw"
URI = "untitled:1"


@pytest.fixture
def wire() -> Iterator[Wire]:
    with Wire(initialize=False, script=WORKER, by_command=True) as made:
        yield made


def begin(wire: Wire, diagnostic: Any) -> None:
    wire.request("initialize", {"capabilities": {"textDocument": {"diagnostic": diagnostic}}})
    wire.notify("initialized", {})


def test_import_needs_nothing_that_a_browser_lacks() -> None:
    """Everything that the page and its worker import, and what the features import when they are first asked."""
    script = """
import asyncio
from tests.support.worker import hide
hide()
import gbr_lsp, gbr_lsp.api, gbr_lsp.browser.edge, gbr_lsp.browser.files
from gbr_lsp.lsp.app import load_features
asyncio.run(load_features())
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_client_that_says_nothing_of_how_it_pulls_is_pushed_to_until_it_pulls(wire: Wire) -> None:
    """And what is no JSON is answered, and `exit` ends the worker."""
    begin(wire, {})
    wire.open(URI, "plaintext", WRONG)
    assert wire.receive()["params"]["diagnostics"]
    wire.send(
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": "pull",
                "method": "textDocument/diagnostic",
                "params": {"textDocument": {"uri": URI}},
            }
        ).encode()
    )
    assert wire.receive()["params"]["diagnostics"] == []
    assert wire.receive()["result"]["items"]
    wire.open("untitled:2", "plaintext", WRONG)
    assert wire.pull("untitled:2")["items"]
    wire.send(b"{]")
    assert wire.receive()["error"]["code"] == -32700
    wire.request("shutdown", None)
    wire.notify("exit", None)
    assert wire.ended() == 0


def test_long_documents_are_answered_where_nothing_can_be_done_beside(wire: Wire) -> None:
    begin(wire, PULLS["textDocument"]["diagnostic"])
    game = '[White "A"]\n[FEN "8/8/8/8/8/8/8/K6k w - - 0 1"]\n[Black "(0000.00)"]\n\n*\n\n'
    wire.open("untitled:1.pgn", "pgn", game * 500)
    params = {"textDocument": {"uri": "untitled:1.pgn"}}
    assert len(wire.request("textDocument/documentSymbol", params)["result"]) >= 500
    assert wire.request("workspace/symbol", {"query": "0000"})["result"]
    printed = {"command": "gbr.checkProof", "arguments": ["file:///book.docx"]}
    assert "ended" in wire.request("workspace/executeCommand", printed)["result"]["trouble"]


def test_a_message_that_does_not_fit_is_one_line_of_the_log(wire: Wire) -> None:
    begin(wire, {})
    wire.notify("textDocument/didOpen", {"textDocument": 5})
    assert wire.request("textDocument/hover", {"textDocument": {"uri": 3}})["error"]["code"] == -32602
    wire.send(b"[1,2")
    assert wire.receive()["error"]["code"] == -32700
    wire.request("shutdown", None)
    wire.notify("exit", None)
    assert wire.process.stderr
    log = wire.process.stderr.read().decode().splitlines()
    assert len(log) == 3, log
