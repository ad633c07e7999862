"""Typst: paragraphs and headings are blocks; a heading opens a section, and named arguments are keys and values."""

from collections.abc import Iterator
from functools import partial

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.paragraphs import comment_lines, is_heading_or_page, read, step_with_headings
from gbr_lsp.hosts.protocol import BoardTemplate, CodePlace, Host, Markup, State, Table
from gbr_lsp.hosts.tables import BRACKETS, DataMapping, groups_of, tables_of_labels, tables_of_lines, tables_of_mappings

_HEADING = regex(r"[ \t]*=+[ \t]")
_ARGUMENT = regex(
    r"(?<![\w-])(?P<name>[A-Za-z][\w-]*+)\s*+:\s*+(?:\"(?P<string>[^\"\r\n]*+)\"|\[(?P<content>[^\[\]]*+)\])"
)

_MAX_ARGUMENTS = 50
"""Maximum number of arguments of a call. No person writes more; the rest of a longer row counts as another call."""


def may_cut(state: State, line: str) -> bool:
    """Return True if `line` is a whole row of a table."""
    return not state and line.lstrip().startswith("[")


def groups(text: str) -> list[Span]:
    """Return the spans of the calls with at least two named arguments, in order."""
    return groups_of(_arguments(text))


def tables(text: str) -> list[Table]:
    """Return a `Table` for each run of rows, of labels and of named arguments."""
    return [*tables_of_lines(text, BRACKETS), *tables_of_labels(text), *tables_of_mappings(text, _arguments(text))]


def _arguments(text: str) -> Iterator[DataMapping]:
    """Yield a `DataMapping` for each run of named arguments.

    `gbr: "0000.11", kings: "a6h8"`. A repeated name begins a new run.
    """
    pairs: list[tuple[Span, Span]] = []
    names: set[str] = set()
    start = end = 0
    for match in _ARGUMENT.finditer(text):
        is_new_call = match["name"] in names or len(pairs) == _MAX_ARGUMENTS
        if pairs and (is_new_call or text[end : match.start()].strip(" \t\r\n,")):
            yield DataMapping(Span(start, end), pairs)
            pairs, names = [], set()
        start = start if pairs else match.start()
        names.add(match["name"])
        pairs.append((Span(*match.span("name")), Span(*match.span(match.lastgroup or "string"))))
        end = match.end()
    if pairs:
        yield DataMapping(Span(start, end), pairs)


HOST = Host(
    "typst",
    False,
    partial(step_with_headings, heading=_HEADING),
    partial(is_heading_or_page, heading=_HEADING),
    read,
    languages=("typst", "typ"),
    endings=("typ",),
    folder_endings=("typ",),
    comments=comment_lines("//"),
    code_place=CodePlace.BEFORE_CALL,
    templates=(
        BoardTemplate("the FEN", ("`{fen}`",)),
        BoardTemplate("the FEN in a board", ('#board(fen("{fen}"))',)),
        BoardTemplate("the board in figures", ("```text", "{figures}", "```")),
    ),
    groups=groups,
    tables=tables,
    may_cut=may_cut,
    markup=Markup.TYPST,
)
