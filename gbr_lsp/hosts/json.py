"""JSON: the whole file is one block; the innermost objects are tables of one row, whose keys are the header.

Places are cut by hand: `json` gives none, and a damaged file is read as far as it goes.
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import (
    KING_WORDS,
    CommentPlace,
    Comments,
    DataSigns,
    Host,
    Reading,
    Table,
    opens_no_section,
    step_in_one_block,
    without_urls,
)
from gbr_lsp.hosts.tables import MOST_GROUPS, DataMapping, groups_of, tables_of

_TOKEN = regex(r'"(?P<string>[^"\\]*+(?:\\.[^"\\]*+)*)"|(?P<sign>[{}\[\]:,])|(?P<word>[^\s{}\[\]:,"]+)')
_REPORTS = (b'"end_location"', b'"check_name"', b"gbr-lsp", b'"version": 1,\n  "findings": {')
"""Keys of the findings, GitLab reports, SARIF files and baselines that this program writes."""


def read(text: str) -> Reading:
    """The whole text except addresses."""
    return Reading(without_urls(text), [])


def groups(text: str) -> list[Span]:
    return groups_of(_objects(text)) if text.count("}") <= MOST_GROUPS else []


def tables(text: str) -> list[Table]:
    return tables_of(text, _objects(text))


def _objects(text: str) -> Iterator[DataMapping]:
    """The objects of a text, inner ones first, with their values that are not objects; an array is one value.

    Text that is not valid JSON gives whatever pairs it seems to have.
    """
    opened: list[tuple[int, str, list[tuple[Span, Span]]]] = []
    key: Span | None = None
    last: Span | None = None
    for token in _TOKEN.finditer(text):
        sign = token["sign"]
        inner = opened[-1] if opened else None
        if sign in ("{", "["):
            opened.append((token.start(), sign, []))
            if inner and inner[1] == "{":
                inner[2].append((key or Span(0, 0), Span(token.start(), token.start())))
            key = last = None
        elif sign in ("}", "]"):
            if not inner:
                continue
            start, kind, pairs = opened.pop()
            if kind == "{" and sign == "}":
                pairs = [(name, value) for name, value in pairs if value.start < value.end]
                yield DataMapping(Span(start, token.end()), pairs)
            elif opened and opened[-1][1] == "{" and opened[-1][2]:
                name, _ = opened[-1][2].pop()
                opened[-1][2].append((name, Span(start, token.end())))
            key = last = None
        elif sign == ":":
            key = last
        elif sign == ",":
            key = last = None
        else:
            last = Span(*token.span("string" if token["string"] is not None else "word"))
            if inner and inner[1] == "{" and key:
                inner[2].append((key, last))


HOST = Host(
    "json",
    "value",
    step_in_one_block,
    opens_no_section,
    read,
    languages=("json", "jsonc", "jsonl", "json5"),
    endings=("json", "jsonl", "ndjson", "json5"),
    walked=("json", "jsonl", "ndjson"),
    comments=Comments((), "", CommentPlace.NOWHERE),
    data=DataSigns(KING_WORDS, never=_REPORTS),
    templates=(),
    groups=groups,
    tables=tables,
)
