"""The server: the state that lives as long as the connection. It knows no feature.

A feature registers its handlers here and subscribes to the events that it needs; `lsp/app.py` lists
the features.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from gbr_lsp import __version__
from gbr_lsp.base.text import count_units
from gbr_lsp.lint.move_findings import LONG_TEXT
from gbr_lsp.lsp.announced import announced
from gbr_lsp.lsp.conversion import Positions, to_location
from gbr_lsp.lsp.state.configuration import DocumentSettings
from gbr_lsp.lsp.state.documents import Documents, OpenDocument
from gbr_lsp.lsp.state.lint_jobs import LintJobs
from gbr_lsp.lsp.state.options import ClientOptions, options_of
from gbr_lsp.lsp.state.workers import Workers
from gbr_lsp.lsp.state.workspace_index import WorkspaceIndex
from gbr_lsp.lsp.transport.plain_json import position_of
from gbr_lsp.lsp.transport.strict_types import strict_converter
from gbr_lsp.lsp.uris import uri_of
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.settings import Settings

if TYPE_CHECKING:
    from gbr_lsp.lsp.state.collection_findings import CollectionFindings

log = logging.getLogger(__name__)

_MAX_UINTEGER = (1 << 31) - 1
"""Maximum number in a position of the protocol's type."""
_LONG_PART = 30_000
"""Code points of a section already read; a request about a longer one runs in a thread."""
SHOW_IMAGES = ("visual studio code", "code - oss", "vscodium", "code-server")
"""Parts of the names, in lower case, of clients that show images in Markdown."""


class Events:
    """Lists of listeners for features to subscribe to; each list is called in its order.

    `on_initialize` gets `initialize`'s parameters before the server's capabilities are announced;
    `on_initialized` is called once the client has them. `on_open`, `on_change`, `on_save` and `on_close` get
    the URI of a document. `on_configure` is called after the settings of all open documents were read
    again, `on_options_change` with the client's previous options, and `on_index` after the files of
    the workspace were read, `on_push_change` after `Server.has_pushes` has changed, and `on_findings`
    after more of the collection's findings are known.
    """

    def __init__(self) -> None:
        self.on_initialize: list[Callable[[types.InitializeParams], None]] = []
        self.on_initialized: list[Callable[[], None]] = []
        self.on_open: list[Callable[[str], None]] = []
        self.on_change: list[Callable[[str], None]] = []
        self.on_save: list[Callable[[str], None]] = []
        self.on_close: list[Callable[[str], None]] = []
        self.on_configure: list[Callable[[], None]] = []
        self.on_options_change: list[Callable[[ClientOptions], None]] = []
        self.on_index: list[Callable[[], None]] = []
        self.on_push_change: list[Callable[[], None]] = []
        self.on_findings: list[Callable[[], None]] = []


class LocatedPart(NamedTuple):
    """The part of a document around an offset, short however long the whole is.

    `start` is the offset of the part in the document; `offset` counts from there.
    """

    document: Document
    start: int
    offset: int


class Snapshot(NamedTuple):
    """The present state of an open document with known text, and its positions."""

    opened: OpenDocument
    positions: Positions

    @property
    def document(self) -> Document:
        return self.opened.document

    def blocks_at(self, places: list[types.Position]) -> list[Block]:
        """Return the blocks that a request about the positions `places` reads.

        Without positions, all blocks; none for a document whose games are cut only when needed.
        """
        document = self.document
        if places:
            offsets = [self.positions.offset(place) for place in places if document.chunks]
            if len(places) == 1 and offsets and document.long_block_at(offsets[0]):
                return []  # Only a part of it is read.
            spots = map(document.locate, offsets)
            return [one for chunk, block in spots for one in document.chunks[chunk].section_at(block)]
        # Such games are cut as they are read, in another process.
        return [] if document.host.next_boundary else list(document.blocks)

    def part_at_position(self, position: types.Position) -> LocatedPart:
        """Return the `LocatedPart` with everything that belongs to `position`."""
        return self.part_at_offset(self.positions.offset(position))

    def part_at_offset(self, offset: int) -> LocatedPart:
        """Return the `LocatedPart` with everything that belongs to `offset`."""
        document, start = self.document.part_around(offset)
        return LocatedPart(document, start, offset - start)


class ServerProtocol(LanguageServerProtocol):
    """pygls's protocol, with our own documents instead of its workspace's."""

    _server: "Server"

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.documents.open(params.text_document)
        announce(self._server.events.on_open, params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.documents.change(params)
        announce(self._server.events.on_change, params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        if self._server.documents.close(params.text_document.uri):
            announce(self._server.events.on_close, params.text_document.uri)


class Server(LanguageServer):
    """The open documents, the index of the others, the configuration, and the listeners to changes.

    `json_answers` has, by method, functions that write the body of an answer without the protocol's
    classes. Each returns None for a request that the method's handler must answer.
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
        self.events.on_close.append(self.lint_jobs.forget)
        self.options_requests: list[asyncio.Future[None]] = []
        """Requests for the client's configuration without answer, oldest first."""
        self.switches: set[str] = set()
        """The keys of the client's configuration that enable features, added by the features."""
        self.options = ClientOptions()
        self.initial_section: object = None
        """The section `gbr` of the initialization options, valid while the client has no configuration."""
        self.client_name = ""
        """The client's name in lower case; empty if unknown."""
        self.can_show_html = False
        """True if the initialization options state that hovers may have HTML in Markdown."""
        self.can_take_analysis = False
        """True if the initialization options state that the client takes notifications of an engine."""
        self.can_watch_files = False
        """True if the client reports changes of files."""
        self.has_pushes = True
        """True while diagnostics are pushed to the client, which does not pull them."""
        self.json_answers: dict[str, Callable[[int | str, object], bytes | None]] = {}
        self._findings: CollectionFindings | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        super().__init__("gbr-lsp", __version__, protocol_cls=ServerProtocol, converter_factory=strict_converter)
        self.unstructure: Callable[[Any], Any] = self.protocol._converter.unstructure
        """Converts a value of the protocol's classes to plain JSON values."""

    def findings(self) -> "CollectionFindings":
        """Return the findings of all documents; from the first call on, files are linted in the background."""
        if self._findings is None:
            from gbr_lsp.lsp.state.collection_findings import CollectionFindings

            found = CollectionFindings(
                self.index, self.documents, self.lint_jobs, self.workers, lambda: announce(self.events.on_findings)
            )
            self._findings = found
            self.index.on_change.append(found.changed)
            for listeners in (self.events.on_open, self.events.on_change):
                listeners.append(found.changed)
            self.events.on_index.append(found.changed)
            self.events.on_configure.append(found.forget)
            self.start_task(found.run())
        return self._findings

    def snapshot(self, uri: str) -> Snapshot | None:
        """Return the present state of an open document, or None if its text is unknown."""
        opened = self.documents.get(uri)
        return Snapshot(opened, self.documents.positions(opened)) if opened and opened.is_known else None

    def invalidate(self, uri: str) -> None:
        """Mark the text of `uri` as unknown, until the client sends all of it."""
        self.documents.invalidate(uri)
        announce(self.events.on_change, uri)

    def hold(self, is_full: bool) -> None:
        """Start no long work while `is_full`: too much output waits for the client."""
        (self.workers.may_begin.clear if is_full else self.workers.may_begin.set)()

    def set_pushes(self, has_pushes: bool) -> None:
        """Set `has_pushes`, and call the listeners if it changes."""
        if self.has_pushes != has_pushes:
            self.has_pushes = has_pushes
            announce(self.events.on_push_change)

    def preparation(self, params: object) -> Callable[[], None] | None:
        """Return the function that reads what a request in a thread needs, or None.

        None unless the request is about a long part of a document; also for diagnostics, as linting
        reads in slices.
        """
        uri, places = places_in(params)
        if uri and places:
            self.documents.remember_place(uri, places[0])
        if isinstance(params, types.DocumentDiagnosticParams):
            return None
        blocks = self.long_part(uri, places) if uri else []
        return partial(_read, blocks) if blocks else None

    def long_part(self, uri: str, places: list[types.Position]) -> list[Block]:
        """Return the blocks that a request about `places` reads, if they are long.

        Otherwise return an empty list. Without `places` the request is about the whole document.
        """
        snapshot = self.snapshot(uri)
        if snapshot is None or snapshot.document.length < LONG_TEXT:
            return []
        blocks = snapshot.blocks_at(places)
        length, unread = (sum(len(one.text) for one in blocks if not (left and one.is_read)) for left in (False, True))
        return blocks if LONG_TEXT < unread or _LONG_PART < length else []

    def set_options(self, section: object) -> None:
        """Store the options in section `gbr` of the client's configuration, or None."""
        self.options = options_of(self.initial_section if section is None else section, self.switches)
        self.configuration.client = self.options.settings

    async def wait_for_options(self, timeout: float) -> None:
        """Wait, at most `timeout` seconds, for a new configuration that the client has announced but not sent yet."""
        if self.options_requests:
            await asyncio.wait(list(self.options_requests), timeout=timeout)

    def reconfigure(self) -> None:
        """Read the settings of all open documents again."""
        self.configuration.forget_warnings()
        self.documents.configure()
        announce(self.events.on_configure)

    def place_of(self, arguments: Sequence[Any]) -> tuple[Snapshot, int, Any] | None:
        """Return snapshot, offset and further argument of a command for a URI and a position.

        None if the document is unknown or the position missing. Raises JsonRpcInvalidParams for a position
        without line and character.
        """
        uri, position, argument, *_ = *arguments, None, None, None
        snapshot = self.snapshot(uri) if isinstance(uri, str) else None
        if snapshot is None or not isinstance(position, dict):
            return None
        line, character = position.get("line"), position.get("character")
        if not isinstance(line, int) or not isinstance(character, int) or line < 0 or character < 0:
            raise JsonRpcInvalidParams(message="a position must have a line and a character")
        place = types.Position(min(line, _MAX_UINTEGER), min(character, _MAX_UINTEGER))
        return snapshot, snapshot.positions.offset(place), argument

    def location(self, place: RemotePlace) -> types.Location:
        """Return the location of `place`, with the URI that the client uses."""
        return to_location(place._replace(document=self.index.uri(place.document)), self.documents.encoding)

    def plain_location(self, place: RemotePlace) -> dict[str, object]:
        """Return the location of `place` as JSON; its class would be slow for very many."""
        start, end = (
            {"line": place.row, "character": count_units(place.line[:column], self.documents.encoding)}
            for column in (place.start, place.end)
        )
        return {"uri": self.index.uri(place.document), "range": {"start": start, "end": end}}

    def register_dynamically(self, number: str, method: str, options: Any = None) -> None:
        """Register a capability with the client after `initialize`, with the id `number`."""
        self.client_register_capability(types.RegistrationParams([types.Registration(number, method, options)]))

    @property
    def can_show_images(self) -> bool:
        """True if the client shows images in Markdown; others would show long addresses."""
        return any(known in self.client_name for known in SHOW_IMAGES)

    def announced(self, path: str) -> Any:
        """Return the client's capability at `path`, such as `workspace.apply_edit`, or None."""
        return announced(self.client_capabilities, path)

    @property
    def can_show_markdown_items(self) -> bool:
        """True if the client shows Markdown next to completion items."""
        formats = self.announced("text_document.completion.completion_item.documentation_format")
        return types.MarkupKind.Markdown in (formats or ())

    @property
    def can_apply_edits(self) -> bool:
        """True if the client accepts edits from a command."""
        return bool(self.announced("workspace.apply_edit"))

    def start_task(self, work: Any) -> None:
        """Run the coroutine `work` in the background until the connection ends; log its errors."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.report_server_error(error, "background")

    def report_server_error(self, error: BaseException, source: Any) -> None:
        """Log `error`, without a pop-up; one raised as an answer only for debugging."""
        if isinstance(error, JsonRpcException):
            log.debug("%s", error)
            return
        log.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)


def places_in(params: object) -> tuple[str | None, list[types.Position]]:
    """Return the URI and the positions in the parameters of a request.

    The URI may be None. There are no positions if the request is about the whole text.
    """
    if isinstance(params, types.ExecuteCommandParams):
        uri, position, *_ = [*(params.arguments or ()), None, None]
        try:
            return uri if isinstance(uri, str) else None, [position_of(position)]  # type: ignore[arg-type]
        except (TypeError, KeyError, ValueError):
            return None, []  # The command itself reports the error.
    document, position, range_ = (getattr(params, name, None) for name in ("text_document", "position", "range"))
    places = [position] if position else [range_.start, range_.end] if range_ else getattr(params, "positions", [])
    return getattr(document, "uri", None), places


def _read(blocks: list[Block]) -> None:
    for block in blocks:
        _ = block.is_relevant


def announce(listeners: Iterable[Callable[..., None]], *subject: Any) -> None:
    """Call all listeners, with `subject` if there is one."""
    for listener in listeners:
        listener(*subject)
