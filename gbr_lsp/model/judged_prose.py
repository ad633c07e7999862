"""The solutions of a section of prose that rules judge: all of them, or those that may be refuted without tables."""

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
    """The main lines of a section as they are judged: every one, or those in which something may be refuted without
    tables, and what judges them is imported only if there is one."""
    asked = lines if every else doubtful_lines(lines)
    if asked:
        from gbr_lsp.model.judged import judged_lines

        yield from judged_lines(section, asked)
