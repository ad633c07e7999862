"""The facts of many studies by column, and conditions judged on all of them at once.

Theory of operation. A column of a fixed width is one string; a slice with that step is the same
character of all studies. As zeros and ones it is a number with a bit for each study, the highest
for the first; conditions are combined as numbers. Moves are unknown here: under a condition about
them some studies surely match, and others may, which are judged one by one. `conditions.is_met` is
the definition.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from gbr_lsp.collection.conditions import (
    TESTS,
    Arises,
    Cell,
    Condition,
    Contains,
    Every,
    Final,
    Fits,
    Lacks,
    Mentions,
    OfTwin,
    Resembles,
    Shows,
    Some,
    has_words,
    is_met_by_twin,
)
from gbr_lsp.collection.facts import MEN, TEXTS, WIDTHS, Facts, char_of, offsets_of, plain_text
from gbr_lsp.collection.nearness import is_near

PLAIN_COLUMNS = {"composer": "plain_composer", "event": "plain_event", "title": "plain_title"}
"""The column with the plain text of each of these columns, used to compare."""

COLUMN_NAMES = (*WIDTHS, *TEXTS, *PLAIN_COLUMNS.values())

ALL_FACTS = (*WIDTHS, *TEXTS)
"""The columns of `Facts`."""

_LETTERS = "QqRrBbNnPp"


class Marks(NamedTuple):
    """The studies that surely match a condition, and all that may match, as bits."""

    certain: int
    possible: int


def columns_of(facts: Iterable[Facts]) -> dict[str, bytes]:
    """Return the columns of `facts` by name."""
    rows = list(facts)
    values = (
        dict(zip(Facts._fields, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(Facts._fields, ())
    )
    columns = {name: "".join(values[name]).encode("ascii") for name in WIDTHS}
    columns |= {name: join_texts(values[name]) for name in TEXTS}
    return columns | {name: join_texts(map(_plain, values[column])) for column, name in PLAIN_COLUMNS.items()}


@lru_cache(1 << 14)
def _plain(text: str) -> str:
    return " ".join(plain_text(text).split())


def join_texts(texts: Iterable[str]) -> bytes:
    """Return the column of `texts`, without line ends in them, separated by line feeds."""
    return "\n".join(texts).encode("utf-8", "surrogatepass")


def split_texts(column: bytes) -> list[str]:
    """Return the texts of a column; `[""]` for an empty one."""
    return column.decode("utf-8", "surrogatepass").split("\n")


def numbers_in(bits: int, count: int) -> list[int]:
    """Return the positions of the bits set in `count` bits, highest first: 0b101 of 3 → 0, 2."""
    return list(offsets_of("1", f"{bits:0{count}b}"))


def bits_of(numbers: Iterable[int], count: int) -> int:
    """Return `numbers` as bits among `count`, the highest for 0; inverse of `numbers_in`."""
    marks = bytearray(b"0" * count)
    for row in numbers:
        marks[row] = 49
    return int(marks, 2)


def places_of(value: bytes, column: bytes) -> Iterator[int]:
    """Yield the rows with `value` in a column whose width is that of `value`."""
    width = len(value)
    return (at // width for at in offsets_of(value, column) if at % width == 0)


def field_with(word: str, parts: Iterable[Mapping[str, bytes]]) -> str | None:
    """Return the column of texts with `word`, `composer`, `event` or `title`; None if there is none.

    `parts` are columns of studies. A full word precedes the beginning of one, then the order of the
    columns decides: `kubbel` is a composer, though there is a Kubbel MT.
    """
    sought = plain_text(word)
    best = None
    for columns in parts:
        for number, name in enumerate(PLAIN_COLUMNS.values()):
            for is_beginning in (False, True):
                rank = is_beginning, number
                if best is None or rank < best:
                    text = columns[name].decode("utf-8", "surrogatepass")
                    best = rank if _has_word(text, sought, is_full=not is_beginning) else best
        if best == (False, 0):
            break
    return None if best is None else list(PLAIN_COLUMNS)[best[1]]


def _has_word(text: str, word: str, *, is_full: bool) -> bool:
    """Return True if `word` occurs in `text` at the start of a word; and ends with it, if `is_full`."""
    at = text.find(word)
    while at != -1:
        end = at + len(word)
        if not text[at - 1 : at].isalnum() and not (is_full and text[end : end + 1].isalnum()):
            return True
        at = text.find(word, at + 1)
    return False


def select(condition: Condition, columns: Mapping[str, bytes], count: int) -> Marks:
    """Return which of the `count` studies in `columns` match `condition`."""
    return _Selection(columns, count).marks(condition) if count else Marks(0, 0)


class _Selection:
    """Conditions judged on the same columns; results for squares are cached."""

    def __init__(self, columns: Mapping[str, bytes], count: int) -> None:
        self._columns = columns
        self._count = count
        self._all = (1 << count) - 1
        self._squares: dict[tuple[int, str], int] = {}

    def marks(self, condition: Condition) -> Marks:
        """Return the studies that surely and possibly match `condition`."""
        match condition:
            case Every(conditions):
                surely = possibly = self._all
                for one in conditions:
                    found = self.marks(one)
                    surely, possibly = surely & found.certain, possibly & found.possible
                    if not possibly:
                        break
                return Marks(surely, possibly)
            case Some(conditions):
                surely = possibly = 0
                for one in conditions:
                    found = self.marks(one)
                    surely, possibly = surely | found.certain, possibly | found.possible
                return Marks(surely, possibly)
            case Lacks(inner):
                found = self.marks(inner)
                return Marks(self._all ^ found.possible, self._all ^ found.certain)
            case Arises(inner):
                surely = self.marks(inner).certain
                return Marks(surely, surely | self.marks(_may_arise(inner)).possible)
            case _:
                bits = self._bits(condition)
                return Marks(bits, bits)

    def _bits(self, condition: Condition) -> int:
        """Return the studies that match a `condition` without moves, as bits."""
        match condition:
            case Cell(column, at, among):
                return int(self._columns[column][at :: WIDTHS[column]].translate(_table(among)), 2)
            case Contains(squares, men):
                bits = 0
                for square in squares:
                    bits |= self._square(square, men)
                return bits
            case Shows(squares):
                return bits_of(places_of(squares.encode(), self._columns["squares"]), self._count)
            case Mentions(column, words):
                return self._mentioning(self._columns[PLAIN_COLUMNS[column]].decode("utf-8", "surrogatepass"), words)
            case Fits(column, test, wanted):
                return self._fitting(column, lambda value: TESTS[test](value, wanted))
            case OfTwin(inner):
                return self._fitting("twins", partial(is_met_by_twin, inner))
            case Resembles(squares):
                return self._near(squares)
            case Final():
                return 0
            case _:
                raise AssertionError(condition)

    def _square(self, square: int, men: str) -> int:
        found = self._squares.get((square, men))
        if found is None:
            found = int(self._columns["squares"][square::64].translate(_table(men)), 2)
            self._squares[square, men] = found
        return found

    def _mentioning(self, text: str, words: str) -> int:
        marks = bytearray(b"0" * self._count)
        row = last = 0
        at = text.find(words)
        while at != -1:
            row += text.count("\n", last, at)
            start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
            end = len(text) if end == -1 else end
            if has_words(text[start:end], words):
                marks[row] = 49
            last = end
            at = text.find(words, end)
        return int(marks, 2)

    def _fitting(self, column: str, fits: Callable[[str], bool]) -> int:
        data = self._columns.get(column) or b"\n" * (self._count - 1)
        width = WIDTHS.get(column)
        values = split_texts(data) if width is None else re.findall(f".{{{width}}}", data.decode("ascii"))
        known = {value: "1" if fits(value) else "0" for value in set(values)}
        return int("".join(map(known.__getitem__, values)), 2)

    def _near(self, squares: str) -> int:
        """Return the bits of the studies near `squares`; only boards with similar or unknown material are compared."""
        men = self._columns["men"].decode("ascii")
        force = self._columns["force"].decode("ascii")
        boards = self._columns["squares"].decode("ascii")
        near = _near_material(squares)
        is_plain = " " not in men and not any("9" in force[at::7] for at in range(4))
        marks = bytearray(b"0" * self._count)
        for row, known in enumerate([men[at : at + 10] for at in range(0, len(men), 10)]):
            if known in near or not (is_plain or (" " not in known and "9" not in force[7 * row : 7 * row + 4])):
                marks[row] = 48 + is_near(squares, boards[64 * row : 64 * row + 64])
        return int(marks, 2)


@lru_cache(1024)
def _table(among: str) -> bytes:
    """Return the table for `bytes.translate` that maps the characters `among` to `1`, others to `0`."""
    return bytes(48 + (chr(code) in among) for code in range(256))


@lru_cache(64)
def _near_material(squares: str) -> frozenset[str]:
    """Return the `men` columns with at most one man more or less than `squares`, in both colors."""
    counts = [squares.count(letter) for letter in _LETTERS]
    found = set()
    for own in (counts, [counts[slot ^ 1] for slot in range(10)]):
        found.add(tuple(own))
        for slot in range(10):
            for step in (-1, 1):
                found.add((*own[:slot], own[slot] + step, *own[slot + 1 :]))
    return frozenset("".join(map(char_of, one)) for one in found if 0 <= min(one))


_ALWAYS = Every(())


def _may_arise(condition: Condition) -> Condition:
    """Return the condition on a study in which `condition` may arise: captures and promotions only."""
    match condition:
        case Every(conditions) | Some(conditions):
            return condition._replace(conditions=tuple(map(_may_arise, conditions)))
        case Contains(_, men):
            return _ALWAYS if "." in men else Some(tuple(_has(man, 1) for man in dict.fromkeys(men)))
        case Shows(squares):
            man_count = sum(man not in ". " for man in squares)
            enough = Cell("signs", MEN, "".join(map(char_of, range(man_count, 65))) + " ")
            kinds = [_has(man, squares.count(man)) for man in _LETTERS if man in squares]
            return Every((enough, *kinds))
        case _:
            return _ALWAYS


def _has(man: str, count: int) -> Condition:
    """Return the condition for `count` men of the kind `man`; pawns and a 9 may be some."""
    if man in "Kk":
        return _ALWAYS
    slot = _LETTERS.index(man)
    enough = "".join(map(char_of, range(count, 65))) + " "
    nines = tuple(Cell("force", at, "9") for at in range(4))
    pawns = Cell("men", 8 + slot % 2, "".join(map(char_of, range(1, 65))) + " ")
    return Some((Cell("men", slot, enough), *(() if man in "Pp" else (pawns,)), *nines))


def needed_columns(condition: Condition) -> set[str]:
    """Return the names of the columns that decide `condition`."""
    match condition:
        case Cell(column, _, _) | Fits(column, _, _):
            return {column}
        case Contains() | Shows():
            return {"squares"}
        case Mentions(column, _):
            return {PLAIN_COLUMNS[column]}
        case Resembles():
            return {"squares", "men", "force"}
        case Final():
            return set()
        case OfTwin():
            return {"twins"}
        case Arises(inner):
            return needed_columns(inner) | needed_columns(_may_arise(inner))
        case Lacks(inner):
            return needed_columns(inner)
        case Every(conditions) | Some(conditions):
            return {name for one in conditions for name in needed_columns(one)}
