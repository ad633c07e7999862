"""The application: the server with all its features, and how it is served.

A feature imports its implementation (`edits`, `ide`) at the first request, so that the first
diagnostics come sooner.
"""

import asyncio
import logging
from importlib import import_module

from gbr_lsp import edits, ide
from gbr_lsp.ide import support
from gbr_lsp.lsp.features import (
    analysis,
    board_commands,
    code_actions,
    code_lens,
    collection_commands,
    collection_view,
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
    initialize,
    inlay_hints,
    pairs,
    proofs,
    references,
    rename,
    selection_range,
    semantic_tokens,
    settings_problems,
    signature_help,
    workspace_diagnostics,
    workspace_files,
    workspace_symbols,
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
    pairs,
    document_highlight,
    rename,
    document_links,
    folding_range,
    selection_range,
    formatting,
    commands,
    collection_commands,
    collection_view,
    proofs,
    analysis,
    board_commands,
)
"""Each has `register(server)`. Listeners of one event are called in this order."""

_LOAD_AFTER = 1.0
"""Seconds after `initialized`; by then most clients have their first diagnostics."""


def make_server() -> Server:
    """Return a `Server` with all features, not yet initialized."""
    server = Server()
    for feature in FEATURES:
        feature.register(server)
    server.events.on_initialized.append(lambda: server.start_task(load_features(_LOAD_AFTER)))
    return server


async def load_features(after: float = 0) -> None:
    """Import the implementations of all features, so that no first request waits for it.

    It starts after `after` seconds, on the event loop, one module at a time: a process forked while
    a thread imports a module cannot import that module.
    """
    await asyncio.sleep(after)
    from pkgutil import iter_modules

    for package in (edits, support, ide):
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
            await asyncio.sleep(0)


def serve(parent: int | None = None, log_file: str | None = None) -> int:
    """Serve one client on standard input and output until the end; return the exit status.

    The process also ends when the process `parent` does. Logs go to `log_file`, or to standard
    error.
    """
    from gbr_lsp.lsp.transport import connection  # a browser has no pipes

    return connection.serve(make_endpoint, parent, log_file)


def make_endpoint() -> Endpoint:
    """Return the handlers of one client's messages, with a `Server` of their own.

    pygls logs the bodies of messages, and each error with a traceback; the server logs errors in
    one line instead.
    """
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server = make_server()
    return Endpoint(server.protocol, server.json_answers, server.invalidate, server.hold, server.preparation)
