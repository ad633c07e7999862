"""Text and diagnostics never drift from the client's: odd versions, lost texts, clients that never pull."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.lsp.transport.frames import Frames
from tests.lsp.test_protocol import body, frame, scripted, write
from tests.support.wire import COMMAND, HANG, PULLS, Wire

URI = "untitled:1"
WRONG = "a2f1 0411.56 10/9 Win"
EDITS = {"workspace": {"workspaceEdit": {"documentChanges": True}}}


@pytest.mark.parametrize("first", [1, 1 << 40, -(1 << 40), 3.0])
@pytest.mark.parametrize("pulls", [True, False])
def test_an_edit_with_any_version_is_applied(*, first: float, pulls: bool) -> None:
    with Wire(capabilities={**EDITS, **(PULLS if pulls else {})}) as wire:
        wire.open(URI, "plaintext", "nothing", first)  # type: ignore[arg-type]
        at = {"line": 0, "character": 0}
        for number, text in ((1 << 40) + 5, f"{WRONG}\n"), ((1 << 62) + 7, f"{WRONG}\n"):
            wire.change(URI, number, [{"range": {"start": at, "end": at}, "text": text}])
        hover = {"textDocument": {"uri": URI}, "position": {"line": 1, "character": 6}}
        assert "0411.56" in json.dumps(wire.request("textDocument/hover", hover)["result"])
        if pulls:
            assert len([item for item in wire.pull(URI)["items"] if item["code"] == "control-mismatch"]) == 2
        else:
            message = wire.receive()
            while len(message.get("params", {}).get("diagnostics", ())) < 2:
                message = wire.receive()
        params = {"range": {"start": at, "end": at}, "context": {"diagnostics": [], "only": ["source.fixAll"]}}
        asked = {"textDocument": {"uri": URI}, **params}
        assert "error" not in wire.request("textDocument/codeAction", asked)


def test_a_lost_text_is_said_in_the_hover_until_the_file_is_opened_again() -> None:
    hover = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "plaintext", WRONG)
        far = {"line": 90, "character": 0}
        wire.change(URI, 2, [{"range": {"start": far, "end": far}, "text": "x"}])
        assert "reopen this file" in wire.request("textDocument/hover", hover)["result"]["contents"]["value"]
        wire.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        assert wire.request("textDocument/hover", hover)["result"] is None
        wire.open(URI, "plaintext", WRONG, 3)
        assert "reopen" not in json.dumps(wire.request("textDocument/hover", hover)["result"])


def test_an_empty_text_is_edited_behind_its_end() -> None:
    """A place behind the end of a line is its end, also in a text without anything."""
    hover = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 1}}
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "plaintext", "")
        behind = {"line": 0, "character": 3}
        wire.change(URI, 2, [{"range": {"start": behind, "end": behind}, "text": WRONG}])
        assert "a2" in wire.request("textDocument/hover", hover)["result"]["contents"]["value"]


@pytest.mark.parametrize("strange", ["\x00", "%PDF-1.4 endobj", "\ufeff"])
def test_what_no_file_of_text_has_is_a_text_in_an_editor(strange: str) -> None:
    """An open document is one, whatever stands in it; the symbols of all others are found too."""
    record = f'[Event "x"]\n[Black "(=0400.11a4c5)"]\n\n{{{strange}}} *\n\n'
    with Wire(capabilities=PULLS) as wire:
        wire.open("untitled:a.pgn", "pgn", f"{strange}\n\n{record}{record}")
        answer = wire.request("workspace/symbol", {"query": "0400"})
        assert len(answer["result"]) == 2


def test_an_edit_that_fails_here_leaves_the_text_unknown() -> None:
    script = (
        "from gbr_lsp.lsp.conversion import Positions\n"
        "def edit_span(self, range_): raise IndexError(range_.start.line)\n"
        "Positions.edit_span = edit_span"
    )
    hover = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    with scripted(script, capabilities=PULLS) as wire:
        wire.open(URI, "plaintext", WRONG)
        at = {"line": 0, "character": 0}
        wire.change(URI, 2, [{"range": {"start": at, "end": at}, "text": "x"}])
        write(wire, frame(body("textDocument/hover", hover, "hover")))
        assert "reopen this file" in wire.receive()["result"]["contents"]["value"]


def test_a_client_that_says_it_pulls_and_does_not_is_pushed_to_until_it_does() -> None:
    script = "import gbr_lsp.lsp.features.diagnostics as module\nmodule.PUSH_WITHOUT_PULL_AFTER = 0.05"
    with scripted(script, capabilities=PULLS) as wire:
        wire.open(URI, "plaintext", WRONG)
        message = wire.receive()
        assert message["method"] == "textDocument/publishDiagnostics"
        assert message["params"]["diagnostics"]
        wire.change(URI, 2, [{"text": f"{WRONG}\n\n{WRONG}"}])
        while len(message["params"]["diagnostics"]) < 2:
            message = wire.receive()
        write(wire, frame(body("textDocument/diagnostic", {"textDocument": {"uri": URI}}, "pull")))
        message = wire.receive()
        assert message["params"] == {"uri": URI, "diagnostics": []}
        assert wire.receive()["result"]["items"]
        # From now on nothing is pushed.
        wire.change(URI, 3, [{"text": WRONG}])
        wire.open("untitled:2", "plaintext", WRONG)
        for _ in range(20):
            write(wire, frame(body("textDocument/diagnostic", {"textDocument": {"uri": "untitled:2"}}, "pull")))
            assert wire.receive()["id"] == "pull"


def test_a_client_that_pulls_is_never_pushed_to() -> None:
    script = "import gbr_lsp.lsp.features.diagnostics as module\nmodule.PUSH_WITHOUT_PULL_AFTER = 0.0"
    with scripted(script, capabilities=PULLS) as wire:
        pull = frame(body("textDocument/diagnostic", {"textDocument": {"uri": URI}}, "pull"))
        opened = {"uri": URI, "languageId": "plaintext", "version": 1, "text": WRONG}
        write(wire, frame(body("textDocument/didOpen", {"textDocument": opened})) + pull)
        for _ in range(20):
            assert wire.receive()["id"] == "pull"
            write(wire, pull)


@pytest.mark.parametrize("way", ["input", "interrupt", "shutdown"])
def test_an_end_while_the_client_owes_an_answer_is_quiet(way: str) -> None:
    with Wire(initialize=False, by_command=way == "interrupt") as wire:
        capabilities = {"workspace": {"configuration": True}}
        wire.request("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities})
        wire.notify("initialized", {})
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        assert wire.receive()["method"] == "workspace/configuration"
        if way == "interrupt":
            wire.process.send_signal(signal.SIGINT)
        elif way == "shutdown":
            write(wire, frame(body("shutdown", None, 1)) + frame(body("exit")))
        assert wire.process.stdin
        assert wire.process.stderr
        wire.process.stdin.close()
        assert b"Traceback" not in wire.process.stderr.read()


def test_of_two_answers_about_the_configuration_the_one_to_the_later_question_counts() -> None:
    """Clients that gather it from several places may answer in any order."""
    with Wire(capabilities={**PULLS, "workspace": {"configuration": True}}) as wire:
        first = wire.receive()["id"]
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        second = wire.receive()["id"]
        for number, section in ((second, {"ignore": ["control-mismatch"]}), (first, {})):
            write(wire, frame(json.dumps({"jsonrpc": "2.0", "id": number, "result": [section]}).encode()))
        wire.open(URI, "plaintext", WRONG)
        assert "control-mismatch" not in str(wire.pull(URI))


@pytest.mark.parametrize("initial", [None, {"ignore": ["control-mismatch"]}])
def test_without_a_configuration_the_initialization_options_hold_again(initial: dict[str, Any] | None) -> None:
    capabilities = {**PULLS, "workspace": {"configuration": True}}
    start = {"processId": None, "rootUri": None, "capabilities": capabilities, "initializationOptions": initial}
    with Wire(initialize=False) as wire:
        wire.request("initialize", start)
        wire.notify("initialized", {})

        def answer(section: object) -> None:
            while (asked := wire.receive()).get("method") != "workspace/configuration":
                pass
            write(wire, frame(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": [section]}).encode()))

        def comes(blamed: bool) -> bool:
            """Pulls may be answered before the configuration is applied."""
            return any(("control-mismatch" in str(wire.pull(URI))) == blamed for _ in range(1000))

        wire.open(URI, "plaintext", WRONG)
        at_first = initial is None
        answer(None)
        assert comes(at_first)
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        answer({"ignore": ["control-mismatch"] if at_first else []})
        assert comes(not at_first)
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        answer(None)
        assert comes(at_first)


SLOW_QUERY = """
import asyncio
from gbr_lsp.lsp import progress
from gbr_lsp.lsp.state.workspace_index import WorkspaceIndex
stock, progress._AFTER = WorkspaceIndex.query, 0
async def query(self, ask, own=None):
    for _ in range(10):
        await asyncio.sleep(0)
    return await stock(self, ask, own)
WorkspaceIndex.query = query
"""


@pytest.mark.parametrize("late", [{"result": None}, {"result": 7}, {"error": {"code": -1, "message": "no"}}])
def test_an_answer_that_comes_when_nothing_waits_for_it_is_quiet(late: dict[str, Any]) -> None:
    """Work that shows progress may be over before the client has made a place for it."""
    hover = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 6}}
    with Wire(capabilities={"window": {"workDoneProgress": True}}, script=SLOW_QUERY) as wire:
        wire.open(URI, "plaintext", "g3g1 0323.12")
        write(wire, frame(body("workspace/symbol", {"query": "0323"}, "symbols")))
        came: dict[str, Any] = {}
        while not {"window/workDoneProgress/create", "symbols"} <= came.keys():
            message = wire.receive()
            came[message["method"] if "method" in message else message["id"]] = message.get("id")
        number = came["window/workDoneProgress/create"]
        write(wire, frame(json.dumps({"jsonrpc": "2.0", "id": number, **late}).encode()))
        assert "0323.12" in str(wire.request("textDocument/hover", hover))
        write(wire, frame(body("shutdown", None, "end")) + frame(body("exit")))
        assert wire.process.stderr
        assert b"Traceback" not in wire.process.stderr.read()


def test_an_end_while_a_command_runs_is_quiet() -> None:
    asked = {"command": "gbr.search", "arguments": ["0323"]}
    with Wire(script=SLOW_QUERY.replace("range(10)", "iter(int, 1)")) as wire:
        write(wire, frame(body("workspace/executeCommand", asked, "long")))
        wire.request("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}})
        write(wire, frame(body("exit")))
        assert wire.ended() == 1
        assert wire.process.stdout
        assert wire.process.stderr
        out, errors = wire.process.stdout.read(), wire.process.stderr.read()
        assert errors == b""
        assert b'"id": "long"' in out
        assert b"-32800" in out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signal to one process")
def test_ctrl_c_while_commands_run_is_quiet() -> None:
    """Those that wait for their turn are not begun; only Python itself would tell of the signal here."""
    asked = {"command": "gbr.search", "arguments": ["0323"]}
    script = SLOW_QUERY.replace("range(10)", "iter(int, 1)") + "import sys\nsys.excepthook = lambda *_: None\n"
    with Wire(capabilities={"window": {"workDoneProgress": True}}, script=script, by_command=True) as wire:
        for number in range(20):
            write(wire, frame(body("workspace/executeCommand", asked, number)))
        wire.receive()
        wire.process.send_signal(signal.SIGINT)
        _, errors = wire.process.communicate(timeout=HANG)
        assert errors == b""


@pytest.mark.skipif(sys.platform == "win32", reason="its shell closes no descriptor")
def test_a_server_without_standard_error() -> None:
    """Nothing else gets its number, and the end of the session is no error."""
    message: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
    written = frame(body("initialize", message, 1)) + frame(b"[]") + frame(body("shutdown", None, 2))
    script = f"exec {COMMAND[0]} -m gbr_lsp server 2>&-"
    ran = subprocess.run(["sh", "-c", script], input=written + frame(body("exit")), capture_output=True, timeout=HANG)
    assert (ran.returncode, ran.stdout.count(b'"result"')) == (0, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is in use cannot be deleted")
def test_a_server_in_a_deleted_folder(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    message: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
    script = f"cd {folder} && rmdir {folder} && exec {COMMAND[0]} -m gbr_lsp server"
    written = frame(body("initialize", message, 1)) + frame(body("shutdown", None, 2)) + frame(body("exit"))
    ran = subprocess.run(["sh", "-c", script], input=written, capture_output=True, timeout=HANG, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(b'"result"') == 2


def test_headers_that_end_in_bare_line_feeds() -> None:
    """They are read as such, and hide no message behind them."""
    first, second = b'{"id":1}', b'{"id":2}'
    bare = b"Content-Length: 8\nContent-Type: x\n\n" + first
    whole = b"Content-Length: 8\r\n\r\n" + second
    for stream in (bare + whole, bare + bare + whole, whole + bare + whole):
        for size in (1, 7, len(stream)):
            frames = Frames()
            found = [one for at in range(0, len(stream), size) for one in frames.feed(stream[at : at + size])]
            assert all(isinstance(one, dict) for one in found)
            assert len(found) == stream.count(b"{")
