"""`gbr-lsp server`: the language server on standard input and output."""

import click


@click.command("server")
@click.option("--stdio", is_flag=True, help="Accepted and ignored: there is no other way to speak.")
@click.option("--clientProcessId", "parent", type=int, metavar="N", help="End when this process does.")
@click.option("--log-file", metavar="FILE", help="Where warnings and errors go; standard error otherwise.")
def command(stdio: bool, parent: int | None, log_file: str | None) -> int:
    """Speak the language server protocol on standard input and output."""
    from gbr_lsp.lsp.life import serve

    return serve(parent, log_file)
