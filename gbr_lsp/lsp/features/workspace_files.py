"""The files of the workspace, read in the background, and again after changes."""

import os
from collections.abc import Iterable

from lsprotocol import types

from gbr_lsp.base.settings_files import SETTINGS_NAMES
from gbr_lsp.hosts import ENDINGS
from gbr_lsp.lsp.progress import show_progress
from gbr_lsp.lsp.server import Server, announce
from gbr_lsp.lsp.state.options import ClientOptions
from gbr_lsp.lsp.uris import folder_of, path_of

_FILES = (*(f"**/{name}" for name in SETTINGS_NAMES), f"**/*.{{{','.join(ENDINGS)}}}")
_ANYTHING = "**/*"
"""No pattern matches folders only."""
_WATCHERS = [
    *(types.FileSystemWatcher(pattern) for pattern in _FILES),
    *(types.FileSystemWatcher(_ANYTHING, kind) for kind in (types.WatchKind.Create, types.WatchKind.Delete)),
]
_OPERATIONS = types.FileOperationRegistrationOptions(
    [
        types.FileOperationFilter(types.FileOperationPattern(pattern, kind), "file")
        for kind, patterns in (
            (types.FileOperationPatternKind.File, _FILES),
            (types.FileOperationPatternKind.Folder, (_ANYTHING,)),
        )
        for pattern in patterns
    ]
)
"""Actions of a user in the editor; clients that watch only files report folders no other way."""


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        _changed(server, (event.uri for event in params.changes))

    @server.feature(types.WORKSPACE_DID_RENAME_FILES, _OPERATIONS)
    def renamed(params: types.RenameFilesParams) -> None:
        _changed(server, (uri for file in params.files for uri in (file.old_uri, file.new_uri)))

    def come_or_gone(params: types.CreateFilesParams | types.DeleteFilesParams) -> None:
        _changed(server, (file.uri for file in params.files))

    for method in (types.WORKSPACE_DID_CREATE_FILES, types.WORKSPACE_DID_DELETE_FILES):
        server.feature(method, _OPERATIONS)(come_or_gone)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(params: types.DidChangeWorkspaceFoldersParams) -> None:
        removed = {folder_of(folder.uri) for folder in params.event.removed}
        added = [folder_of(folder.uri) for folder in params.event.added]
        kept = [folder for folder in server.index.tree.folders if folder not in removed]
        server.index.tree.folders = kept + [folder for folder in added if folder and folder not in kept]
        server.start_task(_scan(server))

    server.events.on_initialized.append(lambda: _initialized(server))
    server.events.on_options_change.append(lambda before: _options_changed(server, before))
    server.events.on_open.append(lambda uri: server.start_task(server.index.open(uri)))
    server.events.on_close.append(lambda uri: server.start_task(server.index.read_again(uri)))


def _initialized(server: Server) -> None:
    if server.announced("workspace.did_change_watched_files.dynamic_registration"):
        options = types.DidChangeWatchedFilesRegistrationOptions(_WATCHERS)
        server.register_dynamically("gbr-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        server.can_watch_files = True
    server.start_task(_scan(server))


async def _scan(server: Server) -> None:
    """Read the folders of the workspace with progress, then call the `on_index` listeners."""
    index = server.index
    title, message = "Reading studies", lambda: files_read(index.files, index.share_read)
    async with show_progress(server, title, message, lambda: index.limit):
        await index.scan()
    announce(server.events.on_index)


def files_read(files: int, share: float) -> str:
    """Return the message of progress: the number of `files` read, or the `share` of the first; empty if both are 0."""
    if files:
        return f"{files} file{'s' * (files != 1)}"
    return f"{share:.0%} of the first file" if share else ""


def _changed(server: Server, uris: Iterable[str]) -> None:
    """Read again the files or folders `uris`, which were created, deleted or changed."""
    paths = {os.path.normpath(path) for uri in uris if (path := path_of(uri))}
    if server.configuration.may_change_by(paths):
        server.reconfigure()
        # Settings select the files and how they are read.
        server.start_task(_scan(server))
    elif paths:
        server.start_task(server.index.refresh(paths))


def _options_changed(server: Server, before: ClientOptions) -> None:
    """Read the folders again if the client's settings, which select the files, have changed."""
    if before.settings != server.options.settings:
        server.start_task(_scan(server))
