"""Reports and questions as values; the child process writes reports as lines of JSON."""

import json
from typing import NamedTuple


class EngineLine(NamedTuple):
    """One of the best lines.

    The score is White's: in centipawns, or in moves to mate, negative if Black mates. Both are None
    if the engine gives no score.
    """

    moves: tuple[str, ...]
    """In UCI notation: `e7e8q`."""
    san: tuple[str, ...]
    """The same moves in English letters, with check signs."""
    centipawns: int | None
    mate: int | None
    depth: int | None


class EngineReport(NamedTuple):
    """The current lines, best first, and a `problem` of the engine in one line."""

    engine: str = ""
    """The name that the engine reports."""
    lines: tuple[EngineLine, ...] = ()
    is_last: bool = False
    problem: str | None = None


class Question(NamedTuple):
    """A request: path of an engine, six-field FEN, number of lines, seconds."""

    engine: str
    fen: str
    lines: int
    seconds: float
    patience: float
    """Maximum number of seconds until the engine is ready."""


def decode_report(line: str | bytes) -> EngineReport:
    """Return the `EngineReport` in a line of JSON. Raises ValueError and TypeError."""
    engine, lines, is_last, problem = json.loads(line)
    return EngineReport(
        engine, tuple(EngineLine(tuple(moves), tuple(san), *rest) for moves, san, *rest in lines), is_last, problem
    )
