"""The edit that makes the settings ignore a rule: of the file that settles a document, or of a new one."""

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from gbr_lsp.base.text import LineIndex
from gbr_lsp.lsp.state.documents import Opened
from gbr_lsp.lsp.uris import name_of, path_of, uri_of
from gbr_lsp.settings import BadSettings, nearest
from gbr_lsp.settings.places import places

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Server


def ignoring(server: "Server", opened: Opened, rule: str) -> types.WorkspaceEdit | None:
    """Adds a rule to `ignore`; None where there is no place for it."""
    path = path_of(opened.uri)
    folder = os.path.dirname(path) if path else next(iter(server.library.folders), None)
    if folder is None:
        return None
    try:
        file = nearest(folder).path
    except BadSettings:
        return None
    if file is None:
        return _created(server, folder, rule)
    text = _text_of(server, file)
    if text is None:
        return None
    table = ("tool", "gbr-lsp") if os.path.basename(file) == "pyproject.toml" else ()
    found = places(text)
    key = (*table, "ignore")
    if key in found:
        value = found[key].value
        inside = text[value.start + 1 : value.end - 1].strip()
        at, new = value.start + 1, f'"{rule}", ' if inside else f'"{rule}"'
    else:
        at = text.find("\n", found[table].key.end) + 1 if table and table in found else 0
        new = f'ignore = ["{rule}"]\n'
        if table and (table not in found or at == 0):
            return None
    row, column = LineIndex(text).column(at, server.documents.encoding)
    place = types.Position(row, column)
    return types.WorkspaceEdit(changes={uri_of(file): [types.TextEdit(types.Range(place, place), new)]})


def _created(server: "Server", folder: str, rule: str) -> types.WorkspaceEdit | None:
    """A new `gbr.toml` in the workspace folder that holds the document, if the client can create files."""
    edits = server.client_capabilities.workspace and server.client_capabilities.workspace.workspace_edit
    operations = (edits and edits.resource_operations) or ()
    if types.ResourceOperationKind.Create not in operations:
        return None
    top = next((one for one in server.library.folders if (folder + os.sep).startswith(one + os.sep)), folder)
    uri = uri_of(os.path.join(top, "gbr.toml"))
    start = types.Position(0, 0)
    return types.WorkspaceEdit(
        document_changes=[
            types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True)),
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(uri),
                [types.TextEdit(types.Range(start, start), f'ignore = ["{rule}"]\n')],
            ),
        ]
    )


def _text_of(server: "Server", file: str) -> str | None:
    """The text of a file of settings, as it is open in the client or else on the disk."""
    for uri in server.documents:
        opened = server.documents.get(uri)
        if opened and name_of(uri) == os.path.normpath(file):
            return opened.document.text
    try:
        with open(file, encoding="utf-8", newline="") as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError):
        return None
