"""Syzygy tables read in blocks of a file, where mapping a file would read all of it into memory.

That is so in a worker (Emscripten). The answers are those of python-chess, only slower.
"""

import os
from collections import OrderedDict
from typing import Any

import chess.syzygy

_BLOCK = 4096
_MAX_BLOCKS = 64
"""Number of blocks of `_BLOCK` bytes that are kept for each table."""


class FileBlocks:
    """The bytes of the file at `path` as a sequence. Raises OSError."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._size = os.fstat(self._file).st_size
        self._blocks: OrderedDict[int, bytes] = OrderedDict()

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, at: int | slice) -> Any:
        """Return the byte at an index, or the bytes of a slice with a start and an end. Raises IndexError."""
        if isinstance(at, int):
            return self._block(at // _BLOCK)[at % _BLOCK]
        start, end, _ = at.indices(self._size)
        blocks = range(start // _BLOCK, (end + _BLOCK - 1) // _BLOCK)
        data = b"".join(map(self._block, blocks))
        return data[start - blocks.start * _BLOCK : end - blocks.start * _BLOCK]

    def close(self) -> None:
        os.close(self._file)

    def _block(self, number: int) -> bytes:
        block = self._blocks.get(number)
        if block is None:
            os.lseek(self._file, number * _BLOCK, os.SEEK_SET)
            block = self._blocks[number] = os.read(self._file, _BLOCK)
            if _MAX_BLOCKS < len(self._blocks):
                self._blocks.popitem(last=False)
        else:
            self._blocks.move_to_end(number)
        return block


class _BlockTable(chess.syzygy.WdlTable):
    """A table whose `data` are `FileBlocks`."""

    data: Any

    def init_mmap(self) -> None:
        if self.data is None:
            data = FileBlocks(self.path)
            if len(data) % 64 != 16:
                data.close()
                raise OSError("invalid file size")
            self.data = data

    def read_uint64_be(self, data_ptr: int) -> int:
        return int.from_bytes(self._bytes(data_ptr, 8))

    def read_uint32(self, data_ptr: int) -> int:
        return int.from_bytes(self._bytes(data_ptr, 4), "little")

    def read_uint32_be(self, data_ptr: int) -> int:
        return int.from_bytes(self._bytes(data_ptr, 4))

    def read_uint16(self, data_ptr: int) -> int:
        return int.from_bytes(self._bytes(data_ptr, 2), "little")

    def _bytes(self, start: int, length: int) -> bytes:
        """Return `length` bytes. Raises IndexError at the end of the file."""
        data: bytes = self.data[start : start + length]
        if len(data) != length:
            raise IndexError(start)
        return data


class BlockTablebase(chess.syzygy.Tablebase):
    """Tables of wins and draws, read in blocks."""

    def _open_table(self, hashtable: Any, Table: Any, path: str) -> int:
        return super()._open_table(hashtable, _BlockTable, path)
