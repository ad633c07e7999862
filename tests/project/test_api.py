"""The library: what it exports, what it imports, and what docs/api.md shows of it."""

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import chess
import pytest
from hypothesis import given

import gbr_lsp
from gbr_lsp import api
from gbr_lsp.notation.placement import Placement
from tests.support.strategies import placements

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "api.md"


def test_importing_imports_nothing_more() -> None:
    script = "import sys; before = set(sys.modules); import gbr_lsp; print(sorted(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ast.literal_eval(ran.stdout) == ["gbr_lsp"]


def test_the_library_imports_neither_server_nor_python_chess() -> None:
    script = "import sys, gbr_lsp; gbr_lsp.parse('0323.12'); print({'pygls', 'lsprotocol', 'chess'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


def test_the_exports_are_listed_once_for_each_reader() -> None:
    assert {*gbr_lsp.__all__} == {"__version__", *api.__all__}
    assert all(getattr(gbr_lsp, name) is getattr(api, name) for name in api.__all__)
    assert set(api.__all__) <= set(dir(gbr_lsp))
    stub = (ROOT / "gbr_lsp" / "__init__.pyi").read_text(encoding="utf-8")
    assert re.findall(r"(\w+) as \1,", stub) == api.__all__
    rows = re.findall(r"^\| `(\w+)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(api.__all__)
    with pytest.raises(AttributeError):
        _ = gbr_lsp.nothing  # type: ignore[attr-defined]


def test_the_page_shows_what_happens(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.chdir(ROOT)
    text = PAGE.read_text(encoding="utf-8")
    if request.config.getoption("--update"):
        PAGE.write_text(_shown_anew(text), encoding="utf-8")
        return
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner()
    test = parser.get_doctest(text, {}, "docs/api.md", str(PAGE), 0)
    assert runner.run(test).failed == 0, "or run: pytest --update"
    assert 8 < len(test.examples)


def _shown_anew(text: str) -> str:
    """The page with what its examples print now."""
    import contextlib
    import io

    names: dict[str, object] = {}
    parts = []
    for part in doctest.DocTestParser().parse(text):
        if isinstance(part, str):
            parts.append(part)
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(part.source, "docs/api.md", "single"), names)
        first, *more = part.source.splitlines()
        shown = [f">>> {first}", *(f"... {line}" if line else "..." for line in more)]
        parts.append("\n".join(shown) + "\n" + out.getvalue())
    return "".join(parts)


def test_the_script_for_a_book_runs(tmp_path: Path) -> None:
    (script,) = re.findall(r"```python\n(import sys\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "script.py").write_text(script)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "a.md").write_text("**=0323.12g3g1**\n\n```\n6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1\n```\n")
    (tmp_path / "book" / "b.md").write_text("**+O400.10a1c3**\n")
    ran = subprocess.run(
        [sys.executable, "script.py", "book"], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    lines = ran.stdout.splitlines()
    assert lines[0] == "a.md:1: =0323.12g3g1  6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
    assert lines[1] == "b.md:1: +O400.10a1c3  -"
    assert lines[2].startswith("b.md:1:4: ")
    assert lines[3] == "2 studies of 2 classes, 1 findings"


@pytest.mark.parametrize(
    ("text", "span"),
    [("", (0, 0)), ("no code", (0, 7)), ("=0323.12g3g1 and more", (13, 21)), ("0323.12 g3g1 0400.10 a1c3", (13, 25))],
)
def test_what_is_no_code_is_refused_with_its_place(text: str, span: tuple[int, int]) -> None:
    with pytest.raises(gbr_lsp.ParseError) as error:
        gbr_lsp.parse(text)
    assert error.value.span == span


def test_boards_come_back_from_their_codes() -> None:
    for fen in (chess.STARTING_FEN, "8/8/8/3k4/8/3P4/3K4/8 b - - 0 1"):
        code = gbr_lsp.code_of(chess.Board(fen))
        assert gbr_lsp.parse(code.spell("full", "+")).fen == fen.split()[0]
    with pytest.raises(ValueError, match="the FEN has no white king"):
        gbr_lsp.code_of("8/8/8/3k4/8/8/8/8 w - - 0 1")
    with pytest.raises(ValueError, match="is not a form"):
        gbr_lsp.parse("0323.12").spell("long")
    with pytest.raises(ValueError, match="does not say"):
        gbr_lsp.parse("0323.12").spell("full")


def test_a_text_without_a_host_is_plain_text() -> None:
    text = "g3g1 0323.12 4/6 Draw\n"
    for host in (None, "text", "plaintext", "plain"):
        assert [found.text for found in gbr_lsp.find(text, host)] == ["g3g1 0323.12 4/6 Draw"]
        assert [finding.rule for finding in gbr_lsp.check(text, host)] == ["control-mismatch"]


def test_searching_raises_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not understood"):
        gbr_lsp.search("nonsense", [str(tmp_path)])
    with pytest.raises(OSError, match=r"nowhere\.pgn: no such file"):
        list(gbr_lsp.search("win", [str(tmp_path / "nowhere.pgn")]))
    with pytest.raises(ValueError, match="is not a kind of text"):
        list(gbr_lsp.find("", host="word"))
    with pytest.raises(ValueError, match="there is no rule"):
        list(gbr_lsp.check("", select=["nothing"]))


def test_a_search_gives_records(tmp_path: Path) -> None:
    record = '[Event "1.p EG"]\n[Date "1931.??.??"]\n[White "Réti=R"]\n[Black "(=0000.10d2d5)"]\n'
    record += '[FEN "8/8/8/3k4/8/3P4/3K4/8 w - - 0 1"]\n\n*\n'
    (tmp_path / "a.pgn").write_text(record)
    (study,) = gbr_lsp.search("composer:reti", [str(tmp_path)], cache=False)
    assert study[1:-1] == (
        4, 10, "=0000.10d2d5", "0000.10", "Réti=R", 1931, "1.p EG", "1.p", "8/8/8/3k4/8/3P4/3K4/8", "white",
    )  # fmt: skip
    assert study.record() == record


def test_the_script_for_many_files_runs(tmp_path: Path) -> None:
    pytest.importorskip("dask.bag", reason="Dask is not installed: pip install dask")
    page = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(import sys\n.*?)```", page, re.DOTALL)
    (tmp_path / "script.py").write_text(script)
    (tmp_path / "files").mkdir()
    record = '[Black "(=0000.10d2d5)"]\n[FEN "8/8/8/3k4/8/3P4/3K4/8 w - - 0 1"]\n\n*\n\n'
    (tmp_path / "files" / "a.pgn").write_text(record * 2)
    (tmp_path / "files" / "b.md").write_text("**=0000.10d2d5**\n\n**+0400.10a1c3**\n\na1c3 040.10 3/2 Win\n")
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "script.py", "files"], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert ran.stdout == "3 0000.10\n1 0400.10\n"


def test_the_script_that_puts_collections_together_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(import csv\n.*?)```", page, re.DOTALL)
    (tmp_path / "script.py").write_text(script)
    tags = '[Event "EG"]\n[Date "1931.??.??"]\n[White "Kubbel=L"]\n'
    record = f'{tags}[Black "(=0000.10d2d5)"]\n[FEN "8/8/8/3k4/8/3P4/3K4/8 w - - 0 1"]\n\n*\n'
    other = record.replace("d2d5", "d1d5").replace("3K4/8", "8/3K4")
    unknown = '[White "Rinck=H"]\n[Black "(+0400.11)"]\n\n*\n'
    (tmp_path / "one.pgn").write_text(f"{record}\n{other}")
    (tmp_path / "other.pgn").write_text(f"{record}\n{unknown}\n{unknown}")
    ran = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert ran.stdout == "[('0000.10', 3), ('0400.11', 2)]\n"
    assert (tmp_path / "kubbel.csv").read_text().splitlines() == [
        f"1931,0000.10,=0000.10{kings},EG" for kings in ("d2d5", "d1d5", "d2d5")
    ]
    assert (tmp_path / "both.pgn").read_text() == f"{record}\n{other}\n{unknown}\n{unknown}\n"


def test_a_path_a_pdf_and_settings_are_taken(tmp_path: Path) -> None:
    text = "g3g1 0323.12 4/6 Draw\n\n`6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1`\n"
    (tmp_path / "a.md").write_text(text)
    path = tmp_path / "a.md"
    assert [*gbr_lsp.check(path)] == [*gbr_lsp.check(text, host="Markdown")]
    (finding,) = gbr_lsp.check(path)
    (board,) = [one for one in finding.related if one.message == "the FEN"]
    assert text[slice(*board.span)] == "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
    assert (board.line, board.column, board.place) == (3, 2, "")
    assert [one.role for one in gbr_lsp.find(path)] == ["study"]
    (tmp_path / "gbr.toml").write_text('ignore = ["control-mismatch"]\n')
    assert [*gbr_lsp.check(path, settings=True)] == []
    assert len([*gbr_lsp.check(path)]) == 1
    page = ROOT / "docs" / "printed" / "page.pdf"
    assert [one.code.force for one in gbr_lsp.find(page)][:1] == ["0411.56"]
    assert {one.place for one in gbr_lsp.check(page)} == {"p1:y227", "p1:y457"}
    with pytest.raises(OSError, match=r"nowhere\.md: no such file"):
        next(gbr_lsp.check(tmp_path / "nowhere.md"))
    (tmp_path / "gbr.toml").write_text("ignore = 5\n")
    with pytest.raises(ValueError, match="ignore"):
        next(gbr_lsp.check(path, settings=True))


def test_hosts_are_named_in_any_case_and_real_ones_only() -> None:
    assert [one.text for one in gbr_lsp.find("=0323.12g3g1", host="LaTeX")] == ["=0323.12g3g1"]
    with pytest.raises(ValueError, match="'fortran' is not a kind of text; the kinds are ") as raised:
        next(gbr_lsp.find("", host="fortran"))
    named = str(raised.value).partition("the kinds are ")[2].split(", ")
    assert "markdown" in named
    assert "proof" not in named
    for name in named:
        assert [one.text for one in gbr_lsp.find("=0323.12g3g1", host=name.upper())] in (["=0323.12g3g1"], [])


@pytest.mark.parametrize(
    ("fen", "problems"),
    [
        ("8/8/8/8/8/8/8/Kk6", ("The kings stand next to each other",)),
        ("P7/8/8/8/8/8/8/K1k5", ("No pawn can stand on a8",)),
        (
            "QQQQQQQQ/QQQQQQQQ/QQQQ4/8/8/8/8/K1k5",
            ("White cannot have 19 promoted men and 0 pawns: a side starts with eight pawns",),
        ),
        ("8/8/8/8/8/1k6/8/K7", ()),
    ],
)
def test_a_code_of_an_impossible_position_is_written_and_read_with_its_problem(
    fen: str, problems: tuple[str, ...]
) -> None:
    code = gbr_lsp.code_of(fen)
    read = gbr_lsp.parse(code.spell("full"))
    assert read == code
    assert code.problems == read.problems == problems
    assert {gbr_lsp.parse(code.spell(form)).force for form in ("class", "prefixed", "caption", "compact")} == {
        code.force
    }


@given(placements())
def test_every_position_comes_back_from_its_full_code(placement: Placement) -> None:
    try:
        code = gbr_lsp.code_of(placement.fen)
    except ValueError:
        return
    read = gbr_lsp.parse(code.spell("full"))
    assert (read, read.fen, read.problems) == (code, code.fen, code.problems)


def test_two_bare_kings_are_a_whole_position() -> None:
    for form in ("full", "dotted", "compact"):
        assert gbr_lsp.parse(gbr_lsp.code_of("8/8/8/8/8/1k6/8/K7").spell(form)).fen == "8/8/8/8/8/1k6/8/K7"
