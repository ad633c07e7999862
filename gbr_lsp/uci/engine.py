"""An engine run by python-chess, with limits on line length, time and legal moves.

An engine may write thousands of lines. Only the latest text of each variation is kept, and parsed
when a report is due.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from glob import glob
from typing import Any

import chess
import chess.engine

from gbr_lsp.base.child_process import parent_environment
from gbr_lsp.uci.report import EngineLine, EngineReport, Question

REPORT_INTERVAL = 0.1
"""Seconds between two reports."""
MAX_LINE_SIZE = 64_000
"""Maximum length of a line, in bytes."""

_MAX_STARTUP_LINES = 10_000
"""Maximum number of lines before `uciok`; an engine has about a hundred options."""
_STOP_SECONDS = 1.0
"""Seconds for the best move after the time limit and `stop`."""
_QUIT_SECONDS = 0.5
"""Seconds for an engine to quit by itself."""
_MAX_NAME_LENGTH = 80
_MAX_MOVES = 60
_MAX_CENTIPAWNS = 100_000
_VALID_STATUS = chess.STATUS_VALID
_HARMLESS_PROBLEMS = (
    chess.STATUS_BAD_CASTLING_RIGHTS
    | chess.STATUS_INVALID_EP_SQUARE
    | chess.STATUS_TOO_MANY_CHECKERS
    | chess.STATUS_IMPOSSIBLE_CHECK
)
"""Status bits of impossible positions that do no harm to an engine."""
_SET_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of Linux."""
_SET_SUBREAPER = 36
"""`PR_SET_CHILD_SUBREAPER` of Linux."""
_MAX_GENERATIONS = 100

Start = Callable[[str], Coroutine[Any, Any, "Engine"]]
"""Starts the engine at a path. Raises OSError."""


class EngineFault(Exception):
    """A fault of an engine in words that follow "The engine"; it ends the analysis."""


async def analyze(question: Question, on_report: Callable[[EngineReport], None], start: Start) -> None:
    """Report the analysis of `question` until its time is over or the engine fails.

    `start` starts the engine; the caller ends it.
    """
    report = EngineReport()
    try:
        async for report in _reports(question, start):
            on_report(report)
        return
    except EngineFault as error:
        problem = f"The engine {error}"
    except chess.engine.EngineTerminatedError:
        problem = "The engine has quit"
    except chess.engine.EngineError as error:
        problem = f"The engine's answer cannot be understood: {_one_line(str(error))}"
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        problem = f"The engine cannot be started: {_one_line(reason).lower()}"
    on_report(report._replace(is_last=True, problem=problem))


async def _reports(question: Question, start: Start) -> AsyncIterator[EngineReport]:
    """Yield an `EngineReport` whenever the lines change; the last one has `is_last`.

    Raises EngineFault, OSError, ValueError, and the errors of python-chess.
    """
    board = _board(question.fen)
    engine = await start(question.engine)
    patience = question.patience
    await _wait_for(engine, engine.initialize(), patience, f"did not send “uciok” within {patience:g} s")
    report = EngineReport(_one_line(engine.id.get("name", "")))
    yield report
    analysis = await _wait_for(
        engine,
        engine.analysis(board, chess.engine.Limit(time=question.seconds), multipv=_line_limit(engine, question.lines)),
        question.patience,
        f"did not answer within {question.patience:g} s",
    )
    end = asyncio.ensure_future(analysis.wait())
    deadline = engine.loop.time() + question.seconds
    while engine.loop.time() < deadline + _STOP_SECONDS:
        await asyncio.wait({end, engine.fault}, timeout=REPORT_INTERVAL, return_when=asyncio.FIRST_COMPLETED)
        lines = _latest_lines(engine, analysis, board)
        if end.done():
            break
        if lines != report.lines:
            report = report._replace(lines=lines)
            yield report
        if deadline <= engine.loop.time():
            analysis.stop()
    best = end.result().move if end.done() else None
    if best and not lines:
        lines = (_engine_line(board, {"pv": [best]}),)
    if not lines:
        raise EngineFault(f"has sent nothing for {question.seconds:g} s")
    yield report._replace(lines=lines, is_last=True)
    # An engine that quits by itself can save its data.
    with suppress(asyncio.TimeoutError, chess.engine.EngineError, OSError):
        await asyncio.wait_for(engine.quit(), _QUIT_SECONDS)


def end_group(leader: int) -> None:
    """Kill the engine and all processes in its group."""
    with suppress(OSError):
        if sys.platform == "win32":
            os.kill(leader, signal.SIGTERM)
        else:
            os.killpg(leader, signal.SIGKILL)
            # Reaped here, because a container may have no init process for it.
            os.waitpid(leader, 0)


def adopt_orphans() -> None:
    """Make this process adopt the engine's descendants, even outside its group (Linux only)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_SET_SUBREAPER, 1, 0, 0, 0)


def end_orphans() -> None:
    """Kill all descendants of this process that the kernel lists, generation by generation."""
    for _ in range(_MAX_GENERATIONS):
        children = [int(word) for path in glob("/proc/self/task/*/children") for word in _words_of(path)]
        if not children:
            return
        for child in children:
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _words_of(path: str) -> list[str]:
    """Return the words of the file at `path`; empty if it cannot be read."""
    with suppress(OSError), open(path, encoding="ascii") as file:
        return file.read().split()
    return []


def _board(fen: str) -> chess.Board:
    """Return the `chess.Board` of `fen`. Raises EngineFault for a position without play."""
    board = chess.Board(fen)
    board.castling_rights = board.clean_castling_rights()
    if board.status() & ~_HARMLESS_PROBLEMS != _VALID_STATUS:
        raise EngineFault("was not started: the position is impossible, and engines may crash on it")
    if not any(board.legal_moves):
        raise EngineFault(f"was not started: the position is {'mate' if board.is_check() else 'stalemate'}")
    return board


async def start_engine(path: str, on_start: Callable[[int], None]) -> "Engine":
    """Start the engine at `path`; `on_start` gets its process id. It leads a process group."""
    transport, engine = await Engine.popen(
        path,
        setpgrp=True,
        stderr=asyncio.subprocess.DEVNULL,
        env=parent_environment(),
        cwd=os.path.dirname(path),
        preexec_fn=_end_with_parent(os.getpid()) if sys.platform == "linux" else None,
    )
    on_start(transport.get_pid())
    return engine


def _end_with_parent(parent: int) -> Callable[[], None]:
    """Return a function that makes the kernel kill the engine after its parent (Linux only)."""
    import ctypes

    library = ctypes.CDLL(None)

    def set_signal() -> None:
        library.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return set_signal


async def _wait_for(engine: "Engine", work: Coroutine[Any, Any, Any], seconds: float, problem: str) -> Any:
    """Return the result of `work`; raise EngineFault if the engine fails, quits or is late.

    It is late after `seconds`; `problem` is the text of that fault.
    """
    task = asyncio.ensure_future(work)
    events = {task, engine.fault, engine.returncode}
    await asyncio.wait(events, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        return task.result()
    task.cancel()
    if engine.fault.done():
        raise engine.fault.result()
    raise EngineFault("has quit" if engine.returncode.done() else problem)


def _line_limit(engine: "Engine", lines: int) -> int | None:
    """Return the lesser of `lines` and the engine's maximum; None without a MultiPV option."""
    option = engine.options.get("MultiPV")
    return min(lines, option.max or lines) if option else None


def _latest_lines(
    engine: "Engine", analysis: chess.engine.AnalysisResult, board: chess.Board
) -> tuple[EngineLine, ...]:
    """Return an `EngineLine` for each current line, best first. Raises EngineFault."""
    engine.read()
    if engine.fault.done():
        raise engine.fault.result()
    return tuple(_engine_line(board, info) for info in analysis.multipv if info.get("pv"))


def _engine_line(board: chess.Board, info: chess.engine.InfoDict) -> EngineLine:
    """Return the `EngineLine` of `info`, moves after `board`, with limits on all numbers."""
    position, moves, san = board.copy(stack=False), [], []
    for move in info.get("pv", ())[:_MAX_MOVES]:
        moves.append(move.uci())
        san.append(position.san_and_push(move))
    score = info["score"].white() if "score" in info else None
    mate, centipawns = (score.mate(), score.score()) if score else (None, None)
    depth = info.get("depth")
    return EngineLine(
        tuple(moves),
        tuple(san),
        None if centipawns is None else max(-_MAX_CENTIPAWNS, min(centipawns, _MAX_CENTIPAWNS)),
        None if mate is None else max(-999, min(mate, 999)),
        None if depth is None else max(0, min(depth, 999)),
    )


def _one_line(text: str) -> str:
    """Return `text` on one line, cut at the limit and without control characters."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())[:_MAX_NAME_LENGTH]


class Engine(chess.engine.UciProtocol):
    """The python-chess protocol with limits; `fault` is done once the engine has failed."""

    def __init__(self) -> None:
        super().__init__()
        self.fault: asyncio.Future[EngineFault] = self.loop.create_future()
        self._buffer = b""
        self._lines_before_ready = 0
        self._latest_by_number: dict[int, str] = {}

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            self._receive(line)
        if MAX_LINE_SIZE < len(self._buffer):
            self._fail(f"sends a line of more than {MAX_LINE_SIZE // 1000} kB")

    def _receive(self, line: bytes) -> None:
        if self.fault.done():
            return
        if MAX_LINE_SIZE < len(line):
            self._fail(f"sends a line of more than {MAX_LINE_SIZE // 1000} kB")
            return
        self._lines_before_ready += not self.initialized
        if _MAX_STARTUP_LINES < self._lines_before_ready:
            self._fail("sends too much before “uciok”")
            return
        try:
            self._line_received(line.decode("utf-8", "replace").strip())
        except EngineFault as fault:
            self._fail(str(fault))
        except Exception as error:
            self._fail(f"cannot be understood: {_one_line(str(error)) or type(error).__name__}")

    def _fail(self, reason: str) -> None:
        if not self.fault.done():
            self.fault.set_result(EngineFault(reason))

    def _line_received(self, line: str) -> None:
        word, _, arguments = line.partition(" ")
        if word == "info":
            self._keep(line, arguments.split())
        else:
            if word == "bestmove":
                self.read()
                self._verify(arguments.split()[:1])
            super()._line_received(line)

    def _keep(self, line: str, tokens: list[str]) -> None:
        """Keep a line with moves and an exact score."""
        if "string" in tokens:
            tokens = tokens[: tokens.index("string")]
        if "pv" in tokens and "score" in tokens and not {"lowerbound", "upperbound"} & {*tokens}:
            number = (*tokens, "")[tokens.index("multipv") + 1] if "multipv" in tokens else "1"
            if number in _NUMBERS:
                self._latest_by_number[int(number)] = line

    def read(self) -> None:
        """Parse the kept lines into the running analysis; an illegal move sets `fault`."""
        latest, self._latest_by_number = self._latest_by_number, {}
        for _, line in sorted(latest.items()):
            try:
                tokens = line.split()
                moves = tokens[tokens.index("pv") + 1 :]
                self._verify(moves[: _MAX_MOVES + 1])
                if moves and moves[0] not in _NO_MOVES:
                    super()._line_received(line)
            except EngineFault as fault:
                self._fail(str(fault))

    def _verify(self, moves: list[str]) -> None:
        """Play `moves` up to the first other word. Raises EngineFault at an illegal move."""
        board = self.board.copy(stack=False)
        for number, word in enumerate(moves):
            try:
                # Some engines promote with a capital letter. A null move is not accepted.
                if not board.push_uci(word.lower()):
                    raise ValueError
            except ValueError:
                if number and not chess.engine.UCI_REGEX.match(word):
                    return
                if number or word not in _NO_MOVES:
                    raise EngineFault(f"names an illegal move: {_one_line(word)}") from None
                return


_NO_MOVES = ("(none)", "NULL", "0000")
"""Words that engines write instead of a best move."""
_NUMBERS = {str(number) for number in range(1, 21)}
