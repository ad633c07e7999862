"""The commands as their users run them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gbr_lsp.rules import RULES
from tests.support.commands import run

WRONG = "a2f1 0411.56 10/9 Win\n"
RIGHT = "f1h1 0001.04 2/5 Win\n"
KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small collection with one mistake, and things that are not to be read."""
    (tmp_path / "b.txt").write_text(WRONG)
    (tmp_path / "a.md").write_text(RIGHT)
    (tmp_path / "c.py").write_text(WRONG)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "d.tex").write_text(RIGHT)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "e.txt").write_text(WRONG)
    (tmp_path / "sub" / "keep.txt").write_text(RIGHT)
    (tmp_path / ".gitignore").write_text("/out/\n*.txt\n!/b.txt\n")
    (tmp_path / "sub" / ".gitignore").write_text("!keep.txt\n")
    return tmp_path


def test_check_says_where_what_and_what_to_write(folder: Path) -> None:
    ran = run("check", cwd=folder)
    assert ran.status == 1
    assert ran.out == (
        "b.txt:1:14: error[control-mismatch]: The control should be 9/8: by the class, White has 9 men and Black 8\n"
        "  |\n"
        "1 | a2f1 0411.56 10/9 Win\n"
        "  |              ^^^^\n"
        "  = possible fix: Change 10/9 to 9/8\n"
        "\n"
        "1 finding in 1 of 4 files\n"
        "4 of 4 codes compared (0 with a board, 0 with a solution; of the others 4 with a control), in 4 files\n"
    )
    assert ran.err == ""


def test_check_concise(folder: Path) -> None:
    ran = run("check", "--output-format", "concise", ".", cwd=folder)
    assert (
        ran.out == "b.txt:1:14: control-mismatch The control should be 9/8: by the class, White has 9 men and Black 8\n"
    )


def test_check_json_has_the_shape_that_ruff_users_know(tmp_path: Path) -> None:
    game = f'[White "Kubbel=L"]\n[Black "(=0324.12g3g1)"]\n[FEN "{KUBBEL} w - - 0 1"]\n'
    (tmp_path / "a.pgn").write_text(game)
    ran = run("check", "--output-format", "json", "a.pgn", cwd=tmp_path)
    (finding,) = json.loads(ran.out)
    url = finding.pop("url")
    assert finding == {
        "code": "force-mismatch",
        "severity": "error",
        "message": "The class is 0324.12, but the FEN has 1 black knight (0323.12)",
        "filename": "a.pgn",
        "location": {"row": 2, "column": 11},
        "end_location": {"row": 2, "column": 18},
        "fix": None,
        "fixes": [
            {
                "applicability": "display",
                "message": "Change the class to 0323.12 to match the FEN",
                "edits": [
                    {
                        "content": "0323.12",
                        "location": {"row": 2, "column": 11},
                        "end_location": {"row": 2, "column": 18},
                    }
                ],
            }
        ],
        "related": [
            {
                "message": "the FEN",
                "filename": "a.pgn",
                "location": {"row": 3, "column": 7},
                "end_location": {"row": 3, "column": 47},
            }
        ],
    }
    assert url.startswith("file://")
    assert Path(url.removeprefix("file://")).is_file()


def test_columns_are_code_points_whatever_stands_before(tmp_path: Path) -> None:
    ran = run("check", "--output-format", "concise", "-", stdin="\f🎉♔é " + WRONG)
    assert ran.out == "-:1:19: control-mismatch The control should be 9/8: by the class, White has 9 men and Black 8\n"


def test_carets_stand_under_wide_characters_and_tabs() -> None:
    ran = run("check", "-", stdin="\t棋🎉e\u0301 " + WRONG)
    line, carets = ran.out.splitlines()[2:4]
    assert line == "1 |     棋🎉e\u0301 a2f1 0411.56 10/9 Win"
    assert carets.index("^") == len("1 |     ") + 2 + 2 + 1 + 1 + len("a2f1 0411.56 ")


@pytest.mark.parametrize(("name", "count"), [("a.tex", 0), ("a.txt", 1), ("-", 1)])
def test_standard_input_is_what_its_name_says(name: str, count: int) -> None:
    ran = run("check", "--output-format", "json", "--stdin-filename", name, "-", stdin="% " + WRONG)
    assert len(json.loads(ran.out)) == count


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ((), {"control-mismatch", "repeated-kings"}),
        (("--select", "repeated-kings"), {"repeated-kings"}),
        (("--select", "repeated-kings,hidden-count"), {"repeated-kings", "hidden-count"}),
        (("--ignore", "control-mismatch", "--ignore", "repeated-kings"), set()),
        (("--extend-select", "hidden-count"), {"control-mismatch", "repeated-kings", "hidden-count"}),
        (("--select", "all"), {"control-mismatch", "repeated-kings", "hidden-count"}),
    ],
)
def test_rules_are_selected(options: tuple[str, ...], found: set[str]) -> None:
    text = WRONG + "\nf1h1 0001.04f1h1 2/5 Win\n\nclass 0009\n"
    ran = run("check", "--output-format", "json", *options, "-", stdin=text)
    assert {finding["code"] for finding in json.loads(ran.out)} == found
    assert ran.status == (1 if found - {"hidden-count"} else 0)


def test_hints_and_exit_zero_do_not_fail() -> None:
    assert run("check", "--select", "hidden-count", "-", stdin="class 0009\n").status == 0
    assert run("check", "--exit-zero", "-", stdin=WRONG).status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "nowhere.txt"), "gbr-lsp: nowhere.txt: no such file or directory\n"),
        (
            ("check", "--select", "control-mismach", "."),
            "There is no rule 'control-mismach'. Did you mean 'control-mismatch'?",
        ),
        (("check", "--no-such-option"), "No such option"),
        (("check", "--output-format", "xhtml"), "'xhtml' is not one of"),
        (("rule", "control-mismach"), "Did you mean 'control-mismatch'?"),
        (("chek",), "There is no command 'chek'. Did you mean 'check'?"),
        ((".",), "There is no command '.'. Did you mean 'check .'?"),
        (("check", "--jobs", "two"), "'two' is not a valid whole number."),
        (("check", "--proof-timeout", "inf", "a.pdf"), "--proof-timeout is at most 86400, the seconds of a day."),
        (("check", "--proof-timeout", "nan", "a.pdf"), "--proof-timeout is at most 86400, the seconds of a day."),
        (("completion",), "Choose from: bash, zsh, fish"),
        (("search", "men:3 | size:4", "."), "there is no field 'size'. There are composer, "),
        (("decode", "--jsn", "0323.12"), "There is no option '--jsn'."),
        (("encode", "8/8"), "gbr-lsp: 8/8: the FEN has 2 ranks, not 8\n"),
        (("encode", "nowhere.pgn"), "gbr-lsp: nowhere.pgn: no such file or directory\n"),
        (("index", "nowhere.pgn"), "gbr-lsp: nowhere.pgn: no such file or directory\n"),
        (("index",), "PATHS"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line_and_exit_2(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    ran = run(*arguments, cwd=tmp_path)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("gbr-lsp: ")


def test_a_record_that_stands_in_another_file_is_a_duplicate(tmp_path: Path) -> None:
    record = '[White "Kubbel"]\n[Black "(=0323.12g3g1)"]\n[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]\n\n*\n'
    (tmp_path / "a.pgn").write_text("\n" + record)
    (tmp_path / "b.pgn").write_text(record)
    (finding,) = json.loads(run("check", "--output-format", "json", "b.pgn", "a.pgn", cwd=tmp_path).out)
    assert (finding["code"], finding["filename"]) == ("duplicate-position", "b.pgn")
    (related,) = finding["related"]
    assert related == {
        "message": "the other record",
        "filename": "a.pgn",
        "location": {"row": 3, "column": 10},
        "end_location": {"row": 3, "column": 22},
    }
    assert "a.pgn:3:10: =0323.12g3g1" in run("check", "a.pgn", "b.pgn", cwd=tmp_path).out


def test_a_binary_file_is_named_and_the_others_are_checked(folder: Path) -> None:
    (folder / "board.md").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    ran = run("check", "--output-format", "concise", cwd=folder)
    assert ran.status == 2
    assert ran.err == "gbr-lsp: board.md: is a binary file\n"
    assert "b.txt:1:14" in ran.out


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_named(folder: Path) -> None:
    (folder / "a.md").chmod(0)
    assert run("check", "a.md", cwd=folder).err == "gbr-lsp: a.md: permission denied\n"


def test_an_explicit_path_is_read_whatever_git_or_its_ending_say(folder: Path) -> None:
    assert run("check", "out/e.txt", cwd=folder).status == 1
    assert run("check", "c.py", cwd=folder).status == 1


def test_without_a_command_the_manual_is_shown() -> None:
    ran = run()
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Usage: gbr-lsp ")


def test_a_closed_pipe_is_no_error(folder: Path) -> None:
    (folder / "b.txt").write_text(WRONG + "\n" + (WRONG + "\n") * 600)
    command = [sys.executable, "-m", "gbr_lsp", "check", "b.txt"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_check_of_a_small_file_imports_no_library_it_does_not_need(tmp_path: Path) -> None:
    """Nor does it with a game, a board and a full code in it."""
    tags = f'[White "Kubbel=L"]\n[Black "(=0323.12g3g1)"]\n[FEN "{KUBBEL} w - - 0 1"]\n'
    (tmp_path / "a.pgn").write_text(tags + "\n{a7d3 0116.00 b2b3c6d6 3/3+} *\n")
    script = (
        "import sys\nsys.argv = ['gbr-lsp', 'check', 'a.pgn']\nfrom gbr_lsp.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = set(eval(done.stdout.splitlines()[-1]))
    assert "gbr_lsp" in loaded
    assert loaded & {"pygls", "lsprotocol", "chess", "pathspec", "tomllib", "attrs", "cattrs", "asyncio"} == set()


def test_index_lists_every_code_as_json(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"# Kubbel\n\ng3g1 0323.12 4/5 Draw `{KUBBEL}`\n\nof class 0002.01, and 1234.56\n")
    study, mention = json.loads(run("index", "--output-format", "json", "a.md", cwd=tmp_path).out)
    assert study == {
        "filename": "a.md",
        "location": {"row": 3, "column": 1},
        "end_location": {"row": 3, "column": 22},
        "text": "g3g1 0323.12 4/5 Draw",
        "form": "caption",
        "class": "0323.12",
        "kings": ["g3", "g1"],
        "stipulation": "=",
        "turn": None,
        "control": "4/5",
        "fen": None,
        "board": "fen",
        "board_fen": KUBBEL,
        "role": "study",
        "composer": None,
        "year": None,
        "event": None,
        "award": None,
        "position": KUBBEL,
        "side_to_move": None,
        "title": "Kubbel",
        "twins": [],
        "solution": None,
    }
    assert mention["text"] == mention["class"] == "0002.01"
    assert (mention["form"], mention["role"]) == ("class", "mention")
    nothing = ("kings", "stipulation", "turn", "control", "fen", "board", "board_fen")
    assert [mention[key] for key in nothing] == [None] * 7


@pytest.mark.parametrize(
    ("name", "line", "role"),
    [
        ("a.txt", "g3g1 0323.12 4/5 Draw", "study"),
        ("a.txt", "7. (=0323.12g3g1) TT U2", "study"),
        ("a.txt", "g3g1 0323.12 4/6 Draw [sic]", "study"),
        ("a.md", "**=0323.12g3g1** <!-- gbr: ignore[control-mismatch] as printed -->", "study"),
        ("a.tex", r"\\textbf{g3g1 0323.12 4/5 Draw} % after the diagram", "study"),
        ("a.txt", "The study =0323.12g3g1 is by Kubbel.", "mention"),
        ("a.txt", "1234.56 a7c8", "study"),
        ("a.txt", "class 0323.12", "mention"),
        ("a.pgn", "{see =0323.12g3g1}", "mention"),
    ],
)
def test_a_code_alone_on_its_line_heads_a_study(name: str, line: str, role: str) -> None:
    ran = run(
        "index", "--output-format", "json", "--stdin-filename", name, "-", stdin=line.replace("\\\\", "\\") + "\n"
    )
    assert [entry["role"] for entry in json.loads(ran.out)] == [role]


def test_index_as_text_is_a_directory(tmp_path: Path) -> None:
    """Wins, then draws, then the rest; each by class, then by kings."""
    codes = ["=0323.12g3g1", "+0400.10a1c3", "0001.01a1c3", "+0002.01b1c3", "+0002.01a1c3", "=0000.10a1c3"]
    (tmp_path / "a.txt").write_text("\n\n".join(codes))
    assert run("index", "a.txt", cwd=tmp_path).out == (
        "+ 0002.01 a1c3  a.txt:9\n"
        "+ 0002.01 b1c3  a.txt:7\n"
        "+ 0400.10 a1c3  a.txt:3\n"
        "= 0000.10 a1c3  a.txt:11\n"
        "= 0323.12 g3g1  a.txt:1\n"
        "  0001.01 a1c3  a.txt:5\n"
    )


def test_a_directory_is_read_back_as_an_index(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n\n".join(f"+0002.01{file}1c3" for file in "abefgh"))
    (tmp_path / "index.txt").write_text(run("index", "a.txt", cwd=tmp_path).out)
    listed = json.loads(run("index", "--output-format", "json", "index.txt", cwd=tmp_path).out)
    assert [entry["role"] for entry in listed] == ["index"] * 6


def test_decode_shows_what_is_unknown_as_unknown() -> None:
    ran = run("decode", "1689")
    assert ran.status == 0
    assert ran.out.count("an unknown number of knights") == 2
    (entry,) = json.loads(run("decode", "--output-format", "json", "1689").out)
    assert entry["class"] == "1689"
    assert entry["men"]["white"] == {"queen": 1, "rook": 0, "bishop": 2, "knight": None, "pawn": 0}
    assert entry["men"]["black"] == {"queen": 0, "rook": 2, "bishop": 2, "knight": None, "pawn": 0}


def test_decode_of_a_whole_position_gives_its_fen() -> None:
    code = "4888.88. e1e8d1d8a1h1a8h8c1f1c8f8b1g1b8g8. a2b2c2d2e2f2g2h2a7b7c7d7e7f7g7h7"
    (entry,) = json.loads(run("decode", "--output-format", "json", code).out)
    assert entry["fen"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert entry["problems"] == []


def test_decode_takes_words_lines_and_signs_that_look_like_options() -> None:
    codes = ["-=0323.12g3g1", "g8g3", "0700.20", "4/3", "Draw", "0002.01", "0023", "-"]
    ran = run("decode", "--output-format", "json", *codes, stdin="KNNN KNN 0009\n\n=0323.12g3\n")
    entries = json.loads(ran.out)
    assert [entry["text"] for entry in entries] == [
        "-=0323.12g3g1", "g8g3 0700.20 4/3 Draw", "0002.01", "0023", "KNNN KNN 0009", "=0323.12g3",
    ]  # fmt: skip
    assert entries[1]["control"] == "4/3"
    assert entries[4]["men"]["white"]["knight"] == 3
    assert entries[5]["kings"] == ["g3", None]
    assert entries[5]["problems"] == ["missing-king"]
    assert ran.status == 1


@pytest.mark.parametrize("text", ["hello", "", "12", "0400,10", "e4e5", "040.10"])
def test_decode_of_what_cannot_be_read_has_problems(text: str) -> None:
    ran = run("decode", "--output-format", "json", text)
    (entry,) = json.loads(ran.out)
    assert entry["problems"]
    assert ran.status == 1


def test_encode_joins_the_words_of_a_fen_and_reads_lines() -> None:
    ran = run("encode", KUBBEL, "w", "-", "-", "0", "1", f"{KUBBEL} b - - 0 1", "-", stdin=f"{KUBBEL}\n")
    assert ran.out == "0323.12g3g1\n0323.12g3g1\n0323.12g3g1\n"
    assert (
        run("encode", "--form", "caption", "--stipulation", "draw", f"{KUBBEL} b").out == "g3g1 0323.12 4/5 BTM, Draw\n"
    )


def test_encode_writes_the_good_ones_and_names_the_others() -> None:
    ran = run("encode", stdin=f"{KUBBEL}\nnonsense\nPPPPPPPP/P7/8/8/8/8/8/K6k\n{KUBBEL}\n")
    assert ran.out == "0323.12g3g1\n0323.12g3g1\n"
    assert ran.err.splitlines() == [
        "gbr-lsp: line 2: the FEN has 1 rank, not 8",
        "gbr-lsp: line 3: the FEN has more than eight pawns of one color",
    ]
    assert ran.status == 2


def test_rule_pages() -> None:
    page = run("rule", "control-mismatch").out
    assert page.startswith(
        "# control-mismatch\n\nThe control does not fit the number of men, kings included, that the digits give.\n\n"
        "Severity: error.\n"
    )
    assert all(f"# {name}\n" in run("rule", "--all").out for name in ("digit-count", "unknown-rule"))
    assert [line.split()[0] for line in run("rule").out.splitlines()] == list(RULES)


@pytest.mark.parametrize("data", [b"", b"\xff", b"\r\r\n\n", b'[Black "(', b"\xed\xa0\x80", b"=0323.12g3g1"])
@pytest.mark.parametrize("name", ["a.pgn", "a.md", "a.tex", "a.txt"])
def test_odd_bytes_harm_nothing(data: bytes, name: str) -> None:
    for command in ("check", "index"):
        ran = run(command, "--stdin-filename", name, "-", stdin=data)
        assert ran.err == ""
        assert ran.status == 0


def test_standard_input_and_a_file_of_the_same_name_are_both_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(RIGHT)
    ran = run("check", "-", "a.txt", "./a.txt", "--stdin-filename", "a.txt", stdin=WRONG, cwd=tmp_path)
    assert "\n1 finding in 1 of 2 files\n" in ran.out


def test_decode_takes_several_codes_from_a_line() -> None:
    entries = json.loads(run("decode", "--output-format", "json", "0323.12 0002.01").out)
    assert [entry["text"] for entry in entries] == ["0323.12", "0002.01"]


def test_encode_reads_a_file_wherever_it_stands(tmp_path: Path) -> None:
    (tmp_path / "fens.txt").write_text(f"{KUBBEL}\n")
    assert run("encode", "./fens.txt", cwd=tmp_path).out == "0323.12g3g1\n"
    assert run("encode", ".", cwd=tmp_path).err == "gbr-lsp: .: is a directory\n"


@pytest.mark.skipif(os.name != "posix", reason="descriptors of a POSIX shell")
@pytest.mark.parametrize(
    ("redirection", "said"),
    [
        (">&-", "standard output is closed"),
        ("<&-", "-: standard input is closed"),
        (">/dev/full", "no space left on device"),
    ],
)
def test_closed_and_full_streams_are_one_line_and_exit_2(redirection: str, said: str) -> None:
    command = f"{sys.executable} -m gbr_lsp check - {redirection}"
    done = subprocess.run(["sh", "-c", command], input=WRONG, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, f"gbr-lsp: {said}\n")


@pytest.mark.skipif(os.name != "posix", reason="a folder in use cannot be deleted elsewhere")
@pytest.mark.parametrize("command", ["check", "check --watch a.md", "index .", "decode 0323.12"])
def test_a_working_folder_that_was_deleted_is_named_as_the_reason(tmp_path: Path, command: str) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    script = f'cd "{folder}" && rmdir "{folder}" && exec "{sys.executable}" -m gbr_lsp {command}'
    ran = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "gbr-lsp: the working folder was deleted\n")


def test_ctrl_c_while_the_program_ends_leaves_no_traceback() -> None:
    script = (
        "import gc\n"
        "def interrupted(): raise KeyboardInterrupt\n"
        "gc.freeze = interrupted\n"
        "from gbr_lsp.__main__ import main\n"
        "main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", script, "--version"], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (130, b"")


def test_ctrl_c_while_the_program_is_imported_leaves_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    command = [sys.executable, "-m", "gbr_lsp", "--version"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


INTERRUPTED = """
import signal, sys
at, count = int(sys.argv.pop(1)), 0
def count_events(event, _):
    global count
    if hasattr(sys.modules.get("gbr_lsp.__main__"), "sys"):
        count += 1
        if count == at:
            signal.raise_signal(signal.SIGINT)
sys.addaudithook(count_events)
try:
    from gbr_lsp.__main__ import main
    main()
finally:
    if not at:
        print(count)
"""


@pytest.mark.parametrize("moments", [2, pytest.param(40, marks=pytest.mark.long)])
def test_ctrl_c_at_any_moment_leaves_no_traceback(tmp_path: Path, moments: int) -> None:
    """At the first events after our first line, and at `moments` later ones, up to the last."""
    (tmp_path / "a.md").write_text("# A\n\n=0323.12g3g1\n\n1. Bd4+ Kh1 2. Bxa1\n")

    def interrupted(at: int) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", INTERRUPTED, str(at), "check", "a.md"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    last = int(interrupted(0).stdout.splitlines()[-1])
    assert 500 < last
    for at in (1, *range(moments // 2, last, last // moments), last):
        ran = interrupted(at)
        assert (ran.returncode, ran.stderr.strip()) == (130, ""), at
