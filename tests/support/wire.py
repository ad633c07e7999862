"""A client that speaks frames to a real server process, for what a client library would not let through."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from typing import Any

COMMAND = [sys.executable, "-m", "gbr_lsp", "server"]


class Wire:
    """One server process and the pipe to it."""

    def __init__(self, *arguments: str, capabilities: dict[str, Any] | None = None, initialize: bool = True) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._number = 0
        if initialize:
            params = {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities or {}}
            self.answer = self.request("initialize", params)
            self.notify("initialized", {})

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                with suppress(BrokenPipeError):
                    stream.close()
        self.process.wait()

    def send(self, body: bytes, header: bytes = b"Content-Length: %d\r\n\r\n") -> None:
        assert self.process.stdin
        self.process.stdin.write((header % len(body) if b"%d" in header else header) + body)
        self.process.stdin.flush()

    def notify(self, method: str, params: object) -> None:
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def request(self, method: str, params: object) -> dict[str, Any]:
        """The answer to a request; what else comes before it is passed over."""
        self._number += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}).encode())
        while True:
            message = self.receive()
            if message.get("id") == self._number and "method" not in message:
                return message

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise EOFError("the server has ended")
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def open(self, uri: str, language: str, text: str, version: int = 1) -> None:
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, changes: list[dict[str, Any]]) -> None:
        self.notify(
            "textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes}
        )

    def pull(self, uri: str, previous: str | None = None) -> dict[str, Any]:
        params = {"textDocument": {"uri": uri}, "previousResultId": previous}
        return self.request("textDocument/diagnostic", params)["result"]  # type: ignore[no-any-return]


PULLS = {"textDocument": {"diagnostic": {"dynamicRegistration": False}}}


def encodings(*names: str) -> dict[str, Any]:
    return {**PULLS, "general": {"positionEncodings": list(names)}}
