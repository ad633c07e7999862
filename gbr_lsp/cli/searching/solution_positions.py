"""Studies whose position occurs in the solution of another; every solution is replayed."""

import gc
from array import array
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import groupby
from typing import NamedTuple

from gbr_lsp.base.encoding import decode
from gbr_lsp.cli.searching.studies import Studies
from gbr_lsp.cli.searching.study_places import ListedPlace, StudyPlaces
from gbr_lsp.collection.numbers_by_hash import NumbersByHash
from gbr_lsp.collection.squares import PAWN_SYMMETRIES, SYMMETRIES, Transform, map_board
from gbr_lsp.database.record_positions import raw_positions
from gbr_lsp.notation.placement import MAN_OF_LETTER
from gbr_lsp.solutions.position import Position


class _Task(NamedTuple):
    """Some records of a file: tuples of study number, first byte and length in bytes."""

    path: str
    encoding: str
    records: tuple[tuple[int, int, int], ...]


def studies_in_solutions(
    studies: Studies, places: StudyPlaces, numbers: Iterable[int]
) -> Iterator[tuple[ListedPlace, list[tuple[ListedPlace, str]]]]:
    """Yield each study that occurs in solutions of others, with these and how; all are replayed first."""
    starts = NumbersByHash()
    for known, number in _starts(places, numbers):
        starts.add(known, number)
    found = array("Q")
    for arisen in _replayed(studies, _tasks(places), starts):
        found.extend(
            first << 33 | solution << 1 | mirrored for solution, first, mirrored in arisen if solution != first
        )
    return _placed(found, places)


def _placed(found: "array[int]", places: StudyPlaces) -> Iterator[tuple[ListedPlace, list[tuple[ListedPlace, str]]]]:
    """Yield each study that occurs, with the others and how; unmirrored wins over mirrored.

    Each number in `found` has the study from bit 33, the other one from bit 1, and in bit 0 whether
    it is mirrored: the numbers are many.
    """
    words = "occurs in its solution", "occurs in its solution, mirrored"
    for first, same in groupby(sorted(found), lambda one: one >> 33):
        others = [next(both) for _, both in groupby(same, lambda one: one >> 1)]
        yield places.place_of(first), [(places.place_of(one >> 1 & 0xFFFF_FFFF), words[one & 1]) for one in others]


def _starts(places: StudyPlaces, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the hash of each starting position and its mirrors, with 2 × the study number, + 1 if mirrored."""
    for number in numbers:
        squares, turn = places.squares_of(number), places.turn_of(number)
        has_pawns = "P" in squares or "p" in squares
        for symmetry in reversed(PAWN_SYMMETRIES if has_pawns else SYMMETRIES):
            board = map_board(squares, Transform(symmetry))
            if board:
                yield _hash_of_board(board, white_moves=turn), 2 * number + (symmetry != 0)


def _hash_of_board(squares: str, *, white_moves: bool) -> int:
    men = {True: [0] * 7, False: [0] * 7}
    for square, letter in enumerate(squares):
        if letter != ".":
            piece_type, color = MAN_OF_LETTER[letter]
            men[color][piece_type] |= 1 << square
    return hash((*men[white_moves][1:], *men[not white_moves][1:], white_moves))


def _hash_of(position: Position) -> int:
    us, them, _, turn = position
    return hash((*us[1:7], *them[1:7], turn))


def _tasks(places: StudyPlaces) -> Iterator[_Task]:
    """Yield the records of each chunk of games, each record once."""
    for first, target, located in places.chunks():
        if located.is_games and target.path:
            records: dict[tuple[int, int], int] = {}
            for number, spot in enumerate(located.chunk.spots(range(located.chunk.codes))):
                records.setdefault((located.start + spot.start, spot.length), first + number)
            yield _Task(
                target.path,
                located.encoding,
                tuple((number, start, length) for (start, length), number in records.items()),
            )


def _replayed(studies: Studies, tasks: Iterable[_Task], starts: NumbersByHash) -> Iterator[list[tuple[int, int, bool]]]:
    """Yield the results of `_Probe` for `tasks`."""
    from gbr_lsp.cli.checking.jobs import results_in_order

    probe = _Probe(starts)
    if studies.processes < 2:
        yield from map(probe, tasks)
        return
    waiting = list(tasks)
    jobs = min(studies.processes, len(waiting))
    if jobs < 2:
        yield from map(probe, waiting)
        return
    with closing(results_in_order(probe, waiting, jobs)) as results:
        for task, result in zip(waiting, results, strict=True):
            yield probe(task) if result is None else result


class _Probe:
    """Replays records to find starting positions; it can be sent to another process.

    It returns tuples: number of the solution, number of the study, whether the study is mirrored.
    """

    def __init__(self, starts: NumbersByHash) -> None:
        self._starts = starts

    def __call__(self, task: _Task) -> list[tuple[int, int, bool]]:
        gc.disable()
        try:
            return list(self._arisen(task))
        finally:
            gc.enable()  # Writing JSON leaves cycles.

    def _arisen(self, task: _Task) -> Iterator[tuple[int, int, bool]]:
        starts = self._starts
        with open(task.path, "rb") as file:
            for number, start, length in task.records:
                file.seek(start)
                text = decode(file.read(length), task.encoding).text
                for position in raw_positions(text):
                    known = starts.last_of(_hash_of(position))
                    if known is not None:
                        yield number, known // 2, known % 2 == 1
