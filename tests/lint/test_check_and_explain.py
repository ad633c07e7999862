"""`check` and `explain` agree on each text of the specifications and of the pages of rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gbr_lsp.lint.engine import lint
from gbr_lsp.lint.explain import Explanation, explain, explain_all
from gbr_lsp.lint.explain_rules import SOLUTION_RULES
from gbr_lsp.model.document import Document
from gbr_lsp.rules import RULES
from tests.rules.test_specs import FILES
from tests.support import specs


def lines(explained: list[Explanation], heading: str) -> Iterator[str]:
    return (line.text for one in explained for line in dict(one.sections).get(heading, ()))


def compare(document: Document) -> None:
    """Compare the findings of linting with those explained, and with the rules that had something to compare."""
    found = list(lint(document))
    codes = list(explain_all(document))
    offsets = document.offsets()
    assert {offsets[one.block] + one.occurrence.span.start for one in document.studies()} == {
        one.span.start for one in codes
    }
    reported = {f"{one.finding.rule}: {one.finding.message}" for one in found}
    assert set(lines(codes, "findings")) <= reported
    for one in found:
        here = explain(document, one.span)
        assert f"{one.finding.rule}: {one.finding.message}" in lines(here, "findings")
        assert all(explained.is_read for explained in here)
    for code in codes:
        missing = next((line for line in lines([code], "rules") if line.startswith("not applied: ")), "")
        names = set(missing.removeprefix("not applied: ").replace(",", "").split())
        assert names.isdisjoint(line.split(":")[0] for line in lines([code], "findings"))
    applied = " ".join(line for line in lines(codes, "rules") if line.startswith("applied: "))
    for rule in SOLUTION_RULES.intersection(one.finding.rule for one in found) if codes else ():
        assert rule in applied


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_specification(path: Path) -> None:
    for fixture in filter(lambda one: one.can_run, specs.fixtures(path.read_text(encoding="utf-8"))):
        compare(fixture.document)


@pytest.mark.parametrize("name", RULES)
def test_page_of_a_rule(name: str) -> None:
    for example in filter(lambda one: one.can_run, specs.fixtures(RULES[name].page)):
        compare(example.document)
