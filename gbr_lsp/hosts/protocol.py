"""What a host tells of a document: where its blocks and sections begin, and what in a block is read.

`step` is a line automaton: from the state before a line and the line with its end to whether a block begins there
and the state behind it. `opens` tells from a block whether a section begins with it. `read` tells what in a block is
read and never rewrites: its spans are those of the block's text.
"""

import re
from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gbr_lsp.base.text import Span

LINE_START = r"(?:^|(?<=\r))"
"""The start of a line under MULTILINE, which by itself knows only LF; blanks and marks must follow it."""

State = Hashable
"""What a host must know of the lines before a line to cut it; equal states cut alike."""

URL_MARKS = ("://", "www.")
"""One of them is in every address."""

URL = r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}+://[^\s<>\"'`)\]}]+|(?<![^\W_])www\.[^\s<>\"'`)\]}]+"


class Reading(NamedTuple):
    """The parts of a block: what is read for codes, the comments, the tag pairs of a PGN game.

    `enclosed` is True where all that stands in the block belongs together: a fence, a PGN game.
    """

    spans: list[Span]
    comments: list[Span]
    tags: Mapping[str, Span] = MappingProxyType({})
    enclosed: bool = False


class Host(NamedTuple):
    """A kind of document."""

    name: str
    start: State
    step: Callable[[State, str], tuple[bool, State]]
    opens: Callable[[str], bool]
    read: Callable[[str], Reading]
    letters: str = "KDTLSB"
    """The letters of the men in the host's lists of pieces: king, queen, rook, bishop, knight, pawn."""
    starts: Callable[[str, State], tuple[list[tuple[int, State]], State]] | None = None
    """What `step` tells of the lines of a text, but faster: where blocks begin, with the state before each, and the
    state behind all."""
    next_boundary: Callable[[str, int], tuple[int, State] | None] | None = None
    """The first line from an offset on where a block and a section begin whatever stands before, with the state before
    it."""


def between(text: str, gaps: re.Pattern[str], marks: tuple[str, ...]) -> list[Span]:
    """The spans of a text that the pattern leaves, in order, none empty. It finds nothing where none of `marks` is."""
    spans = []
    start = 0
    for gap in gaps.finditer(text) if any(mark in text for mark in marks) else ():
        if start < gap.start():
            spans.append(Span(start, gap.start()))
        start = gap.end()
    if start < len(text):
        spans.append(Span(start, len(text)))
    return spans


def is_blank(line: str) -> bool:
    """Whether nothing but blanks stands on a line. A form feed is something: it ends a page."""
    return not line.strip(" \t\u00a0\r\n")
