"""Which files a command reads, and their text."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from gbr_lsp.document import Document
from gbr_lsp.encoding import NotText, decode
from gbr_lsp.hosts import host_for

ENDINGS = ("pgn", "md", "markdown", "tex", "ltx", "txt", "rst", "adoc", "org", "typ")


class Source(NamedTuple):
    """A file that was asked for: its name as given, and its text, or why there is none."""

    name: str
    text: str = ""
    trouble: str | None = None

    def document(self) -> Document:
        return Document.of(self.text, host_for(self.name))


def sources(paths: Iterable[str], stdin_name: str | None = None) -> Iterator[Source]:
    """The files of some paths, sorted by name, each once; folders are walked, `-` is standard input."""
    stdin = False
    found: dict[str, str] = {}
    for path in paths:
        if path == "-":
            stdin = True
            continue
        for name in _walk(path) if os.path.isdir(path) else (path,):
            found.setdefault(os.path.realpath(name), name)
    entries: list[tuple[str, str | None]] = [(name, name) for name in found.values()]
    entries += [(stdin_name or "-", None)] if stdin else []
    for name, read_from in sorted(entries, key=lambda entry: entry[0]):
        yield _read(name, read_from)


def complain(source: Source) -> None:
    """Says on stderr, in one line, why a file could not be read."""
    click.echo(f"gbr-lsp: {source.name}: {source.trouble}", err=True)


def _read(name: str, path: str | None) -> Source:
    try:
        if path is None:
            if sys.stdin is None:
                return Source(name, trouble="standard input is closed")
            data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                data = file.read()
        return Source(name, decode(data).text)
    except NotText as error:
        return Source(name, trouble=str(error))
    except OSError as error:
        return Source(name, trouble=(error.strerror or str(error)).lower())
    except ValueError as error:
        return Source(name, trouble=str(error))


def _walk(folder: str) -> Iterator[str]:
    """The files below a folder that hold text of a known kind, less those git ignores."""
    from gbr_lsp.cli.gitignore import Ignored

    ignored = Ignored(folder)
    for parent, folders, files in os.walk(folder):
        parent = os.path.normpath(parent)
        ignored.enter(parent)
        folders[:] = sorted(
            name for name in folders if name != ".git" and not ignored.covers(os.path.join(parent, name), folder=True)
        )
        for name in files:
            path = os.path.join(parent, name) if parent != "." else name
            if name.rpartition(".")[2].lower() in ENDINGS and not ignored.covers(path, folder=False):
                yield path
