"""What a client has in its own configuration, section `gbr`: what is shown, and settings where no file has any."""

from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Any, NamedTuple

_OWN = {"links", "path", "trace", "board", "trusted", "supportHtml", "supportAnalysis", "background", "engine"}
"""Keys of the clients that are neither settings of the project nor switches: `path`, `trace` and `board` are read by
extensions alone, `trusted`, `supportHtml` and `supportAnalysis` in the initialization options alone."""

WORKSPACE_DIAGNOSTICS = "workspaceDiagnostics"
"""The switch of `workspace/diagnostic`, which the capability of `textDocument/diagnostic` announces."""


class ClientOptions(NamedTuple):
    """What a client has switched on, how it shows text, and its settings."""

    on: Set[str] = frozenset()
    """The names of the switches that are on; all are off at first."""
    links: Mapping[str, str] = MappingProxyType({})
    """The addresses that positions are linked to, by name."""
    settings: Mapping[str, Any] = MappingProxyType({})
    dark: bool = False
    """Whether the client shows text on a dark background, which exchanges the figures of White and Black."""
    engine: str = ""
    """The path of a chess engine, as it was written; empty where none is named."""


def options_of(section: Any, switches: Set[str]) -> ClientOptions:
    """The options in what a client sent; whatever has another shape is ignored.

    `switches` are the keys that switch a feature on: `true`, or `{"enable": true}`.
    """
    if not isinstance(section, dict):
        return ClientOptions()
    links = section.get("links")
    return ClientOptions(
        frozenset(name for name in switches if _is_on(section.get(name))),
        {str(name): text for name, text in links.items() if isinstance(text, str)} if isinstance(links, dict) else {},
        {key: value for key, value in section.items() if key not in _OWN and key not in switches},
        section.get("background") == "dark",
        engine if isinstance(engine := section.get("engine"), str) else "",
    )


def _is_on(value: Any) -> bool:
    return value is True or (isinstance(value, dict) and value.get("enable") is True)
