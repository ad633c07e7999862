"""Formatting of PGN in scripted conversations with a real process, in each position encoding."""

from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.base.text import Encoding
from tests.lsp.test_features import CAPABILITIES, DYNAMIC, Session
from tests.support.wire import POSITION_ENCODINGS, Wire

METHODS = {"textDocument/formatting", "textDocument/rangeFormatting"}
GAME = """[White "Réti=R"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

{🎉♔é} 1.Kg7   {🎉}
h4 (1...Kb6 {é}
2.Kf6)
2.Kf6 *
"""
DONE = "{🎉♔é} 1.Kg7 {🎉} h4 (1...Kb6 {é} 2.Kf6) 2.Kf6 *\n"
OPTIONS = {"tabSize": 4, "insertSpaces": True}


@pytest.fixture(autouse=True)
def _able(monkeypatch: pytest.MonkeyPatch) -> None:
    able = {**CAPABILITIES["textDocument"], "formatting": DYNAMIC, "rangeFormatting": DYNAMIC}
    monkeypatch.setitem(CAPABILITIES, "textDocument", able)


def _session(folder: Path, encoding: Encoding = "utf-16", section: dict[str, Any] | None = None) -> Session:
    session = Session(folder, encoding, section)
    session.show((folder / "a.pgn").as_uri(), "pgn", GAME)
    return session


def _registered(session: Session) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    while not METHODS <= found.keys():
        asked = session.until("client/registerCapability")
        found |= {one["method"]: one for one in asked["params"]["registrations"]}
    return found


@pytest.mark.parametrize("encoding", POSITION_ENCODINGS)
def test_games_are_formatted_when_that_is_switched_on(tmp_path: Path, encoding: Encoding) -> None:
    session = _session(tmp_path, encoding, {"format": True})
    with session.wire:
        found = _registered(session)
        for method in METHODS:
            assert found[method]["registerOptions"]["documentSelector"] == [{"language": "pgn"}]
        edits = session.request("textDocument/formatting", {**session.document, "options": OPTIONS})
        assert session.applied(edits).endswith(f"\n\n{DONE}")
        lines = {**session.document, "range": session.range("h4 (1...Kb6 {é}\n2"), "options": OPTIONS}
        edits = session.request("textDocument/rangeFormatting", lines)
        assert session.applied(edits) == GAME.replace("{é}\n", "{é} ")
        session.section = {}
        session.wire.notify("workspace/didChangeConfiguration", {"settings": None})
        gone: set[str] = set()
        while not METHODS <= gone:
            asked = session.until("client/unregisterCapability")
            gone |= {one["method"] for one in asked["params"]["unregisterations"]}
        assert session.request("textDocument/formatting", {**session.document, "options": OPTIONS}) is None


def test_nothing_is_offered_before(tmp_path: Path) -> None:
    session = _session(tmp_path)
    with session.wire:
        assert not [key for key in session.answer["capabilities"] if "ormatting" in key]
        assert session.request("workspace/symbol", {"query": "x"}) == []
        assert "ormatting" not in str(session.asked)


def test_of_a_long_document_only_lines_are_formatted(tmp_path: Path) -> None:
    session = Session(tmp_path, "utf-16", {"format": True})
    session.text = GAME.replace("{é}", "{" + "é" * 1_000_000 + "}") + "\n" + GAME
    session.uri = (tmp_path / "a.pgn").as_uri()
    session.wire.open(session.uri, "pgn", session.text)
    with session.wire:
        _registered(session)
        assert session.request("textDocument/formatting", {**session.document, "options": OPTIONS}) is None
        first = {"start": {"line": 3, "character": 0}, "end": {"line": 4, "character": 0}}
        edits = session.request(
            "textDocument/rangeFormatting", {**session.document, "range": first, "options": OPTIONS}
        )
        assert [edit["newText"] for edit in edits] == [" "]


def test_for_a_long_document_that_is_not_formatted_no_process_is_made() -> None:
    """To copy a server with a large document holds up what comes behind."""
    script = "from gbr_lsp.lsp.state.workers import Workers\nWorkers.run = None"
    with Wire(initialize=False, script=script) as wire:
        wire.request("initialize", {"capabilities": {}, "initializationOptions": {"format": True}})
        wire.notify("initialized", {})
        wire.open("untitled:a.pgn", "pgn", GAME.replace("{é}", "{" + "é" * 1_000_000 + "}"))
        params = {"textDocument": {"uri": "untitled:a.pgn"}, "options": OPTIONS}
        assert wire.request("textDocument/formatting", params).get("result", "none") is None


def test_a_client_that_takes_no_registration_is_told_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CAPABILITIES["textDocument"], "formatting", {})
    monkeypatch.setitem(CAPABILITIES["textDocument"], "rangeFormatting", {})
    session = Session(tmp_path, "utf-16", initial={"format": True})
    with session.wire:
        assert session.answer["capabilities"]["documentFormattingProvider"]
        assert session.answer["capabilities"]["documentRangeFormattingProvider"]
        session.open()
        # A document that is no PGN.
        assert session.request("textDocument/formatting", {**session.document, "options": OPTIONS}) == []
