"""JSON: the whole file is one block; the innermost objects are tables of one row, whose keys are the header.

Places are cut by hand: `json` gives none, and a damaged file is read as far as it goes.
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import (
    KING_WORDS,
    URL,
    URL_MARKS,
    CommentPlace,
    Comments,
    DataSigns,
    Host,
    Reading,
    State,
    Table,
    between,
)

_TOKEN = regex(r'"(?P<string>(?:[^"\\]|\\.)*+)"|(?P<sign>[{}\[\]:,])|(?P<word>[^\s{}\[\]:,"]+)')
_URL = regex(URL)
_REPORTS = (b'"end_location"', b'"check_name"', b"gbr-lsp", b'"version": 1,\n  "findings": {')
"""Keys of the findings, GitLab reports, SARIF files and baselines that this program writes."""
_MOST_GROUPS = 1000


def step(state: State, line: str) -> tuple[bool, State]:
    return False, state


def opens(block: str) -> bool:
    return False


def read(text: str) -> Reading:
    """The whole text except addresses."""
    return Reading(between(text, _URL, URL_MARKS), [])


def groups(text: str) -> list[Span]:
    """The objects that have values other than objects, unless there are very many."""
    if _MOST_GROUPS < text.count("}"):
        return []
    return sorted(Span(start, end) for start, end, pairs in _objects(text) if 1 < len(pairs))


def tables(text: str) -> list[Table]:
    return [
        Table(tuple(text[slice(*key)] for key, _ in pairs), (tuple(value for _, value in pairs),))
        for _, _, pairs in _objects(text)
        if 1 < len(pairs)
    ]


_Pairs = list[tuple[Span, Span]]
"""Keys and values of an object; an array is a value from its bracket to its bracket."""


def _objects(text: str) -> Iterator[tuple[int, int, _Pairs]]:
    """The objects of a text with where they start and end, each behind those in it; only what is no object is a value.

    Text that is no JSON gives whatever pairs it seems to have.
    """
    opened: list[tuple[int, str, _Pairs]] = []
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
                yield start, token.end(), [(name, value) for name, value in pairs if value.start < value.end]
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
    step,
    opens,
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
