"""Frames: a header with a length, an empty line, a body in JSON. After an invalid one the next is found."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*([0-9]{1,10})[ \t]*\r?$")
_LENGTH_BEHIND_RUBBISH = re.compile(rb"(?i)content-length[ \t]*:[ \t]*([0-9]{1,10})[ \t]*(?=\r|\Z)")
_BARE_HEADER = re.compile(rb"(?i)(?:content-[a-z]+[ \t]*:[^\r\n]*\n)+\n")
_LONGEST_HEADER = 65_536
_LONGEST_BODY = 1 << 30
_KEPT = 256
"""How many of the last bytes without a header may be the start of one."""


class Broken(NamedTuple):
    """Bytes in the place of a message, and why they are none."""

    reason: str


class Frames:
    """The part of a stream of frames that has arrived: pieces of any length in, messages out."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._size: int | None = None
        """The length of the body that comes next; None before its header is whole."""

    def feed(self, piece: bytes) -> Iterator[object]:
        """The messages that are whole with another piece, as JSON has them, or `Broken`."""
        self._buffer += piece
        while True:
            if self._size is None:
                header = self._header()
                if header is None:
                    return
                self._size = _length_in(header)
                if self._size is None:
                    yield Broken("a header without a usable Content-Length")
            elif len(self._buffer) < self._size:
                return
            else:
                body = self._body(self._size)
                self._size = None
                yield parsed(body)

    def _header(self) -> bytes | None:
        """The next header, without the empty line; an empty one for what is too long, None where more must come."""
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0 or b"\n\n" in self._buffer[:end]:
            # Some clients end the lines of a header with LF.
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
        if len(self._buffer) <= _LONGEST_HEADER:
            return None
        del self._buffer[:-_KEPT]
        return b""

    def _body(self, size: int) -> bytearray:
        """The next body. A long one mostly is all that has come, and is not copied."""
        body = self._buffer
        self._buffer = body[size:]
        del body[size:]
        return body


def _length_in(header: bytes) -> int | None:
    """The length in a header; None where it has no valid one."""
    # JSON holds no bare line ends, so a length before one is a header even where the frame before it was cut short.
    lengths = _LENGTH.findall(header) or _LENGTH_BEHIND_RUBBISH.findall(header)
    size = int(lengths[-1]) if lengths else None
    return size if size is not None and size <= _LONGEST_BODY else None


def parsed(body: str | bytearray) -> object:
    """The message that a body is, as JSON has it, or `Broken`."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return Broken("the message is not JSON")


def framed(body: bytes) -> bytes:
    """The frame of a message of ours."""
    return head_of(len(body)) + body


def head_of(length: int) -> bytes:
    """The header of a message of ours, with the length of its body in bytes."""
    return b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" % length
