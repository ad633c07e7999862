"""A large PGN file cut into pieces of whole games, which are read slice by slice."""

import os
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from gbr_lsp.base.encoding import BOM
from gbr_lsp.base.file_parts import read_exactly
from gbr_lsp.cli.checking.check_file import Task

_PIECE = 1_000_000
"""How many bytes are one piece of work: so few that no process waits long for the last one."""
_SLICE = 500_000
"""How many bytes of a piece are read at once."""
_LOOK = 4_000
"""How many bytes are read at once to find where a game begins; most games are shorter."""
_GAME = b"\n[Event "


class PgnPart(NamedTuple):
    """Bytes of a file, from the start of a game to the start of another, and how they are read."""

    task: Task
    start: int
    end: int
    encoding: str


def pieces(task: Task, encoding: str) -> Iterator[PgnPart]:
    """The pieces of a file. Raises OSError."""
    with open(task.asked.path or "", "rb") as file:
        size = os.fstat(file.fileno()).st_size
        start = 0
        while start < size:
            end = _next_game(file, start + _PIECE, size)
            yield PgnPart(task, start, end, encoding)
            start = end


def _next_game(file: BinaryIO, at: int, end: int) -> int:
    """The offset, in bytes, of the first game at or behind a byte, or of the end of the file."""
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
    """The bytes of a piece in slices of whole games, each with its first byte, without the byte order mark.

    Raises OSError, and FileChanged.
    """
    with open(piece.task.asked.path or "", "rb") as file:
        start = piece.start
        while start < piece.end:
            end = _next_game(file, start + _SLICE, piece.end)
            data = read_exactly(file, start, end - start)
            if start == 0 and data.startswith(BOM):
                start, data = len(BOM), data[len(BOM) :]
            yield start, data
            start = end
