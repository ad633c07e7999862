"""The solutions of prose that rules judge: all, or those refutable without tables."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gbr_lsp.model.block import Block
from gbr_lsp.model.prose_solutions import MainLine
from gbr_lsp.model.refutable_lines import doubtful_lines
from gbr_lsp.model.study import Study

if TYPE_CHECKING:
    from gbr_lsp.model.outcomes import JudgedStudy


def judged_prose(
    section: Sequence[Block], lines: Sequence[tuple[Study, MainLine]], *, every: bool
) -> "Iterator[JudgedStudy]":
    """Yield a `JudgedStudy` for each pair of `lines` if `every`, otherwise for the doubtful ones.

    A line is doubtful if something in it may be refuted without tables. The judging module is
    imported only if there is a line.
    """
    selected = lines if every else doubtful_lines(lines)
    if selected:
        from gbr_lsp.model.outcomes import judged_lines

        yield from judged_lines(section, selected)
