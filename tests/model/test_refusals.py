"""Each reason for refusing a board is recorded by the decision, and explained."""

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.board_matching.refusals import Reason
from gbr_lsp.model.board_matching.unused_boards import UnusedBoards
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document

CODE = "a1b3 0100.10 2/2 Win"
BOARD = "8/8/8/8/8/1k6/7P/K5R1 w - - 0 1"
SLIP = "8/8/8/8/8/1k6/8/K5R1 w - - 0 1"
UNREADABLE = "8/8/8/8/8/1k6/7P/K5R w - - 0 1"
DARK = """\
```
. . . . . . . ♚
. . . . . . . .
♔ . ♟ . . . . .
. . . . . . . ♙
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
```
"""
TEXTS = {
    Reason.UNREADABLE: f"{CODE}\n\n{BOARD}\n\n{UNREADABLE}\n",
    Reason.LATER: f"{CODE}\n\n1.Kb2 Kc3 2.Kb1 and after this:\n\n{SLIP}\n",
    Reason.EXCHANGED: f"+0000.11h8a6 2/2 Win\n\n{DARK}",
    Reason.AGREES_ELSEWHERE: f"{CODE}\n\n{BOARD}\n\n" * 9,
    Reason.TAKEN: f"{CODE}\n\n{BOARD}\n\na1b3 0400.10 3/2 Win\n\n{SLIP}\n",
    Reason.FAR: f"{CODE}\n\n8/8/8/8/8/1k6/8/2KQQ1R1 w - - 0 1\n",
    Reason.HAS_BOARD: f"{CODE}\n\n{BOARD}\n\n{SLIP}\n",
    Reason.RIVAL_CODE: f"{CODE}\n\na1b3 0100.11 2/3 Draw\n\n{SLIP}\n",
    Reason.RIVAL_BOARD: f"{CODE}\n\n{SLIP}\n\n8/8/8/8/8/1k6/PP6/K5R1 w - - 0 1\n",
    Reason.UNREAD: f"{CODE}\n\n{SLIP}\n\n{UNREADABLE}\n\n{UNREADABLE}\n",
    Reason.COINCIDENCE: "".join(f"{kings} 0100.10 2/2 Win\n\n" for kings in ("a1h8", "b2g6", "c3f8", "f2b5"))
    + "8/8/2k5/8/8/8/7P/K5R1\n\n8/8/8/5k2/8/8/7P/2K3R1\n\n8/6k1/8/8/8/8/3K3P/6R1\n\n1k6/8/8/8/8/4K3/7P/6R1\n",
}


def reasons_of(text: str) -> list[str]:
    document = Document.of(text, host_for("a.md"), Conventions())
    unused = UnusedBoards(read_section(list(document.blocks), document.conventions))
    return [one.reason for study in unused.section.studies for one in unused.near(study, 100)[0]]


def test_there_is_a_text_for_each_reason() -> None:
    assert TEXTS.keys() == set(Reason)


@pytest.mark.parametrize("reason", Reason)
def test_each_reason_is_given(reason: Reason) -> None:
    first, _, last = reason.value.partition("{apart}")
    found = reasons_of(TEXTS[reason])
    assert any(words.startswith(first.partition("{")[0]) and last in words for words in found), found
