"""YAML: documents are blocks; the lines of a mapping that stand equally deep are a table of one row.

Places are cut by hand. Parsers that give them (ruamel.yaml, PyYAML) stop at the first error;
they are no help while somebody types.
"""

import re
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import (
    KING_WORDS,
    LINE_START,
    CommentPlace,
    Comments,
    DataSigns,
    Host,
    Reading,
    State,
    Table,
    without_urls,
)
from gbr_lsp.hosts.tables import DataMapping, groups_of, tables_of

_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_PAIR = regex(
    r"(?P<indent>[ ]*)(?P<dash>(?:-[ ]+)*)(?P<key>[\"']?[^\s\"'#:,\[\]{}-][^\"'#:,\[\]{}\r\n]{0,60}?[\"']?)"
    r"(?<![ ])[ ]*+:(?:[ \t]++(?P<value>|[^\r\n]*?[^ \t\r\n]))?[ \t]*(?:[ \t]#[^\r\n]*)?[\r\n]*\Z"
)
_BLANK = regex(r"[ \t]*(?:#[^\r\n]*)?[\r\n]*")
_COMMENT = regex(rf"{LINE_START}[ \t]*#([^\r\n]*)|[ \t]#([^\r\n]*)", re.MULTILINE)


def step(state: State, line: str) -> tuple[bool, State]:
    """A document begins at `---`."""
    return line.startswith("---"), state


def opens(block: str) -> bool:
    return block.startswith("---")


def read(text: str) -> Reading:
    """The whole text except addresses."""
    comments = [Span(*found.span(found.lastindex or 1)) for found in _COMMENT.finditer(text)] if "gbr:" in text else []
    return Reading(without_urls(text), comments)


def groups(text: str) -> list[Span]:
    return groups_of(_mappings(text))


def tables(text: str) -> list[Table]:
    return tables_of(text, _mappings(text))


def _mappings(text: str) -> Iterator[DataMapping]:
    """The mappings of a text, inner ones first, with their keys and values that stand on one line."""
    opened: list[tuple[int, int, list[tuple[Span, Span]]]] = []
    end = at = 0
    while at < len(text):
        line = _LINE.match(text, at)
        assert line is not None
        start, at = at, line.end()
        if _BLANK.fullmatch(line[0]):
            continue
        pair = _PAIR.match(line[0])
        depth = len(pair["indent"] + pair["dash"]) if pair else len(line[0]) - len(line[0].lstrip(" "))
        new = pair is not None and pair["dash"] != ""
        while opened and (depth < opened[-1][0] or (new and depth == opened[-1][0])):
            _, first, pairs = opened.pop()
            yield DataMapping(Span(first, end), pairs)
        end = at
        if pair is None:
            continue
        if not opened or opened[-1][0] < depth:
            opened.append((depth, start, []))
        if pair["value"]:
            opened[-1][2].append((Span(*pair.span("key")).shift(start), Span(*pair.span("value")).shift(start)))
    while opened:
        _, first, pairs = opened.pop()
        yield DataMapping(Span(first, end), pairs)


HOST = Host(
    "yaml",
    "document",
    step,
    opens,
    read,
    languages=("yaml", "dockercompose", "olive"),
    endings=("yaml", "yml", "olv"),
    walked=("yaml", "yml", "olv"),
    comments=Comments(("# ",), "", CommentPlace.NOWHERE),
    data=DataSigns(KING_WORDS),
    templates=(),
    groups=groups,
    groups_are_records=True,
    tables=tables,
)
