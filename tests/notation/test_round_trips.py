"""The algebra of the notation: what is spelled is read, what is read is spelled, and nothing is invented."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span
from gbr_lsp.notation.code_forms import code_of, placement_of, spell
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.known_code import parse_codes
from gbr_lsp.notation.men import control_of, force_of, is_control_possible, men_of, recover
from gbr_lsp.notation.placement import Placement, placement_problem
from gbr_lsp.notation.values import BLACK, Control, Force, Form, Goal, Nine, Stipulation
from tests.support.strategies import placements, texts

KUBBEL = Placement("6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1")
KNIGHTS = Placement("8/8/2nn4/8/8/1B1k4/KR6/8")
PAWNS = Placement("8/8/8/8/2k1p3/3PpP2/K3P3/8")
INITIAL = Placement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")

stipulations = st.builds(Stipulation, st.sampled_from((None, *Goal)), st.sampled_from((None, BLACK)))


@pytest.mark.parametrize(
    ("form", "kubbel", "knights", "pawns"),
    [
        (Form.CLASS, "0323.12", "0116.00", "0000.32"),
        (Form.PREFIXED, "=0323.12g3g1", "+0116.00a2d3", "+0000.32a2c4"),
        (Form.CAPTION, "g3g1 0323.12 4/5 Draw", "a2d3 0116.00 3/3 Win", "a2c4 0000.32 4/3 Win"),
        (
            Form.FULL,
            "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=",
            "a2d3 0116.00 b2b3c6d6 3/3+",
            "a2c4 0000.32 .d3e2f3e3e4 4/3+",
        ),
        (
            Form.DOTTED,
            "0323.12. g3g1a3a2e1g8. h6c3c6",
            "0116.00. a2d3b2b3c6d6.",
            "0000.32. a2c4. d3e2f3e3e4",
        ),
        (Form.COMPACT, "(=0323.12g3g1a3a2e1g8h6c3c6)", "(+0116.00a2d3b2b3c6d6)", "(+0000.32a2c4d3e2f3e3e4)"),
    ],
)
def test_each_form_is_spelled_to_the_letter(form: Form, kubbel: str, knights: str, pawns: str) -> None:
    for placement, goal, spelled in (
        (KUBBEL, Goal.DRAW, kubbel),
        (KNIGHTS, Goal.WIN, knights),
        (PAWNS, Goal.WIN, pawns),
    ):
        code = code_of(placement, Stipulation(goal, None))
        assert code
        assert spell(code, form) == spelled


def test_the_initial_position_is_spelled_as_the_german_article_has_it() -> None:
    code = code_of(INITIAL, Stipulation(None, None))
    assert code
    dotted = "4888.88. e1e8d1d8a1h1a8h8c1f1c8f8b1g1b8g8. a2b2c2d2e2f2g2h2a7b7c7d7e7f7g7h7"
    assert spell(code, Form.DOTTED) == dotted
    (read,) = parse_codes(dotted)
    assert placement_of(read.code, INITIAL.men) == INITIAL


@pytest.mark.parametrize(
    ("goal", "turn", "spelled"),
    [
        (None, None, ["0323.12g3g1", "g3g1 0323.12 4/5", "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5"]),
        (Goal.WIN, BLACK, ["+0323.12g3g1", "g3g1 0323.12 4/5 BTM, Win", "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 BTM, Win"]),
        (None, BLACK, ["0323.12g3g1", "g3g1 0323.12 4/5 BTM", "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 BTM"]),
    ],
)
def test_a_turn_is_spelled_where_the_form_has_words_for_it(
    goal: Goal | None, turn: bool | None, spelled: list[str]
) -> None:
    code = code_of(KUBBEL, Stipulation(goal, turn))
    assert code
    assert [spell(code, form) for form in (Form.PREFIXED, Form.CAPTION, Form.FULL)] == spelled


@given(placements(), st.sampled_from(Form), stipulations, st.sampled_from(Nine))
def test_what_is_spelled_is_read(placement: Placement, form: Form, stipulation: Stipulation, nine: Nine) -> None:
    """Every form of every position is found whole, with all it says; a list too short to be one is another form."""
    code = code_of(placement, stipulation, nine)
    assert code
    text = spell(code, form)
    assert text
    (read,) = parse_codes(text)
    assert read.span == Span(0, len(text.rstrip("."))) or text.startswith("(")
    assert read.code.force == code.force
    assert not read.problems
    if form is Form.CLASS:
        return
    assert read.code.kings == code.kings
    if form in (Form.CAPTION, Form.FULL) and code.control:
        assert read.code.control == code.control
    assert read.code.stipulation.goal in (code.stipulation.goal, None)
    if form in (Form.FULL, Form.DOTTED, Form.COMPACT) and any(placement.men) and code.force and 9 not in code.force[:4]:
        assert read.form is form
        assert (read.code.pieces, read.code.pawns) == (code.pieces, code.pawns)


@given(placements(), stipulations)
def test_a_placement_comes_back_from_its_code(placement: Placement, stipulation: Stipulation) -> None:
    code = code_of(placement, stipulation)
    assert code
    assert placement_of(code, placement.men) == placement


@given(placements())
def test_a_full_code_in_text_gives_its_placement_back(placement: Placement) -> None:
    code = code_of(placement, Stipulation(Goal.WIN, None))
    assert code
    assert code.force
    if 9 in code.force[:4] or not any(placement.men):
        return
    text = f"see {spell(code, Form.FULL)}. 1.Kb2"
    found = find(text, [Span(0, len(text))])
    assert [placement_of(read.code, placement.men) for read in found] == [placement]


@given(placements(), st.sampled_from(Nine))
def test_recovered_counts_are_those_of_the_board(placement: Placement, nine: Nine) -> None:
    """What the control gives back of the counts behind a 9 is never wrong."""
    force = force_of(placement.men, nine)
    control = control_of(placement.men)
    for count, true in zip(recover(force, nine, control), placement.men, strict=True):
        assert count in (None, true)
    assert control is not None
    assert is_control_possible(force, control, nine)


@pytest.mark.parametrize("nine", Nine)
@pytest.mark.parametrize("force", [Force(9, 0, 0, 0, 0, 0), Force(9, 1, 9, 0, 1, 0), Force(0, 9, 0, 9, 0, 2)])
def test_recovery_is_what_trying_every_division_gives(force: Force, nine: Nine) -> None:
    """The slow and obvious way: every pair of counts for every 9, kept if it makes the control."""
    hidden = [slot for slot in range(4) if force[slot] == 9]
    pairs = [(w, b) for w, b in product(range(8), repeat=2) if max(w, b) > 2 or (nine is Nine.PROMOTED and w + b)]
    men = men_of(force)
    for white, black in product(range(1, 8), repeat=2):
        fitting = []
        for counts in product(pairs, repeat=len(hidden)):
            filled = [count or 0 for count in men]
            for slot, pair in zip(hidden, counts, strict=True):
                filled[2 * slot : 2 * slot + 2] = pair
            if control_of(tuple(filled)) == Control(white, black):
                fitting.append(filled)
        control = Control(white, black)
        assert is_control_possible(force, control, nine) == bool(fitting)
        recovered = recover(force, nine, control)
        for slot in range(10):
            only = {filled[slot] for filled in fitting}
            assert recovered[slot] == (men[slot] if men[slot] is not None else only.pop() if len(only) == 1 else None)


def test_counts_behind_a_nine_are_unknown() -> None:
    assert men_of(Force(1, 6, 8, 9, 0, 0)) == (1, 0, 0, 2, 2, 2, None, None, 0, 0)


def test_material_words_give_the_counts_back() -> None:
    assert recover(Force(0, 0, 0, 9, 0, 0), Nine.MODERN, words=("KNNN", "KNN"))[6:8] == (3, 2)
    assert recover(Force(0, 0, 0, 9, 0, 1), Nine.MODERN, words=("KNNN", "KNN"))[6:8] == (None, None)


def test_digits_of_both_conventions() -> None:
    two_queens = (2, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert str(force_of(two_queens, Nine.MODERN)) == "2000.00"
    assert str(force_of(two_queens, Nine.PROMOTED)) == "9000.00"
    assert str(force_of((1, 1, 0, 3, 2, 2, 2, 0, 8, 8))) == "4982.88"


@given(texts)
def test_parts_lie_in_order_within_their_code(text: str) -> None:
    for code in find(text, [Span(0, len(text))]):
        spans = [part.span for part in code.parts]
        assert spans == sorted(spans)
        assert all(span.start < span.end <= len(text) for span in spans)
        assert all(first.end <= second.start for first, second in pairwise(spans))


@given(texts)
def test_codes_do_not_overlap(text: str) -> None:
    spans = [code.span for code in find(text, [Span(0, len(text))])]
    assert all(first.end <= second.start for first, second in pairwise(spans))


@pytest.mark.parametrize(
    ("fen", "problem"),
    [
        ("", "is empty"),
        ("8/8", "has 2 ranks, not 8"),
        ("8/8/8/8/8/8/8/K6kk", "has 9 squares on rank 1, not 8"),
        ("8/8/8/8/8/8/8/K7", "has no black king"),
        ("8/8/8/8/8/8/8/KK5k", "has 2 white kings"),
        ("8/8/8/8/8/8/x7/K6k", "has “x” on rank 2"),
        ("8/8/8/8/8/8/8/K6k", None),
        ("8/8/8/8/8/8/8/K33k", None),
    ],
)
def test_what_is_wrong_with_a_fen(fen: str, problem: str | None) -> None:
    assert placement_problem(fen) == problem


def test_digits_side_by_side_mean_the_same_placement() -> None:
    assert Placement("8/8/8/8/8/8/8/K33k") == Placement("8/8/8/8/8/8/8/K6k")
