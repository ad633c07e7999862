"""The benchmark's own files and page: what it makes up is what it says, so that what it measures means something."""

import io
import re
import sys
from collections import Counter
from pathlib import Path

import chess.pgn
import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.symmetry import canonical_mirror
from tests.bench import database, manuscript, measure, searching
from tests.bench.bench import Bench, Figure
from tests.bench.client import Client, Position, opening_of
from tests.bench.database import Record, records, size_of, write_in_script
from tests.bench.goals import ROWS
from tests.bench.page import page, told
from tests.bench.session import Session
from tests.support.requests import OPTIONS, requests_about
from tests.support.wire import PULLS, Wire

pytestmark = pytest.mark.long

SIZE = 50_000


@pytest.fixture(scope="module")
def made() -> list[Record]:
    return list(records(SIZE, seed=7, damages=20))


def found_in(text: str, name: str) -> list[str]:
    return [finding.rule for _, finding in lint(Document.of(text, host_for(name)))]


def test_a_database_has_its_size_and_exactly_the_damages_it_states(made: list[Record]) -> None:
    text = "".join(record.text for record in made)
    assert SIZE <= len(text.encode()) < SIZE + 3000
    stated = [record.rule for record in made if record.rule]
    assert len(stated) == 20
    assert found_in(text, "a.pgn") == stated


def test_each_damage_is_found_in_its_record(made: list[Record]) -> None:
    for record in made:
        assert found_in(record.text, "a.pgn") == ([record.rule] if record.rule else [])


def test_no_two_records_have_the_same_code_or_position(made: list[Record]) -> None:
    placements = [re.search(r'\[FEN "(\S+)', record.text) for record in made]
    positions = Counter(canonical_mirror(Placement(found[1]).fen) for found in placements if found)
    assert len({record.code for record in made}) == len(positions) == len(made)


def test_solutions_are_legal_with_variations_and_comments(made: list[Record]) -> None:
    moves = 0
    for record in made:
        game = chess.pgn.read_game(io.StringIO(record.text))
        assert game is not None
        assert bool(game.errors) == (record.rule == "illegal-solution")
        moves += _moves_below(game)
    text = "".join(record.text for record in made)
    assert 50 * len(made) < moves < 80 * len(made)
    assert text.count("{") > len(made) < text.count("(", len(made))
    assert not text.isascii()


def _moves_below(node: chess.pgn.GameNode) -> int:
    return sum(1 + _moves_below(child) for child in node.variations)


def test_a_drawn_stalemate_begins_no_solution() -> None:
    assert database._batch((1, 167))  # 8/8/5b2/8/r7/1p2K3/6rk/5q2 w - - is drawn in it


def test_the_same_seed_makes_the_same_records_with_any_number_of_processes(made: list[Record]) -> None:
    assert list(records(SIZE, seed=7, damages=20, jobs=2)) == made
    assert next(records(SIZE, seed=8)).code != made[0].code


@pytest.mark.parametrize(
    ("script", "encoding", "signs"),
    [("cp1252", "cp1252", "éöÅ"), ("cyrillic", "utf-8", "К"), ("astral", "utf-8", "𝔬")],
)
def test_a_database_in_a_script_says_the_same(
    made: list[Record], tmp_path: Path, script: str, encoding: str, signs: str
) -> None:
    plain, path = tmp_path / "plain.pgn", tmp_path / "script.pgn"
    plain.write_text("".join(record.text for record in made), encoding="utf-8")
    write_in_script(plain, path, script)
    text = path.read_text(encoding=encoding)
    assert set(signs) & set(text)
    assert found_in(text, "a.pgn") == [record.rule for record in made if record.rule]


def test_a_manuscript_has_exactly_the_damages_it_states() -> None:
    sections = list(manuscript.sections(10_000))
    text = "".join(section.text for section in sections)
    stated = [section.rule for section in sections if section.rule]
    assert len(stated) == 10
    assert found_in(text, "a.md") == stated


@pytest.mark.parametrize(("words", "size"), [("62MB", 62_000_000), ("10 kB", 10_000), ("1.5M", 1_500_000), ("7", 7)])
def test_sizes(words: str, size: int) -> None:
    assert size_of(words) == size


@pytest.mark.parametrize("pulls", [True, False])
def test_the_floor_server_answers(tmp_path: Path, pulls: bool) -> None:
    path = tmp_path / "a.md"
    path.write_text("Here it is.\n")
    with Session(Bench(tmp_path, SIZE, 1, "gbr-lsp")).start("floor", pulls=pulls) as floor:
        floor.open(opening_of(path))
        floor.change(Position(0, 0), Position(0, 0), "x")
        assert [found["message"] for found in floor.diagnostics()] == ["found"]
        assert floor.request_at("textDocument/hover", Position(0, 0)) == {"contents": "word"}


def test_a_keystroke_is_measured_until_the_diagnostics_of_its_version(tmp_path: Path) -> None:
    """Both ways of getting diagnostics tell of the text that has just been typed."""
    path = tmp_path / "a.md"
    path.write_text("Kings.\n\n`8/8/8/8/8/2k5/8/K6R w - - 0 1`\n\na1c3 0100.00 2/1 Win\n")
    for pulls in (True, False):
        with _ours(tmp_path, pulls=pulls) as ours:
            ours.open(opening_of(path))
            assert ours.diagnostics() == []
            ours.change(Position(4, 13), Position(4, 14), "3")
            assert [found["code"] for found in ours.diagnostics()] == ["control-mismatch"]


def _ours(folder: Path, *, pulls: bool) -> Client:
    from tests.support.wire import COMMAND

    return Client(COMMAND, pulls=pulls)


def test_the_page_says_what_is_met_and_why_the_rest_is_not(tmp_path: Path) -> None:
    bench = Bench(tmp_path, SIZE, 5, str(Path(sys.executable).with_name("gbr-lsp")))
    row = ROWS[0]._replace(reason="nobody tried")
    figures = [Figure("one job", 0.4, 0.5, "1 s / 2 s"), Figure("two jobs", 0.4, 0.3, "1 s / 2 s")]
    text = page(bench, [(row, figures)])
    assert "one job: **0.4 ×** (1 s / 2 s) | met |" in text
    assert "two jobs: **0.4 ×** (1 s / 2 s) | not met |" in text
    assert "nobody tried" in text
    assert "not met" in "".join(told(row, figures))


def test_the_page_of_the_project_has_every_row() -> None:
    text = (Path(__file__).parents[2] / "docs" / "performance.md").read_text(encoding="utf-8")
    missing = [row.work for row in ROWS if f"| {row.work} |" not in text]
    assert not missing, "write it anew: python -m tests.bench --write"


def test_hovers_are_measured_beside_every_request_that_the_server_answers() -> None:
    """A new request or command belongs into the table, so that somebody sees whether it holds the event loop."""
    with Wire(initialize=False) as wire:
        options = {**OPTIONS, "workspaceDiagnostics": True}
        params = {"processId": None, "capabilities": PULLS, "initializationOptions": options}
        offered = wire.request("initialize", params)["result"]["capabilities"]
    asked = {request.name for request in requests_about("untitled:a.pgn", {"line": 0, "character": 0}, 1)}
    assert set(offered["executeCommandProvider"]["commands"]) == {name for name in asked if name.startswith("gbr.")}
    methods = {name.replace("/", "").lower() for name in asked}
    for name in offered.keys() - {"executeCommandProvider"}:
        word = name.removesuffix("Provider").removeprefix("document").lower()
        assert not name.endswith("Provider") or any(word in method for method in methods), name
    assert {f"textDocument/semanticTokens/{kind}" for kind in ("full", "full/delta", "range")} <= asked


@pytest.mark.long
def test_every_row_about_the_index_measures_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each finds what it asks for in a small database, with an index of its own."""
    monkeypatch.setattr(searching, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(Bench, "_look_at", lambda *_: None)
    monkeypatch.setitem(measure.ENVIRONMENT, "GBR_LSP_CACHE", str(tmp_path / "cache"))
    bench = Bench(tmp_path, 200_000, 1, str(Path(sys.executable).with_name("gbr-lsp")))
    with Session(bench) as session:
        for row in ROWS:
            if row.name.startswith("search-"):
                figures = list(row.measure(bench, session))
                assert figures
                assert all(0 < figure.value for figure in figures), row.name
