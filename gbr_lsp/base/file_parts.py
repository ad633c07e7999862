"""Reading parts of a file that must not change meanwhile."""

from typing import BinaryIO


class FileChanged(ValueError):
    """A file changed while it was read."""

    def __str__(self) -> str:
        return "changed while it was read"


def read_exactly(file: BinaryIO, start: int, length: int) -> bytes:
    """Return the `length` bytes at `start`. Raises FileChanged if there are fewer, and OSError."""
    file.seek(start)
    data = file.read(length)
    if len(data) != length:
        raise FileChanged
    return data
