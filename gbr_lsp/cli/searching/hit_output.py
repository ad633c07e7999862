"""The output of hits: lines, JSON, a table or records; counted, sorted and limited."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from typing import NamedTuple

import click

from gbr_lsp.base.escapes import JSON, LINE, Syntax
from gbr_lsp.cli.output import csv_row, emit, json_list, peeked, readable_name, safe_name, table_cell
from gbr_lsp.cli.searching.hits import Hit
from gbr_lsp.cli.searching.studies import Studies
from gbr_lsp.collection.conditions import Condition
from gbr_lsp.collection.facts import TURN
from gbr_lsp.collection.nearness import relation_of
from gbr_lsp.database.chunk import ALL_COLUMNS, CODE_TEXT

_COLUMNS = (
    "filename", "row", "column", "text", "class", "kings", "stipulation", "side_to_move", "composer", "year", "event",
    "award", "position",
)  # fmt: skip


KEYS: dict[str, Callable[[Hit], object]] = {
    "class": lambda hit: (hit.entry.facts.force, hit.entry.facts.kings),
    "composer": lambda hit: _folded(hit.entry.facts.composer),
    "year": lambda hit: hit.entry.facts.year.strip() or "9999",
    "award": lambda hit: _award_rank(hit.entry.facts.award),
}
"""The sort keys of hits; unknown values come last, or first if nothing sorts before them."""

_OF_KEYS = {"class": ("force", "kings"), "award": ("award",)}
"""The columns that sorting needs, in addition to those of a line."""
_OF_POSITIONS = ("squares", "signs", "flags")
"""The columns that identify positions."""
_OF_STATISTICS = ("force", "composer", "year", "award")

_AWARDS = ("p", "hm", "cm", "c", "")


class SearchOutput(NamedTuple):
    """The options of the output."""

    format: str
    has_counts: bool
    has_names: bool
    limit: int | None
    sort: str | None
    statistics: str | None
    is_unique: bool = False

    def columns(self, *, is_near: bool) -> Iterable[str]:
        """Return the columns that the output needs."""
        again = _OF_POSITIONS if self.is_unique else ()
        if self.has_counts or self.has_names:
            return again
        if self.statistics or self.format != "text":
            return (*_OF_STATISTICS, *again) if self.statistics else ALL_COLUMNS
        near = ("squares",) if is_near else ()
        return tuple(
            dict.fromkeys((CODE_TEXT, "composer", "year", "event", *_OF_KEYS.get(self.sort or "", ()), *near, *again))
        )

    def refuse(self) -> None:
        """Raise UsageError for options that exclude each other."""
        alone = {
            "--count": self.has_counts,
            "--files-with-matches": self.has_names,
            "--statistics": bool(self.statistics),
        }
        given = [name for name, is_given in alone.items() if is_given]
        if 1 < len(given):
            raise click.UsageError(f"{given[0]} and {given[1]} do not go together.")
        if given and self.format != "text":
            raise click.UsageError(f"{given[0]} is written as text, not as {self.format}.")
        if given and (self.sort or self.limit):
            raise click.UsageError(f"{given[0]} does not go with {'--sort' if self.sort else '--limit'}.")


def write(studies: Studies, condition: Condition, model: str | None, output: SearchOutput) -> bool:
    """Write the hits, immediately unless sorted; return True if there are any.

    `model` are the squares for `like:`, None without; then the nearest hits come first.
    """
    max_hits = 1 if output.has_names else None if output.sort or model else output.limit
    hits = studies.hits(condition, output.columns(is_near=model is not None), None if output.is_unique else max_hits)
    if output.is_unique:
        hits = _first_of_each(hits)
    if output.statistics:
        return _write_statistics(hits, output.statistics)
    if output.has_counts or output.has_names:
        return _write_counts(hits, names=output.has_names)
    ordered: Iterable[Hit] = hits
    if output.sort:
        ordered = sorted(hits, key=KEYS[output.sort])  # type: ignore[arg-type]
    elif model:
        ordered = sorted(hits, key=lambda hit: relation_of(model, hit.entry.facts.squares) or (9,))
    is_any, found = peeked(islice(ordered, output.limit))
    writer, syntax = _WRITERS[output.format]
    emit(writer(found), syntax)
    return is_any


def _first_of_each(hits: Iterator[Hit]) -> Iterator[Hit]:
    """Yield the hits without those that repeat an earlier position, mirrored or not, with the same side to move.

    If the side to move is unknown, it is White, as in `duplicates`. Studies that repeat a position
    on purpose are kept, and those without a position.
    """
    from gbr_lsp.collection.same_boards import mirrors_of
    from gbr_lsp.notation.grammar import REPEATING_FLAGS

    seen: set[tuple[str, bool]] = set()
    for hit in hits:
        facts = hit.entry.facts
        if facts.squares[0] == " " or not REPEATING_FLAGS.isdisjoint(facts.flags.split(" ")):
            yield hit
            continue
        position = min(mirrors_of(facts.squares)), facts.signs[TURN] == "b"
        if position not in seen:
            seen.add(position)
            yield hit


def _write_counts(hits: Iterable[Hit], *, names: bool) -> bool:
    found = False
    for name, those in groupby(hits, lambda hit: hit.name):
        found = True
        emit([safe_name(name) if names else f"{safe_name(name)}:{sum(1 for _ in those)}"])
    return found


def _write_statistics(hits: Iterable[Hit], by: str) -> bool:
    """Write a line for each value, with the number of hits before it; `-` for an unknown value."""
    counts = Counter(_value(hit, by) for hit in hits)
    width = len(str(max(counts.values(), default=0)))
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    emit(f"{count:>{width}}  {value}" for value, count in rows)
    return bool(counts)


def _value(hit: Hit, by: str) -> str:
    facts = hit.entry.facts
    value = {"class": facts.force, "composer": facts.composer, "year": facts.year, "award": facts.award}[by]
    return value.strip() or "-"


def _lines(hits: Iterable[Hit]) -> Iterator[str]:
    """Yield a line for each code: `hhdb.pgn:7:9: +0016.32d4g7  Rusz=A, 2015, 3.p 2nd UAPA internet ty`."""
    for hit in hits:
        facts = hit.entry.facts
        source = ", ".join(filter(None, (text.strip(" ?") for text in (facts.composer, facts.year, facts.event))))
        place = f"{safe_name(hit.name)}:{hit.row}:{hit.column}"
        yield f"{place}: {hit.entry.text}{f'  {source}' if source else ''}"


def entry_of(hit: Hit) -> dict[str, object]:
    """Return a hit as the object of JSON; docs/cli.md describes it."""
    import json

    from gbr_lsp.collection.code_json import facts_json, record_json

    entry = hit.entry
    spot = entry.spot
    described = json.loads(entry.details) if entry.details else record_json(entry.facts, entry.text)
    return {
        "filename": readable_name(hit.name),
        "location": {"row": hit.row, "column": hit.column},
        "end_location": {"row": hit.first_row + spot.end_row + 1, "column": spot.end_column + 1},
        **described,
        **facts_json(entry.facts),
    }


def _csv(hits: Iterable[Hit]) -> Iterator[str]:
    """Yield a table with a header, as in RFC 4180 but with plain line ends.

    A text that a spreadsheet would read as a formula is escaped.
    """
    yield csv_row(_COLUMNS)
    for hit in hits:
        entry = entry_of(hit) | {"row": hit.row, "column": hit.column, "text": hit.entry.text}
        kings = entry["kings"]
        entry["filename"] = safe_name(str(entry["filename"]))
        entry["kings"] = "".join(square or "??" for square in kings) if isinstance(kings, list) else None
        yield csv_row(table_cell(entry[name]) for name in _COLUMNS)


def _records(hits: Iterable[Hit]) -> Iterator[str]:
    """Yield the records; for a code in a text, a record made from its facts."""
    from gbr_lsp.database.records import record_text

    last: object = None
    for hit in hits:
        text = record_text(hit.entry, hit.record(), hit.encoding, is_record=hit.is_record)
        here = (hit.name, hit.first_row, hit.entry.spot[4:])
        if not (hit.is_record and here == last):
            yield text
        last = here


_WRITERS: dict[str, tuple[Callable[[Iterable[Hit]], Iterator[str]], Syntax | None]] = {
    "text": (_lines, LINE),
    "json": (lambda hits: json_list(map(entry_of, hits)), JSON),
    "csv": (_csv, LINE),
    "pgn": (_records, None),
}
"""The writer and the syntax of each format."""
FORMATS = tuple(_WRITERS)


def _folded(text: str) -> tuple[bool, str]:
    from gbr_lsp.collection.facts import plain_text

    return not text, plain_text(text)


def _award_rank(award: str) -> tuple[int, bool, str, str]:
    """Return the sort key of an award: prizes before mentions and commendations, first before second."""
    place, _, kind = award.rpartition(".")
    place = place.removesuffix(".sp") if place.endswith(".sp") else place
    first = place.partition("/")[0].zfill(4) if place[:1].isdigit() else place
    return _AWARDS.index(kind) if kind in _AWARDS else len(_AWARDS), not place, first, award
