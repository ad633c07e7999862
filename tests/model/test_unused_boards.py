"""Why boards are passed over: a look at what codes and boards have in common finds what a look at all would find."""

import random

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.model.block import TWIN, Place
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.board_matching.later_positions import Gaps
from gbr_lsp.model.board_matching.pairing import is_close
from gbr_lsp.model.board_matching.unused_boards import UnusedBoards
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section
from gbr_lsp.model.versions import LATER_WORDS
from gbr_lsp.notation.code_forms import is_match

_PARTS = (
    "a1b3 0400.10 Win", "a1c3 0400.10 2/2", "b1b3 0410.10", "a1b3 0400.01", "b3a1 0100.10 Draw",
    "8/8/8/8/8/1k6/8/K5R1 w - - 0 1", "8/8/8/8/8/1k6/8/K5RR b - - 0 1", "8/8/8/8/8/2k5/P7/K5r1 w - - 0 1",
    "8/8/8/8/8/1k6/P7/K5r1 w - - 0 1", "8/8/8/8/8/1k6/1P6/K5r1 b - - 0 1", "1k6/8/8/8/8/8/1P6/K5r1 w - - 0 1",
    "8/8/8/8/8/9/8 w - - 0 1", "1.Kb2 Kc3 2.Kb1", "and after", "b) wKa1 to c5", "in prose",
)  # fmt: skip


def test_what_is_near_is_what_looking_at_all_would_find() -> None:
    random_ = random.Random(14)
    seen = 0
    for _ in range(60):
        text = "".join(f"{random_.choice(_PARTS)}{random_.choice((' ', chr(10), chr(10) * 2))}" for _ in range(12))
        document = Document.of(text, host_for("a.md"), Conventions())
        for blocks in document.sections():
            section = read_section(blocks, document.conventions)
            studies = section.studies
            boards = UnusedBoards(section)
            every = list(section.boards)
            for study in studies:
                own = {one.place for one in study.boards}
                left = {one.place for one in every} - own
                found, more = boards.near(study, 100)
                assert ({one.owned_board.place for one in found}, more) == (left, 0)
                for why in found:
                    seen += "as close" in why.reason
                    placement = why.owned_board.board.placement
                    rivals = [o for o in studies if placement and o.code != study.code and is_close(o.code, placement)]
                    if "another code is as close" in why.reason:
                        assert why.other_place in [rival.code_place for rival in rivals]
                    shown = ((one, one.board.placement) for one in every)
                    others = [o.place for o, s in shown if s and s != placement and is_close(study.code, s)]
                    if "another board is as close" in why.reason:
                        assert why.other_place in others
                    if "a coincidence" in why.reason:
                        assert not rivals
                        assert not others
            for one in every:
                shows = one.board.placement
                near = [o.code_place for o in studies if shows and (is_match(o.code, shows) or is_close(o.code, shows))]
                assert [o.code_place for o in (boards.close_studies(shows) if shows else [])] == near
    assert seen


def test_what_stands_between_is_what_searching_each_stretch_finds() -> None:
    random_ = random.Random(15)
    seen = 0
    for _ in range(200):
        parts = [random_.choice((*_PARTS, "moves", "\n\n", "(b) Ka1 ", ".", "xII) a")) for _ in range(10)]
        blocks = list(Document.of(" ".join(parts), host_for("a.txt")).blocks)
        between = Gaps(Section(blocks, Conventions()))
        for _ in range(10):
            first, last = sorted(random_.choices(range(len(blocks)), k=2))
            code, board = (random_.randrange(len(blocks[one].text) + 1) for one in (first, last))
            if (first, code) >= (last, board):
                continue
            texts = [one.text for one in blocks[first : last + 1]]
            texts[-1] = texts[-1][:board]
            texts[0] = texts[0][code:]
            if code and blocks[first].text[code - 1 : code + 1].strip() == blocks[first].text[code - 1 : code + 1]:
                continue  # A code ends where a word does.
            if blocks[last].text[max(0, board - 1) : board + 1].isalnum():
                continue  # And a board begins where one does.
            places = Place(blocks[first], Span(code, code)), Place(blocks[last], Span(board, board))
            assert between.moves.are_between(*places) == any(map(LATER_WORDS.search, texts)), texts
            assert between.twins.are_between(*places) == any(map(TWIN.search, texts)), texts
            seen += 1
    assert seen > 100
