"""Writing on standard output, which its reader may close when it has seen enough."""

from collections.abc import Iterable

import click


class Closed(Exception):
    """Nobody reads the output any more: no error, but no reason to go on either."""


def emit(lines: Iterable[str]) -> None:
    """Writes lines; raises Closed when the other end is gone."""
    try:
        for line in lines:
            click.echo(line)
    except BrokenPipeError:
        raise Closed from None
