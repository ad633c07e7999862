"""The server: what lives as long as the connection, and which module answers what."""

import asyncio
import logging
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from gbr_lsp import __version__
from gbr_lsp.lsp.convert import Positions
from gbr_lsp.lsp.features import code_actions, completion, hover, lifecycle, references, symbols
from gbr_lsp.lsp.features.diagnostics import Publisher
from gbr_lsp.lsp.state.configuration import Configuration
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.lsp.state.lint_jobs import Scans
from gbr_lsp.lsp.state.options import Options
from gbr_lsp.lsp.state.workspace_index import Library
from gbr_lsp.lsp.transport.strict import strict_converter
from gbr_lsp.lsp.uris import uri_of
from gbr_lsp.model.document import Document
from gbr_lsp.settings import Settings, SettingsProblem

log = logging.getLogger(__name__)


class Look(NamedTuple):
    """The present state of an open document, whose text is known, with its positions."""

    opened: Opened
    positions: Positions

    @property
    def document(self) -> Document:
        return self.opened.document


class Protocol(LanguageServerProtocol):
    """pygls's protocol with our own documents in the place of its workspace's."""

    _server: "Server"

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.documents.open(params.text_document)
        self._server.publisher.changed(params.text_document.uri, at_once=True)
        lifecycle.tell_faults(self._server)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.documents.change(params)
        self._server.publisher.changed(params.text_document.uri)
        lifecycle.look_at_files(self._server)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        if self._server.documents.close(uri):
            self._server.publisher.closed(uri)
            self._server.colors.forget(uri)
            self._server.scans.forget(uri)
            self._server.start(self._server.library.read_again(uri))


class Server(LanguageServer):
    """The open documents, what is known of the others, and who publishes what is found in them."""

    protocol: Protocol

    def __init__(self) -> None:
        self.configuration = Configuration()
        self.documents = Documents(self.configuration)
        self.options = Options()
        self.shows_images = False
        self.asks_for_slots_always = False
        self.watches_files = False
        self.scans = Scans(self.documents)
        self.publisher = Publisher(self, self.documents, self.scans)
        self.library = Library(self.documents, lambda name: self.configuration.settings(uri_of(name), Settings()))
        self.colors = symbols.Colors(self)
        self.told_faults: dict[str, list[SettingsProblem]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        super().__init__("gbr-lsp", __version__, protocol_cls=Protocol, converter_factory=strict_converter)

    def look(self, uri: str) -> Look | None:
        """An open document as it is now; None where it is not open or its text is not known."""
        opened = self.documents.get(uri)
        return Look(opened, self.documents.positions(opened)) if opened and opened.known else None

    @property
    def can_apply_edits(self) -> bool:
        """Whether the client takes edits that a command makes."""
        workspace = self.client_capabilities.workspace
        return bool(workspace and workspace.apply_edit)

    def start(self, work: Any) -> None:
        """Runs work in the background, as long as the connection lasts; what goes wrong in it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.report_server_error(error, "background")

    def report_server_error(self, error: BaseException, source: Any) -> None:
        """Errors go to the log; no pop-up is ever shown. What a client is told on purpose is no error."""
        if isinstance(error, JsonRpcException):
            log.debug("%s", error)
            return
        log.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)


def make_server() -> Server:
    server = Server()
    for module in (lifecycle, hover, completion, symbols, code_actions, references):
        module.register(server)
    return server
