"""The reasons why `index --check` finds no index: a heading, and lines that are not entries."""

from itertools import groupby

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.listing import ListedCode
from gbr_lsp.model.roles import MIN_INDEX_LINES, may_be_entry, numbers_on_line

_HEADING = regex(
    r"(?i)(?<!\w)(?:index|indices|indexes|directory|register|verzeichnis|répertoire|indice|índice|rejstřík"
    r"|указатель|індекс|mutató|hakemisto|repertorio)(?!\w)"
)
_CLASS = regex(r"(?<![\w.])[0-9]{4}\.[0-9]{2}(?!\w)")
_MAX_HEADING_LENGTH = 100
_MAX_LINES = 5


def why_no_index(text: str, codes: list[ListedCode]) -> str:
    """Return the possible heading of an index and why the lines below it are not entries, or ""."""
    lines = LineIndex(text)
    on_line: dict[int, list[ListedCode]] = {lines.line_at(found.start()): [] for found in _CLASS.finditer(text)}
    on_line |= {line: list(those) for line, those in groupby(codes, lambda code: code.line)}
    heading = _heading(lines, on_line)
    reasons: dict[str, list[int]] = {}
    for line, those in on_line.items():
        if heading is None or heading < line:
            reasons.setdefault(_reason(lines, line, those), []).append(line)
    reason_texts = [f"{why} ({_numbered(rows)})" for why, rows in reasons.items()]
    if heading is None:
        return "; ".join(reason_texts)
    title = " ".join(lines.line(heading).split())
    return f"below “{title}” (line {heading + 1}): {'; '.join(reason_texts) or 'no code'}"


def _heading(lines: LineIndex, on_line: dict[int, list[ListedCode]]) -> int | None:
    """Return the last line that names an index, or None."""
    for line in range(len(lines.starts) - 1, -1, -1):
        text = lines.line(line)
        if len(text) <= _MAX_HEADING_LENGTH and line not in on_line and _HEADING.search(text):
            return line
    return None


def _reason(lines: LineIndex, line: int, those: list[ListedCode]) -> str:
    """Return why the codes `those` of a line are not entries of an index."""
    if all(code.study.code.kings is None for code in those):  # a class alone is not a code
        return "no kings beside the class"
    if not any(may_be_entry(code.study) for code in those):
        return "a control or squares of men, which index entries do not have"
    if not numbers_on_line(lines, line, [code.span for code in those]):
        return "no number of a study or page beside the code"
    return f"fewer than {MIN_INDEX_LINES} lines with a code and a number, the minimum for an index"


def _numbered(rows: list[int]) -> str:
    """Return `rows` counted from 1, in words: `line 7`, `lines 3, 4`, `lines 1, 2, 3, 4, 5 and 12 others`."""
    shown = [str(row + 1) for row in rows[:_MAX_LINES]]
    more = len(rows) - len(shown)
    rows_text = ", ".join(shown) + (f" and {more} other{'s' if 1 < more else ''}" if more else "")
    return f"line{'s' if 1 < len(rows) else ''} {rows_text}"
