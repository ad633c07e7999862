"""A first look at a text knows that nothing will be found in it; it never says so where something is."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from gbr_lsp.base.encoding import EncodedText
from gbr_lsp.base.text import Span
from gbr_lsp.cli.checking import check_file as check_file_module
from gbr_lsp.cli.checking.check_file import Task, check_file
from gbr_lsp.cli.files import FileRequest, Source
from gbr_lsp.hosts import HOSTS, host_for
from gbr_lsp.hosts.protocol import Host
from gbr_lsp.lint.coverage import coverage_of, empty_coverage
from gbr_lsp.lint.engine import PlacedFinding, is_known_clean, lint
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_search import find, has_signs
from gbr_lsp.rules import RULES
from tests.support.strategies import texts

SPECS = Path(__file__).parents[1] / "specs"
ALL = frozenset(RULES)
ODD = '0123456789.,:/=+-OolISsBZ|０１５З gbrKPh\n[]()"'


def holds(text: str, host: Host) -> bool:
    """Whether linting reads a code in a text, or finds something."""
    document = Document.of(text, host)
    return bool(lint(document, ALL)) or coverage_of(document, ALL) != empty_coverage(ALL)


def slips() -> Iterator[str]:
    """The lines of the specifications, and each with a few characters changed, so that signs are lost."""
    random = Random(3)
    for path in sorted(SPECS.rglob("*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield line
            changed = list(line)
            for _ in range(random.randint(1, 3)):
                if changed:
                    changed[random.randrange(len(changed))] = random.choice(("", random.choice(ODD)))
            yield "".join(changed)


def test_lines_without_signs_have_no_codes() -> None:
    silent = [line for line in slips() if not has_signs(line)]
    assert 1000 < len(silent)
    for line in silent:
        assert find(line, [Span(0, len(line))]) == [], line


@given(texts)
def test_where_nothing_is_to_be_found_nothing_is(text: str) -> None:
    for host in HOSTS:
        if is_known_clean(text, host):
            assert not holds(text, host)


@pytest.mark.parametrize(
    "text",
    [
        "See 0323.12 in the index.",
        "0O23.12 g3g1",
        '[Black "(OOOO.１２)"]',
        "GBR class 0400",
        "KRP KR 0400",
        "g3g1 0323·12",
        "<!-- gbr: ignore -->",
    ],
)
def test_what_may_be_a_code_is_read(text: str) -> None:
    assert not is_known_clean(text, host_for("a.md"))


def test_prose_with_numbers_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def linted(document: Document, *_: object) -> list[PlacedFinding]:
        read.append(document.text)
        return []

    monkeypatch.setattr(check_file_module, "lint", linted)

    def check(text: str) -> None:
        asked = FileRequest("a.md", "a.md")
        source = Source("a.md", text, encoded=EncodedText(text, "utf-8", has_bom=False))
        assert check_file(Task(asked, source, ALL, DEFAULT_CONVENTIONS, "auto")).trouble is None

    check("# 1. In 1924, on page 12 of 3.5 pages\n\nSee the h1 of section 12.34 (codes: 7).\n")
    assert read == []
    check("0323.12 g3g1\n")
    assert read == ["0323.12 g3g1\n"]
