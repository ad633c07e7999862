"""Fingerprints that identify a finding from run to run, even after lines above it change."""

from collections import Counter
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Excerpts, LineIndex
from gbr_lsp.cli.output import readable_name
from gbr_lsp.cli.report.file_report import Report
from gbr_lsp.lint.engine import PlacedFinding

if TYPE_CHECKING:
    from hashlib import _Hash


class Fingerprints:
    """Fingerprints of findings, requested in order; equal ones are numbered."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, ...]] = Counter()

    def fingerprint_of(self, path: str, report: Report, item: PlacedFinding) -> str:
        """Return a hash of file, rule, lines and number: 32 hexadecimal digits."""
        name, rule = readable_name(path), item.finding.rule
        if report.proof is not None:
            key = report.proof.key_of(item.span)
            return self._numbered(_hash_of(name, rule), name, rule, key)
        first, last = (report.lines.line_at(offset) for offset in item.span)
        lines = _without_blanks(report.lines, first, last)
        text = report.lines.text[item.span.start : item.span.end]
        return self._numbered(_hash_of(name, rule, lines), name, rule, lines, text)

    def _numbered(self, begun: "_Hash", *alike: str) -> str:
        """Return the hash of `alike` and its number; `begun` is the hash of all of `alike` but the last."""
        self._seen[alike] += 1
        digest = begun.copy()
        digest.update(_encoded(f"{alike[-1]}\0{self._seen[alike]}"))
        return digest.hexdigest()[:32]


@lru_cache(maxsize=1)
def _without_blanks(lines: LineIndex | Excerpts, first: int, last: int) -> str:
    """Return the text of the lines `first` to `last` without whitespace; findings may share it."""
    return "".join(lines.text[lines.line_span(first).start : lines.line_span(last).end].split())


@lru_cache(maxsize=16)
def _hash_of(*parts: str) -> "_Hash":
    return sha256(_encoded("\0".join((*parts, ""))))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
