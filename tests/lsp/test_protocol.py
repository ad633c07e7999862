"""Every trap of the protocol, in raw frames to a real process."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.wire import HOW_STARTED, PULLS, Wire, sleeping

WRONG = "a2f1 0411.56 10/9 Win"
URI = "untitled:1"
ORIGIN = {"line": 0, "character": 0}
HOVER = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 6}}
PULL = {"textDocument": {"uri": URI}}
GAME = '[Event "x"]\n[Black "(=0323.12g3g1)"]\n[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]\n\n1. e4 *\n\n'
LONG = GAME * 3200
"""More than `offload.LARGE` characters."""


def body(method: str, params: object = None, number: object = None) -> bytes:
    message: dict[str, object] = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps({**message, "id": number} if number is not None else message).encode()


def frame(content: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(content) + content


def write(wire: Wire, data: bytes) -> None:
    assert wire.process.stdin
    wire.process.stdin.write(data)
    wire.process.stdin.flush()


def until(wire: Wire, number: object) -> list[dict[str, Any]]:
    """What comes up to the answer with an id."""
    found: list[dict[str, Any]] = []
    while not found or found[-1].get("id") != number or "method" in found[-1]:
        found.append(wire.receive())
    return found


def probed(wire: Wire) -> list[dict[str, Any]]:
    """What has been sent before the answer to a request that is as it should be."""
    write(wire, frame(body("textDocument/hover", HOVER, "probe")))
    *before, answer = until(wire, "probe")
    assert "result" in answer
    return before


def codes(found: list[dict[str, Any]]) -> list[tuple[object, int]]:
    return [(message["id"], message["error"]["code"]) for message in found]


def findings(wire: Wire) -> int:
    return len(wire.pull(URI)["items"])


def scripted(script: str, process: int | None = None, capabilities: dict[str, Any] | None = None) -> Wire:
    """A server with which something is wrong from the start."""
    wire = Wire(initialize=False, script=script)
    wire.request("initialize", {"processId": process, "rootUri": None, "capabilities": capabilities or {}})
    return wire


class Talk(NamedTuple):
    """A server that many tests talk to, and its log."""

    wire: Wire
    log: Path

    def logged(self) -> int:
        return len(self.log.read_text().splitlines())


_talks: list[Talk] = []


@pytest.fixture
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    """One server for all tests that leave it as it was, and another where one has not."""
    if not _talks or _talks[-1].wire.process.poll() is not None:
        log = tmp_path_factory.mktemp("server") / "log"
        _talks.append(Talk(Wire("--log-file", str(log), capabilities=PULLS), log))
    return _talks[-1]


@pytest.fixture(scope="module", autouse=True)
def _end_of_talks() -> Iterator[None]:
    yield
    for wire, _ in _talks:
        wire.__exit__()


# Messages.


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"{", [(None, -32700)]),
        (b"", [(None, -32700)]),
        (b"\xff\xfe{}", [(None, -32700)]),
        (b'{"jsonrpc":"2.0","id":7,"method":"shutdown"', [(None, -32700)]),
        (b"[" * 100_000, [(None, -32700)]),
        (b"9" * 10_000, [(None, -32700)]),
        (b"[]", [(None, -32600)]),
        (b"5", [(None, -32600)]),
        (b"null", [(None, -32600)]),
        (b"{}", [(None, -32600)]),
        (b'{"jsonrpc":"2.0","id":7}', [(7, -32600)]),
        (b'{"id":7,"method":"textDocument/hover"}', [(7, -32600)]),
        (b'{"jsonrpc":"1.0","id":7,"method":"textDocument/hover"}', [(7, -32600)]),
        (b'{"jsonrpc":"2.0","id":7,"method":5}', [(7, -32600)]),
        (b'{"jsonrpc":"2.0","id":true,"method":"textDocument/hover"}', [(None, -32600)]),
        (b'{"jsonrpc":"2.0","id":[1],"method":"textDocument/hover"}', [(None, -32600)]),
        (b'{"jsonrpc":"2.0","id":null,"method":"textDocument/hover"}', [(None, -32600)]),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"textDocument/hover"}', [(None, -32600)]),
        (b"[" + body("textDocument/hover", HOVER, 7) + b"," + body("shutdown", None, "8") + b"]",
         [(7, -32600), ("8", -32600)]),
        (b"[" + body("initialized", {}) + b"]", [(None, -32600)]),
        (body("no/such", {}, 7), [(7, -32601)]),
        (body("$/no/such", {}, "a"), [("a", -32601)]),
        (body("textDocument/noSuch", 5, 7), [(7, -32601)]),
        (body("notebookDocument/didOpen", {}, 7), [(7, -32601)]),
        (body("no/such", {}), []),
        (body("$/no/such", [1]), []),
        (body("notebookDocument/didOpen", {}), []),
        (body("textDocument/didOpen", PULL, 7), [(7, -32600)]),
        (body("textDocument/hover", HOVER), []),
        (body("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "x", "version": 1, "text": None}}),
         []),
        (body("textDocument/didClose", {}), []),
        (body("$/cancelRequest", {"id": 999}), []),
        (body("$/cancelRequest", {"id": [1]}), []),
        (body("$/cancelRequest", 5), []),
        (body("$/setTrace", {"value": "compact"}), []),
        (body("window/workDoneProgress/cancel", {"token": 7}), []),
        (body("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 7), [(7, -32600)]),
        (b'{"jsonrpc":"2.0","id":7,"result":5}', []),
        (b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}', []),
        (b'{"jsonrpc":"2.0","id":"x","error":7}', []),
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_answered_once_and_harms_nothing(
    content: bytes, expected: object, talk: Talk
) -> None:
    wire = talk.wire
    wire.open(URI, "plaintext", WRONG)
    write(wire, frame(content))
    assert codes(probed(wire)) == expected
    assert findings(wire) == (0 if b"textDocument/didOpen" in content else 1)


@pytest.mark.parametrize(
    "params",
    [
        None,
        5,
        [],
        {},
        {"textDocument": 5, "position": ORIGIN},
        {"textDocument": {"uri": None}, "position": ORIGIN},
        {"textDocument": {"uri": 5}, "position": ORIGIN},
        {"textDocument": {"uri": URI}, "position": {"line": "0", "character": 0}},
        {"textDocument": {"uri": URI}, "position": {"line": 0.5, "character": 0}},
        {"textDocument": {"uri": URI}, "position": {"line": True, "character": 0}},
        {"textDocument": {"uri": URI}, "position": {"line": -1, "character": 0}},
        {"textDocument": {"uri": URI}, "position": {"line": 1 << 40, "character": 0}},
    ],
)
def test_bad_parameters_are_refused(params: object, talk: Talk) -> None:
    wire = talk.wire
    assert wire.request("textDocument/hover", params)["error"]["code"] == -32602
    assert wire.request("textDocument/completion", params)["error"]["code"] == -32602
    assert probed(wire) == []


def test_parameters_nested_deeply_harm_nothing(talk: Talk) -> None:
    """So deep that JSON can still be read, and what comes behind may not."""
    wire = talk.wire
    for depth in (100, 400, 800, 900, 950, 5000):
        nested = b'{"a":' * depth + b"0" + b"}" * depth
        content = b'{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":' + nested + b"}"
        write(wire, frame(content))
        ((number, code),) = codes(probed(wire))
        assert (number, code) in ((7, -32602), (None, -32700))


# Frames.


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\n\r\n",
        b"Content-Length : %d \r\n\r\n",
        b"X-Extra: 1\r\nContent-Length: %d\r\nX-More: Content-Length: 3\r\n\r\n",
        b"X-Content-Length: 3\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: %d\r\n\r\n",
    ],
)
def test_headers_in_any_case_and_order(header: bytes, talk: Talk) -> None:
    wire = talk.wire
    content = body("textDocument/hover", HOVER, 7)
    write(wire, header % len(content) + content)
    assert [message["id"] for message in probed(wire)] == [7]


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"\r\n\r\n",
        b"Content-Type: x\r\n\r\n",
        b"Content-Length: -5\r\n\r\n",
        b"Content-Length: many\r\n\r\n",
        b"Content-Length: \r\n\r\n",
        b"Content-Length: 99999999999999999999\r\n\r\n",
        b"Content-Length: 9999999999\r\n\r\n",
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"Content-Length: 5\r\n\r\n",
        b"x" * 200_000 + b"\r\n\r\n",
    ],
)
def test_behind_a_broken_frame_the_next_one_is_read(header: bytes, talk: Talk) -> None:
    wire = talk.wire
    write(wire, header + body("textDocument/hover", HOVER, 7))
    assert {code for _, code in codes(probed(wire))} <= {-32700}
    assert probed(wire) == []


def test_a_frame_may_come_byte_by_byte_and_many_at_once(talk: Talk) -> None:
    wire = talk.wire
    for byte in frame(body("textDocument/hover", HOVER, 7)):
        write(wire, bytes([byte]))
    write(wire, b"".join(frame(body("textDocument/hover", HOVER, number)) for number in range(8, 300)))
    assert [message["id"] for message in probed(wire)] == [*range(7, 300)]


# Beginning.


TEXT = {
    "hover": {"contentFormat": ["html", "markdown"]},
    "completion": {"completionItemKind": {"valueSet": [1, 99, "z"]}},
    "semanticTokens": {"requests": {"range": "x"}, "tokenTypes": 5},
    "publishDiagnostics": {"tagSupport": {"valueSet": [7, 8]}},
    "codeAction": None,
    "diagnostic": {"dynamicRegistration": "often"},
}
WORKSPACE = {
    "workspaceEdit": {"resourceOperations": ["zap"], "failureHandling": "zzz"},
    "symbol": {"symbolKind": {"valueSet": [1, 400]}},
    "configuration": 7,
}


@pytest.mark.parametrize(
    "capabilities",
    [
        {"general": {"positionEncodings": ["utf-7", 5, "utf-16"]}, "textDocument": TEXT, "window": None},
        {"general": {"positionEncodings": []}, "workspace": WORKSPACE, "new": {"a": [{}]}},
        {"general": {"positionEncodings": "utf-8"}, "textDocument": 5, "workspace": []},
        {"general": 5},
    ],
)
def test_capabilities_of_another_age_are_tolerated(capabilities: dict[str, Any]) -> None:
    params = {"processId": None, "rootUri": None, "capabilities": capabilities, "trace": "compact", "locale": 7}
    with Wire(initialize=False) as wire:
        answer = wire.request("initialize", params)["result"]
        assert answer["capabilities"]["positionEncoding"] == "utf-16"
        wire.notify("initialized", None)
        wire.open(URI, "plaintext", WRONG)
        assert {message["method"] for message in probed(wire)} <= {"textDocument/publishDiagnostics"}


def test_what_is_known_of_the_capabilities_is_heeded_beside_what_is_not() -> None:
    with Wire(capabilities={**PULLS, "general": {"positionEncodings": [5, "utf-32"]}, "window": 5}) as wire:
        assert wire.answer["result"]["capabilities"]["diagnosticProvider"]
        assert wire.answer["result"]["capabilities"]["positionEncoding"] == "utf-32"


def test_a_bad_initialize_is_refused_and_may_be_mended() -> None:
    with Wire(initialize=False) as wire:
        bad: tuple[object, ...] = (None, 5, {}, {"capabilities": 5}, {"processId": "x", "capabilities": {}})
        for params in bad:
            assert wire.request("initialize", params)["error"]["code"] == -32602
            assert wire.request("shutdown", None)["error"]["code"] == -32002
        assert "result" in wire.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})


def test_before_initialize_and_after_shutdown() -> None:
    with Wire(initialize=False) as wire:
        wire.open(URI, "plaintext", WRONG)
        for method, params in (("textDocument/hover", HOVER), ("no/such", None), ("shutdown", None)):
            assert wire.request(method, params)["error"]["code"] == -32002
        assert "result" in wire.request("initialize", {"processId": None, "rootUri": None, "capabilities": PULLS})
        assert findings(wire) == 0
        assert wire.request("shutdown", None)["result"] is None
        wire.open(URI, "plaintext", WRONG)
        for method, params in (("textDocument/hover", HOVER), ("no/such", None), ("shutdown", None)):
            assert wire.request(method, params)["error"]["code"] == -32600
        wire.notify("exit", None)
        assert wire.ended() == 0


# Texts.


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("\ud800 " + WRONG, 2),
        ("\udfff\ud800 " + WRONG, 3),
        ("\ufeff" + WRONG, 1),
        ("\0" * 9 + " " + WRONG, 10),
        ("x " * 500_000 + WRONG, 1_000_000),
    ],
)
def test_texts_of_any_characters(text: str, start: int, talk: Talk) -> None:
    wire = talk.wire
    wire.open(URI, "plaintext", text)
    (item,) = wire.pull(URI)["items"]
    assert item["range"]["start"] == {"line": 0, "character": start + WRONG.index("10/9")}
    position = {"line": 0, "character": start + 6}
    assert wire.request("textDocument/hover", {"textDocument": {"uri": URI}, "position": position})["result"]


def test_raw_surrogates_in_a_frame(talk: Talk) -> None:
    wire = talk.wire
    item = {"uri": URI, "languageId": "plaintext", "version": 1, "text": "@ " + WRONG}
    content = body("textDocument/didOpen", {"textDocument": item})
    write(wire, frame(content.replace(b"@", b"\xed\xa0\x80")))
    assert findings(wire) == 1


@pytest.mark.parametrize("uri", ["", "file:///%00", "file:///\ud800/a.txt", "http://[::1", "x:\n", "file://a/b", "//["])
def test_addresses_of_any_characters(uri: str, talk: Talk) -> None:
    wire = talk.wire
    wire.open(uri, "plaintext", WRONG)
    assert len(wire.pull(uri)["items"]) == 1
    wire.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    wire.change(uri, 2, [{"text": ""}])
    assert wire.pull(uri)["items"] == []


# Edits.


def at(line: int, character: int, end_line: int, end_character: int, text: str = "x") -> dict[str, Any]:
    start, end = {"line": line, "character": character}, {"line": end_line, "character": end_character}
    return {"range": {"start": start, "end": end}, "text": text}


NONSENSE: list[tuple[int, list[Any]]] = [
    (2, [at(0, 9, 0, 1)]),
    (2, [at(1, 0, 0, 9)]),
    (2, [at(0, 90, 0, 80)]),
    (2, [at(2, 0, 2, 0)]),
    (2, [at(2_000_000, 0, 2_000_000, 5)]),
    (2, [at(0, 5, 7, 0)]),
    (2, [at(1, 1, 1, 1)]),
    (2, [at(0, 0, 0, 0), at(0, 9, 0, 1), at(0, 0, 0, 0)]),
    (1, [at(0, 0, 0, 0)]),
    (0, [at(0, 0, 0, 0)]),
    (-5, []),
    (2, [{"range": {"start": ORIGIN}, "text": "x"}]),
    (2, [{"range": 5, "text": "x"}]),
    (2, [at(0, 0, -1, 0)]),
    (2, [{"text": None}]),
    (2, [{}]),
    (2, [5]),
]


@pytest.mark.parametrize(("version", "changes"), NONSENSE)
def test_diagnostics_are_withheld_from_a_senseless_edit_until_the_text_is_told(
    version: int, changes: list[Any], talk: Talk
) -> None:
    """The second line is a character of two units, which an edit may not part."""
    wire, text = talk.wire, WRONG + "\n🎉"
    wire.open(URI, "plaintext", text)
    first = wire.pull(URI)
    assert len(first["items"]) == 1
    logged = talk.logged()
    wire.change(URI, version, changes)
    second = wire.pull(URI, first["resultId"])
    assert second["items"] == []
    assert talk.logged() == logged + 1
    wire.change(URI, 10, [at(0, 0, 0, 0)])
    assert findings(wire) == 0
    assert "reopen this file" in wire.request("textDocument/hover", HOVER)["result"]["contents"]["value"]
    wire.change(URI, 11, [{"text": text}])
    third = wire.pull(URI, second["resultId"])
    assert third["items"] == first["items"]
    wire.change(URI, 12, [at(0, 1, 0, 0)])
    assert findings(wire) == 0
    wire.open(URI, "plaintext", text, version=1)
    assert findings(wire) == 1
    assert "Traceback" not in talk.log.read_text()


def test_a_whole_text_in_the_same_message_mends_a_senseless_edit(talk: Talk) -> None:
    wire = talk.wire
    wire.open(URI, "plaintext", "x")
    wire.change(URI, 2, [at(0, 9, 0, 1), at(0, 0, 0, 0), {"text": WRONG}, at(0, 0, 0, 0, "y ")])
    (item,) = wire.pull(URI)["items"]
    assert item["range"]["start"]["character"] == 2 + WRONG.index("10/9")


@pytest.mark.parametrize("change", [at(0, 0, 0, 900), at(0, 0, 1, 0), at(0, 0, 2_000_000_000, 0), at(0, 900, 0, 900)])
def test_ends_that_clients_write_for_all_of_a_line_or_a_text_are_understood(change: dict[str, Any], talk: Talk) -> None:
    wire = talk.wire
    wire.open(URI, "plaintext", "x")
    wire.change(URI, 2, [change | {"text": " " + WRONG}])
    assert findings(wire) == 1


def test_pushed_diagnostics_are_withdrawn_while_the_text_is_not_known() -> None:
    with Wire() as wire:
        wire.open(URI, "plaintext", WRONG)
        assert len(wire.receive()["params"]["diagnostics"]) == 1
        wire.change(URI, 2, [at(0, 9, 0, 1)])
        assert wire.receive()["params"] == {"uri": URI, "version": 2, "diagnostics": []}
        wire.change(URI, 3, [{"range": 5, "text": ""}])
        assert wire.receive()["params"]["diagnostics"] == []
        wire.change(URI, 4, [{"text": WRONG}])
        assert len(wire.receive()["params"]["diagnostics"]) == 1


def test_documents_that_are_not_open(talk: Talk) -> None:
    wire, document, logged = talk.wire, {"textDocument": {"uri": "untitled:never"}}, talk.logged()
    wire.change("untitled:never", 2, [{"text": WRONG}])
    wire.notify("textDocument/didClose", document)
    assert probed(wire) == []
    assert talk.logged() == logged + 2
    wire.notify("textDocument/didSave", document)
    assert wire.pull("untitled:never")["items"] == []


# Cancelling.


def test_a_request_that_waits_its_turn_is_cancelled() -> None:
    """While a long text is cut, what comes behind it waits."""
    with Wire(capabilities=PULLS) as wire:
        item = {"uri": URI, "languageId": "pgn", "version": 1, "text": LONG}
        write(
            wire,
            frame(body("textDocument/didOpen", {"textDocument": item}))
            + frame(body("textDocument/hover", HOVER, 7))
            + frame(body("textDocument/hover", HOVER, "8"))
            + frame(body("$/cancelRequest", {"id": 7}))
            + frame(body("$/cancelRequest", {"id": "7"})),
        )
        found = until(wire, "8")
        assert codes([message for message in found if message["id"] == 7]) == [(7, -32800)]
        assert "result" in found[-1]


def test_a_scan_lets_messages_through_and_is_cancelled() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "pgn", LONG)
        write(wire, frame(body("textDocument/diagnostic", PULL, "scan")))
        assert probed(wire) == []
        write(wire, frame(body("$/cancelRequest", {"id": "scan"})))
        assert codes(until(wire, "scan")) == [("scan", -32800)]
        write(wire, frame(body("$/cancelRequest", {"id": "scan"})))
        wire.change(URI, 2, [{"text": f'[Black "{WRONG}"]\n'}])
        assert findings(wire) == 1
        assert probed(wire) == []


def test_an_answer_with_the_id_of_a_request_under_way_harms_nothing() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "pgn", LONG)
        write(wire, frame(body("textDocument/diagnostic", PULL, 7)))
        write(wire, frame(b'{"jsonrpc":"2.0","id":7,"result":null}'))
        write(wire, frame(b'{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":""}}'))
        assert probed(wire) == []
        wire.change(URI, 2, [{"text": f'[Black "{WRONG}"]\n'}])
        assert len(until(wire, 7)[-1]["result"]["items"]) == 1


def test_what_a_scan_of_a_passed_state_finds_is_not_told() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "pgn", LONG)
        write(wire, frame(body("textDocument/diagnostic", PULL, "scan")))
        write(wire, frame(body("textDocument/diagnostic", PULL, "again")))
        assert probed(wire) == []
        wire.change(URI, 2, [{"text": f'[Black "{WRONG}"]\n'}])
        found = [wire.receive(), wire.receive()]
        assert {message["id"] for message in found} == {"scan", "again"}
        assert [len(message["result"]["items"]) for message in found] == [1, 1]


def test_an_answer_that_has_passed_is_no_fault() -> None:
    """The client is told so, and asks again; in the log it is nothing."""
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "pgn", LONG)
        at_once = [{"range": {"start": ORIGIN, "end": ORIGIN}, "text": "x"}]
        change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": at_once}
        asked = body("textDocument/documentSymbol", {"textDocument": {"uri": URI}}, "symbols")
        write(wire, frame(asked) + frame(body("textDocument/didChange", change)))
        assert until(wire, "symbols")[-1]["error"]["code"] == -32801
        wire.request("shutdown", None)
        wire.notify("exit", None)
        assert wire.process.stderr
        assert wire.process.stderr.read() == b""


def test_two_who_wait_for_one_scan_are_told_and_one_may_leave() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "pgn", GAME * 60)
        for name in ("a", "b", "c"):
            write(wire, frame(body("textDocument/diagnostic", PULL, name)))
        write(wire, frame(body("$/cancelRequest", {"id": "a"})))
        found = {message["id"]: message for message in (wire.receive() for _ in range(3))}
        assert found["a"]["error"]["code"] == -32800
        assert found["b"]["result"]["items"] == found["c"]["result"]["items"] != []


@pytest.mark.parametrize("name", ["documentSymbol", "foldingRange", "semanticTokens/full", "documentLink"])
def test_answers_about_all_of_a_large_text_let_messages_through(name: str) -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "pgn", LONG)
        write(wire, frame(body(f"textDocument/{name}", PULL, "all")))
        if name != "documentLink":
            assert probed(wire) == []
        wire.change(URI, 2, [{"text": "x"}])
        assert findings(wire) == 0


def test_shutdown_cancels_what_is_under_way_and_tells() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "pgn", LONG)
        write(wire, frame(body("textDocument/diagnostic", PULL, "scan")))
        assert probed(wire) == []
        write(wire, frame(body("shutdown", None, "down")) + frame(body("exit")))
        found = {message["id"]: message for message in (wire.receive(), wire.receive())}
        assert found["down"]["result"] is None
        assert found["scan"]["error"]["code"] == -32800
        assert wire.ended() == 0


# Ending.


@pytest.mark.parametrize("by_command", HOW_STARTED)
@pytest.mark.parametrize("way", ["input", "output", "parent", "exit"])
def test_the_process_ends_however_busy(way: str, by_command: bool) -> None:
    """A process with nothing to do: `test_server.py`."""
    if way == "output" and sys.platform != "linux":
        pytest.skip("a broken pipe is noticed when it is written to")
    with sleeping() as parent, Wire(initialize=False, by_command=by_command) as wire:
        wire.request("initialize", {"processId": parent.pid, "rootUri": None, "capabilities": PULLS})
        wire.open(URI, "pgn", LONG)
        write(wire, frame(body("textDocument/diagnostic", PULL, "scan")))
        assert probed(wire) == []
        assert wire.process.stdin
        assert wire.process.stdout
        if way == "input":
            wire.process.stdin.close()
        elif way == "output":
            wire.process.stdout.close()
        elif way == "exit":
            wire.notify("exit", None)
        else:
            parent.kill()
        assert wire.ended() == 1


def test_a_number_that_is_no_process_harms_nothing() -> None:
    with Wire("--clientProcessId", "0", initialize=False) as wire:
        wire.request("initialize", {"processId": -1, "rootUri": None, "capabilities": {}})
        assert probed(wire) == []


@pytest.mark.parametrize("by_command", HOW_STARTED)
def test_a_process_that_is_dead_already_ends_ours(by_command: bool) -> None:
    with subprocess.Popen(["true"]) as parent:
        parent.wait()
    with Wire(initialize=False, by_command=by_command) as wire:
        write(wire, frame(body("initialize", {"processId": parent.pid, "rootUri": None, "capabilities": {}}, 1)))
        assert wire.ended() == 1


@pytest.mark.skipif(os.name != "posix", reason="on Windows the pipes break")
def test_a_dead_process_is_noticed_where_the_kernel_does_not_tell() -> None:
    script = (
        "import os, gbr_lsp.lsp.transport.client_watch as watch\nwatch._POLL = 0.05\nvars(os).pop('pidfd_open', None)"
    )
    with sleeping() as parent, scripted(script, parent.pid) as wire:
        assert probed(wire) == []
        parent.kill()
        parent.wait()
        assert wire.ended() == 1


@pytest.mark.parametrize("by_command", HOW_STARTED)
def test_the_input_ends_behind_shutdown(by_command: bool) -> None:
    with Wire(by_command=by_command) as wire:
        wire.request("shutdown", None)
        assert wire.process.stdin
        wire.process.stdin.close()
        assert wire.ended() == 0


@pytest.mark.parametrize("by_command", HOW_STARTED)
def test_exit_before_initialize(by_command: bool) -> None:
    with Wire(initialize=False, by_command=by_command) as wire:
        wire.notify("exit", None)
        assert wire.ended() == 1


def test_a_client_that_does_not_read_is_left_when_it_ends() -> None:
    """The pipe is full, and whoever writes into it waits."""
    with Wire(capabilities=PULLS, by_command=True) as wire:
        wire.open(URI, "plaintext", WRONG)
        write(wire, b"".join(frame(body("textDocument/hover", HOVER, number)) for number in range(300)))
        assert wire.process.stdin
        wire.process.stdin.close()
        assert wire.ended() == 1


def test_a_log_that_nobody_reads_stops_nothing() -> None:
    """It is longer than the 64 KiB of a pipe."""
    with Wire(capabilities=PULLS, by_command=True) as wire:
        write(wire, frame(body("textDocument/didClose", PULL)) * 1000)
        assert probed(wire) == []
        wire.request("shutdown", None)
        wire.notify("exit", None)
        assert wire.ended() == 0


# Mishaps of our own.


@pytest.mark.parametrize(
    "script",
    [
        "import gbr_lsp.ide.hover as module\ndef broken(*args): raise KeyError('x')\nmodule.hover = broken",
        # Python 3.13.0 never ends `broken()` here, which leaves arguments out.
        "import gbr_lsp.ide.hover as module\ndef broken(*args): return broken(*args)\nmodule.hover = broken",
        "import gbr_lsp.lsp.features.hover as module\nmodule.to_hover = lambda *args, **names: object()",
    ],
)
def test_a_mishap_is_answered_and_shown_to_nobody(script: str) -> None:
    with scripted(script) as wire:
        wire.open(URI, "plaintext", WRONG)
        assert wire.receive()["method"] == "textDocument/publishDiagnostics"
        write(wire, frame(body("textDocument/hover", HOVER, 7)))
        answer = until(wire, 7)
        assert codes(answer) == [(7, -32603)]
        assert "Traceback" not in json.dumps(answer)
        completion = {**HOVER, "position": ORIGIN}
        assert "result" in wire.request("textDocument/completion", completion)


def test_what_is_printed_does_not_reach_the_client() -> None:
    script = (
        "import gbr_lsp.ide.hover as module\nold = module.hover\n"
        "def loud(*args):\n    import os, sys\n    print('stray')\n    sys.stdout.flush()\n"
        "    sys.__stdout__.write('x')\n"
        "    sys.__stdout__.flush()\n    os.write(1, b'stray')\n    os.system('echo stray')\n    return old(*args)\n"
        "module.hover = loud"
    )
    with scripted(script) as wire:
        wire.open(URI, "plaintext", WRONG)
        assert wire.receive()["method"] == "textDocument/publishDiagnostics"
        assert probed(wire) == []
        assert probed(wire) == []


ANSWERS: tuple[dict[str, Any], ...] = (
    {"result": None},
    {"result": 5},
    {"error": {"code": -32601, "message": "?"}},
    {"error": 5},
    {"error": {}, "result": None},
)


def test_any_answer_to_a_request_of_ours() -> None:
    with Wire(capabilities={"workspace": {"configuration": True}}) as wire:
        for answer in ANSWERS:
            wire.notify("workspace/didChangeConfiguration", {"settings": None})
            asked = next(message for message in iter(wire.receive, None) if "id" in message)
            assert asked["method"] == "workspace/configuration"
            for _ in range(2):
                write(wire, frame(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **answer}).encode()))
            assert [message for message in probed(wire) if "error" in message or "result" in message] == []


def test_a_bug_in_a_rule_is_answered() -> None:
    """Diagnostics are told on a way of their own, but no way leaves a request without an answer."""
    script = (
        "import gbr_lsp.lsp.state.lint_jobs as lint_jobs\n"
        "def broken(*_, **__): raise RecursionError('a bug')\n"
        "lint_jobs.lint_steps = broken"
    )
    with Wire(capabilities=PULLS, script=script) as conversation:
        conversation.open("untitled:1", "plaintext", "x")
        params = {"textDocument": {"uri": "untitled:1"}}
        assert conversation.request("textDocument/diagnostic", params)["error"]["code"] == -32603
