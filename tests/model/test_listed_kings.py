"""A list that was not read whole belongs to the only study near it that has its kings, or kings one slip away."""

import random
from collections import Counter

from gbr_lsp.boards.value import Board
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section
from gbr_lsp.notation.values import Kings
from gbr_lsp.slips import Field, readings

PIECES = (
    "g3g1 0323.12 4/6 Win ", "g3h1 0323.12 ", "=0400.10a1c3 ", "=0400.10b1c3 ", "White: Kg3, Rd5; Black: Kg1. ",
    "White: Ka1, Rd5; Black: Kd4. ", "White: Ka1, Rd5, Rd5; Black: Kc3. ", "\n", "\n\n", "\n\nWords.\n\n",
)  # fmt: skip


def is_slip(kings: Kings | None, shown: Kings | None) -> bool:
    if kings is None or shown is None or kings == shown:
        return kings is not None and kings == shown
    return any(meant.text == str(shown) for meant in readings(str(kings), Field.KINGS, 1.0))


def expected(section: Section) -> list[Board | None]:
    """The list of each study: every list is compared with every study near it."""
    studies = section.studies
    claims = []
    for at, block in enumerate(section.blocks):
        near = section.blocks[max(0, at - 1) : at + 2]
        for board in block.contents.unread_lists:
            fitting = [
                number
                for number, study in enumerate(studies)
                if study.block in near and not study.boards and is_slip(study.code.kings, board.kings)
            ]
            claims += [(fitting[0], board)] if len(fitting) == 1 else []
    counted = Counter(number for number, _ in claims)
    lists = {number: board for number, board in claims if counted[number] == 1}
    return [lists.get(number) for number in range(len(studies))]


def test_the_lists_are_those_of_a_comparison_of_each_with_each() -> None:
    random_ = random.Random(1)
    found = 0
    for _ in range(300):
        text = "".join(random_.choice(PIECES) for _ in range(random_.randrange(2, 14)))
        section = Document.of(text, host_for("a.txt")).as_section()
        wanted = expected(section)
        assert [study.partial_list and study.partial_list.board for study in section.studies] == wanted, text
        found += sum(board is not None for board in wanted)
    assert 40 < found
