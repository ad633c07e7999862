"""Writing to standard output, which its reader may close early."""

from collections.abc import Iterable

import click


class Closed(Exception):
    """The reader has closed the output: not an error, but the command stops."""


def emit(lines: Iterable[str]) -> None:
    """Writes lines; raises Closed when the reader has closed the output."""
    try:
        for line in lines:
            click.echo(line)
    except BrokenPipeError:
        raise Closed from None


def printable(name: str) -> str:
    """The name of a file on one line: control characters and bytes that are not text are escaped."""
    return "".join(
        char if char.isprintable() or char == "\u00a0" else char.encode("unicode_escape").decode() for char in name
    )


def harmless(name: str) -> str:
    """A file name to begin a line or a cell with: `./` stands before what is a command or a formula elsewhere.

    GitHub and Azure obey lines that begin with `::` and `##`, spreadsheets cells that begin with `=`, `+`, `-` or `@`.
    """
    return f"./{name}" if name.startswith(("::", "##", "=", "+", "-", "@", "\t", "\r", "\n")) and name != "-" else name


def readable(name: str) -> str:
    """The name of a file as every output shows it: bytes that are not text are written as `\\udcff`."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
