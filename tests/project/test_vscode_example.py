"""The example of the VS Code extension has the findings that it describes, and solutions that can be played."""

import re
from pathlib import Path

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document

SOURCE = Path(__file__).parents[2] / "vscode-extension" / "src" / "example.ts"


def example() -> str:
    found = re.search(r"EXAMPLE = `(.*?)(?<!\\)`;", SOURCE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1].replace("\\`", "`")


def test_the_example_has_two_mistakes() -> None:
    text = example()
    found = lint(Document.of(text, host_for("a.md")))
    spans = [(one.finding.rule, text[one.span.start : one.span.end]) for one in found]
    assert spans == [("king-mismatch", "a6h8"), ("control-mismatch", "4/3")]


def test_its_first_code_is_before_all_others() -> None:
    found = re.search(r'FIRST_CODE = "(.*)"', SOURCE.read_text("utf-8"))
    assert found
    assert re.search(r"\S+ \d{4}\.\d\d", example())[0] == found[1]  # type: ignore[index]


def test_each_solution_reaches_its_last_move() -> None:
    from gbr_lsp.ide.conversions import board_view

    text = example()
    document = Document.of(text, host_for("a.md"))
    for last in ("4.Kf2", "4.Kf4", "3.Ke7", "4.Kc2"):
        shown = board_view(document, text.index(last) + 3)
        assert shown, last
        assert (shown["fen"] or "").split()[1:2] == ["b"], last
