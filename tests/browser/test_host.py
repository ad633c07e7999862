"""The built-in server of an editor: a worker whose host starts other workers and engines."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.cli.checking.editor_view import proof_json
from gbr_lsp.database import store
from tests.support.wire import Wire

WORKER = """
import json, os, sys
from tests.support.worker import Host, hide, serve
hide()
os.environ["GBR_LSP_CACHE"] = {cache!r}
from gbr_lsp.base import host_process
host = Host()
host_process.use_host(host)
from gbr_lsp.lsp import app
from gbr_lsp.lsp.state import index_worker
index_worker._IDLE = 0.01
def register(server):
    server.command("test.log")(lambda *_: host.log)
app.FEATURES = (*app.FEATURES, type("Log", (), {{"register": staticmethod(register)}}))
serve()
"""
PRINTED = Path(__file__).parents[2] / "docs" / "printed" / "manuscript.docx"
GAME = '[White "A"]\n[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n[Black "(0000.11h8a6)"]\n\n*\n\n'
RETI = "h8a6 0000.11 2/2 Draw\n\n7K/8/k1P5/7p/8/8/8/8 w - - 0 1\n"


def started(folder: Path, engine: str) -> Wire:
    """A worker with the workspace `folder` and the engine at the path `engine`."""
    wire = Wire(initialize=False, script=WORKER.format(cache=str(folder / "cache")), by_command=True)
    texts = folder / "texts"
    options = {"engine": engine, "trusted": True}
    wire.request("initialize", {"rootUri": texts.as_uri(), "capabilities": {}, "initializationOptions": options})
    wire.notify("initialized", {})
    return wire


def command(wire: Wire, name: str, *arguments: Any) -> Any:
    answer = wire.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})
    return answer.get("result", answer.get("error"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.pgn").write_text(GAME * 300)
    os.utime(tmp_path / "texts" / "a.pgn", (1_000_000_000, 1_000_000_000))
    return tmp_path


def test_files_engines_and_the_index_are_left_to_the_host(folder: Path) -> None:
    engine = folder / "engine"
    engine.write_text("")
    engine.chmod(0o700)
    with started(folder, str(engine)) as wire:
        read = command(wire, "gbr.checkProof", PRINTED.as_uri())
        assert read == json.loads(proof_json(str(PRINTED)))
        assert len(command(wire, "gbr.search", "0000.11")["found"])
        wire.open("untitled:1", "plaintext", RETI)
        report = command(wire, "gbr.analyze", "untitled:1", {"line": 0, "character": 8}, {"seconds": 0.3})
        assert (report["ended"], report["problem"], report["engine"]) == ("finished", None, "Réti"), report
        assert [line["text"] for line in report["lines"]] == ["1.Kg7 h4"]
        asking = {"command": "gbr.analyze", "arguments": ["untitled:1", {"line": 0, "character": 8}, {"seconds": 60}]}
        wire.send(
            json.dumps(
                {"jsonrpc": "2.0", "id": "long", "method": "workspace/executeCommand", "params": asking}
            ).encode()
        )
        while command(wire, "test.log").count("started engine") < 2:
            pass
        assert command(wire, "gbr.stopAnalysis") is True
        log = command(wire, "test.log")
        assert sorted(set(log)) == ["killed", "started engine", "started proof_json", "started read_into_index"]
        assert log.count("killed") + 1 >= len(log) / 2
    engine.rename(folder / "quits")
    with started(folder, str(folder / "quits")) as wire:
        wire.open("untitled:1", "plaintext", RETI)
        assert len(command(wire, "gbr.search", "0000.11")["found"])
        report = command(wire, "gbr.analyze", "untitled:1", {"line": 0, "character": 8})
        assert report["problem"] == "The engine has quit"
        # The index is that of the last start.
        assert command(wire, "test.log").count("started read_into_index") == 0


def test_the_lock_of_a_worker_that_was_ended_is_removed_once_it_is_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GBR_LSP_CACHE", str(tmp_path))
    monkeypatch.setattr("sys.platform", "emscripten")
    opened = store.open_store()
    assert opened
    opened.close()
    (path,) = tmp_path.glob("*.sqlite3")
    lock = tmp_path / f"{path.name}.lock"
    lock.mkdir()
    assert store.open_store() is None
    os.utime(lock, (time.time() - 100,) * 2)
    assert store.open_store()
