"""Frames: a header with a length, an empty line, a body in JSON. Behind a broken one the next is found."""

import json
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

_LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*([0-9]{1,10})[ \t]*\r?$")
_LENGTH_BEHIND_RUBBISH = re.compile(rb"(?i)content-length[ \t]*:[ \t]*([0-9]{1,10})[ \t]*(?=\r|\Z)")
_LONGEST_HEADER = 65_536
_LONGEST_BODY = 1 << 30
_KEPT = 256
"""How much of a stretch without a header may be the start of one."""


class Broken(NamedTuple):
    """What came in the place of a message."""

    reason: str


def messages(descriptor: int) -> Iterator[object]:
    """The messages on a descriptor, to its end, as JSON has them, or `Broken`."""
    for body in frames(descriptor):
        if isinstance(body, Broken):
            yield body
            continue
        try:
            yield json.loads(body)
        except (ValueError, RecursionError):
            yield Broken("the message is no JSON")


def frames(descriptor: int) -> Iterator[bytes | Broken]:
    """The bodies of the frames on a descriptor."""
    buffer = bytearray()
    while True:
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            if _LONGEST_HEADER < len(buffer):
                del buffer[:-_KEPT]
                yield Broken("there is no header")
            if not _fill(descriptor, buffer):
                return
            continue
        header = bytes(buffer[:end])
        del buffer[: end + 4]
        # JSON holds no bare line ends, so a length before one is a header even where the frame before it was cut short.
        lengths = _LENGTH.findall(header) or _LENGTH_BEHIND_RUBBISH.findall(header)
        size = int(lengths[-1]) if lengths else _LONGEST_BODY + 1
        if _LONGEST_BODY < size:
            yield Broken("a header without a length that makes sense")
            continue
        while len(buffer) < size:
            if not _fill(descriptor, buffer):
                return
        yield bytes(buffer[:size])
        del buffer[:size]


def _fill(descriptor: int, buffer: bytearray) -> bool:
    piece = os.read(descriptor, 1 << 16)
    buffer += piece
    return bool(piece)


def framed(body: str) -> bytes:
    """The frame of a message of ours, in the form that pygls gives the others."""
    content = body.encode("utf-8")
    head = f"Content-Length: {len(content)}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n"
    return head.encode("ascii") + content
