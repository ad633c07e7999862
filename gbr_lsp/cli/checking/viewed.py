"""A PDF or Word file for an editor: the server runs `python -m gbr_lsp.cli.checking.viewed PATH`.

It writes one JSON object: `text` of the file; `findings` as in `check --output-format json`, each
with its place as `spot`; `report`, the page of `--output-format html`; and `unread`, the unread
pages, or null. If nothing is readable it only has `trouble`. It ends with its parent process.
"""

import json
import os
import sys
from typing import Any

import click

from gbr_lsp.base.child_process import end_with_parent
from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.checking.check_file import Task, check_file
from gbr_lsp.cli.configured import FolderSettings, selection
from gbr_lsp.cli.files import Asked, is_proof, read
from gbr_lsp.cli.report import html
from gbr_lsp.cli.report.json import as_json
from gbr_lsp.cli.report.located import CheckedFiles, Report


def main() -> None:
    """Check the file named on the command line, and write the object."""
    end_with_parent()
    try:
        said = json.dumps(viewed(sys.argv[1]))
    except click.ClickException as error:
        said = json.dumps({"trouble": error.format_message()})
    sys.stdout.write(said)
    sys.stdout.flush()
    os._exit(0)


def viewed(path: str) -> dict[str, Any]:
    """Return the object for a PDF or Word file; file errors become its `trouble`."""
    return checked(path) if is_proof(path) else {"trouble": "is not a PDF or Word file (.docx)"}


def checked(path: str) -> dict[str, Any]:
    """Return the object for a file of any kind; file errors become its `trouble`."""
    asked = Asked(path, path)
    configuration = FolderSettings(None, isolated=False)
    settings = configuration.settings(asked)
    source = read(asked, settings.encoding)
    if source.trouble is not None:
        return {"trouble": source.trouble}
    rules = selection(settings, (), (), ())
    task = Task(asked, source, rules, settings.conventions, settings.encoding, settings.severities, draws=True)
    result = check_file(task)
    if result.trouble is not None:
        return {"trouble": result.trouble}
    reports = []
    if result.block is not None:
        lines = LineIndex(source.text)
        reports.append(Report(path, lines, {result.block: 0}, list(result.found), result.proof, result.beside))
    unread = result.proof.unread if result.proof else None
    files = CheckedFiles(
        [path], [], [(path, unread)] if unread else [], int(bool(result.proof and result.proof.is_blank))
    )
    return {
        "text": source.text,
        "findings": [
            {**as_json(report, item), "spot": report.spot(item.span)} for report in reports for item in report.found
        ],
        "report": "\n".join(html.write(reports, files)),
        "unread": unread,
    }


if __name__ == "__main__":
    main()
