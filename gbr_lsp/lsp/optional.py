"""Features that are off until the client switches them on in its configuration.

One that is on from the start is announced in the answer to `initialize`; one that is switched on later is registered
then, and unregistered when it is off again.
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


def register_optional(server: Server, feature: OptionalFeature) -> None:
    """Registers a feature, now or later, as the options of the client say."""

    def initializing(_: types.InitializeParams) -> None:
        if feature.is_on(server.options):
            server.feature(feature.method)(feature.answer)

    server.events.initializing.append(initializing)
    server.events.options_changed.append(lambda before: _switch(server, feature, before))


def _switch(server: Server, feature: OptionalFeature, before: ClientOptions) -> None:
    was_on, is_on = feature.is_on(before), feature.is_on(server.options)
    text_document = server.client_capabilities.text_document
    capability = text_document and feature.capability(text_document)
    if was_on == is_on or not capability or not capability.dynamic_registration:
        return
    number = f"gbr-{feature.method}"
    if is_on:
        if feature.method not in server.protocol.fm.features:
            server.feature(feature.method)(feature.answer)
        server.register_dynamically(number, feature.method, types.TextDocumentRegistrationOptions(None))
    else:
        gone = types.Unregistration(number, feature.method)
        server.client_unregister_capability(types.UnregistrationParams([gone]))
