"""The codes of a workspace: of its files, read in the background, and of open documents in the place of their files.

What is known of files is taken from the index in the user's cache folder and kept there (`database/store.py`); only
what is not known is read. Of open documents it is kept with each chunk, so that after an edit one chunk is read again.
A folder is walked as `check` walks it; the user's home, a root and `.git` never are. Reading stops at a stated number
of files and of bytes, and says so.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from collections.abc import Set as AbstractSet
from heapq import merge
from typing import Any, TypeVar

from gbr_lsp.base.files import is_found, may_be_scanned, may_hold_codes, reason_of, walk
from gbr_lsp.base.regular_file import FileState, open_regular, state_if_any, state_of
from gbr_lsp.database.catalog import Catalog, CatalogPart
from gbr_lsp.database.catalog_parts import file_parts, from_file, open_parts, unread
from gbr_lsp.database.chunk import IndexChunk
from gbr_lsp.database.lookup import Stale
from gbr_lsp.database.read import ReadOptions
from gbr_lsp.database.store import Store, open_store
from gbr_lsp.hosts import ENDINGS, host_for
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.lsp.state.generated_index import is_generated, is_generated_text, line_of, rank_of
from gbr_lsp.lsp.state.workers import Workers, WorkFailed
from gbr_lsp.lsp.uris import lies_in, name_of, path_of, uri_of
from gbr_lsp.settings import Settings

log = logging.getLogger(__name__)

MOST_FILES = 5_000
MOST_BYTES = 200_000_000
_REST = 0.0005
_PIECE = 2_000
_MANY = 5_000
"""Codes; fewer are searched at once."""
_SHORT = 2_000
"""Code points; a document of fewer is read in less time than it takes to start a thread for it."""
_HEAD = 4_000
"""Bytes that say whether a file is an index that was generated."""
_LARGE = 8
"""Chunks; of a document that has more to be read, the file is read and kept in the index."""
_LONG = 300_000
"""Code points, or bytes; what is longer is read in a process of its own."""
_TRIES = 3
"""How often codes are searched again because files have changed meanwhile."""


_Made = TypeVar("_Made")


class WorkspaceIndex:
    """The codes of all documents of a workspace."""

    def __init__(self, documents: Documents, settings: Callable[[str], Settings], workers: Workers) -> None:
        self.folders: list[str] = []
        self.files = 0
        """How many files the scan under way has read."""
        self.limit: str | None = None
        """What was left out because a limit was reached, in words."""
        self.share_read = 0.0
        """How much of the large document that is being read has been read, up to 1."""
        self.is_searched = False
        """Whether many codes are being searched, in a thread that has to share the interpreter."""
        self._documents = documents
        self._settings = settings
        self._workers = workers
        self._catalog = Catalog()
        self._store: Store | None = None
        self._has_store: bool | None = None
        self._seen: dict[str, Opened] = {}
        self._bytes: dict[str, int] = {}
        self._states: dict[str, FileState] = {}
        """In which state each file was read."""
        self._scans = 0
        """How many scans have begun: folders and settings are not what they were before the last one."""
        self._lock = asyncio.Lock()
        """Whoever reads or changes the catalog holds it, for a thread may be doing so."""

    @property
    def names(self) -> list[str]:
        """The documents that have been read, even those without a code."""
        return self._catalog.names

    async def query(self, ask: Callable[[Catalog], _Made]) -> _Made:
        """The answer of a function to all codes, those of open documents as they were when it was called.

        Codes of open documents are read, and many codes are searched, beside the event loop. A file that is not as it
        was read is read again, and all codes are searched again.
        """
        async with self._lock:
            for uri in self._documents:
                await self._update(uri)
        for _ in range(_TRIES):
            try:
                await self._workers.may_begin.wait()
                async with self._lock:
                    if len(self._catalog) < _MANY:
                        return ask(self._catalog)
                    return await self._search(ask)
            except (Stale, OSError):
                await self.refresh(await asyncio.to_thread(self._changed))
        return ask(Catalog())

    async def _search(self, ask: Callable[[Catalog], _Made]) -> _Made:
        self.is_searched = True
        try:
            return await _to_the_end(asyncio.to_thread(ask, self._catalog))
        finally:
            self.is_searched = False

    def _changed(self) -> set[str]:
        """The files that are not as they were read, or may no longer be read."""
        known = self._states.copy().items()
        return {name for name, state in known if state_if_any(name) != state or not os.access(name, os.R_OK)}

    async def open(self, uri: str) -> None:
        """Takes what the index knows of a document that has been opened, so that it need not be read."""
        state = self._documents.get(uri)
        if state and state.document.host.next_boundary and path_of(uri):
            async with self._lock:
                await asyncio.to_thread(self._take, uri, state)

    def _take(self, uri: str, state: Opened) -> None:
        name = name_of(uri)
        if os.path.isfile(name):
            from_file(self._opened_store(), name, self._read_options(name), state.document)

    async def _take_file(self, uri: str, state: Opened) -> None:
        """Reads the file of a large document of games, to be known the next time, and takes what is the same."""
        name = name_of(uri)
        if not state.document.host.next_boundary or len(unread(state.document)) < _LARGE or not os.path.isfile(name):
            return
        try:
            store = await asyncio.to_thread(self._opened_store)
            await self._beside(state.document.length, file_parts, store, name, self._read_options(name))
        except (OSError, ValueError, WorkFailed) as error:
            log.info("%s: %s", name, reason_of(error))
        await asyncio.to_thread(self._take, uri, state)

    def _opened_store(self) -> Store | None:
        if self._has_store is None:
            self._store = open_store()
            self._has_store = True
        return self._store

    def _read_options(self, name: str) -> ReadOptions:
        settings = self._settings(name)
        return ReadOptions(name, settings.encoding, settings.conventions._replace(tables=None))

    async def _update(self, uri: str) -> None:
        """Reads the codes of an open document, if it has changed."""
        name, state = name_of(uri), self._documents.get(uri)
        before = self._seen.get(name)
        if state is None or not state.known or (before is not None and before.document is state.document):
            return
        if is_generated(state.document):
            self._catalog.put(name, [])
        elif state.document.length < _SHORT:
            self._catalog.put(name, open_parts(state.document, map))
        else:
            await self._take_file(uri, state)
            self._catalog.put(name, await self._beside(state.document.length, open_parts, state.document))
        self._seen[name] = state
        self._states.pop(name, None)

    async def _beside(self, size: int, parts: Callable[..., list[CatalogPart]], *arguments: Any) -> list[CatalogPart]:
        """What is known of a document, made in a thread; what is long is read in a process of its own.

        What is left of it is not read when cancelled.
        """
        stopped = threading.Event()
        loop = asyncio.get_running_loop()

        def work(read: Callable[[Any], IndexChunk], values: list[Any]) -> Iterator[IndexChunk]:
            chunks = map(read, values) if size < _LONG else self._workers.mapped(read, values, loop)
            for number, chunk in enumerate(chunks):
                if stopped.is_set():
                    raise Stale
                self.share_read = number / len(values)
                yield chunk

        def made() -> list[CatalogPart]:
            found = parts(*arguments, work)
            for part in found:
                part.chunk.prepare()
            return found

        try:
            return await asyncio.to_thread(made)
        finally:
            stopped.set()

    async def scan(self) -> None:
        """Reads the files of all folders; when another scan begins, it is left to that one."""
        self._scans += 1
        own = self._scans
        self.limit = None
        self.files = 0
        found: set[str] = set()
        read = 0
        for folder in self.folders:
            if not may_be_scanned(folder):
                log.warning("not scanned: %s", folder)
                continue
            visits = walk(folder, ENDINGS, self._wanted, MOST_FILES + 1, _may_be_read)
            while visited := await asyncio.to_thread(next, visits, None):
                for path in visited.files:
                    if MOST_FILES <= len(found) or MOST_BYTES <= read:
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
        for name in [name for name in self.names if name not in found and name not in self._seen]:
            await self.drop(name)

    def _wanted(self, folder: str) -> Settings:
        return self._settings(os.path.join(folder, "x"))

    async def refresh(self, paths: AbstractSet[str]) -> None:
        """Reads again what has changed at some paths: files, and all files below folders.

        What is gone, or would not be found by a scan, is forgotten.
        """
        scans = None
        while scans != self._scans:
            scans = self._scans
            found = await asyncio.to_thread(self._found_at, paths)
            kept = found.keys() | {name_of(uri) for uri in self._documents}
            for name in [name for name in self.names if name not in kept and lies_in(name, paths)]:
                await self.drop(name)
            read = sum(self._bytes.values())
            for path, state in found.items():
                if path not in self._bytes and (MOST_FILES <= len(self._bytes) or MOST_BYTES <= read):
                    self._reached_limit(path)
                    return
                if path in paths or self._states.get(path) != state:
                    read -= self._bytes.get(path, 0)
                    await self._read(path)
                    read += self._bytes.get(path, 0)
                if scans != self._scans:
                    break

    def _found_at(self, paths: AbstractSet[str]) -> dict[str, FileState | None]:
        """The files at and below some paths that a scan would find, each with its state."""
        found: dict[str, FileState | None] = {}
        for path in paths:
            if lies_in(os.path.dirname(path), paths):
                continue
            if self._is_found(path) and not os.path.isdir(path):
                found[path] = state_if_any(path)
                continue
            below = [folder for folder in self.folders if lies_in(folder, {path}) and may_be_scanned(folder)]
            for top in [path] if self._is_found(path) else below:
                for visited in walk(top, ENDINGS, self._wanted, MOST_FILES + 1, _may_be_read):
                    found |= {file: state_if_any(file) for file in visited.files}
        return found

    def _is_found(self, path: str) -> bool:
        return any(
            is_found(folder, path, ENDINGS, self._wanted, _may_be_read)
            for folder in self.folders
            if path.startswith(folder + os.sep) and may_be_scanned(folder)
        )

    async def _read(self, path: str) -> None:
        """Reads a file again, unless it is open: then the open document counts.

        Nothing is kept of it when a scan has begun meanwhile.
        """
        scans = self._scans
        uri = next((uri for uri in self._documents if name_of(uri) == path), None)
        if uri is not None:
            async with self._lock:
                await self._update(uri)
            return
        try:
            state = state_of(path)
            # What the index knows of a file that may not be read cannot be shown.
            if not os.access(path, os.R_OK) or _holds_generated(path):
                await self.drop(path)
                return
            store = await asyncio.to_thread(self._opened_store)
            parts = await self._beside(state.size, file_parts, store, path, self._read_options(path))
        except (OSError, ValueError, WorkFailed) as error:
            # A file that is no text has no codes, and is no error.
            if scans == self._scans:
                await self.drop(path)
            log.info("%s: %s", path, reason_of(error))
            return
        async with self._lock:
            # Where it is gone meanwhile, that may have been told already.
            if path not in self._seen and scans == self._scans and os.path.exists(path):
                self._catalog.put(path, parts)
                self._states[path] = state
                self._bytes[path] = state.size

    async def read_again(self, uri: str) -> None:
        """Reads the file of a document that was closed: the text on the disk counts again."""
        name = name_of(uri)
        self._seen.pop(name, None)
        await self.refresh({name})

    async def drop(self, name: str) -> None:
        """Forgets a document that is gone; one that is open is read again."""
        async with self._lock:
            self._catalog.drop(name)
            self._seen.pop(name, None)
            self._states.pop(name, None)
            self._bytes.pop(name, None)

    async def directory(self, uri: object = None) -> str:
        """The studies of all documents, or of one, as `gbr-lsp index` writes them: sorted, with file and row."""
        name = name_of(uri) if isinstance(uri, str) and uri else None
        return await self.query(lambda catalog: self._directory(catalog, name))

    def _directory(self, catalog: Catalog, name: str | None) -> str:
        ranked = [(rank_of(*said), document, row) for *said, document, row in catalog.listed(name)]
        shown = {document: self._shown(document) for document in catalog.names}
        return "".join([line_of(rank, shown[document], row) for rank, document, row in _sorted_in_pieces(ranked)])

    def _shown(self, name: str) -> str:
        """A path from the folder of the workspace that it stands in."""
        top = next((folder for folder in self.folders if (name + os.sep).startswith(folder + os.sep)), None)
        return os.path.relpath(name, top) if top else name

    def path_of_shown(self, path: str) -> str | None:
        """The file that a generated index names; None where there is none."""
        paths = [os.path.join(folder, path) for folder in self.folders] if not os.path.isabs(path) else [path]
        return next((one for one in paths if os.path.isfile(one)), None)

    def uri(self, name: str) -> str:
        """The URI of a document as the client knows it."""
        return next((uri for uri in self._documents if name_of(uri) == name), uri_of(name))

    def _reached_limit(self, folder: str) -> None:
        self.limit = f"only the first {MOST_FILES} files or {MOST_BYTES // 1_000_000} MB are searched"
        log.warning("%s: %s", folder, self.limit)


def _sorted_in_pieces(items: list[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Sorts many tuples without holding up other threads, as one call of `sorted` would."""
    pieces = [sorted(items[start : start + _PIECE]) for start in range(0, len(items), _PIECE)]
    return merge(*pieces)


async def _to_the_end(work: Coroutine[Any, Any, _Made]) -> _Made:
    """Waits for work in a thread even if it is cancelled, so that a lock is not released before the thread is done."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _holds_generated(path: str) -> bool:
    """Whether a file is an index that was generated."""
    if host_for(path).has_records:
        return False
    with open(path, "rb", opener=open_regular) as file:
        return is_generated_text(file.read(_HEAD).decode("utf-8", "replace"))


def _may_be_read(path: str) -> bool:
    data = host_for(path).data
    return data is None or may_hold_codes(path, data.words, data.exclusions, has_columns=data.has_columns)
