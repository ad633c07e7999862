"""Searching for studies: what a pattern finds, and what `gbr-lsp search` writes."""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.collection.search import BadQuery, Options, read_query
from gbr_lsp.collection.study_facts import facts_of
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import men_of
from gbr_lsp.notation.values import Force
from tests.support.commands import run

KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
RECORD = f'[White "Kubbel=L"]\n[Black "(=0323.12g3g1)"]\n[FEN "{KUBBEL} b - - 0 1"]\n\n*\n'


def study(text: str, name: str = "a.txt") -> Study:
    (found,) = Document.of(text + "\n", host_for(name)).studies()
    return found


def finds(query: str, text: str, *, either: bool = False) -> bool:
    return read_query(query, Options(either=either)).is_match(facts_of(study(text)))


@pytest.mark.parametrize(
    ("query", "found", "other"),
    [
        ("0323.12", "=0323.12g3g1", "=0323.11g3g1"),
        ("0x00.yz", "+0400.10a1c3", "+1400.10a1c3"),
        ("0?00.??", "+0900.10a1c3", "+0401.10a1c3"),
        ("0*00.**", "+0400.10a1c3", "+0401.10a1c3"),
        ("0[14]00.xx", "+0100.23a1c3", "+0300.23a1c3"),
        ("0X00.?[01]", "+0400.31a1c3", "+0400.32a1c3"),
        ("0400", "=0400.00a1c3", "=0400.10a1c3"),
        ("0400.*", "=0400.53a1c3", "=0401.53a1c3"),
        ("KRPvKR", "+0400.10a1c3", "+0400.01a1c3"),
        ("KRP-KR", "+0400.10a1c3", "+0400.20a1c3"),
        ("krp vs kr", "+0400.10a1c3", "+0100.10a1c3"),
        ("KPR v. KR", "+0400.10a1c3", "+0401.10a1c3"),
        ("KSSvKP", "+0002.01a1c3", "+0003.01a1c3"),
        ("KvK", "=0000.00a1c3", "=0000.01a1c3"),
        ("g3g1", "=0323.12g3g1", "=0323.12g1g3"),
        ("g3", "=0323.12g1g3", "=0323.12g2g4"),
        ("g3", "=0323.12g3a1", "=0323.12a3g1"),
        ("g?g1", "=0323.12g5g1", "=0323.12f5g1"),
        ("?8", "=0323.12g1h8", "=0323.12g7h6"),
        ("+", "+0400.10a1c3", "=0400.10a1c3"),
        ("draw", "a1c3 0400.10 3/2 Draw", "a1c3 0400.10 3/2 Win"),
        ("btm", "a1c3 0400.10 3/2 BTM", "a1c3 0400.10 3/2 WTM"),
        ("wtm", "a1c3 0400.10 3/2 White to move wins", "a1c3 0400.10 3/2 Win"),
        ("=0323.12g3g1", "=0323.12g3g1", "+0323.12g3g1"),
        ("KRP v KR draw btm a1 0400.??", "a1c3 0400.10 3/2 BTM, Draw", "a1c4 0400.10 3/2 Draw"),
        ("0?00.?? 0[14]00.xx", "+0400.10a1c3", "+0700.10a1c3"),
    ],
)
def test_a_query_finds_what_answers_to_all_its_words(query: str, found: str, other: str) -> None:
    assert finds(query, found)
    assert not finds(query, other)


@pytest.mark.parametrize("query", ["0323.12", "KvK", "g3g1", "+", "btm", "KRvKR"])
def test_a_code_that_cannot_be_read_is_not_found_by_what_it_does_not_say(query: str) -> None:
    assert not finds(query, "0400.1 a1c3")


def test_hidden_counts_are_found_if_they_may_be_meant() -> None:
    """A control or a board may tell them; then they are what it tells."""
    assert finds("KNNNvKN", "=0009.00a1c3")
    assert finds("KNNNvK", "a1c3 0009.00 4/1 Draw")
    assert not finds("KNNNvKN", "a1c3 0009.00 4/1 Draw")
    assert not finds("KNNvKN", "=0009.00a1c3")
    assert not finds("KNNNvKN", "=0003.00a1c3")


def test_colors_are_exchanged_only_on_demand() -> None:
    for query in ("KRvKRP", "0400.01", "c3a1", "KRvKRP c3a1 0400.01"):
        assert not finds(query, "+0400.10a1c3")
        assert finds(query, "+0400.10a1c3", either=True)
    assert not finds("KRvKRP a1c3", "+0400.10a1c3", either=True)
    assert finds("KRvKRP +", "+0400.10a1c3", either=True)
    assert not finds("KRvKRP =", "+0400.10a1c3", either=True)


def test_the_board_tells_who_moves_where_the_code_does_not() -> None:
    black = facts_of(study(RECORD, "a.pgn"))
    assert read_query("btm").is_match(black)
    assert not read_query("wtm").is_match(black)


@given(st.builds(Force, *[st.integers(0, 8)] * 6), st.booleans())
def test_material_finds_the_class_that_it_makes(force: Force, exchanged: bool) -> None:
    men = men_of(force)
    sides = ["K" + "".join(letter * (men[2 * n + black] or 0) for n, letter in enumerate("QRBNP")) for black in (0, 1)]
    query = "v".join(sides[::-1] if exchanged else sides)
    symmetric = sides[0] == sides[1]
    text = f"+{force}a1c3"
    assert finds(query, text) is (symmetric or not exchanged)
    assert finds(query, text, either=True)


@given(st.text(alphabet='0123456789?x[].+=KQRBNSPvkqbwtmdraingh -*ß\n\x00|()":_', max_size=25))
def test_any_text_is_a_query_or_is_refused(text: str) -> None:
    with suppress(BadQuery):
        read_query(text).is_match(facts_of(study("=0323.12g3g1")))


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("", "the pattern is empty. Try 0323.12, "),
        ("KRP", "'KRP' is not understood. Try 0323.12, "),
        ("0400.1", "'0400.1' is not understood"),
        ("0400??", "'0400??' is not understood"),
        ("0[00.00", "'0[00.00' is not understood"),
        ("0[]00.00", "'0[]00.00' is not understood"),
        ("0400.10 nonsense", "'nonsense' is not understood"),
        ("i9", "'i9' is not understood"),
        ("rook aganst pawn", "'aganst' is not understood. Did you mean 'rook against pawn'?"),
        ("+ draw", "the pattern asks for a win and for a draw"),
        ("wtm btm", "the pattern asks for wtm and for btm"),
        ("KPPPPPPPPPvK", "'KPPPPPPPPPvK' has more than eight pawns of one color"),
    ],
)
def test_a_bad_pattern_is_one_clear_line(pattern: str, said: str) -> None:
    ran = run("search", pattern, "-")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"gbr-lsp: {said}")
    assert ran.err.count("\n") == 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("a7d3 0116.00\nb2b3c6d6 3/3+\n\nof class 0116.00\n\n=0323.12g3g1\n")
    (tmp_path / "b.pgn").write_text(RECORD)
    (tmp_path / "c.md").write_text("Nothing here.\n")
    return tmp_path


def test_search_writes_as_grep_does(folder: Path) -> None:
    ran = run("search", "0???.??", ".", cwd=folder)
    assert ran == (
        0,
        "a.txt:1:1: a7d3 0116.00 b2b3c6d6 3/3+\na.txt:6:1: =0323.12g3g1\nb.pgn:2:10: =0323.12g3g1  Kubbel=L\n",
        "",
    )
    assert run("search", "0116", "--all", ".", cwd=folder).out.count("\n") == 2
    assert run("search", "--count", "0???.??", ".", cwd=folder).out == "a.txt:2\nb.pgn:1\n"
    assert run("search", "-l", "=", ".", cwd=folder).out == "a.txt\nb.pgn\n"
    assert run("search", "9999.88", ".", cwd=folder)[:2] == (1, "")
    assert run("search", "KRNPPvKBBP", ".", cwd=folder).status == 1
    assert run("search", "KRNPPvKBBP", "--either-color", ".", cwd=folder).status == 0


def test_search_writes_the_entries_of_index_as_json(folder: Path) -> None:
    listed = json.loads(run("index", "--output-format", "json", ".", cwd=folder).out)
    found = json.loads(run("search", "--output-format", "json", "g3g1", ".", cwd=folder).out)
    # Solutions are followed by `index` only.
    for entry in listed:
        entry.pop("solution", None)
    assert found == [entry for entry in listed if entry["kings"] == ["g3", "g1"]]
    nothing = run("search", "--output-format", "json", "h8h6", ".", cwd=folder)
    assert (nothing.status, nothing.out) == (1, "[]\n")


def test_search_names_what_it_cannot_read_and_goes_on(folder: Path) -> None:
    ran = run("search", "g3g1", "nowhere.txt", "a.txt", cwd=folder)
    assert (ran.status, ran.out) == (2, "a.txt:6:1: =0323.12g3g1\n")
    assert ran.err == "gbr-lsp: nowhere.txt: no such file or directory\n"
    assert "PATHS" in run("search", "g3g1").err
    assert run("search", "-c", "--output-format", "json", "g3", ".").status == 2


def test_search_reads_standard_input_under_its_name_and_the_settings(folder: Path) -> None:
    ran = run("search", "btm", "--stdin-filename", "x.pgn", "-", stdin=RECORD)
    assert ran.out == "x.pgn:2:10: =0323.12g3g1  Kubbel=L\n"
    assert run("search", "--all", "1234.56", "-", stdin="x: 1234.56\n", cwd=folder).status == 1
    (folder / "gbr.toml").write_text('bare-class = "report"\n')
    assert run("search", "--all", "1234.56", "-", stdin="x: 1234.56\n", cwd=folder).out == "-:1:4: 1234.56\n"


def test_a_search_whose_reader_has_seen_enough_is_no_error(folder: Path) -> None:
    (folder / "b.pgn").write_text((RECORD + "\n") * 2_000)
    command = [sys.executable, "-m", "gbr_lsp", "search", "g3", "b.pgn"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


@pytest.mark.parametrize("options", [(), ("-c",), ("-l",), ("--statistics", "class"), ("--output-format", "json")])
def test_a_search_without_a_hit_says_so(tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "a.pgn").write_text(RECORD)
    ran = run("search", *options, "0400", ".", cwd=tmp_path)
    assert (ran.status, ran.out.strip("[]\n")) == (1, "")
    assert ran.err == "gbr-lsp: no study matches '0400'; --all also searches indexes and running text\n"
    assert run("search", "--all", "0400", ".", cwd=tmp_path).err == "gbr-lsp: no study matches '0400'\n"
    assert run("search", *options, "0323.12", ".", cwd=tmp_path).err == ""
    missing = run("search", "0400", "nowhere.pgn", cwd=tmp_path)
    assert missing.err.count("\n") == 1


def test_a_code_next_to_its_composer_is_a_study_unless_another_heads_it(tmp_path: Path) -> None:
    """In a macro or a table; an entry of a short index, and a code in a sentence, are none."""
    (tmp_path / "a.tex").write_text(
        "\\study{L.~Kubbel, 1925}{=0323.12g3g1}\n\nAs in \\gbr{=0001.01a1c3} the knight wins.\n\n"
        "\\entry{A.~Troitzky, 1912}{+0400.10a1c3}\n\n\\section{A.~Troitzky, 1912}\n\n+0400.10a1c3\n"
    )
    found = run("search", "*", "a.tex", cwd=tmp_path).out.splitlines()
    assert found == [
        "a.tex:1:25: =0323.12g3g1  L. Kubbel, 1925",
        "a.tex:9:1: +0400.10a1c3  A. Troitzky, 1912",
    ]


def test_a_rule_is_searched_in_files_games_and_standard_input(tmp_path: Path) -> None:
    """In each the study with the finding is found, and the others with `-rule:`."""
    game = '[White "{}"]\n[Black "(=0400.10a1c3)"]\n[FEN "8/8/8/8/r6R/2k5/{}/K7 w - - 0 1"]\n\n*\n\n'
    games = game.format("Right", "7P") + game.format("Wrong", "6PP")
    (tmp_path / "a.pgn").write_text(games)
    (tmp_path / "a.md").write_text("=0400.10a1c3\n\n8/8/8/8/r6R/2k5/6PP/K7 w - - 0 1\n\n# Other\n\n=0323.12g3g1\n")
    for name, wrong in (("a.pgn", "Wrong"), ("a.md", "=0400.10a1c3")):
        found = run("search", "force-mismatch", name, cwd=tmp_path).out
        assert wrong in found
        assert found.count("\n") == 1
        piped = run("search", "force-mismatch", "-", "--stdin-filename", name, stdin=(tmp_path / name).read_text())
        assert piped.out.replace("\\", "/") == found
        others = run("search", "without force-mismatch", name, cwd=tmp_path).out
        assert wrong not in others
        assert others.count("\n") == 1
