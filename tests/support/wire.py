"""A client that sends raw frames to a server process, also those that a client library would reject."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from tests.support.commands import CAN_COPY_SERVERS, CopiedServer

HANG = 180
"""Seconds until a server without an answer counts as hanging, enough for a loaded machine."""

COMMAND = [sys.executable, "-m", "gbr_lsp", "server"]


class Wire:
    """One server process and the pipes to it."""

    def __init__(
        self,
        *arguments: str,
        capabilities: dict[str, Any] | None = None,
        initialize: bool = True,
        by_command: bool = False,
        script: str = "",
        announces_all: bool = True,
    ) -> None:
        """Start a server, which runs `script` first: a new process if `by_command`, else a copy.

        If `announces_all`, the client also has the capabilities `ALL`.
        """
        self._announces_all = announces_all
        changed = [sys.executable, "-c", f"{script}\nfrom gbr_lsp.lsp.app import serve\nraise SystemExit(serve())"]
        if CAN_COPY_SERVERS and not by_command:
            self.process: subprocess.Popen[bytes] = CopiedServer(*arguments, script=script)
        else:
            self.process = subprocess.Popen(
                changed if script else [*COMMAND, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
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
        """Send a request and return its response; skip other messages."""
        self._number += 1
        if method == "initialize" and self._announces_all and isinstance(params, dict):
            params = with_all(params)
        self.send(json.dumps({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}).encode())
        while True:
            message = self.receive()
            if message.get("id") == self._number and "method" not in message:
                return message

    def receive(self) -> dict[str, Any]:
        """Return the next message of the server. Raises EOFError if it has ended."""
        with _killed_if_it_hangs(self.process):
            return _message(self.process)

    def ended(self) -> int:
        """Wait for the end of the process and return its exit status."""
        return ended(self.process)

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


@contextmanager
def sleeping() -> Iterator["subprocess.Popen[bytes]"]:
    """Yield a process that does nothing, for servers that end with it; kill it afterwards."""
    with subprocess.Popen(["sleep", "3600"]) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process: "subprocess.Popen[bytes]") -> int:
    """Wait for the end of `process` and return its exit status; kill it and fail if it hangs."""
    try:
        return process.wait(HANG)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"the process has not ended in {HANG} s") from None


def _message(process: "subprocess.Popen[bytes]") -> dict[str, Any]:
    assert process.stdout
    length = 0
    while line := process.stdout.readline().strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    if not length:
        raise EOFError("the server has ended")
    message: dict[str, Any] = json.loads(process.stdout.read(length))
    return message


@contextmanager
def _killed_if_it_hangs(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Kill `process` after `HANG` seconds, which also ends reading from it; name the test on stderr."""

    def kill() -> None:
        test = os.environ.get("PYTEST_CURRENT_TEST", "a client")
        sys.stderr.write(f"{test}: the server has sent nothing for {HANG} s and is killed\n")
        process.kill()

    timer = threading.Timer(HANG, kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


HOW_STARTED = [
    pytest.param(False, id="copied"),
    pytest.param(True, id="started", marks=pytest.mark.long),
]
"""Values of `by_command`: tests of the end of a process use copies, with `--long` also new processes."""

ALL: dict[str, Any] = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True, "codeDescriptionSupport": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}},
            "isPreferredSupport": True,
        },
        "documentSymbol": {
            "hierarchicalDocumentSymbolSupport": True,
            "symbolKind": {"valueSet": list(range(1, 27))},
        },
        "documentLink": {"tooltipSupport": True},
        "signatureHelp": {
            "signatureInformation": {
                "parameterInformation": {"labelOffsetSupport": True},
                "activeParameterSupport": True,
                "noActiveParameterSupport": True,
            }
        },
    },
    "workspace": {"symbol": {"symbolKind": {"valueSet": list(range(1, 27))}}},
}
"""The capabilities without which an answer lacks something."""


def with_all(params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of `initialize` with the capabilities `ALL` added to its own."""
    own = params.get("capabilities")
    return {**params, "capabilities": merged(ALL, own)} if isinstance(own, dict) else params


def merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Return both, at each depth; the second wins."""
    found = {**first, **second}
    for name in first.keys() & second.keys():
        if isinstance(first[name], dict) and isinstance(second[name], dict):
            found[name] = merged(first[name], second[name])
    return found


PULLS = {"textDocument": {"diagnostic": {"dynamicRegistration": False}}}


POSITION_ENCODINGS = [
    "utf-16",
    pytest.param("utf-8", marks=pytest.mark.long),
    pytest.param("utf-32", marks=pytest.mark.long),
]
"""Encodings of server tests; UTF-16 is enough for short runs, for positions are converted in one place."""


def encodings(*names: str) -> dict[str, Any]:
    return {**PULLS, "general": {"positionEncodings": list(names)}}
