"""YAML: documents are blocks, and a long one is cut before its records; the pairs of a mapping are a table of one row.

A record is an item of a list, or the value of a key outside of all lists, that contains a class. The first one decides:
lines of the same indentation and kind begin records too.

Places are cut by hand. Parsers that give them (ruamel.yaml, PyYAML) stop at the first error;
they are no help while somebody types.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, lines_of
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
    opens_whole_records,
    step_in_one_block,
    without_urls,
)
from gbr_lsp.hosts.records import CLASS, BlockSize, cuts
from gbr_lsp.hosts.tables import DataMapping, groups_of, tables_of

_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_PAIR = regex(
    r"(?P<indent>[ ]*)(?P<dash>(?:-[ ]+)*)(?P<key>[\"']?[^\s\"'#:,\[\]{}-][^\"'#:,\[\]{}\r\n]{0,60}?[\"']?)"
    r"(?<![ ])[ ]*+:(?:[ \t]++(?P<value>|[^\r\n]*?[^ \t\r\n]))?[ \t]*(?:[ \t]#[^\r\n]*)?[\r\n]*\Z"
)
_BLANK = regex(r"[ \t]*(?:#[^\r\n]*)?[\r\n]*")
_COMMENT = regex(rf"{LINE_START}[ \t]*#([^\r\n]*)|[ \t]#([^\r\n]*)", re.MULTILINE)


_UNKNOWN = "document"
"""The state before the first record."""
_DOCUMENT = regex(rf"{LINE_START}---", re.MULTILINE)
_SIZE = BlockSize(enough=16_000, min_records=3, full=32_000)
_ENTRY = regex(r"(?P<indent>[ ]*)(?P<dash>-(?![^\s]))?")


class _RecordStart(NamedTuple):
    """A line that begins an item or a pair: its indentation in blanks, and whether it has a dash."""

    indent: int
    has_dash: bool


def starts(text: str, state: State) -> tuple[list[tuple[int, State]], State]:
    """Return where blocks begin after offset 0, each with the state before it, and the state after `text`.

    The state is how records begin, as soon as it is known.
    """
    blocks: list[tuple[int, State]] = []
    documents = [found.start() for found in _DOCUMENT.finditer(text) if found.start()]
    for start, end in pairwise([0, *documents, len(text)]):
        if start:
            blocks.append((start, _UNKNOWN))
            state = _UNKNOWN
        document = text[start:end]
        first, entry = (0, state) if isinstance(state, _RecordStart) else _first_record(document)
        if entry:
            blocks += [(start + at, entry) for at in cuts(document, _records(document, first, entry), _SIZE)]
            state = entry
    return blocks, state


def _first_record(text: str) -> tuple[int, _RecordStart | None]:
    """Return the offset and the first line of the record with the first class: the innermost item or outermost key."""
    found = CLASS.search(text)
    around: list[tuple[int, _RecordStart]] = []
    start = 0
    for line in lines_of(text) if found else ():
        if not _BLANK.fullmatch(line):
            entry = _entry(line)
            around = [(at, outer) for at, outer in around if outer.indent < entry.indent]
            around.append((start, entry))
        start += len(line)
        if found and found.start() < start:
            break
    items = [(at, entry) for at, entry in around if entry.has_dash]
    return items[-1] if items else around[0] if 1 < len(around) else (0, None)


def _entry(line: str) -> _RecordStart:
    found = _ENTRY.match(line)
    return _RecordStart(len(found["indent"]), found["dash"] is not None) if found else _RecordStart(0, False)


def _records(text: str, first: int, entry: _RecordStart) -> Iterator[int]:
    """Yield the offsets of the records of `text` from `first` on, which begin with the comments above them."""
    start, begin = 0, None
    for line in lines_of(text):
        if _BLANK.fullmatch(line):
            begin = start if begin is None else begin
        else:
            if first <= start and _entry(line) == entry:
                yield start if begin is None else begin
            begin = None
        start += len(line)


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
    _UNKNOWN,
    step_in_one_block,
    opens_whole_records,
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
    starts=starts,
)
