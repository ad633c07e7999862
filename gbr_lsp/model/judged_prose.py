"""The solutions of prose that rules judge: all, or those refutable without tables."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gbr_lsp.model.block import Block
from gbr_lsp.model.bracket_ends import doubtful_lines
from gbr_lsp.model.printed import MainLine
from gbr_lsp.model.study import Study

if TYPE_CHECKING:
    from gbr_lsp.model.judged import JudgedStudy


def judged_prose(
    section: Sequence[Block], lines: Sequence[tuple[Study, MainLine]], *, every: bool
) -> "Iterator[JudgedStudy]":
    """Yield a `JudgedStudy` for each pair of `lines` if `every`, otherwise for the doubtful ones.

    A line is doubtful if something in it may be refuted without tables. The judging module is
    imported only if there is a line.
    """
    asked = lines if every else doubtful_lines(lines)
    if asked:
        from gbr_lsp.model.judged import judged_lines

        yield from judged_lines(section, asked)
