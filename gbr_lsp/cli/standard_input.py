"""The text of standard input, whatever its encoding."""

import click

from gbr_lsp.cli.files import sources


def standard_input() -> str:
    """Return all of standard input; raise ClickException if it is closed or not text."""
    (source,) = sources(["-"])
    if source.trouble:
        raise click.ClickException(f"-: {source.trouble}")
    return source.text
