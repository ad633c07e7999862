"""How far a long run is, on stderr, for those who look on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(count: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    """A bar on the terminal that goes on when what is yielded is called; nothing where stderr is no terminal."""
    if not shown or sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    import click

    with click.progressbar(length=count, label="Checking", file=sys.stderr) as bar:
        yield lambda: bar.update(1)
