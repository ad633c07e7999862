"""`gbr-lsp server`: the language server on standard input and output."""

import gc

import click

from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.shell_values import files


@click.command(
    "server",
    epilog=manual(
        {0: "the client ended the session with `shutdown` and `exit`", 1: "the connection ended without them"}
    ),
)
@click.option("--stdio", is_flag=True, help="Accepted and ignored: standard input and output are always used.")
@click.option("--clientProcessId", "parent", type=int, metavar="N", help="Stop when the process with this ID ends.")
@click.option(
    "--log-file", metavar="FILE", shell_complete=files,
    help="Append warnings and errors to this file; without it they go to standard error.",
)  # fmt: skip
def command(stdio: bool, parent: int | None, log_file: str | None) -> int:
    """Speak the language server protocol on standard input and output.

    Editors start it: docs/editors.md says how.
    """
    # Imports create no garbage; `serve` switches garbage collection on again once it has started.
    gc.disable()
    from gbr_lsp.lsp.app import serve

    return serve(parent, log_file)
