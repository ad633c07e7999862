"""Fingerprints that identify a finding from run to run, also when lines are added or removed above it."""

from collections import Counter
from hashlib import sha256

from gbr_lsp.cli.output import readable
from gbr_lsp.cli.report.located import Report
from gbr_lsp.lint.engine import Placed


class Fingerprints:
    """Fingerprints of findings, to be called in their order; equal ones are numbered."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def of(self, path: str, report: Report, item: Placed) -> str:
        """The fingerprint of a finding: of its file, its rule, its lines without their blanks, and its number."""
        if report.proof is not None:
            return self._numbered("\0".join((readable(path), item.finding.rule, report.proof.key(item.span))))
        first, last = (report.lines.line_at(offset) for offset in item.span)
        start, end = report.lines.line_span(first).start, report.lines.line_span(last).end
        lines = "".join(report.lines.text[start:end].split())
        text = report.lines.text[item.span.start : item.span.end]
        alike = "\0".join((readable(path), item.finding.rule, lines, text))
        return self._numbered(alike)

    def _numbered(self, alike: str) -> str:
        self._seen[alike] += 1
        return sha256(f"{alike}\0{self._seen[alike]}".encode("utf-8", "backslashreplace")).hexdigest()[:32]
