"""Engines of every kind are asked; each has its answer, and nothing of them is left."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import chess
import pytest

from gbr_lsp.uci.analysis import Analysis
from gbr_lsp.uci.report import EngineReport, Question
from tests.support.engines import STOCKFISH, engine_that_is, needs_scripts, needs_stockfish, processes_of, wait_until
from tests.support.wire import HANG

RETI = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
pytestmark = needs_scripts


class Asked:
    """A question whose reports are waited for."""

    def __init__(self, question: Question) -> None:
        self.reports: Queue[EngineReport] = Queue()
        self.analysis = Analysis(question, self.reports.put)

    def next(self) -> EngineReport:
        return self.reports.get(timeout=HANG)

    def all(self) -> list[EngineReport]:
        """The reports to the end."""
        found = [self.next()]
        while not found[-1].is_last:
            found.append(self.next())
        return found


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where scripted engines are; none of them runs in the end."""
    yield tmp_path
    if sys.platform == "linux":
        wait_until(lambda: not processes_of(tmp_path), "no process is left")


def asked(folder: Path, behavior: str, seconds: float = 0.3, patience: float = HANG, lines: int = 3) -> Asked:
    return Asked(Question(engine_that_is(behavior, folder), RETI, lines, seconds, patience))


def test_the_best_lines_are_told(folder: Path) -> None:
    last = asked(folder, "sound").all()[-1]
    assert last.problem is None
    assert last.engine == "Scripted 1.0"
    best, second = last.lines
    assert best.san == ("Kg7", "h4", "Kf6", "Kb6")
    assert best.moves == ("h8g7", "h5h4", "g7f6", "a6b6")
    assert (best.centipawns, best.mate, best.depth) == (None, 12, 4)
    assert (second.centipawns, second.mate, second.depth) == (-900, None, 3)


def test_evaluations_are_those_of_white(folder: Path) -> None:
    fen = "7K/8/k1P5/7p/8/8/8/8 b - - 0 1"
    path = Path(engine_that_is("sound", folder))
    path.write_text(path.read_text().replace("{MOVES}", "h5h4 h8g7").replace('" + MOVES', 'h5h4"'))
    path.write_text(
        path.read_text().replace("pv h8h7 h5h4", "pv a6b6").replace("bestmove h8g7 ponder h5h4", "bestmove h5h4")
    )
    last = Asked(Question(str(path), fen, 2, 0.3, HANG)).all()[-1]
    assert [(line.san[0], line.centipawns, line.mate) for line in last.lines] == [("h4", None, -12), ("Kb6", 900, None)]


def test_no_more_lines_are_asked_for_than_an_engine_has(folder: Path) -> None:
    """One has no choice of them, and one of them has at most two."""
    for option in ("", "option name MultiPV type spin default 1 min 1 max 2"):
        path = Path(engine_that_is("sound", folder))
        script = path.read_text().replace("option name MultiPV type spin default 1 min 1 max 500", option)
        path.write_text(script)
        last = Asked(Question(str(path), RETI, 3, 0.3, HANG)).all()[-1]
        assert (last.problem, last.lines[0].san[0]) == (None, "Kg7")


def test_a_slow_engine_is_waited_for(folder: Path) -> None:
    last = asked(folder, "slow").all()[-1]
    assert (last.problem, last.lines[0].san) == (None, ("Kg7",))


@pytest.mark.parametrize(
    ("behavior", "patience", "problem"),
    [
        ("silent", 0.2, "The engine did not send “uciok” within 0.2 s"),
        ("silent later", 1.0, "The engine did not answer within 1 s"),
        ("dead", HANG, "The engine has quit"),
        ("dead later", HANG, "The engine has quit"),
        ("dying", HANG, "The engine has quit"),
        ("lying", HANG, "The engine names an illegal move: h5h3"),
        ("lying in the end", HANG, "The engine names an illegal move: a1a8"),
        ("huge", HANG, "The engine sends a line of more than 64 kB"),
        ("huge greeting", HANG, "The engine sends a line of more than 64 kB"),
        ("endless greeting", HANG, "The engine sends too much before “uciok”"),
    ],
)
def test_what_an_engine_does_wrong_is_said_in_one_line(
    folder: Path, behavior: str, patience: float, problem: str
) -> None:
    assert asked(folder, behavior, seconds=HANG, patience=patience).all()[-1].problem == problem


def test_an_engine_that_says_nothing_is_ended_behind_its_time(folder: Path) -> None:
    last = asked(folder, "wordless", seconds=0.1).all()[-1]
    assert last.problem == "The engine has sent nothing for 0.1 s"


def test_what_is_no_uci_is_passed_over(folder: Path) -> None:
    last = asked(folder, "strange").all()[-1]
    assert last.problem is None
    (line,) = last.lines
    assert (line.san, line.centipawns, line.depth) == (("Kg7",), 100_000, 999)


def test_a_talkative_engine_that_does_not_stop_gives_ten_reports_a_second(folder: Path) -> None:
    """They are counted by the time that the engine gets, and a second in which it should stop."""
    reports = asked(folder, "talkative", seconds=0.1).all()
    assert reports[-1].problem is None
    assert 2 <= len(reports) <= 2 + (0.1 + 1) * 10
    assert all(report.lines[0].san == ("Kg7", "h4", "Kf6", "Kb6") for report in reports[1:])


@pytest.mark.parametrize(
    "behavior",
    [
        *("endless", "talkative", "stubborn", "wordless", "silent"),
        pytest.param("leaving", marks=pytest.mark.skipif(sys.platform != "linux", reason="its kernel keeps orphans")),
    ],
)
def test_stopping_ends_an_engine_and_what_it_has_started(folder: Path, behavior: str) -> None:
    one = asked(folder, behavior, seconds=HANG)
    if behavior != "silent":
        one.next()
    one.analysis.stop()
    one.analysis.stop()


def test_nothing_is_told_behind_a_stop(folder: Path) -> None:
    one = asked(folder, "endless", seconds=HANG)
    one.next()
    one.analysis.stop()
    wait_until(lambda: not processes_of(folder), "no process is left")
    wait_until(lambda: all(thread.name != "engine" for thread in threading.enumerate()), "the thread has ended")
    while not one.reports.empty():
        assert not one.next().is_last


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel is not asked elsewhere")
@pytest.mark.parametrize("behavior", ["endless", "silent"])
def test_an_engine_ends_with_the_process_that_speaks_with_it(folder: Path, behavior: str) -> None:
    """Even where that is killed, and even where the engine reads nothing."""
    one = asked(folder, behavior, seconds=HANG)
    wait_until(lambda: len(processes_of(folder)) == 2, "both processes run")
    speaking = [process for process, command in processes_of(folder).items() if b"gbr_lsp.uci.child" in command]
    for process in speaking:
        os.kill(process, signal.SIGKILL)
    assert one.all()[-1].problem == "The process that talks to the engine has ended"


@pytest.mark.parametrize("kind", ["missing", "no program", "folder"])
def test_what_cannot_be_started_is_said(folder: Path, kind: str) -> None:
    path = folder / "engine"
    if kind == "no program":
        path.write_text("hello")
        path.chmod(0o700)
    elif kind == "folder":
        path.mkdir()
    (last,) = Asked(Question(str(path), RETI, 1, 1.0, HANG)).all()
    reasons = {"missing": "no such file or directory", "no program": "exec format error", "folder": "permission denied"}
    assert last.problem == f"The engine cannot be started: {reasons[kind]}"


@pytest.mark.parametrize(
    ("fen", "problem"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "the position is stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "the position is mate"),
        ("7k/6Q1/6K1/8/8/8/8/8 w - - 0 1", "the position is impossible, and engines may crash on it"),
        ("P6k/8/6K1/8/8/8/8/8 w - - 0 1", "the position is impossible, and engines may crash on it"),
    ],
)
def test_an_engine_is_not_asked_what_may_harm_it(folder: Path, fen: str, problem: str) -> None:
    (last,) = Asked(Question(engine_that_is("sound", folder), fen, 1, 1.0, HANG)).all()
    assert last.problem == f"The engine was not started: {problem}"


def test_an_engine_has_the_environment_and_the_folder_of_its_user(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own libraries are not those of the server."""
    path = Path(engine_that_is("sound", folder))
    told = "id name {os.environ.get('PYTHONPATH')} {os.getcwd()} {os.environ.get('GBR_LSP_OUTER_PYTHONPATH')}"
    path.write_text(path.read_text().replace('"id name Scripted 1.0"', f'f"{told}"'))
    for outer in (None, "/somewhere"):
        monkeypatch.delenv("PYTHONPATH", raising=False)
        if outer:
            monkeypatch.setenv("PYTHONPATH", outer)
        last = Asked(Question(str(path), RETI, 1, 0.1, HANG)).all()[-1]
        assert last.engine == f"{outer} {folder} None"[:80]


@needs_stockfish
def test_stockfish_reads_along(folder: Path) -> None:
    assert STOCKFISH
    reports = Asked(Question(STOCKFISH, RETI, 2, 0.5, HANG)).all()
    last = reports[-1]
    assert last.engine.startswith("Stockfish")
    assert last.problem is None
    assert last.lines[0].san[0] == "Kg7"
    assert len(last.lines) == 2
    for line in last.lines:
        board = chess.Board(RETI)
        for uci, san in zip(line.moves, line.san, strict=True):
            assert board.san(chess.Move.from_uci(uci)) == san
            board.push_uci(uci)
