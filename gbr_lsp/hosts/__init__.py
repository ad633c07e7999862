"""The kinds of documents codes stand in, each with its host: by language id, else by file name, else plain text."""

from gbr_lsp.hosts import latex, markdown, pgn, plain
from gbr_lsp.hosts.protocol import Host

_BY_LANGUAGE = {
    "pgn": pgn.HOST,
    "markdown": markdown.HOST,
    "quarto": markdown.HOST,
    "rmd": markdown.HOST,
    "latex": latex.HOST,
    "tex": latex.HOST,
    "plaintex": latex.HOST,
}
_BY_ENDING = {
    "pgn": pgn.HOST,
    "md": markdown.HOST,
    "markdown": markdown.HOST,
    "mdown": markdown.HOST,
    "mkd": markdown.HOST,
    "qmd": markdown.HOST,
    "rmd": markdown.HOST,
    "tex": latex.HOST,
    "ltx": latex.HOST,
    "latex": latex.HOST,
    "sty": latex.HOST,
    "cls": latex.HOST,
}


def host_for(name: str, language: str | None = None) -> Host:
    """The host of a document with a file name and perhaps a language id of the protocol."""
    known = _BY_LANGUAGE.get((language or "").lower())
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if ending == "pgn":
        # Some clients announce every file of a project with the language of the first one.
        return pgn.HOST
    return known or _BY_ENDING.get(ending, plain.HOST)
