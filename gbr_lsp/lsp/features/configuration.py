"""The configuration of the client and the settings files, read again when they change."""

import asyncio
import logging
import os

from lsprotocol import types

from gbr_lsp.base.settings_files import SETTINGS_NAMES
from gbr_lsp.lsp.server import Server, announce
from gbr_lsp.lsp.uris import path_of

log = logging.getLogger(__name__)


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def changed(params: types.DidChangeConfigurationParams) -> None:
        """Apply the configuration in `params` before the next message, or request it from the client."""
        if server.announced("workspace.configuration"):
            server.start_task(_request_again(server))
            return
        if isinstance(params.settings, dict):
            _apply(server, params.settings.get("gbr", params.settings))
        server.reconfigure()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        announce(server.events.on_save, params.text_document.uri)
        path = path_of(params.text_document.uri)
        # Not every client watches files; a save reads the settings again at the latest.
        if not server.can_watch_files or (path and os.path.basename(path) in SETTINGS_NAMES):
            server.reconfigure()

    server.events.on_initialized.append(lambda: _initialized(server))
    server.events.on_change.append(lambda _: _poll(server))


def _initialized(server: Server) -> None:
    if server.announced("workspace.did_change_configuration.dynamic_registration"):
        section = types.DidChangeConfigurationRegistrationOptions(section="gbr")
        server.register_dynamically("gbr-configuration", types.WORKSPACE_DID_CHANGE_CONFIGURATION, section)
    server.start_task(_request(server))


async def _request(server: Server) -> None:
    """Request the configuration from the client and apply it, unless a later answer came first."""
    if not server.announced("workspace.configuration"):
        return
    items = [types.ConfigurationItem(section="gbr")]
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    requests = server.options_requests
    requests.append(over)
    try:
        answers = await server.workspace_configuration_async(types.ConfigurationParams(items))
        if over in requests and answers:
            for _ in range(requests.index(over)):
                requests.pop(0).set_result(None)
            _apply(server, answers[0])
    except Exception as error:
        log.warning("no configuration: %s", error)
    finally:
        if over in requests:
            requests.remove(over)
            over.set_result(None)


def _apply(server: Server, section: object) -> None:
    before = server.options
    server.set_options(section)
    announce(server.events.on_options_change, before)
    if before.settings != server.options.settings:
        server.reconfigure()


async def _request_again(server: Server) -> None:
    """Request the configuration from a client that only announces a change, and apply it."""
    await _request(server)
    server.reconfigure()


def _poll(server: Server) -> None:
    """Check the settings files from time to time, if the client does not watch files."""
    if not server.can_watch_files and server.configuration.has_changed():
        server.reconfigure()
