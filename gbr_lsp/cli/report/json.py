"""The JSON of Ruff, extended; docs/cli.md describes it."""

from collections.abc import Iterator
from typing import Any

from gbr_lsp.cli.output import json_list, readable
from gbr_lsp.cli.report.located import CheckedFiles, Report, in_order, severity
from gbr_lsp.lint.engine import Placed
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Fix, Related
from gbr_lsp.model.rule_pages import page_url
from gbr_lsp.rules import RULES


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    return json_list(as_json(report, item) for report, item in in_order(reports))


def as_json(report: Report, item: Placed) -> dict[str, Any]:
    """Return a finding as an object."""
    finding = item.finding
    return {
        "code": finding.rule,
        "severity": severity(item).value,
        "message": finding.message,
        "filename": readable(report.name),
        "location": report.location(item.span.start),
        "end_location": report.location(item.span.end),
        "fix": next((_fix(report, fix) for fix in finding.fixes if not fix.tied), None),
        "fixes": [_fix(report, fix) for fix in finding.fixes],
        "related": [{"message": related.message, **_related(report, related)} for related in finding.related],
        "url": page_url(RULES[finding.rule]),
        **(report.proof.details(item.span) if report.proof else {}),
    }


def _fix(report: Report, fix: Fix) -> dict[str, Any]:
    return {
        "applicability": fix.applicability,
        "message": fix.title,
        "edits": [{"content": edit.text, **_place(report, edit.place)} for edit in fix.edits],
    }


def _related(report: Report, related: Related) -> dict[str, Any]:
    point = report.point(related.place)
    return {key: point[key] for key in ("filename", "location", "end_location")}


def _place(report: Report, place: Place) -> dict[str, Any]:
    span = report.span(place)
    return {"location": report.location(span.start), "end_location": report.location(span.end)}
