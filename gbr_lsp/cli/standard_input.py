"""The text of standard input, whatever its encoding."""

import click

from gbr_lsp.cli.files import sources


def standard_input() -> str:
    """The whole of it. Raises ClickException where it is closed or no text."""
    (source,) = sources(["-"])
    if source.trouble:
        raise click.ClickException(f"-: {source.trouble}")
    return source.text
