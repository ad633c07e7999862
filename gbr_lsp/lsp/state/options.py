"""The client's own configuration, section `gbr`: display options, and settings if no file has any."""

from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Any, NamedTuple

_START_ONLY = {"trusted", "supportHtml", "supportAnalysis", "supportSettingsProblems", "maxDiagnostics"}
_OWN = {"links", "path", "trace", "board", "background", "engine"} | _START_ONLY
"""Keys of clients that are neither settings of the project nor switches. Only extensions read
`path`, `trace` and `board`; those in `_START_ONLY` are read only from the initialization options."""

WORKSPACE_DIAGNOSTICS = "workspaceDiagnostics"
"""The switch of `workspace/diagnostic`, which the capability of `textDocument/diagnostic` announces."""


class ClientOptions(NamedTuple):
    """The features that a client has enabled, its display options, and its settings."""

    switches: Set[str] = frozenset()
    """The names of the enabled switches; all are off at first."""
    links: Mapping[str, str] = MappingProxyType({})
    """The addresses that positions link to, by name."""
    settings: Mapping[str, Any] = MappingProxyType({})
    is_dark: bool = False
    """True if the client has a dark background, which exchanges the figures of White and Black."""
    has_board_hints: bool = False
    """True if the men are hinted also where the text has their board."""
    engine: str = ""
    """The path of a chess engine, as written; empty if there is none."""


def options_of(section: Any, switches: Set[str]) -> ClientOptions:
    """Return the options in `section`, as the client sent it; ignore values of unexpected shape.

    `switches` are the keys that enable a feature: `true`, or `{"enable": true}`.
    """
    if not isinstance(section, dict):
        return ClientOptions()
    links, hints = section.get("links"), section.get("inlayHints")
    return ClientOptions(
        frozenset(name for name in switches if _is_on(section.get(name))),
        {str(name): text for name, text in links.items() if isinstance(text, str)} if isinstance(links, dict) else {},
        {key: value for key, value in section.items() if key not in _OWN and key not in switches},
        section.get("background") == "dark",
        isinstance(hints, dict) and hints.get("boards") is True,
        engine if isinstance(engine := section.get("engine"), str) else "",
    )


def _is_on(value: Any) -> bool:
    return value is True or (isinstance(value, dict) and value.get("enable") is True)
