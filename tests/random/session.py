"""Random sessions from a seed: valid and invalid messages, edits, requests of all kinds, cancellations, and an end.

    python -m tests.random.session [--messages 20000] [--seed 1]

Requests are those that the server advertises, with parameters made from the protocol's types. Every request must be
answered exactly once, all output must be messages, and no pop-up may be shown. The text of the server must equal that
of the model, its diagnostics those of `lint` on that text, and the process must end as expected.
"""

import argparse
import json
import os
import queue
import random
import re
import sys
import threading
from contextlib import suppress
from typing import Any

from gbr_lsp.hosts import host_for
from gbr_lsp.ide.hover import hover
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.random.edits import ENCODINGS, KINDS, in_seam, slow_position, slow_range
from tests.random.params import JUNK, Maker, advertised, requests, spoiled
from tests.support.strategies import PIECES
from tests.support.wire import ALL, HANG, Wire, merged

_LONGEST = 1500
_MESSAGES_A_SESSION = 400

BROKEN = (
    b"{",
    b"",
    b"[]",
    b"5",
    b"null",
    b"[" * 5000,
    b'{"jsonrpc":"2.0"}',
    b"\xff\xff",
    b'{"a":' * 900 + b"0" + b"}" * 900,
)
NO_FRAMES = (
    b"Content-Length: x\r\n\r\n",
    b"Content-Type: y\r\n\r\n",
    b"Content-Length: 99999999999\r\n\r\n",
    b"}\r\n\r\n",
)
GAME = '[Event "x"]\n[Black "(=0323.12g3g1)"]\n[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]\n\n1. e4 *\n\n'
URIS = ("untitled:1.pgn", "untitled:2.md", "untitled:3.tex", "untitled:4", "file:///no/such/5.txt")
CODES = ("\n\n" + GAME, "\n\ng3g1 0323.12 a3a2e1h6c6g8 4/5 Win\n", "a7d3 0116.00 b2b3c6d6 3/3+\n", "(=0323.12g3g1) ")
QUIET = ("$/setTrace", "textDocument/didSave", "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles")
OPTIONS = {"inlayHints": True, "codeLens": True, "workspaceDiagnostics": True}
CAPABILITIES = {
    "workspace": {
        "configuration": True,
        "applyEdit": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "workspaceEdit": {"documentChanges": True},
        "diagnostics": {"refreshSupport": True},
    },
    "window": {"workDoneProgress": True},
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
}


class Text:
    """The expected state of a document; `known` is False after an invalid change, None if unknown."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.text = ""
        self.version = 0
        self.known: bool | None = True


class Session:
    """One server, and a model of its open documents."""

    def __init__(self, random_: random.Random) -> None:
        self.random = random_
        self.encoding = random_.choice(ENCODINGS)
        self.texts: dict[str, Text] = {}
        self.asked: dict[object, str] = {}
        self.wrong: list[str] = []
        self._number = 0
        self._inbox: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._answers: dict[object, dict[str, Any]] = {}
        self.wire = Wire(initialize=False, by_command=True)
        threading.Thread(target=self._drain, daemon=True).start()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.maker = Maker(random_, self._uri, self._position, PIECES)
        self.advertised = self._begin()

    def _begin(self) -> set[str]:
        for _ in range(3):
            self.request(self.random.choice(requests()), {})
        capabilities: dict[str, Any] = json.loads(json.dumps(merged(ALL, CAPABILITIES)))
        capabilities["general"] = {"positionEncodings": [self.encoding]}
        capabilities["textDocument"]["diagnostic"] = {}
        params = {"processId": None, "rootUri": None, "capabilities": capabilities, "initializationOptions": OPTIONS}
        number = self.request("initialize", params)
        self.settle()
        found = self._answers[number]["result"]["capabilities"]
        assert found["positionEncoding"] == self.encoding
        self.notify("initialized", {})
        methods = advertised(found)
        self.maker.commands = found.get("executeCommandProvider", {}).get("commands", [])
        assert {"textDocument/hover", "textDocument/diagnostic"} <= methods
        return methods

    # Messages to the server.

    def act(self) -> None:
        """Send one message or two."""
        kind = self.random.random()
        if kind < 0.35:
            self._change()
        elif kind < 0.75:
            method = self.random.choice(sorted(self.advertised))
            self.request(method, self.maker.params(method))
            if self.random.random() < 0.2:
                self.notify("$/cancelRequest", {"id": self.random.choice((self._number, self._number - 1, "?"))})
        elif kind < 0.8:
            method = self.random.choice(requests())
            self.request(method, self.maker.params(method))
        elif kind < 0.9:
            self._spoil()
        elif kind < 0.94:
            method = self.random.choice(QUIET)
            params = {"settings": self.random.choice(JUNK)} if "Configuration" in method else self.maker.params(method)
            self.notify(method, params)
        elif kind < 0.96:
            self.wire.send(self.random.choice(BROKEN))
        elif kind < 0.98:
            # A response without a request, with the ID of a client request that may be running.
            self.wire.send(json.dumps({"jsonrpc": "2.0", "id": self._number, "result": None}).encode())
        else:
            # The server skips text outside frames up to the next empty line.
            self.wire.send(b"", self.random.choice(NO_FRAMES))

    def request(self, method: str, params: Any) -> int:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def notify(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        number = message.get("id")
        if isinstance(number, int | str) and not isinstance(number, bool):
            self.asked[number] = str(message.get("method"))
        self.wire.send(json.dumps(message).encode())

    def _change(self) -> None:
        uri = self._uri()
        known = self.texts.get(uri)
        if known is None or known.known is None or self.random.random() < 0.05:
            self._open(uri)
        elif self.random.random() < 0.03:
            del self.texts[uri]
            self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        elif self.random.random() < 0.08:
            self._change_senselessly(uri, known)
        elif not known.known and self.random.random() < 0.5:
            self._tell(uri, known, [{"text": self._words()}])
        else:
            self._tell(
                uri, known, [self._edit(known) for _ in range(self.random.choice((1, 1, 2)))] if known.known else []
            )

    def _open(self, uri: str) -> None:
        text = self.texts[uri] = Text(self.random.choice(list(KINDS)))
        text.text, text.version = self._words(), self.random.randrange(5)
        item = {"uri": uri, "languageId": text.language, "version": text.version, "text": text.text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def _edit(self, text: Text) -> dict[str, Any]:
        start, end = sorted(self.random.randrange(len(text.text) + 1) for _ in range(2))
        if len(text.text) < _LONGEST:
            end = min(end, start + self.random.choice((0, 0, 1, 5, 40)))
        while in_seam(text.text, start):
            start -= 1
        while in_seam(text.text, end):
            end += 1
        new, range_ = self._words(3), slow_range(text.text, start, end, self.encoding)
        text.text = text.text[:start] + new + text.text[end:]
        return {"range": range_, "text": new}

    def _tell(self, uri: str, text: Text, changes: list[dict[str, Any]]) -> None:
        if changes and "range" not in changes[-1]:
            text.text, text.known = changes[-1]["text"], True
        text.version += 1
        document = {"uri": uri, "version": text.version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def _change_senselessly(self, uri: str, text: Text) -> None:
        """Send a reversed range, a line after the last one, or an old version."""
        text.known = False
        lines = len(re.findall(r"\r\n|\r|\n", text.text)) + 1
        at, behind = {"line": 0, "character": 1}, {"line": lines + 1, "character": 0}
        back = self.random.random() < 0.3
        text.version += 0 if back else 1
        first = {"line": 0, "character": 0}
        range_ = self.random.choice(({"start": at, "end": first}, {"start": behind, "end": behind}))
        change = {"range": {"start": at, "end": at} if back else range_, "text": self._words(2)}
        document = {"uri": uri, "version": text.version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def _spoil(self) -> None:
        """Send a message that may contain one error; its effect on the texts is unknown."""
        self._number += 1
        method = self.random.choice([*sorted(self.advertised), "textDocument/didChange", "textDocument/didOpen"])
        message = {"jsonrpc": "2.0", "method": method, "params": self.maker.params(method)}
        if "/did" not in method:
            message["id"] = self._number
        else:
            for text in self.texts.values():
                text.known = None
            if self.random.random() < 0.3:
                message["id"] = self._number
        message = spoiled(message, self.random)
        number = message.get("id")
        if isinstance(number, int | str) and not isinstance(number, bool) and number != self._number:
            message["id"] = f"{number}.{self._number}"
        self._send(message)

    def _uri(self) -> str:
        return self.random.choice(URIS)

    def _words(self, most: int = 12) -> str:
        kinds = (PIECES, CODES)
        return "".join(self.random.choice(self.random.choice(kinds)) for _ in range(self.random.randrange(most + 1)))

    def _position(self) -> dict[str, int]:
        texts = [text.text for text in self.texts.values()] or [""]
        text = self.random.choice(texts)
        return slow_position(text, self.random.randrange(len(text) + 1), self.encoding)

    # Messages from the server.

    def _drain(self) -> None:
        """Discard the log."""
        assert self.wire.process.stderr
        with suppress(ValueError, OSError):
            while os.read(self.wire.process.stderr.fileno(), 65_536):
                pass

    def _read(self) -> None:
        with suppress(EOFError, ValueError):
            while True:
                self._inbox.put(receive(self.wire))
        self._inbox.put(None)

    def settle(self) -> None:
        """Take messages until every request is answered."""
        while self.asked:
            try:
                message = self._inbox.get(timeout=HANG)
            except queue.Empty:
                raise AssertionError(f"without an answer: {self.asked}") from None
            assert message is not None, f"the server has ended before it answered {self.asked}"
            self.take(message)

    def take(self, message: dict[str, Any]) -> None:
        assert message["jsonrpc"] == "2.0", message
        if "method" in message:
            assert message["method"] not in ("window/showMessage", "window/showMessageRequest"), message
            if "id" in message:
                self._reply(message)
            return
        assert ("result" in message) != ("error" in message), message
        number = message["id"]
        if number is None:
            assert message["error"]["code"] in (-32700, -32600), message
            return
        assert number in self.asked, f"answered twice, or never asked: {message}"
        method = self.asked.pop(number)
        self._answers = {number: message}
        code = message.get("error", {}).get("code")
        assert code != -32603, (method, message)
        assert code != -32601 or method not in getattr(self, "advertised", ()), message

    def _reply(self, message: dict[str, Any]) -> None:
        number, how = message["id"], self.random.random()
        answer: dict[str, Any] = {"result": [OPTIONS] if message["method"] == "workspace/configuration" else None}
        if how < 0.2:
            answer = {"error": {"code": -32601, "message": "no"}}
        elif how < 0.3:
            answer = {"result": self.random.choice(JUNK)}
        elif how < 0.35:
            answer = {"error": self.random.choice(JUNK)}
        elif how < 0.4:
            return
        for _ in range(2 if how < 0.5 else 1):
            self.wire.send(json.dumps({"jsonrpc": "2.0", "id": number, **answer}).encode())

    def compare(self) -> None:
        """Check diagnostics and hovers of each text with known state against the model."""
        for uri, text in self.texts.items():
            if text.known is None:
                continue
            document = Document.of(text.text, host_for(uri, text.language))
            found = lint(document) if text.known else []
            expected = [
                (slow_range(text.text, *span, self.encoding), finding.rule, finding.message) for span, finding in found
            ]
            # An unfinished word is reported only after it is saved.
            self.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
            told = self._ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
            assert [(item["range"], item["code"], item["message"]) for item in told] == expected, (text.text, told)
            for _ in range(3):
                offset = self.random.randrange(len(text.text) + 1)
                while in_seam(text.text, offset):
                    offset += 1
                position = slow_position(text.text, offset, self.encoding)
                shown = self._ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})
                said = hover(document, offset) if text.known else None
                range_ = said and slow_range(text.text, *said.span, self.encoding)
                if text.known:
                    assert (shown and shown["range"]) == range_, (text.text, offset, shown)
                else:
                    assert "reopen this file" in str(shown), shown

    def _ask(self, method: str, params: Any) -> Any:
        number = self.request(method, params)
        self.settle()
        return self._answers[number]["result"]

    def end(self) -> None:
        """End the server in a random way; earlier requests must be answered."""
        way = self.random.choice(("exit", "shutdown", "input", "shutdown and input"))
        # After its input is closed the server answers for a second only, too short for a long text on a slow machine.
        if "input" not in way and self.random.random() < 0.5:
            item = {"uri": URIS[0], "languageId": "pgn", "version": 1, "text": GAME * 2000}
            self.notify("textDocument/didOpen", {"textDocument": item})
            self.request("textDocument/diagnostic", {"textDocument": {"uri": URIS[0]}})
        for _ in range(5):
            method = self.random.choice(sorted(self.advertised))
            self.request(method, self.maker.params(method))
        if "shutdown" in way:
            self.request("shutdown", None)
            self.request("textDocument/hover", self.maker.params("textDocument/hover"))
        assert self.wire.process.stdin
        if "input" in way:
            self.wire.process.stdin.close()
        else:
            self.notify("exit", None)
        assert self.wire.process.wait(HANG) == (0 if "shutdown" in way else 1), way
        self._reader.join(HANG)
        while (message := self._inbox.get()) is not None:
            if "method" not in message:
                self.take(message)
        assert not self.asked, (way, self.asked)


_HEADER = re.compile(rb"Content-Length: (\d+)\r\n")
_TYPE = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"


def receive(wire: Wire) -> dict[str, Any]:
    """Read a message with the exact header of the server; return an invalid one for other output."""
    assert wire.process.stdout
    line = wire.process.stdout.readline()
    if not line:
        raise EOFError
    header = _HEADER.fullmatch(line)
    rest = wire.process.stdout.readline(), wire.process.stdout.readline()
    if header is None or rest != (_TYPE, b"\r\n"):
        return {"jsonrpc": "none", "text": repr((line, rest))}
    message: dict[str, Any] = json.loads(wire.process.stdout.read(int(header[1])))
    return message


def run(messages: int, seed: int) -> int:
    """Run sessions of at most 400 messages; return the total, `messages` rounded up to 400s."""
    done = 0
    while done < messages:
        session = Session(random.Random(f"{seed}.{done}"))
        with session.wire:
            for number in range(min(_MESSAGES_A_SESSION, messages - done)):
                session.act()
                if number % 10 == 9:
                    session.settle()
                    session.compare()
            session.settle()
            session.compare()
            session.end()
        done += _MESSAGES_A_SESSION
    return done


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.stdout.write(f"{run(options.messages, options.seed)} messages, and every request was answered once\n")


if __name__ == "__main__":
    main()
