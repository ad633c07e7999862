"""Parts of a file that must not change while it is read."""

from typing import BinaryIO


class FileChanged(ValueError):
    """A file is not what it was when its reading began."""

    def __str__(self) -> str:
        return "changed while it was read"


def read_exactly(file: BinaryIO, start: int, length: int) -> bytes:
    """So many bytes of a file. Raises OSError, and FileChanged where there are fewer."""
    file.seek(start)
    data = file.read(length)
    if len(data) != length:
        raise FileChanged
    return data
