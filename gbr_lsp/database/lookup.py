"""The studies of a file, chunk by chunk: from the index, or read and added.

A chunk from the index has the requested columns; one that was just read has all.
"""

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from zlib import crc32

from gbr_lsp.base.file_parts import FileChanged
from gbr_lsp.base.regular_file import open_regular, state_of
from gbr_lsp.database.chunk import ALL_COLUMNS, IndexChunk, Spot
from gbr_lsp.database.store import MAX_PENDING, SINGLE_CHUNK, IndexedFile, Listing, Store

if TYPE_CHECKING:
    from gbr_lsp.database.chunk_reader import FilePart, ReadOptions
    from gbr_lsp.database.chunk_spans import ChunkSpans


class StaleIndex(ValueError):
    """The file has changed since it was indexed: it must be read again."""


class LocatedChunk(NamedTuple):
    """A chunk of a file, with its first byte and first row in the file.

    `listing` identifies it in the index; None for a chunk that was just read.
    """

    chunk: IndexChunk
    start: int
    first_row: int
    listing: Listing | None = None
    encoding: str = "auto"
    is_games: bool = False


PartMap = Callable[[Callable[["FilePart"], IndexChunk], list["FilePart"]], Iterable[IndexChunk]]
"""A `map`: calls a function with each part of a file, perhaps in several processes; the results are in order."""


def fresh_file(store: Store | None, path: str, key: str) -> IndexedFile | None:
    """Return the indexed file if its state proves that it is unchanged, else None.

    `key` holds the options of reading. Raises OSError.
    """
    indexed = store.indexed_file(os.path.realpath(path), key) if store else None
    return indexed if indexed and indexed.is_settled and state_of(path) == indexed.state else None


def load_chunks(store: Store, indexed: IndexedFile, names: Iterable[str]) -> Iterator[LocatedChunk]:
    """Yield the chunks of an indexed file with the columns `names`.

    Raises StaleIndex if a chunk is missing or damaged.
    """
    start = row = 0
    for listing in indexed.chunks:
        chunk = store.load_chunk(listing, names)
        if chunk is None:
            raise StaleIndex
        yield LocatedChunk(chunk, start, row, listing, indexed.encoding, indexed.is_games)
        start += listing.length
        row += listing.lines


def record_of(file: BinaryIO | None, start: int, spot: Spot) -> bytes:
    """Return the bytes of a code's record; `start` is the chunk's first byte.

    They are empty without `file`. Raises StaleIndex if they have changed.
    """
    if file is None:
        return b""
    file.seek(start + spot.start)
    data = file.read(spot.length)
    if len(data) != spot.length or crc32(data) != spot.checksum:
        raise StaleIndex
    return data


def verify(file: BinaryIO, start: int, chunk: IndexChunk, numbers: Iterable[int]) -> None:
    """Compare the records of the codes `numbers` with the file. Raises StaleIndex at a difference."""
    for _, spots in groupby(chunk.spots(numbers), lambda spot: spot[4:]):
        record_of(file, start, next(spots))


def read_file(
    store: Store | None,
    path: str,
    key: str,
    options: "ReadOptions",
    work: PartMap,
    names: Collection[str] = ALL_COLUMNS,
) -> Iterator[LocatedChunk]:
    """Yield the chunks of a file of games; read and store missing ones.

    Indexed chunks have the columns `names`. Raises OSError, NotText and FileChanged.
    """
    from gbr_lsp.database.chunk_reader import FilePart, read_part
    from gbr_lsp.database.chunk_spans import cut_file

    before, began = state_of(path), time.time_ns()
    salt = f"{key} {options.name.rpartition('.')[2].lower()}".encode("utf-8", "surrogateescape")
    with open(path, "rb", opener=open_regular) as file:
        cut = cut_file(file, before.size, options.encoding, salt, _cut_of(store, path, key))
    options = options._replace(encoding=cut.encoding)
    known = store.known_chunks({span.hash for span in cut.spans}) if store else {}
    new = [span for span in cut.spans if span.hash not in known]
    made = iter(work(read_part, [FilePart(path, span.start, span.end, options) for span in new]))
    listings, row = [], 0
    waiting: dict[int, IndexChunk] = {}
    for span in cut.spans:
        listing = known.get(span.hash)
        chunk = store.load_chunk(listing, names) if store and listing else None
        if chunk is None:
            chunk = next(made) if listing is None else read_part(FilePart(path, span.start, span.end, options))
            waiting[span.hash] = chunk
            if store and MAX_PENDING <= len(waiting):
                store.keep_chunks(waiting)
                waiting.clear()
        listings.append(Listing(span.hash, chunk.length, chunk.lines, chunk.codes))
        yield LocatedChunk(chunk, span.start, row, None, cut.encoding, True)
        row += chunk.lines
    if store and waiting:
        store.keep_chunks(waiting)
    if state_of(path) != before:
        raise FileChanged
    if store:
        store.put_file(os.path.realpath(path), key, before, began, cut.encoding, listings)


def _cut_of(store: Store | None, path: str, key: str) -> "ChunkSpans | None":
    """Return the `ChunkSpans` of the file when it was last read, or None if unknown."""
    from gbr_lsp.database.chunk_spans import ChunkSpan, ChunkSpans

    indexed = store.indexed_file(os.path.realpath(path), key) if store else None
    if indexed is None or not indexed.is_games:
        return None
    ends = accumulate(listing.length for listing in indexed.chunks)
    parts = [ChunkSpan(end - one.length, end, one.hash) for one, end in zip(indexed.chunks, ends, strict=True)]
    return ChunkSpans(parts, indexed.encoding)


def keep_text(
    store: Store | None, path: str, key: str, data: bytes, read_chunk: Callable[[], IndexChunk]
) -> IndexChunk:
    """Return the only chunk of a file that is read as a whole; store it.

    `data` are its bytes; `read_chunk` is called if the index lacks it.
    """
    from gbr_lsp.database.chunk_spans import hash_of

    if store is None:
        return read_chunk()
    state, began = state_of(path), time.time_ns()
    salt = f"{key} whole {os.path.basename(path).rpartition('.')[2].lower()}".encode("utf-8", "surrogateescape")
    number = hash_of(data, salt)
    listing = store.known_chunks([number]).get(number)
    chunk = store.load_chunk(listing) if listing else None
    if chunk is None:
        chunk = read_chunk()
        store.keep_chunks({number: chunk})
    if state.size == len(data):
        listed = Listing(number, chunk.length, chunk.lines, chunk.codes)
        store.put_file(os.path.realpath(path), key, state, began, SINGLE_CHUNK, [listed])
    return chunk
