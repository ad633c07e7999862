"""The codes of a workspace: of its files, read in the background, and of open documents in the place of their files.

Files are read in slices on the event loop, so that messages get through. A folder is walked as `check` walks it; the
user's home, a root and `.git` never are. Reading stops at a stated number of files and of bytes, and says so.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Generator
from typing import TypeVar

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.files import may_be_scanned, walk, why
from gbr_lsp.collection.cards import Collection, cards_in, cards_of
from gbr_lsp.collection.directory.order import directory_key
from gbr_lsp.hosts import ENDINGS, host_for
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.lsp.uris import name_of, path_of, uri_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role
from gbr_lsp.notation.values import SQUARE_NAMES
from gbr_lsp.settings import Settings

log = logging.getLogger(__name__)

MOST_FILES = 5_000
MOST_BYTES = 200_000_000
_SLICE = 0.002
_REST = 0.0005


_Made = TypeVar("_Made")


class WorkspaceIndex:
    """The codes of all documents of a workspace."""

    def __init__(self, documents: Documents, settings: Callable[[str], Settings]) -> None:
        self.folders: list[str] = []
        self.files = 0
        """How many files the scan under way has read."""
        self.limit: str | None = None
        """What was left out because a limit was reached, in words."""
        self._documents = documents
        self._settings = settings
        self._collection = Collection()
        self._seen: dict[str, Opened] = {}
        self._bytes: dict[str, int] = {}

    def collection(self) -> Collection:
        """All cards, those of open documents as they are now."""
        opened = {name_of(uri): state for uri in self._documents if (state := self._documents.get(uri))}
        for name, state in opened.items():
            before = self._seen.get(name)
            if state.known and (before is None or before.document is not state.document):
                self._collection.put(name, cards_of(state.document, name))
                self._seen[name] = state
        return self._collection

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
            for visited in walk(
                folder, ENDINGS, lambda below: self._settings(os.path.join(below, "x")), MOST_FILES + 1
            ):
                for path in visited.files:
                    if MOST_FILES <= len(found) or MOST_BYTES <= read:
                        self._reached_limit(folder)
                        return
                    found.add(path)
                    await self.read(path)
                    self.files = len(found)
                    read += self._bytes.get(path, 0)
                await asyncio.sleep(_REST)
        for name in [name for name in self._collection.names if name not in found and name not in self._seen]:
            self.drop(name)

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
            self.drop(path)
            log.info("%s: %s", path, why(error))
            return
        self._bytes[path] = len(content)
        document = await asyncio.to_thread(Document.of, text, host_for(os.path.basename(path)), settings.conventions)
        cards = await in_slices(cards_in(document, path))
        if path not in self._seen:
            self._collection.put(path, cards)

    async def read_again(self, uri: str) -> None:
        """Reads the file of a document that was closed: the text on the disk counts again."""
        name = name_of(uri)
        self._seen.pop(name, None)
        if path_of(uri) is None:
            self._collection.drop(name)
        elif self._is_within(name):
            await self.read(name)
        else:
            self.drop(name)

    def directory(self, uri: object = None) -> str:
        """The studies of all documents, or of one, as `gbr-lsp index` writes them: sorted, with file and row."""
        name = name_of(uri) if isinstance(uri, str) and uri else None
        cards = [card for card in self.collection() if card.role is Role.STUDY and name in (None, card.place.document)]
        lines = []
        for card in sorted(cards, key=lambda card: (directory_key(card.code), card.place[:3])):
            goal, kings = card.code.stipulation.goal, card.code.kings or ()
            squares = "".join("??" if square is None else SQUARE_NAMES[square] for square in kings)
            row = f"{self._shown(card.place.document)}:{card.place.row + 1}"
            lines.append(f"{goal.value if goal else ' '} {card.code.force} {squares:4}  {row}\n")
        return "".join(lines)

    def _shown(self, name: str) -> str:
        """A path from the folder of the workspace that it stands in."""
        top = next((folder for folder in self.folders if (name + os.sep).startswith(folder + os.sep)), None)
        return os.path.relpath(name, top) if top else name

    def _is_within(self, path: str) -> bool:
        return any((path + os.sep).startswith(folder + os.sep) for folder in self.folders)

    def uri(self, name: str) -> str:
        """The URI of a document as the client knows it."""
        return next((uri for uri in self._documents if name_of(uri) == name), uri_of(name))

    def drop(self, path: str) -> None:
        """Forgets a file that is gone."""
        self._collection.drop(path)
        self._bytes.pop(path, None)

    def _reached_limit(self, folder: str) -> None:
        self.limit = f"only the first {MOST_FILES} files or {MOST_BYTES // 1_000_000} MB are searched"
        log.warning("%s: %s", folder, self.limit)


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
