"""After any edit, the linter finds the same as one that keeps no results."""

import random
import re
from functools import cache
from pathlib import Path

import pytest

from gbr_lsp.base.generators import run_to_end
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding, lint_steps
from gbr_lsp.lint.memo import LastLint
from gbr_lsp.model import chunks
from gbr_lsp.model.document import Document
from gbr_lsp.rules import RULES
from tests.lint.naive import naive_lint
from tests.support import specs
from tests.support.strategies import PIECES

NAMES = ["a.pgn", "a.md", "a.tex", "a.txt", "a.html", "a.rst", "a.typ", "a.org"]
SELECTIONS = [frozenset(RULES), DEFAULT_RULES, frozenset({"illegal-solution", "king-mismatch", "unused-ignore"})]
LONGEST, LONGEST_PART, SMALL_CHUNK = 1500, 500, 300
"""In code points."""
GAPS = ["\n", "\n", "\f"]
CONTINUED = [
    "a1c3 0100.00 2/1 Win\n\n8/8/8/8/8/2k5/8/K6R w - - 0 1\n\n"
    "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kb4 4.Rh4+ Kc3 words\n\f5.Rh3+ Kb4 6.Bh4+ Kc3 7.Rh3+ Kb4 8.Rh4+ Kc3 wins.\n\n"
]
"""A line that continues on the next page."""
WORD = re.compile(r"\S+")


@cache
def parts(kind: str) -> list[str]:
    """Return the texts of the specifications for documents of `kind`, or for those that are not PGN."""
    folder = Path(__file__).parents[1] / "specs"
    fixtures = [
        one for path in sorted(folder.rglob("*.md")) for one in specs.fixtures(path.read_text(encoding="utf-8"))
    ]
    texts = [one.document.text for one in fixtures if (one.kind == "pgn") == (kind == "pgn") and not one.proof]
    return [text for text in texts if len(text) < LONGEST_PART]


def some_parts(rng: random.Random, kind: str, count: int) -> str:
    """Return `count` texts as one, about half of them with moves, and a page break now and then."""
    with_moves = [text for text in parts(kind) if "1." in text]
    chosen = [rng.choice(rng.choice((*(parts(kind), with_moves) * 3, CONTINUED))) for _ in range(count)]
    return "".join(f"{part}\n{rng.choice(GAPS)}" for part in chosen)


def edited(document: Document, rng: random.Random, kind: str) -> Document:
    """Return `document` after a random edit, perhaps without any. A long text gets shorter."""
    text = document.text
    if rng.random() < 0.05:
        return document
    words = list(WORD.finditer(text))
    if words and rng.random() < 0.4:
        one, other = rng.choice(words), rng.choice(words)
        return document.edit(Edit(Span(*one.span()), other[0]))
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 0, 1, 2, 30, 300 if LONGEST < len(text) else 3)))
    part = f"\n\n{some_parts(rng, kind, 1)}"
    new = rng.choice(["", "x", text[start:end].swapcase(), "\n\n", "\n\f", *rng.choices("128abdhKRQ+=", k=3), part])
    return document.edit(Edit(Span(start, end), rng.choice([new, new, rng.choice(PIECES)])))


def told(found: list[PlacedFinding]) -> list[object]:
    return [
        (span, finding.rule, finding.message, [fix.title for fix in finding.fixes], len(finding.related))
        for span, finding in found
    ]


def compare(name: str, seeds: range) -> set[str]:
    """Lint a text after each of 25 edits in both ways, one text for each of `seeds`; return all results."""
    results = set()
    for seed in seeds:
        rng, kind = random.Random(f"{name} {seed}"), name[2:]
        document, last = Document.of(some_parts(rng, kind, 5), host_for(name)), LastLint()
        selected = SELECTIONS[0]
        for _ in range(25):
            document = edited(document, rng, kind)
            selected = rng.choice([*[selected] * 9, *SELECTIONS])
            found = told(run_to_end(lint_steps(document, selected, last=last)))
            assert found == told(naive_lint(document.text, document.host, selected)), (name, selected, document.text)
            results.add(str(found))
    return results


@pytest.mark.parametrize("name", NAMES)
def test_after_each_of_200_edits_both_find_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 20 < len(compare(name, range(4)))
    monkeypatch.setattr(chunks, "_UNCUT_LENGTH", SMALL_CHUNK)
    assert 20 < len(compare(name, range(4, 8)))


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_after_each_of_5000_edits_both_find_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(name, range(8, 108))
    monkeypatch.setattr(chunks, "_UNCUT_LENGTH", SMALL_CHUNK)
    compare(name, range(108, 208))


LISTED = "g8g3 0130.11 a7d4.d2h2 3/3 Win\n\n{}\n\n1.Ra1 Kg2 2.Kh8 Bf1 3.Ra7 h1Q+\n"


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("=0001.01c5a8 `k7/8/8/2K5/8/8/p7/1N6 w - - 0 1`\n\n1.Nc3 a1Q 2.Kc4 Qxc3+ 3.Kxc3\n", "=0001", "+0001"),
        ("=0000.11h8a6\n\nWhite to play and draw.\n", "draw", "win"),
        (LISTED.format("Twin with another bishop"), "Twin", "Here"),
        (LISTED.format("Here with another bishop"), "Here", "Twin"),
    ],
)
def test_what_words_and_goals_decide_is_decided_again(text: str, old: str, new: str) -> None:
    text = f"1.Kb1 Kb7\n\n{text}"  # a section is known by its first block
    document, selected = Document.of(text, host_for("a.md")), frozenset(RULES)
    before = told(run_to_end(lint_steps(document, selected)))
    at = text.index(old)
    document = document.edit(Edit(Span(at, at + len(old)), new))
    found = told(run_to_end(lint_steps(document, selected)))
    assert found == told(naive_lint(document.text, document.host, selected))
    assert len(found) != len(before)
