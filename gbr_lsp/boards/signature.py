"""Material signatures and counts of men in a text: `KQP-KRPP`, `KBBvKN`, `(4+5)`.

Spans are in code points of the given text. This module knows no codes; rules find the code of a
signature.
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
"""A digit, a longer chain or an ending of a file name may not follow: `KB-K2`, `KR-KB-KN`, `KRvKN.rtbw`."""

_NUMBER = "(?:1[0-6]|[1-9])"
COUNT = regex(rf"\((?<![\w)\]+*/^=]\()(?P<white>{_NUMBER}) ?\+ ?(?P<black>{_NUMBER})\)(?![\w(^])")
_FACTOR_BEFORE = regex(r"[*/^×·][ \t]*\Z")
_FORMULA_AFTER = regex(r"[ \t]*(?:[*/^×·]|[-+=−][ \t]*[0-9]+(?![0-9.]))")

_LINE_BEFORE, _LINE_AFTER = regex(r"[^\r\n]*\Z"), regex(r"[^\r\n]*")
_WORD_SIGN = regex(r"[^\W_]")
_TOKEN = regex(r"[^\W_]+")
_NAME_TOKEN = regex(r"[0-9]+(?:st|nd|rd|th)?|[A-Z]+[0-9]+|[a-zà-öø-ÿ]")
_NAME_LINKS = regex(
    r"\b(?:(?:and|after|by|ca|da|de|den|der|di|from|nach|und|van|von|vs)\b\.?[ \t]++){1,4}(?=[^\W_a-z])"
)
"""Words that link names and years: `after KRP-KR`."""

_ARROW = regex(r"[-=]>|[→⇒➔]")
_MACRO = regex(r"\\(?:begin|end)\{[^{}]*\}|\\[A-Za-z@]+\*?")


class Signature(NamedTuple):
    """The material of both sides, usually White's first, and its span: `KQP-KRPP`."""

    white: str
    black: str
    span: Span

    @property
    def men(self) -> Division:
        return men_in((self.white, self.black))


def signatures(text: str, span: Span) -> list[Signature]:
    """Return a `Signature` for each one in `span`, sorted by offset, without bare kings."""
    if text.find("K", *span) == -1:
        return []
    return [
        Signature(match["white"], match["black"], Span(*match.span()))
        for match in _SIGNATURE.finditer(text, *span)
        if 2 < len(match["white"]) + len(match["black"])
    ]


def counts(text: str, span: Span) -> list[Count]:
    """Return a `Count` for each count of men in `span`, sorted by offset.

    Sums in a formula are skipped.
    """
    if text.find("+", *span) == -1:
        return []
    return [
        Count(Control(int(match["white"]), int(match["black"])), Span(*match.span()))
        for match in COUNT.finditer(text, *span)
        if not _FACTOR_BEFORE.search(text, max(span.start, match.start() - 4), match.start())
        and not _FORMULA_AFTER.match(text, match.end(), span.end)
    ]


def lone_count(text: str, spans: Iterable[Span]) -> Count | None:
    """Return the only `Count` in `spans` if it fills a line of `text`, or None.

    A sign may follow: `(4+3)+`.
    """
    if "+" not in text or "(" not in text:
        return None
    spans = list(spans)
    found = [count for span in spans for count in counts(text, span)]
    if len(found) != 1:
        return None
    line = _LINE_BEFORE.search(text, 0, found[0].span.start), _LINE_AFTER.match(text, found[0].span.end)
    gaps = [Span(*part.span()) for part in line if part]
    words = (_WORD_SIGN.search(text, max(gap.start, one.start), min(gap.end, one.end)) for gap in gaps for one in spans)
    return None if any(words) else found[0]


def is_prose(text: str) -> bool:
    """Return True if `text` contains a lower-case word, a move or an arrow.

    Prose may mention the ending that a study leads to. A line of names, titles and numbers
    describes the study.
    """
    rest = _NAME_LINKS.sub("", _MACRO.sub(" ", text))
    return _ARROW.search(rest) is not None or not all(map(_is_name, _TOKEN.findall(rest)))


def _is_name(token: str) -> bool:
    """Return True for a title, an ordinal, a number, or a name, which has a capital letter."""
    return bool(_NAME_TOKEN.fullmatch(token)) or (token.isalpha() and token[0].isupper())
