"""All output to stdout and stderr: what a terminal or a CI log would obey is escaped.

The reader of standard output may close it early.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

import click

from gbr_lsp.base.escapes import LINE, LINES, Syntax, escape_text

_Value = TypeVar("_Value")
_FLUSH_INTERVAL = 0.1
"""Seconds after which written lines are flushed."""


class OutputClosed(Exception):
    """The reader has closed the output: not an error, but the command ends."""


def emit(lines: Iterable[str], syntax: Syntax | None = LINE, *, err: bool = False) -> None:
    """Write `lines` to stdout, or with `err` to stderr; raise OutputClosed if the reader has closed it.

    Without `syntax` they are data, such as records: only a terminal gets them escaped.
    """
    if syntax is None and sys.stdout.isatty():
        syntax = LINES
    seen = 0.0
    try:
        for line in lines:
            colored_line = line if syntax is None else escape_text(line, syntax)
            if err or (syntax and syntax.is_styled):
                click.echo(colored_line, err=err)
                continue
            sys.stdout.write(f"{colored_line}\n")
            now = time.monotonic()
            if seen + _FLUSH_INTERVAL < now:
                sys.stdout.flush()
                seen = now
        if not err:
            sys.stdout.flush()
    except BrokenPipeError:
        raise OutputClosed from None


def peeked(values: Iterable[_Value]) -> tuple[bool, Iterator[_Value]]:
    """Return whether there are any `values`, and all of them; only the first is computed before it is written."""
    rest = iter(values)
    first = list(islice(rest, 1))
    return bool(first), chain(first, rest)


def print_message(message: str) -> None:
    """Write `message` to standard error, on one line."""
    emit([f"gbr-lsp: {message}"], err=True)


def json_list(values: Iterable[object]) -> Iterator[str]:
    """Yield the lines of a JSON list, each of `values` as soon as it is ready."""
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


def printable_name(name: str) -> str:
    """Return the file name on one line, with control characters and undecodable bytes escaped."""
    return escape_text(name, LINE).replace("\t", "\\t")


def safe_name(name: str) -> str:
    """Return the file name for the start of a line or cell: `::x` → `./::x`.

    GitHub and Azure obey lines that begin with `::` and `##`; spreadsheets `=`, `+`, `-` and `@`.
    """
    return f"./{name}" if name.startswith(("::", "##", "=", "+", "-", "@", "\t", "\r", "\n")) and name != "-" else name


def table_cell(value: object) -> object:
    """Return `value` for a cell: a text that begins like a formula gets an apostrophe, `=A1` → `'=A1`."""
    is_formula = isinstance(value, str) and 1 < len(value) and value.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    return f"'{value}" if is_formula else value


def csv_row(values: Iterable[object]) -> str:
    """Return `values` as a row of CSV without a line end."""
    import csv
    import io

    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow(values)
    return written.getvalue()


def readable_name(name: str) -> str:
    """Return the file name as all output shows it: an undecodable byte is written as `\\udcff`."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
