"""The connection: frames in and out, and every way in which it ends.

The protocol has descriptors of its own, so that a stray `print` goes to the log. A thread reads frames and hands them
to the event loop; the process ends when its input does, when its output breaks, when its client dies, or on `exit`.
Private names of pygls are used in this file only: `_send_data` and `_shutdown` (pygls 2.1).
"""

import asyncio
import json
import logging
import os
import re
import sys
import threading
from collections.abc import Iterator

from lsprotocol import types

from gbr_lsp.lsp.server import Server, make_server

log = logging.getLogger(__name__)

_LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$")
_INVALID_REQUEST, _INVALID_PARAMS, _NOT_INITIALIZED, _PARSE_ERROR = -32600, -32602, -32002, -32700
_LONGEST_HEADER = 65_536


class Ended(Exception):
    """The connection is over; `status` is the exit status of the process."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def serve(parent: int | None = None, log_file: str | None = None) -> int:
    """Speaks the protocol on standard input and output until it ends; the exit status. Logs to a file, or to stderr."""
    handler = logging.FileHandler(log_file, encoding="utf-8") if log_file else logging.StreamHandler(sys.stderr)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], format="%(levelname)s %(name)s: %(message)s")
    # pygls logs the bodies of messages and says everything twice; what matters of it is told by report_server_error.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    read_from, write_to = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return asyncio.run(_Connection(read_from, write_to).run(parent))


class _Connection:
    """One client, from its first byte to its last."""

    def __init__(self, read_from: int, write_to: int) -> None:
        self._read_from, self._write_to = read_from, write_to
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._initialized = False
        self.server: Server = make_server()
        self.server.protocol.set_writer(self)

    async def run(self, parent: int | None) -> int:
        loop = asyncio.get_running_loop()
        if parent is not None:
            self._watch(parent, loop)
        threading.Thread(target=self._read, args=(loop,), daemon=True, name="reader").start()
        try:
            while (body := await self._messages.get()) is not None:
                self._handle(body, loop)
        except Ended as end:
            return end.status
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 1
        return 0 if self.server.protocol._shutdown else 1

    def write(self, data: bytes) -> None:
        """Writes a frame; a broken pipe ends the connection."""
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._write_to, view) :]
        except OSError:
            self._messages.put_nowait(None)

    def close(self) -> None:
        """Nothing is held back, so there is nothing to do."""

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for body in frames(self._read_from):
                loop.call_soon_threadsafe(self._messages.put_nowait, body)
        except OSError as error:
            log.warning("input: %s", error)
        finally:
            try:
                loop.call_soon_threadsafe(self._messages.put_nowait, None)
            except RuntimeError:
                return  # The loop has ended already.

    def _handle(self, body: bytes, loop: asyncio.AbstractEventLoop) -> None:
        """Answers or applies one message; whatever is wrong with it is answered or logged, never raised."""
        protocol = self.server.protocol
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(None, _PARSE_ERROR, "the message is no JSON")
            return
        if not isinstance(data, dict):
            self._refuse(None, _INVALID_REQUEST, "the message is no object")
            return
        method, number = data.get("method"), data.get("id")
        if method == types.INITIALIZE and isinstance(data.get("params"), dict):
            self._prepare(data["params"], loop)
        elif method is not None and not self._initialized and method != types.EXIT:
            self._refuse(number, _NOT_INITIALIZED, "the server is not initialized")
            return
        if protocol._shutdown and method != types.EXIT:
            self._refuse(number, _INVALID_REQUEST, "the server is shutting down")
            return
        try:
            message = protocol.structure_message(data)
        except Exception:
            self._refuse(number, _INVALID_PARAMS, f"the parameters of {method} do not fit")
            return
        self._initialized = self._initialized or method == types.INITIALIZE
        if not isinstance(message, dict):
            protocol.handle_message(message)

    def _prepare(self, params: dict[str, object], loop: asyncio.AbstractEventLoop) -> None:
        # Clients send traces that the protocol does not know; we have no use for any of them.
        params.pop("trace", None)
        process = params.get("processId")
        if isinstance(process, int):
            self._watch(process, loop)

    def _refuse(self, number: object, code: int, message: str) -> None:
        """Answers a request with an error; a notification is logged."""
        log.warning("%s", message)
        if number is not None or code == _PARSE_ERROR:
            error = {"code": code, "message": message}
            self.server.protocol._send_data({"jsonrpc": "2.0", "id": number, "error": error})

    def _watch(self, process: int, loop: asyncio.AbstractEventLoop) -> None:
        """Ends the connection when a process dies: the kernel tells, for a zombie still answers signals."""
        if not hasattr(os, "pidfd_open"):
            return
        try:
            descriptor = os.pidfd_open(process)
        except ProcessLookupError:
            self._messages.put_nowait(None)
        except OSError as error:
            log.warning("process %d cannot be watched: %s", process, error)
        else:
            loop.add_reader(descriptor, self._bereaved, loop, descriptor)

    def _bereaved(self, loop: asyncio.AbstractEventLoop, descriptor: int) -> None:
        loop.remove_reader(descriptor)
        self._messages.put_nowait(None)


def frames(descriptor: int) -> Iterator[bytes]:
    """The bodies of the frames on a descriptor, to its end; bytes that are no header are passed over."""
    buffer = bytearray()
    while True:
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            if _LONGEST_HEADER < len(buffer):
                log.warning("%d bytes without a header", len(buffer))
                del buffer[:-4]
            if not _fill(descriptor, buffer):
                return
            continue
        length = _LENGTH.search(bytes(buffer[: end + 2]))
        del buffer[: end + 4]
        if not length:
            log.warning("a header without a length")
            continue
        size = int(length[1])
        while len(buffer) < size:
            if not _fill(descriptor, buffer):
                return
        yield bytes(buffer[:size])
        del buffer[:size]


def _fill(descriptor: int, buffer: bytearray) -> bool:
    piece = os.read(descriptor, 1 << 16)
    buffer += piece
    return bool(piece)
