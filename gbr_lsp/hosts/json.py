"""JSON: a long file is cut between its records; the innermost objects are tables of one row, whose
keys are the header.

A record is an item of an array, or a value outside of all arrays, that contains a class. The first
record fixes the path of open brackets; every value at the same path is a record too. In a file of
one line, blocks begin within it.

The parser is written by hand: `json` returns no spans, and this one continues after damage.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import (
    KING_WORDS,
    CommentPlace,
    Comments,
    DataSigns,
    Host,
    Reading,
    State,
    Table,
    is_start_of_records,
    step_in_one_block,
    without_urls,
)
from gbr_lsp.hosts.records import CLASS, BlockSize, cut_offsets
from gbr_lsp.hosts.tables import MAX_GROUPS, DataMapping, groups_of, tables_of_mappings

_TOKEN = regex(r'"(?P<string>[^"\\]*+(?:\\.[^"\\]*+)*)"|(?P<sign>[{}\[\]:,])|(?P<word>[^\s{}\[\]:,"]+)')
_ESCAPE = regex(r"\\(?:(n)|.)")
_IN_STRING = r"[^\"\\\r\n]*+"
_BRACKET = regex(
    rf"(?:(?P<before>[,:])\s*+)?(?P<sign>[{{}}\[\]])"
    rf"|\"{_IN_STRING}(?:(?:\\.|\"(?!\s*+(?:[,:\]}}]|\Z))){_IN_STRING})*\"?"
)
"""A bracket outside of strings, or a string. It ends with its line, so that a missing quote spoils one record."""
_OPENING = {"}": "{", "]": "["}
_MAX_DEPTH = 32
"""Brackets: deeper records are not recognized."""
_REPORT_SIGNS = (b'"end_location"', b'"check_name"', b"gbr-lsp", b'"version": 1,\n  "findings": {')
"""Keys in findings, GitLab reports, SARIF files and baselines written by this program."""
_BLOCK_SIZE = BlockSize(min_length=1_000, min_records=3, max_length=4_000)
"""At least three records, so that the numbers of a column can be compared with their codes."""


class _Nesting(NamedTuple):
    """The brackets that are open before a record, and the brackets up to and with that of a record.

    `path` is empty before the first record: `[{` for an array of objects.
    """

    path: str
    open_brackets: str


def starts(text: str, state: State) -> tuple[list[tuple[int, State]], State]:
    """Return a list of (offset, state) of later blocks in `text`, and the last state.

    The first block, at offset 0, is left out. The state of a block is the one before it. States are
    `_Nesting`.
    """
    path, open_brackets = state if isinstance(state, _Nesting) else _START
    stack, offsets = list(open_brackets), [0] * len(open_brackets)
    first_class = None if path else CLASS.search(text)
    found: list[int] = []
    for token in _BRACKET.finditer(text):
        sign, offset = token["sign"], token.start("sign")
        if first_class and first_class.start() < token.end():
            # A record is the innermost item, `[{`, or the outermost bracket.
            depth = next((depth + 1 for depth in range(len(stack) - 1, 0, -1) if stack[depth - 1] == "["), 1)
            first_class, path = None, "".join(stack[:depth]) if depth <= _MAX_DEPTH else ""
            found += offsets[len(path) - 1 : len(path)]
        if not sign:
            continue
        if sign in _OPENING:
            _close(stack, _OPENING[sign], len(path) - 1)
            del offsets[len(stack) :]
        else:
            separator = token["before"]
            if path and (separator != ":" if stack[-1:] == ["{"] else separator == "," and not stack):
                # An item of an array, or a new line of records, begins here: brackets before it are missing.
                depth = next((depth for depth in range(len(stack), 0, -1) if stack[depth - 1] == "["), 0)
                stack[depth:] = [] if depth else path[:-1]
            stack.append(sign)
            if len(stack) == len(path) and "".join(stack) == path:
                found.append(offset)
            elif not path:
                offsets.append(offset)
    before_record = _Nesting(path, path[:-1])
    blocks = cut_offsets(text, (_line_start(text, offset) for offset in found), _BLOCK_SIZE)
    return [(start, before_record) for start in blocks], _Nesting(path, "".join(stack))


def _close(stack: list[str], kind: str, min_depth: int) -> None:
    """Close the innermost bracket of `kind` in `stack`.

    A `}` without its `{` leaves the outer `min_depth` ones open.
    """
    for depth in range(len(stack) - 1, max(-1, len(stack) - 1 - _MAX_DEPTH), -1):
        if stack[depth] == kind and (kind == "[" or min_depth <= depth or depth == len(stack) - 1):
            del stack[depth:]
            return


def _line_start(text: str, offset: int) -> int:
    """Return the start of the line if only blanks precede `offset` in it, else `offset`."""
    start = offset
    while start and text[start - 1] in " \t":
        start -= 1
    return start if not start or text[start - 1] in "\r\n" else offset


_START = _Nesting("", "")


def read(text: str) -> Reading:
    """Return a `Reading` with all of `text` except addresses. Escaped line breaks are read as line breaks."""
    code_text = _ESCAPE.sub(lambda found: " \n" if found[1] else found[0], text) if r"\n" in text else None
    return Reading(without_urls(text), [], code_text=code_text)


def groups(text: str) -> list[Span]:
    """Return the spans of objects with at least two values; empty for very many objects."""
    return groups_of(_objects(text)) if text.count("}") <= MAX_GROUPS else []


def tables(text: str) -> list[Table]:
    """Return a one-row `Table` for each object with at least two values."""
    return tables_of_mappings(text, _objects(text))


def _objects(text: str) -> Iterator[DataMapping]:
    """Yield a `DataMapping` for each object of `text`, inner ones first.

    Values that are objects are left out. An array is one value. Invalid JSON gives the pairs that
    can be recognized.
    """
    open_values: list[tuple[int, str, list[tuple[Span, Span]]]] = []
    key: Span | None = None
    last_text: Span | None = None
    for token in _TOKEN.finditer(text):
        sign = token["sign"]
        inner = open_values[-1] if open_values else None
        if sign in ("{", "["):
            open_values.append((token.start(), sign, []))
            if inner and inner[1] == "{":
                inner[2].append((key or Span(0, 0), Span(token.start(), token.start())))
            key = last_text = None
        elif sign in ("}", "]"):
            if not inner:
                continue
            start, kind, pairs = open_values.pop()
            if kind == "{" and sign == "}":
                pairs = [(name, value) for name, value in pairs if value.start < value.end]
                yield DataMapping(Span(start, token.end()), pairs)
            elif open_values and open_values[-1][1] == "{" and open_values[-1][2]:
                name, _ = open_values[-1][2].pop()
                open_values[-1][2].append((name, Span(start, token.end())))
            key = last_text = None
        elif sign == ":":
            key = last_text
        elif sign == ",":
            key = last_text = None
        else:
            last_text = Span(*token.span("string" if token["string"] is not None else "word"))
            if inner and inner[1] == "{" and key:
                inner[2].append((key, last_text))


HOST = Host(
    "json",
    _START,
    step_in_one_block,
    is_start_of_records,
    read,
    languages=("json", "jsonc", "jsonl", "json5"),
    endings=("json", "jsonl", "ndjson", "json5"),
    folder_endings=("json", "jsonl", "ndjson"),
    comments=Comments((), "", CommentPlace.NOWHERE),
    data=DataSigns(KING_WORDS, exclusions=_REPORT_SIGNS),
    templates=(),
    groups=groups,
    has_record_groups=True,
    tables=tables,
    starts=starts,
    is_cut_within_lines=True,
)
