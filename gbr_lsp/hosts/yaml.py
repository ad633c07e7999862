"""YAML: documents are blocks, and a long one is cut before its records; the pairs of a mapping are a table of one row.

A record is an item of a list, or the value of a key outside of all lists, that contains a class.
The first record fixes the indentation and the kind of line; all lines like it begin records.

The parser is written by hand. Parsers that return spans (ruamel.yaml, PyYAML) stop at the first
error, and a text that is being typed has errors.
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
    is_start_of_records,
    step_in_one_block,
    without_urls,
)
from gbr_lsp.hosts.records import CLASS, BlockSize, cut_offsets
from gbr_lsp.hosts.tables import DataMapping, groups_of, tables_of_mappings

_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_PAIR = regex(
    r"(?P<indent>[ ]*)(?P<dash>(?:-[ ]+)*)(?P<key>[\"']?[^\s\"'#:,\[\]{}-][^\"'#:,\[\]{}\r\n]{0,60}?[\"']?)"
    r"(?<![ ])[ ]*+:(?:[ \t]++(?P<value>|[^\r\n]*?[^ \t\r\n]))?[ \t]*(?:[ \t]#[^\r\n]*)?[\r\n]*\Z"
)
_BLANK = regex(r"[ \t]*(?:#[^\r\n]*)?[\r\n]*")
_COMMENT = regex(rf"{LINE_START}[ \t]*#([^\r\n]*)|[ \t]#([^\r\n]*)", re.MULTILINE)


_UNKNOWN_STATE = "document"
"""The state before the first record."""
_DOCUMENT = regex(rf"{LINE_START}---", re.MULTILINE)
_BLOCK_SIZE = BlockSize(min_length=4_000, min_records=3, max_length=8_000)
_ENTRY = regex(r"(?P<indent>[ ]*)(?P<dash>-(?![^\s]))?")


class _RecordStart(NamedTuple):
    """The form of a line that begins an item or a pair: its indentation in blanks, and True for a dash."""

    indent: int
    has_dash: bool


def starts(text: str, state: State) -> tuple[list[tuple[int, State]], State]:
    """Return a list of (offset, state) of later blocks in `text`, and the last state.

    The first block, at offset 0, is left out. The state of a block is the one before it: the
    `_RecordStart` of the document, once it is known.
    """
    blocks: list[tuple[int, State]] = []
    documents = [match.start() for match in _DOCUMENT.finditer(text) if match.start()]
    for start, end in pairwise([0, *documents, len(text)]):
        if start:
            blocks.append((start, _UNKNOWN_STATE))
            state = _UNKNOWN_STATE
        document = text[start:end]
        first, entry = (0, state) if isinstance(state, _RecordStart) else _first_record(document)
        if entry:
            blocks += [
                (start + offset, entry)
                for offset in cut_offsets(document, _records(document, first, entry), _BLOCK_SIZE)
            ]
            state = entry
    return blocks, state


def _first_record(text: str) -> tuple[int, _RecordStart | None]:
    """Return the offset and `_RecordStart` of the first record, or 0 and None.

    The record is the innermost item, else the outermost key.
    """
    match = CLASS.search(text)
    outer_entries: list[tuple[int, _RecordStart]] = []
    start = 0
    for line in lines_of(text) if match else ():
        if not _BLANK.fullmatch(line):
            entry = _entry(line)
            outer_entries = [(offset, outer) for offset, outer in outer_entries if outer.indent < entry.indent]
            outer_entries.append((start, entry))
        start += len(line)
        if match and match.start() < start:
            break
    items = [(offset, entry) for offset, entry in outer_entries if entry.has_dash]
    return items[-1] if items else outer_entries[0] if 1 < len(outer_entries) else (0, None)


def _entry(line: str) -> _RecordStart:
    """Return the `_RecordStart` of `line`."""
    match = _ENTRY.match(line)
    return _RecordStart(len(match["indent"]), match["dash"] is not None) if match else _RecordStart(0, False)


def _records(text: str, first: int, entry: _RecordStart) -> Iterator[int]:
    """Yield the offset of each record of `text` that has the form `entry`, from `first`.

    A record includes the comments above it.
    """
    start, record_start = 0, None
    for line in lines_of(text):
        if _BLANK.fullmatch(line):
            record_start = start if record_start is None else record_start
        else:
            if first <= start and _entry(line) == entry:
                yield start if record_start is None else record_start
            record_start = None
        start += len(line)


def read(text: str) -> Reading:
    """Return a `Reading` with all of `text` except addresses, and its comments.

    There are no comments unless `text` contains `gbr:`.
    """
    comments = [Span(*match.span(match.lastindex or 1)) for match in _COMMENT.finditer(text)] if "gbr:" in text else []
    return Reading(without_urls(text), comments)


def groups(text: str) -> list[Span]:
    """Return the spans of the mappings with at least two values; empty for very many."""
    return groups_of(_mappings(text))


def tables(text: str) -> list[Table]:
    """Return a one-row `Table` for each mapping with at least two values."""
    return tables_of_mappings(text, _mappings(text))


def _mappings(text: str) -> Iterator[DataMapping]:
    """Yield a `DataMapping` for each mapping of `text`, inner ones first.

    Its values are on the line of their key.
    """
    open_mappings: list[tuple[int, int, list[tuple[Span, Span]]]] = []
    end = 0
    for line in _LINE.finditer(text):
        start = line.start()
        if _BLANK.fullmatch(line[0]):
            continue
        pair = _PAIR.match(line[0])
        depth = len(pair["indent"] + pair["dash"]) if pair else len(line[0]) - len(line[0].lstrip(" "))
        is_new_item = pair is not None and pair["dash"] != ""
        while open_mappings and (depth < open_mappings[-1][0] or (is_new_item and depth == open_mappings[-1][0])):
            _, first, pairs = open_mappings.pop()
            yield DataMapping(Span(first, end), pairs)
        end = line.end()
        if pair is None:
            continue
        if not open_mappings or open_mappings[-1][0] < depth:
            open_mappings.append((depth, start, []))
        if pair["value"]:
            open_mappings[-1][2].append((Span(*pair.span("key")).shift(start), Span(*pair.span("value")).shift(start)))
    while open_mappings:
        _, first, pairs = open_mappings.pop()
        yield DataMapping(Span(first, end), pairs)


HOST = Host(
    "yaml",
    _UNKNOWN_STATE,
    step_in_one_block,
    is_start_of_records,
    read,
    languages=("yaml", "dockercompose", "olive"),
    endings=("yaml", "yml", "olv"),
    folder_endings=("yaml", "yml", "olv"),
    comments=Comments(("# ",), "", CommentPlace.NOWHERE),
    data=DataSigns(KING_WORDS),
    templates=(),
    groups=groups,
    has_record_groups=True,
    tables=tables,
    starts=starts,
)
