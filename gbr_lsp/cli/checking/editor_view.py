"""A PDF or Word file for an editor: the server runs `python -m gbr_lsp.cli.checking.editor_view PATH`.

It writes one JSON object: `text` of the file; `findings` as in `check --output-format json`, each
with its place as `spot` and its `boards`, those of the report; `report`, the page of `--output-format
html`; and `unread`, the unread pages, or null. If nothing is readable it only has `trouble`. It ends
with its parent process.
"""

import json
import os
import sys
from typing import Any

import click

from gbr_lsp.base.child_process import end_with_parent
from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.checking.check_file import Task, check_file
from gbr_lsp.cli.files import FileRequest, is_proof, read
from gbr_lsp.cli.folder_settings import FolderSettings, selected_rules
from gbr_lsp.cli.report import html
from gbr_lsp.cli.report.file_report import CheckedFiles, Report
from gbr_lsp.cli.report.json import as_json


def main() -> None:
    """Check the file named on the command line, and write the object."""
    end_with_parent()
    sys.stdout.write(proof_json(sys.argv[1]))
    sys.stdout.flush()
    os._exit(0)


def proof_json(path: str) -> str:
    """Return the object for the file at `path` as JSON; wrong settings become its `trouble` too."""
    try:
        view = view_and_reports(path)[0] if is_proof(path) else {"trouble": "is not a PDF or Word file (.docx)"}
        return json.dumps(view)
    except click.ClickException as error:
        return json.dumps({"trouble": error.format_message()})


def view_and_reports(path: str) -> tuple[dict[str, Any], list[Report]]:
    """Return the object for a file of any kind, and the report that has its findings, if there are any.

    After a file error the object is `{"trouble": …}`.
    """
    request = FileRequest(path, path)
    configuration = FolderSettings(None, isolated=False)
    settings = configuration.settings_for(request)
    source = read(request, settings.encoding)
    if source.trouble is not None:
        return {"trouble": source.trouble}, []
    rules = selected_rules(settings, (), (), ())
    task = Task(request, source, rules, settings.conventions, settings.encoding, settings.severities, needs_boards=True)
    result = check_file(task)
    if result.trouble is not None:
        return {"trouble": result.trouble}, []
    reports = list[Report]()
    if result.block is not None:
        lines = LineIndex(source.text)
        reports.append(Report(path, lines, {result.block: 0}, list(result.findings), result.proof, result.boards))
    unread = result.proof.unread_summary if result.proof else None
    files = CheckedFiles(
        [path], [], [(path, unread)] if unread else [], int(bool(result.proof and result.proof.is_blank))
    )
    view = {
        "text": source.text,
        "findings": [
            {**as_json(report, item), "spot": report.spot_of(item.span), "boards": [one.as_json() for one in boards]}
            for report in reports
            for item, boards in zip(report.findings, report.boards, strict=True)
        ],
        "report": "\n".join(html.write(reports, files)),
        "unread": unread,
    }
    return view, reports


if __name__ == "__main__":
    main()
