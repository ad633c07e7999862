"""The parts of documents for a catalog: of files, and of open texts.

The functions may be called in a thread; `work` may read in another process.
"""

import os
import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from gbr_lsp.base.encoding import BOM, decode
from gbr_lsp.base.regular_file import open_regular
from gbr_lsp.database import lookup
from gbr_lsp.database.catalog import CatalogPart, FullText, GamesInFile, GamesInText
from gbr_lsp.database.chunk import ALL_COLUMNS, IndexChunk, Spot
from gbr_lsp.database.chunk_alignment import DocumentPart, align_chunks
from gbr_lsp.database.chunk_reader import ReadOptions, key_of, read_document, read_text, to_bytes
from gbr_lsp.database.lookup import LocatedChunk, StaleIndex, record_of
from gbr_lsp.database.store import Store
from gbr_lsp.hosts import host_for
from gbr_lsp.hosts.protocol import Host
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document

ChunkMap = Callable[[Callable[[Any], IndexChunk], list[Any]], Iterable[IndexChunk]]
"""A `map`: calls a function with each value, perhaps in another process; the results are in order."""

_BEYOND = re.compile(rb"[\x80-\xbf]")


class ChunkStudies:
    """The `IndexChunk` of a chunk of games, cached with the chunk.

    Its bytes are counted in `codec`; `extra_bytes` has the offsets of bytes that start no character.
    """

    def __init__(self) -> None:
        self.index: IndexChunk | None = None
        self.codec = "utf-8"
        self.extra_bytes = array("I")

    def keep(self, index: IndexChunk, text: str, codec: str) -> None:
        """Store `index`, which was read from `text`, the text of the chunk."""
        if codec == "utf-8" and not text.isascii():
            self.extra_bytes = array("I", [found.start() for found in _BEYOND.finditer(to_bytes(text, codec))])
        self.index, self.codec = index, codec

    def inherit(self, other: "ChunkStudies", /) -> None:
        """Keep nothing: nothing holds after a game of the chunk has changed."""


def file_parts(store: Store | None, path: str, options: ReadOptions, work: ChunkMap) -> Iterator[CatalogPart | None]:
    """Yield the `CatalogPart`s of a file, from the index or read by `work`; None while parts are loaded.

    Raises OSError, NotText and FileChanged.
    """
    key = key_of(options)
    indexed = lookup.fresh_file(store, path, key)
    if indexed and store:
        chunks = []
        try:
            for located in lookup.load_chunks(store, indexed, ALL_COLUMNS):
                chunks.append(located)
                yield None
        except StaleIndex:
            pass
        else:
            yield from (_in_file(path, located) for located in chunks)
            return
    if host_for(options.name).next_boundary:
        yield from (_in_file(path, located) for located in lookup.read_file(store, path, key, options, work))
        return
    with open(path, "rb", opener=open_regular) as file:
        data = file.read()
    (chunk,) = work(partial(_read_file, data), [options])
    kept = lookup.keep_text(store, path, key, data, lambda: chunk)
    yield _in_file(path, LocatedChunk(kept, 0, 0, encoding=options.encoding))


def _read_file(data: bytes, options: ReadOptions) -> IndexChunk:
    """Return the `IndexChunk` of a whole file with the bytes `data`."""
    text = decode(data, options.encoding).text
    document = Document.of(text, host_for(os.path.basename(options.name)), options.conventions)
    return read_document(document, text, data)


def _in_file(path: str, located: LocatedChunk) -> CatalogPart:
    """Return the part of the catalog for a chunk of the file `path`."""
    if located.is_games:
        return CatalogPart(located.chunk, located.first_row, GamesInFile(path, located.start, located.encoding))
    return CatalogPart(located.chunk, located.first_row, FullText(partial(_text_of_file, path, located.encoding)))


def _text_of_file(path: str, encoding: str, spot: Spot) -> str:
    """Return the text of a whole file. Raises StaleIndex if it has changed, and OSError."""
    with open(path, "rb", opener=open_regular) as file:
        if os.fstat(file.fileno()).st_size != spot.length:
            raise StaleIndex
        return decode(record_of(file, 0, spot), "auto" if encoding == "whole" else encoding).text


def adopt_index(store: Store | None, path: str, options: ReadOptions, document: Document) -> None:
    """Copy the codes of a file from the index to the chunks of `document`.

    Only for documents of games, and only for the chunks before the first difference to the file.
    """
    indexed = lookup.fresh_file(store, path, key_of(options))
    if store is None or indexed is None or not indexed.is_games:
        return
    try:
        chunks = list(lookup.load_chunks(store, indexed, ALL_COLUMNS))
        parts = list(_same(path, document, indexed.encoding))
    except (OSError, StaleIndex):
        return
    for chunk, found in zip(document.chunks, align_chunks(chunks, parts), strict=False):
        kept = chunk.cache_of(ChunkStudies)
        if kept.index is None:
            found.prepare()
            kept.keep(found, chunk.text, indexed.encoding)


def _same(path: str, document: Document, codec: str) -> Iterator[DocumentPart]:
    """Yield the places of the document's chunks in the file, up to the first difference."""
    start = row = 0
    with open(path, "rb", opener=open_regular) as file:
        if file.read(len(BOM)) == BOM:
            start = len(BOM)
        file.seek(start)
        for chunk in document.chunks:
            try:
                data = to_bytes(chunk.text, codec)
            except UnicodeEncodeError:
                return
            if file.read(len(data)) != data:
                return
            yield DocumentPart(start, start + len(data), row, chunk.lines)
            start += len(data)
            row += chunk.lines


def unread_chunks(document: Document) -> list[Chunk]:
    """Return the chunks of a document of games without cached studies."""
    return [chunk for chunk in document.chunks if chunk.cache_of(ChunkStudies).index is None]


def document_parts(document: Document, work: ChunkMap) -> Iterator[CatalogPart]:
    """Yield the `CatalogPart`s of an open document; read the missing ones by `work`."""
    if not document.host.next_boundary:
        text = document.text
        (chunk,) = work(partial(_read_open, text, document.host), [document.conventions])
        yield CatalogPart(chunk, 0, FullText(lambda _: text))
        return
    missing = unread_chunks(document)
    read = partial(read_text, codec="utf-8", options=ReadOptions("a.pgn", "utf-8", document.conventions))
    found = iter(work(read, [each.text for each in missing]))
    unread = set(missing)
    row = 0
    for each in document.chunks:
        kept = each.cache_of(ChunkStudies)
        if each in unread:
            kept.keep(next(found), each.text, "utf-8")
        assert kept.index
        yield CatalogPart(kept.index, row, GamesInText(each.slice, kept.extra_bytes))
        row += each.lines


def _read_open(text: str, host: Host, conventions: Conventions) -> IndexChunk:
    return read_document(Document.of(text, host, conventions), text)
