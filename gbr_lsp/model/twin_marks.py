"""Labels and words that announce a twin, `b) wRh1 to g1`, or begin its line, `b) 1.Kb2`.

A label before a move with a higher number belongs to a note or a branch, and is no mark.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages import LANGUAGES, Lexicon, pattern, words
from gbr_lsp.languages.changes import LABEL, Change, read_changes
from gbr_lsp.model.versions import WITH

_LETTERS = ("abcdefgh", "абвгдежз")
_ROMAN = {"i": "a", "ii": "b", "iii": "c", "iv": "d"}
_FIELDS = [(one.twins.split("|"), one.versions.split("|")) for one in LANGUAGES if one.twins]
_NAMES = sorted({word for twins, versions in _FIELDS for word in f"{twins[0]} {versions[0]}".split()})
_VERBS = sorted({word for _, versions in _FIELDS for word in f"{versions[1]} {versions[2]}".split()})
_SOLUTIONS = sorted({word for one in LANGUAGES for word in one.solution.split("|") if word})
_LABEL = regex(
    rf"(?<![^\s\[*_>,;.:|~/–—-])(?:\(?(?P<letter>{LABEL})\)|(?:\A|(?<=[\n>*_])|(?<=[\n|*.!?;:-] ))(?P<plain>[a-hа-з])[.:](?=[\s*_]))[*_.:]*"
    rf"|(?<![^\W_])(?P<solution>{pattern(_SOLUTIONS)}|(?i:diagram[^\W\d_]{{0,2}}|диаграмма)):[*_]*"
    rf"|(?<![^\W_])(?P<name>{pattern(_NAMES)})(?![^\W_])(?:\s?\(?(?P<named>{LABEL})(?![^\W_])\)?[*_]*)?"
    rf"|(?:\A|(?<=[.!?:)]\s)|(?<=\n))(?P<words>(?:{pattern(_VERBS)}|{pattern(WITH)})(?![^\W_]))"
)
_STOP = regex(
    r"[;\r\n]|:(?![a-h][1-8])|(?<=[\d)])\.|(?<=[^\W\d_]{4})\.|\((?![a-hа-з]\))|[=+±](?=\s*(?:[\r\n.;,)\]]|\Z|\d))|(?<![a-h\d])\d|\Z"
)
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
_SQUARE = regex(r"[a-h][1-8](?![^\W_])")
_MAN_ON = regex(r"[^.]{3,40}?\s(?:on|auf|op|en|in|på)\s[a-h][1-8]\W{0,6}\Z")
_MAX_CLAUSE = 160
_MAX_BEFORE_LINE = 90
"""Maximum number of code points between a change and the line that begins after it."""
_MAX_AFTER_LABEL = 40
"""The same after a label without a change: `b) Solution: 1.Kb2`."""


class TwinMark(NamedTuple):
    """A mark and what it announces, at `span` of a block.

    `letter` is that of the twin, `a` for the diagram, or empty. `readings` are the changes in each language that reads
    them, each with its alternatives. `line` is the offset of the line that begins after the mark, or None.
    """

    letter: str
    span: Span
    is_announcement: bool
    readings: tuple[tuple[Lexicon, Sequence[Sequence[Change]]], ...] = ()
    line: int | None = None


def marks_in(text: str) -> list[TwinMark]:
    """Return the marks in the readable `text` of a block, in order."""
    labels = [*_LABEL.finditer(text)]
    marks: list[TwinMark] = []
    for number, label in enumerate(labels):
        if marks and label.start() < marks[-1].span.end:
            continue
        following = [one.start() for one in labels[number + 1 :] if one["letter"] or one["plain"]][:2]
        if following and _REFERENCE.fullmatch(text, label.end(), following[0]):
            del following[0]
        if mark := _mark_at(text, label, min([len(text), *following])):
            marks.append(mark)
    return marks


def _mark_at(text: str, label: re.Match[str], limit: int) -> TwinMark | None:
    """Return the mark that begins with `label` and ends before the offset `limit`, or None."""
    letter = letter_of(label["letter"] or label["plain"] or label["named"] or "")
    if label["solution"]:
        line = _line_after(text, label.end(), limit, _MAX_AFTER_LABEL)
        return None if line is None else TwinMark("a", Span(*label.span()), False, (), line)
    begins = [label.start("words") if label["words"] else label.end()]
    credit = _CREDIT.match(text, label.end(), limit) if label["name"] else None
    if credit:
        begins.insert(0, credit.end())
    for begin in begins:
        for end in _ends(text, begin, min(limit, begin + _MAX_CLAUSE)):
            clause = text[begin:end]
            found = tuple((one, changes) for one in LANGUAGES if (changes := read_changes(one, clause)))
            line = _line_after(text, end, limit, _MAX_BEFORE_LINE) if found else None
            is_sure = label["letter"] or label["plain"] or (label["name"] and credit) or line is not None
            if (
                found
                and is_sure
                and (letter != "a" or label["name"])
                and (line is not None or _is_apart(text, label.start()))
            ):
                return TwinMark(letter, Span(label.start(), end), True, found, line)
    return _unread_mark(text, label, letter, limit)


def _unread_mark(text: str, label: re.Match[str], letter: str, limit: int) -> TwinMark | None:
    """Return the mark of a label before a line, or of words that are not understood; None if it is no mark."""
    number = _NUMBER.search(text, label.end(), limit)
    square = _SQUARE.search(text, label.end(), number.start() if number else limit)
    if label["words"]:
        is_change = number and _MAN_ON.match(text, label.end(), number.start())
        return (
            TwinMark("", Span(label.start(), number.start()), True, (), number.start())
            if number and is_change
            else None
        )
    line = _line_after(text, label.end(), limit, _MAX_CLAUSE if square else _MAX_AFTER_LABEL)
    if number and line is None:
        return None
    if square and (line is not None or ((letter or label["name"]) and _is_apart(text, label.start()))):
        return TwinMark(letter, Span(label.start(), line or square.end()), True, (), line)
    is_label = letter or line is not None or text[label.end() - 1 : label.end() + 1].count(":")
    return TwinMark(letter, Span(*label.span()), False, (), line) if is_label else None


def letter_of(label: str) -> str:
    """Return the Latin letter of a label: `II` → `b`."""
    label = label.lower()
    plain = (_LETTERS[0][letters.index(label)] for letters in _LETTERS if label and label in letters)
    return _ROMAN.get(label) or next(plain, "")


def _ends(text: str, begin: int, limit: int) -> Iterator[int]:
    """Yield the offsets where an announcement from `begin` may end: before a goal, or at the next stop."""
    start = begin
    while (
        (stop := _STOP.search(text, start, limit))
        and not text[begin : stop.start()].strip(" \t:*_")
        and stop.end() < limit
    ):
        start = stop.end()
    for _ in range(2):
        if stop is None:
            break
        goal = _GOAL.search(text, begin, stop.end())
        yield goal.start() if goal else stop.start()
        # A line of text may break within an announcement, and a point may end an abbreviation.
        stop = _STOP.search(text, stop.end(), limit) if stop[0] in ("\n", "\r", ".") and stop.end() < limit else None


def _line_after(text: str, start: int, limit: int, most: int) -> int | None:
    """Return the offset of the first number after `start` if it is that of move 1, with at most `most` letters between."""
    number = _NUMBER.search(text, start, limit)
    is_first = number is not None and number[0] == "1"
    return (
        number.start() if number and is_first and sum(map(len, text[start : number.start()].split())) <= most else None
    )


def _is_apart(text: str, start: int) -> bool:
    """Return True if the mark at `start` begins a line of text, or if no move number is before it."""
    return not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t>*_-|") or not _NUMBER.search(text, 0, start)
