"""Labels and words that announce a twin, `b) wRh1 to g1`, or begin its line, `b) 1.Kb2`.

A label before a move with a higher number belongs to a note or a branch, and is no mark.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages import LANGUAGES, Lexicon, pattern, words
from gbr_lsp.languages.changes import LABEL, Change, readings_of
from gbr_lsp.model.versions import WITH

_LETTERS = ("abcdefgh", "абвгдежз")
_ROMAN = {"i": "a", "ii": "b", "iii": "c", "iv": "d"}
_FIELDS = [(one.twins.split("|"), one.versions.split("|")) for one in LANGUAGES if one.twins]
_NAMES = sorted({word for twins, versions in _FIELDS for word in f"{twins[0]} {versions[0]}".split()})
_VERBS = sorted({word for _, versions in _FIELDS for word in f"{versions[1]} {versions[2]}".split()})
_SOLUTIONS = sorted({word for one in LANGUAGES for word in one.solution.split("|") if word})
_LABEL = regex(
    rf"(?<![^\s\[*_>,;.:|~/–—-])(?:\(?(?P<letter>{LABEL})\)"
    r"|(?:\A|(?<=[\n>*_])|(?<=[\n|*.!?;:-] ))(?P<plain>[a-hа-з])[.:](?=[\s*_]))[*_.:]*"
    rf"|(?<![^\W_])(?P<solution>{pattern(_SOLUTIONS)}|(?i:diagram[^\W\d_]{{0,2}}|диаграмма)):[*_]*"
    rf"|(?<![^\W_])(?P<name>{pattern(_NAMES)})(?![^\W_])(?:\s?\(?(?P<named>{LABEL})(?![^\W_])\)?[*_]*)?"
    rf"|(?:\A|(?<=[.!?:)]\s)|(?<=\n))(?P<words>(?:{pattern(_VERBS)}|{pattern(WITH)})(?![^\W_]))"
)
_STOP = regex(
    r"[;\r\n]|:(?![a-h][1-8])|(?<=[\d)])\.|(?<=[^\W\d_]{4})\.|\((?![a-hа-з]\))"
    r"|[=+±](?=\s*(?:[\r\n.;,)\]]|\Z|\d))|(?<![a-h\d])\d|\Z"
)
"""The end of an announcement: a stop, a bracket, a goal sign or a number."""
_AND = "|".join({one.links.split()[0] for one in LANGUAGES if one.links})
_GOAL = regex(
    rf"[\s,–—-]+(?:(?:{pattern(words('white', 'black', 'plays', 'article'))}|{_AND})\s+){{0,5}}"
    rf"{pattern(words('win', 'wins', 'draw', 'holds'))}(?![^\W_])"
)
_CREDIT = regex(r"[^\n;]{0,60}?(?:[:–—]|[).,]\s(?=[^\W\d_]{0,3}[a-h][1-8]))")
"""Names and a year between a word such as *corrected* and its change."""
_REFERENCE = regex(r"\s*(?:=|[^\W\d_]{1,5})?\s*")
"""The text between a label and another one that it refers to: `c) as b)`."""
_NUMBER = regex(r"(?<![\w/])[0-9]{1,3}(?=\s?(?:[.…)]|[^\W\d_]?[a-h][1-8]))")
_STATES_MEN = regex(rf"[a-h][1-8](?![^\W_])|(?<![^\W_]){pattern(words('white', 'black'))}(?![^\W_])")
"""A square, or a word for a side."""
_MAN_ON = regex(r"[^.]{3,40}?\s(?:on|auf|op|en|in|på)\s[a-h][1-8]\W{0,6}\Z")
_MAX_REACH = 400
"""Maximum number of code points after a label that are read."""
_MAX_CLAUSE = 160
_MAX_WITHOUT_SQUARE = 80
"""Maximum number of code points of a change without a square."""
_SQUARE = regex("[a-h][1-8]")
_MAX_BEFORE_LINE = 90
"""Maximum number of code points between a change and the line that begins after it."""
_MAX_AFTER_LABEL = 40
"""The same after a label without a change: `b) Solution: 1.Kb2`."""


class TwinMark(NamedTuple):
    """A mark at `span` of a block, with its announcement.

    `letter` is that of the twin, `a` for the diagram, or empty. `readings` are the changes in each language that reads
    them, each with its alternatives. `line` is the offset of the line that begins after the mark, or None.
    """

    letter: str
    span: Span
    is_announcement: bool
    readings: Sequence[tuple[Lexicon, Sequence[Sequence[Change]]]] = ()
    line: int | None = None


def marks_in(text: str) -> list[TwinMark]:
    """Return the marks in the readable `text` of a block, in order."""
    labels = [*_LABEL.finditer(text)]
    limits = [label.start() for label in labels if label["letter"] or label["plain"]] + [len(text)]
    first_number = _NUMBER.search(text)
    moves = first_number.start() if first_number else len(text)
    marks: list[TwinMark] = []
    for label in labels:
        start, end = label.span()
        if marks and start < marks[-1].span.end:
            continue
        at = bisect_right(limits, start, hi=len(limits) - 1)
        is_reference = at + 1 < len(limits) and _REFERENCE.fullmatch(text, end, limits[at])
        line = text[text.rfind("\n", 0, start) + 1 : start]
        is_apart = start <= moves or not line.strip(" \t>*_-|")
        limit = min(limits[at + 1 if is_reference else at], end + _MAX_REACH)
        if mark := _mark_at(text, label, limit, is_apart=is_apart):
            marks.append(mark)
    return marks


def _mark_at(text: str, label: re.Match[str], limit: int, *, is_apart: bool) -> TwinMark | None:
    """Return the mark that begins with `label` and ends before the offset `limit`, or None.

    `is_apart` is True if it begins a line of text, or if no move is before it. Otherwise its line must follow.
    """
    letter = letter_of(label["letter"] or label["plain"] or label["named"] or "")
    if label["solution"]:
        line = _line_after(text, label.end(), limit, _MAX_AFTER_LABEL)
        return None if line is None else TwinMark("a", Span(*label.span()), False, (), line)
    credit = _CREDIT.match(text, label.end(), limit) if label["name"] else None
    begins = [*([credit.end()] if credit else []), label.start("words") if label["words"] else label.end()]
    has_label = bool(label["letter"] or label["plain"] or credit)
    for begin in begins if letter != "a" or label["name"] else ():
        for end in _ends(text, begin, min(limit, begin + _MAX_CLAUSE)):
            found = readings_of(text[begin:end])
            line = _line_after(text, end, limit, _MAX_BEFORE_LINE) if found else None
            if found and (line is not None or (has_label and is_apart and not _NUMBER.search(text, end, limit))):
                return TwinMark(letter, Span(label.start(), end), True, found, line)
    number = _NUMBER.search(text, label.end(), limit)
    end = number.start() if number else limit
    stated = _STATES_MEN.search(text, label.end(), end)
    line = _line_after(text, label.end(), limit, _MAX_CLAUSE if stated else _MAX_AFTER_LABEL)
    if (number and line is None) or (label["words"] and not (number and _MAN_ON.match(text, label.end(), end))):
        return None
    has_colon = ":" in text[label.end() - 1 : label.end() + 1]
    if stated and (line is not None or ((letter or has_colon) and is_apart)):
        return TwinMark(letter, Span(label.start(), line or stated.end()), True, (), line)
    is_label = letter or line is not None or has_colon
    return TwinMark(letter, Span(*label.span()), False, (), line) if is_label else None


def letter_of(label: str) -> str:
    """Return the Latin letter of a label: `II` → `b`."""
    label = label.lower()
    plain = (_LETTERS[0][letters.index(label)] for letters in _LETTERS if label and label in letters)
    return _ROMAN.get(label) or next(plain, "")


def _ends(text: str, begin: int, limit: int) -> Iterator[int]:
    """Yield the offsets where an announcement from `begin` may end: at the next stop, or before a goal."""
    ends = 0
    for stop in _STOP.finditer(text, begin, limit):
        is_short = stop.start() - begin < _MAX_WITHOUT_SQUARE
        if text[begin : stop.start()].strip(" \t:;*_") and (is_short or _SQUARE.search(text, begin, stop.start())):
            yield stop.start()
            if goal := _GOAL.search(text, begin, stop.end()):
                yield goal.start()
            ends += 1
            # A line of text may break within an announcement, and a point may end an abbreviation.
            if stop[0] not in ("\n", "\r", ".") or 1 < ends:
                return


def _line_after(text: str, start: int, limit: int, reach: int) -> int | None:
    """Return the offset of the first number after `start` if it is that of move 1, at most `reach` letters away."""
    number = _NUMBER.search(text, start, limit)
    if number is None or number[0] != "1" or reach < sum(map(len, text[start : number.start()].split())):
        return None
    return number.start()
