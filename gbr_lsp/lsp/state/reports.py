"""The diagnostics of a document in the protocol's form, for pulls, pushes and the workspace."""

import asyncio
import uuid

from lsprotocol import types

from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.lsp.conversion import Positions, to_diagnostic
from gbr_lsp.lsp.state.documents import MAX_DIAGNOSTICS, MAX_LENGTH, Documents, OpenDocument
from gbr_lsp.lsp.state.lint_jobs import LintJobs
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.finding import RuleScope
from gbr_lsp.rules import RULES

MANY_FINDINGS = 100
"""More findings than these are converted in a thread."""

PULL_OPTIONS_TIMEOUT = 0.1
"""Maximum seconds that a pull waits for the configuration requested from the client."""

TOO_LONG = f"This file has more than {MAX_LENGTH:,} characters and is not read in the editor"

SESSION = uuid.uuid4().hex[:8]
"""Part of every result id, since clients keep ids when a server restarts."""


def result_id(opened: OpenDocument) -> str:
    """Return the id of a report on a state of a document and its settings."""
    return f"{SESSION}.{opened.generation}.{opened.version}"


async def state_and_diagnostics(
    documents: Documents, lint_jobs: LintJobs, uri: str
) -> tuple[OpenDocument, list[types.Diagnostic]] | None:
    """Return the present state of `uri` with its diagnostics, or None if closed."""
    while state := await lint_jobs.findings(uri):
        opened, found = state
        request = documents.positions(opened), opened, found, documents.max_diagnostics
        is_long = MANY_FINDINGS < len(found)
        items = await asyncio.to_thread(diagnostics, *request) if is_long else diagnostics(*request)
        if documents.get(uri) is opened:
            return opened, items
    return None


def diagnostics(
    positions: Positions, opened: OpenDocument, found: list[PlacedFinding], limit: int = MAX_DIAGNOSTICS
) -> list[types.Diagnostic]:
    """Return the findings of a state as diagnostics, at most `limit`.

    If there are more, the last one states their number. A text that is too long has one diagnostic
    that states this.
    """
    if opened.is_too_long:
        start = types.Range(types.Position(0, 0), types.Position(0, 0))
        return [types.Diagnostic(start, TOO_LONG, types.DiagnosticSeverity.Information, source="gbr-lsp")]
    found = shown_findings(opened, found)
    offsets = opened.document.offsets_of(related_blocks(found[:limit]))
    items = [to_diagnostic(item, positions, opened, offsets) for item in found[:limit]]
    if limit < len(found):
        more = f"{len(found) - limit} more findings are not shown"
        items[-1] = types.Diagnostic(items[-1].range, more, types.DiagnosticSeverity.Information, source="gbr-lsp")
    return items


def shown_findings(opened: OpenDocument, found: list[PlacedFinding]) -> list[PlacedFinding]:
    """Return the findings without those about a move that is being typed."""
    if opened.expected_cursor is None:
        return found
    return [
        item for item in found if not (_is_of_moves(item) and item.span.start < opened.expected_cursor <= item.span.end)
    ]


def _is_of_moves(item: PlacedFinding) -> bool:
    return not RULES[item.finding.rule].judges.keys().isdisjoint((RuleScope.GAME, RuleScope.JUDGED_SOLUTION))


def related_blocks(found: list[PlacedFinding]) -> set[Block]:
    """Return the blocks of this document that contain related places of findings."""
    places = (related.place for item in found for related in item.finding.related)
    return {place.block for place in places if isinstance(place, Place)}
