"""SARIF 2.1.0 of one run: the rules with their pages; the findings with places, fixes and fingerprints.

Nothing in it depends on the machine or the time. Paths are relative to `%SRCROOT%`, which the
reader of the report knows; a rule needs no address, because its page is included in the report.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

from gbr_lsp import __version__
from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.cli.output import readable_name
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, severity_of
from gbr_lsp.cli.report.fingerprints import Fingerprints
from gbr_lsp.cli.report.paths import from_root, with_slashes
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Finding, Fix, RelatedMessage, RemotePlace, Rule, Severity
from gbr_lsp.model.rule_pages import page_of
from gbr_lsp.rules import RULES

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}
MAX_RESULTS = 25_000
"""Maximum number of results in a run, a limit of GitHub."""
_INDEX = {name: number for number, name in enumerate(RULES)}
_LINK = regex(r"[\\\[\]]")
_ESCAPED = r"\\\g<0>"
"""Brackets are escaped in the text of a link (SARIF 2.1.0, section 3.11.6)."""
_WHY = regex(r"## Why it matters\n\n(.*?)\n\n", re.DOTALL)


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    run = {
        "tool": {
            "driver": {
                "name": "gbr-lsp",
                "version": __version__,
                "semanticVersion": __version__,
                **({"informationUri": home} if (home := _address("Homepage")) else {}),
                "rules": [_rule(rule) for rule in RULES.values()],
            }
        },
        "invocations": [_invocation(files)],
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the files that were checked."}}},
        "results": list(_results(reports)),
        **_coverage(files),
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": _runs(run)}
    yield json.dumps(log, indent=2)


def _runs(run: dict[str, Any]) -> list[dict[str, Any]]:
    """Return `run`, or several runs with a part of its results each, and a category, for one may have no more."""
    results = run["results"]
    parts = [results[start : start + MAX_RESULTS] for start in range(0, len(results), MAX_RESULTS)]
    if len(parts) < 2:
        return [run]
    return [
        run | {"automationDetails": {"id": f"gbr-lsp-{number}/"}, "results": part}
        for number, part in enumerate(parts, 1)
    ]


def _rule(rule: Rule) -> dict[str, Any]:
    why = _WHY.search(rule.page)
    described = [f"{rule.summary}.", *([" ".join(why[1].split())] if why else [])]
    text = page_of(rule)
    return {
        "id": rule.name,
        "shortDescription": {"text": f"{rule.summary}."},
        "fullDescription": {"text": " ".join(described)},
        "help": {"text": text, "markdown": text},
        **({"helpUri": f"{rules}/{rule.name}.md"} if (rules := _address("Rules")) else {}),
        "defaultConfiguration": {"enabled": rule.severity is not Severity.HINT, "level": _LEVELS[rule.severity]},
    }


@cache
def _address(name: str) -> str | None:
    """Return the address `name` of `[project.urls]` as installed, or None if it is missing."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls = metadata("gbr-lsp").get_all("Project-URL", [])
    except PackageNotFoundError:
        return None
    return dict(url.split(", ", 1) for url in urls).get(name)


def _invocation(files: CheckedFiles) -> dict[str, Any]:
    troubles = [
        {
            "level": "error",
            "message": {"text": f"The file cannot be read: {trouble}."},
            "locations": [{"physicalLocation": {"artifactLocation": _artifact(name)}}],
        }
        for name, trouble in files.failures
    ]
    notifications = {"toolExecutionNotifications": troubles} if troubles else {}
    return {"executionSuccessful": not troubles, **notifications}


def _coverage(files: CheckedFiles) -> dict[str, Any]:
    if files.coverage is None:
        return {}
    read = files.coverage
    counts = {"codes": read.codes, "codesWithBoard": read.boards, "codesWithSolution": read.solutions}
    counts |= {"codesAlone": read.unmatched, "codesAloneWithControl": read.controls, "codesAloneWithText": read.texts}
    known = {name: count for name, count in counts.items() if count is not None}
    return {"properties": {**known, "filesWithoutCodes": [readable_name(name) for name in files.without_codes]}}


def _results(reports: list[Report]) -> Iterator[dict[str, Any]]:
    fingerprints = Fingerprints()
    for report in reports:
        for item in report.findings:
            location = _location(report, item.finding.place)
            uri = location["physicalLocation"]["artifactLocation"]["uri"]
            yield {
                "ruleId": item.finding.rule,
                "ruleIndex": _INDEX[item.finding.rule],
                "level": _LEVELS[severity_of(item)],
                "message": {"text": _message(item.finding)},
                "locations": [location],
                "partialFingerprints": {
                    "primaryLocationLineHash": report.line_hashes[report.lines.line_and_column(item.span.start)[0]],
                    "finding/v1": fingerprints.fingerprint_of(uri, report, item),
                },
                **_more("relatedLocations", [_related(report, *each) for each in enumerate(item.finding.related, 1)]),
                **_more("fixes", [_fix(report, fix) for fix in item.finding.fixes if not fix.is_tied]),
            }


def _more(key: str, values: list[dict[str, Any]]) -> dict[str, Any]:
    return {key: values} if values else {}


def _message(finding: Finding) -> str:
    """Return the message with numbered links to the related places, for GitHub shows only linked ones."""
    links = [f"[{_LINK.sub(_ESCAPED, each.message)}]({number})" for number, each in enumerate(finding.related, 1)]
    return f"{finding.message} ({', '.join(links)})" if links else finding.message


def _related(report: Report, number: int, related: RelatedMessage) -> dict[str, Any]:
    return {"id": number, **_location(report, related.place), "message": {"text": related.message}}


def _fix(report: Report, fix: Fix) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(report.related_place(edit.place)), "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": _artifact(report.name), "replacements": replacements}],
        "properties": {"applicability": fix.applicability},
    }


def _location(report: Report, place: Place | RemotePlace) -> dict[str, Any]:
    point = report.related_place(place)
    name = place.document if isinstance(place, RemotePlace) else report.name
    region = {**_region(point), **({"snippet": {"text": point["text"]}} if point["text"] else {})}
    physical = {"physicalLocation": {"artifactLocation": _artifact(name), "region": region}}
    if report.proof is None or isinstance(place, RemotePlace):
        return physical
    # The rows of a proof are invisible; a reader looks for its pages.
    return {**physical, "logicalLocations": [report.proof.logical_location(report.span_of(place))]}


def _region(point: dict[str, Any]) -> dict[str, int]:
    start, end = point["location"], point["end_location"]
    return {
        "startLine": start["row"],
        "startColumn": start["column"],
        "endLine": end["row"],
        "endColumn": end["column"],
    }


def _artifact(name: str) -> dict[str, str]:
    """Return the URI of a file: relative to the root, or absolute if it is named so or is outside."""
    path = with_slashes(name) if os.path.isabs(name) else from_root(name, "GITHUB_WORKSPACE")
    if not os.path.isabs(path):
        return {"uri": quote(os.fsencode(path)), "uriBaseId": "%SRCROOT%"}
    # A Windows drive keeps its colon, and gets the slash that an empty host needs after it.
    return {"uri": f"file:///{quote(os.fsencode(path), safe='/:').lstrip('/')}"}
