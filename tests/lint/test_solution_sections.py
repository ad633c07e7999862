"""Solutions in a section of their own, found by the numbers of their studies."""

import random
import re

import pytest

from gbr_lsp.base.generators import run_to_end
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.coverage import coverage_of
from gbr_lsp.lint.engine import lint, lint_steps
from gbr_lsp.lint.explain import explain
from gbr_lsp.lint.memo import LastLint
from gbr_lsp.model import assign
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section
from gbr_lsp.model.solution import SolutionOf
from tests.lint.naive import naive_lint
from tests.lint.test_naive import told

RULES = frozenset({"illegal-solution"})
STUDIES = [
    (
        "a1c3 0100.00 2/1 Win",
        "8/8/8/8/8/2k5/8/K6R w - - 0 1",
        "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kb5 4.Rh4 Kc3 5.Rh3+ wins.",
    ),
    ("+0000.21e8a7", "4K3/k3P3/8/8/1P6/1p6/8/8 w - - 0 1", "1.Kd8 b2 2.e8=Q b1=Q 3.Qa4+ Kb6 4.Qa5+ Kb7 5.Qb5+ wins."),
    ("+0001.01a1c3", "8/8/8/8/p7/2k5/5N2/K7 w - - 0 1", "1.Nd1+ Kb3 2.Ne3 a3 3.Nc4 a2 4.Nd2+ Kc2 5.Nb1 wins."),
]
"""A code, its FEN and its line; the first line has a slip."""
FORMS = {
    "a.md": ("# Studies\n\n", "**{}.** {}\n\n`{}`\n\n", "# Solutions\n\n", "**{}.** {}\n\n"),
    "b.md": ("# Studies\n\n", "### {}\n\n{}\n\n`{}`\n\n", "# Lösungen\n\n", "### {}\n\n{}\n\n"),
    "c.md": ("# Studies\n\n", "{}. {} `{}`\n", "\n## Soluzioni degli studi\n\n", "{}. {}\n"),
    "d.md": ("# Studies\n\n", "No. {} A. Author\n{}\n\n`{}`\n\n", "# 2. Solutions\n\n", "No. {} {}\n\n"),
    "a.tex": (
        "\\section{S}\n\n",
        "\\textbf{{{}.}} {} \\fen{{{}}}\n\n",
        "\\section*{Solutions}\n\n",
        "\\textbf{{{}.}} {}\n\n",
    ),
    "b.tex": (
        "\\chapter{S}\n\n",
        "\\section{{{}}}\n{} \\fen{{{}}}\n\n",
        "\\chapter{Oplossingen}\n\n",
        "\\section{{{}}}\n{}\n\n",
    ),
    "a.html": (
        "<h1>S</h1>\n",
        "<p><b>{}.</b> {} <code>{}</code></p>\n\n",
        "<h1>Решения</h1>\n",
        "<p><b>{}.</b> {}</p>\n\n",
    ),
    "a.rst": ("Studies\n=======\n\n", "{}. {} ``{}``\n\n", "Soluciones\n==========\n\n", "{}. {}\n\n"),
    "a.adoc": ("== Studies\n\n", "{}. {} `{}`\n\n", "== Rozwiązania\n\n", "{}. {}\n\n"),
    "a.txt": ("STUDIES\n\n", "No 1{} A. Author\n{}\n{}\n\n", "\fSOLUTIONS\n\n", "No 1{} {}\n\n"),
    "e.md": ("# S\n\n", "Diagram {}\n\n{} `{}`\n\n", "Solutions\n---------\n\n", "Diagram {}: {}\n\n"),
    "a.org": ("* S\n\n", "** {}\n{} ={}=\n\n", "* Løsninger\n\n", "** {}\n{}\n\n"),
}


def made(name: str = "a.md", *, words: str = "", numbers: str = "123") -> str:
    head, study, heading, entry = FORMS[name]
    studies = "".join(study.format(at, code, fen) for at, (code, fen, _) in enumerate(STUDIES, 1))
    entries = [entry.format(number, line) for number, (*_, line) in zip(numbers, STUDIES, strict=True)]
    return f"{head}{studies}{words}{heading}{''.join(entries)}"


def document(text: str, name: str = "a.md") -> Document:
    return Document.of(text, host_for(name))


def found_in(text: str, name: str = "a.md") -> list[str]:
    found = lint(document(text, name), RULES)
    assert found == naive_lint(text, host_for(name), RULES)
    return [text[slice(*one.span)] for one in found]


@pytest.mark.parametrize("name", FORMS)
def test_lines_are_followed_from_the_boards_of_their_numbers(name: str) -> None:
    text = made(name)
    assert found_in(text, name) == ["Kb5"]
    sound = document(text.replace("Kb5", "Kb4").replace("Rh4 ", "Rh4+ "), name)
    assert lint(sound, RULES) == []
    assert coverage_of(sound, RULES).solutions == 3


@pytest.mark.parametrize("caption", ["{}. A. Author\n", "**{}.** A. Author\n\n", "No. {}\n"])
def test_numbers_may_be_below_the_boards(caption: str) -> None:
    text = "# Studies\n\n" + "".join(
        f"```fen\n{fen}\n```\n{caption.format(number)}{code}\n\n" for number, (code, fen, _) in enumerate(STUDIES, 1)
    )
    assert found_in(text + made()[made().index("# Solutions") :]) == ["Kb5"]


def test_entries_may_be_in_any_order_and_far_away() -> None:
    words = "A page of words about studies.\n\n" * 2_000
    entry = "**1.** " + STUDIES[0][2] + "\n\n"
    text = made(words=words)
    assert found_in(text.replace(entry, "") + entry) == ["Kb5"]


def test_an_entry_with_another_number_is_not_followed() -> None:
    assert found_in(made(numbers="231")) == []
    assert found_in(made(numbers="112")) == []
    assert found_in(made(numbers="456")) == []


def test_other_numbered_lists_may_follow() -> None:
    assert found_in(made() + "# Sources\n\n1. EG\n2. A book\n3. Another book\n") == ["Kb5"]


def test_the_same_numbers_may_be_used_in_each_chapter() -> None:
    assert found_in(made() + made()) == ["Kb5", "Kb5"]


def test_a_study_with_its_own_line_has_no_entry() -> None:
    text = made()
    own = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kb4 4.Rh4+ Kc3 5.Rh3+ Kc4 6.Rh4+ wins.\n\n"
    at = text.index("**2.**")
    assert found_in(text[:at] + own + text[at:]) == []


@pytest.mark.parametrize(
    ("name", "text", "is_heading"),
    [
        ("a.md", "# Solutions\n", True),
        ("a.md", "## 3. Solutions and remarks\n", True),
        ("a.md", "# Studies\n", False),
        ("a.md", "The solutions of the studies\n", False),
        ("a.txt", "SOLUTIONS\n", True),
        ("a.txt", "Lösungen der Studien:\n1.Kb2", True),
        ("a.txt", "Solution: 1.Kb2 Kc4\n", False),
        ("a.txt", "Solutions were sent in by\nA and B", False),
        ("a.txt", "The solution is easy.\n", False),
        ("a.txt", "\n", False),
        ("a.txt", "Soluções\n", True),
        ("a.txt", "\f  Megoldások\n", True),
    ],
)
def test_headings(name: str, text: str, is_heading: bool) -> None:
    assert Block(host_for(name), text, host_for(name).start).has_solutions_heading is is_heading


def test_explain_names_the_line_and_the_move() -> None:
    text = made()
    text = text.replace("Kb5", "Kb4").replace("Rh4 ", "Rh4+ ")
    study = text.index("+0000")
    solution = dict(explain(document(text), Span(study, study))[0].sections)["solution"]
    assert "the whole line" in solution[0].text
    assert solution[0].span
    assert text[slice(*solution[0].span)].startswith("Kd8")
    move = text.index("Qa4")
    line = dict(explain(document(text), Span(move, move))[0].sections)["line"]
    assert line[0].text.endswith("2.e8=Q b1=Q")


@pytest.mark.parametrize(
    ("old", "new", "count"), [("Kb5", "Kb4", 1), ("Qb5+ wins", "Qb5+ loses", 1), ("words", "text", 0)]
)
def test_an_edit_follows_only_the_lines_that_it_changes(
    old: str, new: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = made(words="Some words.\n\n").replace("Kb5", "Kb4" if old != "Kb5" else "Kb5")
    text = text if old == "Kb5" else text.replace("Rh4 ", "Rh4+ ")
    before = document(text)
    lint(before, RULES)
    followed: list[int] = []
    stock = assign.assign

    def counted(section: Section) -> list[SolutionOf]:
        followed.append(len(section.studies))
        return stock(section)

    monkeypatch.setattr(assign, "assign", counted)
    at = text.index(old)
    edited = before.edit(Edit(Span(at, at + len(old)), new))
    found = lint(edited, RULES)
    assert len([one for one in followed if one]) <= count
    monkeypatch.undo()
    assert found == lint(document(edited.text), RULES)


@pytest.mark.parametrize("name", ["a.md", "b.md", "a.tex", "a.txt"])
def test_any_edit_leaves_the_findings_of_a_new_document(name: str) -> None:
    rng, last, found = random.Random(name), LastLint(), set[int]()
    for start in range(2):
        edited = document(made(name), name)
        for _ in range(12):
            words = [match.span() for match in re.finditer(r"\S+|\n+", edited.text)]
            (first, end), (other, until) = rng.choice(words), rng.choice(words)
            new = rng.choice(["", edited.text[other:until], edited.text[other : until + 200 * start]])
            edited = edited.edit(Edit(Span(first, end), new))
            known = run_to_end(lint_steps(edited, RULES, last=last))
            assert told(known) == told(naive_lint(edited.text, edited.host, RULES))
            found.add(len(known))
            fresh = document(edited.text, name)
            lint(fresh, RULES)
            assert coverage_of(edited, RULES) == coverage_of(fresh, RULES)
    assert len(found) > 1
