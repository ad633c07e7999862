"""The goal that the words after a solution state: "8.Kd4 and White wins."."""

import re
from collections.abc import Sequence

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages import LANGUAGES, pattern, words
from gbr_lsp.notation.grammar import GOAL_OF_RESULT
from gbr_lsp.notation.results import read_result
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.line import Node

_LINK = regex(
    rf"[!?+#†‡]*(?:\s?[,;–—-])?\s+(?:{pattern(words('links'))}\s+)?(?:(?:it\s+is|it[\u2019\x27]s|is)\s+)?(?:an?\s+)?"
)
_RESULT = regex(r"(?:1-0|1/2-1/2|½-½)(?![^\W_]|[-/])")
_BY_WHITE = regex(rf"(?:{pattern(words('article'))}\s+)?{pattern(words('white'))}\s")
_EVALUATION = regex(r"[1-8A-Z+#†‡!?]\s+(?=[^\W\d_]{3})")
"""Matches between a move and the word after it."""
_SENTENCE_END = regex(r"\s*(?:[.!;]|\Z)|[^\S\n]*\n")


_OPENING = regex(
    r"(?:\A|\n[^\S\n]*\n|[^\w\s,;][^\S\n]*\n)"
    r"(?:[\s>|*_#(\[-]|(?:[a-dA-D]|I{1,3}|[0-9]{1,3})\))*"
    rf"(?:{pattern(word for one in LANGUAGES for word in one.solution.split('|') if word)}[ \t]*[:.][*_]*\s*)?"
    r"1\s*\.(?:\s*\.\.|\s*…)?\s*\Z",
    re.IGNORECASE,
)
_MAX_BEFORE = 80
_MIN_PLIES = 3
"""Minimum number of half-moves before the words, so that the line counts as a solution."""


def goal_after_line(text: str, moves: Sequence[Node]) -> tuple[Goal, Span] | None:
    """Return the goal in the words after the complete line of `moves`, and their span, or None.

    A line that does not begin its paragraph, or that ends with an evaluation, states nothing.
    """
    first, last = moves[0].span.start, moves[-1]
    if len(moves) < _MIN_PLIES or not _is_paragraph_start(text, first):
        return None
    stated = goal_after(text, last.span.end, by_white=last.by_white)
    return None if stated and _is_evaluation(text, first, stated[1]) else stated


def goal_after(text: str, pos: int, *, by_white: bool) -> tuple[Goal, Span] | None:
    """Return the goal in the words after a move, and their span, or None.

    The words begin at `pos`, after the last move of a solution. `by_white` is True if White made
    it. After a move of Black, "wins" may refer to Black, so it needs "White". Example: `8.Kd4 and
    White wins.` → win, span of `White wins`.
    """
    link = _LINK.match(text, pos)
    if link is None:
        return None
    result = _RESULT.match(text, link.end())
    if result:
        goal, end = GOAL_OF_RESULT[result[0]], result.end()
    else:
        is_word = text[link.end() : link.end() + 1].isalpha()
        words = read_result(text, link.end(), len(text), after_control=False) if is_word else None
        if words is None or words.stipulation.turn is not None:
            return None
        goal, end = words.stipulation.goal, words.span.end
        if goal is Goal.WIN and not by_white and not _BY_WHITE.match(text, link.end()):
            return None
    if goal is None or not _SENTENCE_END.match(text, end):
        return None
    return goal, Span(link.end(), end)


def _is_paragraph_start(text: str, pos: int) -> bool:
    """Return True if the first move of a line, at `pos`, begins a paragraph.

    Words before it announce a try or another version, except for "Solution:".
    """
    return _OPENING.search(text[max(0, pos - _MAX_BEFORE) : pos]) is not None


def _is_evaluation(text: str, start: int, words: Span) -> bool:
    """Return True if `words` look like the evaluation of a note.

    They follow a move directly, without "White", and an earlier note of the line that begins at
    `start` ends the same way. So they may be the end of the last note.
    """
    if text[: words.start].rstrip()[-1:].isalpha() or _BY_WHITE.match(text, words.start):
        return False
    return any(
        read_result(text, before.end(), words.start, after_control=False)
        for before in _EVALUATION.finditer(text, start, words.start)
        if before.end() < words.start
    )
