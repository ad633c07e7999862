"""The JSON of Ruff, extended; docs/cli.md describes it."""

from collections.abc import Iterator
from typing import Any

from gbr_lsp.cli.output import json_list, readable_name
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, ordered_findings, severity_of
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Fix, RelatedMessage
from gbr_lsp.model.rule_pages import page_url
from gbr_lsp.rules import RULES


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    return json_list(as_json(report, item) for report, item in ordered_findings(reports))


def as_json(report: Report, item: PlacedFinding) -> dict[str, Any]:
    """Return a finding as an object."""
    finding = item.finding
    return {
        "code": finding.rule,
        "severity": severity_of(item).value,
        "message": finding.message,
        "filename": readable_name(report.name),
        "location": report.location_of(item.span.start),
        "end_location": report.location_of(item.span.end),
        "fix": next((_fix(report, fix) for fix in finding.fixes if not fix.is_tied), None),
        "fixes": [_fix(report, fix) for fix in finding.fixes],
        "related": [{"message": related.message, **_related(report, related)} for related in finding.related],
        "url": page_url(RULES[finding.rule]),
        **(report.proof.details_of(item.span) if report.proof else {}),
    }


def _fix(report: Report, fix: Fix) -> dict[str, Any]:
    return {
        "applicability": fix.applicability,
        "message": fix.title,
        "edits": [{"content": edit.text, **_place(report, edit.place)} for edit in fix.edits],
    }


def _related(report: Report, related: RelatedMessage) -> dict[str, Any]:
    point = report.related_place(related.place)
    return {key: point[key] for key in ("filename", "location", "end_location")}


def _place(report: Report, place: Place) -> dict[str, Any]:
    span = report.span_of(place)
    return {"location": report.location_of(span.start), "end_location": report.location_of(span.end)}
