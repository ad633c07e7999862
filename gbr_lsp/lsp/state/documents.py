"""The documents that are open in the client: their text in blocks, version and findings."""

import logging
import os
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from lsprotocol import types

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Encoding
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.lsp.state.configuration import DocumentSettings
from gbr_lsp.lsp.uris import path_of
from gbr_lsp.model.document import Document
from gbr_lsp.settings import Settings

log = logging.getLogger(__name__)

_TYPED = regex(r"[\w+#=♔-♟.-]{0,8}")
"""Part of a word that was typed, such as a move or its number."""


MAX_DIAGNOSTICS = 1000
"""Maximum number of diagnostics in a report, unless the client has set another one."""

MAX_LENGTH = 10_000_000
"""Code points; a longer document is not read, unless its games are cut as needed."""


class OpenDocument(NamedTuple):
    """One state of an open document.

    `is_known` is False after an invalid edit, until the client sends the whole text, and for a text
    that is too long, which is not kept. Every change of a document increases `generation`.
    """

    uri: str
    language: str
    version: int
    generation: int
    document: Document
    settings: Settings
    is_known: bool = True
    expected_cursor: int | None = None
    """The offset of the cursor: after the part of a word that the last edit typed, or before the
    text that it deleted."""

    is_too_long: bool = False

    @property
    def protocol_version(self) -> int | None:
        """The version for our messages; None beyond the protocol's 32 bits."""
        return self.version if -(1 << 31) <= self.version < 1 << 31 else None

    def is_alike(self, other: "OpenDocument") -> bool:
        """Return True if both states have the same findings."""
        alike = self.document is other.document and self.settings == other.settings
        return alike and self.is_known == other.is_known


class _Change(NamedTuple):
    """The edits of one message, and the state before them."""

    before: OpenDocument
    params: types.DidChangeTextDocumentParams

    @property
    def version(self) -> int:
        return self.params.text_document.version


_KEPT = 32
"""Number of messages of edits that can be applied again; those out of order come in one burst."""


class Documents:
    """All open documents; positions are in the negotiated encoding."""

    def __init__(self, configuration: DocumentSettings) -> None:
        self.encoding: Encoding = "utf-16"
        self.max_diagnostics = MAX_DIAGNOSTICS
        self._configuration = configuration
        self._open: dict[str, OpenDocument] = {}
        self._changes: dict[str, deque[_Change]] = {}
        self._generation = 0
        self._found: dict[str, tuple[OpenDocument, list[PlacedFinding]]] = {}
        self._positions: dict[str, tuple[Document, Positions]] = {}
        self._looked_at: dict[str, types.Position] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._open))

    def get(self, uri: str) -> OpenDocument | None:
        """Return the present state of the open document `uri`, or None."""
        return self._open.get(uri)

    def open(self, item: types.TextDocumentItem) -> None:
        if item.uri in self._open:
            log.warning("opened a second time: %s", item.uri)
        self._generation += 1
        settings = self._configuration.settings(item.uri, Settings())
        empty = self._document("", item.uri, item.language_id, settings)
        opened = OpenDocument(item.uri, item.language_id, item.version, self._generation, empty, settings)
        self._open[item.uri] = self._with_text(opened, item.text)
        self._changes[item.uri] = deque(maxlen=_KEPT)

    def close(self, uri: str) -> bool:
        """Remove a document; return False if it was not open."""
        self._found.pop(uri, None)
        self._positions.pop(uri, None)
        self._changes.pop(uri, None)
        self._looked_at.pop(uri, None)
        if self._open.pop(uri, None) is None:
            log.warning("closed, but was not open: %s", uri)
            return False
        return True

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Apply edits in order of version; after an invalid one the text is unknown.

        The client must then send the whole text. Helix 25 may send simultaneous edits in any order.
        """
        uri, version = params.text_document.uri, params.text_document.version
        opened = self._open.get(uri)
        if opened is None:
            log.warning("edit of a document that is not open: %s", uri)
            return
        changes, wanted = self._changes[uri], [params]
        if version <= opened.version:
            later = [change for change in changes if version < change.version]
            if later and later[0].before.version < version:
                opened = later[0].before
                wanted += [change.params for change in later]
                for _ in later:
                    changes.pop()
            else:
                log.warning("version %d came after version %d: %s", version, opened.version, uri)
                opened = opened._replace(is_known=False)
        for each in wanted:
            changes.append(_Change(opened, each))
            opened = self._changed(opened, each)
        self._generation += 1
        self._open[uri] = opened._replace(generation=self._generation)

    def _changed(self, opened: OpenDocument, params: types.DidChangeTextDocumentParams) -> OpenDocument:
        """Return the state after the edits of a message."""
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangeWholeDocument):
                opened = self._with_text(opened, change.text)
                self._changes[opened.uri].clear()  # a whole text shares nothing with the states before
            elif opened.is_known:
                opened = self._edited(opened, change)
        typed = opened.expected_cursor if len(params.content_changes) == 1 else None
        return opened._replace(version=params.text_document.version, expected_cursor=typed)

    def invalidate(self, uri: str) -> None:
        """Mark the text as unknown, until the client sends all of it."""
        opened = self._open.get(uri)
        if opened:
            self._generation += 1
            self._open[uri] = opened._replace(is_known=False, generation=self._generation)
            self._changes[uri].clear()

    def _edited(self, opened: OpenDocument, change: types.TextDocumentContentChangePartial) -> OpenDocument:
        """Return the state after an edit; its text is unknown for an invalid `change`."""
        self.remember_place(opened.uri, change.range.start)
        span = self.positions(opened).edit_span(change.range)
        if span is None:
            log.warning("edit outside the text: %s %s", opened.uri, change.range)
            return opened._replace(is_known=False)
        typed = span.start + len(change.text) if _TYPED.fullmatch(change.text) else None
        return opened._replace(document=opened.document.edit(Edit(span, change.text)), expected_cursor=typed)

    def on_save(self, uri: str) -> None:
        """Note that nothing is being typed in a saved document."""
        opened = self._open.get(uri)
        if opened and opened.expected_cursor is not None:
            self._generation += 1
            self._open[uri] = opened._replace(expected_cursor=None, generation=self._generation)

    def configure(self) -> None:
        """Read the settings of every open document again; an invalid file keeps the previous ones."""
        self._generation += 1
        for uri, opened in self._open.items():
            self._changes[uri].clear()
            settings = self._configuration.settings(uri, opened.settings)
            document = opened.document
            if settings != opened.settings:
                document = self._document(document.text, uri, opened.language, settings)
            self._open[uri] = opened._replace(settings=settings, document=document, generation=self._generation)

    def remember_place(self, uri: str, place: types.Position) -> None:
        """Note `place` of an edit or request: the user probably looks there."""
        if uri in self._open:
            self._looked_at[uri] = place

    def last_place(self, opened: OpenDocument) -> int:
        """Return the offset that the user last looked at, or 0 if unknown."""
        place = self._looked_at.get(opened.uri)
        return self.positions(opened).offset(place) if place else 0

    def positions(self, opened: OpenDocument) -> Positions:
        """Return the `Positions` of a state, cached for the latest one."""
        cached = self._positions.get(opened.uri)
        if cached is None or cached[0] is not opened.document:
            cached = opened.document, Positions(opened.document, self.encoding)
            self._positions[opened.uri] = cached
        return cached[1]

    def findings(self, opened: OpenDocument) -> list[PlacedFinding] | None:
        """Return the cached findings of a state, or None if it has not been linted."""
        if not opened.is_known:
            return []
        state, found = self._found.get(opened.uri, (None, None))
        return found if state and state.is_alike(opened) else None

    def remember(self, opened: OpenDocument, found: list[PlacedFinding]) -> None:
        """Cache the findings `found` of a state."""
        if opened.uri in self._open:
            self._found[opened.uri] = opened, found

    def _with_text(self, opened: OpenDocument, text: str) -> OpenDocument:
        """Return the state with `text`, or without text if it is too long."""
        is_too_long = MAX_LENGTH < len(text) and not opened.document.host.next_boundary
        if is_too_long:
            log.warning("not read because it has more than %d characters: %s", MAX_LENGTH, opened.uri)
        document = self._document("" if is_too_long else text, opened.uri, opened.language, opened.settings)
        return opened._replace(
            document=document, is_known=not is_too_long, expected_cursor=None, is_too_long=is_too_long
        )

    def _document(self, text: str, uri: str, language: str, settings: Settings) -> Document:
        """Return `text` as a `Document`; its host depends on the file name and language."""
        host = host_for(os.path.basename(path_of(uri) or uri), language)
        return Document.of(text, host, settings.conventions)
