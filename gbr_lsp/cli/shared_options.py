"""Options that several commands have, as decorators for click."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def minimum(limit: int) -> click.IntRange:
    """Return the type of a whole number from `limit`; click's messages would call it an integer range."""
    kind = click.IntRange(min=limit)
    kind.name = "whole number"
    return kind


def jobs_option(help_text: str) -> Callable[[Command], Command]:
    """Return the option `--jobs N`: the number of processes, 0 for one on each processor."""
    return click.option("-j", "--jobs", type=minimum(0), default=0, metavar="N", help=help_text)


def format_option(help_text: str, formats: Sequence[str] = ("text", "json")) -> Callable[[Command], Command]:
    """Return the option `--output-format`, one of `formats`; the first is the default."""
    kind = click.Choice(formats)
    return click.option("--output-format", type=kind, default=formats[0], show_default=True, help=help_text)


JOBS = jobs_option("Read files in N processes; 0 means one for each processor.")

CACHE = click.option(
    "--cache/--no-cache", default=True, help="Use the index in the user's cache folder, or read all files anew."
)

STDIN_FILENAME = click.option(
    "--stdin-filename",
    metavar="NAME",
    help="File name for standard input; its ending sets the format (default: plain text).",
)
