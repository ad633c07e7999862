"""An engine that python-chess speaks with, within limits: of the length of a line, of time, and of legal moves.

Of each line of analysis only the latest text is kept, and parsed when a report is due; an engine may write thousands.
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

from gbr_lsp.base.child_process import outer_environment
from gbr_lsp.uci.report import EngineLine, EngineReport, Question

EVERY = 0.1
"""Seconds between two reports."""
LONGEST = 64_000
"""Bytes of a line."""

_MOST_BEFORE_READY = 10_000
"""Lines; an engine has some hundred options."""
_GRACE = 1.0
"""Seconds after the limit in which an engine that was sent `stop` may write its best move."""
_FAREWELL = 0.5
"""Seconds in which it may end by itself."""
_LONGEST_NAME = 80
_MOST_MOVES = 60
_MOST_CENTIPAWNS = 100_000
_SOUND = chess.STATUS_VALID
_HARMLESS = (
    chess.STATUS_BAD_CASTLING_RIGHTS
    | chess.STATUS_INVALID_EP_SQUARE
    | chess.STATUS_TOO_MANY_CHECKERS
    | chess.STATUS_IMPOSSIBLE_CHECK
)
"""What makes a position one that cannot arise, and does an engine no harm."""
_PARENT_DEATH = 1
"""`PR_SET_PDEATHSIG` of Linux."""
_SUBREAPER = 36
"""`PR_SET_CHILD_SUBREAPER` of Linux."""
_MOST_GENERATIONS = 100


class EngineFault(Exception):
    """What an engine has done wrong, in words that follow "The engine"; the analysis ends with it."""


async def analyzed(
    question: Question, on_report: Callable[[EngineReport], None], started: Callable[[int], None]
) -> None:
    """Reports what an engine says of a position, until its time is over or it has failed.

    `started` is called with the process id of the engine, which leads a process group; the caller ends that group.
    """
    report = EngineReport()
    try:
        async for report in _reports(question, started):
            on_report(report)
        return
    except EngineFault as error:
        problem = f"The engine {error}"
    except chess.engine.EngineTerminatedError:
        problem = "The engine has quit"
    except chess.engine.EngineError as error:
        problem = f"The engine's answer cannot be understood: {_one_line(str(error))}"
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        problem = f"The engine cannot be started: {_one_line(why).lower()}"
    on_report(report._replace(ended=True, problem=problem))


async def _reports(question: Question, started: Callable[[int], None]) -> AsyncIterator[EngineReport]:
    """A report whenever the engine says something else, the last one with `ended`.

    Raises EngineFault, OSError, ValueError, and the errors of python-chess.
    """
    board = _board(question.fen)
    engine = await _ready(question, started)
    report = EngineReport(_name(engine))
    yield report
    analysis = await _in_time(
        engine,
        engine.analysis(board, chess.engine.Limit(time=question.seconds), multipv=_count(engine, question.lines)),
        question.patience,
        f"did not answer within {question.patience:g} s",
    )
    ended = asyncio.ensure_future(analysis.wait())
    deadline = engine.loop.time() + question.seconds
    while engine.loop.time() < deadline + _GRACE:
        await asyncio.wait({ended, engine.fault}, timeout=EVERY, return_when=asyncio.FIRST_COMPLETED)
        lines = _read(engine, analysis, board)
        if ended.done():
            break
        if lines != report.lines:
            report = report._replace(lines=lines)
            yield report
        if deadline <= engine.loop.time():
            analysis.stop()
    best = ended.result().move if ended.done() else None
    if best and not lines:
        lines = (_line(board, {"pv": [best]}),)
    if not lines:
        raise EngineFault(f"has sent nothing for {question.seconds:g} s")
    yield report._replace(lines=lines, ended=True)
    await _quit(engine)


def end_group(leader: int) -> None:
    """Ends the engine and all that it has started, at once."""
    with suppress(OSError):
        if sys.platform == "win32":
            os.kill(leader, signal.SIGTERM)
        else:
            os.killpg(leader, signal.SIGKILL)
            # Reaped here, for in a container there may be no init process that does.
            os.waitpid(leader, 0)


def adopt_orphans() -> None:
    """In Linux what the engine starts stays a descendant of this process, also where it leaves the engine's group."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def end_orphans() -> None:
    """Ends all descendants of this process, one generation after another; where the kernel does not list them, none."""
    for _ in range(_MOST_GENERATIONS):
        children = [int(word) for path in glob("/proc/self/task/*/children") for word in _words_of(path)]
        if not children:
            return
        for child in children:
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _words_of(path: str) -> list[str]:
    with suppress(OSError), open(path, encoding="ascii") as file:
        return file.read().split()
    return []


def _board(fen: str) -> chess.Board:
    board = chess.Board(fen)
    board.castling_rights = board.clean_castling_rights()
    if board.status() & ~_HARMLESS != _SOUND:
        raise EngineFault("was not asked: the position is impossible, and engines may crash on it")
    if not any(board.legal_moves):
        raise EngineFault(f"was not asked: the position is {'mate' if board.is_check() else 'stalemate'}")
    return board


async def _ready(question: Question, started: Callable[[int], None]) -> "_Engine":
    """The engine, when it has said `uciok`."""
    transport, engine = await _Engine.popen(
        question.engine,
        setpgrp=True,
        stderr=asyncio.subprocess.DEVNULL,
        env=outer_environment(),
        cwd=os.path.dirname(question.engine),
        preexec_fn=_end_with_parent(os.getpid()) if sys.platform == "linux" else None,
    )
    started(transport.get_pid())
    patience = question.patience
    await _in_time(engine, engine.initialize(), patience, f"did not send “uciok” within {patience:g} s")
    return engine


def _end_with_parent(parent: int) -> Callable[[], None]:
    """In Linux the kernel ends the engine with the process that speaks with it, even if that is killed."""
    import ctypes

    library = ctypes.CDLL(None)

    def ask() -> None:
        library.prctl(_PARENT_DEATH, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return ask


async def _in_time(engine: "_Engine", work: Coroutine[Any, Any, Any], seconds: float, otherwise: str) -> Any:
    """The result of work that waits for the engine. Raises EngineFault."""
    task = asyncio.ensure_future(work)
    ends = {task, engine.fault, engine.returncode}
    await asyncio.wait(ends, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        return task.result()
    task.cancel()
    if engine.fault.done():
        raise engine.fault.result()
    raise EngineFault("has quit" if engine.returncode.done() else otherwise)


def _count(engine: "_Engine", lines: int) -> int | None:
    """How many lines the engine can be asked for; None where it has no choice."""
    option = engine.options.get("MultiPV")
    return min(lines, option.max or lines) if option else None


def _read(engine: "_Engine", analysis: chess.engine.AnalysisResult, board: chess.Board) -> tuple[EngineLine, ...]:
    """The lines as they are now. Raises EngineFault."""
    engine.read()
    if engine.fault.done():
        raise engine.fault.result()
    return tuple(_line(board, info) for info in analysis.multipv if info.get("pv"))


def _line(board: chess.Board, info: chess.engine.InfoDict) -> EngineLine:
    at, moves, san = board.copy(stack=False), [], []
    for move in info.get("pv", ())[:_MOST_MOVES]:
        moves.append(move.uci())
        san.append(at.san_and_push(move))
    score = info["score"].white() if "score" in info else None
    mate, centipawns = (score.mate(), score.score()) if score else (None, None)
    depth = info.get("depth")
    return EngineLine(
        tuple(moves),
        tuple(san),
        None if centipawns is None else max(-_MOST_CENTIPAWNS, min(centipawns, _MOST_CENTIPAWNS)),
        None if mate is None else max(-999, min(mate, 999)),
        None if depth is None else max(0, min(depth, 999)),
    )


async def _quit(engine: "_Engine") -> None:
    """Lets an engine end by itself, for it may have something to write down."""
    with suppress(asyncio.TimeoutError, chess.engine.EngineError, OSError):
        await asyncio.wait_for(engine.quit(), _FAREWELL)


def _name(engine: "_Engine") -> str:
    return _one_line(engine.id.get("name", ""))


def _one_line(text: str) -> str:
    """A text of an engine or of the system on one line, without control characters and cut off at the limit."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())[:_LONGEST_NAME]


class _Engine(chess.engine.UciProtocol):
    """python-chess's side of the conversation. `fault` is done as soon as the engine has done what ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.fault: asyncio.Future[EngineFault] = self.loop.create_future()
        self._buffer = b""
        self._lines_before_ready = 0
        self._latest: dict[int, str] = {}

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            self._received(line)
        if LONGEST < len(self._buffer):
            self._fail(f"sends a line of more than {LONGEST // 1000} kB")

    def _received(self, line: bytes) -> None:
        if self.fault.done():
            return
        if LONGEST < len(line):
            self._fail(f"sends a line of more than {LONGEST // 1000} kB")
            return
        self._lines_before_ready += not self.initialized
        if _MOST_BEFORE_READY < self._lines_before_ready:
            self._fail("sends too much before “uciok”")
            return
        try:
            self._line_received(line.decode("utf-8", "replace").strip())
        except EngineFault as fault:
            self._fail(str(fault))
        except Exception as error:
            self._fail(f"cannot be understood: {_one_line(str(error)) or type(error).__name__}")

    def _fail(self, why: str) -> None:
        if not self.fault.done():
            self.fault.set_result(EngineFault(why))

    def _line_received(self, line: str) -> None:
        word, _, said = line.partition(" ")
        if word == "info":
            self._keep(line, said.split())
        else:
            if word == "bestmove":
                self.read()
                self._verify(said.split()[:1])
            super()._line_received(line)

    def _keep(self, line: str, tokens: list[str]) -> None:
        """Keeps a line with moves and an evaluation that is no mere bound."""
        if "string" in tokens:
            tokens = tokens[: tokens.index("string")]
        if "pv" in tokens and "score" in tokens and not {"lowerbound", "upperbound"} & {*tokens}:
            number = (*tokens, "")[tokens.index("multipv") + 1] if "multipv" in tokens else "1"
            if number in _NUMBERS:
                self._latest[int(number)] = line

    def read(self) -> None:
        """Parses the lines that were kept, into the analysis that runs; an illegal move sets `fault`."""
        latest, self._latest = self._latest, {}
        for _, line in sorted(latest.items()):
            try:
                tokens = line.split()
                moves = tokens[tokens.index("pv") + 1 :]
                self._verify(moves[: _MOST_MOVES + 1])
                if moves and moves[0] not in _NO_MOVES:
                    super()._line_received(line)
            except EngineFault as fault:
                self._fail(str(fault))

    def _verify(self, moves: list[str]) -> None:
        """Plays moves until something else follows. Raises EngineFault where one of them cannot be made."""
        board = self.board.copy(stack=False)
        for number, word in enumerate(moves):
            try:
                # Some engines promote with a capital; a move that is passed is none.
                if not board.push_uci(word.lower()):
                    raise ValueError
            except ValueError:
                if number and not chess.engine.UCI_REGEX.match(word):
                    return
                if number or word not in _NO_MOVES:
                    raise EngineFault(f"names an illegal move: {_one_line(word)}") from None
                return


_NO_MOVES = ("(none)", "NULL", "0000")
"""What engines write that name no best move."""
_NUMBERS = {str(number) for number in range(1, 21)}
