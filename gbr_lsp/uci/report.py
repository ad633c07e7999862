"""What an engine says of a position, as values; the process that asks it writes them as JSON, a line each."""

import json
from typing import NamedTuple


class EngineLine(NamedTuple):
    """One of the best lines. Its evaluation is White's: a hundred centipawns are a pawn, a mate counts moves and is
    negative where Black gives it; both are None where the engine does not say."""

    moves: tuple[str, ...]
    """As the protocol of engines writes them: `e7e8q`."""
    san: tuple[str, ...]
    """The same in English letters, with check signs."""
    centipawns: int | None
    mate: int | None
    depth: int | None


class EngineReport(NamedTuple):
    """The lines as they are now, the best first; whether these are the last, and what has gone wrong, in one line."""

    engine: str = ""
    """What the engine calls itself."""
    lines: tuple[EngineLine, ...] = ()
    is_last: bool = False
    problem: str | None = None


class Question(NamedTuple):
    """What an engine is asked: the path of its program, a FEN of six fields, how many lines, for how many seconds."""

    engine: str
    fen: str
    lines: int
    seconds: float
    patience: float
    """Seconds that it has to say that it is ready."""


def encode_report(report: EngineReport) -> str:
    """A report as a line of JSON."""
    return json.dumps(report)


def decode_report(line: str | bytes) -> EngineReport:
    """The report that a line of JSON is. Raises ValueError and TypeError."""
    engine, lines, is_last, problem = json.loads(line)
    return EngineReport(
        engine, tuple(EngineLine(tuple(moves), tuple(san), *rest) for moves, san, *rest in lines), is_last, problem
    )
