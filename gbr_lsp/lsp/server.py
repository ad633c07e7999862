"""The server: which requests it answers, each in a few lines."""

import logging
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from gbr_lsp import __version__
from gbr_lsp.ide.completion import complete
from gbr_lsp.ide.hover import hover
from gbr_lsp.lsp.convert import encoding_of, to_completion, to_hover
from gbr_lsp.lsp.diagnostics import Publisher, pull
from gbr_lsp.lsp.documents import Documents

log = logging.getLogger(__name__)

SETTINGS_FILES = ("**/gbr.toml", "**/.gbr.toml", "**/pyproject.toml")
SHOW_IMAGES = ("visual studio code", "code - oss", "vscodium", "code-server")
"""Clients whose hovers show an image; others would show its address, which is long."""

TRIGGERS = [*"12345678", " ", ".", "=", "+", "("]


class Protocol(LanguageServerProtocol):
    """pygls's protocol with our own documents in the place of its workspace's."""

    _server: "Server"

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.documents.open(params.text_document)
        self._server.publisher.changed(params.text_document.uri, at_once=True)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.documents.change(params)
        self._server.publisher.changed(params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.documents.close(params.text_document.uri)
        self._server.publisher.closed(params.text_document.uri)


class Server(LanguageServer):
    """What lives as long as the connection: the open documents and who publishes what is found in them."""

    protocol: Protocol

    def __init__(self) -> None:
        self.documents = Documents()
        self.shows_images = False
        self.publisher = Publisher(self, self.documents)
        super().__init__("gbr-lsp", __version__, protocol_cls=Protocol)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Errors go to the log; no pop-up is ever shown."""
        log.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)


def make_server() -> Server:
    server = Server()
    server.feature(types.INITIALIZE)(_initialize(server))
    server.feature(types.INITIALIZED)(_initialized(server))
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover(server))
    options = types.CompletionOptions(trigger_characters=TRIGGERS)
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(_completion(server))
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(_reconfigure(server))
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(_reconfigure(server))
    # Not every client watches files; settings are read again at the latest when something is saved.
    server.feature(types.TEXT_DOCUMENT_DID_SAVE)(_reconfigure(server))
    return server


def _initialize(server: Server) -> Callable[[types.InitializeParams], None]:
    def initialize(params: types.InitializeParams) -> None:
        """Diagnostics are pulled by a client that can, else pushed; never both."""
        server.documents.encoding = encoding_of(params.capabilities)
        name = (params.client_info.name if params.client_info else "").lower()
        server.shows_images = any(known in name for known in SHOW_IMAGES)
        text_document = params.capabilities.text_document
        if text_document and text_document.diagnostic:
            options = types.DiagnosticOptions(False, False, identifier="gbr-lsp")
            server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(pull(server.documents))
            server.publisher.active = False

    return initialize


def _initialized(server: Server) -> Callable[[types.InitializedParams], None]:
    def initialized(params: types.InitializedParams) -> None:
        """Asks a client that watches files to tell when settings change."""
        workspace = server.client_capabilities.workspace
        watched = workspace and workspace.did_change_watched_files
        if watched and watched.dynamic_registration:
            watchers = [types.FileSystemWatcher(pattern) for pattern in SETTINGS_FILES]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("gbr-settings", method, options)
            server.client_register_capability(types.RegistrationParams([registration]))

    return initialized


def _reconfigure(server: Server) -> Callable[[Any], None]:
    def reconfigure(params: Any) -> None:
        server.documents.configure()
        for uri in server.documents:
            server.publisher.changed(uri, at_once=True)
        workspace = server.client_capabilities.workspace
        if (
            not server.publisher.active
            and workspace
            and workspace.diagnostics
            and workspace.diagnostics.refresh_support
        ):
            server.workspace_diagnostic_refresh(None)

    return reconfigure


def _hover(server: Server) -> Callable[[types.HoverParams], types.Hover | None]:
    def answer(params: types.HoverParams) -> types.Hover | None:
        opened = server.documents.get(params.text_document.uri)
        if opened is None or not opened.known:
            return None
        positions = server.documents.positions(opened)
        found = hover(opened.document, positions.offset(params.position))
        return (
            to_hover(found, positions, markdown=_shows_markdown(server), images=server.shows_images) if found else None
        )

    return answer


def _completion(server: Server) -> Callable[[types.CompletionParams], types.CompletionList]:
    def answer(params: types.CompletionParams) -> types.CompletionList:
        opened = server.documents.get(params.text_document.uri)
        if opened is None or not opened.known:
            return types.CompletionList(False, [])
        positions = server.documents.positions(opened)
        asked = not params.context or params.context.trigger_kind is types.CompletionTriggerKind.Invoked
        items = complete(opened.document, positions.offset(params.position), asked=asked)
        return types.CompletionList(True, [to_completion(item, positions) for item in items])

    return answer


def _shows_markdown(server: Server) -> bool:
    text_document = server.client_capabilities.text_document
    formats = text_document and text_document.hover and text_document.hover.content_format
    return bool(formats) and types.MarkupKind.Markdown in (formats or ())
