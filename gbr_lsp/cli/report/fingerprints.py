"""Fingerprints that identify a finding from run to run, also when lines are added or removed above it."""

import re
from collections import Counter
from hashlib import sha256

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END
from gbr_lsp.cli.output import readable
from gbr_lsp.cli.report.located import Report
from gbr_lsp.lint.engine import Placed

_WINDOW = 100
_END = "\uffff"
_BEYOND_16_BITS = regex("[\U00010000-\U0010ffff]")


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


def line_hashes(text: str, rows: set[int]) -> dict[int, str]:
    """The hashes of some lines as GitHub's `upload-sarif` computes them, which are all its code scanning compares.

    A hash is a polynomial over the hundred UTF-16 units from the start of the line on, without blanks and tabs, with
    one kind of line end, a last unit FFFF and zeros behind; then comes the number of the line among those alike.
    """
    units = LINE_END.sub("\n", text).replace(" ", "").replace("\t", "")
    units = _BEYOND_16_BITS.sub(lambda found: _surrogates(found[0]), units) + _END
    padded = units + "\0" * _WINDOW
    starts = [0, *(end.end() for end in re.finditer("\n", units))]
    seen: Counter[str] = Counter()
    hashes = {}
    for row, start in enumerate(starts):
        window = padded[start : start + _WINDOW]
        seen[window] += 1
        if row in rows:
            hashes[row] = f"{_polynomial(window):x}:{seen[window]}"
    return hashes


def _polynomial(window: str) -> int:
    value = 0
    for unit in window:
        value = (37 * value + ord(unit)) % 2**64
    return value


def _surrogates(char: str) -> str:
    above = ord(char) - 0x10000
    return chr(0xD800 + above // 0x400) + chr(0xDC00 + above % 0x400)
