"""Reading parts of a file that must not change meanwhile."""

from typing import BinaryIO


class FileChanged(ValueError):
    """A file is shorter than it was when reading began."""

    def __str__(self) -> str:
        return "changed while it was read"


def read_exactly(file: BinaryIO, start: int, length: int) -> bytes:
    """Read exactly `length` bytes of `file` from byte `start`.

    Raises FileChanged if the file is shorter, and OSError.
    """
    file.seek(start)
    data = file.read(length)
    if len(data) != length:
        raise FileChanged
    return data
