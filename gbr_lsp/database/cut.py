"""Where the chunks of a file of games begin, by content-defined chunking.

A chunk begins at a game of whose first bytes the hash has a certain remainder, whatever stands before it: an edit
changes the chunk that it is in, and all others are cut as before and found in the index by the hash of their bytes.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, IncrementalDecoder, getincrementaldecoder
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from typing import BinaryIO, NamedTuple
from zlib import crc32

from gbr_lsp.base.encoding import NotText

_GAME = b"\n[Event "
_SEEN = 64
"""How many bytes of a game are hashed to decide whether a chunk begins there."""
_ONE_IN = 2000
"""A chunk begins at one in so many games."""
_MOST = 2_000_000
"""Bytes of a chunk."""
_MOST_OF_FIRST = 600_000
"""Bytes of the first chunk, which is read before anything is found."""
_SLICE = 4_000_000
"""Bytes of the file that are in memory at once."""


class Stretch(NamedTuple):
    """The bytes of a chunk in its file, half open, and the hash of these bytes and of the options of reading."""

    start: int
    end: int
    hash: int


class Cut(NamedTuple):
    """The chunks of a file, in order, and the encoding of all of them."""

    stretches: list[Stretch]
    encoding: str


def cut_file(file: BinaryIO, size: int, encoding: str, salt: bytes) -> Cut:
    """The chunks of a file of so many bytes, of which only a slice is in memory at once.

    `salt` goes into the hashes: the options of reading. Raises NotText, and ValueError where the file ends too soon.
    """
    ends = [0]
    decoder = getincrementaldecoder("utf-8")()
    is_utf8 = encoding != "cp1252"
    for start in range(0, size, _SLICE):
        data = _read(file, start, min(_SLICE + _SEEN + len(_GAME), size - start))
        own = data[:_SLICE]
        if start == 0 and own.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            raise NotText("is UTF-16, not UTF-8 or Windows-1252")
        if b"\0" in own:
            raise NotText("is a binary file")
        if is_utf8 and (decoder.getstate()[0] or not own.isascii()):
            is_utf8 = _decodes(decoder, own)
        ends += _ends(data, start, ends[-1])
    is_utf8 = is_utf8 and not decoder.getstate()[0]
    if not is_utf8 and encoding == "utf-8":
        raise NotText("is not UTF-8")
    ends.append(size)
    found = "utf-8" if is_utf8 else "cp1252"
    salt += found.encode()
    stretches = []
    for start, end in pairwise(ends):
        if start < end:
            stretches.append(Stretch(start, end, hash_of(_read(file, start, end - start), salt)))
    return Cut(stretches, found)


def hash_of(data: bytes, salt: bytes) -> int:
    """A hash of 63 bits, which SQLite takes as an integer, of some bytes and a salt."""
    return int.from_bytes(blake2b(data, digest_size=8, key=blake2b(salt, digest_size=16).digest()).digest()) >> 1


def _decodes(decoder: IncrementalDecoder, data: bytes) -> bool:
    try:
        decoder.decode(data)
    except UnicodeDecodeError:
        return False
    return True


def _read(file: BinaryIO, start: int, length: int) -> bytes:
    file.seek(start)
    data = file.read(length)
    if len(data) != length:
        raise ValueError("changes while it is read")
    return data


def _ends(data: bytes, start: int, last: int) -> Iterator[int]:
    """Where chunks end in a slice; the data have the first bytes of its last game too, where these are behind it."""
    at = data.find(_GAME)
    while at != -1 and at < _SLICE:
        game = start + at + 1
        most = _MOST if last else _MOST_OF_FIRST
        if crc32(data[at + 1 : at + 1 + _SEEN]) % _ONE_IN == 0 or most < game - last:
            yield game
            last = game
        at = data.find(_GAME, at + 1)
