"""The application: the server with all its features, and the connection that it is served on.

A feature imports what answers it (`edits`, `ide`) when it is first asked, so that the first diagnostics come sooner.
"""

import asyncio
import logging
from importlib import import_module

from gbr_lsp import edits, ide
from gbr_lsp.ide import support
from gbr_lsp.lsp.features import (
    analysis,
    code_actions,
    code_lens,
    collection_commands,
    commands,
    completion,
    configuration,
    diagnostics,
    document_highlight,
    document_links,
    document_symbols,
    folding_range,
    formatting,
    hover,
    implementation,
    initialize,
    inlay_hints,
    proofs,
    references,
    selection_range,
    semantic_tokens,
    settings_problems,
    signature_help,
    type_definition,
    workspace_diagnostics,
    workspace_files,
    workspace_symbols,
    writing,
)
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.transport.dispatch import Endpoint

FEATURES = (
    initialize,
    configuration,
    settings_problems,
    workspace_files,
    diagnostics,
    workspace_diagnostics,
    hover,
    completion,
    signature_help,
    code_actions,
    code_lens,
    inlay_hints,
    semantic_tokens,
    document_symbols,
    workspace_symbols,
    references,
    implementation,
    type_definition,
    document_highlight,
    document_links,
    folding_range,
    selection_range,
    formatting,
    commands,
    collection_commands,
    proofs,
    analysis,
    writing,
)
"""Each has `register(server)`. Listeners of one event are called in this order."""

_LOAD_AFTER = 1.0
"""Seconds after `initialized`, in which most clients have their first diagnostics."""


def make_server() -> Server:
    """A server with all features, not yet initialized."""
    server = Server()
    for feature in FEATURES:
        feature.register(server)
    server.events.initialized.append(lambda: server.start(load_features(_LOAD_AFTER)))
    return server


async def load_features(after: float = 0) -> None:
    """Imports, after some seconds, what answers requests, so that the first of each kind need not wait for it.

    It is done on the event loop, one module at a time: a process that is forked while a thread imports a module cannot
    import that.
    """
    await asyncio.sleep(after)
    from pkgutil import iter_modules

    for package in (edits, support, ide):
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
            await asyncio.sleep(0)


def serve(parent: int | None = None, log_file: str | None = None) -> int:
    """Speaks the protocol on standard input and output until it ends; the exit status.

    The process also ends when the process `parent` does. Logs go to a file, or to standard error.
    """
    from gbr_lsp.lsp.transport import connection  # a browser has no pipes

    return connection.serve(make_endpoint, parent, log_file)


def make_endpoint() -> Endpoint:
    """What answers the messages of one client: a server of its own.

    pygls logs the bodies of messages, and each error with a traceback: the server logs errors in one line instead.
    """
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server = make_server()
    return Endpoint(server.protocol, server.json_answers, server.invalidate, server.hold, server.beforehand)
