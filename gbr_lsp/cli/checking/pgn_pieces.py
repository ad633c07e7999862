"""The pieces of a large PGN file, whole games that are read slice by slice."""

import os
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from gbr_lsp.base.encoding import BOM
from gbr_lsp.base.file_parts import read_exactly
from gbr_lsp.cli.checking.check_file import Task

_PIECE = 1_000_000
"""Bytes of one piece of work: small, so that no process waits long for the last one."""
_SLICE = 500_000
"""Bytes of a piece that are read at once."""
_LOOK = 4_000
"""Bytes that are read at once to find the start of a game; most games are shorter."""
_GAME = b"\n[Event "


class PgnPart(NamedTuple):
    """The bytes `start` to `end` of a file, from the start of a game to another, with their encoding."""

    task: Task
    start: int
    end: int
    encoding: str


def pieces(task: Task, encoding: str) -> Iterator[PgnPart]:
    """Yield the `PgnPart`s of the file of `task`; raise OSError."""
    with open(task.request.path or "", "rb") as file:
        size = os.fstat(file.fileno()).st_size
        start = 0
        while start < size:
            end = _next_game(file, start + _PIECE, size)
            yield PgnPart(task, start, end, encoding)
            start = end


def _next_game(file: BinaryIO, at: int, end: int) -> int:
    """Return the offset in bytes of the first game at or after `at`, or `end`."""
    while at < end:
        file.seek(at)
        part = file.read(min(_LOOK, end - at + len(_GAME)))
        found = part.find(_GAME)
        if 0 <= found:
            return at + found + 1
        if len(part) <= len(_GAME):
            break
        at += len(part) - len(_GAME)
    return end


def slices(piece: PgnPart) -> Iterator[tuple[int, bytes]]:
    """Yield slices of whole games, each after the offset of its first byte, without byte order mark.

    Raises OSError and FileChanged.
    """
    with open(piece.task.request.path or "", "rb") as file:
        start = piece.start
        while start < piece.end:
            end = _next_game(file, start + _SLICE, piece.end)
            data = read_exactly(file, start, end - start)
            if start == 0 and data.startswith(BOM):
                start, data = len(BOM), data[len(BOM) :]
            yield start, data
            start = end
