"""The one door to standard output and standard error: nothing that a terminal or a CI log obeys comes through it.

The reader of standard output may close it early.
"""

import sys
import time
from collections.abc import Iterable, Iterator

import click

from gbr_lsp.base.escapes import LINE, LINES, Syntax, escape_text

_OFTEN = 0.1
"""Seconds after which lines that were written are seen."""


class Closed(Exception):
    """The reader has closed the output: not an error, but the command stops."""


def emit(lines: Iterable[str], syntax: Syntax | None = LINE, *, err: bool = False) -> None:
    """Writes lines to standard output, with `err` to standard error; raises Closed when the reader has closed it.

    Without a syntax they are data, such as records, that a program gets as they are, and a terminal as text.
    """
    if syntax is None and sys.stdout.isatty():
        syntax = LINES
    seen = 0.0
    try:
        for line in lines:
            said = line if syntax is None else escape_text(line, syntax)
            if err or (syntax and syntax.is_styled):
                click.echo(said, err=err)
                continue
            sys.stdout.write(f"{said}\n")
            now = time.monotonic()
            if seen + _OFTEN < now:
                sys.stdout.flush()
                seen = now
        if not err:
            sys.stdout.flush()
    except BrokenPipeError:
        raise Closed from None


def tell(message: str) -> None:
    """Writes a message to standard error, on one line."""
    emit([f"gbr-lsp: {message}"], err=True)


def json_list(values: Iterable[object]) -> Iterator[str]:
    """A list as JSON, each of its values as soon as it is there."""
    import json

    waiting = "["
    for value in values:
        yield waiting
        waiting = "  " + json.dumps(value, indent=2).replace("\n", "\n  ") + ","
    if waiting == "[":
        yield "[]"
    else:
        yield waiting.removesuffix(",")
        yield "]"


def printable(name: str) -> str:
    """The name of a file on one line: control characters and bytes that are not text are escaped."""
    return escape_text(name, LINE).replace("\t", "\\t")


def harmless(name: str) -> str:
    """A file name to begin a line or a cell with: `./` stands before what is a command or a formula elsewhere.

    GitHub and Azure obey lines that begin with `::` and `##`, spreadsheets cells that begin with `=`, `+`, `-` or `@`.
    """
    return f"./{name}" if name.startswith(("::", "##", "=", "+", "-", "@", "\t", "\r", "\n")) and name != "-" else name


def cell(value: object) -> object:
    """A value for a cell of a table: an apostrophe, as spreadsheets have it, stands before words that begin as a
    formula; a sign alone is none."""
    is_formula = isinstance(value, str) and 1 < len(value) and value.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    return f"'{value}" if is_formula else value


def readable(name: str) -> str:
    """The name of a file as every output shows it: bytes that are not text are written as `\\udcff`."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
