"""The index: what is found with it is what is found without it and what a naive search finds, whatever befalls it."""

import gc
import io
import json
import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from array import array
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

import chess
import platformdirs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gbr_lsp.base.encoding import NotText
from gbr_lsp.cli.search import command as search
from gbr_lsp.cli.searching.studies import Studies
from gbr_lsp.collection.columns import columns_of, needed_columns, numbers_in, select
from gbr_lsp.collection.conditions import Arises, Contains, Shows, is_met, transform_condition
from gbr_lsp.collection.search import BadQuery, Options, read_query
from gbr_lsp.collection.squares import transforms
from gbr_lsp.database import chunk_spans as cutting
from gbr_lsp.database import lookup, record_positions
from gbr_lsp.database.chunk import ALL_COLUMNS, IndexChunk
from gbr_lsp.database.chunk_reader import FilePart, ReadOptions, read_document, read_games, read_part
from gbr_lsp.database.record_positions import is_met_in_play, positions_of
from gbr_lsp.database.store import Listing, Store, index_folder, open_store
from gbr_lsp.hosts import host_for
from gbr_lsp.lint import fastpath
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.replay import Start
from tests.collection import naive
from tests.support.commands import run

OPTIONS = ReadOptions("a.pgn", "utf-8", DEFAULT_CONVENTIONS)


def database(random_: random.Random, count: int) -> list[naive.Made]:
    return [naive.study(random_) for _ in range(count)]


def text_of(made: list[naive.Made]) -> str:
    return "".join(study.text for study in made)


@given(st.integers(0, 1 << 32))
def test_columns_find_what_a_naive_search_finds(seed: int) -> None:
    random_ = random.Random(seed)
    made = database(random_, 12)
    chunk = read_games(text_of(made).encode(), OPTIONS)
    assert chunk.codes == len(made)
    assert chunk.is_complete
    for _ in range(8):
        asked = naive.query(random_, made)
        try:
            condition = read_query(asked.text).condition
        except BadQuery:
            # It asks for wtm and for btm.
            continue
        marks = select(condition, {name: chunk.columns[name] for name in needed_columns(condition)}, chunk.codes)
        assert marks.certain == marks.possible
        assert numbers_in(marks.certain, chunk.codes) == [n for n, one in enumerate(made) if asked.meaning(one)], (
            asked.text
        )


@given(st.integers(0, 1 << 32), st.booleans(), st.booleans(), st.booleans())
def test_columns_agree_with_the_definition(seed: int, flip: bool, shift: bool, flipcolor: bool) -> None:
    """With transforms, `like:` and `during:` too: what surely answers does, and what may answer has all that do."""
    random_ = random.Random(seed)
    made = database(random_, 6)
    chunk = read_games(text_of(made).encode(), OPTIONS)
    facts = [entry.facts for entry in chunk.entries(range(chunk.codes))]
    assert columns_of(facts).items() <= chunk.columns.items()
    text = naive.query(random_, made).text
    if random_.random() < 0.5:
        text += f" | like:{made[0].board.board_fen()}"
    if random_.random() < 0.5:
        text = f'({text}) -during:"Qa1" | during:"Kb2"'
    try:
        condition = read_query(text, Options(flip=flip, shift=shift, flipcolor=flipcolor)).condition
    except BadQuery:
        return
    marks = select(condition, chunk.columns, chunk.codes)
    surely, possibly = (set(numbers_in(bits, chunk.codes)) for bits in marks)
    answering = {number for number, one in enumerate(facts) if is_met(condition, one)}
    assert surely <= answering <= possibly


@given(st.integers(0, 1 << 32))
def test_a_clean_record_is_read_as_any_other(seed: int) -> None:
    random_ = random.Random(seed)
    text = "".join(
        study.text.replace("*\n", f"1. {random_.choice(('Kb2', 'Qa1+', '--'))} *\n") for study in database(random_, 6)
    )
    fast = read_games(text.encode(), OPTIONS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fastpath, "plain_game", lambda text: None)
        slow = read_games(text.encode(), OPTIONS)
    _assert_same(fast, slow)


@given(st.integers(0, 1 << 32))
def test_a_plain_record_of_an_impossible_position_is_read_as_any_other(seed: int) -> None:
    """Kings side by side, pawns on the last rank, checks, a wrong result, strange dates, flags and blanks."""
    random_ = random.Random(seed)
    text = ""
    for _ in range(6):
        men = ["K", "k", *random_.choices("QqRrBbNnPp", k=random_.randrange(6))]
        squares = dict(zip(random_.sample(range(64), len(men)), men, strict=True))
        board = chess.Board(None)
        for square, man in squares.items():
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        code = f"{random_.choice('+=')}{naive.code(board)}"
        flags = random_.choice(("", " (c)", " MC", " TT (v)"))
        tags = [f'[White "{random_.choice(("Réti=R", "  A  B ", ""))}"]', f'[Black "({code}){flags}"]']
        result, date = random_.choice(("1-0", "0-1", "*")), random_.choice(("1920.??.??", " 1920", "????"))
        tags += [f'[Result "{result}"]', f'[Date "{date}"]', '[EventDate "1930"]']
        text += f'[Event "1.p  x"]\n{chr(10).join(tags)}\n[FEN "{board.board_fen()} b - - 0 1"]\n\n{result}\n\n'
    fast = read_games(text.encode(), OPTIONS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fastpath, "plain_game", lambda text: None)
        slow = read_games(text.encode(), OPTIONS)
    _assert_same(fast, slow)


def test_clean_records_of_a_real_database_are_read_as_any_other(corpora: Path) -> None:
    data = (corpora / "hhdb-sample.pgn").read_bytes()
    fast = read_games(data, OPTIONS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fastpath, "plain_game", lambda text: None)
        slow = read_games(data, OPTIONS)
    _assert_same(fast, slow)
    whole = read_document(Document.of(data.decode(), host_for("a.pgn")), data.decode(), data)
    assert [entry.facts for entry in whole.entries(range(whole.codes))] == [
        entry.facts for entry in fast.entries(range(fast.codes))
    ]


def _assert_same(fast: IndexChunk, slow: IndexChunk) -> None:
    from gbr_lsp.collection.code_json import record_json

    assert fast._replace(columns={}) == slow._replace(columns={})
    for one, other in zip(fast.entries(range(fast.codes)), slow.entries(range(slow.codes)), strict=True):
        said = json.loads(one.details) if one.details else record_json(one.facts, one.text)
        assert one._replace(details="") == other._replace(details="")
        assert said == json.loads(other.details)


def test_positions_of_a_solution_are_those_of_its_variations() -> None:
    text = '[FEN "8/8/8/8/8/2k5/7P/K7 w - - 0 1"]\n\n1. h4 (1. h3 Kd4) 1... Kd4 2. h5 *\n'
    boards = [squares.index("P") for squares, _ in positions_of(text.encode(), "utf-8")]
    assert boards == [31, 23, 23, 31, 39]


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "_GAMES_PER_CHUNK", 4)
    monkeypatch.setattr(cutting, "_SLICE", 500)


@pytest.mark.usefixtures("small_chunks")
@given(st.integers(0, 1 << 32))
def test_chunks_are_whole_games_and_are_cut_alike_after_an_edit(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    random_ = random.Random(seed)
    made = database(random_, 30)
    path = tmp_path_factory.mktemp("cut") / "a.pgn"
    hashes = []
    for edit in (None, random_.randrange(30)):
        texts = [study.text for study in made]
        if edit is not None:
            texts[edit] = texts[edit].replace("*", "{an edit}*")
        data = "".join(texts).encode()
        path.write_bytes(data)
        with path.open("rb") as file:
            found = cutting.cut_file(file, len(data), "auto", b"x")
        assert [stretch.start for stretch in found.spans[1:]] == [stretch.end for stretch in found.spans[:-1]]
        assert found.spans[-1].end == len(data)
        assert all(data.startswith(b"[Event ", stretch.start) for stretch in found.spans)
        chunks = [read_part(FilePart(str(path), one.start, one.end, OPTIONS)) for one in found.spans]
        assert sum(chunk.codes for chunk in chunks) == 30
        hashes.append([stretch.hash for stretch in found.spans])
    assert len(set(hashes[0]) ^ set(hashes[1])) == 2


_PIECES = [b"\n[Event ", b"[Event ", b"\n", b"e", "\u00e9".encode(), b"\xe9", b"[", b"x" * 3000]


@pytest.mark.usefixtures("small_chunks")
@given(st.integers(0, 1 << 32))
def test_an_edited_file_is_cut_as_one_that_was_never_seen(seed: int) -> None:
    random_ = random.Random(seed)
    most = (1500, 600) if random_.random() < 0.5 else (cutting._MAX_BYTES, cutting._MAX_FIRST_BYTES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "_MAX_BYTES", most[0])
        patch.setattr(cutting, "_MAX_FIRST_BYTES", most[1])
        _cut_after_edits(random_)


def _cut_after_edits(random_: random.Random) -> None:
    games = [b'[Event "%d"]\n{%s} *\n\n' % (number, b"x" * random_.choice((10, 10, 900))) for number in range(60)]
    encoding, data = random_.choice(["auto", "auto", "utf-8", "cp1252"]), b"".join(games[:40])
    before = None
    for _ in range(6):
        try:
            found = cutting.cut_file(io.BytesIO(data), len(data), encoding, b"x")
        except NotText:
            with pytest.raises(NotText):
                cutting.cut_file(io.BytesIO(data), len(data), encoding, b"x", before)
        else:
            assert cutting.cut_file(io.BytesIO(data), len(data), encoding, b"x", before) == found
            before = found
        starts = [0, len(data), *(one.start for one in found.spans), random_.randrange(len(data) + 1)]
        at = min(len(data), max(0, random_.choice(starts) + random_.choice((-1, 0, 0, 1, 70))))
        gone = random_.choice((0, 0, 1, 8, 2000))
        data = data[:at] + random_.choice([b"", *_PIECES, *games]) + data[at + gone :]


def test_of_an_edited_file_only_the_part_around_the_edit_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [b'[Event "%d"]\n{\xc3\xa9%s} *\n\n' % (number, b"x" * 600) for number in range(20_000)]
    data = b"".join(games)
    before = cutting.cut_file(io.BytesIO(data), len(data), "auto", b"x")
    cut: list[int] = []
    ends = cutting._ends

    def counted(data: bytes, length: int, start: int, last: int) -> Iterator[int]:
        cut.append(length)
        return ends(data, length, start, last)

    monkeypatch.setattr(cutting, "_ends", counted)
    games[9_000] += b"{an edit}\n\n"
    data = b"".join(games)
    after = cutting.cut_file(io.BytesIO(data), len(data), "auto", b"x", before)
    assert 0 < sum(cut) < len(data) / 2
    assert after == cutting.cut_file(io.BytesIO(data), len(data), "auto", b"x")


@pytest.mark.parametrize("size", [100, 9_000, 30_000, 300_000])
def test_the_first_chunk_is_short_for_it_is_read_before_anything_is_found(size: int) -> None:
    games = [b'[Event "%d"]\n\n{%s} *\n\n' % (number, b"x" * size) for number in range(3_000_000 // size)]
    data = b"".join(games)
    first = cutting.cut_file(io.BytesIO(data), len(data), "auto", b"x").spans[0]
    assert first.end <= 600_000 + len(games[0])


@pytest.mark.parametrize(("data", "encoding"), [("é".encode() * 9, "utf-8"), (b"\xe9" * 9, "cp1252"), (b"", "utf-8")])
def test_the_encoding_is_that_of_the_whole_file(tmp_path: Path, data: bytes, encoding: str) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(b'[Event "a"]\n' + data)
    with path.open("rb") as file:
        assert cutting.cut_file(file, path.stat().st_size, "auto", b"").encoding == encoding


# The command, with an index of its own.


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GBR_LSP_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "home"
    folder.mkdir()
    made = database(random.Random(7), 40)
    (folder / "a.pgn").write_text(text_of(made))
    (folder / "b.md").write_text("# A study\n\n**=0323.12g3g1**\n")
    for name in ("a.pgn", "b.md"):
        os.utime(folder / name, (1_000_000_000, 1_000_000_000))
    return folder


def index_of(home: Path) -> Path:
    (found,) = (home.parent / "cache").glob("index-*.sqlite3")
    return found


def searched(home: Path, *options: str) -> list[str]:
    ran = run("search", "=", "a.pgn", "b.md", *options, cwd=home)
    assert (ran.status, ran.err) == (0, "")
    return ran.out.splitlines()


def test_the_index_answers_as_the_files_do(home: Path) -> None:
    plain = searched(home, "--no-cache")
    assert not (home.parent / "cache").exists()
    assert plain == searched(home) == searched(home)
    for form in ("json", "csv", "pgn"):
        assert searched(home, "--output-format", form, "--no-cache") == searched(home, "--output-format", form)
    place = index_of(home)
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_threads_share_an_index(home: Path) -> None:
    """As those of the server do, which read several files that have changed."""
    store = open_store()
    assert store
    chunk = read_games(b'[Event "a"]\n\n*\n', ReadOptions("a.pgn", "utf-8", DEFAULT_CONVENTIONS))

    def keep(first: int) -> None:
        for number in range(first, first + 40):
            store.keep_chunks({number: chunk})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(0, 320, 40)))
    assert set(store.known_chunks(range(320))) == set(range(320))
    store.close()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_play_is_judged_from_the_index_as_from_the_files(
    home: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    """In several processes, a few at a time."""
    from gbr_lsp.cli.searching import play_filter

    monkeypatch.setattr(play_filter, "_AT_ONCE", 3)
    monkeypatch.setattr(play_filter, "_MIN_PARALLEL_CODES", 0)
    query = 'during:"[Kk]a-d4" | -during:"_e4" draw'
    expected = run("search", query, "a.pgn", "b.md", "--no-cache", cwd=home)
    assert expected.out.count("\n") in range(5, 40)
    for _ in range(2):
        found = run("search", query, "a.pgn", "b.md", "--jobs", jobs, cwd=home)
        assert (found.out, found.err, found.status) == (expected.out, "", 0)
    limited = run("search", query, "a.pgn", "--jobs", jobs, "--limit", "2", cwd=home)
    assert limited.out.splitlines() == expected.out.splitlines()[:2]


def test_many_files_are_looked_for_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether files that are known are still there is not asked again for each file that is read."""
    for number in range(30):
        (home / f"{number}.md").write_text(f"# A\n\n**=0323.12g3g{1 + number % 8}**\n")
    asked: list[object] = []
    there = os.path.exists

    def exists(path: str) -> bool:
        asked.append(path)
        return there(path)

    monkeypatch.setattr(os.path, "exists", exists)
    run("search", "=", *(f"{number}.md" for number in range(30)), cwd=home)
    assert len([path for path in asked if str(path).endswith(".md")]) < 60


def test_a_limited_search_loads_and_compares_no_more_chunks_than_it_needs(
    home: Path, small_chunks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    studies = Studies(("a.pgn",), None, jobs=1, cache=True)
    monkeypatch.chdir(home)
    condition = read_query("=").condition
    found = [hit.row for hit in studies.hits(condition)]
    compared: list[int] = []
    verify = lookup.verify

    def counted(file: BinaryIO, start: int, chunk: IndexChunk, numbers: list[int]) -> None:
        compared.append(len(numbers))
        verify(file, start, chunk, numbers)

    monkeypatch.setattr(lookup, "verify", counted)
    for most in (1, 4, len(found), None):
        compared.clear()
        assert [hit.row for hit in studies.hits(condition, max_hits=most)][:most] == found[:most]
        assert sum(compared[:-1]) < (most or 1 << 32) <= sum(compared) or len(found) == sum(compared)
    assert 3 < len(compared)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is asked")
@pytest.mark.parametrize("cache_home", [None, "", "/tmp/x", "relative"])
@pytest.mark.parametrize("home_folder", ["/home/somebody", "", "relative", None])
def test_the_folder_of_the_cache_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, home_folder: str | None, cache_home: str | None
) -> None:
    for name, value in {"GBR_LSP_CACHE": None, "HOME": home_folder, "XDG_CACHE_HOME": cache_home}.items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    assert index_folder() == platformdirs.user_cache_dir("gbr-lsp", appauthor=False)


def test_a_search_with_the_index_imports_nothing_that_reads_texts(home: Path) -> None:
    script = (
        "import sys\nsys.argv = ['gbr-lsp', 'search', sys.argv[1], 'a.pgn']\nfrom gbr_lsp.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(sorted(sys.modules))"
    )
    for query in ("win | ????.* -g3", 'board:"Ka-h1-8" -composer:nobody -year:1000..1001'):
        for _ in range(2):
            command = [sys.executable, "-c", script, query]
            done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=True)
            loaded = set(eval(done.stdout.splitlines()[-1]))
            # No settings are there, so that nothing that knows them is needed to read a file either.
            assert loaded & {"gbr_lsp.rules", "gbr_lsp.settings"} == set()
        ours = {".".join(name.split(".")[1:2]) for name in loaded if name.startswith("gbr_lsp")}
        assert ours == {"", "base", "cli", "collection", "database"}
        unneeded = {
            "platformdirs",
            "pathspec",
            "tomllib",
            "multiprocessing",
            "unicodedata",
            "gbr_lsp.database.chunk_reader",
        }
        assert loaded & unneeded == set()


def test_what_is_written_of_hits_is_freed_while_a_file_is_read(home: Path, small_chunks: None) -> None:
    """JSON leaves cycles behind; what reads makes none, and reads without garbage collection."""
    studies = Studies((str(home / "a.pgn"),), None, jobs=1, cache=False)
    assert {gc.isenabled() for _ in studies.hits(read_query("=").condition)} == {True}
    assert gc.isenabled()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a local function cannot be sent to a process")
def test_a_part_whose_process_is_killed_is_read_again() -> None:
    home_process = os.getpid()

    def read(part: FilePart) -> int:
        if part.start == 2 and os.getpid() != home_process:
            os.kill(os.getpid(), signal.SIGKILL)
        return 10 * part.start

    options = ReadOptions("a.pgn", "auto", DEFAULT_CONVENTIONS)
    parts = [FilePart("a.pgn", number, number + 1, options) for number in range(5)]
    studies = Studies(("a.pgn",), None, jobs=2, cache=False)
    assert list(studies._work(1 << 30, read, parts)) == [0, 10, 20, 30, 40]


def test_an_edit_is_seen(home: Path) -> None:
    searched(home)
    text = (home / "a.pgn").read_text()
    (home / "a.pgn").write_text(text.replace("(=", "(+", 1))
    assert searched(home) == searched(home, "--no-cache")


@pytest.mark.parametrize("options", [(), ("--output-format", "json"), ("--output-format", "csv"), ("--sort", "year")])
@pytest.mark.parametrize("query", ["=", "composer:r year:1900..", 'during:"K[a-h][1-4]"', "like:8/8/8/8/8/k1K5/8/R7"])
@pytest.mark.usefixtures("small_chunks")
def test_behind_an_edit_columns_are_loaded_as_they_are_needed(
    home: Path,
    query: str,
    options: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def told(*more: str) -> str:
        assert search.main([query, str(home / "a.pgn"), *options, *more], standalone_mode=False) in (None, 0)
        return capsys.readouterr().out

    told()
    text = (home / "a.pgn").read_text()
    (home / "a.pgn").write_text(text.replace("(=", "(+", 1))
    loaded: list[int] = []
    chunk = Store.load_chunk

    def counted(store: Store, listing: Listing, names: Collection[str] = ALL_COLUMNS) -> IndexChunk | None:
        loaded.append(len(set(names)))
        return chunk(store, listing, names)

    monkeypatch.setattr(Store, "load_chunk", counted)
    assert told() == told("--no-cache")
    assert 2 < len(loaded)
    assert max(loaded) < len(ALL_COLUMNS) or options or query != "="


@pytest.mark.parametrize(("old", "new"), [("(=", "(+"), ("(+", "(=")])
def test_an_edit_that_leaves_size_and_time_is_never_a_wrong_answer(home: Path, old: str, new: str) -> None:
    """Whether a study is found no more, or is found now."""
    searched(home)
    text = (home / "a.pgn").read_text()
    with (home / "a.pgn").open("r+") as file:
        file.write(text.replace(old, new, 1))
    os.utime(home / "a.pgn", (1_000_000_000, 1_000_000_000))
    assert searched(home) == searched(home, "--no-cache")


def test_a_file_that_has_just_changed_is_read_again(home: Path) -> None:
    """Its time may not tell another change in the same tick."""
    os.utime(home / "a.pgn")
    status = (home / "a.pgn").stat()
    searched(home)
    text = (home / "a.pgn").read_text()
    with (home / "a.pgn").open("r+") as file:
        file.write(text.replace("[Event", "[Evens", 1).replace("(+", "(=", 1))
    os.utime(home / "a.pgn", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert searched(home) == searched(home, "--no-cache")


@pytest.mark.parametrize("damage", ["not a database", "cut", "empty", "columns", "rows", "schema"])
def test_a_damaged_index_is_made_again(home: Path, damage: str) -> None:
    expected = searched(home)
    place = index_of(home)
    if damage == "not a database":
        place.write_bytes(b"x" * 10_000)
    elif damage == "cut":
        place.write_bytes(place.read_bytes()[:9_000])
    elif damage == "empty":
        place.write_bytes(b"")
    else:
        connection = sqlite3.connect(place)
        connection.execute(
            {
                "columns": "UPDATE part SET value = substr(value, 1, 5)",
                "rows": "DELETE FROM part WHERE name = 'signs'",
                "schema": "DROP TABLE part",
            }[damage]
        )
        connection.commit()
        connection.close()
    assert searched(home) == expected
    assert searched(home) == expected


def test_a_locked_index_is_gone_without(home: Path) -> None:
    expected = searched(home)
    os.utime(home / "a.pgn", (1_000_000_001, 1_000_000_001))
    connection = sqlite3.connect(index_of(home))
    connection.execute("BEGIN EXCLUSIVE")
    assert searched(home) == expected
    connection.rollback()
    connection.close()


def test_where_nothing_can_be_written_files_are_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.parent / "file").write_text("")
    for place in (home.parent / "file", home.parent / "file" / "below", Path("/proc/nowhere")):
        monkeypatch.setenv("GBR_LSP_CACHE", str(place))
        assert searched(home) == searched(home, "--no-cache")


def test_a_full_disk_is_no_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite says so when a database may not have more pages."""
    store = open_store()
    assert store is not None
    store._connection.execute("PRAGMA max_page_count = 4")
    chunk = read_games(text_of(database(random.Random(1), 300)).encode(), OPTIONS)
    store.keep_chunks({1: chunk})
    assert store.known_chunks([1]) == {}


def test_what_no_file_has_any_more_is_forgotten(home: Path) -> None:
    searched(home)
    (home / "b.md").unlink()
    (home / "a.pgn").write_text('[Event "none"]\n\n*\n')
    run("search", "=", "a.pgn", cwd=home)
    connection = sqlite3.connect(index_of(home))
    assert len(connection.execute("SELECT DISTINCT chunk FROM part").fetchall()) == 1
    connection.close()


def test_a_build_that_was_killed_leaves_what_it_had(home: Path) -> None:
    from gbr_lsp.database import lookup

    store = open_store()
    assert isinstance(store, Store)
    reading = lookup.read_file(store, str(home / "a.pgn"), "x", ReadOptions("a.pgn", "auto", DEFAULT_CONVENTIONS), map)
    next(reading)
    del reading
    assert store.indexed_file(os.path.realpath(home / "a.pgn"), "x") is None
    assert searched(home) == searched(home, "--no-cache")


@pytest.mark.parametrize("count", [300, pytest.param(3_000, marks=pytest.mark.long)])
def test_two_processes_build_one_index_at_once(home: Path, count: int) -> None:
    """Both answer as if they were alone, and a third one finds all that they kept."""
    (home / "a.pgn").write_text(text_of(database(random.Random(3), count)))
    expected = run("search", "=", "a.pgn", "--no-cache", cwd=home).out
    command = [sys.executable, "-m", "gbr_lsp", "search", "=", "a.pgn", "--jobs", "2"]
    both = [subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    for one in both:
        out, err = one.communicate()
        assert (out.decode(), err.decode(), one.returncode) == (expected, "", 0)
    assert run("search", "=", "a.pgn", cwd=home).out == expected


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals")
def test_a_process_that_is_killed_while_it_builds_harms_nothing(home: Path) -> None:
    (home / "a.pgn").write_text(text_of(database(random.Random(4), 3_000)))
    expected = run("search", "=", "a.pgn", "--no-cache", cwd=home).out
    command = [sys.executable, "-m", "gbr_lsp", "search", "=", "a.pgn", "--jobs", "2"]
    with subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE) as killed:
        assert killed.stdout
        killed.stdout.readline()
        killed.send_signal(signal.SIGKILL)
    assert run("search", "=", "a.pgn", cwd=home).out == expected
    assert run("search", "=", "a.pgn", cwd=home).out == expected


def test_a_cache_that_can_only_be_read_answers_what_it_knows(home: Path) -> None:
    expected = searched(home)
    place = index_of(home)
    before = place.read_bytes()
    (home / "c.md").write_text("# C\n\n**=0323.12g3g1**\n")
    place.chmod(0o400)
    place.parent.chmod(0o500)
    try:
        assert searched(home) == expected
        ran = run("search", "=", "a.pgn", "b.md", "c.md", cwd=home)
        assert (ran.err, len(ran.out.splitlines())) == ("", len(expected) + 1)
        if os.geteuid():
            assert place.read_bytes() == before
    finally:
        place.parent.chmod(0o700)
        place.chmod(0o600)


def test_the_index_of_another_version_is_never_asked(home: Path) -> None:
    expected = searched(home)
    old = index_of(home)
    old.rename(old.with_name("index-0badc0de.sqlite3"))
    old.with_name("index-0badc0de.sqlite3").chmod(0o600)
    assert searched(home) == expected
    assert sorted(path.name for path in old.parent.iterdir()) == sorted(["index-0badc0de.sqlite3", old.name])


DAMAGES = st.tuples(st.integers(0, 1 << 32), st.integers(1, 3))
SEARCHES = (["="], ["--sort", "composer", "0*"], ["--output-format", "json", "*"], ['during:"kd4"'])


@given(DAMAGES, st.sampled_from(SEARCHES))
@settings(max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_damaged_in_the_index_is_read_anew(home: Path, damages: tuple[int, int], asked: list[str]) -> None:
    """Rows of any table, with any value of any type in any column; bytes of the file; whole tables."""
    seed, count = damages
    random_ = random.Random(seed)
    shutil.rmtree(home.parent / "cache", ignore_errors=True)
    arguments = ["search", *asked, "a.pgn", "b.md"]
    expected = run(*arguments, "--no-cache", cwd=home)
    assert run(*arguments, cwd=home) == expected
    place = index_of(home)
    for _ in range(count):
        if random_.random() < 0.3:
            damage_bytes(place, random_)
        else:
            damage_value(place, random_)
    for _ in range(2):
        assert run(*arguments, cwd=home) == expected
    ran = run("cache", cwd=home)
    assert (ran.status, ran.err) == (0, "")


def damage_bytes(place: Path, random_: random.Random) -> None:
    data = bytearray(place.read_bytes())
    for _ in range(random_.choice([1, 1, 10, 200])):
        data[random_.randrange(len(data))] ^= 1 << random_.randrange(8)
    place.write_bytes(data)


def damage_value(place: Path, random_: random.Random) -> None:
    connection = sqlite3.connect(place, isolation_level=None)
    connection.text_factory = bytes
    table = random_.choice(["file", "part"])
    with closing(connection), suppress(sqlite3.Error, IndexError, UnicodeDecodeError):
        columns = [name.decode() for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()
        row, column = random_.choice(rows), random_.randrange(len(columns))
        where = " AND ".join(f"{name} IS ?" for name in columns)
        update = f"UPDATE OR IGNORE {table} SET {columns[column]} = ? WHERE {where}"
        if random_.random() < 0.1:
            connection.execute(f"DROP TABLE {table}")
        else:
            connection.execute(update, (damaged(row[column], rows, random_), *row))


def damaged(value: object, rows: list[tuple[object, ...]], random_: random.Random) -> object:
    if isinstance(value, bytes) and value and random_.random() < 0.7:
        at = random_.randrange(len(value))
        return random_.choice([value[:at], value * 2, value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]])
    if isinstance(value, int) and random_.random() < 0.5:
        return value + random_.choice([-1, 1, 256])
    return random_.choice([None, 0, -1, 1 << 62, 0.5, "", "\0", b"", b"x" * 100, *random_.choice(rows)])


def test_a_file_whose_name_is_no_text_is_kept_in_the_index(home: Path) -> None:
    name = os.fsdecode(b"\xff.pgn")
    (home / "a.pgn").rename(home / name)
    os.utime(home / name, (1_000_000_000, 1_000_000_000))
    searched = [run("search", "=", name, *options, cwd=home) for options in (["--no-cache"], [], [])]
    assert searched[0] == searched[1] == searched[2]
    assert "\\udcff.pgn" in run("cache", cwd=home).out


@pytest.mark.parametrize("year", [1902, 2200, 2400])
def test_a_file_of_any_time_is_searched(home: Path, year: int) -> None:
    seconds = (year - 1970) * 31_556_952
    os.utime(home / "a.pgn", (seconds, seconds))
    assert searched(home, "--no-cache") == searched(home) == searched(home)


@pytest.mark.parametrize("length", [-5, 0, 1, 1 << 62])
def test_lengths_that_are_damaged_on_the_disk_are_never_believed(home: Path, length: int) -> None:
    searched(home)
    connection = sqlite3.connect(index_of(home))
    for path, known in connection.execute("SELECT path, known FROM file").fetchall():
        at = known.index(b"\n") + 1
        changed = known[: at + 8] + array("q", [length]).tobytes() + known[at + 16 :]
        connection.execute("UPDATE file SET known = ? WHERE path = ?", (changed, path))
    connection.commit()
    connection.close()
    assert searched(home) == searched(home, "--no-cache")


def test_values_that_are_damaged_on_the_disk_are_never_believed(home: Path) -> None:
    """SQLite itself does not notice."""
    expected = searched(home)
    connection = sqlite3.connect(index_of(home))
    connection.execute(
        "UPDATE part SET value = CAST(replace(CAST(value AS TEXT), '=', '+') AS BLOB) WHERE name = 'signs'"
    )
    connection.commit()
    connection.close()
    assert searched(home) == expected
    assert searched(home) == expected


def test_chunks_come_back_as_they_were(home: Path) -> None:
    from gbr_lsp.database.store import Listing

    store = open_store()
    assert store is not None
    chunk = read_games((home / "a.pgn").read_bytes(), OPTIONS)
    store.keep_chunks({5: chunk})
    assert store.load_chunk(Listing(5, chunk.length, chunk.lines, chunk.codes)) == chunk
    assert store.load_chunk(Listing(6, 0, 0, 0)) is None
    assert set(chunk.columns) == set(ALL_COLUMNS)


@given(st.integers(0, 1 << 32))
def test_positions_are_tested_as_bitboards_as_they_are_as_squares(seed: int) -> None:
    random_ = random.Random(seed)
    made = database(random_, 3)
    board = made[0].board
    moves = []
    for _ in range(6):
        legal = sorted(board.legal_moves, key=str) if board.is_valid() else []
        if not legal:
            break
        move = random_.choice(legal)
        moves.append(board.san(move))
        board.push(move)
    text = made[0].text.replace("*", " ".join(moves) + " *")
    (entry,) = read_games(text.encode(), OPTIONS).entries([0])
    pair = f"{_some_man(random_, board)} {_some_man(random_, board)}"
    for word in (_some_man(random_, board), pair, board.board_fen(), "_a1 [Kk]a-h1"):
        for query in (f'during:"{word}"', f'-during:"{word}" | btm', f'during:"{word}" wtm'):
            turned = {name: random_.random() < 0.3 for name in ("flip", "shift", "flipcolor")}
            condition = read_query(query, Options(**turned)).condition
            images = {transform_condition(read_query(query).condition, one) for one in transforms(**turned)} - {None}
            positions = list(positions_of(text.encode(), "utf-8"))
            expected = any(image and is_met(image, entry.facts, partial(list, positions)) for image in images)
            assert is_met_in_play(condition, entry.facts, lambda: text) == expected, (query, turned, text)


def test_a_record_is_replayed_once_for_all_images_of_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[str] = []
    positions_in = record_positions._positions_in

    def counted(text: str, start: Start, *, is_end_only: bool = False) -> Iterator[Position]:
        replayed.append(text)
        return positions_in(text, start, is_end_only=is_end_only)

    monkeypatch.setattr(record_positions, "_positions_in", counted)
    text = '[Black "(=0000.11a1h8)"]\n[FEN "7k/6p1/8/8/8/8/1P6/K7 w - - 0 1"]\n\n1. b4 g5 2. b5 g4 *\n'
    (entry,) = read_games(text.encode(), OPTIONS).entries([0])
    queries = {'during:"pa5 pc5" win': False, 'draw during:"Pc5 ph4"': True, 'during:"Pc2 Pc3"': False}
    for query, expected in queries.items():
        replayed.clear()
        condition = read_query(query, Options(flip=True, shift=True, flipcolor=True)).condition
        assert is_met_in_play(condition, entry.facts, lambda: text) is expected
        assert len(replayed) <= (2 if "win" in query or "draw" in query else 1)


@given(st.integers(0, 1 << 32))
def test_what_comes_to_stand_on_a_square_is_found_however_its_move_is_written(seed: int) -> None:
    random_ = random.Random(seed)
    fen = "r3k2r/1P4p1/8/3pP3/8/8/1p4P1/R3K2R w KQkq d6 0 1"
    board = chess.Board(fen)
    moves: list[str] = []
    while len(moves) < 8 and (legal := sorted(board.legal_moves, key=str)):
        move = random_.choice([one for one in legal if one.promotion or board.is_castling(one)] or legal)
        moves.append(random_.choice(_spellings(board, move)))
        board.push(move)
    text = f'[Event "x"]\n[FEN "{fen}"]\n\n{" ".join(moves)} *\n'
    positions = list(positions_of(text.encode(), "utf-8"))
    assert len(positions) == len(moves)
    facts = read_games(f'[Black "(=0000.11a1h8)"]\n{text}'.encode(), OPTIONS).entries([0])[0].facts
    blank = facts._replace(squares=" " * 64)
    met = {(man, square) for squares, _ in positions for square, man in enumerate(squares) if man != "."}
    for man, square in [*met, *((random_.choice("KQRBNPkqrbnp"), random_.randrange(64)) for _ in range(8))]:
        assert is_met_in_play(Arises(Contains((square,), man)), blank, lambda: text) == ((man, square) in met)
    assert all(is_met_in_play(Arises(Shows(squares)), blank, lambda: text) for squares, _ in positions)


def _spellings(board: chess.Board, move: chess.Move) -> list[str]:
    """A move as it may be written."""
    san = board.san(move).rstrip("+#")
    if board.is_castling(move):
        return [san, san.replace("O", "0"), move.uci()]
    man = board.piece_at(move.from_square)
    assert man
    letter = "" if man.piece_type == chess.PAWN else man.symbol().upper()
    ends = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if move.promotion:
        piece = chess.piece_symbol(move.promotion)
        start = san.partition("=")[0]
        return [
            san,
            move.uci(),
            *(start + how for how in (piece, piece.upper(), f"({piece.upper()})", f"/{piece.upper()}")),
        ]
    return [san, move.uci(), letter + "-".join(ends), letter + "x".join(ends) if board.is_capture(move) else san]


def _some_man(random_: random.Random, board: chess.Board) -> str:
    square, man = random_.choice(sorted(board.piece_map().items(), key=str))
    return f"{man}{chess.square_name(square)}"
