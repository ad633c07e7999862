"""What a client has not announced is left out of the messages to it, when they are written.

The features make the fullest answer. Values that the client may not know are removed or replaced here: related
places and addresses of a diagnostic, the version of a document, offsets of a label, code actions as objects.
"""

from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

import attrs
from cattrs import Converter
from lsprotocol import types

APPLY_EDIT = "gbr.applyEdit"
"""The command of a code action for clients that only know commands."""
_DIAGNOSTICS = ("text_document.publish_diagnostics", "text_document.diagnostic")
_SIGNATURE = "text_document.signature_help.signature_information"
_FIELDS: dict[type[Any], dict[str, tuple[str, ...]]] = {
    types.Diagnostic: {
        "related_information": tuple(f"{one}.related_information" for one in _DIAGNOSTICS),
        "code_description": tuple(f"{one}.code_description_support" for one in _DIAGNOSTICS),
    },
    types.PublishDiagnosticsParams: {"version": ("text_document.publish_diagnostics.version_support",)},
    types.CodeAction: {"is_preferred": ("text_document.code_action.is_preferred_support",)},
    types.DocumentLink: {"tooltip": ("text_document.document_link.tooltip_support",)},
    types.SignatureInformation: {"active_parameter": (f"{_SIGNATURE}.active_parameter_support",)},
}
"""The optional fields of each class, and the capabilities: any of them announces the field."""
_USUAL_KINDS = frozenset(types.SymbolKind(number) for number in range(1, 19))
"""The kinds that a client knows if it lists none."""


def announced(capabilities: types.ClientCapabilities, path: str) -> Any:
    """Return the capability at `path`, such as `text_document.hover.content_format`, or None."""
    found: Any = capabilities
    for name in path.split("."):
        found = getattr(found, name, None)
    return found


def knows_action_objects(capabilities: types.ClientCapabilities) -> bool:
    """Return True if the client knows `CodeAction` objects; others know commands only."""
    return bool(announced(capabilities, "text_document.code_action.code_action_literal_support"))


def known_kind(capabilities: types.ClientCapabilities, symbol: str, kind: types.SymbolKind) -> types.SymbolKind:
    """Return `kind`, or one that every client knows; `symbol` is the path of the capability of the request."""
    listed = announced(capabilities, f"{symbol}.symbol_kind.value_set")
    return kind if kind in (listed or _USUAL_KINDS) else types.SymbolKind.Class


def leave_out_unannounced(converter: Converter, capabilities: types.ClientCapabilities) -> None:
    """Make `converter` write only what `capabilities` announce."""
    for kind, fields in _FIELDS.items():
        unknown = [name for name, paths in fields.items() if not any(announced(capabilities, one) for one in paths)]
        if unknown:
            _rewrite(converter, kind, partial(attrs.evolve, **dict.fromkeys(unknown)))
    if not announced(capabilities, f"{_SIGNATURE}.parameter_information.label_offset_support"):
        _rewrite(converter, types.SignatureInformation, _with_plain_labels)
    if not announced(capabilities, f"{_SIGNATURE}.no_active_parameter_support"):
        _rewrite(converter, types.SignatureInformation, copy)
        _rewrite(converter, types.SignatureHelp, copy)
    if not knows_action_objects(capabilities):
        _rewrite(converter, types.CodeAction, lambda one: types.Command(one.title, APPLY_EDIT, arguments=[one.edit]))


def _rewrite(converter: Converter, kind: type[Any], change: Callable[[Any], Any]) -> None:
    """Make `converter` write `change(value)` for each value of the class `kind`, without null."""
    write = converter.get_unstructure_hook(kind)

    def written(value: Any) -> Any:
        changed = change(value)
        found = write(changed) if isinstance(changed, kind) else converter.unstructure(changed)
        return {name: part for name, part in found.items() if part is not None}

    converter.register_unstructure_hook(kind, written)


def _with_plain_labels(shown: types.SignatureInformation) -> types.SignatureInformation:
    """Return `shown` with the text of each parameter in place of its offsets, which count UTF-16 units."""
    units = shown.label.encode("utf-16-le")
    parameters = [
        attrs.evolve(one, label=units[2 * one.label[0] : 2 * one.label[1]].decode("utf-16-le"))
        for one in shown.parameters or ()
        if not isinstance(one.label, str)
    ]
    return attrs.evolve(shown, parameters=parameters)
