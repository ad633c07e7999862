"""The documents that are open in the client: text in blocks, the version, and what was found in it."""

import logging
import os
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from lsprotocol import types

from gbr_lsp.document import Document
from gbr_lsp.hosts import host_for
from gbr_lsp.lint import Placed, lint, rules_of
from gbr_lsp.lsp.convert import Positions
from gbr_lsp.settings import BadSettings, Settings, nearest
from gbr_lsp.text import Edit, Encoding

log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """One state of an open document; `known` is False after an edit that made no sense, until all is told anew."""

    uri: str
    language: str
    version: int
    generation: int
    document: Document
    settings: Settings
    known: bool = True


class Documents:
    """All open documents; positions are in the encoding that was negotiated."""

    def __init__(self) -> None:
        self.encoding: Encoding = "utf-16"
        self._open: dict[str, Opened] = {}
        self._generation = 0
        self._found: dict[str, tuple[Opened, list[Placed]]] = {}
        self._positions: dict[str, tuple[Document, Positions]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._open))

    def get(self, uri: str) -> Opened | None:
        return self._open.get(uri)

    def open(self, item: types.TextDocumentItem) -> None:
        self._generation += 1
        settings = _settings_for(item.uri, Settings())
        document = self._document(item.text, item.uri, item.language_id, settings)
        self._open[item.uri] = Opened(item.uri, item.language_id, item.version, self._generation, document, settings)

    def close(self, uri: str) -> None:
        self._open.pop(uri, None)
        self._found.pop(uri, None)
        self._positions.pop(uri, None)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Applies edits in their order; one that makes no sense leaves the text unknown until it is told whole."""
        uri = params.text_document.uri
        opened = self._open.get(uri)
        if opened is None:
            log.warning("an edit of a document that is not open: %s", uri)
            return
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangeWholeDocument):
                document = self._document(change.text, uri, opened.language, opened.settings)
                opened = opened._replace(document=document, known=True)
                continue
            span = self.positions(opened).span(change.range)
            if span is None:
                log.warning("an edit whose end comes before its start: %s %s", uri, change.range)
                opened = opened._replace(known=False)
                break
            opened = opened._replace(document=opened.document.edit(Edit(span, change.text)))
        self._open[uri] = opened._replace(version=params.text_document.version)

    def configure(self) -> None:
        """Reads the settings of every open document again; a broken file keeps what was in force."""
        self._generation += 1
        for uri, opened in self._open.items():
            settings = _settings_for(uri, opened.settings)
            document = opened.document
            if settings != opened.settings:
                document = self._document(document.text, uri, opened.language, settings)
            self._open[uri] = opened._replace(settings=settings, document=document, generation=self._generation)

    def positions(self, opened: Opened) -> Positions:
        """The positions of a state, counted once for each."""
        cached = self._positions.get(opened.uri)
        if cached is None or cached[0] is not opened.document:
            cached = opened.document, Positions(opened.document, self.encoding)
            self._positions[opened.uri] = cached
        return cached[1]

    def findings(self, opened: Opened) -> list[Placed]:
        """The findings of a state, as `check` has them on that text alone; none while the text is not known."""
        if not opened.known:
            return []
        cached = self._found.get(opened.uri)
        if cached is None or cached[0].document is not opened.document or cached[0].settings != opened.settings:
            cached = opened, lint(opened.document, rules_of(opened.settings))
            self._found[opened.uri] = cached
        return cached[1]

    def _document(self, text: str, uri: str, language: str, settings: Settings) -> Document:
        host = host_for(os.path.basename(path_of(uri) or uri), language)
        return Document.of(text, host, settings.terms)


def path_of(uri: str) -> str | None:
    """The path of a file URI; None for untitled and virtual documents."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    path = unquote(parts.path)
    return path[1:] if os.name == "nt" and path[2:3] == ":" else path


def _settings_for(uri: str, before: Settings) -> Settings:
    """The settings of the folder of a document; those of the working folder for one that has none."""
    path = path_of(uri)
    try:
        loaded = nearest(os.path.dirname(path) if path else os.getcwd())
    except BadSettings as error:
        log.warning("%s", error)
        return before
    except OSError as error:
        log.warning("no settings for %s: %s", uri, error)
        return before
    for warning in loaded.warnings:
        log.warning("%s", warning)
    return loaded.settings
