"""Twins: their announcements, the positions that these mean, and the lines that belong to them."""

import json
import random
from collections.abc import Iterator

import pytest

from gbr_lsp.base.generators import run_to_end
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.collection.conditions import is_met
from gbr_lsp.collection.search import read_query
from gbr_lsp.collection.study_facts import facts_of
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.conversions import board_view
from gbr_lsp.ide.hover import hover
from gbr_lsp.languages import changes
from gbr_lsp.lint.engine import lint, lint_steps
from gbr_lsp.lint.explain import explain
from gbr_lsp.lint.memo import LastLint
from gbr_lsp.model.document import Document
from gbr_lsp.model.twin_marks import marks_in
from tests.lint.naive import naive_lint
from tests.lint.test_naive import told
from tests.solutions.slips import RULES
from tests.solutions.twins import TwinText, twin_texts, understood

HEAD = "```fen\n8/8/8/8/8/2k5/P7/K6R w - - 0 1\n```\n\na1c3 0100.10 3/1 Win\n\n"
LINE = "1.Rh3+ Kd4 2.Rh4+ Ke5 3.Rh5+ Kd6 4.Rh6+ Ke5 wins."
OF_H8 = "1.Rc8+ Kb4 2.Rb8+ Kc5 3.Rc8+ Kb6 4.Rb8+ Kc7 wins."
"""A line from the diagram, and one with the rook on h8."""
SLIP = OF_H8.replace("3.Rc8+", "3.Bc8+")


def read(text: str, name: str = "a.md") -> Document:
    return Document.of(text, host_for(name))


def positions(announcement: str, letter: str = "b", head: str = HEAD) -> list[str]:
    """Return the positions that the twin `letter` may have."""
    twins = [twin for study in read(f"{head}{announcement}\n").studies() for twin in study.twins]
    boards = next((twin.boards for twin in twins if twin.letter == letter), ())
    return [
        one.board.placement.fen + (" b" if one.board.turn is False else "") for one in boards if one.board.placement
    ]


def blamed(text: str, name: str = "a.md") -> list[str]:
    """Return the texts of the moves that are reported."""
    document = read(text, name)
    return [document.text[slice(*item.span)] for item in lint(document, RULES)]


ONE = {
    "b) wRh1 to h8": "7R/8/8/8/8/2k5/P7/K7",
    "(b) Rh1 on h8": "7R/8/8/8/8/2k5/P7/K7",
    "b: white rook h1→h8": "7R/8/8/8/8/2k5/P7/K7",
    "II) Rh8 instead of h1": "7R/8/8/8/8/2k5/P7/K7",
    "B) move the white rook from h1 to h8": "7R/8/8/8/8/2k5/P7/K7",
    "b) wTh1 nach h8": "7R/8/8/8/8/2k5/P7/K7",
    "b) tour blanche h8 au lieu de h1": "7R/8/8/8/8/2k5/P7/K7",
    "б) белая ладья h1 на h8": "7R/8/8/8/8/2k5/P7/K7",
    "b) wKb1": "8/8/8/8/8/2k5/P7/1K5R",
    "b) without Pa2": "8/8/8/8/8/2k5/8/K6R",
    "b) -Pa2": "8/8/8/8/8/2k5/8/K6R",
    "b) zonder pion a2": "8/8/8/8/8/2k5/8/K6R",
    "b) +bPa4": "8/8/8/8/p7/2k5/P7/K6R",
    "b) with Black's pawn on a4": "8/8/8/8/p7/2k5/P7/K6R",
    "b) add a black pawn on a4, win": "8/8/8/8/p7/2k5/P7/K6R",
    "b) exchange Rh1 and Pa2": "8/8/8/8/8/2k5/R7/K6P",
    "b) Rh1=Bh1": "8/8/8/8/8/2k5/P7/K6B",
    "b) Black to move": "8/8/8/8/8/2k5/P7/K6R b",
    "b) 7R/8/8/8/8/2k5/P7/K7 w - - 0 1": "7R/8/8/8/8/2k5/P7/K7",
    "b) White: Ka1, Rh8, a2; Black: Kc3": "7R/8/8/8/8/2k5/P7/K7",
    "b) wRh8, without Pa2": "7R/8/8/8/8/2k5/8/K7",
}
"""Announcements with one possible position. The exchange puts a pawn on the first rank, so it has none."""


@pytest.mark.parametrize("announcement", ONE)
def test_the_position_of_an_announcement(announcement: str) -> None:
    expected = [] if "exchange" in announcement else [ONE[announcement]]
    assert [one for one in positions(announcement) if one == ONE[announcement]] == expected
    assert len(positions(announcement)) <= 3


def test_a_twin_of_a_twin() -> None:
    assert positions("b) wRh1 to h8; c) as b), without Pa2", "c") == ["7R/8/8/8/8/2k5/8/K7"]
    assert positions("b) wRh1 to h8; c) = b) -Pa2", "c") == ["7R/8/8/8/8/2k5/8/K7"]


def test_several_positions() -> None:
    """`Pa4` moves the pawn, or adds one of either color; in Dutch, P is a knight."""
    found = {"8/8/8/8/P7/2k5/8/K6R", "8/8/8/8/P7/2k5/P7/K6R", "8/8/8/8/p7/2k5/P7/K6R"}
    assert found < set(positions("b) Pa4"))


@pytest.mark.parametrize(
    "words",
    ["b) the rook may also be on h8", "b) wRh1 somewhere to h8", "b) wBh1 to g2", "b) wRh1 to a2", "b) Kc4 2.Kd5"],
)
def test_what_is_not_understood(words: str) -> None:
    assert positions(words) == []


@pytest.mark.parametrize("name", ["a.md", "a.txt"])
@pytest.mark.parametrize(
    "text",
    [
        f"b) wRh1 to h8\n\na) {LINE}\n\nb) {{}}\n",
        f"b) wRh1 to h8\n\n{LINE}\n\nb) {{}}\n",
        f"{LINE} b) wRh1 to h8: {{}}\n",
        f"{LINE}\n\nb) wRh1 to h8\n\n{{}}\n",
        f"{LINE}\n\nTwin: white rook h1 to h8. {{}}\n",
        f"{LINE}\n\nVersion by A. Author, 1999: wRh1 to h8. {{}}\n",
        f"{LINE}\n\nCorrected by A. Author: wRh1 to h8. {{}}\n",
        f"b) 7R/8/8/8/8/2k5/P7/K7 w - - 0 1\n\na) {LINE}\n\nb) {{}}\n",
    ],
)
def test_a_line_belongs_to_its_twin(text: str, name: str) -> None:
    head = HEAD.replace("```fen\n", "").replace("```\n", "") if name == "a.txt" else HEAD
    assert blamed(head + text.format(OF_H8), name) == []
    assert blamed(head + text.format(SLIP), name) == ["Bc8+"]


def test_no_line_of_a_twin_is_played_from_elsewhere() -> None:
    """The slip is legal from the diagram, and an announcement that is not understood gives no position."""
    wrong = LINE.replace("3.Rh5+", "3.Bh5+")
    assert blamed(f"{HEAD}b) the rook stands elsewhere, on g7\n\na) {LINE}\n\nb) {wrong}\n") == []
    assert blamed(f"{HEAD}{wrong}\n") == ["Bh5+"]
    assert blamed(f"{HEAD}b) wRh1 to h8\n\na) {wrong}\n\nb) {OF_H8}\n") == ["Bh5+"]
    # A line under the wrong label is no slip.
    assert blamed(f"{HEAD}b) wRh1 to h8\n\nb) {LINE}\n") == []


def test_one_of_several_positions() -> None:
    assert blamed(f"{HEAD}b) Rh8\n\na) {LINE}\n\nb) {OF_H8}\n") == []
    with_king = "With White's king on b1 1.Rh3+ Kd4 2.Rh4+ Ke5 3.Bh5+ Kd6 4.Rh6+ Ke5 5.Kc2 wins."
    assert blamed(f"{HEAD}a) {LINE}\n\n{with_king}\n") == ["Bh5+"]
    # With a second rook on h8, the same moves are ambiguous, or legal too.
    assert positions("b) Rh8")[:1] == ["7R/8/8/8/8/2k5/P7/K7"]


def test_the_code_of_a_twin() -> None:
    codes = [
        (item.finding.rule, item.finding.message)
        for item in lint(read(f"{HEAD}b) wRh1 to h8 and -Pa2 (a1c3 0100.10 2/1 Win)\n\na) {LINE}\n\nb) {OF_H8}\n"))
    ]
    assert [rule for rule, _ in codes] == ["force-mismatch"] or [rule for rule, _ in codes] == ["control-mismatch"]
    assert lint(read(f"{HEAD}b) wKa1 to b1 (b1c3 0100.10 3/1 Win)\n\na) {LINE}\n")) == []


def test_a_section_of_solutions_has_the_lines_of_twins() -> None:
    studies = f"# Studies\n\n**1.**\n\n{HEAD}b) wRh1 to h8\n\n**2.**\n\n{HEAD}b) wKb1\n\n"
    text = f"{studies}# Solutions\n\n**1.** a) {LINE} b) {SLIP}\n\n**2.** a) {LINE}\n"
    assert blamed(text) == ["Bc8+"]
    assert blamed(text.replace("Bc8+", "Rc8+")) == []


def test_a_line_on_the_next_page_is_reported_once() -> None:
    head = HEAD.replace("```fen\n", "").replace("```\n", "")
    assert blamed(f"{head}b) wRh1 to h8\n\nb) {SLIP}\n\n\fa) {LINE}\n", "a.txt") == ["Bc8+"]
    assert blamed(f"{head}b) wRh1 to h8\n\n\fa) {LINE}\n\nb) {SLIP}\n", "a.txt") == ["Bc8+"]


def test_the_editor_shows_the_position() -> None:
    text = f"{HEAD}b) wRh1 to h8\n\na) {LINE}\n\nb) {OF_H8}\n"
    document = read(text)
    at = text.index("wRh1")
    found = hover(document, at)
    assert found
    assert found.board
    assert found.board.fen == "7R/8/8/8/8/2k5/P7/K7"
    assert found.lines[0] == "Twin b) of a1c3 0100.10 3/1 Win"
    view = board_view(document, at)
    assert view
    assert view["fen"] == "7R/8/8/8/8/2k5/P7/K7 w - - 0 1"
    in_line = board_view(document, text.index("Rc8+") + 2)
    assert in_line
    assert str(in_line["fen"]).startswith("2R5/8/8/8/8/2k5/P7/K7 b")
    (explanation,) = explain(document, Span(text.index("0100"), text.index("0100")))
    told_of_twins = dict(explanation.sections)["twins"]
    assert [one.text for one in told_of_twins] == ["twin b), from “b) wRh1 to h8”: 7R/8/8/8/8/2k5/P7/K7 w - - 0 1"]


@pytest.mark.parametrize(
    ("query", "is_found"),
    [("twin:any", True), ("twin:Rh8", True), ("twin:Rh1", False), ('twin:"7R/8/8/8/8/2k5/P7/K7 w"', True),
     ("-twin:any", False), ("board:Rh8", False)],
)  # fmt: skip
def test_search(query: str, is_found: bool) -> None:
    (study,) = read(f"{HEAD}b) wRh1 to h8\n").studies()
    assert is_met(read_query(query).condition, facts_of(study)) is is_found


def test_edits() -> None:
    """After each edit, the findings are those of a linter that keeps nothing."""
    text = f"{HEAD}b) wRh1 to h8\n\na) {LINE}\n\nb) {SLIP}\n\nSome words.\n\n{HEAD}b) wKb1\n\na) {LINE}\n\nb) {OF_H8}\n"
    rng = random.Random("twins")
    document, last = read(text), LastLint()
    for _ in range(60):
        at = rng.choice([document.text.find(one) for one in ("h8", "b)", "to", "wR", "Bc8", "words", "a)", "\n\nb")])
        at = max(0, at) + rng.randrange(3)
        edit = Edit(Span(at, at + rng.randrange(2)), rng.choice(("", "b", "h", "8", "1", " ", ")", "K", "\n")))
        document = document.edit(edit)
        found = run_to_end(lint_steps(document, RULES, last=last))
        assert told(found) == told(naive_lint(document.text, document.host, RULES))


def test_labels_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work grows with the number of labels, not with its square."""
    calls = 0
    real = changes._symbol_of

    def counted(*args: object) -> object:
        nonlocal calls
        calls += 1
        return real(*args)

    monkeypatch.setattr(changes, "_symbol_of", counted)
    counts = []
    for repeated in (50, 100):
        calls = 0
        marks_in("b) words of black and white " * repeated)
        counts.append(calls)
    assert 0 < counts[1] <= 2.2 * counts[0]


def _checked(texts: Iterator[TwinText]) -> tuple[int, int, int]:
    """Return the number of twins, how many are understood and how many wrongly; no text may be blamed."""
    verdicts = []
    for text in texts:
        verdicts += [verdict for _, verdict in understood(text)]
        line = next(iter(text.lines.values()))
        assert line.found(text.text) == [], json.dumps(text.words)
    return len(verdicts), verdicts.count("yes"), verdicts.count("wrong")


@pytest.mark.usefixtures("corpora")
@pytest.mark.parametrize("is_unseen", [False, True])
def test_twins_as_authors_print_them(is_unseen: bool) -> None:
    """The positions come from python-chess, the announcements from people who had not seen the reader."""
    made, right, wrong = _checked(twin_texts("T", 60, unseen=is_unseen))
    assert wrong == 0
    assert (0.7 if is_unseen else 0.9) * made <= right


@pytest.mark.long
@pytest.mark.usefixtures("corpora")
def test_many_twins() -> None:
    made, right, wrong = _checked(twin_texts("T2", 700))
    assert wrong == 0
    assert 0.9 * made <= right
