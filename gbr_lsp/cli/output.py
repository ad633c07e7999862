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
