"""Features that are off until the client switches them on in its configuration.

One that is on from the start is announced in the answer to `initialize`; one that is switched on later is registered
then, and unregistered when it is off again. What is for one language alone cannot be announced as such, and is always
registered where the client can take that.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from lsprotocol import types

from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.state.options import ClientOptions


class OptionalFeature(NamedTuple):
    """A method with its handler, whether it is on, and what the client can do with it."""

    method: str
    answer: Callable[[Any], Any]
    is_on: Callable[[ClientOptions], bool]
    capability: Callable[[types.TextDocumentClientCapabilities], Any]
    language: str | None = None
    """The only language that it is for."""


def register_optional(server: Server, feature: OptionalFeature) -> None:
    """Registers a feature, now or later, as the options of the client say."""

    def initializing(_: types.InitializeParams) -> None:
        if feature.is_on(server.options) and not (feature.language and _can_register(server, feature)):
            server.feature(feature.method)(feature.answer)

    def initialized() -> None:
        if feature.is_on(server.options) and feature.method not in server.protocol.fm.features:
            _add(server, feature)

    server.events.initializing.append(initializing)
    server.events.initialized.append(initialized)
    server.events.options_changed.append(lambda before: _switch(server, feature, before))


def _switch(server: Server, feature: OptionalFeature, before: ClientOptions) -> None:
    was_on, is_on = feature.is_on(before), feature.is_on(server.options)
    if was_on == is_on or not _can_register(server, feature):
        return
    if is_on:
        _add(server, feature)
    else:
        gone = types.Unregistration(_number(feature), feature.method)
        server.client_unregister_capability(types.UnregistrationParams([gone]))


def _can_register(server: Server, feature: OptionalFeature) -> bool:
    text_document = server.client_capabilities.text_document
    capability = text_document and feature.capability(text_document)
    return bool(capability and capability.dynamic_registration)


def _add(server: Server, feature: OptionalFeature) -> None:
    if feature.method not in server.protocol.fm.features:
        server.feature(feature.method)(feature.answer)
    selector = [types.TextDocumentFilterLanguage(feature.language)] if feature.language else None
    options = types.TextDocumentRegistrationOptions(selector)
    server.register_dynamically(_number(feature), feature.method, options)


def _number(feature: OptionalFeature) -> str:
    return f"gbr-{feature.method}"
