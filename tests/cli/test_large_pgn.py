"""Large files of games: what is found in pieces is what is found in the whole."""

import random
from collections.abc import Collection
from pathlib import Path
from typing import Any, NoReturn

import pytest

from gbr_lsp.cli import listing
from gbr_lsp.cli.check import command
from gbr_lsp.cli.checking import excerpt, large_pgn, pgn_pieces, schedule, show_codes
from gbr_lsp.cli.checking.check_file import FileResult, Task, check_file
from gbr_lsp.cli.checking.check_run import _lines
from gbr_lsp.cli.files import FileRequest
from gbr_lsp.database import chunk_spans
from gbr_lsp.hosts import host_for
from gbr_lsp.lint import chunk_lint, engine, fastpath
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding, lint, repeat_findings
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS as TERMS
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding
from gbr_lsp.model.records import placed_records
from tests.lint.test_fastpath import clean, record


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces and slices of a few games, so that small files have many."""
    monkeypatch.setattr(pgn_pieces, "_PIECE", 3000)
    monkeypatch.setattr(pgn_pieces, "_SLICE", 900)
    monkeypatch.setattr(large_pgn, "_AT_ONCE", 2)
    monkeypatch.setattr(schedule, "_MIN_PIECES_COST", 0)


def collection(rng: random.Random) -> str:
    games = [record(rng) for _ in range(rng.choice((1, 8, 60)))]
    games += [rng.choice(games) for _ in range(rng.choice((0, 0, 3)))]
    rng.shuffle(games)
    return rng.choice(["", "", "preface\n\n", "\ufeff"]) + "".join(games).replace("gbr:", "x").rstrip(rng.choice("\n "))


def in_turn(task: Task) -> FileResult | None:
    return large_pgn.check_in_pieces(task, lambda parts: [large_pgn.check_piece(part) for part in parts])


def told(path: Path, *, in_pieces: bool) -> list[tuple[object, ...]]:
    task = Task(FileRequest(str(path), str(path)), None, DEFAULT_RULES, TERMS, "auto")
    seen = in_turn(task) if in_pieces else check_file(task)
    assert seen is not None
    assert seen.trouble is None
    if seen.block is None:
        return []
    lines = _lines(seen.block.text, seen.rows)
    return [
        (
            *map(lines.line_and_column, item.span),
            item.finding.rule,
            item.finding.message,
            [
                lines.line_and_column(one.place.span.start)
                for one in item.finding.related
                if isinstance(one.place, Place)
            ],
            [
                (lines.line_and_column(edit.place.span.start), edit.text)
                for fix in item.finding.fixes
                for edit in fix.edits
            ],
            lines.text[item.span.start : item.span.end],
        )
        for item in seen.findings
    ]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("rounds", [8, pytest.param(40, marks=pytest.mark.long)])
def test_what_is_found_in_pieces_is_what_is_found_in_the_whole(tmp_path: Path, rounds: int) -> None:
    rng = random.Random(2)
    path = tmp_path / "a.pgn"
    repeated = 0
    for _ in range(rounds):
        text = collection(rng)
        if rng.random() < 0.3:
            path.write_bytes(text.replace("\ufeff", "").encode("cp1252", "replace"))
        else:
            path.write_bytes(text.encode())
        found = told(path, in_pieces=False)
        assert told(path, in_pieces=True) == found
        repeated += sum("duplicate-position" in item for item in found)
    assert rounds / 8 < repeated


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("rounds", [2, pytest.param(8, marks=pytest.mark.long)])
def test_games_with_several_positions_have_one_record(tmp_path: Path, rounds: int) -> None:
    """Games are grouped by the hash of one record: what each repeats is found however many tags it has."""
    rng = random.Random(3)
    path = tmp_path / "a.pgn"
    repeated = several = 0
    for _ in range(rounds):
        games = [record(rng) for _ in range(6)]
        tags = [line for game in games for line in game.splitlines() if line.startswith(("[FEN", "[Black"))]
        tags += ["{ " + tag.split('"')[1] + " }" for tag in tags if tag.count('"') == 2]
        for _ in range(12):
            lines = rng.choice(games).splitlines(keepends=True)
            for _ in range(rng.choice((0, 1, 1, 2, 3))):
                lines.insert(rng.randrange(1, len(lines)), f"{rng.choice(tags)}\n")
            games.append("".join(lines))
        path.write_text("".join(games).replace("gbr:", "x"), encoding="utf-8")
        found = told(path, in_pieces=False)
        assert told(path, in_pieces=True) == found
        repeated += sum("duplicate-position" in item for item in found)
        for block in Document.of(path.read_text(encoding="utf-8"), host_for("a.pgn"), TERMS).blocks:
            assert len(list(placed_records(read_section([block], TERMS).studies))) <= 1
            several += 1 < block.text.count("[FEN ")
    assert 2.5 * rounds < repeated
    assert 1.25 * rounds < several


@pytest.mark.usefixtures("small")
def test_a_process_that_dies_does_not_change_the_encoding(tmp_path: Path) -> None:
    """Nothing is looked at as Windows-1252 but what is not UTF-8."""
    path = tmp_path / "a.pgn"
    path.write_text("é" + collection(random.Random(4)), encoding="utf-8")
    task = Task(FileRequest(str(path), str(path)), None, DEFAULT_RULES, TERMS, "auto")
    tried: list[str] = []

    def work(parts: list[pgn_pieces.PgnPart]) -> list[excerpt.PieceResult]:
        tried.extend(part.encoding for part in parts)
        return [large_pgn.check_piece(part) for part in parts[1:]] + [large_pgn.dead_result("was ended by signal 9")]

    assert large_pgn.check_in_pieces(task, work) is None
    assert set(tried) == {"utf-8"}


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    """The status and the output of `check` in this process, in which the sizes of pieces are set."""
    status = command.main([*arguments], standalone_mode=False)
    return status, capsys.readouterr().out


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("output", ["full", "concise", "json", "sarif", "gitlab", "html", "junit"])
def test_the_output_is_the_same(
    tmp_path: Path, output: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text(2 * (collection(random.Random(4)) + "\n\n"), encoding="utf-8")
    outputs = [checked(capsys, "--output-format", output, "--jobs", jobs, "a.pgn") for jobs in ("1", "2")]
    monkeypatch.setattr(schedule, "_MIN_PIECES_COST", 10**9)
    outputs.append(checked(capsys, "--output-format", output, "a.pgn"))
    assert outputs[0] == outputs[1] == outputs[2]
    assert "duplicate-position" in outputs[0][1]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "content",
    [b"\0", "a".encode("utf-16"), b"{gbr: ignore-file}", 2 * b"\xef\xbb\xbf"],
    ids=["binary", "utf-16", "gbr", "two marks"],
)
def test_what_must_be_read_whole_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(content + collection(random.Random(4)).encode())
    task = Task(FileRequest(str(path), str(path)), None, DEFAULT_RULES, TERMS, "auto")
    assert in_turn(task) is None


@pytest.mark.usefixtures("small")
def test_a_baseline_knows_what_is_found_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text(2 * (collection(random.Random(4)) + "\n\n"), encoding="utf-8")
    checked(capsys, "--baseline", "known.json", "--write-baseline", "a.pgn")
    said = "No findings in 1 file\n2 of 2 codes compared (2 with a board, 2 with a solution), in 1 file\n"
    assert checked(capsys, "--baseline", "known.json", "a.pgn") == (0, said)


@pytest.mark.usefixtures("small")
def test_records_of_several_large_files_are_compared_without_reading_one_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small file is among them; only games that another file may have too are read again."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(6)
    common = [record(rng) for _ in range(4)]
    for name, count in (("a.pgn", 20), ("b.pgn", 3), ("c.pgn", 20), ("d.pgn", 15)):
        games = [
            game for game in (*common[: count // 10 + 1], *(record(rng) for _ in range(count))) if "gbr:" not in game
        ]
        rng.shuffle(games)
        Path(name).write_text("".join(games), encoding="utf-8")
    arguments = ("--output-format", "json", "a.pgn", "b.pgn", "c.pgn", "d.pgn")
    monkeypatch.setattr(schedule, "_MIN_PIECES_COST", 10**9)
    expected = [checked(capsys, *arguments, "--jobs", jobs) for jobs in ("1", "2")]
    assert expected[0] == expected[1]
    assert {name for name in "abcd" if f"appears in {name}.pgn" in expected[0][1]} >= {"a"}
    monkeypatch.setattr(schedule, "_MIN_PIECES_COST", 5000)
    read: list[tuple[str, int]] = []
    check_piece = large_pgn.check_piece

    def counted(piece: pgn_pieces.PgnPart) -> excerpt.PieceResult:
        read.append((piece.task.request.name, piece.start))
        return check_piece(piece)

    def whole(task: Task) -> FileResult:
        assert task.request.name == "b.pgn"
        return check_file(task)

    monkeypatch.setattr(large_pgn, "check_piece", counted)
    monkeypatch.setattr(schedule, "check_file", whole)
    assert checked(capsys, *arguments, "--jobs", "1") == expected[0]
    assert len(read) == len(set(read))
    assert {name for name, _ in read} == {"a.pgn", "c.pgn", "d.pgn"}


@pytest.mark.usefixtures("small")
def test_games_that_repeat_others_are_held_a_few_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(6)
    games = "".join(game for game in (record(rng) for _ in range(30)) if "gbr:" not in game)
    for name in ("a.pgn", "b.pgn"):
        Path(name).write_text(games, encoding="utf-8")
    held: list[int] = []

    def counted(games: Collection[Block], *arguments: Any) -> list[Finding]:
        held.append(len(games))
        return repeat_findings(games, *arguments)

    monkeypatch.setattr(large_pgn, "repeat_findings", counted)
    _, out = checked(capsys, "--jobs", "1", "--output-format", "concise", "a.pgn", "b.pgn")
    assert 20 < out.count("duplicate-position")
    assert 10 < len(held)
    assert max(held) <= 4


@pytest.mark.usefixtures("small")
def test_clean_games_that_repeat_others_are_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is looked at once by itself, and once as a game that another file has too."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(6)
    games = [clean(rng) for _ in range(20)]
    for name, count in (("a.pgn", 20), ("b.pgn", 10)):
        Path(name).write_text("".join(games[:count]), encoding="utf-8")
    looks: list[str] = []
    clean_game = fastpath.clean_game

    def counted(text: str) -> fastpath.PlainGame | None:
        looks.append(text)
        return clean_game(text)

    def parsed(*arguments: object) -> NoReturn:
        pytest.fail("a clean game was parsed")

    monkeypatch.setattr(fastpath, "clean_game", counted)
    for module in (fastpath, engine, chunk_lint):
        monkeypatch.setattr(module, "read_section", parsed)
    _, out = checked(capsys, "--jobs", "1", "--output-format", "concise", "a.pgn", "b.pgn")
    assert out.count("This position also appears in a.pgn") == 10
    assert len(looks) == 20 + 10 + 2 * 10


@pytest.mark.usefixtures("small")
def test_a_large_file_that_changes_before_it_is_compared_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(7)
    games = "".join(game for game in (record(rng) for _ in range(30)) if "gbr:" not in game)
    Path("a.pgn").write_text(games, encoding="utf-8")
    Path("b.pgn").write_text(games, encoding="utf-8")
    monkeypatch.setattr(schedule, "_MIN_PIECES_COST", 5000)
    again = large_pgn.CheckedPieces.recheck

    def changed(known: large_pgn.CheckedPieces, task: Task) -> FileResult | None:
        if task.other_records:
            Path("b.pgn").write_text(games.replace("[Event", "\n[Event"), encoding="utf-8")
        return again(known, task)

    monkeypatch.setattr(large_pgn.CheckedPieces, "recheck", changed)
    found = checked(capsys, "--output-format", "json", "--jobs", "1", "a.pgn", "b.pgn")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert found == checked(capsys, "--output-format", "json", "a.pgn", "b.pgn")


def test_codes_are_shown_in_parts_as_in_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(3)
    Path("a.pgn").write_text("\ufeff" + "".join(record(rng) for _ in range(40)), encoding="utf-8")
    Path("b.pgn").write_bytes("".join(record(rng) for _ in range(20)).replace("*", "é").encode("cp1252", "replace"))
    Path("c.pgn").write_text(4 * '[Event "none"]\n\n*\n\n', encoding="utf-8")
    Path("d.pgn").write_bytes(b"\0" * 2000)
    arguments = ("--show-codes", "a.pgn", "b.pgn", "c.pgn", "d.pgn")
    whole = checked(capsys, *arguments)
    monkeypatch.setattr(listing, "_MIN_LARGE_SIZE", 0)
    monkeypatch.setattr(listing, "_PART_SIZE", 700)
    monkeypatch.setattr(chunk_spans, "_MAX_BYTES", 2000)
    monkeypatch.setattr(chunk_spans, "_MAX_FIRST_BYTES", 500)
    held: list[int] = []

    def counted(document: Document, rules: frozenset[str]) -> list[PlacedFinding]:
        held.append(len(document.blocks))
        return lint(document, rules)

    monkeypatch.setattr(show_codes, "lint", counted)
    assert checked(capsys, *arguments) == whole
    assert max(held) < 10
    assert whole[0] == 2
    assert 50 < whole[1].count("checked against the FEN")
    assert "c.pgn: no code was found" in whole[1]
