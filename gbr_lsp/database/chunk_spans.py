"""Boundaries of the chunks of a file of games, by content-defined chunking.

A chunk starts at a game if the hash of its first bytes has a certain remainder, independent of the
text before. An edit therefore changes only its own chunk; all others are cut as before, and the
index has them by the hash of their bytes.
"""

from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from typing import BinaryIO, NamedTuple
from zlib import crc32

from gbr_lsp.base.encoding import NotText, refuse_wide_or_binary
from gbr_lsp.base.file_parts import read_exactly

_GAME = b"\n[Event "
_HASHED_BYTES = 64
"""Number of bytes of a game that are hashed to decide if a chunk starts there."""
_GAMES_PER_CHUNK = 2000
"""Average number of games of a chunk without a limit."""
_MAX_BYTES = 2_000_000
"""Bytes of a chunk after which it ends at the next game."""
_MAX_FIRST_BYTES = 600_000
"""The same for the first chunk, which is read before anything is found."""
_SLICE = 4_000_000
"""Maximum number of bytes of the file in memory."""


class ChunkSpan(NamedTuple):
    """The bytes of a chunk in its file, half open, and their hash.

    The hash includes the options of reading.
    """

    start: int
    end: int
    hash: int


class ChunkSpans(NamedTuple):
    """The chunks of a file, in order, and their encoding."""

    spans: list[ChunkSpan]
    encoding: str


def cut_file(file: BinaryIO, size: int, encoding: str, salt: bytes, previous: ChunkSpans | None = None) -> ChunkSpans:
    """Return the `ChunkSpans` of a file of `size` bytes, read in slices.

    `salt` holds the options of reading and goes into the hashes. `previous` is the `ChunkSpans` before an
    edit, with the same options: unchanged chunks at start and end are only compared, with the same
    result.

    Raises NotText, and FileChanged if the file ends too soon.
    """
    head, tail = _unchanged(file, size, previous, salt) if previous else ([], [])
    first, last = head[-1].end if head else 0, tail[0].start if tail else size
    ends = [first]
    decoder = getincrementaldecoder("utf-8")()
    is_utf8 = encoding != "cp1252"
    if previous and previous.encoding != "utf-8" and is_utf8:
        is_utf8 = all(_is_utf8(read_exactly(file, one.start, one.end - one.start)) for one in (*head, *tail))
    for start in range(first, last, _SLICE):
        data = read_exactly(file, start, min(_SLICE + _HASHED_BYTES + len(_GAME), size - start))
        own = data[: min(_SLICE, last - start)]
        if start == 0 or b"\0" in own:
            refuse_wide_or_binary(own)
        if is_utf8 and (decoder.getstate()[0] or not own.isascii()):
            is_utf8 = _decodes(decoder, own)
        ends += _ends(data, len(own), start, ends[-1])
    is_utf8 = is_utf8 and not decoder.getstate()[0]
    if not is_utf8 and encoding == "utf-8":
        raise NotText("is not UTF-8")
    ends.append(last)
    found = "utf-8" if is_utf8 else "cp1252"
    if previous and previous.encoding != found:
        return cut_file(file, size, encoding, salt)
    own_salt = salt + found.encode()
    between = [
        ChunkSpan(start, end, hash_of(read_exactly(file, start, end - start), own_salt))
        for start, end in pairwise(ends)
        if start < end
    ]
    return ChunkSpans([*head, *between, *tail], found)


def _unchanged(file: BinaryIO, size: int, before: ChunkSpans, salt: bytes) -> tuple[list[ChunkSpan], list[ChunkSpan]]:
    """Return the unchanged chunks at the start and at the end of a file.

    They would be cut the same way again.
    """
    salt += before.encoding.encode()
    head: list[ChunkSpan] = []
    tail: list[ChunkSpan] = []

    def keep(old: ChunkSpan, start: int, kept: list[ChunkSpan]) -> bool:
        """Append `old`, moved to `start`, to `kept` if its bytes are unchanged."""
        end = start + old.end - old.start
        is_same = hash_of(read_exactly(file, start, end - start), salt) == old.hash
        if is_same:
            kept.append(ChunkSpan(start, end, old.hash))
        return is_same

    for old in before.spans:
        if size < old.end or not keep(old, old.start, head):
            break
    at = size  # The first chunk has its own limit.
    for old in reversed(before.spans[max(1, len(head)) :]):
        at -= old.end - old.start
        if at < (head[-1].end if head else 0) or not keep(old, at, tail):
            break
    # The end of the last chunk, and of one before a very short one, also depends on the bytes after it.
    while head:
        last = head.pop()
        if _HASHED_BYTES <= last.end - last.start:
            break
    while tail:
        file.seek(max(0, tail[-1].start - 1))
        game = file.read(1 + _HASHED_BYTES)
        if tail[-1].start and game.startswith(_GAME) and _begins_chunk(game[1:]):
            break
        tail.pop()
    return head, tail[::-1]


def _begins_chunk(game: bytes) -> bool:
    """Return True if a chunk starts at a game with the first bytes `game`."""
    return crc32(game) % _GAMES_PER_CHUNK == 0


def hash_of(data: bytes, salt: bytes) -> int:
    """Return a hash of `data` and `salt` with 63 bits, an integer for SQLite."""
    return int.from_bytes(blake2b(data, digest_size=8, key=blake2b(salt, digest_size=16).digest()).digest()) >> 1


def _is_utf8(data: bytes) -> bool:
    return data.isascii() or _decodes(getincrementaldecoder("utf-8")(), data)


def _decodes(decoder: IncrementalDecoder, data: bytes) -> bool:
    """Return False if `decoder` fails for `data`."""
    try:
        decoder.decode(data)
    except UnicodeDecodeError:
        return False
    return True


def _ends(data: bytes, length: int, start: int, last: int) -> Iterator[int]:
    """Yield the ends of chunks within a slice, as offsets in the file.

    `data` has the `length` bytes of the slice, and the first bytes of its last game after them; it
    starts at `start` in the file. `last` is the offset of the previous end.
    """
    at = data.find(_GAME)
    while at != -1 and at < length:
        game = start + at + 1
        max_bytes = _MAX_BYTES if last else _MAX_FIRST_BYTES
        if _begins_chunk(data[at + 1 : at + 1 + _HASHED_BYTES]) or max_bytes < game - last:
            yield game
            last = game
        at = data.find(_GAME, at + 1)
