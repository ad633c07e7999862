"""`gbr-lsp completion`: the script by which a shell completes commands, options, rules and files."""

import click

from gbr_lsp.base.escapes import LINES
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit

_PLACES = {
    "bash": "~/.local/share/bash-completion/completions/gbr-lsp",
    "zsh": "~/.zfunc/_gbr-lsp",
    "fish": "~/.config/fish/completions/gbr-lsp.fish",
}
"""Each shell, with the path where it looks for the script."""
_VARIABLE = "_GBR_LSP_COMPLETE"
"""The environment variable that the script sets for click, which derives it from the program's name."""


@click.command(
    "completion",
    epilog=manual(
        {0: "the script was written"},
        {f"For every new {shell}": f"gbr-lsp completion {shell} > {place}" for shell, place in _PLACES.items()},
        "The folders must exist. For bash, the package bash-completion looks there; for zsh, ~/.zshrc must have "
        "`fpath+=~/.zfunc` and, after it, `autoload -U compinit && compinit`.",
    ),
)
@click.argument("shell", type=click.Choice(list(_PLACES)))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Write a script for SHELL that completes commands, options, their values, rules and files.

    The script calls gbr-lsp, which must be on the PATH, so it is never out of date.
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(context.find_root().command, {}, "gbr-lsp", _VARIABLE)
    # Not `source()`, which starts a bash for its version.
    text = script.source_template % script.source_vars()
    # A list of rules has commas; click's script for fish would cut it at the first one.
    emit([text.replace('string split ","', 'string split --max 1 ","')], LINES)
    return 0
