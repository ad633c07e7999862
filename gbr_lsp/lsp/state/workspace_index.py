"""The codes of a workspace: of its files, or of their open documents instead.

The index in the user's cache folder (`database/store.py`) has the codes of files read before; the
others are read in the background. The codes of open documents are cached with each chunk, so that
an edit reads one chunk again. Folders are walked as by `check`, except the user's home, a root and
`.git`. Reading stops, with a note, at a maximum number of files and of bytes.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property, partial
from typing import Any, TypeVar

from gbr_lsp.base.files import may_be_scanned, reason_of
from gbr_lsp.base.regular_file import FileState, state_if_any, state_of
from gbr_lsp.database.catalog import Catalog, CatalogPart
from gbr_lsp.database.catalog_parts import adopt_index, document_parts, file_parts, unread_chunks
from gbr_lsp.database.chunk import IndexChunk
from gbr_lsp.database.chunk_reader import ReadOptions
from gbr_lsp.database.lookup import StaleIndex
from gbr_lsp.database.store import Store, open_store
from gbr_lsp.lsp.state.documents import Documents, OpenDocument
from gbr_lsp.lsp.state.generated_index import is_generated, line_of, rank_of, sorted_in_pieces
from gbr_lsp.lsp.state.workers import CAN_THREAD, Workers, WorkFailed, finish, run_through
from gbr_lsp.lsp.state.workspace_tree import MAX_FILES, WorkspaceTree, holds_generated
from gbr_lsp.lsp.uris import is_in, is_in_memory, name_of, path_of, uri_of
from gbr_lsp.settings import Settings

log = logging.getLogger(__name__)

MAX_BYTES = 200_000_000
_REST = 0.0005
_MANY = 5_000
"""Codes; fewer are searched on the event loop."""
_SHORT = 2_000
"""Code points; a shorter document is read faster than a thread starts."""
_LARGE = 8
"""Chunks; if a document has at least this number unread, its file is read and kept in the index."""
_PUBLISH_EVERY = 0.5
"""Seconds between two announcements while a file is read."""
_LONG = 300_000
"""Code points, or bytes; a longer document is read in another process."""
_MIN_ELSEWHERE = 20_000
"""Bytes; in a worker, a smaller file is read without another worker."""
_TRIES = 3
"""Maximum number of searches when files change meanwhile."""

_Made = TypeVar("_Made")

OnParts = Callable[[list[CatalogPart]], Coroutine[Any, Any, None]]
"""Called with the parts of a document that have been read until then."""


class WorkspaceIndex:
    """The codes of all documents of a workspace."""

    def __init__(self, documents: Documents, settings: Callable[[str], Settings], workers: Workers) -> None:
        self.tree = WorkspaceTree(lambda folder: settings(os.path.join(folder, "x")))
        self.files = 0
        """Number of files that the current scan has read."""
        self.limit: str | None = None
        """Message about a limit that was reached; None if there was none."""
        self.share_read = 0.0
        """Share of the current large document that has been read, from 0 to 1."""
        self.is_scanning = False
        """True while the files of the folders are read."""
        self.on_change: list[Callable[[], None]] = []
        """Called after the codes of a document have changed."""
        self.is_searched = False
        """True while a thread searches many codes and shares the interpreter."""
        self._documents = documents
        self.settings = settings
        self._workers = workers
        self._catalog = Catalog()
        self._seen: dict[str, OpenDocument] = {}
        self._bytes: dict[str, int] = {}
        self._states: dict[str, FileState] = {}
        """The state of each file when it was read, by path."""
        self._incomplete: set[str] = set()
        """The files that have been read only in part."""
        self._scans = 0
        """Number of scans started; a newer scan means newer folders and settings."""
        self._lock = asyncio.Lock()
        """Held to read or change the catalog, since a thread may be using it."""

    @property
    def names(self) -> list[str]:
        """The names of the documents that have been read, even those without a code."""
        return self._catalog.names

    async def query(self, ask: Callable[[Catalog], _Made], own: str | None = None) -> _Made:
        """Return `ask(catalog)` for all codes, with open documents as they were at the call.

        Of the documents that the client keeps in memory, only that with the URI `own` is in the
        catalog.
        Codes are read, and many codes are searched, outside the event loop. If a file has changed
        since it was read, it is read again and `ask` is called again.
        """
        async with self._lock:
            for uri in self._documents:
                await self._update(uri)
        hidden = {uri for uri in self._documents if uri != own and is_in_memory(uri)}
        for _ in range(_TRIES):
            try:
                await self._workers.may_begin.wait()
                async with self._lock:
                    catalog = self._catalog.without(hidden)
                    return ask(catalog) if len(catalog) < _MANY else await self._search(ask, catalog)
            except (StaleIndex, OSError):
                await self.refresh(await asyncio.to_thread(self._changed))
        return ask(Catalog())

    async def _search(self, ask: Callable[[Catalog], _Made], catalog: Catalog) -> _Made:
        """Return `ask(catalog)`, called in a thread."""
        self.is_searched = True
        try:
            return await finish(asyncio.to_thread(ask, catalog))
        finally:
            self.is_searched = False

    def _changed(self) -> set[str]:
        """Return the names of files that have changed since, or became unreadable."""
        known = self._states.copy().items()
        return {name for name, state in known if state_if_any(name) != state or not os.access(name, os.R_OK)}

    async def open(self, uri: str) -> None:
        """Load the codes of an opened document from the stored index, to save reading it."""
        state = self._documents.get(uri)
        if state and state.document.host.next_boundary and path_of(uri):
            async with self._lock:
                await asyncio.to_thread(self._take, uri, state)

    def _take(self, uri: str, state: OpenDocument) -> None:
        """Copy the file's codes from the stored index to the document `state`."""
        name = name_of(uri)
        if os.path.isfile(name):
            adopt_index(self._store, name, self.read_options(name), state.document)

    async def _take_file(self, uri: str, state: OpenDocument) -> None:
        """Read the file of a large document into the stored index, then load it.

        Only for documents of games; the parts that equal the file are loaded.
        """
        name = name_of(uri)
        if (
            not state.document.host.next_boundary
            or len(unread_chunks(state.document)) < _LARGE
            or not os.path.isfile(name)
        ):
            return
        try:
            await self._read_file(name, state.document.length)
        except (OSError, ValueError, WorkFailed) as error:
            log.info("%s: %s", name, reason_of(error))
        await asyncio.to_thread(self._take, uri, state)

    @cached_property
    def _store(self) -> Store | None:
        """The stored index, opened at the first use, or None if that failed."""
        return open_store()

    def read_options(self, name: str) -> ReadOptions:
        """Return the options for reading the document `name`, without tablebases."""
        settings = self.settings(name)
        return ReadOptions(name, settings.encoding, settings.conventions._replace(tables=None))

    async def _update(self, uri: str) -> None:
        """Read the codes of an open document if it has changed."""
        name, state = name_of(uri), self._documents.get(uri)
        before = self._seen.get(name)
        if state is None or not state.is_known or (before is not None and before.document is state.document):
            return
        if is_generated(state.document):
            self._put(name, [])
        elif state.document.length < _SHORT:
            self._put(name, list(document_parts(state.document, map)))
        else:
            await self._take_file(uri, state)
            self._put(name, await self._read_in_process(state.document.length, document_parts, state.document))
        self._seen[name] = state
        self._states.pop(name, None)

    def _put(self, name: str, parts: list[CatalogPart]) -> None:
        """Replace the codes of the document `name`, and announce it."""
        self._catalog.put(name, parts)
        self._announce()

    def _announce(self) -> None:
        for listener in self.on_change:
            listener()

    def parts(self, name: str | None = None) -> list[tuple[str, CatalogPart]]:
        """Return the parts with codes, each with its document, of all documents or of `name`."""
        return list(self._catalog.parts(name))

    async def put_findings(self, name: str, column: Callable[[CatalogPart], bytes]) -> None:
        """Put the column of findings `column(part)` into each part of the document `name`."""
        async with self._lock:
            parts = self.parts(name)
            await asyncio.to_thread(lambda: [part.chunk.put_findings(column(part)) for _, part in parts])

    async def _read_file(self, path: str, size: int, on_parts: OnParts | None = None) -> list[CatalogPart]:
        """Return the parts of the file at `path` with `size` bytes. Raises OSError, ValueError and WorkFailed."""
        store = await asyncio.to_thread(lambda: self._store)
        options = self.read_options(path)
        if not CAN_THREAD and store and _MIN_ELSEWHERE <= size:
            from gbr_lsp.lsp.state.index_worker import read_elsewhere

            await read_elsewhere(store, path, options)
        return await self._read_in_process(size, file_parts, store, path, options, on_parts=on_parts)

    async def _read_in_process(
        self,
        size: int,
        parts: Callable[..., Iterator[CatalogPart | None]],
        *arguments: Any,
        on_parts: OnParts | None = None,
    ) -> list[CatalogPart]:
        """Return the `parts(*arguments, work)`, computed in a thread or, in a worker, in slices.

        `size` is that of the document; a long one is read in another process. After a cancellation
        nothing more is read. From time to time `on_parts` gets all parts until then.
        """
        stopped = threading.Event()
        loop = asyncio.get_running_loop()

        def work(read: Callable[[Any], IndexChunk], values: list[Any]) -> Iterator[IndexChunk]:
            chunks = map(read, values) if size < _LONG else self._workers.map(read, values, loop)
            for number, chunk in enumerate(chunks):
                if stopped.is_set():
                    raise StaleIndex
                self.share_read = number / len(values)
                yield chunk

        known: list[CatalogPart] = []

        def steps() -> Iterator[None]:
            """Prepare each part, and give the parts until now to `on_parts`, at most every `_PUBLISH_EVERY` seconds."""
            announced = 0.0
            for part in parts(*arguments, work):
                if part:
                    part.chunk.prepare()
                    known.append(part)
                if part and on_parts and announced + _PUBLISH_EVERY <= loop.time():
                    announced = loop.time()
                    asyncio.run_coroutine_threadsafe(on_parts(known.copy()), loop)
                yield

        try:
            await run_through(steps())
            return known
        finally:
            stopped.set()

    async def scan(self) -> None:
        """Read the files of all folders; stop if another scan starts."""
        self._scans += 1
        own = self._scans
        self.is_scanning = True
        try:
            await self._scan(own)
        finally:
            if own == self._scans:
                self.is_scanning = False
                self._announce()

    async def _scan(self, own: int) -> None:
        """Read the files of all folders in the scan with the number `own`."""
        self.limit = None
        self.files, self.share_read = 0, 0.0
        found: set[str] = set()
        read = 0
        for folder in self.tree.folders:
            if not may_be_scanned(folder):
                log.warning("not scanned: %s", folder)
                continue
            visits = self.tree.visits(folder)
            while visited := await asyncio.to_thread(next, visits, None):
                for path in visited.files:
                    if MAX_FILES <= len(found) or MAX_BYTES <= read:
                        self._reached_limit(folder)
                        return
                    found.add(path)
                    await self._read(path)
                    if own != self._scans:
                        return
                    self.files = len(found)
                    read += self._bytes.get(path, 0)
                await asyncio.sleep(_REST)
                if own != self._scans:
                    return
        # A file may have been created or moved since its folder was listed.
        await self.refresh({name for name in self.names if name not in found and name not in self._seen})

    async def refresh(self, paths: AbstractSet[str]) -> None:
        """Read again the changed files at `paths`, and all changed files below them.

        Documents that were deleted, or that a scan would not find, are dropped.
        """
        scans = None
        while scans != self._scans:
            scans = self._scans
            found = await asyncio.to_thread(self.tree.found_at, paths)
            kept = found.keys() | {name_of(uri) for uri in self._documents}
            for name in [name for name in self.names if name not in kept and is_in(name, paths)]:
                await self.drop(name)
            read = sum(self._bytes.values())
            for path, state in found.items():
                if path not in self._bytes and (MAX_FILES <= len(self._bytes) or MAX_BYTES <= read):
                    self._reached_limit(path)
                    return
                if path in paths or self._states.get(path) != state:
                    read -= self._bytes.get(path, 0)
                    await self._read(path)
                    read += self._bytes.get(path, 0)
                if scans != self._scans:
                    break

    async def _read(self, path: str) -> None:
        """Read the file or open document `path` again; drop the result if a scan has started."""
        scans = self._scans
        uri = next((uri for uri in self._documents if name_of(uri) == path), None)
        if uri is not None:
            async with self._lock:
                await self._update(uri)
            return
        try:
            state = state_of(path)
            # The stored codes of an unreadable file must not be shown.
            if not os.access(path, os.R_OK) or holds_generated(path):
                await self.drop(path)
                return
            parts = await self._read_file(path, state.size, partial(self._put_file, path, scans))
        except (OSError, ValueError, WorkFailed) as error:
            # A file that is no text has no codes; this is no error.
            if scans == self._scans:
                await self.drop(path)
            log.info("%s: %s", path, reason_of(error))
            return
        await self._put_file(path, scans, parts, state)

    async def _put_file(self, path: str, scans: int, parts: list[CatalogPart], state: FileState | None = None) -> None:
        """Put the parts of the file `path`: all if its `state` is given, else the first ones of a file that is new."""
        async with self._lock:
            if state is None and path in self._catalog and path not in self._incomplete:
                return
            (self._incomplete.add if state is None else self._incomplete.discard)(path)
            # The client may already have reported that the file is deleted.
            if path not in self._seen and scans == self._scans and os.path.exists(path):
                self._put(path, parts)
                if state is not None:
                    self._states[path] = state
                    self._bytes[path] = state.size

    async def read_again(self, uri: str) -> None:
        """Read the file of a closed document, since the text on disk counts again."""
        name = name_of(uri)
        self._seen.pop(name, None)
        await self.refresh({name})

    async def drop(self, name: str) -> None:
        """Drop the codes of `name`; an open document is read again later."""
        async with self._lock:
            is_known = name in self._catalog
            self._catalog.drop(name)
            self._seen.pop(name, None)
            self._states.pop(name, None)
            self._bytes.pop(name, None)
        if is_known:
            self._announce()

    async def directory(self, uri: object = None) -> str:
        """Return the index of all documents, or of `uri`, as `gbr-lsp index` writes it.

        It is sorted, with file and row.
        """
        name = name_of(uri) if isinstance(uri, str) and uri else None
        return await self.query(lambda catalog: self._directory(catalog, name), name and str(uri))

    def _directory(self, catalog: Catalog, name: str | None) -> str:
        """Return the lines of the index of all documents, or of `name`."""
        ranked = [(rank_of(*rank_fields), document, row) for *rank_fields, document, row in catalog.study_rows(name)]
        shown = {document: self.tree.shown_path(document) for document in catalog.names}
        return "".join([line_of(rank, shown[document], row) for rank, document, row in sorted_in_pieces(ranked)])

    def uri(self, name: str) -> str:
        """Return the URI of the document `name` as the client knows it."""
        return next((uri for uri in self._documents if name_of(uri) == name), uri_of(name))

    def _reached_limit(self, folder: str) -> None:
        self.limit = f"only the first {MAX_FILES} files or {MAX_BYTES // 1_000_000} MB are searched"
        log.warning("%s: %s", folder, self.limit)
