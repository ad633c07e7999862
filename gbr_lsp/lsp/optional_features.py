"""Features that are off until the client's configuration enables them.

A feature that is on from the start is announced in the answer to `initialize`. One that is enabled
later is registered then, and unregistered when it is disabled. A feature for a single language
cannot be announced as such, so it is always registered if the client supports that.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from lsprotocol import types

from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.state.options import ClientOptions


class OptionalFeature(NamedTuple):
    """A method of `textDocument/`, its handler, and the configuration key that enables it."""

    method: str
    answer: Callable[[Any], Awaitable[Any]]
    switch: str
    language: str | None = None
    """The only language of the feature; None for all."""


def register_optional(server: Server, feature: OptionalFeature) -> None:
    """Register `feature` now or later, as the client's options demand.

    While it is off, its result is null.
    """
    server.switches.add(feature.switch)

    def initializing(_: types.InitializeParams) -> None:
        if feature.switch in server.options.switches and not (feature.language and _can_register(server, feature)):
            _handle(server, feature)

    def initialized() -> None:
        if feature.switch in server.options.switches and feature.method not in server.protocol.fm.features:
            _handle(server, feature)
            _add(server, feature)

    server.events.on_initialize.append(initializing)
    server.events.on_initialized.append(initialized)
    server.events.on_options_change.append(lambda before: _switch(server, feature, before))


def _handle(server: Server, feature: OptionalFeature) -> None:
    async def answer(params: Any) -> Any:
        return await feature.answer(params) if feature.switch in server.options.switches else None

    server.feature(feature.method)(answer)


def _switch(server: Server, feature: OptionalFeature, before: ClientOptions) -> None:
    was_on, is_on = feature.switch in before.switches, feature.switch in server.options.switches
    if is_on and feature.method not in server.protocol.fm.features:
        _handle(server, feature)  # A client that cannot register it may know it from its own settings.
    if was_on == is_on or not _can_register(server, feature):
        return
    if is_on:
        _add(server, feature)
    else:
        gone = types.Unregistration(_number(feature), feature.method)
        server.client_unregister_capability(types.UnregistrationParams([gone]))


def _can_register(server: Server, feature: OptionalFeature) -> bool:
    """Return True if the client supports registration of the method after `initialize`.

    The capability has the name of the method: `textDocument.codeLens` for `textDocument/codeLens`.
    """
    words = feature.method.partition("/")[2]
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in words)
    capability = getattr(server.client_capabilities.text_document, name, None)
    return bool(capability and capability.dynamic_registration)


def _add(server: Server, feature: OptionalFeature) -> None:
    selector = [types.TextDocumentFilterLanguage(feature.language)] if feature.language else None
    options = types.TextDocumentRegistrationOptions(selector)
    server.register_dynamically(_number(feature), feature.method, options)


def _number(feature: OptionalFeature) -> str:
    """Return the id of the registration: `gbr-textDocument/codeLens`."""
    return f"gbr-{feature.method}"
