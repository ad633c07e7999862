"""Frames: a header with a length, an empty line, a body in JSON. Reading continues after invalid ones."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*([0-9]{1,10})[ \t]*\r?$")
_LENGTH_AFTER_RUBBISH = re.compile(rb"(?i)content-length[ \t]*:[ \t]*([0-9]{1,10})[ \t]*(?=\r|\Z)")
_BARE_HEADER = re.compile(rb"(?i)(?:content-[a-z]+[ \t]*:[^\r\n]*\n)+\n")
_MAX_HEADER_LENGTH = 65_536
_MAX_BODY_LENGTH = 1 << 30
_KEPT = 256
"""Number of last bytes kept if there is no header, as they may start one."""


class BrokenFrame(NamedTuple):
    """Bytes that are no valid message, with the reason."""

    reason: str


class Frames:
    """Parser of a stream of frames: takes pieces of any length, yields messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._size: int | None = None
        """The length of the next body; None before its header is complete."""

    def feed(self, piece: bytes) -> Iterator[object]:
        """Yield the messages that `piece` completes: values of JSON, or `BrokenFrame`."""
        self._buffer += piece
        while True:
            if self._size is None:
                header = self._header()
                if header is None:
                    return
                self._size = _length_in(header)
                if self._size is None:
                    yield BrokenFrame("a header without a usable Content-Length")
            elif len(self._buffer) < self._size:
                return
            else:
                body = self._body(self._size)
                self._size = None
                yield parse_body(body)

    def _header(self) -> bytes | None:
        """Return the next header without the empty line, or None if more bytes are needed.

        A header that is too long gives an empty one.
        """
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0 or b"\n\n" in self._buffer[:end]:
            # Some clients end header lines with LF.
            bare = _BARE_HEADER.match(self._buffer)
            if bare:
                header = bare[0]
                end = bare.end()
                del bare, self._buffer[:end]
                return bytes(header)
        if 0 <= end:
            header = bytes(self._buffer[:end])
            del self._buffer[: end + 4]
            return header
        if len(self._buffer) <= _MAX_HEADER_LENGTH:
            return None
        del self._buffer[:-_KEPT]
        return b""

    def _body(self, size: int) -> bytearray:
        """Return the next `size` bytes. A long body is often the whole buffer, so it is not copied."""
        body = self._buffer
        self._buffer = body[size:]
        del body[size:]
        return body


def _length_in(header: bytes) -> int | None:
    """Return the length in `header`, or None if it has no valid one."""
    # JSON contains no bare line ends, so a length before one is a header, even after a frame that was cut short.
    lengths = _LENGTH.findall(header) or _LENGTH_AFTER_RUBBISH.findall(header)
    size = int(lengths[-1]) if lengths else None
    return size if size is not None and size <= _MAX_BODY_LENGTH else None


def parse_body(body: str | bytearray) -> object:
    """Return the JSON value of `body`, or `BrokenFrame`."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return BrokenFrame("the message is not JSON")


def frame_of(body: bytes) -> bytes:
    """Return `body` with its header."""
    return head_of(len(body)) + body


def head_of(length: int) -> bytes:
    """Return the header for a body of `length` bytes."""
    return b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" % length
