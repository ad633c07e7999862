"""The server: the state that lives as long as the connection. It knows no feature.

A feature registers its handlers here and subscribes to the events that it needs; `lsp/app.py` lists the features.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from gbr_lsp import __version__
from gbr_lsp.base.text import count_units
from gbr_lsp.lint.moves import LONG_TEXT
from gbr_lsp.lsp.convert import Positions, to_remote
from gbr_lsp.lsp.state.configuration import DocumentSettings
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.lsp.state.lint_jobs import LintJobs
from gbr_lsp.lsp.state.options import ClientOptions, options_of
from gbr_lsp.lsp.state.workers import Workers
from gbr_lsp.lsp.state.workspace_index import WorkspaceIndex
from gbr_lsp.lsp.transport.plain_json import position_of
from gbr_lsp.lsp.transport.strict import strict_converter
from gbr_lsp.lsp.uris import uri_of
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Remote
from gbr_lsp.settings import Settings

log = logging.getLogger(__name__)

_LARGEST = (1 << 31) - 1
"""The protocol's own type takes no larger number in a position."""
_LONG_PART = 30_000
"""Code points of a section that has been read; a request about it is answered in a thread."""
SHOW_IMAGES = ("visual studio code", "code - oss", "vscodium", "code-server")


class Events:
    """What features subscribe to: each list holds functions, which are called in the order in which they were added.

    `initializing` is called with `initialize`'s parameters before the capabilities of the server are announced, and
    `initialized` when the client has them. `opened`, `changed`, `saved` and `closed` get the URI of a document.
    `configured` is called when the settings of all open documents have been read again, `options_changed` with the
    options of the client that held before, and `indexed` when the files of the workspace have been read.
    """

    def __init__(self) -> None:
        self.initializing: list[Callable[[types.InitializeParams], None]] = []
        self.initialized: list[Callable[[], None]] = []
        self.opened: list[Callable[[str], None]] = []
        self.changed: list[Callable[[str], None]] = []
        self.saved: list[Callable[[str], None]] = []
        self.closed: list[Callable[[str], None]] = []
        self.configured: list[Callable[[], None]] = []
        self.options_changed: list[Callable[[ClientOptions], None]] = []
        self.indexed: list[Callable[[], None]] = []


class Near(NamedTuple):
    """The part of a document around an offset, which is cut soon however long the whole is.

    `start` is where it starts in the document, and `offset` counts from there.
    """

    document: Document
    start: int
    offset: int


class Snapshot(NamedTuple):
    """The present state of an open document, whose text is known, with its positions."""

    opened: Opened
    positions: Positions

    @property
    def document(self) -> Document:
        return self.opened.document

    def looked_at(self, places: list[types.Position]) -> list[Block]:
        """The blocks that are looked at for a request about some positions, or for one about all."""
        document = self.document
        if places:
            return [block for place in places for block in document.blocks_read_at(self.positions.offset(place))]
        # Games are cut as they are read, in a process.
        return [] if document.host.next_boundary else list(document.blocks)

    def around(self, position: types.Position) -> Near:
        """The part of the document that has all that belongs to a position."""
        return self.near(self.positions.offset(position))

    def near(self, offset: int) -> Near:
        """The part of the document that has all that belongs to an offset."""
        document, start = self.document.around(offset)
        return Near(document, start, offset - start)


class ServerProtocol(LanguageServerProtocol):
    """pygls's protocol with our own documents in the place of its workspace's."""

    _server: "Server"

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.documents.open(params.text_document)
        announce(self._server.events.opened, params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.documents.change(params)
        announce(self._server.events.changed, params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        if self._server.documents.close(params.text_document.uri):
            announce(self._server.events.closed, params.text_document.uri)


class Server(LanguageServer):
    """The open documents, the index of the others, the configuration, and who listens to their changes.

    `json_answers` holds, by method, functions that write the body of an answer themselves, without the classes of the
    protocol; each returns None for a request that must be answered by the handler of the method instead.
    """

    protocol: ServerProtocol

    def __init__(self) -> None:
        self.configuration = DocumentSettings()
        self.documents = Documents(self.configuration)
        self.lint_jobs = LintJobs(self.documents, lambda: self.index.is_searched)
        self.workers = Workers()
        self.index = WorkspaceIndex(
            self.documents, lambda name: self.configuration.settings(uri_of(name), Settings()), self.workers
        )
        self.events = Events()
        self.events.closed.append(self.lint_jobs.forget)
        self.options_requests: list[asyncio.Future[None]] = []
        """What the client was asked about its configuration and has not answered, in the order of asking."""
        self.switches: set[str] = set()
        """The keys of a client's configuration that switch a feature on, as the features name them."""
        self.options = ClientOptions()
        self.initial_section: object = None
        """The section `gbr` of the initialization options, which holds while the client has no configuration."""
        self.client_name = ""
        """The name of the client in small letters; empty where it has none."""
        self.shows_html = False
        """Whether the client shows HTML in the Markdown of hovers, as its initialization options say."""
        self.takes_analysis = False
        """Whether the client takes notifications of what an engine says, as its initialization options say."""
        self.watches_files = False
        """Whether the client reports changes of files."""
        self.json_answers: dict[str, Callable[[int | str, object], bytes | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        super().__init__("gbr-lsp", __version__, protocol_cls=ServerProtocol, converter_factory=strict_converter)
        self.unstructure: Callable[[Any], Any] = self.protocol._converter.unstructure
        """A value of the protocol's classes as plain JSON."""

    def snapshot(self, uri: str) -> Snapshot | None:
        """The present state of an open document; None where it is not open or its text is not known."""
        opened = self.documents.get(uri)
        return Snapshot(opened, self.documents.positions(opened)) if opened and opened.known else None

    def invalidate(self, uri: str) -> None:
        """An edit of a document could not be read: its text is not known until the client sends all of it."""
        self.documents.invalidate(uri)
        announce(self.events.changed, uri)

    def hold(self, is_full: bool) -> None:
        """Begins no long work, or begins it again: too much waits for the client, or no longer."""
        (self.workers.may_begin.clear if is_full else self.workers.may_begin.set)()

    def beforehand(self, params: object) -> Callable[[], None] | None:
        """What is read before a request about a long part of a document is answered in a thread; else None.

        Linting reads what has changed by itself, in slices.
        """
        uri, places = places_in(params)
        if uri and places:
            self.documents.look(uri, places[0])
        if isinstance(params, types.DocumentDiagnosticParams):
            return None
        blocks = self.long_part(uri, places) if uri else []
        return partial(_read, blocks) if blocks else None

    def long_part(self, uri: str, places: list[types.Position]) -> list[Block]:
        """The blocks that a request about some positions looks at, or one about all, if they are long; else none."""
        snapshot = self.snapshot(uri)
        if snapshot is None or snapshot.document.length < LONG_TEXT:
            return []
        blocks = snapshot.looked_at(places)
        length, unread = (sum(len(one.text) for one in blocks if not (left and one.is_read)) for left in (False, True))
        return blocks if LONG_TEXT < unread or _LONG_PART < length else []

    def set_options(self, section: object) -> None:
        """Takes what a client is configured to show, the section `gbr` of its configuration; None where it has none."""
        self.options = options_of(self.initial_section if section is None else section, self.switches)
        self.configuration.client = self.options.settings

    def reconfigure(self) -> None:
        """Reads the settings of all open documents again."""
        self.configuration.forget_warnings()
        self.documents.configure()
        for listener in self.events.configured:
            listener()

    def offset(self, snapshot: Snapshot | None, position: object) -> int | None:
        """The offset of a position that a command was given. Raises JsonRpcInvalidParams."""
        if snapshot is None or not isinstance(position, dict):
            return None
        line, character = position.get("line"), position.get("character")
        if not isinstance(line, int) or not isinstance(character, int) or line < 0 or character < 0:
            raise JsonRpcInvalidParams(message="a position must have a line and a character")
        return snapshot.positions.offset(types.Position(min(line, _LARGEST), min(character, _LARGEST)))

    def location(self, place: Remote) -> types.Location:
        """A place in the URI by which the client knows its document."""
        return to_remote(place._replace(document=self.index.uri(place.document)), self.documents.encoding)

    def plain_location(self, place: Remote) -> dict[str, object]:
        """The same as JSON: to make and write very many of its class takes longer than a search."""
        start, end = (
            {"line": place.row, "character": count_units(place.line[:column], self.documents.encoding)}
            for column in (place.start, place.end)
        )
        return {"uri": self.index.uri(place.document), "range": {"start": start, "end": end}}

    def register_dynamically(self, number: str, method: str, options: Any = None) -> None:
        """Registers a capability with the client after `initialize`, under an id of ours."""
        self.client_register_capability(types.RegistrationParams([types.Registration(number, method, options)]))

    @property
    def shows_images(self) -> bool:
        """Whether the client shows images in Markdown; others would show their addresses, which are long."""
        return any(known in self.client_name for known in SHOW_IMAGES)

    @property
    def shows_markdown_items(self) -> bool:
        """Whether the client shows Markdown beside what completion offers."""
        text_document = self.client_capabilities.text_document
        item = text_document and text_document.completion and text_document.completion.completion_item
        formats = item and item.documentation_format
        return types.MarkupKind.Markdown in (formats or ())

    @property
    def can_apply_edits(self) -> bool:
        """Whether the client takes edits that a command makes."""
        workspace = self.client_capabilities.workspace
        return bool(workspace and workspace.apply_edit)

    def start(self, work: Any) -> None:
        """Runs a coroutine in the background, as long as the connection lasts; its errors are logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.report_server_error(error, "background")

    def report_server_error(self, error: BaseException, source: Any) -> None:
        """Errors go to the log; no pop-up is ever shown. An error that a handler answers on purpose is none."""
        if isinstance(error, JsonRpcException):
            log.debug("%s", error)
            return
        log.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)


def places_in(params: object) -> tuple[str | None, list[types.Position]]:
    """The URI and the positions that the parameters of a request name; no positions where it is about a whole text."""
    if isinstance(params, types.ExecuteCommandParams):
        uri, position, *_ = [*(params.arguments or ()), None, None]
        try:
            return uri if isinstance(uri, str) else None, [position_of(position)]  # type: ignore[arg-type]
        except (TypeError, KeyError, ValueError):
            return None, []  # The command itself says what is wrong.
    document, position, range_ = (getattr(params, name, None) for name in ("text_document", "position", "range"))
    places = [position] if position else [range_.start, range_.end] if range_ else getattr(params, "positions", [])
    return getattr(document, "uri", None), places


def _read(blocks: list[Block]) -> None:
    for block in blocks:
        _ = block.is_relevant


def announce(listeners: list[Callable[[Any], None]], subject: Any) -> None:
    """Calls all listeners with what has changed."""
    for listener in listeners:
        listener(subject)
