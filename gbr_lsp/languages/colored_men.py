"""Lists of men with a color for each man: `g8 black knight`, `a white king on a1 and a black one on a8`.

In copied text and in attributes, each line or value is one man, and its square comes first. So
their words are read backward, like those of a sentence. A language with an unread word reads nothing.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages.lexicon import KINDS, Lexicon, fold
from gbr_lsp.languages.list_reading import MIN_MEN
from gbr_lsp.languages.men import ListedMan
from gbr_lsp.languages.men_tokens import LINE_TAG
from gbr_lsp.languages.table import LANGUAGES

ColoredList = tuple[Span, list[list[ListedMan]]]
"""The span of a list, and its men in each language that reads it to its end."""

_SQUARE = regex(r"(?<![^\W_])[a-h][1-8](?![^\W_])")
_BEGINNINGS = {
    form[:3] for one in LANGUAGES for word in f"{one.white} {one.black}".split() for form in (word, fold(word))
}
"""The first letters of the names of colors."""
_TOKEN = regex(
    r"(?P<range>(?<=[1-8][ ])[aà](?=[ ][a-h][1-8]))|(?P<square>[a-h][1-8])(?![^\W_])|(?P<word>[^\W\d_]++)(?![0-9])"
    r"|[^\s*_`'’\"“”„«»,;.]"
)
"""A part of a list; `range` is the word of French `a2 à a4`, but means *and* in Czech."""
_SENTENCE_END = regex(r"(?<![\W_][^\W\d_])[.!?…](?=[\s*_)\]]|\Z)(?!\s[a-zà-ÿа-я])|(?:\r\n?|\n)[ \t>]*+(?=[\r\n])|\Z")
_TAIL = regex(
    r"[*_`'\"”“»]{0,3}(?:\s?\([^()0-9]{1,80}\))?\s*+(?:\Z|:|(?<=[\r\n])(?=[0-9+=\[(])|[–—-]\s?(?=[0-9+=])|(?=[\[(=][0-9=+]))"
)
"""The text after the last man of a sentence: a remark in parentheses, then the end, a colon or a code."""
_ENTRY = (
    r"(?:(?P<man>[a-h][1-8](?:[ \t]{1,3}[^\W\d_]{1,20}){2,5}[ \t]*+[,;.]?)"
    r"|(?P<border>(?:[a-h][ \t]{0,3}){8}|[1-8][ \t]{0,3}[1-8]?))[ \t]*+"
)
_LINE = regex(rf"[ \t]*+{_ENTRY}(?=[\r\n]|\Z)|(?P<gap>(?:\r\n?+|\n)[ \t>]*+(?=[\r\n]|\Z))|(?P<other>[^\r\n]++)")
_ATTRIBUTE = regex(
    rf"\b(?:alt|title|ALT|TITLE)\s?=\s?[\"'](?:{_ENTRY}(?=[\"'])|(?P<other>[^\"'<>\r\n]))|(?P<gap></?(?:table|TABLE)\b)"
)
_PARAGRAPH = regex("[^g]++")
_COMPLETE = regex("m++|o*+b[bm]*+(?<=b)o*+")
"""The kinds of entries of a paragraph that lost no man: only men, or a border before and after them."""
_MAN = regex(f"(?:[wb]?[{KINDS}]?|[{KINDS}][wb])s")
_MAN_WITH_COLOR = regex(f"[wb][{KINDS}]?s|[{KINDS}][wb]s")


def colored_lists(text: str, spans: list[Span]) -> list[ColoredList]:
    """Return the `ColoredList`s in the lines and sentences of `spans`."""
    if not _has_colors(text):
        return []
    shown_text = _shown_text(text, spans)
    return [*_lists_of_entries(shown_text, _LINE), *_lists_of_sentences(shown_text)]


def attribute_lists(text: str) -> list[ColoredList]:
    """Return the `ColoredList`s in the attributes `alt` and `title` of each table in `text`."""
    return [*_lists_of_entries(text, _ATTRIBUTE)] if _has_colors(text) else []


def _has_colors(text: str) -> bool:
    """Return True if `text` may have the name of a color; a fast first test."""
    lower = text.lower()
    return any(map(lower.__contains__, _BEGINNINGS))


def _shown_text(text: str, spans: list[Span]) -> str:
    """Return `text` with blanks for tags between `spans`; other gaps are unreadable. Offsets stay."""
    parts, end = [], 0
    for start, stop in [*spans, Span(len(text), len(text))]:
        gap = text[end:start]
        filler = "~" if not gap.startswith("<") else "\n" if LINE_TAG.search(gap) else " "
        parts += [filler * len(gap), text[start:stop]]
        end = stop
    return "".join(parts)


def _lists_of_entries(text: str, entry: re.Pattern[str]) -> Iterator[ColoredList]:
    """Yield the lists with a man in each `entry`. A picture and its link have the same text."""
    entries = [*entry.finditer(text)]
    for paragraph in _PARAGRAPH.finditer("".join((one.lastgroup or "")[:1] for one in entries)):
        men = {one["man"]: Span(*one.span("man")) for one in entries[slice(*paragraph.span())] if one["man"]}
        tokens = [token for span in men.values() for token in _TOKEN.finditer(text, *span)]
        yield from _lists_of(tokens[::-1], is_complete=_COMPLETE.fullmatch(paragraph[0]) is not None)


def _lists_of_sentences(text: str) -> Iterator[ColoredList]:
    """Yield the lists that are sentences."""
    start = 0
    for sentence_end in _SENTENCE_END.finditer(text):
        end = sentence_end.start()
        squares = [one.end() for one in _SQUARE.finditer(text, start, end)]
        if MIN_MEN <= len(squares):
            tokens = [*_TOKEN.finditer(text, start, squares[-1])]
            yield from _lists_of(tokens, is_complete=_TAIL.match(text, squares[-1], end) is not None)
        start = sentence_end.end()


def _lists_of(tokens: list[re.Match[str]], *, is_complete: bool) -> Iterator[ColoredList]:
    """Yield the list of `tokens` if a language finds three men with colors.

    It has no readings if other words are unread. One that is read but not complete is left to
    other readers.
    """
    languages = dict.fromkeys(one for token in tokens if token["word"] for one in _languages_of(token["word"]))
    found = [men for one in languages if (men := _men(one, tokens)) is not None]
    readings = [men for men in found if men]
    if found and (is_complete or not readings):
        ends = [offset for token in (tokens[0], tokens[-1]) for offset in token.span()]
        yield Span(min(ends), max(ends)), readings


@lru_cache(4096)
def _languages_of(word: str) -> tuple[Lexicon, ...]:
    """Return the `Lexicon`s that have `word` as the full name of a color."""
    return tuple(one for one in LANGUAGES if _sign(one, word) in ("w", "b")) if word.lower()[:3] in _BEGINNINGS else ()


def _men(language: Lexicon, tokens: Iterable[re.Match[str]]) -> list[ListedMan] | None:
    """Return the men of `tokens`; [] if a part is unread, None if fewer than `MIN_MEN` have a color.

    A man without kind or color repeats that of the man before.
    """
    signs = ""
    for token in tokens:
        is_and = token["range"] and language.links.startswith("a ")
        signs += _sign(language, token["word"]) if token["word"] else "" if is_and else "s" if token["square"] else "?"
    if len(_MAN_WITH_COLOR.findall(signs)) < MIN_MEN:
        return None
    squares = [token for token in tokens if token["square"]]
    men: list[ListedMan] = []
    color = kind = ""
    for man, square in zip(_MAN.findall(signs), squares, strict=True):
        color = next((sign for sign in man if sign in "wb"), color)
        kind = next((sign for sign in man if sign in KINDS), kind)
        men.append(ListedMan(kind, square[0], color == "w", None, Span(*square.span())))
    return men if men[0].kind and _MAN_WITH_COLOR.match(signs) and not _MAN.sub("", signs) else []


def _sign(language: Lexicon, word: str) -> str:
    """Return `w` or `b` for a color, one of KINDS for a man, "" for a link, and a question mark for other words."""
    side = language.side_of(word)
    if side and not side.is_short:
        return "w" if side.color else "b"
    if language.is_link_in_prose(word):
        return ""
    return (1 < len(word) and language.kind_of(word)) or "?"
