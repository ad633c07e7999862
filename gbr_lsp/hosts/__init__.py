"""The kinds of documents, selected by language id, then by file name; plain text is the default."""

from gbr_lsp.hosts import (
    asciidoc,
    delimited,
    html,
    json,
    latex,
    markdown,
    mediawiki,
    org,
    pgn,
    plain,
    proof,
    restructuredtext,
    typst,
    yaml,
)
from gbr_lsp.hosts.protocol import Host

HOSTS = (
    pgn.HOST,
    markdown.HOST,
    latex.HOST,
    proof.HOST,
    plain.HOST,
    restructuredtext.HOST,
    asciidoc.HOST,
    org.HOST,
    typst.HOST,
    mediawiki.HOST,
    html.HOST,
    delimited.HOST,
    json.HOST,
    yaml.HOST,
)
"""All hosts. To add one, write a module with a `HOST` and put it here."""

_BY_LANGUAGE = {language: host for host in HOSTS for language in host.languages}
_BY_ENDING = {ending: host for host in HOSTS for ending in host.endings}

ENDINGS = tuple(ending for host in HOSTS for ending in host.folder_endings)
"""The endings of files to check in folders, without the point, unless a setting names others."""


def host_for(name: str, language: str | None = None) -> Host:
    """Return the `Host` for a file `name` and a `language` id; `("a.txt", "latex")` is LaTeX."""
    by_name = _BY_ENDING.get(name.rpartition(".")[2].lower() if "." in name else "", plain.HOST)
    if by_name.has_records:
        # Some clients announce every file of a project with the language of the first one.
        return by_name
    return _BY_LANGUAGE.get((language or "").lower(), by_name)
