"""Lines that are printed in prose are followed again only where an edit may have changed one of them."""

import random
import re

import pytest

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import PlacedFinding, lint
from gbr_lsp.model import assign, prose_text, same_lines
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section
from tests.bench.manuscript import sections

HOST = host_for("a.md")
PIECES = [
    "x",
    " ",
    "\n\n",
    "(",
    ")",
    "[",
    "1.",
    "2...",
    "Kd4",
    "Ra1",
    "i)",
    "?",
    ".",
    "b) ",
    "/ii",
    " word ",
    "a1b2",
    "c",
]


def manuscript(bishop: str = "Bc7") -> str:
    """Three studies with their solutions, and words and brackets between; by default a move is a misprint for Bc6."""
    first, _, last = [one.text for one in sections(9000, seed=3, damages=0)][:3]
    return f"""{first}## No. 2

`8/1b6/q7/1k6/3B2P1/6P1/4P3/2K5 w - - 0 1`

c1b5 3040.30 5/3 Draw

Here the author writes (see the king above):

1.Bg7 Qd6 2.Kb1 Qd3+ 3.Kc1 {bishop} 4.Bh8 Qg6 (not 4...Kb4) 5.Kd1 Qd6+ 6.Ke1 Bf3 7.Bb2 Qxg3+ 8.Kf1 Kb4 9.e3 Bd1

And so on [as above].

{last}"""


def told(found: list[PlacedFinding]) -> list[tuple[object, ...]]:
    return [(item.span, item.finding.rule, item.finding.message, len(item.finding.fixes)) for item in found]


@pytest.mark.parametrize(
    ("seeds", "edits"), [(range(2), 20), pytest.param(range(12), 40, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_any_edit_leaves_the_findings_of_the_edited_text(seeds: range, edits: int) -> None:
    assert [item.finding.rule for item in lint(Document.of(manuscript(), HOST))] == ["illegal-solution"]
    for seed in seeds:
        rng = random.Random(seed)
        document = Document.of(manuscript(), HOST)
        lint(document)
        for _ in range(edits):
            start = rng.randrange(len(document.text))
            end = start + rng.choice((0, 0, 0, 1, 5))
            edit = Edit(Span(start, min(end, len(document.text))), rng.choice(PIECES))
            document = document.edit(edit)
            assert told(lint(document)) == told(lint(Document.of(document.text, HOST)))


def test_words_typed_beside_a_solution_follow_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    text = next(sections(900, seed=1, damages=0)).text
    document = Document.of(text, HOST)
    lint(document)
    followed = 0
    stock = assign.assign

    def counted(section: Section) -> object:
        nonlocal followed
        followed += 1
        return stock(section)

    monkeypatch.setattr(assign, "assign", counted)
    at = text.index("Here") + 4
    for letter in " word":
        document = document.edit(Edit(Span(at, at), letter))
        lint(document)
    assert followed == 0
    number = document.text.index("1.", at)
    lint(document.edit(Edit(Span(number, number), "1.")))
    assert followed == 1


def test_beginnings_taken_over_from_before_an_edit_are_those_that_are_found_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = 0
    stock = same_lines.has_same_lines

    def compared(before: Section, after: Section) -> bool:
        nonlocal taken
        found = stock(before, after)
        before, anew = (Section(one.blocks, one.conventions, one.studies) for one in (before, after))
        assert after.line_starts == anew.line_starts
        assert found == stock(before, anew)
        taken += found
        return found

    monkeypatch.setattr(same_lines, "has_same_lines", compared)
    rng = random.Random(1)
    document = Document.of(manuscript("Bc6"), HOST)
    lint(document)
    for number in range(60):
        in_prose = [found.end() for found in re.finditer(r"(?m)^[A-Za-z]+ [a-z]+ ", document.text)]
        start = rng.choice(in_prose) if number % 6 else rng.randrange(document.length)
        document = document.edit(
            Edit(Span(start, start), rng.choice(("x", "word ", "\n", "(")) if number % 3 else "x)")
        )
        lint(document)
    assert 10 < taken


def test_where_lines_begin_is_not_looked_for_again_at_each_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.of(next(sections(900, seed=1, damages=0)).text, HOST)
    lint(document)
    at = document.text.index("Here") + 4
    lint(document := document.edit(Edit(Span(at, at), " ")))
    monkeypatch.delattr(prose_text, "starts_in")
    for letter in "word":
        lint(document := document.edit(Edit(Span(at + 1, at + 1), letter)))
