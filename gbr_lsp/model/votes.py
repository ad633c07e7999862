"""The vote of a solution in prose if nothing else decides between code and board.

A study does not know the text around it, so the vote is taken with its section, and kept in the study.
Only the first main line after the code and before the next code votes: it must run to its printed end
from one of the two positions, and stop at an illegal move from the other. If captions in a row precede
the same number of lines, each other caption must have a line that runs only from its board; the line
that is left votes.
"""

from collections.abc import Sequence
from functools import lru_cache

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Block
from gbr_lsp.model.disputes import Blame, Case
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement

_MAX_IN_ROW = 3
"""Maximum number of captions considered before and after a code."""
_MAX_GAP = 400
"""Distance in code points that ends a row of captions; parts of their diagrams are between them."""


def with_vote(section: Section, number: int) -> Case:
    """Return the `Case` of study `number` of `section`, with the position that its solution proves in a tie."""
    study = Case(*section.studies[number])
    if not study.boards or study.block.host.has_records or study.block.host.has_placed_boards:
        return study
    disputes = study.disputes.as_list
    dispute = disputes[0] if len(disputes) == 1 else None
    if dispute is None or dispute.blame is not Blame.NOBODY:
        return study
    if dispute.placement is None or dispute.corrected_board is None:
        return study
    proved = _proved_position(section, number, (dispute.placement, dispute.corrected_board))
    return study._replace(proved_position=proved)


def _proved_position(section: Section, number: int, positions: tuple[Placement, Placement]) -> Placement | None:
    """Return the one of `positions` that the solution runs from, or None if unsure."""
    # Few codes differ from their boards, and the modules that follow moves are slow to import.
    from gbr_lsp.model.solution import positions_of, positions_with
    from gbr_lsp.solutions.assignment import Assignment

    studies, near = section.studies, _captions_in_row(section, number)
    last_block = studies[near.stop].block if near.stop < len(studies) else None
    part = _part_of(tuple(_blocks_near(section, studies[near.start].block, last_block)), section.conventions)
    spans = _spans(part, studies, range(near.start, min(near.stop + 1, len(studies))))
    if number not in spans:
        return None
    numbers = [*spans]
    nearby = Assignment(part.prose, [span.end for span in spans.values()], [positions_of(studies[n]) for n in numbers])
    # The captions without a line between them.
    here = first = last = numbers.index(number)
    while last + 1 < len(numbers) and numbers[last + 1] in near and not nearby.own_starts(last):
        last += 1
    while first and not nearby.own_starts(first - 1):
        first -= 1
    others = [*range(here + 1, last + 1), *range(here - 1, first - 1, -1)]
    left = nearby.own_starts(last)[: 1 + len(others)]

    def vote(start: int) -> Placement | None:
        own = (positions_with(studies[number], placement) for placement in positions)
        runs = [nearby.is_complete_from(start, each, last) for each in own]
        if None in runs or runs[0] is runs[1]:
            return None
        return positions[0] if runs[0] else positions[1]

    voted = vote(left[0]) if left and here == last else None
    if voted or len(left) <= len(others):
        return voted
    for other in others:
        runs = [nearby.is_complete_from(start, nearby.positions[other], last) for start in left]
        if runs.count(True) != 1 or None in runs:
            return None
        left.pop(runs.index(True))
    return vote(left[0])


def _captions_in_row(section: Section, number: int) -> range:
    """Return the numbers of the codes near `number` that may be captions in a row."""
    around = range(max(0, number - _MAX_IN_ROW), min(len(section.studies), number + _MAX_IN_ROW + 1))
    spans = _spans(section, section.studies, around)
    first = last = number
    while first - 1 in spans and spans[first].start - spans[first - 1].end < _MAX_GAP:
        first -= 1
    while last + 1 in spans and spans[last + 1].start - spans[last].end < _MAX_GAP:
        last += 1
    return range(first, last + 1)


def _spans(section: Section, studies: Sequence[Study], numbers: range) -> dict[int, Span]:
    """Return the span in `section` of each of `studies` with one of `numbers` whose block is there."""
    found = ((number, studies[number].code_place) for number in numbers)
    return {number: section.span(place) for number, place in found if place.block in section.numbers}


_part_of = lru_cache(maxsize=2)(Section)
"""The `Section` of blocks, cached for their other codes."""


def _blocks_near(section: Section, first: Block, last: Block | None) -> list[Block]:
    """Return the blocks of `section` from `first` to `last`, limited to those that are near."""
    from gbr_lsp.solutions.prose_text import MAX_DISTANCE

    blocks: list[Block] = []
    length = 0
    for number in range(section.numbers[first], len(section.blocks)):
        block = section.blocks[number]
        blocks.append(block)
        length += len(block.text)
        if block is last or MAX_DISTANCE < length:
            break
    return blocks
