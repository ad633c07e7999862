"""`gbr-lsp check`: the findings of files and folders."""

from typing import Any

import click

from gbr_lsp.cli.checking.options import CheckOptions
from gbr_lsp.cli.checking.run import check
from gbr_lsp.cli.completing import files, rules
from gbr_lsp.cli.configured import FolderSettings, selection
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.shared_options import STDIN_FILENAME, jobs_option
from gbr_lsp.model.finding import Severity
from gbr_lsp.settings import Settings

FORMATS = ("full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "junit", "html")
_SECONDS = click.FloatRange(min=0, min_open=True)
_SECONDS.name = "number"
_LEVELS = [severity.value for severity in Severity]


@click.command(
    "check",
    epilog=manual(
        {
            0: "nothing is found, or nothing as severe as --fail-level",
            1: "something is found; with --diff, something can be fixed",
            2: "a file cannot be read or written, or an option or a setting is wrong",
        },
        {
            "Everything below the working folder": "gbr-lsp check",
            "One rule, a line for each finding": "gbr-lsp check --select control-mismatch --output-format concise .",
            "Show all fixes as a diff": "gbr-lsp check --diff --unsafe-fixes manuscript.md",
            "Apply all fixes": "gbr-lsp check --fix --unsafe-fixes manuscript.md",
            "Record today's findings as known": "gbr-lsp check --write-baseline --baseline baseline.json",
            "Every code, with what it is checked against": "gbr-lsp check --show-codes manuscript.md",
            "A text that is not saved yet": "gbr-lsp check --stdin-filename draft.tex - < manuscript.tex",
        },
    ),
)
@click.argument("paths", nargs=-1, shell_complete=files)
@click.option(
    "--select", multiple=True, metavar="RULES", shell_complete=rules,
    help="Run these rules only, whatever the settings select: names with commas between them, or `all`.",
)  # fmt: skip
@click.option(
    "--extend-select", multiple=True, metavar="RULES", shell_complete=rules,
    help="Run these rules besides those that run anyway.",
)  # fmt: skip
@click.option("--ignore", multiple=True, metavar="RULES", shell_complete=rules, help="Do not run these rules.")
@click.option("--fix", is_flag=True, help="Write the safe fixes into the files, and report what is left.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff, also apply the fixes that may change the meaning."
)
@click.option(
    "--diff",
    is_flag=True,
    help="Show what --fix would change and write nothing; exit with 1 if there is anything to change.",
)
@click.option(
    "--output-format", type=click.Choice(FORMATS), default="full", show_default=True, metavar="FORMAT",
    help=f"How findings are written: {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.",
)  # fmt: skip
@click.option(
    "-o", "--output-file", metavar="FILE", shell_complete=files, help="Write to this file instead of standard output."
)
@click.option("--statistics", is_flag=True, help="Count the findings of each rule, and how many can be fixed.")
@click.option("--show-files", is_flag=True, help="Only list the files that would be checked.")
@click.option("--show-codes", is_flag=True, help="Only list the codes, each with what it is checked against.")
@click.option(
    "--baseline", metavar="FILE", shell_complete=files, help="Leave out the findings that are recorded in this file."
)
@click.option("--write-baseline", is_flag=True, help="Record what is found in the file of --baseline.")
@click.option("-w", "--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@jobs_option("Check files in N processes; 0 means as many as there are processors.")
@click.option(
    "--config", metavar="FILE", shell_complete=files,
    help="Read the settings from this file, and not from those beside the files that are checked.",
)  # fmt: skip
@click.option("--isolated", is_flag=True, help="Read no settings, and check as if there were none.")
@click.option("--force-exclude", is_flag=True, help="Leave out what the settings exclude, even if it is named.")
@STDIN_FILENAME
@click.option(
    "--fail-level", type=click.Choice(_LEVELS), default=Severity.INFORMATION.value, show_default=True,
    help="Exit with 1 only for findings of at least this severity.",
)  # fmt: skip
@click.option(
    "--annotate", metavar="FILE", shell_complete=files,
    help="Write a copy of the PDF or Word file that is checked, with a note or comment at each finding, to this file.",
)  # fmt: skip
@click.option(
    "--against", metavar="FILE", shell_complete=files,
    help="Compare what is checked with its proof, a PDF or Word file or any other text (rule proof-mismatch).",
)  # fmt: skip
@click.option(
    "--fail-unread", is_flag=True,
    help="Exit with 1 if pages or boards of a PDF or Word file cannot be read.",
)  # fmt: skip
@click.option(
    "--proof-timeout", type=_SECONDS, metavar="SECONDS",
    help="How long a PDF or Word file may take to read; by default 60 seconds and one for each page.",
)  # fmt: skip
@click.option("-e", "--exit-zero", is_flag=True, help="Exit with 0 even if something is found.")
@click.option("-q", "--quiet", is_flag=True, help="Write findings only: no progress, no summary.")
@click.option("-v", "--verbose", is_flag=True, help="Name each file on standard error, with what is found in it.")
@click.option("--no-progress", "progress", flag_value=False, default=True, help="Show no progress on a terminal.")
@click.option(
    "--color", type=click.Choice(("auto", "always", "never")), default="auto", show_default=True,
    help="Whether to write in colors; `auto` does so on a terminal, unless NO_COLOR is set or TERM is dumb.",
)  # fmt: skip
@click.pass_context
def command(context: click.Context, /, **given: Any) -> int:
    """Check the codes in files and folders, by default in the working folder; `-` is standard input.

    Files that the settings or a .gitignore exclude are not read, but a file that is named always is. With `--fix`, the
    fixed text of `-` goes to standard output and what is left to standard error.
    """
    options = CheckOptions(**given)
    options.refuse()
    selection(Settings(), options.select, options.extend_select, options.ignore)
    if options.color != "auto":
        context.color = options.color == "always"
    if options.watch:
        from gbr_lsp.cli.checking.watch import watch

        return watch(options)
    return check(options, FolderSettings(options.config, isolated=options.isolated))
