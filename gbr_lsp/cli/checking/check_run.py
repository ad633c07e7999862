"""One run of `check`, from paths to the report."""

import io
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import click

from gbr_lsp.base.encoding import encode
from gbr_lsp.base.escapes import COMMAND, JSON, LINE, STYLED_LINE, XML
from gbr_lsp.base.text import Excerpts, LineIndex
from gbr_lsp.cli.checking.check_file import FileResult, Fixing, Task, finding_keys
from gbr_lsp.cli.checking.options import CheckOptions
from gbr_lsp.cli.checking.result_files import write_bytes, write_lines
from gbr_lsp.cli.checking.schedule import CachedResults, check_all
from gbr_lsp.cli.files import FileRequest, Source, is_proof, report_trouble
from gbr_lsp.cli.folder_settings import FolderSettings, selected_rules
from gbr_lsp.cli.output import print_message, safe_name
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, ordered_findings, read_lines, severity_of
from gbr_lsp.lint.coverage import total_coverage

if TYPE_CHECKING:
    from gbr_lsp.cli.checking.baseline import Baseline

_FOR_PEOPLE = ("full", "concise", "grouped")
_SYNTAX = {"full": STYLED_LINE, "concise": LINE, "grouped": STYLED_LINE, "github": COMMAND, "junit": XML, "html": XML}
"""The syntax of each format; the others are JSON."""
_SAYING_WHAT_WAS_READ = ("full", "grouped", "sarif", "html")
"""The formats that include the number of codes and boards read."""
_LISTS = ("json", "json-lines")
"""The formats without these numbers, which then go to standard error."""


def check(options: CheckOptions, configuration: FolderSettings, cached_results: CachedResults | None = None) -> int:
    """Check files, apply fixes, and report the remaining findings; return the exit status.

    `cached_results` has the results of an earlier check.
    """
    requests = configuration.requests(
        options.paths or (".",), options.stdin_filename, force_exclude=options.force_exclude
    )
    _refuse_overwriting(options, requests)
    if not requests:
        from gbr_lsp.cli.checking.skipped_files import why_no_files

        for line in why_no_files(options.paths or (".",), configuration):
            print_message(line)
    if options.show_files:
        return _show_files(options, requests)
    if options.show_codes:
        from gbr_lsp.cli.checking.show_codes import show_codes

        return show_codes(options, configuration, requests)
    _refuse_fixes(options, requests)
    if options.fixing is not Fixing.NONE and not options.diff:
        requests = _finished(requests)
    if options.annotate is not None:
        from gbr_lsp.cli.checking import annotation

        annotation.refuse(requests, options.annotate)
    baseline = _baseline(options)
    tasks = _tasks(options, configuration, requests, baseline)
    results = check_all(tasks, options.job_options, options.fixing, cached_results)
    if options.fixing is not Fixing.NONE:
        results = _fixed(options, tasks, results)
    checked = list(zip(tasks, results, strict=True))
    failed = any(one.trouble for one in results)
    unread = _unread(checked)
    _write_notes(options, checked, unread)
    reports = _reports(checked)
    if baseline is not None:
        _report_baseline(options, baseline, checked, reports)
    if options.diff:
        status = any(one.fix_count for one in results)
    elif options.write_baseline:
        status = False
    else:
        status = any(options.is_failure(severity_of(item)) for _, item in ordered_findings(reports))
    try:
        if not (options.diff or options.write_baseline):
            _write(options, checked, reports)
    finally:
        # The copy is written even if the reader of the report closes it early.
        if options.annotate is not None and not failed:
            annotation.annotate_copy(requests[0], reports, options.annotate)
    if options.fixing is not Fixing.NONE and not options.quiet:
        _sum_up(options, results)
    status = status or (options.fail_unread and bool(unread))
    return 2 if failed else int(status and not options.exit_zero)


def _refuse_overwriting(options: CheckOptions, requests: list[FileRequest]) -> None:
    """Raise UsageError if an output file is one of the files named to be checked.

    An earlier report in a folder that is checked may be overwritten.
    """
    for option, target in {"--output-file": options.output_file, "--annotate": options.annotate}.items():
        for one in requests:
            if target and one.is_named and one.path and _is_same_file(one.path, target):
                what = f"{option} would overwrite {one.name}, one of the files to check"
                raise click.UsageError(f"{what}: name another file.")


def _is_same_file(path: str, other: str) -> bool:
    return os.path.isfile(path) and os.path.isfile(other) and os.path.samefile(path, other)


def _refuse_fixes(options: CheckOptions, requests: list[FileRequest]) -> None:
    proofs = [one.name for one in requests if is_proof(one.name)]
    if proofs and options.fixing is not Fixing.NONE:
        what = "--diff" if options.diff else "--fix"
        advice = "correct its source text; --annotate marks the findings in a copy"
        raise click.UsageError(f"{what} cannot change {proofs[0]}: {advice}.")


def _finished(requests: list[FileRequest]) -> list[FileRequest]:
    """Finish what an earlier run did not write to the end; files that cannot be finished get a `trouble`."""
    from gbr_lsp.cli.checking.copies import finish_interrupted

    problems = finish_interrupted(one.path for one in requests if one.path and not one.trouble)
    requests = [one._replace(trouble=problems.pop(one.path or "", one.trouble)) for one in requests]
    for path, problem in problems.items():
        print_message(f"{path}: {problem}")
    return requests


def _show_files(options: CheckOptions, requests: list[FileRequest]) -> int:
    """Write the names of the files to read, report unreadable ones; return the exit status."""
    for one in (one for one in requests if one.trouble):
        report_trouble(Source(one.name, trouble=one.trouble))
    write_lines([safe_name(one.name) for one in requests if not one.trouble], options.output_file)
    return 2 if any(one.trouble for one in requests) else 0


def _baseline(options: CheckOptions) -> "Baseline | None":
    if options.baseline is None:
        return None
    from gbr_lsp.cli.checking.baseline import read_baseline

    return read_baseline(options.baseline, may_be_missing=options.write_baseline)


def _tasks(
    options: CheckOptions, configuration: FolderSettings, requests: list[FileRequest], baseline: "Baseline | None"
) -> list[Task]:
    """Return a task for each file, with its recorded findings and the studies of its proof."""
    tasks = [_task(options, configuration, one) for one in requests]
    if options.against is not None and tasks:
        from gbr_lsp.cli.checking.proof_comparison import proof_studies

        compared_studies = proof_studies(options.against, tasks[0].conventions, options.proof_timeout)
        tasks = [task._replace(proof_studies=compared_studies) for task in tasks]
    if baseline is not None and not options.write_baseline:
        tasks = [task._replace(known_findings=baseline.entries_of(task.request.name)) for task in tasks]
    return tasks


def _task(options: CheckOptions, configuration: FolderSettings, request: FileRequest) -> Task:
    settings = configuration.settings_for(request)
    rules = selected_rules(settings, options.select, options.extend_select, options.ignore)
    # Standard input and other pipes can only be read once, and only in this process.
    only_once = request.path is None or not os.path.isfile(request.path)
    source = configuration.read(request) if only_once else None
    return Task(
        request,
        source,
        rules,
        settings.conventions,
        settings.encoding,
        settings.severities,
        needs_line_hashes=options.output_format == "sarif",
        proof_seconds=options.proof_timeout,
        needs_boards=options.output_format == "html",
    )


def _fixed(options: CheckOptions, tasks: list[Task], results: list[FileResult]) -> list[FileResult]:
    """Write or show the fixes; return the results, with a `FileResult.trouble` for unwritten files."""
    from gbr_lsp.cli.checking import fix
    from gbr_lsp.cli.checking.file_replacement import NotWritten

    results = list(results)
    diffs = []
    for number, (task, one) in enumerate(zip(tasks, results, strict=True)):
        try:
            if options.diff:
                diffs.append((fix.diff(task, one), one))
            elif task.request.path is not None:
                fix.write(task, one)
            elif task.source is not None and task.source.encoded is not None:
                write_bytes(fix.fixed_bytes(one) or encode(task.source.encoded), None)
        except NotWritten as error:
            results[number] = FileResult(str(error))
        if one.skipped_rules:
            name, rules = task.request.name, ", ".join(one.skipped_rules)
            print_message(f"{name}: the fixes of {rules} kept changing the text and were not applied")
    if options.diff:
        _show(options, diffs)
    return results


def _sum_up(options: CheckOptions, results: list[FileResult]) -> None:
    from gbr_lsp.cli.checking.fix import summary

    line = summary(results, options.fixing, is_dry_run=options.diff)
    if line:
        print_message(line)


def _show(options: CheckOptions, diffs: list[tuple[bytes, FileResult]]) -> None:
    """Write `diffs`: as text on a terminal or in colors, otherwise byte for byte."""
    if (sys.stdout.isatty() or click.get_current_context().color) and options.output_file is None:
        from gbr_lsp.cli.checking.fix import colored_diff

        write_lines((line for content, one in diffs for line in colored_diff(content, one)), None, STYLED_LINE)
    else:
        write_bytes(b"".join(content for content, _ in diffs), options.output_file)


def _reports(checked: Iterable[tuple[Task, FileResult]]) -> list[Report]:
    return [
        Report(
            task.request.name,
            _lines(one.block.text, one.rows),
            {one.block: 0},
            list(one.findings),
            one.proof,
            one.boards,
            one.line_hashes,
        )
        for task, one in checked
        if one.block is not None and one.findings
    ]


def _write_notes(
    options: CheckOptions, checked: Sequence[tuple[Task, FileResult]], unread: Iterable[tuple[str, str]]
) -> None:
    """Write unreadable files, pages and boards to stderr; with --verbose, also each file."""
    for task, one in checked:
        if one.trouble:
            report_trouble(Source(task.request.name, trouble=one.trouble))
        elif options.verbose:
            count = len(one.findings)
            print_message(f"{task.request.name}: {count} finding{'s' if count != 1 else ''}")
    for name, what in unread:
        print_message(f"{name}: {what}")
    if checked and all(one.proof and one.proof.is_scanned for _, one in checked):
        from gbr_lsp.cli.checking.skipped_files import USE_OCR

        print_message(USE_OCR)


def _unread(checked: Iterable[tuple[Task, FileResult]]) -> list[tuple[str, str]]:
    """Return pairs of a proof's name and its unread parts, for proofs that were read."""
    return [
        (task.request.name, one.proof.unread_summary) for task, one in checked if one.proof and one.proof.unread_summary
    ]


def _lines(text: str, rows: Sequence[tuple[int, int]]) -> LineIndex | Excerpts:
    return Excerpts(text, rows) if rows else LineIndex(text)


def _report_baseline(
    options: CheckOptions, baseline: "Baseline", checked: list[tuple[Task, FileResult]], reports: list[Report]
) -> None:
    """Write the baseline, or report its stale entries."""
    from gbr_lsp.cli.checking.baseline import report_stale, write_baseline

    rules = {task.request.name: task.rules for task, one in checked if not one.trouble}
    if options.write_baseline:
        found = [
            (report.name, known)
            for report in reports
            for known in finding_keys(report.findings, report.lines, report.proof)
        ]
        count = write_baseline(baseline, found, rules)
        verb = "finding is" if count == 1 else "findings are"
        print_message(f"{count} {verb} recorded in {baseline.path}")
    else:
        idle = {task.request.name: one.stale_findings for task, one in checked if not one.trouble}
        report_stale(baseline.path, baseline.stale_messages(idle, rules))


def _write(options: CheckOptions, checked: list[tuple[Task, FileResult]], reports: list[Report]) -> None:
    """Write the findings or the statistics, then the number of codes and boards read."""
    files = _files(options, checked)
    if options.statistics:
        from gbr_lsp.cli.checking import statistics

        lines = statistics.write(reports, options.output_format, files)
    else:
        report = import_module(f"gbr_lsp.cli.report.{options.output_format.replace('-', '_')}")
        lines = report.write(reports, files)
    if options.output_format not in _FOR_PEOPLE and isinstance(sys.stdout, io.TextIOWrapper):
        # Programs expect UTF-8, whatever the encoding of the terminal.
        sys.stdout.reconfigure(encoding="utf-8")
    syntax = _SYNTAX.get(options.output_format, JSON)
    write_lines(lines, options.output_file, syntax, err=options.has_text_on_stdout, color=options.color == "always")
    if options.output_format not in _SAYING_WHAT_WAS_READ and files.has_summary:
        totals = files.coverage if options.output_format in _LISTS else None
        for line in read_lines(files._replace(coverage=totals)):
            print_message(line)


def _files(options: CheckOptions, checked: list[tuple[Task, FileResult]]) -> CheckedFiles:
    """Return the checked files with their counts."""
    read = [(task, one) for task, one in checked if not one.trouble]
    failed = [(task.request.name, one.trouble) for task, one in checked if one.trouble]
    blank = sum(1 for _, one in checked if one.proof and one.proof.is_blank)
    named = [
        (task.request.name, one)
        for task, one in read
        if task.request.is_named and not (one.proof and one.proof.is_blank)
    ]
    return CheckedFiles(
        [task.request.name for task, _ in read],
        failed,
        _unread(checked),
        blank,
        has_summary=not options.quiet,
        coverage=total_coverage(one.coverage for _, one in read if one.coverage) if blank < len(read) else None,
        without_codes=[name for name, one in named if one.coverage and not one.coverage.codes],
        tables="; ".join(dict.fromkeys(filter(None, (_tables(task) for task, _ in read)))),
        proved_studies=[
            (task.request.name, study) for task, one in read if one.coverage for study in one.coverage.proved_studies
        ],
        fixable_count=_fixable_count(options, checked),
    )


def _fixable_count(options: CheckOptions, checked: list[tuple[Task, FileResult]]) -> int:
    """Return the number of findings that --fix would correct; 0 if it was used or refuses one of the files."""
    if options.fixing is not Fixing.NONE or any(is_proof(task.request.name) for task, _ in checked):
        return 0
    return sum(
        any(fix.is_safe for fix in item.finding.fixes)
        for path, findings in ((task.request.path, one.findings) for task, one in checked if one.findings)
        if path is None or (os.path.isfile(path) and os.access(path, os.W_OK))
        for item in findings
    )


def _tables(task: Task) -> str:
    """Return how many tables the settings of `task` have: `145 tables with up to 5 men`."""
    tables = task.conventions.tables
    if tables is None:
        return ""
    if not tables.names:
        return "The folders in the setting syzygy contain no tables"
    count = len(tables.names)
    return f"{count} table{'' if count == 1 else 's'} with up to {tables.max_men} men"
