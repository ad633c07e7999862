"""Material signatures and counts of men in a text: `KQP-KRPP`, `KBBvKN`, `(4+5)`.

Spans are in code points of the text that is given. Nothing here knows of codes: which of them a signature speaks of is
for the rule to say.
"""

from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Count
from gbr_lsp.notation.men import Division, men_in
from gbr_lsp.notation.values import Control

_WORD = "K[QRBNSP]{0,15}"
_BLANK = r"[ \t\u00a0\u202f]"
_SIGNATURE = regex(
    rf"(?<![\w./\\–-])(?P<white>{_WORD})(?P<link>{_BLANK}?(?:--|[-–]){_BLANK}?|v|{_BLANK}v(?:s?\.?|ersus){_BLANK})"
    rf"(?P<black>{_WORD})(?!\w|[-–./\\]\w)"
)
"""Behind it no digit, no part of a longer chain and no ending of a file name: `KB-K2`, `KR-KB-KN`, `KRvKN.rtbw`."""

_NUMBER = "(?:1[0-6]|[1-9])"
COUNT = regex(rf"\((?<![\w)\]+*/^=]\()(?P<white>{_NUMBER}) ?\+ ?(?P<black>{_NUMBER})\)(?![\w(^])")
_FACTOR_BEFORE = regex(r"[*/^×·][ \t]*\Z")
_FORMULA_AFTER = regex(r"[ \t]*(?:[*/^×·]|[-+=−][ \t]*[0-9]+(?![0-9.]))")

_WORD_SIGN = regex(r"[^\W_]")
_TOKEN = regex(r"[^\W_]+")
_NAME_TOKEN = regex(r"[0-9]+(?:st|nd|rd|th)?|[A-Z]+[0-9]+|[a-zà-öø-ÿ]")
_NAME_LINKS = regex(
    r"\b(?:(?:and|after|by|ca|da|de|den|der|di|from|nach|und|van|von|vs)\b\.?[ \t]++){1,4}(?=[^\W_a-z])"
)
"""What links names and years, and is nothing by itself: `after KRP-KR` speaks of an ending."""

_ARROW = regex(r"[-=]>|[→⇒➔]")
_MACRO = regex(r"\\(?:begin|end)\{[^{}]*\}|\\[A-Za-z@]+\*?")


class Signature(NamedTuple):
    """The material of both sides, White's usually first, where it stands."""

    white: str
    black: str
    span: Span

    @property
    def men(self) -> Division:
        return men_in((self.white, self.black))


def signatures(text: str, span: Span) -> list[Signature]:
    """The signatures in a span of a text, in order of offset; the bare kings are none."""
    if text.find("K", *span) == -1:
        return []
    return [
        Signature(match["white"], match["black"], Span(*match.span()))
        for match in _SIGNATURE.finditer(text, *span)
        if 2 < len(match["white"]) + len(match["black"])
    ]


def counts(text: str, span: Span) -> list[Count]:
    """The counts of men in a span of a text, in order of offset; a sum that is part of a formula is none."""
    if text.find("+", *span) == -1:
        return []
    return [
        Count(Control(int(match["white"]), int(match["black"])), Span(*match.span()))
        for match in COUNT.finditer(text, *span)
        if not _FACTOR_BEFORE.search(text, max(span.start, match.start() - 4), match.start())
        and not _FORMULA_AFTER.match(text, match.end(), span.end)
    ]


def lone_count(text: str, spans: Iterable[Span]) -> Count | None:
    """The count that is all of what is read in a text, perhaps with the sign of the goal: `(4+3)+`."""
    if "+" not in text:
        return None
    word_spans = [span for span in spans if _WORD_SIGN.search(text, *span)]
    match = COUNT.search(text, *word_spans[0]) if len(word_spans) == 1 else None
    if match is None:
        return None
    start, end = word_spans[0]
    if _WORD_SIGN.search(text, start, match.start()) or _WORD_SIGN.search(text, match.end(), end):
        return None
    return Count(Control(int(match["white"]), int(match["black"])), Span(*match.span()))


def is_prose(text: str) -> bool:
    """Whether a text says more than names, titles and numbers: a lower-case word, a move, an arrow.

    Prose may speak of the ending that a study leads to; a line of names and numbers speaks of the study.
    """
    rest = _NAME_LINKS.sub("", _MACRO.sub(" ", text))
    return _ARROW.search(rest) is not None or not all(map(_is_name, _TOKEN.findall(rest)))


def _is_name(token: str) -> bool:
    """Whether a word is a name, a title, an ordinal or a number; a script without capitals has no names to see."""
    return bool(_NAME_TOKEN.fullmatch(token)) or (token.isalpha() and token[0].isupper())
