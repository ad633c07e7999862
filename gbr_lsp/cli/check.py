"""`gbr-lsp check`: the findings of files and folders."""

from typing import Any

import click

from gbr_lsp.cli.checking.options import Options
from gbr_lsp.cli.checking.run import check
from gbr_lsp.cli.configured import Configuration, selection
from gbr_lsp.finding import Severity
from gbr_lsp.settings import Settings

FORMATS = ("full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "junit")
_LEVELS = [severity.value for severity in Severity]
_COLORS = {"auto": None, "always": True, "never": False}


@click.command("check")
@click.argument("paths", nargs=-1)
@click.option("--select", multiple=True, metavar="RULES", help="Run these rules only; `all` for every rule.")
@click.option("--extend-select", multiple=True, metavar="RULES", help="Run these rules besides the default ones.")
@click.option("--ignore", multiple=True, metavar="RULES", help="Do not run these rules.")
@click.option("--fix", is_flag=True, help="Write the safe fixes into the files, and say what is left.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff, apply the fixes that may change a meaning too."
)
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing; exit with 1 if it is any.")
@click.option("--output-format", type=click.Choice(FORMATS), default="full", show_default=True)
@click.option("--output-file", metavar="FILE", help="Write to this file instead of standard output.")
@click.option("--statistics", is_flag=True, help="Say how often each rule finds something, and how much can be fixed.")
@click.option("--show-files", is_flag=True, help="Only list the files that would be checked.")
@click.option("--baseline", metavar="FILE", help="Leave out the findings that are recorded in this file.")
@click.option("--write-baseline", is_flag=True, help="Record what is found in the file of --baseline.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N",
    help="How many processes share the work; 0, the default, for as many as there are processors.",
)  # fmt: skip
@click.option("--config", metavar="FILE", help="The settings, whatever file stands nearer.")
@click.option("--isolated", is_flag=True, help="Read no settings.")
@click.option("--force-exclude", is_flag=True, help="Leave out what the settings exclude even if it is named.")
@click.option("--stdin-filename", metavar="NAME", help="What the text of `-` is called, and by its ending what it is.")
@click.option(
    "--fail-level", type=click.Choice(_LEVELS), default=Severity.INFORMATION.value, show_default=True,
    help="Exit with 1 only for findings that are at least so bad.",
)  # fmt: skip
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if something is found.")
@click.option("--no-progress", "progress", flag_value=False, default=True, help="Show no progress on a terminal.")
@click.option("--color", type=click.Choice(list(_COLORS)), default="auto", show_default=True)
@click.pass_context
def command(context: click.Context, /, **given: Any) -> int:
    """Check the codes in files and folders; `-` is standard input.

    With --fix, the fixed text of `-` goes to standard output and what is left to standard error.

    Exits with 0 if nothing is found, 1 if something is, 2 if a file cannot be read or written.
    """
    options = Options(**given)
    options.refuse()
    selection(Settings(), options.select, options.extend_select, options.ignore)
    context.color = _COLORS[options.color]
    if options.watch:
        from gbr_lsp.cli.checking.watch import watch

        return watch(options)
    return check(options, Configuration(options.config, isolated=options.isolated))
