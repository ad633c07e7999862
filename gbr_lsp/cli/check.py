"""`gbr-lsp check`: the findings of files and folders."""

from typing import Any

import click

from gbr_lsp.cli.checking.check_run import check
from gbr_lsp.cli.checking.options import CheckOptions
from gbr_lsp.cli.folder_settings import FolderSettings, selected_rules
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.shared_options import STDIN_FILENAME, jobs_option
from gbr_lsp.cli.shell_values import files, rules
from gbr_lsp.model.finding import Severity
from gbr_lsp.settings import Settings

FORMATS = ("full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "junit", "html")
_SECONDS = click.FloatRange(min=0, min_open=True)
_SECONDS.name = "number"
_LEVELS = [severity.value for severity in Severity]
_GROUPS = {
    "Files": "show_files show_codes config isolated force_exclude stdin_filename against annotate watch",
    "Rules": "select extend_select ignore baseline write_baseline",
    "Fixes": "fix diff unsafe_fixes",
    "Output": "output_format output_file statistics quiet verbose progress color",
    "Limits": "jobs proof_timeout fail_level fail_unread exit_zero",
}


class _Grouped(click.Command):
    """A command that groups the options in its help."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = {each.name: record for each in self.get_params(ctx) if (record := each.get_help_record(ctx))}
        for title, names in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([options.pop(name) for name in names.split()])
        formatter.write_paragraph()
        formatter.write_dl(list(options.values()))


@click.command(
    "check",
    cls=_Grouped,
    epilog=manual(
        {
            0: "no findings, or none as severe as --fail-level",
            1: "findings; with --diff, findings that can be fixed",
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
    help="Run only these rules, whatever the settings select: names separated by commas, or `all`.",
)  # fmt: skip
@click.option(
    "--extend-select", multiple=True, metavar="RULES", shell_complete=rules,
    help="Run these rules in addition to those that already run.",
)  # fmt: skip
@click.option("--ignore", multiple=True, metavar="RULES", shell_complete=rules, help="Do not run these rules.")
@click.option("--fix", is_flag=True, help="Apply the safe fixes to the files, and report the remaining findings.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff, include fixes that may change the meaning.")
@click.option(
    "--diff",
    is_flag=True,
    help="Show what --fix would change without writing it; exit with 1 if there are changes.",
)
@click.option(
    "--output-format", type=click.Choice(FORMATS), default="full", show_default=True, metavar="FORMAT",
    help=f"Output format: {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.",
)  # fmt: skip
@click.option(
    "-o", "--output-file", metavar="FILE", shell_complete=files, help="Write to this file instead of standard output."
)
@click.option("--statistics", is_flag=True, help="Show the number of findings by rule, and how many can be fixed.")
@click.option("--show-files", is_flag=True, help="List the files that would be checked, and stop.")
@click.option("--show-codes", is_flag=True, help="List the codes, each with what it is checked against, and stop.")
@click.option(
    "--baseline", metavar="FILE", shell_complete=files, help="Hide the findings that are recorded in this file."
)
@click.option("--write-baseline", is_flag=True, help="Record the current findings in the --baseline file.")
@click.option("-w", "--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@jobs_option("Check files in N processes; 0 means one for each processor.")
@click.option(
    "--config", metavar="FILE", shell_complete=files,
    help="Read the settings from this file only.",
)  # fmt: skip
@click.option("--isolated", is_flag=True, help="Ignore all settings files.")
@click.option("--force-exclude", is_flag=True, help="Skip files that the settings exclude, even if they are named.")
@STDIN_FILENAME
@click.option(
    "--fail-level", type=click.Choice(_LEVELS), default=Severity.INFORMATION.value, show_default=True,
    help="Exit with 1 only for findings of at least this severity.",
)  # fmt: skip
@click.option(
    "--annotate", metavar="FILE", shell_complete=files,
    help="Write a copy of the checked PDF or Word file to this file, with a comment at each finding.",
)  # fmt: skip
@click.option(
    "--against", metavar="FILE", shell_complete=files,
    help="Compare the checked files with this proof: a PDF, a Word file or any text (rule proof-mismatch).",
)  # fmt: skip
@click.option(
    "--fail-unread", is_flag=True,
    help="Exit with 1 if pages or boards of a PDF or Word file cannot be read.",
)  # fmt: skip
@click.option(
    "--proof-timeout", type=_SECONDS, metavar="SECONDS",
    help="Time limit for a PDF or Word file (default: 60 s plus 1 s a page).",
)  # fmt: skip
@click.option("-e", "--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings only: no progress, no summary.")
@click.option("-v", "--verbose", is_flag=True, help="Print each file and its number of findings to standard error.")
@click.option("--no-progress", "progress", flag_value=False, default=True, help="Do not show progress.")
@click.option(
    "--color", type=click.Choice(("auto", "always", "never")), default="auto", show_default=True,
    help="Use colors; `auto` does on a terminal, unless NO_COLOR is set or TERM is dumb.",
)  # fmt: skip
@click.pass_context
def command(context: click.Context, /, **given: Any) -> int:
    """Check the codes in files and folders. By default, check the working folder; `-` is standard input.

    Most people need three options: --fix applies the safe fixes, --diff shows them first, and --select chooses rules.

    In a folder, files that the settings or a .gitignore exclude are skipped; a file that is named is always read.
    With `-` and `--fix`, the fixed text goes to standard output and the remaining findings to standard error.
    """
    options = CheckOptions(**given)
    options.refuse()
    selected_rules(Settings(), options.select, options.extend_select, options.ignore)
    if options.color != "auto":
        context.color = options.color == "always"
    if options.watch:
        from gbr_lsp.cli.checking.watch import watch

        return watch(options)
    return check(options, FolderSettings(options.config, isolated=options.isolated))
