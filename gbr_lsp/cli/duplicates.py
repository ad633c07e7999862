"""`gbr-lsp duplicates`: the positions that stand in a collection more than once."""

from array import array
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, pairwise
from typing import NamedTuple

import click

from gbr_lsp.base.escapes import JSON
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit, json_list, peeked
from gbr_lsp.cli.searching.studies import Studies
from gbr_lsp.cli.searching.study_places import ListedPlace, StudyPlaces
from gbr_lsp.cli.shared_options import CACHE, JOBS, format_option
from gbr_lsp.cli.shell_values import files
from gbr_lsp.collection.facts import TURN
from gbr_lsp.collection.nearness import relation_of
from gbr_lsp.collection.same_boards import board_number
from gbr_lsp.notation.grammar import REPEATING_FLAGS


class Repetition(NamedTuple):
    """A study with a repeated position, and how: `identical`, `mirrored`, `occurs in its solution`."""

    place: ListedPlace
    relation: str


@click.command(
    "duplicates",
    epilog=manual(
        {0: "no position is repeated", 1: "some positions are repeated", 2: "a file cannot be read"},
        {
            "Repeated positions in a folder": "gbr-lsp duplicates .",
            "Of two collections, for a program": "gbr-lsp duplicates --output-format json collection.pgn manuscript.md",
        },
    ),
)
@click.argument("paths", nargs=-1, required=True, shell_complete=files)
@click.option(
    "--in-solutions", is_flag=True, help="Also find studies whose position occurs in the solution of another study."
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Include studies with the flags TW (twin) and AN (anticipated), which repeat positions on purpose.",
)
@format_option("Write a line for each study and an empty line between groups, or a list of lists of objects.")
@JOBS
@CACHE
def command(paths: tuple[str, ...], in_solutions: bool, every: bool, output_format: str, jobs: int, cache: bool) -> int:
    """List the studies in PATHS that have the same position, in groups.

    Positions count as the same if they are identical, mirrored, shifted, or have the colors exchanged, with the same
    side to move. The line of each study after the first of its group says how its position differs from the first.
    """
    studies = Studies(paths, None, jobs=jobs, cache=cache)
    places = StudyPlaces()
    boards, numbers = array("Q"), array("I")
    for number, squares, signs, flags in places.add_studies(studies):
        if every or REPEATING_FLAGS.isdisjoint(flags.split(" ")):
            boards.append(board_number(squares, white_moves=signs[TURN] != "b"))
            numbers.append(number)
    # The groups may be numerous: each is written as soon as it is made.
    groups: Iterator[list[Repetition]] = (
        group for same in _repeated(boards, numbers) for group in _groups(same, places)
    )
    if in_solutions:
        from gbr_lsp.cli.searching.solution_positions import studies_in_solutions

        groups = chain(groups, map(_with_first, studies_in_solutions(studies, places, numbers)))
    is_any, found = peeked(groups)
    if output_format == "json":
        emit(json_list([again.place.as_json() | {"how": again.relation} for again in group] for group in found), JSON)
    else:
        emit(_lines(found))
    return 2 if studies.has_failed else int(is_any)


def _repeated(boards: "array[int]", numbers: "array[int]") -> Collection[list[int]]:
    """Return lists of the numbers of studies whose boards have the same number, at least two each."""
    repeated = {one for one, following in pairwise(sorted(boards)) if one == following}
    found: dict[int, list[int]] = {}
    for board, number in zip(boards, numbers, strict=True):
        if board in repeated:
            found.setdefault(board, []).append(number)
    return found.values()


def _groups(numbers: list[int], places: StudyPlaces) -> Iterator[list[Repetition]]:
    """Yield the groups of studies whose positions are really the same."""
    left = numbers
    while left:
        first, *others = left
        squares = places.squares_of(first)
        same = {
            number: how for number in others if (how := relation_of(squares, places.squares_of(number))) and not how.men
        }
        if same:
            others_and_how = [(places.place_of(number), how.words) for number, how in same.items()]
            yield _with_first((places.place_of(first), others_and_how))
        left = [number for number in others if number not in same]


def _with_first(arisen: tuple[ListedPlace, list[tuple[ListedPlace, str]]]) -> list[Repetition]:
    first, others = arisen
    return [Repetition(first, "identical"), *(Repetition(place, how) for place, how in others)]


def _lines(groups: Iterable[list[Repetition]]) -> Iterator[str]:
    for number, group in enumerate(groups):
        if number:
            yield ""
        for position, (place, how) in enumerate(group):
            yield f"{place.line}{f'  ({how})' if position else ''}"
