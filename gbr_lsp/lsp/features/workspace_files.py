"""The files of the workspace: they are read in the background, and again when folders or files change."""

import os
from typing import Any

from lsprotocol import types

from gbr_lsp.base.settings_files import NAMES
from gbr_lsp.hosts import ENDINGS
from gbr_lsp.lsp.progress import shown_progress
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.uris import folder_of, path_of

_WATCHED = (*(f"**/{name}" for name in NAMES), f"**/*.{{{','.join(ENDINGS)}}}")


def register(server: Server) -> None:
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(_files_changed(server))
    server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(_folders_changed(server))
    server.events.initialized.append(lambda: _initialized(server))
    server.events.opened.append(lambda uri: server.start(server.index.open(uri)))
    server.events.closed.append(lambda uri: server.start(server.index.read_again(uri)))


def _initialized(server: Server) -> None:
    workspace = server.client_capabilities.workspace
    watched = workspace and workspace.did_change_watched_files
    if watched and watched.dynamic_registration:
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        server.register_dynamically("gbr-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        server.watches_files = True
    server.start(_scan(server))


async def _scan(server: Server) -> None:
    """Reads the folders of the workspace."""
    index = server.index
    async with shown_progress(server, "Reading studies", lambda: f"{index.files} files", lambda: index.limit):
        await index.scan()
    for listener in server.events.indexed:
        listener()


def _files_changed(server: Server) -> Any:
    def changed(params: types.DidChangeWatchedFilesParams) -> None:
        paths = {path: event.type for event in params.changes if (path := path_of(event.uri))}
        if any(os.path.basename(path) in NAMES for path in paths):
            server.reconfigure()
            # Settings say which files are read, and how.
            server.start(_scan(server))
        for path, kind in paths.items():
            if os.path.basename(path) in NAMES:
                continue
            if kind is types.FileChangeType.Deleted:
                server.start(server.index.drop(os.path.normpath(path)))
            else:
                server.start(server.index.read(os.path.normpath(path)))

    return changed


def _folders_changed(server: Server) -> Any:
    def changed(params: types.DidChangeWorkspaceFoldersParams) -> None:
        removed = {folder_of(folder.uri) for folder in params.event.removed}
        added = [folder_of(folder.uri) for folder in params.event.added]
        kept = [folder for folder in server.index.folders if folder not in removed]
        server.index.folders = kept + [folder for folder in added if folder and folder not in kept]
        server.start(_scan(server))

    return changed
