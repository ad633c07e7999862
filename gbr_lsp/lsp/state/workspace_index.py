"""The codes of a workspace: of its files, read in the background, and of open documents in the place of their files.

Files are read in slices on the event loop, so that messages get through. A folder is walked as `check` walks it; the
user's home, a root and `.git` never are. Reading stops at a stated number of files and of bytes, and says so.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Coroutine, Generator, Iterator
from heapq import merge
from typing import Any, TypeVar

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.files import may_be_scanned, may_hold_codes, walk, why
from gbr_lsp.collection.cards import Card, Collection, cards_in, cards_of
from gbr_lsp.collection.directory.order import directory_key
from gbr_lsp.hosts import ENDINGS, host_for
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.lsp.state.generated_index import is_generated, line_of
from gbr_lsp.lsp.uris import name_of, path_of, uri_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role
from gbr_lsp.settings import Settings

log = logging.getLogger(__name__)

MOST_FILES = 5_000
MOST_BYTES = 200_000_000
_SLICE = 0.002
_REST = 0.0005
_SHORT = 2_000
"""Code points; a document of fewer is read in less time than it takes to start a thread for it."""
_PIECE = 2_000
_MANY = 200
"""Codes; fewer are searched at once."""


_Made = TypeVar("_Made")


class WorkspaceIndex:
    """The codes of all documents of a workspace."""

    def __init__(self, documents: Documents, settings: Callable[[str], Settings]) -> None:
        self.folders: list[str] = []
        self.files = 0
        """How many files the scan under way has read."""
        self.limit: str | None = None
        """What was left out because a limit was reached, in words."""
        self.share_read = 0.0
        """How much of the large document that is being read has been read, up to 1."""
        self._documents = documents
        self._settings = settings
        self._collection = Collection()
        self._seen: dict[str, Opened] = {}
        self._bytes: dict[str, int] = {}
        self._lock = asyncio.Lock()
        """Whoever reads or changes the collection holds it, for a thread may be doing so."""

    @property
    def names(self) -> list[str]:
        """The documents that have been read, even those without a code."""
        return self._collection.names

    async def query(self, ask: Callable[[Collection], _Made]) -> _Made:
        """The answer of a function to all codes, those of open documents as they were when it was called.

        Codes of open documents are read, and many codes are searched, in a thread.
        """
        async with self._lock:
            for uri in self._documents:
                await self._update(uri)
            if len(self._collection) < _MANY:
                return ask(self._collection)
            return await _to_the_end(asyncio.to_thread(ask, self._collection))

    async def _update(self, uri: str) -> None:
        """Reads the codes of an open document, if it has changed."""
        name, state = name_of(uri), self._documents.get(uri)
        before = self._seen.get(name)
        if state is None or not state.known or (before is not None and before.document is state.document):
            return
        await self._put(name, state.document)
        self._seen[name] = state

    async def _put(self, name: str, document: Document) -> None:
        if is_generated(document):
            self._collection.put(name, [])
            return
        if document.length < _SHORT:
            self._collection.put(name, cards_of(document, name))
            return
        stopped = threading.Event()

        def read() -> list[Card]:
            steps = cards_in(document, name)
            while not stopped.is_set():
                try:
                    self.share_read = next(steps)
                except StopIteration as end:
                    cards: list[Card] = end.value
                    return cards
            return []

        try:
            cards = await asyncio.to_thread(read)
        finally:
            stopped.set()
        await _to_the_end(asyncio.to_thread(self._collection.put, name, cards))

    async def scan(self) -> None:
        """Reads the files of all folders."""
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
                    await self.read(path)
                    self.files = len(found)
                    read += self._bytes.get(path, 0)
                await asyncio.sleep(_REST)
        for name in [name for name in self.names if name not in found and name not in self._seen]:
            await self.drop(name)

    def _wanted(self, folder: str) -> Settings:
        return self._settings(os.path.join(folder, "x"))

    async def read(self, path: str) -> None:
        """Reads a file again, unless it is open: then the open document counts."""
        if path in self._seen or path in {name_of(uri) for uri in self._documents}:
            return
        settings = self._settings(path)
        try:
            with open(path, "rb") as file:
                content = file.read(MOST_BYTES)
            text = decode(content, settings.encoding).text
        except (OSError, ValueError) as error:
            # A file that is no text has no codes, and is no error.
            await self.drop(path)
            log.info("%s: %s", path, why(error))
            return
        self._bytes[path] = len(content)
        document = await asyncio.to_thread(Document.of, text, host_for(os.path.basename(path)), settings.conventions)
        async with self._lock:
            if path not in self._seen:
                await self._put(path, document)

    async def read_again(self, uri: str) -> None:
        """Reads the file of a document that was closed: the text on the disk counts again."""
        name = name_of(uri)
        self._seen.pop(name, None)
        if path_of(uri) is not None and self._is_within(name):
            await self.read(name)
        else:
            await self.drop(name)

    async def drop(self, name: str) -> None:
        """Forgets a document that is gone."""
        async with self._lock:
            self._collection.drop(name)
            self._bytes.pop(name, None)

    async def directory(self, uri: object = None) -> str:
        """The studies of all documents, or of one, as `gbr-lsp index` writes them: sorted, with file and row."""
        name = name_of(uri) if isinstance(uri, str) and uri else None
        return await self.query(lambda collection: self._directory(collection, name))

    def _directory(self, collection: Collection, name: str | None) -> str:
        ranked = [
            (directory_key(card.code), card.place[:3], number, card)
            for number, card in enumerate(collection)
            if card.role is Role.STUDY and name in (None, card.place.document)
        ]
        lines = []
        for *_, card in _sorted_in_pieces(ranked):
            lines.append(line_of(card, self._shown(card.place.document)))
        return "".join(lines)

    def _shown(self, name: str) -> str:
        """A path from the folder of the workspace that it stands in."""
        top = next((folder for folder in self.folders if (name + os.sep).startswith(folder + os.sep)), None)
        return os.path.relpath(name, top) if top else name

    def path_of_shown(self, path: str) -> str | None:
        """The file that a generated index names; None where there is none."""
        paths = [os.path.join(folder, path) for folder in self.folders] if not os.path.isabs(path) else [path]
        return next((one for one in paths if os.path.isfile(one)), None)

    def _is_within(self, path: str) -> bool:
        return any((path + os.sep).startswith(folder + os.sep) for folder in self.folders)

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


def _may_be_read(path: str) -> bool:
    data = host_for(path).data
    return data is None or may_hold_codes(path, data.words, data.never, columns=data.columns)


async def in_slices(steps: Generator[object, None, _Made]) -> _Made:
    """The result of a generator that is run in slices, with rests between them."""
    loop = asyncio.get_running_loop()
    until = loop.time() + _SLICE
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: _Made = end.value
            return found
        if until <= loop.time():
            await asyncio.sleep(_REST)
            until = loop.time() + _SLICE
