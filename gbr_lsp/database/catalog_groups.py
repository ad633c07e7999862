"""The studies of a catalog that match a condition: their number, their groups, and the rows of a group.

Only the columns of the codes are read for numbers and groups; the entries are made for the rows of
a page.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.collection.columns import field_with, split_texts
from gbr_lsp.collection.composers import titles_of
from gbr_lsp.collection.conditions import Condition
from gbr_lsp.collection.facts import plain_text
from gbr_lsp.database.catalog import Catalog, CatalogEntry, CatalogPart
from gbr_lsp.database.chunk import FINDINGS, UNCOMPARED

NO_FINDING = "-"
"""The key of the studies without findings."""
UNKNOWN = ""
"""The key of the studies without a class, or without a composer."""

MAX_ROWS = 500
"""Maximum number of groups or studies in an answer."""

_LAST = "\U0010ffff"


class Group(NamedTuple):
    """A group of studies: its key, one of the values of its studies, and their number."""

    key: str
    size: int


class _Match(NamedTuple):
    """A matching study: its document, its part, and the number of its code in the part."""

    name: str
    part: CatalogPart
    number: int


class Matches:
    """The studies of `catalog` that match `condition`, in the order of documents and places."""

    def __init__(self, catalog: Catalog, condition: Condition) -> None:
        self._catalog = catalog
        self._parts = list(catalog.matching_numbers(condition))
        self.total = sum(len(numbers) for _, _, numbers in self._parts)

    def groups(self, by: str) -> list[Group]:
        """Return the groups by `class`, `composer`, `file` or `finding`, sorted, the unknown last.

        A study with findings of several rules is in several groups.
        """
        counts = Counter(key for _, keys in self._keyed(by) for key in keys)
        order = _ORDERS.get(by, plain_text)
        return [Group(key, counts[key]) for key in sorted(counts, key=lambda key: (key == UNKNOWN, order(key), key))]

    def rows(self, by: str, key: str, offset: int, limit: int) -> list[CatalogEntry]:
        """Return at most `limit` studies of the group `key` from the row `offset` on.

        Those of a class are sorted by kings, those of a composer by year, all others by place.
        """
        key = self._composers.get(key, key) if by == "composer" else key
        found = [match for match, keys in self._keyed(by) if key in keys]
        column, width = {"class": ("kings", 2), "composer": ("year", 4)}.get(by, ("", 0))
        if column:
            found.sort(key=lambda one: _cell(one, column, width))
        return [
            CatalogEntry(name, part, part.chunk.entries([number])[0])
            for name, part, number in found[offset : offset + limit]
        ]

    def _keyed(self, by: str) -> Iterator[tuple[_Match, Sequence[str]]]:
        """Yield each study with the keys of its groups."""
        for name, part, numbers in self._parts:
            keys = self._keys_of(by, name, part)
            for number in numbers:
                yield _Match(name, part, number), keys(number)

    @cached_property
    def _composers(self) -> dict[str, str]:
        """The title of the group of each composer in the catalog, by spelling."""
        return titles_of(Counter(one for _, part in self._catalog.parts() for one in _composers_of(part)))

    def _keys_of(self, by: str, name: str, part: CatalogPart) -> Callable[[int], Sequence[str]]:
        """Return the function that gives the keys of the groups of a code of `part` by its number."""
        columns = part.chunk.columns
        if by == "file":
            return lambda _: (name,)
        if by == "class":
            forces = columns["force"].decode("ascii")
            return lambda number: (forces[7 * number : 7 * number + 7].strip(),)
        if by == "composer":
            composers = _composers_of(part)
            return lambda number: (self._composers[composers[number]],)
        column = columns.get(FINDINGS)
        if column is None:
            return lambda _: (NO_FINDING,)
        texts = split_texts(column)
        return lambda number: _finding_keys(texts[number])


def _composers_of(part: CatalogPart) -> list[str]:
    """Return the composer of each code of `part`, "" if unknown."""
    return [text.strip(" ?") for text in split_texts(part.chunk.columns["composer"])]


def findings_of(entry: CatalogEntry) -> list[tuple[str, str, str]]:
    """Return severity, rule and message of each finding at a study; none if they are not known yet."""
    return [tuple(one) for one in json.loads(entry.entry.facts.findings or "[]")]


def _cell(one: _Match, column: str, width: int) -> bytes:
    """Return the cell of a column of the width `width`; blanks are last."""
    cell = one.part.chunk.columns[column][one.number * width : (one.number + 1) * width]
    return cell.replace(b" ", b"~")


def _finding_keys(text: str) -> Sequence[str]:
    """Return the rules of the findings in JSON, each once; `NO_FINDING` without any."""
    if text in ("", "[]"):
        return (NO_FINDING,)
    return list(dict.fromkeys(rule or severity for severity, rule, _ in json.loads(text)))


def _finding_order(key: str) -> str:
    """Return the sort key of a group by finding: rules, then studies without comparison, then the others."""
    return _LAST + "b" if key == NO_FINDING else _LAST + "a" if key == UNCOMPARED else key


_ORDERS: dict[str, Callable[[str], str]] = {"finding": _finding_order, "file": str, "class": str}


def count_studies(catalog: Catalog) -> int:
    """Return the number of studies of all documents."""
    return sum(part.chunk.study_bits.bit_count() for _, part in catalog.parts())


def field_of(catalog: Catalog, word: str) -> str | None:
    """Return the column of texts with `word` in any document; see `field_with`."""
    return field_with(word, (part.chunk.columns for _, part in catalog.parts()))
