"""What a client has in its own configuration, section `gbr`: what is shown, and settings where no file has any."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

_OWN = {
    "inlayHints",
    "codeLens",
    "format",
    "links",
    "workspaceDiagnostics",
    "path",
    "trace",
    "board",
    "trusted",
    "supportHtml",
    "supportAnalysis",
    "background",
    "engine",
}
"""Keys of the clients that are no settings of the project: `path`, `trace` and `board` are read by extensions alone,
`trusted`, `supportHtml` and `supportAnalysis` in the initialization options alone."""


class ClientOptions(NamedTuple):
    """What is off unless a client switches it on, and the addresses that positions are linked to, by name."""

    inlay_hints: bool = False
    code_lens: bool = False
    workspace_diagnostics: bool = False
    links: Mapping[str, str] = MappingProxyType({})
    settings: Mapping[str, Any] = MappingProxyType({})
    dark: bool = False
    """Whether the client shows text on a dark background, which exchanges the figures of White and Black."""
    format: bool = False
    """Whether the movetext of PGN is laid out when the client asks for formatting."""
    engine: str = ""
    """The path of a chess engine, as it was written; empty where none is named."""


def options_of(section: Any) -> ClientOptions:
    """The options in what a client sent; whatever has another shape is ignored."""
    if not isinstance(section, dict):
        return ClientOptions()
    links = section.get("links")
    return ClientOptions(
        _is_on(section.get("inlayHints")),
        _is_on(section.get("codeLens")),
        _is_on(section.get("workspaceDiagnostics")),
        {str(name): text for name, text in links.items() if isinstance(text, str)} if isinstance(links, dict) else {},
        {key: value for key, value in section.items() if key not in _OWN},
        section.get("background") == "dark",
        _is_on(section.get("format")),
        engine if isinstance(engine := section.get("engine"), str) else "",
    )


def _is_on(value: Any) -> bool:
    return value is True or (isinstance(value, dict) and value.get("enable") is True)
