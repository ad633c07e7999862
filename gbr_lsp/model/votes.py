"""The vote of a solution in prose where a code and its board are a tie.

A study does not know the text around it, so the vote is taken where its section is known, and is kept with the study.
Only the first main line behind the code and before the next code votes: it must run to its printed end from one of the
two positions, and stop at a move that cannot be played from the other.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gbr_lsp.model.block import Block
from gbr_lsp.model.judgement import Blamed, judgement
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement

if TYPE_CHECKING:
    from gbr_lsp.solutions.main_line import ProseText
    from gbr_lsp.solutions.moves import Position


def with_vote(studies: Sequence[Study], number: int, section: Sequence[Block]) -> Study:
    """One of the studies of a section, with the position that its solution proves where code and board are a tie."""
    study = studies[number]
    if not study.boards or study.block.host.holds_records or study.block.host.has_placed_boards:
        return study
    judged = judgement(study)
    dispute = judged.disputes[0] if len(judged.disputes) == 1 else None
    if dispute is None or dispute.blamed is not Blamed.NOBODY or dispute.instead is None:
        return study
    following = studies[number + 1] if number + 1 < len(studies) else None
    return study._replace(proved=_proved(study, following, section, (dispute.placement, dispute.instead)))


def _proved(
    study: Study, following: Study | None, section: Sequence[Block], positions: tuple[Placement, Placement]
) -> Placement | None:
    """The one of two positions that the printed solution runs from, if it cannot be played from the other."""
    # Few codes differ from their boards, and what follows moves takes a while to import.
    from gbr_lsp.model.printed import own_starts, positions_with, prose_of

    blocks = _near(section, study.block, following.block if following else None)
    text = prose_of(blocks, study.conventions)
    until = len(text.text)
    if following and following.block is blocks[-1]:
        until += following.occurrence.span.start - len(following.block.text)
    start = next(iter(own_starts(text, study.occurrence.span.end, until)), None)
    if start is None:
        return None
    runs = [_runs(text, start, positions_with(study, placement), until) for placement in positions]
    if None in runs or runs[0] is runs[1]:
        return None
    return positions[0] if runs[0] else positions[1]


def _near(section: Sequence[Block], first: Block, last: Block | None) -> list[Block]:
    """The blocks of a section from one to another, or as many as are near."""
    from gbr_lsp.model.printed import NEAR

    blocks: list[Block] = []
    length = 0
    for block in section[next(number for number, block in enumerate(section) if block is first) :]:
        blocks.append(block)
        length += len(block.text)
        if block is last or NEAR < length:
            break
    return blocks


def _runs(text: "ProseText", start: int, positions: "Sequence[Position]", until: int) -> bool | None:
    """Whether a line runs to its printed end from a position or stops at a move; None where that is not sure."""
    from gbr_lsp.solutions.main_line import follow
    from gbr_lsp.solutions.prose import MANY_PLIES

    lines = [follow(text, start, one, language, until).main for one in positions for language in text.languages]
    if any(line.complete for line in lines):
        return (
            True if any(line.complete and line.is_whole and MANY_PLIES <= len(line.moves) for line in lines) else None
        )
    return False if any(line.behind for line in lines) else None
