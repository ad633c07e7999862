"""Solutions that begin on another page than their code, or continue on the next page."""

import pytest

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.lint.parallel_lint import lint_part, lint_parts
from gbr_lsp.model import assign
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section
from gbr_lsp.model.solution import SolutionOf

CODE = "a1c3 0100.00 2/1 Win\n\n8/8/8/8/8/2k5/8/K6R w - - 0 1\n"
LINE = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kb5 4.Rh4 Kc3 5.Rh3+ Kc4 6.Rh4+ Kc5 wins.\n"
WORDS = "A page of words about studies.\n"
RULES = frozenset({"illegal-solution"})


def found_in(text: str) -> list[str]:
    return [text[slice(*one.span)] for one in lint(Document.of(text, host_for("a.txt")), RULES)]


def followed_sections(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the text of each section whose lines are followed."""
    followed: list[str] = []
    stock = assign.assign

    def counted(section: Section) -> list[SolutionOf]:
        followed.append(section.text)
        return stock(section)

    monkeypatch.setattr(assign, "assign", counted)
    return followed


@pytest.mark.parametrize(("before", "behind"), [(CODE, LINE), (WORDS + LINE, CODE), (CODE + LINE, WORDS)])
def test_a_solution_on_the_next_page_or_the_one_before_is_checked(before: str, behind: str) -> None:
    assert found_in(f"{before}\f{behind}") == ["Kb5"]
    assert found_in(f"{before}\f{behind}".replace("Kb5", "Kb4").replace("Rh4 Kc3", "Rh4+ Kc3")) == []


BEGUN = CODE + "\n1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kb4 4.Rh4+ Kc3"
REST = "5.Rh3+ Kb4 6.Rh4+ Kc3 7.Bh3+ Kb4 8.Rh4+ Kc3 9.Rh3+ Kb4 10.Rh4+ wins.\n"


@pytest.mark.parametrize("break_", ["\n\f", "\f", "\n\n– 307 –\n\n\fEndgame studies – a reader\n", "\n\n12\n\f\n\n"])
def test_a_line_that_continues_on_the_next_page_is_judged_to_its_end(break_: str) -> None:
    assert found_in(f"{BEGUN}{break_}{REST}") == ["Bh3+"]
    assert found_in(f"{BEGUN}{break_}{REST}".replace("Bh3", "Rh3")) == []
    assert found_in(f"{BEGUN}{break_}Now {REST[:-6]}(7.Kb1 Kd4 8.Rh8 Ke4 9.Bh7 Kf4 10.Rh8 Kg4 11.Kc1).") == ["Bh3+"]


def test_a_side_line_on_the_next_page_is_judged() -> None:
    sound = REST.replace("Bh3", "Rh3").replace("9.", "(8...Kc5 9.Rh8 Kd4 10.Rh7 Kd5 11.Bh8 Kd4 12.Rh4+ Ke5 13.Rh5+) 9.")
    assert found_in(f"{BEGUN}\n\f{sound}") == ["Bh8"]
    assert found_in(f"{BEGUN}\n\f{sound}".replace("Bh8", "Rh8")) == []


@pytest.mark.parametrize(
    "text",
    [
        f"{BEGUN} 5.Rh3+\n\f{REST.removeprefix('5.Rh3+ ')}",
        f"{BEGUN} (4...Ka5 5.Rh8 Kb4\n\f6.Rh7 Kc4 7.Bh8 Kd4 8.Rh4+) {REST}".replace("7.Bh3", "7.Rh3"),
        f"{BEGUN} wins.\n\f{LINE.replace('Kb5', 'Kb4').replace('Rh4 Kc3', 'Rh4+ Kc3')}{REST}",
    ],
)
def test_a_break_in_a_bracket_or_a_pair_of_moves_or_a_line_that_ends_is_no_evidence(text: str) -> None:
    assert found_in(text) == []


@pytest.mark.parametrize("break_", ["\n\f", "\f\n\n", "\n\n\f\n"])
def test_a_pair_of_moves_may_be_on_two_pages(break_: str) -> None:
    line = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kb4 4.Rh4+ Kc3 5.Rh3+ Kb4 6.Rh4+ wins.\n"
    for move in ("Rh3+", "Rh4+"):
        assert found_in(CODE + "\n" + line.replace(f"{move} ", f"{move}{break_}", 1)) == []
    slip = line.replace("4.Rh4", "4.Bh4").replace("Rh3+ ", f"Rh3+{break_}", 1)
    assert found_in(CODE + "\n" + slip) == ["Bh4+"]


def test_a_line_that_is_printed_again_on_the_next_page_is_judged() -> None:
    again = "The whole line: 1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kb4 4.Rh4+ Kc3 "
    assert found_in(f"{BEGUN}. Then he played 17.Kb1.\n\fHe found 18.Kc1. {again}{REST}") == ["Bh3+"]


def test_a_line_with_many_codes_is_not_followed_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    followed = followed_sections(monkeypatch)
    begun = BEGUN.replace("a1c3 0100.00 2/1 Win\n", "a1c3 0100.00 2/1 Win\n" * 40)
    assert found_in(f"{begun}\n\f{REST}") == ["Bh3+"]
    assert len(followed) < 12


def test_pages_farther_away_are_not() -> None:
    assert found_in(f"{CODE}\f{WORDS}\f{LINE}") == []


def test_an_edit_leaves_what_a_new_document_has() -> None:
    text = "\f".join([CODE, LINE, WORDS] * 6)
    document = Document.of(text, host_for("a.txt"))
    assert len(lint(document, RULES)) == 6
    at = text.index("Kb5")
    edited = document.edit(Edit(Span(at, at + 10), "Kb4 4.Rh4+"))
    behind = [one.span for one in lint(edited, RULES)]
    assert behind == [one.span for one in lint(Document.of(edited.text, document.host), RULES)]
    assert len(behind) == 5


def test_nothing_is_followed_again_far_from_an_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\f".join([CODE, LINE, WORDS] * 6)
    document = Document.of(text, host_for("a.txt"))
    lint(document, RULES)
    followed = followed_sections(monkeypatch)
    at = text.index("Kb5")
    lint(document.edit(Edit(Span(at, at + 3), "Kb4")), RULES)
    assert len(followed) <= 3


def test_a_line_without_findings_is_kept_while_words_of_its_page_change(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = LINE.replace("Kb5", "Kb4").replace("Rh4 Kc3", "Rh4+ Kc3")
    text = f"{CODE}\f{sound}\n{WORDS}"
    document = Document.of(text, host_for("a.txt"))
    assert lint(document, RULES) == []
    followed = followed_sections(monkeypatch)
    at = text.index("about")
    assert lint(document.edit(Edit(Span(at, at + 5), "on")), RULES) == []
    assert followed == []


def test_chunks_that_are_linted_elsewhere_know_their_pages() -> None:
    text = "\f".join([CODE, LINE, WORDS] * 200)
    document = Document.of(text, host_for("a.txt"))
    lint_parts(document, RULES, lambda pieces: list(map(lint_part, pieces)))
    assert len(lint(document, RULES)) == 200
