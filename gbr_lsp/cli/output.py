"""Writing to standard output, which its reader may close early."""

import sys
import time
from collections.abc import Iterable, Iterator

import click

_OFTEN = 0.1
"""Seconds after which lines that were written are seen."""


class Closed(Exception):
    """The reader has closed the output: not an error, but the command stops."""


def emit(lines: Iterable[str]) -> None:
    """Writes lines; raises Closed when the reader has closed the output."""
    try:
        for line in lines:
            click.echo(line)
    except BrokenPipeError:
        raise Closed from None


def stream(lines: Iterable[str]) -> None:
    """Writes very many lines without style: the first at once, the others soon; raises Closed as `emit` does."""
    seen = 0.0
    try:
        for line in lines:
            sys.stdout.write(f"{line}\n")
            now = time.monotonic()
            if seen + _OFTEN < now:
                sys.stdout.flush()
                seen = now
        sys.stdout.flush()
    except BrokenPipeError:
        raise Closed from None


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
    return "".join(
        char if char.isprintable() or char == "\u00a0" else char.encode("unicode_escape").decode() for char in name
    )


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
