"""Linting in pieces finds what linting the whole finds."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.cli.checking import schedule
from gbr_lsp.cli.checking.check_file import FileResult, Fixing, Task
from gbr_lsp.cli.files import FileRequest
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.coverage import coverage_of
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.lint.parallel_lint import TextPart, lint_part, lint_parts
from gbr_lsp.model import chunks
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, RemotePlace
from gbr_lsp.rules import RULES
from tests.bench.manuscript import sections
from tests.support.strategies import kinds, texts

_SELECTIONS = (DEFAULT_RULES, frozenset(RULES))


def told(text: str, name: str, rules: frozenset[str], *, in_pieces: bool, lost: int = -1) -> list[object]:
    """All that is known of a text: findings with their fixes and what they are related to, and what was read."""
    document = Document.of(text, host_for(name))

    def work(pieces: list[TextPart]) -> list[bytes | None]:
        return [None if number == lost else lint_part(piece) for number, piece in enumerate(pieces)]

    if in_pieces:
        lint_parts(document, rules, work)
    starts = document.offsets()

    def shown(finding: Finding) -> object:
        edits = [
            (fix.title, fix.is_safe, fix.is_tied, [(edit.place.span.shift(starts[edit.place.block]), edit.text)])
            for fix in finding.fixes
            for edit in fix.edits
        ]
        related = [
            (
                one.message,
                one.place if isinstance(one.place, RemotePlace) else one.place.span.shift(starts[one.place.block]),
            )
            for one in finding.related
        ]
        return finding.rule, finding.message, edits, related

    found: list[object] = [(item.span, shown(item.finding)) for item in lint(document, rules)]
    return [*found, coverage_of(document, rules)]


@given(texts, kinds, st.sampled_from(_SELECTIONS), st.integers(-1, 4))
def test_random_texts(text: str, name: str, rules: frozenset[str], lost: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "MIN_CHUNK_BLOCKS", 2)
        patch.setattr(chunks, "MAX_PLAIN_SECTION", 2)
        whole = told(text, name, rules, in_pieces=False)
        assert told(text, name, rules, in_pieces=True, lost=lost) == whole


@pytest.mark.parametrize("headings", [True, False])
@pytest.mark.parametrize("rules", _SELECTIONS, ids=("default", "all"))
def test_manuscripts(headings: bool, rules: frozenset[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "MIN_CHUNK_BLOCKS", 10)
    monkeypatch.setattr(chunks, "MAX_PLAIN_SECTION", 10)
    text = "".join(section.text for section in sections(15_000, 7, 10))
    text = text if headings else text.replace("## No. ", "")
    whole = told(text, "a.md", rules, in_pieces=False)
    assert 5 < len(whole)
    assert told(text, "a.md", rules, in_pieces=True) == whole


def test_real_text_is_checked_in_pieces_as_it_is_in_one(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "MIN_CHUNK_BLOCKS", 10)
    monkeypatch.setattr(chunks, "MAX_PLAIN_SECTION", 10)
    for path in sorted(path for path in corpora.rglob("*") if path.suffix in (".txt", ".md", ".tex", ".csv", ".json")):
        text = path.read_text(encoding="utf-8", errors="replace")
        assert told(text, path.name, DEFAULT_RULES, in_pieces=True) == told(
            text, path.name, DEFAULT_RULES, in_pieces=False
        )


def test_several_processes_share_a_large_file_of_prose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "MIN_CHUNK_BLOCKS", 10)
    monkeypatch.setattr(chunks, "MAX_PLAIN_SECTION", 10)
    monkeypatch.setattr(schedule, "_MIN_PROSE_COST", 0)
    path = tmp_path / "book.md"
    path.write_text("".join(section.text for section in sections(10_000)), encoding="utf-8")
    shared: list[int] = []
    share = schedule._shared

    def counted(*arguments: object) -> object:
        result: list[object] = share(*arguments)  # type: ignore[arg-type]
        shared.append(len(result))
        return result

    monkeypatch.setattr(schedule, "_shared", counted)

    def checked(jobs: int) -> FileResult:
        task = Task(FileRequest("book.md", str(path)), None, DEFAULT_RULES, Conventions(), "auto")
        (result,) = schedule.check_all([task], schedule.JobOptions(jobs, quiet=True), Fixing.NONE)
        return result

    one, two = checked(1), checked(2)
    assert shared[0] > 1
    assert [(item.span, item.finding.message) for item in one.findings] == [
        (item.span, item.finding.message) for item in two.findings
    ]
    assert one.findings
    assert one.coverage == two.coverage
