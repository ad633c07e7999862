"""Solutions that begin on another page than their code."""

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


@pytest.mark.parametrize(("before", "behind"), [(CODE, LINE), (WORDS + LINE, CODE), (CODE + LINE, WORDS)])
def test_a_solution_on_the_next_page_or_the_one_before_is_checked(before: str, behind: str) -> None:
    assert found_in(f"{before}\f{behind}") == ["Kb5"]
    assert found_in(f"{before}\f{behind}".replace("Kb5", "Kb4").replace("Rh4 Kc3", "Rh4+ Kc3")) == []


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
    followed: list[int] = []
    stock = assign.assign

    def counted(section: Section) -> list[SolutionOf]:
        followed.append(1)
        return stock(section)

    monkeypatch.setattr(assign, "assign", counted)
    at = text.index("Kb5")
    lint(document.edit(Edit(Span(at, at + 3), "Kb4")), RULES)
    assert len(followed) <= 3


def test_a_line_without_findings_is_kept_while_words_of_its_page_change(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = LINE.replace("Kb5", "Kb4").replace("Rh4 Kc3", "Rh4+ Kc3")
    text = f"{CODE}\f{sound}\n{WORDS}"
    document = Document.of(text, host_for("a.txt"))
    assert lint(document, RULES) == []
    followed: list[str] = []
    stock = assign.assign

    def counted(section: Section) -> list[SolutionOf]:
        followed.append(section.text)
        return stock(section)

    monkeypatch.setattr(assign, "assign", counted)
    at = text.index("about")
    assert lint(document.edit(Edit(Span(at, at + 5), "on")), RULES) == []
    assert followed == []


def test_chunks_that_are_linted_elsewhere_know_their_pages() -> None:
    text = "\f".join([CODE, LINE, WORDS] * 200)
    document = Document.of(text, host_for("a.txt"))
    lint_parts(document, RULES, lambda pieces: list(map(lint_part, pieces)))
    assert len(lint(document, RULES)) == 200
