"""The command `gbr-lsp`: its sub-commands are imported when they are called."""

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from gbr_lsp import __version__
from gbr_lsp.base.escapes import LINES
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import OutputClosed, emit, print_message

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_COMMANDS = {
    "check": "report the findings in files and folders",
    "explain": "explain what was read at a place, and why",
    "server": "run the language server",
    "decode": "say what a code means",
    "encode": "write the code of a position",
    "index": "write an index of studies by code",
    "search": "find the studies that match a pattern",
    "duplicates": "find positions that a collection has more than once",
    "anticipations": "find earlier studies like some new ones",
    "rule": "show the page of a rule",
    "settings": "show the settings in force and where each comes from",
    "cache": "show or clear the index that searches use",
    "completion": "write a script for completion in a shell",
}


_OBJECTS = 100_000
"""Number of new objects between garbage collections: imported modules and texts have few cycles."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"gbr_lsp.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        names = [CompletionItem(name, help=does) for name, does in _COMMANDS.items() if name.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from gbr_lsp.cli.usage import suggestion

            advice = f" Did you mean 'check {args[0]}'?" if os.path.exists(args[0]) else suggestion(args[0], _COMMANDS)
            ctx.fail(f"There is no command {args[0]!r}.{advice}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=manual(
        {
            0: "success, or the reader of the output closed it early",
            1: "there are findings; for `search`, no match",
            2: "the work could not be done: a wrong option, file or setting",
            130: "Ctrl-C was pressed",
        },
        {
            "Check everything below the working folder": "gbr-lsp check",
            "What a code means": "gbr-lsp decode '=0323.12g3g1'",
            "The help of a command": "gbr-lsp check --help",
        },
    ),
)
@click.option(
    "--verbose",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, asked: context.meta.update(verbose=asked),
    help="With --version, say whether the compiled part for moves is in use.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _, asked: _show_version(context) if asked else None,
    help="Show the version and exit.",
)
def group() -> None:
    """Find, read and check the GBR codes of chess endgame studies."""


def _show_version(context: click.Context) -> None:
    emit([f"gbr-lsp, version {__version__}"])
    if context.meta["verbose"]:
        from gbr_lsp.solutions.c_extension import FOLLOW

        emit([f"Moves are followed in {'C' if FOLLOW else 'Python'}."])
    context.exit()


def main() -> None:
    """Run the command and exit: 0 no findings, 1 findings, 2 the work could not be done."""
    gc.set_threshold(_OBJECTS)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    try:
        if sys.stdout is None:
            raise click.ClickException("standard output is closed")
        is_colorless = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        status = group.main(prog_name="gbr-lsp", standalone_mode=False, color=False if is_colorless else None)
        sys.stdout.flush()
    except (OutputClosed, BrokenPipeError):
        # The reader closed the output; the rest of the buffer must not be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print_message(_why(error))
        status = 2
    except click.exceptions.NoArgsIsHelpError as error:
        emit([error.format_message()], LINES, err=True)
        status = 2
    except click.ClickException as error:
        # Click lists the choices line by line.
        print_message(error.format_message().replace("\n\t", " "))
        status = 2
    except (KeyboardInterrupt, click.Abort):
        status = 130
    gc.freeze()  # Otherwise Python collects garbage at exit: a tenth of a small check.
    sys.exit(status if isinstance(status, int) else 0)


def _why(error: OSError) -> str:
    try:
        os.getcwd()
    except FileNotFoundError:
        return "the working folder was deleted"
    why = (error.strerror or str(error)).lower()
    return f"{error.filename}: {why}" if isinstance(error.filename, str) else why
