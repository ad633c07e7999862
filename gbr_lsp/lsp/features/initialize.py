"""`initialize` and `initialized`: store the state of the client, then let every feature register."""

import os

from lsprotocol import types

from gbr_lsp.lsp.announced import leave_out_unannounced
from gbr_lsp.lsp.conversion import encoding_of
from gbr_lsp.lsp.server import Server, announce
from gbr_lsp.lsp.uris import folder_of


def register(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        leave_out_unannounced(server.protocol._converter, params.capabilities)
        server.documents.encoding = encoding_of(params.capabilities)
        server.client_name = (params.client_info.name if params.client_info else "").lower()
        server.index.tree.folders = _folders(params)
        if server.index.tree.folders:
            server.configuration.folder = server.index.tree.folders[0]
        sent = params.initialization_options
        section = sent.get("gbr", sent) if isinstance(sent, dict) else None
        server.can_show_html = isinstance(section, dict) and section.get("supportHtml") is True
        server.can_take_analysis = isinstance(section, dict) and section.get("supportAnalysis") is True
        if isinstance(section, dict) and type(limit := section.get("maxDiagnostics")) is int and 0 < limit:
            server.documents.max_diagnostics = limit
        server.configuration.trusted = isinstance(section, dict) and section.get("trusted") is True
        server.initial_section = section
        server.set_options(section)
        announce(server.events.on_initialize, params)

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        announce(server.events.on_initialized)


def _folders(params: types.InitializeParams) -> list[str]:
    """Return the normalized paths of the workspace folders; without any, that of the root."""
    uris = [folder.uri for folder in params.workspace_folders or ()]
    if not uris and params.root_uri:
        uris = [params.root_uri]
    folders = [folder for folder in map(folder_of, uris) if folder]
    if not uris and params.root_path and os.path.isabs(params.root_path):
        folders = [os.path.normpath(params.root_path)]
    return folders
