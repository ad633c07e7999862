"""Explanations: why a code is read, why a board is its own, and why another one is not."""

import pytest

from gbr_lsp.base.text import LineIndex
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.lint.explain import Explanation, explain, explain_all
from gbr_lsp.lint.explain_rules import needs_of
from gbr_lsp.lint.explain_witnesses import LintFacts
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Need
from gbr_lsp.rules import RULES
from gbr_lsp.solutions.line_claims import Certainty

KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
DIAGRAM = """9-+-+-+-+0
9+-+-+-vl-0
9-+-+Kzpk+0
9+-+-+-zp-0
9-+-+-+L+0
9+-+-+-zPP0
9-+-+-+-+0
9+-+-+-+-0
"""
RECORD = """[White "Kubbel=L"]
[Black "(=0323.12g3g1)"]
[Result "1/2-1/2"]
[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]

1. Bxg8 1/2-1/2
"""


def explained(text: str, line: int, name: str = "a.txt") -> Explanation:
    found = explain(Document.of(text, host_for(name)), LineIndex(text).line_span(line - 1))
    assert len(found) == 1
    return found[0]


def said(text: str, line: int, heading: str, name: str = "a.txt") -> str:
    sections = dict(explained(text, line, name).sections)
    return "; ".join(sentence.text for sentence in sections.get(heading, []))


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (f"g3g1 0323.12 4/5 Draw\n\n{KUBBEL}\n\ng3g1 0323.12 4/5\n\nh1e5 4040.11 4/4", 7, "belongs to another code"),
        (f"g3g1 0323.12 4/5 Draw\n{KUBBEL[:-1]}2 w - - 0 1\n", 1, ""),
        (
            f"c8a8 3100.21 Win\n\n{KUBBEL}\n",
            1,
            "differs by more than one slip: its kings are on g3g1, its men are 0323.12",
        ),
        (
            f"g3g1 0323.11 3/5 Draw\n\n{KUBBEL}\n\ng3g1 0323.13 3/5 Draw",
            1,
            "differs by one slip (its men are 0323.12), but another code is as close",
        ),
        (
            f"g3g1 0323.11 Draw\n\n{KUBBEL}\n\n{KUBBEL.replace('2p4P', '2pp3P')}\n",
            1,
            "differs by one slip (its men are 0323.12), but another board is as close",
        ),
        (
            "g3g1 0323.12 4/5 Draw\n\n1.Bb1 Kf1 2.h7 Nf6 and now\n\n6n1/7P/2p5/8/8/r1p3K1/8/1B2Bk2 b - - 0 2\n",
            1,
            "later position",
        ),
        (f"g6e6 0040.24 4/4 win\n\n{DIAGRAM}{DIAGRAM[12:]}", 1, "cannot be read"),
    ],
)  # fmt: skip
def test_a_board_that_is_passed_over_has_a_reason(text: str, line: int, why: str) -> None:
    assert why in said(text, line, "passed over")


def test_a_later_position_is_said_to_be_one() -> None:
    after = KUBBEL.replace("6n1", "6B1").replace("B7", "8")
    text = f"# A study\n\ng3g1 0323.12 Draw\n\n1.Bxg8 Ra1 2.Bb3 Rb1 gives\n`{after} b - - 0 2`\n"
    assert "later position" in said(text, 3, "passed over", "a.md")


@pytest.mark.parametrize(
    ("old", "new", "line", "how"),
    [
        ("9-+-+Kzpk+0\n", "9-+-+K pk+0\n", 3, "after 2 ranks, this line is not a rank of eight squares"),
        ("9-+-+Kzpk+0\n", "", 3, "after 2 ranks, a rank is missing"),
        ("9+-+-+-vl-0\n", "", 2, "after 1 rank, a rank is missing"),
        ("9-+-+Kzpk+0\n", "9-+-+Kzpk+0\nthe other column\n", 4, "after 3 ranks, this line is not a rank"),
    ],
)
def test_the_place_where_a_diagram_breaks_is_shown(old: str, new: str, line: int, how: str) -> None:
    torn = DIAGRAM.replace(old, new)
    text = f"{torn}g6e6 0040.22 4/4 win\n"
    _, broken = dict(explained(text, torn.count("\n") + 1).sections)["passed over"][:2]
    assert broken.text.startswith(how)
    assert broken.span is not None
    assert LineIndex(text).line_at(broken.span.start) + 1 == line


def test_diagrams_side_by_side_are_not_said_to_break() -> None:
    beside = "\n".join(f"{rank} {rank}" for rank in DIAGRAM.split("\n") if rank[:1] == "9")
    found = dict(explained(f"{beside}\ng6e6 0040.24 4/4 win\n", 9).sections)["passed over"]
    assert len(found) == 2
    assert not any("cannot be read" in sentence.text for sentence in found)


def test_a_board_behind_the_page_is_found_elsewhere() -> None:
    text = f"g3g1 0323.12 4/5 Draw\n\f{KUBBEL}\n"
    assert said(text, 1, "boards") == "none belongs to it"
    assert "another section" in said(text, 1, "elsewhere")


def test_the_place_where_a_solution_is_lost_is_named() -> None:
    assert said(RECORD.replace("Bxg8", "Bxg7"), 2, "solution", "a.pgn").startswith("stopped at 1.Bxg7: not legal: ")
    assert said(RECORD, 2, "solution", "a.pgn") == "the moves and their variations can all be played"
    lasker = "# A\n\na1a7 0000.43 Win\n\n`8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1`\n\n"
    text = f"{lasker}1.Kb1 Kb7 2.Kc1 Kc7 3.Kd1 Kd8 4.Kc2 Kc8 5.Kf5\n"
    assert "8 half-moves can be played" in said(text, 3, "solution", "a.md")


def test_a_solution_in_another_section_is_found_and_said_not_to_be_checked() -> None:
    board = "# Problem\n\na1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/8/K6R w - - 0 1`\n\n"
    text = f"{board}# Solution\n\n1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 wins.\n"
    told = "not checked, because it is in another section: 6 half-moves can be played from the board"
    assert said(text, 3, "solution", "a.md") == told
    assert "from the board" not in said(board, 3, "solution", "a.md")


CAPTION = "a1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/8/K6R w - - 0 1`\n\n"
OTHER_CAPTION = "a1c3 0100.01 2/2 Win `8/8/8/8/6p1/2k5/8/K6R w - - 0 1`\n\n"
LINE = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 wins.\n\n"
SECOND = "1.Rg1 Kd4 2.Rg4+ Kd3 3.Rg3+ Kd4 wins.\n\n"
FOREIGN = "1.Nf3 Nf6 2.Nc3 Nc6 3.Ng1 Ng8 draws.\n\n"
LAST = "h8a8 0000.10 2/1 Win `k6K/8/8/8/8/8/P7/8 w - - 0 1`\n\n"


@pytest.mark.parametrize(
    ("text", "certainty"),
    [
        (CAPTION + LINE, Certainty.ALONE),
        (CAPTION + LINE + FOREIGN + LAST, Certainty.FIRST),
        (CAPTION + LINE + "1.Rg1 Kd4 2.Rg4+ wins.\n\n" + LAST, Certainty.FIRST),
        (LINE + CAPTION, Certainty.ONLY_NEAR),
        (CAPTION + FOREIGN + LINE, Certainty.ONLY_NEAR),
        (LINE + SECOND + CAPTION, Certainty.OTHER_LINE),
        (CAPTION + LINE + SECOND + LAST, Certainty.OTHER_LINE_AFTER_CODE),
        (CAPTION + LINE + LINE + LAST, Certainty.OTHER_LINE_AFTER_CODE),
        (CAPTION + LINE + 4 * FOREIGN, Certainty.FOREIGN_LINES),
        (CAPTION + OTHER_CAPTION + LINE, Certainty.OTHER_BOARD),
    ],
)
def test_the_reason_why_a_line_belongs_to_a_code_is_given(text: str, certainty: Certainty) -> None:
    belongs = "belongs" if certainty.is_certain else "may not belong"
    line = text[: text.index(CAPTION)].count("\n") + 1
    assert f"; it {belongs} to the code: {certainty.words}" in said(text, line, "solution", "a.md")


def test_where_nothing_is_read_the_reason_is_said() -> None:
    text = "A price of 1234.56.\n\n0323.12 g3g1\n"
    assert said(text, 1, "evidence").startswith("counts as a code: nothing")
    assert not explained("Nothing.\n", 1).is_read
    assert "is not read" in said("% g3g1 0323.12\n", 1, "read", "a.tex")


@pytest.mark.parametrize(
    "text",
    [
        # One board contradicts the kings and the class.
        "No. 1\n\ng3d3 0010.02\n\n8/8/8/8/8/3k1K2/3ppP2/B7 w - - 0 1",
        "g3d3 0010.02 2/3 Win `8/8/8/8/8/3k1K2/3ppP2/B7 w - - 0 1`\n\n1.Ke3 d1=Q 2.Kd2",
        "g3d3 0010.02 .a1d2e2 2/3 Win `8/8/8/8/8/3k1K2/3ppP2/B7`",
        f"No. 1\n\ng3g2 0323.22\n\n{KUBBEL} w - - 0 1",
        RECORD.replace("0323.12g3g1", "0323.22g4g1"),
    ],
)
def test_no_sentence_is_printed_twice(text: str) -> None:
    for name in ("a.txt", "a.md", "a.pgn"):
        for one in explain_all(Document.of(text, host_for(name))):
            for heading, sentences in one.sections:
                said = [sentence.text for sentence in sentences]
                assert len(said) == len(set(said)), (heading, said)


def test_a_board_says_whose_it_is() -> None:
    text = f"g3g1 0323.12 4/5 Draw\n\n{KUBBEL}\n\n{KUBBEL.replace('6n1', '6q1')}\n"
    assert "belongs to g3g1 0323.12" in said(text, 3, "board")
    assert "belongs to no code" in said(text, 5, "board")


def test_every_code_is_explained() -> None:
    text = "g3g1 0323.12 4/5 Draw\n\na7d3 0116.00 b2b3c6d6 3/3+\n\nO4OO.l0 g3g1\n"
    assert [one.head for one in explain_all(Document.of(text, host_for("a.txt")))] == [
        "g3g1 0323.12 4/5 Draw", "a7d3 0116.00 b2b3c6d6 3/3+", "O4OO.l0 g3g1"
    ]  # fmt: skip


def test_what_a_code_is_checked_against_is_named_with_its_place() -> None:
    def against(text: str, name: str) -> str:
        document = Document.of(text, host_for(name))
        lint(document)
        return LintFacts(document).witnesses_in_words(next(document.studies()), inner=False)

    assert against(RECORD, "a.pgn") == "the FEN, the Result and the solution"
    # Moves that are followed from a board that may be wrong would tell nothing.
    assert against(RECORD.replace("0323", "0324"), "a.pgn") == "the FEN and the Result"
    assert against(f"`{KUBBEL}`\n\ng3g1 0323.12 KBBPvKRNPP\n", "a.md") == "the FEN above and a signature beside it"
    index = "".join(f"a{n}h{n} 0000.11 . . . {n}\n" for n in range(1, 7))
    assert against(f"a1h1 0000.11 2/2\n\n{index}", "a.txt") == "the index"


def test_every_need_is_that_of_a_default_rule() -> None:
    document = Document.of("g3g1 0323.12", host_for("a.txt"))
    needs = needs_of(next(document.studies()), solved=False)
    assert [*needs] == [*Need]
    assert {rule.need for rule in RULES.values()} - {None} == {*Need}
    assert all(name in DEFAULT_RULES for name, rule in RULES.items() if rule.need)


def test_a_class_that_a_board_proves_is_explained_with_it() -> None:
    text = "# One\n\n0032.10 3/2 Win\n\n`8/8/2k5/8/3N4/1b6/4P3/7K`\n"
    assert explained(text, 3, "a.md").head == "0032.10 3/2 Win"
    assert "a board near it has the same content" in said(text, 3, "evidence", "a.md")
    assert said(text, 3, "checked against", "a.md") == "the FEN below and its control"
