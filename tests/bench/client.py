"""A client that sends frames over pipes and adds little time of its own."""

import json
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from .measure import ENVIRONMENT

_CLIENT = "Visual Studio Code"
"""Name of a client that shows images in hovers."""


class Position(NamedTuple):
    """A line and a character, both from 0; the text before it on the line is ASCII."""

    line: int
    character: int

    @property
    def shown(self) -> dict[str, int]:
        return self._asdict()


class Opening(NamedTuple):
    """A `didOpen` message in bytes; it is encoded before timing starts, for that is the editor's work."""

    uri: str
    frame: bytes


def opening_of(path: Path, *, as_file: bool = False) -> Opening:
    language = {".pgn": "pgn", ".md": "markdown", ".txt": "plaintext"}[path.suffix]
    uri = path.as_uri() if as_file else f"untitled:{path.name}"
    item = {"uri": uri, "languageId": language, "version": 0, "text": path.read_text(encoding="utf-8")}
    message = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}
    return Opening(uri, frame(message))


def frame(message: dict[str, Any]) -> bytes:
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Client:
    """A server process, used like an editor with one open document."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        pulls: bool = True,
        refreshes: bool = False,
        images: bool = False,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.pulls = pulls
        self._number = self._version = 0
        self._uri = ""
        before = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
            cwd=tempfile.gettempdir(),  # it has no settings
            bufsize=1 << 16,
        )
        text_document: dict[str, object] = {"diagnostic": {"dynamicRegistration": False}} if pulls else {}
        text_document |= {
            "hover": {"contentFormat": ["markdown"]},
            "completion": {"completionItem": {"snippetSupport": True}},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}}},
            "documentSymbol": {
                "hierarchicalDocumentSymbolSupport": True,
                "symbolKind": {"valueSet": list(range(1, 27))},
            },
        }
        capabilities: dict[str, object] = {
            "textDocument": text_document,
            "general": {"positionEncodings": ["utf-16"]},
            "workspace": {"diagnostics": {"refreshSupport": refreshes}},
        }
        params = {"processId": None, "rootUri": None, "capabilities": capabilities}
        if options:
            params["initializationOptions"] = options
        if images:
            params["clientInfo"] = {"name": _CLIENT}
        self.answer(self.ask("initialize", params))
        self.started = time.perf_counter() - before
        self.tell("initialized", {})

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream
            with suppress(OSError):
                stream.close()
        self._process.wait()

    @property
    def process(self) -> int:
        return self._process.pid

    # Messages.

    def ask(self, method: str, params: object) -> int:
        """Send a request and return its number."""
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def tell(self, method: str, params: object) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, number: int) -> Any:
        """Return the result of request `number`; skip other messages. Raises RuntimeError on an error."""
        message = self.settle(number)
        if "result" not in message:
            raise RuntimeError(f"the server answers {message}")
        return message["result"]

    def settle(self, number: int) -> dict[str, Any]:
        """Return the response to request `number`, a result or an error; skip other messages."""
        while True:
            message = self.receive()
            if message.get("id") == number and "method" not in message:
                return message

    def receive(self) -> dict[str, Any]:
        stream = self._process.stdout
        assert stream
        length = 0
        while (line := stream.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise EOFError("the server has ended")
        message: dict[str, Any] = json.loads(stream.read(length))
        return message

    def _send(self, message: dict[str, Any]) -> None:
        self.send_bytes(frame(message))

    def send_bytes(self, frames: bytes) -> None:
        stream = self._process.stdin
        assert stream
        stream.write(frames)
        stream.flush()

    # Operations of an editor.

    def open(self, opening: "Opening") -> None:
        """Send `opening` without waiting for the server."""
        self._uri = opening.uri
        self.send_bytes(opening.frame)

    def change(self, start: Position, end: Position, text: str) -> None:
        """Replace the text between `start` and `end` with `text`."""
        self._version += 1
        range_ = {"start": start.shown, "end": end.shown}
        self.tell(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self._uri, "version": self._version},
                "contentChanges": [{"range": range_, "text": text}],
            },
        )

    def ask_diagnostics(self) -> int:
        return self.ask("textDocument/diagnostic", {"textDocument": {"uri": self._uri}})

    def diagnostics(self) -> list[dict[str, Any]]:
        """Return the diagnostics of the current version: pull them or wait for them."""
        if self.pulls:
            items: list[dict[str, Any]] = self.answer(self.ask_diagnostics())["items"]
            return items
        while True:
            message = self.receive()
            params = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and params["version"] == self._version:
                return params["diagnostics"]  # type: ignore[no-any-return]

    def request_at(self, method: str, position: Position, **more: object) -> Any:
        """Return the result of `method` at `position`; `more` are further parameters."""
        return self.answer(self.ask_at(method, position, **more))

    def ask_at(self, method: str, position: Position, **more: object) -> int:
        return self.ask(method, {"textDocument": {"uri": self._uri}, "position": position.shown, **more})
