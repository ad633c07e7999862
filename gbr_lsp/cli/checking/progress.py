"""The progress of a long run, on stderr."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(count: int, *, is_visible: bool, label: str = "Checking") -> Iterator[Callable[[], None]]:
    """Show a progress bar for `count` steps on stderr; yield the function that advances it.

    There is no bar unless `is_visible`, and none if stderr is not a terminal.
    """
    if not is_visible or sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    import click

    with click.progressbar(length=count, label=label, file=sys.stderr) as bar:
        yield lambda: bar.update(1)
