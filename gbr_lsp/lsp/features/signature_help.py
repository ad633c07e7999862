"""`textDocument/signatureHelp`: the slots of a code while it is typed."""

from lsprotocol import types

from gbr_lsp.base.text import Span, count_units
from gbr_lsp.lsp.server import Server

CLIENTS_ASKING_ALWAYS = ("eglot",)
"""Clients that request the slots at every move of the cursor, and then show no hover or show it
below; eglot 1.9 has no name. They also fail at the last slot if it has documentation, as they
search for it one letter too far right."""

_TRIGGERS = ["."]
"""The point of a class, and of a list."""

_RETRIGGERS = [" ", *"0123456789", *"abcdefgh"]
"""Characters that continue a code; prose is full of these."""


def register(server: Server) -> None:
    def answer(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        from gbr_lsp.ide.signature import signature

        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            return None
        asks_always = not server.client_name or any(known in server.client_name for known in CLIENTS_ASKING_ALWAYS)
        invoked = types.SignatureHelpTriggerKind.Invoked
        is_requested = params.context.trigger_kind is invoked if params.context else not asks_always
        near = snapshot.part_at_position(params.position)
        is_open = params.context is not None and params.context.active_signature_help is not None
        found = signature(near.document, near.offset, is_requested=is_requested, is_open=is_open)
        if found is None:
            return None
        parameters = [
            types.ParameterInformation(_units(found.label, each.span), None if asks_always else each.description)
            for each in found.parameters
        ]
        shown = types.SignatureInformation(found.label, parameters=parameters, active_parameter=found.active)
        return types.SignatureHelp([shown], active_signature=0, active_parameter=found.active)

    def initializing(_: types.InitializeParams) -> None:
        options = types.SignatureHelpOptions(trigger_characters=_TRIGGERS, retrigger_characters=_RETRIGGERS)
        server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, options)(answer)

    server.events.on_initialize.append(initializing)


def _units(label: str, span: Span) -> tuple[int, int]:
    """Return start and end of a parameter in `label`, always in UTF-16 units."""
    return count_units(label[: span.start], "utf-16"), count_units(label[: span.end], "utf-16")
