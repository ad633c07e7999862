"""`gbr-lsp decode` and `gbr-lsp encode`: words, boards, pictures, FENs and every form, back and forth."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given

from gbr_lsp.boards.drawing import board_svg
from gbr_lsp.cli.spellings import spellings
from gbr_lsp.notation.code_forms import code_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Form, Goal, Stipulation
from tests.support.commands import run
from tests.support.strategies import placements

KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
FULL = "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5="
RUSZ = "8/8/2nn4/8/8/1B1k4/KR6/8"
FORMS = {
    "class": "0323.12",
    "prefixed": "=0323.12g3g1",
    "caption": "g3g1 0323.12 4/5 Draw",
    "full": FULL,
    "dotted": "0323.12. g3g1a3a2e1g8. h6c3c6",
    "compact": "(=0323.12g3g1a3a2e1g8h6c3c6)",
}
LINES = "".join(f"{name:8}  {text}\n" for name, text in FORMS.items())


def decoded(*arguments: str, **options: str) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = json.loads(run("decode", "--output-format", "json", *arguments, **options).out)
    return listed


def test_decode_in_words_with_board_fen_and_forms() -> None:
    ran = run("decode", "--forms", FULL, "0002.01")
    assert (ran.status, ran.err) == (0, "")
    whole, bare = ran.out.split("0002.01\n", 1)
    assert whole.startswith(f"{FULL}\n  White draws\n  White: king, 2 bishops, pawn  (Kg3 Ba2 Be1 Ph6)\n")
    assert "  8 · · · · · · ♞ ·\n" in whole
    assert f"  FEN {KUBBEL}\n" in whole
    assert whole.endswith("".join(f"  {line}\n" for line in LINES.splitlines()))
    assert bare.endswith("  class     0002.01\n")
    assert "class  " not in run("decode", FULL).out


def test_decode_lists_the_forms_that_a_code_allows_as_json() -> None:
    (whole, short, damaged, none) = decoded("--forms", FULL, "=0323.12g3g1", "040.10 g3g1", "hello")
    assert whole["forms"] == FORMS
    assert short["forms"] == {key: FORMS[key] for key in ("class", "prefixed", "caption")}
    assert damaged["forms"] == none["forms"] == {}
    (lacking,) = decoded("--forms", "g3g1 0323.12 a3a2e1.h6c3c6 4/5=")
    assert lacking["forms"] == short["forms"], "a list that lacks a square is written nowhere"
    assert "forms" not in decoded(FULL)[0]


def test_decode_reads_lines_of_any_encoding() -> None:
    listed = [entry["text"] for entry in decoded(stdin="=0323.12g3g1\r\n\n 0002.01 \x0c\n")]
    assert listed == ["=0323.12g3g1", "0002.01"]
    ran = run("decode", stdin="Étude =0323.12g3g1\n".encode("cp1252"))
    assert ran.out.startswith("Étude =0323.12g3g1\n  White draws\n")
    binary = run("decode", stdin=b"\x00\xff")
    assert (binary.status, binary.out, binary.err) == (2, "", "gbr-lsp: -: is a binary file\n")
    nothing = "gbr-lsp: there is no code on standard input\n"
    assert run("decode", stdin="") == run("decode", "-", stdin=" \n\n") == (1, "", nothing)
    assert run("decode", "--output-format", "json", stdin="") == (1, "[]\n", nothing)


def test_decode_respects_the_settings_of_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "gbr.toml").write_text('nine = "promoted"\n')
    code = "d1d8 9000.00 4/1"
    assert "an unknown number" not in run("decode", code).out
    assert run("decode", code, cwd=tmp_path).out == run("decode", "--nine", "promoted", code).out
    bad = run("decode", code, "--nine", "both")
    assert (bad.status, bad.err.count("\n")) == (2, 1)


def test_decode_says_which_option_is_meant() -> None:
    ran = run("decode", "--svgg=x", "0002.01")
    assert (ran.status, ran.err) == (2, "gbr-lsp: There is no option '--svgg'. Did you mean '--svg'?\n")


def test_decode_draws_the_board(tmp_path: Path) -> None:
    ran = run("decode", "--svg", "board.svg", FULL, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    drawn = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert drawn == board_svg(Placement(KUBBEL))
    several = run("decode", "--svg", "b.svg", FULL, "0002.01", "a2d3 0116.00 b2b3c6d6 3/3+", cwd=tmp_path)
    assert several.status == 2
    assert several.err == "gbr-lsp: 0002.01: does not give the squares of all men, so there is no board to draw\n"
    assert "White wins" in several.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b-1.svg", "b-3.svg", "board.svg"]
    nowhere = run("decode", "--svg", "no/b.svg", FULL, cwd=tmp_path)
    assert (nowhere.status, nowhere.err) == (2, "gbr-lsp: no/b.svg: no such file or directory\n")


@given(placements())
def test_a_picture_has_each_man_on_its_square(placement: Placement) -> None:
    root = ElementTree.fromstring(board_svg(placement))
    svg = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{svg}title") == placement.fen
    places = [group.get("transform") for group in root.iter(f"{svg}g") if group.get("transform")]
    standing = [square for square, man in enumerate(placement.squares) if man != "."]
    assert places == [f"translate({100 * (square % 8)} {100 * (7 - square // 8)})" for square in standing]
    fills = [path.get("fill") for path in root.iter(f"{svg}path") if path.get("fill") in ("#fff", "#222")]
    assert fills == ["#fff" if placement.squares[square].isupper() else "#222" for square in standing]


def test_encode_writes_every_form() -> None:
    ran = run("encode", "--form", "all", "--stipulation", "draw", f"{KUBBEL} w - - 0 1")
    assert (ran.status, ran.out, ran.err) == (0, LINES, "")


@given(placements())
def test_every_form_is_a_code_of_the_position(placement: Placement) -> None:
    code = code_of(placement, Stipulation(Goal.WIN, None))
    if code is None:
        return
    spelled = spellings(code)
    assert list(spelled) == [form.value for form in Form]
    assert all(str(code.force) in text for text in spelled.values())


def test_encode_reads_games_and_lines_from_files_and_standard_input(tmp_path: Path) -> None:
    game = f'[White "Kubbel=L"]\n[FEN "{KUBBEL} w - - 0 1"]\n[Result "1/2-1/2"]\n\n*\n'
    (tmp_path / "a.pgn").write_text(game)
    (tmp_path / "b.txt").write_text(f"{KUBBEL}\n\n{RUSZ} w\n")
    assert run("encode", "a.pgn", "b.txt", cwd=tmp_path).out == "=0323.12g3g1\n0323.12g3g1\n0116.00a2d3\n"
    assert run("encode", stdin=game).out == "=0323.12g3g1\n"
    assert run("encode", "-", stdin="\ufeff" + game).out == "=0323.12g3g1\n"
    assert run("encode", "--stipulation", "none", stdin=game).out == "0323.12g3g1\n"


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (("8/8",), "", "8/8: the FEN has 2 ranks, not 8"),
        ((f"{KUBBEL} x",), "", f"{KUBBEL} x: the FEN has “x” as the side to move; it must be w or b"),
        ((), "8/8/8/8/8/8/8/K7", "line 1: the FEN has no black king"),
        ((), "6n1/8/2p4P/8/8/r1p3K1/B7/4B1kx", "line 1: the FEN has “x” on rank 1"),
        ((), '[White "x"]\n\n*\n', "-: no record has a FEN"),
        ((), '[FEN "8/8"]\n\n*\n', "-, record 1: the FEN has 2 ranks, not 8"),
        (("b.txt",), "", "b.txt, line 2: the FEN has 1 rank, not 8"),
        (("prose.md",), "", "prose.md: is neither PGN nor a list of FENs, one a line"),
        ((".",), "", ".: is a directory"),
        (("nowhere.pgn",), "", "nowhere.pgn: no such file or directory"),
        (("rnbqkbnr",), "", "rnbqkbnr: is neither a FEN nor a file"),
    ],
)
def test_encode_says_what_is_wrong_and_goes_on(
    tmp_path: Path, arguments: tuple[str, ...], stdin: str, said: str
) -> None:
    (tmp_path / "b.txt").write_text(f"{KUBBEL}\nhello\n")
    (tmp_path / "prose.md").write_text(f"# Kubbel\n\n{KUBBEL}\n\n" + "A line.\n" * 100)
    ran = run("encode", *arguments, *((KUBBEL,) if arguments else ()), stdin=stdin, cwd=tmp_path)
    assert (ran.status, ran.err) == (2, f"gbr-lsp: {said}\n")
    assert ran.out.endswith("0323.12g3g1\n") is bool(arguments)


def test_encode_respects_the_settings(tmp_path: Path) -> None:
    queens = "QQ6/8/8/8/8/8/8/K6k"
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "gbr.toml").write_text('nine = "promoted"\n')
    (tmp_path / "old" / "a.txt").write_text(queens)
    assert run("encode", "--form", "class", queens, cwd=tmp_path).out == "2000.00\n"
    assert run("encode", "--form", "class", "old/a.txt", cwd=tmp_path).out == "9000.00\n"
    assert run("encode", "--form", "class", queens, cwd=tmp_path / "old").out == "9000.00\n"
    assert run("encode", "--form", "class", "--nine", "modern", "old/a.txt", cwd=tmp_path).out == "2000.00\n"


def test_a_sign_of_minus_is_no_option() -> None:
    assert decoded("-=0323.12g3g1")[0]["class"] == "0323.12"


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\r\r\n", b'[FEN "', b"\xed\xa0\x80", b"0323.12\x1b[2J", b"\x85/\x85"])
@pytest.mark.parametrize("command", ["decode", "encode"])
def test_odd_bytes_harm_nothing(command: str, data: bytes) -> None:
    ran = run(command, stdin=data)
    assert ran.status in (0, 1, 2)
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0323.12g3", "missing-king: Only one king has a square, g3, so it was not read"),
        ("0323.12g3g1xx", "missing-king: g3g1xx is not two squares, so no king was read from it"),
        ("0323.12 g3g", "missing-king: g3g is not two squares, so no king was read from it"),
        (
            "0323.12 g3g1 a3a2e1",
            "square-count: The list a3a2e1 has 3 squares for 7 men besides the kings, so it was not read",
        ),
        ("g3g1 0323.12 a3", "square-count: The list a3 has 1 square for 7 men besides the kings, so it was not read"),
    ],
)
def test_what_is_left_of_an_incomplete_code_is_told(text: str, problem: str) -> None:
    ran = run("decode", text)
    assert ran.status == 1
    assert ran.out.splitlines()[-1] == f"  {problem}"
    (entry,) = json.loads(run("decode", "--output-format", "json", text).out)
    assert entry["problems"] == [problem.partition(":")[0]]


@pytest.mark.parametrize(
    "words", [["6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"], ["6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1", "w", "-", "-", "0", "1"]]
)
def test_the_board_of_a_fen_is_drawn(tmp_path: Path, words: list[str]) -> None:
    ran = run("decode", "--svg", "board.svg", *words, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    told = run("decode", *words)
    assert (told.status, told.out.splitlines()[1]) == (
        1,
        "  is a FEN, not a GBR code: `gbr-lsp encode` writes its code",
    )


@pytest.mark.parametrize("arguments", [(), ("-",), ("--forms",), ("--svg", "a.svg"), ("--output-format", "json")])
@pytest.mark.parametrize("stdin", ["", "\n \n\r\n"])
def test_decode_of_nothing_ends_as_its_help_says(arguments: tuple[str, ...], stdin: str) -> None:
    """With 1, for there is no code; JSON is an empty list."""
    ran = run("decode", *arguments, stdin=stdin)
    written = "[]\n" if "json" in arguments else ""
    assert (ran.status, ran.out, ran.err) == (1, written, "gbr-lsp: there is no code on standard input\n")
    assert "1  a code has a problem, or there is no code" in run("decode", "--help").out


def test_decode_of_an_empty_argument_is_no_code() -> None:
    ran = run("decode", "")
    assert (ran.status, ran.err) == (1, "")
    assert "is not a GBR code" in ran.out


def test_encode_writes_the_goal_with_black_to_move() -> None:
    fen = "8/8/8/8/8/1k6/7P/K7 b - - 0 1"
    assert run("encode", "--form", "full", "--stipulation", "win", fen).out == "a1b3 0000.10 .h2 2/1 BTM, Win\n"
    ran = run("encode", "--form", "dotted", "--stipulation", "win", fen)
    assert (ran.status, ran.err) == (0, "gbr-lsp: the form dotted does not state a goal\n")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0323.12 g3g1 BTM, Win", ("g3g1", "black", "+", None)),
        ("0323.12g3g1 BTM", ("g3g1", "black", None, None)),
        ("0323.12 g3g1 draw", ("g3g1", None, "=", None)),
        ("(0323.12g3g1) 4/5 Draw", ("g3g1", None, "=", "4/5")),
        ("0323.12 g3 g1", ("g3g1", None, None, None)),
        ("0323.12 Kg3 Kg1 4/5", ("g3g1", None, None, "4/5")),
        ("g3/g1 0323.12", ("g3g1", None, None, None)),
        ("L. Kubbel 1925 g3g1 0323.12 4/5 Draw", ("g3g1", None, "=", "4/5")),
    ],
)
def test_decode_reads_each_part_of_a_code_however_it_is_written(
    text: str, read: tuple[str, str | None, str | None, str | None]
) -> None:
    (entry,) = decoded(text)
    squares = entry["kings"]
    assert isinstance(squares, list)
    assert ("".join(squares), entry["turn"], entry["stipulation"], entry["control"]) == read
    assert entry["problems"] == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("G3G1 0323.12", "misspelled-square: The kings should be written g3g1"),
        ("=0323.12g3g1 Win", "missing-result: “Win” was not read"),
        ("0323.12g3g1, Black to move, White wins", "missing-result: “Black to move, White wins” was not read"),
        ("0323.12 or g3", "missing-king: “or g3” was not read"),
        ("g3g1 0323.12 4:15", "missing-result: “4:15” was not read"),
    ],
)
def test_decode_names_a_part_that_it_does_not_read(text: str, problem: str) -> None:
    ran = run("decode", text)
    assert (ran.status, ran.out.splitlines()[-1]) == (1, f"  {problem}")
