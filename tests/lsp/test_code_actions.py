"""Code actions of a server in which a part is broken."""

import pytest

from tests.support.wire import Wire

GAME = """[Event "x"]
[Black "(=0000.11h8a6)"]
[Result "1/2-1/2"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

1.Kg7   h4 2.Kf6 Kb6 $1 3.Ke5 1/2-1/2
"""
AT = {"line": 5, "character": 20}
LACKING = "import sys; sys.modules['chess.pgn'] = None"
"""A server whose package lacks a module."""
UNWRITTEN = """
from gbr_lsp.lsp.features import code_actions
stock = code_actions._to_action
def _to_action(server, snapshot, action, diagnostics):
    if "Format" in action.title:
        raise ValueError(action.title)
    return stock(server, snapshot, action, diagnostics)
code_actions._to_action = _to_action
"""


def titles(wire: Wire) -> list[str]:
    params = {"textDocument": {"uri": "untitled:a.pgn"}, "range": {"start": AT, "end": AT}}
    answer = wire.request("textDocument/codeAction", {**params, "context": {"diagnostics": []}})
    return [action["title"] for action in answer["result"]]


@pytest.mark.parametrize(
    ("script", "lost", "logged"),
    [
        (LACKING, "Rewrite this game in PGN export format", "code actions: export_format"),
        (UNWRITTEN, "Format this game", "code actions: "),
    ],
)
def test_an_error_takes_one_action_and_is_logged_once(script: str, lost: str, logged: str) -> None:
    with Wire() as wire:
        wire.open("untitled:a.pgn", "pgn", GAME)
        whole = titles(wire)
    assert lost in whole
    # A module that a copy has imported would not be missed.
    with Wire(script=script, by_command=script == LACKING) as wire:
        wire.open("untitled:a.pgn", "pgn", GAME)
        for _ in range(2):
            assert titles(wire) == [title for title in whole if title != lost]
        wire.request("shutdown", None)
        wire.notify("exit", None)
        assert wire.process.stderr
        log = wire.process.stderr.read().decode()
    assert log.count(logged) == 1, log
