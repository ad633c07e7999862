"""Slips in side lines: alternatives in brackets, notes by letter, lines after words, tries."""

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.solutions.side_prints import FORMS, side_lines
from tests.solutions.slips import RULES, Count, measured

_STUDY = "```fen\n8/8/8/8/8/2k5/8/K6R w - - 0 1\n```\n\na1c3 0100.00 2/1 Win\n\n"
_END = "3.Rh5+ Kd6 4.Rh6+ Ke5 wins.\n"


_OTHER = "1.Rh8 Kd4 2.Rh4+ Ke5 3.Bh5+ Kd6 4.Rh6+ Ke5 5.Rh5+ Kd4.\n"


def found(line: str) -> list[tuple[str, str]]:
    """Return the rule and the text of each finding in the moves of `line`, printed after the study."""
    document = Document.of(_STUDY + line, host_for("a.md"))
    return [(one.finding.rule, document.text[slice(*one.span)]) for one in lint(document, RULES)]


@pytest.mark.parametrize(
    "line",
    [
        "1.Rh3+ Kd4 2.Rh4+ Ke5 (2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 6.Rf8+ Ke3) " + _END,
        "1.Rh3+ Kd4 2.Rh4+ Ke5 [2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 6.Rf8+ Ke3] " + _END,
        "1.Rh3+ Kd4 2.Rh4+ Ke5 (or 2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 and 6.Rf8+ Ke3) " + _END,
        "1.Rh3+ Kd4 2.Rh4+ Ke5. If 2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 6.Rf8+ Ke3. " + _END,
        "1.Rh3+ Kd4 2.Rh4+ Ke5/i " + _END + "\ni) 2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 6.Rf8+ Ke3\n",
        "1.Rh3+ Kd4 2.Rh4+ Ke5/A " + _END + "\nA) 2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 6.Rf8+ Ke3\n",
        "1.Rh3+ Kd4 2.Rh4+ Ke5 a1) " + _END + "\na1) 2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 6.Rf8+ Ke3\n",
        "1.Rh3+ Kd4 2.Rh4+ Ke5 (2...Ke3 3.Rh3+ Kf4 4.Rh4+ (4.Kb2 Kg4 5.Rh8 Kf4 6.Bf8+ Ke3 7.Rh8 Ke4 8.Re8+)) " + _END,
    ],
)
def test_a_slip_in_a_side_line_is_reported_at_its_move(line: str) -> None:
    assert [(rule, text) for rule, text in found(line) if text[0] == "B"] == found(line)
    assert [rule for rule, _ in found(line)] == ["illegal-solution"]


@pytest.mark.parametrize(
    ("rule", "text", "line"),
    [
        ("missing-move", "5.", "(2...Ke3 3.Rh3+ Kf4 4.Rh4+ 5.Rh8 Kf4 6.Rf8+ Ke3 7.Rh8) "),
        ("unreadable-move", "RhB", "(2...Ke3 3.Rh3+ Kf4 4.Rh4+ Kg5 5.RhB Kf4 6.Rf8+ Ke3 7.Rh8) "),
        ("illegal-solution", "Kg5", "(2...Ke3 3.Rh3+ Kf4 4.Rh4+ Kg5 Kg5 5.Rh8 Kf4 6.Rf8+ Ke3 7.Rh8) "),
    ],
)
def test_each_kind_of_slip_in_a_side_line_has_its_rule(rule: str, text: str, line: str) -> None:
    assert found(f"1.Rh3+ Kd4 2.Rh4+ Ke5 {line}" + _END) == [(rule, text)]


def test_a_letter_in_a_number_of_a_side_line_is_reported() -> None:
    checks = "".join(f"{n}.Rh4+ Kd3 {n + 1}.Rh3+ Kd4 " for n in range(2, 10, 2))
    line = f"1.Rh3+ Kd4 {checks}(9...Ke4 1O.Rh4+ Kf3 11.Rh3+ Kg4 12.Rh8 Kf3 13.Rf8+) 10.Rh4+ Kd3 11.Rh3+ wins.\n"
    assert found(line) == [("wrong-move-number", "1O.")]


@pytest.mark.parametrize(
    "line",
    [
        # The first move is not legal where the line may branch off.
        "1.Rh3+ Kd4 2.Rh4+ Ke5 (2...Kh3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 6.Rf8+ Ke3) " + _END,
        # Fewer than four half-moves follow.
        "1.Rh3+ Kd4 2.Rh4+ Ke5 (2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4) " + _END,
        # Black's move is not printed after "and", "threatening", ...
        "1.Rh3+ Kd4 2.Rh4+ Ke5 (2...Ke3 3.Rh3+ Kf4 4.Rh4+ Kg5 and 5.Rh8, 6.Rg8+ and 7.Rf8 wins) " + _END,
        # The line runs from another position of the solution.
        "1.Rh3+ Kd4 (1...Kc4 2.Rh4+ Kc5 3.Rh5+ Kc6) 2.Rh4+ Ke5 (2...Kc5 3.Rh5+ Kc6 4.Rh6+ Kc7 5.Rh7+ Kc8) " + _END,
        # A quotation and the solution of another diagram.
        "1.Rh3+ Kd4 2.Rh4+ Ke5 " + _END + "\nKling and Horwitz: 1.Kb2 Kd4 2.Bc3+ Ke4 3.Kc2 Kf4 4.Kd3\n",
        "1.Rh3+ Kd4 2.Rh4+ Ke5 " + _END + "\nFischer played 1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6\n",
        "1.Rh3+ Kd4 2.Rh4+ Ke5 " + _END + "\nFrom another diagram: 5.Rb3 Kd4 6.Bb4+ Kd5 7.Rb5+ Kd6 8.Rb6+\n",
        *(
            "1.Rh3+ Kd4 2.Rh4+ Ke5 " + _END + quotation + _OTHER
            for quotation in ("\nOriginally ", "\n", "The author had ")
        ),
        "1.Rh3+ Kd4 2.Rh4+ Ke5 () (, ) (()) (3. ) " + _END,
    ],
)
def test_doubtful_side_lines_are_not_judged(line: str) -> None:
    assert found(line) == []


@pytest.mark.parametrize("words", ["\nThe whole line again: ", "He gave ", "\n"])
def test_a_line_that_is_printed_again_is_judged(words: str) -> None:
    line = "1.Rh3+ Kd4 2.Rh4+ Ke5 3.Rh5+ Kd6 4.Rh6+ Ke5 5.Rh5+ Kf4 wins.\n"
    assert found(line + words + line.replace("3.Rh5", "3.Bh5")) == [("illegal-solution", "Bh5+")]
    assert found(line + words + line.replace("Ke5", "Ke5 Ke5", 1)) == [("illegal-solution", "Ke5")]
    assert found(line + words + line) == []


def test_brackets_within_brackets_are_judged_like_others() -> None:
    around = (
        "1.Rh3+ Kd4 2.Rh4+ Ke5 (2...Ke3 3.Rh3+ Kf4 4.Rh4+ (4.Kb2 Kg4 5.Rh8 {a waste of time} Kf4 {}) 4...Kg5 5.Rh8) "
    )
    assert found(around + _END) == []
    inner = "(4.Kb2 Kg4 5.Rh8 Kf4 (5...Kg5 6.Bg8+ Kf4 7.Rf8+ Kg3 8.Rg8+) 6.Rf8+ Ke3 7.Re8+)"
    assert found(around.replace("4...Kg5", f"{inner} 4...Kg5") + _END) == [("illegal-solution", "Bg8+")]


def test_if_before_a_number_of_two_digits_is_no_move() -> None:
    checks = "".join(f"{n}.Rh4+ Kd3 {n + 1}.Rh3+ Kd4 " for n in range(2, 10, 2))
    line = f"1.Rh3+ Kd4 {checks}10.Rh4+ Kd3. If 10...Ke3, 11.Rh3+ Kf4 12.Bh4+ Kg5 13.Rh8 Kf4 14.Rf8+. 11.Rh3+ Kd4 wins."
    assert found(line) == [("illegal-solution", "Bh4+")]


def test_a_line_that_can_be_played_in_another_solution_is_not_judged() -> None:
    line = "1.Rh3+ Kd4 2.Rh4+ Ke5 (2...Ke3 3.Rh3+ Kf4 4.Bf3 Kg5 5.Kb2 Kg6 6.Kc3 Kh7 7.Kd4) " + _END
    code = "\n```fen\nB7/8/7P/8/8/2k5/8/K6R w - - 0 1\n```\n\na1c3 0110.10 4/1 Win\n\n"
    assert found(line) == [("illegal-solution", "Bf3")]
    assert found(line + code + "1.Rh3+ Kb4 2.Rh4+ Kb5 3.Bb7 Ka5 4.Rh5+ wins.\n") == [("illegal-solution", "Bf3")]
    assert found(line + code + "1.Rh3+ Kd4 2.Rh4+ Ke5 3.Bb7 Kf5 4.Rh5+ wins.\n") == []


def test_the_move_that_was_meant_is_the_fix() -> None:
    line = "1.Rh3+ Kd4 2.Rh4+ Ke5 (2...Ke3 3.Rh3+ Kf4 4.Bh4+ Kg5 5.Rh8 Kf4 6.Rf8+ Ke3) " + _END
    document = Document.of(_STUDY + line, host_for("a.md"))
    (placed,) = lint(document, RULES)
    assert [fix.title for fix in placed.finding.fixes] == ["Change Bh4+ to Rh4+"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.long
def test_slips_in_the_side_lines_of_a_database_are_found(form: str) -> None:
    lines = [*side_lines(form)]
    assert not [line.text for line in {line.text: line for line in lines}.values() if line.found(line.text)]
    long_lines = [line for line in lines if 8 <= len(line.moves)][::9]
    verdicts = [found for *_, found in measured(long_lines, 1, "side", first=2, after=4) if found]
    count = sum((Count(1, one.found, one.at_the_move, one.right) for one in verdicts), Count())
    assert count.found >= (0.5 if form == "in sentences" else 0.85) * count.made
