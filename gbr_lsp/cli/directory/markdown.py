"""A Markdown table: `| = 0323.12 g3g1 | 12 |`."""

from collections.abc import Iterable, Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.cli.directory.entries import Line

_SPECIAL_CHARS = regex(r"[\\`*_|<>\[\]]")
_ESCAPED = r"\\\g<0>"


def write(lines: Iterable[Line]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if not number:
            yield from ("| Code | Study |", "| --- | --- |")
        yield entry(line)


def entry(line: Line) -> str:
    """Return the row of a study."""
    return f"| {line.code} | {_SPECIAL_CHARS.sub(_ESCAPED, line.reference)} |"
