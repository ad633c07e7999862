"""`gbr-lsp check`: the findings of files and folders."""

import io
import sys
from importlib import import_module

import click

from gbr_lsp.cli.configured import Configuration, selection
from gbr_lsp.cli.earlier import Earlier
from gbr_lsp.cli.files import complain, sources
from gbr_lsp.cli.output import emit
from gbr_lsp.cli.report.located import Files, Report
from gbr_lsp.finding import Severity
from gbr_lsp.lint import lint
from gbr_lsp.rules import RULES
from gbr_lsp.settings import Settings
from gbr_lsp.text import LineIndex

FORMATS = ("full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "junit")
_FOR_PEOPLE = ("full", "concise", "grouped")


@click.command("check")
@click.argument("paths", nargs=-1)
@click.option("--select", multiple=True, metavar="RULES", help="Run these rules only; `all` for every rule.")
@click.option("--extend-select", multiple=True, metavar="RULES", help="Run these rules besides the default ones.")
@click.option("--ignore", multiple=True, metavar="RULES", help="Do not run these rules.")
@click.option("--output-format", type=click.Choice(FORMATS), default="full", show_default=True)
@click.option("--config", metavar="FILE", help="The settings, whatever file stands nearer.")
@click.option("--isolated", is_flag=True, help="Read no settings.")
@click.option("--stdin-filename", metavar="NAME", help="What the text of `-` is called, and by its ending what it is.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if something is found.")
def command(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    extend_select: tuple[str, ...],
    ignore: tuple[str, ...],
    output_format: str,
    config: str | None,
    isolated: bool,
    stdin_filename: str | None,
    exit_zero: bool,
) -> int:
    """Check the codes in files and folders; `-` is standard input.

    Exits with 0 if nothing is found, 1 if something is, 2 if a file cannot be read.
    """
    configuration = Configuration(config, isolated=isolated)
    selection(Settings(), select, extend_select, ignore)
    earlier = Earlier()
    reports: list[Report] = []
    files = Files([], [])
    for source in sources(paths or (".",), stdin_filename):
        if source.trouble:
            complain(source)
            files.failed.append((source.name, source.trouble))
            continue
        files.read.append(source.name)
        document = configuration.document(source)
        rules = selection(configuration.settings(source), select, extend_select, ignore)
        found = lint(document, rules, earlier.before(source, document))
        if found:
            reports.append(Report(source.name, LineIndex(source.text), document.offsets(), found))
    if not files.read and not files.failed:
        click.echo("gbr-lsp: there are no files to check", err=True)
    if output_format not in _FOR_PEOPLE and isinstance(sys.stdout, io.TextIOWrapper):
        # Programs expect UTF-8 whatever the terminal speaks.
        sys.stdout.reconfigure(encoding="utf-8")
    emit(import_module(f"gbr_lsp.cli.report.{output_format.replace('-', '_')}").write(reports, files))
    if files.failed:
        return 2
    counts = any(RULES[item.finding.rule].severity is not Severity.HINT for report in reports for item in report.found)
    return int(counts and not exit_zero)
