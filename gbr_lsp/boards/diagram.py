"""Diagrams of chess fonts as extracted from a PDF: eight ranks, each with a frame at both ends.

`-` is an empty light square and `+` an empty dark one; a man on a dark square has a prefix. So
every square shows its color. A rank with a wrong color is damaged, and its diagram is not read.
Several diagrams may share lines.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.notation.placement import Placement, placement_problem

_FRAME = "[0-9!\"#$%&'(]"
"""The right edge of the frame. If it has the coordinates, they are ``!"#$%&'(`` from the first rank to the eighth."""
_LIGHT = "[-KQRLNPkqrlnp]"
_DARK = r"(?:\+|m[Kk]|w[Qq]|t[Rr]|v[Ll]|s[Nn]|z[Pp])"
_RANK = regex(rf"[0-9](?<!\S[0-9])(?:(?P<light_first>(?:{_LIGHT}{_DARK}){{4}})|(?:{_DARK}{_LIGHT}){{4}}){_FRAME}(?!\S)")
_RANK_SHAPE = regex(rf"[0-9](?<!\S[0-9])(?=\S*[-+])[-+KQRLNPkqrlnpmwtvsz]{{5,16}}{_FRAME}(?!\S)")
"""A rank that may be damaged."""
_PREFIX = regex("[mwtvsz]")
_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_LINE_END = regex(r"[\r\n]")
_FEN_LETTERS = str.maketrans("Ll-+", "Bb11")
_FONT_LETTERS = str.maketrans("Bb", "Ll")
_PREFIXES = dict(zip("KQRLNP", "mwtvsz", strict=True))
"""The prefix of each man on a dark square."""

_Ranks = list[re.Match[str]]
"""The ranks on one line."""


def find(text: str, span: Span) -> list[Board]:
    """Return a `Board` for each diagram in `span` of `text`, in order of lines."""
    return [board for run in _runs(text, span) for board in _boards(run)]


def count_damaged(text: str, span: Span) -> int:
    """Return the minimum number of unreadable diagrams in `span`, from its number of ranks."""
    ranks = sum(1 for _ in _RANK_SHAPE.finditer(text, *span))
    return -(-max(0, ranks - 8 * len(find(text, span))) // 8) if ranks else 0


def diagram_lines(placement: Placement) -> list[str]:
    """Return the ten lines of a diagram of `placement`, with its frame."""
    signs = [
        _font_square(letter, is_dark=(square // 8 + square % 8) % 2 == 0)
        for square, letter in enumerate(placement.squares)
    ]
    ranks = [f"9{''.join(signs[start : start + 8])}0" for start in range(56, -1, -8)]
    return ["XIIIIIIIIY", *ranks, "xiiiiiiiiy"]


def _font_square(letter: str, *, is_dark: bool) -> str:
    """Return the font's text for a FEN letter or `.`: `B` → `L`, dark `vL`."""
    if letter == ".":
        return "+" if is_dark else "-"
    man = letter.translate(_FONT_LETTERS)
    return _PREFIXES[man.upper()] + man if is_dark else man


class BrokenDiagram(NamedTuple):
    """A diagram that cannot be read: its first rank, the span of the damage, and the reason."""

    first_rank: Span
    break_span: Span
    reason: str


def broken_diagram(text: str, spans: Iterable[Span]) -> BrokenDiagram | None:
    """Return the first `BrokenDiagram` in `spans`, which cannot be read, or None."""
    for span in spans:
        complete_runs = (ranks for run in _runs(text, span) if any(_boards(run)) for ranks in run)
        read_offsets = {rank.start() for ranks in complete_runs for rank in ranks}
        for rank in _RANK_SHAPE.finditer(text, *span):
            if rank.start() not in read_offsets:
                return _find_break(text, rank, span.end)
    return None


def _find_break(text: str, rank: re.Match[str], end: int) -> BrokenDiagram:
    """Return the `BrokenDiagram` that begins with `rank`, with the place and reason of the damage."""
    first_rank = rank_span = Span(*rank.span())
    column = rank.start() - max(text.rfind("\n", 0, rank.start()), text.rfind("\r", 0, rank.start()))
    for row in range(8):
        match = _RANK.match(text, rank_span.start, end)
        if match is None:
            return BrokenDiagram(first_rank, rank_span, f"{_after_ranks(row)}this line is not a rank of eight squares")
        if (match["light_first"] is not None) == (row % 2 == 1):
            reason = "a rank is missing: the colors of the squares do not alternate"
            return BrokenDiagram(first_rank, rank_span, f"{_after_ranks(row)}{reason}")
        line = _LINE.match(text, match.end())
        next_start = (line.end() if line else end) + column - 1
        stop = _LINE.match(text, min(next_start, end))
        rank_span = Span(min(next_start, end), max(min(next_start, end), min(stop.end() if stop else end, end)))
    return BrokenDiagram(first_rank, first_rank, "leftover ranks do not form a complete diagram")


def _after_ranks(ranks: int) -> str:
    """Return the start of a reason: 2 → `after 2 ranks, `, 0 → nothing."""
    return f"after {ranks} rank{'s' if 1 < ranks else ''}, " if ranks else ""


def _runs(text: str, span: Span) -> Iterator[list[_Ranks]]:
    """Yield each run of consecutive lines with equally many ranks, as a list of `_Ranks`."""
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
    """Yield a `Board` for each diagram of `run`, which has the ranks of each line.

    There is none if the ranks do not make whole diagrams: their starts are unknown.
    """
    # Row 0 is the eighth rank, and a8 is light.
    first_colors = ((row, rank["light_first"] is not None) for row, ranks in enumerate(run) for rank in ranks)
    if len(run) % 8 or any(is_light == (row % 2 == 1) for row, is_light in first_colors):
        return
    for top in range(0, len(run), 8):
        for ranks in zip(*run[top : top + 8], strict=True):
            fen = "/".join(_PREFIX.sub("", rank[0][1:-1]).translate(_FEN_LETTERS) for rank in ranks)
            # Spans of diagrams side by side would overlap: only the first rank is used.
            last = ranks[-1] if len(run[top]) == 1 else ranks[0]
            if placement_problem(fen) is None:
                yield Board(BoardKind.DIAGRAM, Span(ranks[0].start(), last.end()), Placement(fen), None)
