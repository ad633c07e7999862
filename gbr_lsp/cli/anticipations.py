"""`gbr-lsp anticipations`: what came before each of some new studies."""

import os
from collections.abc import Iterator

import click

from gbr_lsp.base.escapes import JSON
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit, json_list, peeked
from gbr_lsp.cli.searching.studies import Studies
from gbr_lsp.cli.searching.study_places import ListedPlace, StudyPlaces
from gbr_lsp.cli.shared_options import CACHE, JOBS, format_option
from gbr_lsp.cli.shell_values import files
from gbr_lsp.collection.neighbors import Neighbors


@click.command(
    "anticipations",
    epilog=manual(
        {0: "no earlier study is the same or similar", 1: "at least one is", 2: "a file cannot be read"},
        {"Studies of a manuscript in a collection": "gbr-lsp anticipations manuscript.md --in collection.pgn"},
    ),
)
@click.argument("new", nargs=-1, required=True, shell_complete=files)
@click.option(
    "--in", "databases", multiple=True, required=True, metavar="DATABASE", shell_complete=files,
    help="A file or folder with earlier studies; may be repeated.",
)  # fmt: skip
@format_option("Write a line for each new study and an indented line for each similar one, or a list of objects.")
@JOBS
@CACHE
def command(new: tuple[str, ...], databases: tuple[str, ...], output_format: str, jobs: int, cache: bool) -> int:
    """For each study in NEW, list the studies in DATABASE with the same or nearly the same position.

    First come positions that are identical, mirrored, shifted or have the colors exchanged, then those with one man
    more, less or elsewhere, the nearest first. Only positions are compared: a study with other men and the same play
    is not found.
    """
    theirs = Studies(databases, None, jobs=jobs, cache=cache)
    places = StudyPlaces()
    neighbors = Neighbors(places.squares_of)
    for number, squares, *_ in places.add_studies(theirs):
        neighbors.add(number, squares)
    ours = Studies(new, None, jobs=jobs, cache=cache)
    is_any, found = peeked(_found(ours, neighbors, places))
    if output_format == "json":
        emit(json_list(_as_json(study, near) for study, near in found), JSON)
    else:
        emit(line for study, near in found for line in _lines(study, near))
    return 2 if theirs.has_failed or ours.has_failed else int(is_any)


def _as_json(study: ListedPlace, near: list[tuple[ListedPlace, str]]) -> dict[str, object]:
    return study.as_json() | {"anticipations": [place.as_json() | {"how": how} for place, how in near]}


def _found(
    ours: Studies, neighbors: Neighbors, places: StudyPlaces
) -> Iterator[tuple[ListedPlace, list[tuple[ListedPlace, str]]]]:
    """Yield each new study with the earlier ones near it, and how (`mirrored`), except itself."""
    own = StudyPlaces()
    for number, squares, *_ in own.add_studies(ours):
        here = own.place_of(number)
        near = [(places.place_of(other), how.words) for how, other in neighbors.neighbors_of(squares)]
        near = [(place, how) for place, how in near if not _is_same(place, here)]
        if near:
            yield here, near


def _is_same(place: ListedPlace, other: ListedPlace) -> bool:
    """Return True if both are one place, even if the names of the file differ."""
    return place[1:] == other[1:] and os.path.realpath(place.name) == os.path.realpath(other.name)


def _lines(study: ListedPlace, near: list[tuple[ListedPlace, str]]) -> Iterator[str]:
    yield study.line
    for place, how in near:
        yield f"    {place.line}  ({how})"
