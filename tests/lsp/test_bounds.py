"""What is long keeps nobody waiting, and what is too much is not kept: the bounds of the server."""

import ast
import json
import threading
import time
from typing import Any

import pytest

from tests.lsp.test_protocol import body, frame, write
from tests.support.wire import PULLS, Wire

SMALL, LONG = "untitled:small.md", "untitled:long.md"
AT = {"line": 0, "character": 8}
CODES = "Codes: " + " and ".join(["=0323.12g3g1"] * 500) + "\n"

COUNTED = """
import threading
from gbr_lsp.lsp import background, chunk_answers
from gbr_lsp.model import block
background.LONG_DOCUMENT = chunk_answers.LONG_DOCUMENT = 6_000
stock = block.find
def find(text, spans):
    if len(text) > 6_000 and threading.current_thread() is threading.main_thread():
        raise AssertionError("a long block is read by the event loop")
    return stock(text, spans)
block.find = find
"""
"""A server whose event loop raises if it reads a block of more than 6,000 characters itself."""


def asked(uri: str, **more: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": AT, **more}


ABOUT_A_PLACE: dict[str, dict[str, Any]] = {
    "textDocument/hover": {},
    "textDocument/completion": {},
    "textDocument/signatureHelp": {},
    "textDocument/documentHighlight": {},
    "textDocument/references": {"context": {"includeDeclaration": True}},
    "textDocument/selectionRange": {"positions": [AT]},
    "textDocument/codeAction": {"range": {"start": AT, "end": AT}, "context": {"diagnostics": []}},
    "textDocument/documentSymbol": {},
    "textDocument/semanticTokens/full": {},
    "textDocument/foldingRange": {},
    "textDocument/diagnostic": {},
}


@pytest.mark.parametrize("method", ABOUT_A_PLACE)
def test_a_long_paragraph_is_never_read_by_the_event_loop(method: str) -> None:
    with Wire(capabilities=PULLS, script=COUNTED) as wire:
        wire.open(LONG, "markdown", CODES)
        answer = wire.request(method, asked(LONG, **ABOUT_A_PLACE[method]))
        assert "error" not in answer
        assert answer["result"] or method not in ("textDocument/hover", "textDocument/completion")


@pytest.mark.parametrize("position", [None, 7, {}, {"line": -1, "character": 0}, {"line": 2**40, "character": 2**40}])
def test_a_command_about_a_long_paragraph_is_answered_whatever_place_it_names(position: object) -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open(LONG, "markdown", CODES)
        answer = wire.request("workspace/executeCommand", {"command": "gbr.explain", "arguments": [LONG, position]})
        assert "result" in answer or "internal" not in answer["error"]["message"].lower()
        assert answer.get("error", {}).get("code") != -32603


def test_a_request_that_waits_for_a_long_paragraph_can_be_cancelled() -> None:
    with Wire(capabilities=PULLS) as wire:
        wire.open(LONG, "markdown", CODES)
        request, cancel = body("textDocument/hover", asked(LONG), "x"), body("$/cancelRequest", {"id": "x"})
        write(wire, frame(request) + frame(cancel))
        answer = next(message for message in iter(wire.receive, None) if message.get("id") == "x")
        assert answer.get("error", {}).get("code") == -32800
        assert wire.request("textDocument/hover", asked(LONG))["result"]


SHORT = "from gbr_lsp.lsp.state import documents; documents.MAX_LENGTH = 1_000"


def test_a_text_that_is_too_long_is_not_read_and_that_is_said() -> None:
    with Wire(capabilities=PULLS, script=SHORT) as wire:
        wire.open(LONG, "markdown", CODES)
        (told,) = wire.pull(LONG)["items"]
        assert "not read" in told["message"]
        assert "not read" in json.dumps(wire.request("textDocument/hover", asked(LONG)))
        start = {"line": 0, "character": 0}
        wire.change(LONG, 2, [{"range": {"start": start, "end": start}, "text": "x"}])
        assert "not read" in wire.pull(LONG)["items"][0]["message"]
        wire.change(LONG, 3, [{"text": "See (=0323.12g3g3).\n"}])
        assert all("not read" not in item["message"] for item in wire.pull(LONG)["items"])
        assert wire.request("textDocument/hover", asked(LONG))["result"]
        wire.open("untitled:games.pgn", "pgn", '[Black "=0323.12g3g3"]\n\n*\n\n' * 100)
        assert len(wire.pull("untitled:games.pgn")["items"]) == 100


SMALL_OUTPUT = """
from gbr_lsp.lsp.transport import output
output.MAX_WAITING_BYTES = 100_000
stock = output.Output._count
def _count(self, more):
    stock(self, more)
    most = max(self.waiting, getattr(self, "most", 0))
    if most != getattr(self, "most", 0):
        self.most = most
        open({path!r}, "w").write(str(most))
output.Output._count = _count
"""


def test_what_waits_for_a_client_that_does_not_read_is_bounded(tmp_path: Any) -> None:
    """Its requests wait then in its own pipe; when it reads, all are answered in their order."""
    path = tmp_path / "most"
    with Wire(capabilities=PULLS, script=SMALL_OUTPUT.format(path=str(path))) as wire:
        wire.open(SMALL, "plaintext", "GBR 0031.01\n\n" * 60)
        place = {"textDocument": {"uri": SMALL}, "position": {"line": 0, "character": 11}}
        length = len(json.dumps(wire.request("textDocument/completion", place)))
        count = 1_400_000 // length

        def send() -> None:
            for number in range(count):
                request = {"jsonrpc": "2.0", "id": f"c{number}", "method": "textDocument/completion", "params": place}
                wire.send(json.dumps(request).encode())

        sender = threading.Thread(target=send)
        sender.start()
        while not path.exists() or int(path.read_text() or 0) <= 100_000:
            time.sleep(0.01)  # the client does not read until it is full
        received = (message for message in iter(wire.receive, None) if "method" not in message)
        answers = [next(received)["id"] for _ in range(count)]
        sender.join()
        assert answers == [f"c{number}" for number in range(count)]
        assert int(path.read_text()) < 200_000


MANY_WAIT = """
from gbr_lsp.lsp.transport import conversation, dispatch
conversation.MAX_WAITING = 20
most = {{"inbox": 0, "under way": 0}}
count, busy = conversation.Conversation._count, dispatch.Dispatch.is_busy.fget
def note(name, number):
    if most[name] < number:
        most[name] = number
        open({path!r}, "w").write(repr(most))
def _count(self):
    note("inbox", len(self._inbox))
    count(self)
def is_busy(self):
    note("under way", sum(not future.done() for future in self._protocol._request_futures.values()))
    return busy(self)
conversation.Conversation._count = _count
dispatch.Dispatch.is_busy = property(is_busy)
"""


def test_requests_that_come_faster_than_they_are_answered_wait_in_the_pipe_of_the_client(tmp_path: Any) -> None:
    """Some are under way and some have been read; all are answered."""
    path = tmp_path / "most"
    with Wire(capabilities=PULLS, script=MANY_WAIT.format(path=str(path))) as wire:
        wire.open(SMALL, "plaintext", "=0323.12g3g1\n\n" * 600)
        params = {"textDocument": {"uri": SMALL}, "padding": "x" * 1000}

        def send() -> None:
            for number in range(600):
                wire.send(body("textDocument/documentSymbol", params, f"c{number}"))

        sender = threading.Thread(target=send)
        sender.start()
        received = (message for message in iter(wire.receive, None) if "method" not in message)
        answers = [next(received) for _ in range(600)]
        sender.join()
    assert sorted(answer["id"] for answer in answers) == sorted(f"c{number}" for number in range(600))
    assert all(len(answer["result"]) == 600 for answer in answers)
    most = ast.literal_eval(path.read_text())
    # What one piece of the input brings is read with the last message.
    assert most["inbox"] <= 20 + (1 << 16) // 1000 + 1
    assert most["under way"] <= 33
