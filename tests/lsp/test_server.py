"""Conversations with a real server process over stdio."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.random import edits
from tests.support.commands import run
from tests.support.wire import COMMAND, HANG, HOW_STARTED, PULLS, Wire, encodings, sleeping

WRONG = "a2f1 0411.56 10/9 Win"
KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"


@pytest.mark.parametrize("count", [48, pytest.param(240, marks=pytest.mark.long)])
def test_random_edits_from_a_seed(count: int) -> None:
    """More of them, and other seeds: python tests/edits.py."""
    assert edits.run(count, seed=1) == count


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_columns_are_exact_in_each_encoding(encoding: Any) -> None:
    """Behind `🎉♔é`, in a text with a form feed, U+2028 and mixed line ends, before and after edits above."""
    caption, start = "g3g1 0323.12 a3a2e1", "🎉♔é\u2028 "
    text = f"one\r\n\ftwo\rthree\u2028\n{start}{WRONG}\r\n\r\n{start}{caption}\n"
    with Wire(capabilities=encodings(encoding)) as wire:
        assert wire.answer["result"]["capabilities"]["positionEncoding"] == encoding
        wire.open("untitled:a.txt", "plaintext", text)
        for version, new in ((2, ""), (3, "🎉\n"), (4, "é\r"), (5, "\r\n\f♔\n"), (6, "x")):
            if new:
                at = {"line": 0, "character": 0}
                wire.change("untitled:a.txt", version, [{"range": {"start": at, "end": at}, "text": new}])
                text = new + text
            item = next(item for item in wire.pull("untitled:a.txt")["items"] if item["code"] == "control-mismatch")
            control = text.index("10/9")
            assert item["range"] == edits.slow_range(text, control, control + 4, encoding)
            code = text.index(WRONG)
            position = edits.slow_position(text, code, encoding)
            params = {"textDocument": {"uri": "untitled:a.txt"}, "position": position}
            shown = wire.request("textDocument/hover", params)["result"]
            assert shown["range"] == edits.slow_range(text, code, code + 2, encoding)
            end = text.index(caption) + len(caption)
            params["position"] = edits.slow_position(text, end, encoding)
            offered = wire.request("textDocument/completion", params)["result"]["items"]
            assert offered
            for entry in offered:
                assert entry["textEdit"]["range"]["end"] == params["position"]
                assert entry["filterText"]


def test_diagnostics_are_those_of_check(tmp_path: Path) -> None:
    """On the examples, as files on the disk."""
    root = Path(__file__).parents[2]
    with Wire(capabilities=encodings("utf-32")) as wire:
        for path in sorted((root / "docs" / "examples").iterdir()):
            language = {"pgn": "pgn", "md": "markdown", "tex": "latex", "txt": "plaintext"}[path.suffix[1:]]
            wire.open(path.as_uri(), language, path.read_text(encoding="utf-8"))
            told = [
                (item["code"], item["range"]["start"]["line"] + 1, item["range"]["start"]["character"] + 1)
                for item in wire.pull(path.as_uri())["items"]
            ]
            checked = json.loads(run("check", "--output-format", "json", str(path)).out)
            expected = [(item["code"], item["location"]["row"], item["location"]["column"]) for item in checked]
            assert told == expected


def test_a_diagnostic_carries_the_page_of_its_rule_and_related_places() -> None:
    with Wire(capabilities=encodings("utf-16")) as wire:
        wire.open("untitled:1", "markdown", f"=0324.12g3g1 `{KUBBEL}`\n")
        (item,) = wire.pull("untitled:1")["items"]
    assert (item["code"], item["severity"], item["source"]) == ("force-mismatch", 1, "gbr-lsp")
    assert item["codeDescription"]["href"].startswith("file://")
    (related,) = item["relatedInformation"]
    assert related["message"] == "the FEN"
    assert related["location"]["range"]["start"] == {"line": 0, "character": 14}


def test_pulled_reports_are_unchanged_until_something_changes() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open("untitled:1", "plaintext", WRONG)
        first = wire.pull("untitled:1")
        assert first["kind"] == "full"
        assert wire.pull("untitled:1", first["resultId"])["kind"] == "unchanged"
        wire.change("untitled:1", 2, [{"text": WRONG + "\n"}])
        second = wire.pull("untitled:1", first["resultId"])
        assert second["kind"] == "full"
        wire.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:1"}})
        assert wire.pull("untitled:1")["items"] == []
        wire.open("untitled:1", "plaintext", "", version=2)
        assert wire.pull("untitled:1", second["resultId"])["kind"] == "full"


def test_pushed_diagnostics_carry_the_version_and_are_cleared() -> None:
    """One report for a burst of keystrokes, and none for a version that has passed."""
    with Wire() as wire:
        wire.open("untitled:1", "plaintext", WRONG)
        assert wire.receive()["params"]["version"] == 1
        for version in range(2, 7):
            wire.change("untitled:1", version, [{"text": WRONG[:-version] + "Win"}])
        report = wire.receive()["params"]
        assert report["version"] == 6
        wire.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:1"}})
        assert wire.receive()["params"] == {"uri": "untitled:1", "diagnostics": []}


def test_of_very_many_findings_the_rest_is_told_in_one() -> None:
    with Wire(initialize=False) as wire:
        capabilities = {**PULLS, "general": {"positionEncodings": ["utf-16"]}}
        options = {"maxDiagnostics": 100}
        wire.request("initialize", {"processId": None, "capabilities": capabilities, "initializationOptions": options})
        wire.notify("initialized", {})
        wire.open("untitled:1", "plaintext", (WRONG + "\n\n") * 120)
        items = wire.pull("untitled:1")["items"]
    assert len(items) == 100
    assert items[-1]["message"] == "20 more findings are not shown"


def test_findings_and_coverage_requested_right_after_a_configuration_have_it() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open("untitled:1", "plaintext", f"{WRONG}\n\nThe class is 0002.01.\n")
        request = {"command": "gbr.coverage", "arguments": ["untitled:1"]}
        assert wire.request("workspace/executeCommand", request)["result"] == {
            "version": 1,
            "codes": 2,
            "compared": 1,
            "findings": 1,
            "summary": "1 of 2 codes compared (0 with a board, 0 with a solution; of the others 1 with a control)",
        }
        unknown = {**request, "arguments": ["untitled:2"]}
        assert wire.request("workspace/executeCommand", unknown)["result"] is None
        for ignored, count in ((["control-mismatch"], 0), ([], 1)) * 5:
            wire.notify("workspace/didChangeConfiguration", {"settings": {"gbr": {"ignore": ignored}}})
            assert len(wire.pull("untitled:1")["items"]) == count
            assert wire.request("workspace/executeCommand", request)["result"]["findings"] == count


def test_an_edit_that_makes_no_sense_withholds_diagnostics_until_the_text_is_told() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open("untitled:1", "plaintext", WRONG)
        backwards = {"start": {"line": 0, "character": 9}, "end": {"line": 0, "character": 1}}
        wire.change("untitled:1", 2, [{"range": backwards, "text": "x"}])
        assert wire.pull("untitled:1")["items"] == []
        wire.change("untitled:1", 3, [{"text": WRONG}])
        assert len(wire.pull("untitled:1")["items"]) == 1
        wire.change("untitled:unopened", 3, [{"text": WRONG}])
        assert wire.pull("untitled:unopened")["items"] == []


def test_settings_beside_a_document_are_in_force_and_follow_the_file(tmp_path: Path) -> None:
    uri = (tmp_path / "a.txt").as_uri()
    (tmp_path / "gbr.toml").write_text('ignore = ["control-mismatch"]')
    with Wire(capabilities=PULLS) as wire:
        wire.open(uri, "plaintext", WRONG)
        assert wire.pull(uri)["items"] == []
        for text, count in (("", 1), ("select = [", 1), ('select = ["king-mismatch"]', 0)):
            (tmp_path / "gbr.toml").write_text(text)
            change = {"uri": (tmp_path / "gbr.toml").as_uri(), "type": 2}
            wire.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
            assert len(wire.pull(uri)["items"]) == count


def test_settings_are_read_again_on_a_save_by_a_client_that_does_not_watch(tmp_path: Path) -> None:
    uri = (tmp_path / "a.txt").as_uri()
    with Wire(capabilities=PULLS) as wire:
        wire.open(uri, "plaintext", WRONG)
        assert len(wire.pull(uri)["items"]) == 1
        (tmp_path / "gbr.toml").write_text('ignore = ["control-mismatch"]')
        wire.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert wire.pull(uri)["items"] == []


def test_the_log_goes_to_a_file(tmp_path: Path) -> None:
    with Wire("--log-file", str(tmp_path / "log")) as wire:
        wire.change("untitled:unopened", 2, [{"text": ""}])
        wire.request("shutdown", None)
    assert (tmp_path / "log").read_text().count("not open") == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"{", -32700),
        (b"[]", -32600),
        (b'{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{"textDocument":5}}', -32602),
        (b'{"jsonrpc":"2.0","id":7,"method":"no/such","params":{}}', -32601),
    ],
)
def test_what_cannot_be_understood_is_answered_and_harms_nothing(message: bytes, code: int) -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.send(message, b"CONTENT-LENGTH:%d\r\nContent-Type: x\r\n\r\n")
        if code != -32600:
            assert wire.receive()["error"]["code"] == code
        wire.open("untitled:1", "plaintext", WRONG)
        assert len(wire.pull("untitled:1")["items"]) == 1


def test_requests_before_initialize_and_after_shutdown_are_refused() -> None:
    with Wire(initialize=False) as wire:
        params = {"textDocument": {"uri": "untitled:1"}, "position": {"line": 0, "character": 0}}
        assert wire.request("textDocument/hover", params)["error"]["code"] == -32002
        assert wire.request("initialize", {"capabilities": 5})["error"]["code"] == -32602
        assert wire.request("textDocument/hover", params)["error"]["code"] == -32002
        wire.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}, "trace": "compact"})
        assert wire.request("shutdown", None)["result"] is None
        assert wire.request("textDocument/hover", params)["error"]["code"] == -32600


@pytest.mark.parametrize(("shutdown", "status"), [(True, 0), (False, 1)])
def test_exit_status(shutdown: bool, status: int) -> None:
    with Wire(by_command=True) as wire:
        if shutdown:
            wire.request("shutdown", None)
        wire.notify("exit", None)
        assert wire.ended() == status


@pytest.mark.parametrize("by_command", HOW_STARTED)
def test_the_process_ends_with_its_input(by_command: bool) -> None:
    with Wire(by_command=by_command) as wire:
        assert wire.process.stdin
        wire.process.stdin.close()
        assert wire.ended() == 1


@pytest.mark.parametrize("by_command", HOW_STARTED)
def test_the_process_ends_when_its_output_breaks(by_command: bool) -> None:
    with Wire(by_command=by_command) as wire:
        assert wire.process.stdout
        wire.process.stdout.close()
        wire.open("untitled:1", "plaintext", WRONG)
        assert wire.ended() == 1


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the kernel tells of no deaths here")
@pytest.mark.parametrize("by_command", HOW_STARTED)
@pytest.mark.parametrize("named", ["processId", "--clientProcessId"])
def test_the_process_ends_when_its_parent_dies(named: str, by_command: bool) -> None:
    """Its pipes stay open, and the parent is left as a zombie."""
    with ExitStack() as stack:
        parent = stack.enter_context(sleeping())
        arguments = ["--clientProcessId", str(parent.pid)] if named != "processId" else []
        wire = stack.enter_context(Wire(*arguments, initialize=False, by_command=by_command))
        process = parent.pid if named == "processId" else None
        wire.request("initialize", {"processId": process, "rootUri": None, "capabilities": {}})
        parent.send_signal(signal.SIGKILL)
        assert wire.ended() == 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are not listed here")
def test_nothing_is_left_after_the_client_is_killed() -> None:
    """A client that dies closes its pipes: no process is left."""
    client = subprocess.Popen(
        [sys.executable, "-c", f"import subprocess, time; p = subprocess.Popen({COMMAND!r}, stdin=subprocess.PIPE, "
         "stdout=subprocess.PIPE); print(p.pid, flush=True); time.sleep(3600)"],
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert client.stdout
    server = int(client.stdout.readline())
    client.kill()
    client.wait()
    client.stdout.close()
    patience = time.monotonic() + HANG
    while is_running(server) and time.monotonic() < patience:
        time.sleep(0.05)
    assert not is_running(server)


def is_running(process: int) -> bool:
    """Whether a process runs; one that has ended and is not yet reaped does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
