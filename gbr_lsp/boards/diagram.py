"""Diagrams of chess fonts as they come out of a PDF: eight ranks of frame, eight squares, frame.

`-` is an empty light square and `+` an empty dark one; on a dark square a man carries a prefix. So every square tells
its color, and a rank with one of the wrong color is damaged: its diagram is none. Several diagrams may share lines.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.notation.placement import Placement, wrong_with

_FRAME = "[0-9!\"#$%&'(]"
"""The right side of the frame; that with coordinates on the left has ``!"#$%&'(`` from the first rank to the eighth."""
_LIGHT = "[-KQRLNPkqrlnp]"
_DARK = r"(?:\+|m[Kk]|w[Qq]|t[Rr]|v[Ll]|s[Nn]|z[Pp])"
_RANK = regex(rf"[0-9](?<!\S[0-9])(?:(?P<light_first>(?:{_LIGHT}{_DARK}){{4}})|(?:{_DARK}{_LIGHT}){{4}}){_FRAME}(?!\S)")
_LIKE_RANK = regex(rf"[0-9](?<!\S[0-9])(?=\S*[-+])[-+KQRLNPkqrlnpmwtvsz]{{5,16}}{_FRAME}(?!\S)")
"""A rank that may be damaged."""
_PREFIX = regex("[mwtvsz]")
_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_LINE_END = regex(r"[\r\n]")
_TO_FEN = str.maketrans("Ll-+", "Bb11")
_FROM_FEN = str.maketrans("Bb", "Ll")
_PREFIXES = dict(zip("KQRLNP", "mwtvsz", strict=True))
"""What stands before a man on a dark square."""

_Ranks = list[re.Match[str]]
"""The ranks on one line."""


def find(text: str, span: Span) -> list[Board]:
    """The diagrams in a span of a text."""
    return [board for run in _runs(text, span) for board in _boards(run)]


def damaged(text: str, span: Span) -> int:
    """How many diagrams there must be in a span of a text besides those that can be read."""
    ranks = sum(1 for _ in _LIKE_RANK.finditer(text, *span))
    return -(-max(0, ranks - 8 * len(find(text, span))) // 8) if ranks else 0


def spelled(placement: Placement) -> list[str]:
    """A placement as the lines of a diagram, with the edges of its frame."""
    ranks = []
    for rank in range(7, -1, -1):
        row = ""
        for file in range(8):
            letter, is_dark = placement.squares[8 * rank + file], (rank + file) % 2 == 0
            row += _spelled_square(letter, is_dark=is_dark)
        ranks.append(f"9{row}0")
    return ["XIIIIIIIIY", *ranks, "xiiiiiiiiy"]


def _spelled_square(letter: str, *, is_dark: bool) -> str:
    if letter == ".":
        return "+" if is_dark else "-"
    man = letter.translate(_FROM_FEN)
    return _PREFIXES[man.upper()] + man if is_dark else man


class Torn(NamedTuple):
    """A diagram that cannot be read: where it begins, where it breaks, and how."""

    start: Span
    broken: Span
    how: str


def torn(text: str, spans: Iterable[Span]) -> Torn | None:
    """The first diagram in some spans of a text that cannot be read, for a person who asks why."""
    for span in spans:
        whole = (ranks for run in _runs(text, span) if any(_boards(run)) for ranks in run)
        read = {rank.start() for ranks in whole for rank in ranks}
        for rank in _LIKE_RANK.finditer(text, *span):
            if rank.start() not in read:
                return _break(text, rank, span.end)
    return None


def _break(text: str, rank: re.Match[str], end: int) -> Torn:
    """Where the diagram breaks that begins with a rank."""
    start = here = Span(*rank.span())
    column = rank.start() - max(text.rfind("\n", 0, rank.start()), text.rfind("\r", 0, rank.start()))
    for row in range(8):
        found = _RANK.match(text, here.start, end)
        if found is None:
            return Torn(start, here, f"{_behind(row)}this is no rank of eight squares")
        if (found["light_first"] is not None) == (row % 2 == 1):
            return Torn(start, here, f"{_behind(row)}one is missing: the colors of the squares do not go on")
        line = _LINE.match(text, found.end())
        below = (line.end() if line else end) + column - 1
        stop = _LINE.match(text, min(below, end))
        here = Span(min(below, end), max(min(below, end), min(stop.end() if stop else end, end)))
    return Torn(start, start, "more ranks stand beside or below it than make diagrams")


def _behind(ranks: int) -> str:
    return f"behind {ranks} rank{'s' if 1 < ranks else ''} " if ranks else ""


def _runs(text: str, span: Span) -> Iterator[list[_Ranks]]:
    """The ranks of lines that follow each other without any other line between, as many on each."""
    run: list[_Ranks] = []
    start = span.start
    while (first := _RANK.search(text, start, span.end)) is not None:
        end = _LINE.match(text, first.start()).end()  # type: ignore[union-attr]
        ranks = list(_RANK.finditer(text, first.start(), min(end, span.end)))
        if run and (_LINE_END.search(text, start, first.start()) or len(ranks) != len(run[0])):
            yield run
            run = []
        run.append(ranks)
        start = end
    if run:
        yield run


def _boards(run: list[_Ranks]) -> Iterator[Board]:
    """The diagrams of a run: whole ones only, for a rank too few or too many leaves open where each begins."""
    if len(run) % 8 or not all(_is_in_turn(row, ranks) for row, ranks in enumerate(run)):
        return
    for top in range(0, len(run), 8):
        for ranks in zip(*run[top : top + 8], strict=True):
            fen = "/".join(_PREFIX.sub("", rank[0][1:-1]).translate(_TO_FEN) for rank in ranks)
            # Diagrams side by side lie across each other's lines: the first rank stands for one.
            last = ranks[-1] if len(run[top]) == 1 else ranks[0]
            if wrong_with(fen) is None:
                yield Board(BoardKind.DIAGRAM, Span(ranks[0].start(), last.end()), Placement(fen), None)


def _is_in_turn(row: int, ranks: _Ranks) -> bool:
    """Whether the ranks of a line begin with the color of their row: a8 is a light square."""
    return all((rank["light_first"] is not None) == (row % 2 == 0) for rank in ranks)
