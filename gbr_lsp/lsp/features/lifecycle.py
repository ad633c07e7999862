"""The beginning of a session and whatever changes in it: capabilities, configuration, folders, files."""

import asyncio
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from gbr_lsp.hosts import ENDINGS
from gbr_lsp.lsp.convert import encoding_of, to_problem
from gbr_lsp.lsp.features import code_actions
from gbr_lsp.lsp.features.diagnostics import pull
from gbr_lsp.lsp.features.progress import tell_progress
from gbr_lsp.lsp.features.workspace_diagnostics import Whole
from gbr_lsp.lsp.state.options import Options, options_of
from gbr_lsp.lsp.uris import path_of
from gbr_lsp.settings.layers import NAMES

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Server

log = logging.getLogger(__name__)

SHOW_IMAGES = ("visual studio code", "code - oss", "vscodium", "code-server")
"""Clients whose hovers show an image; others would show its address, which is long."""

ASKS_ALWAYS = ("eglot",)
"""Clients that ask for the slots wherever the cursor rests, and then show no hover or that one below; eglot 1.9 has
no name. They also fail at the last slot, which they look for one letter further right, once something is said of it."""

_WATCHED = (*(f"**/{name}" for name in NAMES), f"**/*.{{{','.join(ENDINGS)}}}")


def register(server: "Server") -> None:
    server.feature(types.INITIALIZE)(_initialize(server))
    server.feature(types.INITIALIZED)(_initialized(server))
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(_configured(server))
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(_files_changed(server))
    server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(_folders_changed(server))
    # Not every client watches files; settings are read again at the latest when something is saved.
    server.feature(types.TEXT_DOCUMENT_DID_SAVE)(_saved(server))


def _initialize(server: "Server") -> Callable[[types.InitializeParams], None]:
    def initialize(params: types.InitializeParams) -> None:
        """Diagnostics are pulled by a client that can, else pushed; never both."""
        server.documents.encoding = encoding_of(params.capabilities)
        name = (params.client_info.name if params.client_info else "").lower()
        server.shows_images = any(known in name for known in SHOW_IMAGES)
        server.asks_for_slots_always = not name or any(known in name for known in ASKS_ALWAYS)
        server.library.folders = _folders(params)
        if server.library.folders:
            server.configuration.folder = server.library.folders[0]
        sent = params.initialization_options
        _take(server, options_of(sent.get("gbr", sent) if isinstance(sent, dict) else None))
        text_document = params.capabilities.text_document
        if text_document and text_document.diagnostic:
            whole = server.options.workspace_diagnostics
            options = types.DiagnosticOptions(False, whole, identifier="gbr-lsp")
            server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(pull(server.documents, server.scans))
            if whole:
                whole_workspace = Whole(server.documents, server.scans, server.library, server.configuration)
                server.feature(types.WORKSPACE_DIAGNOSTIC)(whole_workspace.answer)
            server.publisher.active = False
        code_actions.register_slots(server)
        # What is on from the start is advertised; what is switched on later is registered then.
        if server.options.inlay_hints:
            code_actions.register_inlays(server)
        if server.options.code_lens:
            code_actions.register_lenses(server)

    return initialize


def _folders(params: types.InitializeParams) -> list[str]:
    uris = [folder.uri for folder in params.workspace_folders or ()]
    if not uris and params.root_uri:
        uris = [params.root_uri]
    paths = [path for path in map(path_of, uris) if path]
    if not uris and params.root_path and os.path.isabs(params.root_path):
        paths = [params.root_path]
    return [os.path.normpath(path) for path in paths]


def _initialized(server: "Server") -> Callable[[types.InitializedParams], Any]:
    async def initialized(params: types.InitializedParams) -> None:
        """Asks a client that watches files to tell when they change, and what it is configured to show."""
        workspace = server.client_capabilities.workspace
        watched = workspace and workspace.did_change_watched_files
        if watched and watched.dynamic_registration:
            watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            _register(server, "gbr-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            server.watches_files = True
        changes = workspace and workspace.did_change_configuration
        if changes and changes.dynamic_registration:
            section = types.DidChangeConfigurationRegistrationOptions(section="gbr")
            _register(server, "gbr-configuration", types.WORKSPACE_DID_CHANGE_CONFIGURATION, section)
        server.start(_scan(server))
        await _ask(server)

    return initialized


def _register(server: "Server", number: str, method: str, options: Any = None) -> None:
    registration = types.Registration(number, method, options)
    server.client_register_capability(types.RegistrationParams([registration]))


async def _scan(server: "Server") -> None:
    """Reads the folders of the workspace, and tells how far it is where it takes long."""
    telling = asyncio.create_task(tell_progress(server))
    try:
        await server.library.scan()
    finally:
        telling.cancel()
    _refresh(server, lenses_only=True)


async def _ask(server: "Server") -> None:
    """Asks what the client is configured to show, and applies it."""
    workspace = server.client_capabilities.workspace
    if not workspace or not workspace.configuration:
        return
    items = [types.ConfigurationItem(section="gbr")]
    try:
        answers = await server.workspace_configuration_async(types.ConfigurationParams(items))
    except Exception as error:
        log.warning("no configuration: %s", error)
        return
    if answers and answers[0] is not None:
        _apply(server, options_of(answers[0]))


def _configured(server: "Server") -> Callable[[types.DidChangeConfigurationParams], Any]:
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        """Clients send their settings, or only say that these have changed."""
        workspace = server.client_capabilities.workspace
        if workspace and workspace.configuration:
            await _ask(server)
        elif isinstance(params.settings, dict):
            _apply(server, options_of(params.settings.get("gbr", params.settings)))
        reconfigure(server)

    return configured


def _take(server: "Server", options: Options) -> None:
    server.options = options
    server.configuration.client = options.settings


def _apply(server: "Server", options: Options) -> None:
    """What is off by default is registered when it is switched on, and taken back when it is off again."""
    before = server.options
    _take(server, options)
    text_document = server.client_capabilities.text_document
    for was, now, method, make, known in (
        (
            before.inlay_hints,
            options.inlay_hints,
            types.TEXT_DOCUMENT_INLAY_HINT,
            code_actions.register_inlays,
            text_document and text_document.inlay_hint,
        ),
        (
            before.code_lens,
            options.code_lens,
            types.TEXT_DOCUMENT_CODE_LENS,
            code_actions.register_lenses,
            text_document and text_document.code_lens,
        ),
    ):
        number = f"gbr-{method}"
        if now and not was and known and known.dynamic_registration:
            if method not in server.protocol.fm.features:
                make(server)
            _register(server, number, method, types.TextDocumentRegistrationOptions(None))
        elif was and not now and known and known.dynamic_registration:
            gone = types.Unregistration(number, method)
            server.client_unregister_capability(types.UnregistrationParams([gone]))
    if before.settings != options.settings:
        reconfigure(server)


def reconfigure(server: "Server") -> None:
    """Reads the settings of all open documents again, and has them judged anew where that changes anything."""
    server.documents.configure()
    for uri in server.documents:
        server.publisher.changed(uri, at_once=True)
    _refresh(server)
    tell_faults(server)


def _refresh(server: "Server", *, lenses_only: bool = False) -> None:
    """Has a client that pulls ask again."""
    workspace = server.client_capabilities.workspace
    if not workspace:
        return
    asks = not lenses_only and not server.publisher.active
    if asks and workspace.diagnostics and workspace.diagnostics.refresh_support:
        server.workspace_diagnostic_refresh(None)
    if server.options.code_lens and workspace.code_lens and workspace.code_lens.refresh_support:
        server.workspace_code_lens_refresh(None)


def tell_faults(server: "Server") -> None:
    """What is wrong in files of settings is told in them, whether they are open or not, and taken back when mended."""
    for uri, (text, found) in server.configuration.faults().items():
        told = server.told_faults.get(uri, [])
        if told != found:
            server.told_faults[uri] = found
            items = [to_problem(problem, text, server.documents.encoding) for problem in found]
            server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, items))


def look_at_files(server: "Server") -> None:
    """Where the client does not watch files, the server looks at those of the settings now and then."""
    if not server.watches_files and server.configuration.has_changed():
        reconfigure(server)


def _files_changed(server: "Server") -> Callable[[types.DidChangeWatchedFilesParams], None]:
    def changed(params: types.DidChangeWatchedFilesParams) -> None:
        paths = {path: event.type for event in params.changes if (path := path_of(event.uri))}
        if any(os.path.basename(path) in NAMES for path in paths):
            reconfigure(server)
        for path, kind in paths.items():
            if os.path.basename(path) in NAMES:
                continue
            if kind is types.FileChangeType.Deleted:
                server.library.drop(os.path.normpath(path))
            else:
                server.start(server.library.read(os.path.normpath(path)))

    return changed


def _folders_changed(server: "Server") -> Callable[[types.DidChangeWorkspaceFoldersParams], None]:
    def changed(params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {path_of(folder.uri) for folder in params.event.removed}
        new = [path_of(folder.uri) for folder in params.event.added]
        kept = [folder for folder in server.library.folders if folder not in gone]
        server.library.folders = kept + [os.path.normpath(path) for path in new if path and path not in kept]
        server.start(_scan(server))

    return changed


def _saved(server: "Server") -> Callable[[types.DidSaveTextDocumentParams], None]:
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if not server.watches_files or (path and os.path.basename(path) in NAMES):
            reconfigure(server)

    return saved
