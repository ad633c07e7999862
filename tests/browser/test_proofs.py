"""PDF and Word files as the page shows them: the boards of each finding, and the copy that it saves."""

import io
import re
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import chess
import pytest

from gbr_lsp.browser import proofs
from gbr_lsp.browser.files import file_view, mark_copy
from gbr_lsp.cli.checking import editor_view
from tests.support.commands import run

PRINTED = Path(__file__).parents[2] / "docs" / "printed"
NAMES = ["page.pdf", "manuscript.docx"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in NAMES:
        shutil.copy(PRINTED / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    proofs._checked.cache_clear()
    return tmp_path


def finding(view: dict[str, Any], rule: str) -> dict[str, Any]:
    (found,) = (one for one in view["findings"] if one["code"] == rule)
    return dict(found)


def test_the_boards_of_a_finding_are_the_code_and_the_printed_diagram() -> None:
    view = file_view("page.pdf")
    found = finding(view, "king-mismatch")
    assert found["spot"] == "p1:y457"
    assert found["boards"] == [
        {"name": "code", "placement": "8/8/4k1K1/8/8/8/8/8", "disputed": ["e6", "g6"], "only_kings": True},
        {
            "name": "diagram",
            "placement": "8/6b1/4Kpk1/6p1/6B1/6PP/8/8",
            "disputed": ["e6", "g6"],
            "only_kings": False,
        },
    ]
    # Men that only the diagram has are not marked on the kings of the code.
    code, diagram = finding(view, "force-mismatch")["boards"]
    pawns = chess.Board(f"{diagram['placement']} w - - 0 1").pieces(chess.PAWN, chess.WHITE)
    assert code["disputed"] == []
    assert {chess.square_name(square) for square in pawns} <= {*diagram["disputed"]}
    check_report(view)


@pytest.mark.long
def test_a_code_that_agrees_has_no_disputed_squares_and_a_finding_in_a_solution_no_boards() -> None:
    view = file_view("manuscript.docx")
    boards = finding(view, "control-mismatch")["boards"]
    assert [(one["name"], one["disputed"]) for one in boards] == [("code", []), ("diagram", [])]
    assert finding(view, "illegal-solution")["boards"] == []
    check_report(view)


def test_a_code_that_lists_its_men_and_a_fen_that_differs_mark_the_same_squares(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a7d3 0116.00 b2b3c6d5 3/4+\n\n8/K7/2n5/3n4/8/1B1k4/2R5/8 w - - 0 1\n")
    code, fen = finding(file_view("a.txt"), "square-mismatch")["boards"]
    assert (code["name"], code["only_kings"], fen["name"], fen["only_kings"]) == ("code", False, "FEN", False)
    assert code["disputed"] == fen["disputed"] == ["b2", "c2"]


def check_report(view: dict[str, Any]) -> None:
    """Check that the report in `view` draws the boards of the findings."""
    articles = view["report"].split("<article")[1:]
    assert len(articles) == len(view["findings"])
    for article, found in zip(articles, view["findings"], strict=True):
        drawn = re.findall(r'aria-label="([^"]*)".*?<figcaption>the (\w+)', article)
        assert drawn == [(squares(one["placement"]), one["name"]) for one in found["boards"]]
        assert article.count("Only the kings are known") == sum(one["only_kings"] for one in found["boards"])


def squares(placement: str) -> str:
    """Return the letters of the 64 squares from a8 to h1, as in a report."""
    return "".join(str(chess.BaseBoard(placement)).split())


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_marked_copy_is_that_of_the_command_and_nothing_is_checked_twice(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file_view(name)
    monkeypatch.setattr(editor_view, "check_file", None)
    marked = name.replace(".", "-marked.")
    assert mark_copy(name) == {"path": marked}
    assert run("check", name, "--annotate", f"command.{marked}", cwd=folder).status == 1
    ours, theirs = ((folder / path).read_bytes() for path in (marked, f"command.{marked}"))
    assert ours != (folder / name).read_bytes()
    if name.endswith("pdf"):
        assert ours == theirs
    else:
        assert parts(ours) == parts(theirs)


def parts(word_file: bytes) -> dict[str, bytes]:
    """Return the parts of a Word file without the times of comments, which the package states, as the archive does."""
    with zipfile.ZipFile(io.BytesIO(word_file)) as archive:
        return {name: re.sub(rb' w:date="[^"]*"', b"", archive.read(name)) for name in archive.namelist()}


@pytest.mark.long
def test_another_content_under_the_same_name_is_checked_anew(folder: Path) -> None:
    name = "page.pdf"
    before = mark_copy(name)
    (folder / name).write_bytes(b"%PDF-1.4\nno pages")
    assert before == {"path": "page-marked.pdf"}
    assert file_view(name).keys() == {"trouble"}
    assert mark_copy(name) == {"trouble": file_view(name)["trouble"]}


@pytest.mark.parametrize("name", ["a.txt", pytest.param("manuscript.docx", marks=pytest.mark.long)])
def test_what_cannot_be_marked_says_so(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text, and a Word file without the package that writes comments, as in a browser."""
    (folder / "a.txt").write_text("f1h1 0001.04 2/6 Win\n")
    monkeypatch.setitem(sys.modules, "docx", None)
    assert mark_copy(name) == {"trouble": "cannot be annotated here"}
