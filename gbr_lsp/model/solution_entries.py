"""Solutions in a section of their own, each with the number of its study.

Such a section begins with a heading like *Solutions*, and belongs to the studies before it that have no line of their
own. An entry begins with a block that has a number, and ends before the next one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.study import Study
from gbr_lsp.model.study_numbers import StudyNumber, certain_numbers, number_at_start


class UnsolvedStudies(NamedTuple):
    """The `blocks` of a section, and its `studies` that have a board and no line, with their printed `numbers`."""

    blocks: Sequence[Block]
    studies: Sequence[Study]
    numbers: Sequence[StudyNumber | None]


def entries_of(sections: Iterable[UnsolvedStudies]) -> dict[Place, list[Block]]:
    """Return the blocks with the solution of each study that is found by its number, by the place of its code."""
    found: dict[Place, list[Block]] = {}
    studies, numbers = list[Study](), list[StudyNumber | None]()
    entries: list[tuple[str, list[Block]]] = []
    is_open = False
    for blocks, its_studies, its_numbers in sections:
        if is_open and its_studies:
            found |= _paired(studies, numbers, entries)
            studies, numbers, entries, is_open = [], [], [], False
        studies += its_studies
        numbers += its_numbers
        heading = -1 if is_open else next((at for at, one in enumerate(blocks) if one.has_solutions_heading), None)
        if heading is not None:
            is_open = True
            entries += _entries(blocks[heading + 1 :], {study.block for study in its_studies})
    return found | _paired(studies, numbers, entries)


def _entries(blocks: Sequence[Block], others: set[Block]) -> list[tuple[str, list[Block]]]:
    """Return the number and the blocks of each entry with moves in `blocks`; those in `others` begin a study."""
    entries: list[tuple[str, list[Block]]] = [("", [])]
    for block in blocks:
        number = None if block in others else number_at_start(block.text.partition("\n")[0])
        if number or block in others or block.is_section_start():
            entries.append((number.text if number else "", []))
        entries[-1][1].append(block)
    return [(number, entry) for number, entry in entries if number and any(block.has_moves for block in entry)]


def _paired(
    studies: Sequence[Study], numbers: Sequence[StudyNumber | None], entries: Sequence[tuple[str, list[Block]]]
) -> dict[Place, list[Block]]:
    """Return the blocks of the only entry with the number of each study, by the place of its code."""
    counts = Counter(number for number, _ in entries)
    by_number = {number: blocks for number, blocks in entries if counts[number] == 1}
    pairs = zip(studies, certain_numbers(numbers), strict=True)
    return {study.code_place: by_number[number] for study, number in pairs if number and number in by_number}
