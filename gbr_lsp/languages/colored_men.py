"""Lists of men with a color for each man: `g8 black knight`, `a white king on a1 and a black one on a8`.

In copied text and in attributes, each line or value is one man, and its square comes first. In a
sentence, the square comes last. A list is read in each language with matching words. A language
with an unread word between two men reads nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, lines_of
from gbr_lsp.languages.lexicon import Lexicon, fold, pattern
from gbr_lsp.languages.list_reading import MIN_MEN
from gbr_lsp.languages.men import ListedMan
from gbr_lsp.languages.men_tokens import LINE_TAG
from gbr_lsp.languages.table import LANGUAGES

_SQUARE = regex(r"(?<![^\W_])[a-h][1-8](?![^\W_])")
_WORD = regex(r"[^\W\d_]++")
_COLOR = regex(pattern(word for one in LANGUAGES for word in f"{one.white} {one.black}".split()))
_TOKEN = regex(
    r"(?P<square>[a-h][1-8])(?![^\W_])|(?P<word>[^\W\d_]++)(?![0-9])|(?P<passed>[\s*_`'’\"“”„«»,;])"
    r"|(?P<lead>[:()\[\]]|[+=-]?[0-9]{4}(?:[.,][0-9]{2,4})?(?:[a-h][1-8]){0,2}(?![^\W_]))|(?P<other>.)"
)
"""A part of a list; `lead` may occur only before the first man."""
_SENTENCE_END = regex(r"(?<![\W_][^\W\d_])[.!?…](?=[\s*_)\]]|\Z)(?!\s[a-zà-ÿа-я])|(?:\r\n?|\n)[ \t>]*+(?=[\r\n])|\Z")
_TAIL = regex(
    r"[*_`'\"”“»]{0,3}(?:\s?\([^()0-9]{1,80}\))?+\s*+(?:\Z|:|(?<=[\r\n])(?=[0-9+=\[(])|[–—-]\s?(?=[0-9+=])|(?=[\[(=][0-9=+]))"
)
"""The text after the last man of a sentence: a remark in parentheses, then the end, a colon or a code."""
_MOVE = regex(r"(?<![0-9])[1-9][0-9]?[.…]{1,3}\s?[^\W\d_]|(?<![^\W_])[^\W\d_a-h][a-h1-8x:]{0,2}[a-h][1-8](?![^\W_])")
_ENTRY = regex(r"\s*+[a-h][1-8](?:[ \t]{1,3}[^\W\d_]{1,20}){2,5}[ \t]*+[,;.]?\s*+")
_BORDER = regex(r"\s*+(?:(?:[a-h][ \t]{0,3}){8}|[1-8][ \t]{0,3}[1-8]?)\s*+")
_STARTS_WITH_SQUARE = regex(r"\s*+[a-hA-H][0-9](?:[ \t]++[^\s]|[^\W\d_]{3}|[ \t]*+\Z)")
_LINE_OF_MAN = regex(r"(?:\A|(?<=[\r\n]))[ \t]*+[a-h][1-8][ \t]")
_MAX_DAMAGED_WORDS = 5
_ATTRIBUTE = regex(
    r"\b(?:alt|title|ALT|TITLE)\s?=\s?(?:\"(?P<double>[^\"<>\r\n]{1,80})\"|'(?P<single>[^'<>\r\n]{1,80})')"
    r"|</?(?:table|TABLE)\b"
)
_MAN, _DAMAGED, _BORDER_LINE, _OTHER, _TABLE = "mdbot"
_RUN = regex(f"[{_MAN}{_DAMAGED}{_BORDER_LINE}]++")


class ColoredList(NamedTuple):
    """A list of men with their colors; `readings` has the men of each language that reads it.

    `unread_spans` are damaged lines or values; with such there are no readings.
    """

    span: Span
    readings: list[list[ListedMan]]
    unread_spans: list[Span]


def colored_lists(text: str, spans: list[Span]) -> list[ColoredList]:
    """Return the `ColoredList`s in the lines and sentences of `spans`, sorted by offset."""
    if len(_SQUARE.findall(text)) < MIN_MEN or not _languages_of(_WORD.findall(text)):
        return []
    shown_text = _shown_text(text, spans)
    return sorted([*_lists_of_lines(shown_text), *_lists_of_sentences(shown_text)])


def attribute_lists(text: str) -> list[ColoredList]:
    """Return the `ColoredList`s in the attributes `alt` and `title` of each table in `text`."""
    if "=" not in text or len(_SQUARE.findall(text)) < MIN_MEN:
        return []
    entries = []
    for match in _ATTRIBUTE.finditer(text):
        span = Span(*match.span(match.lastgroup or 0))
        kind = _kind_of_entry(text, span) if match.lastgroup else _TABLE
        if kind in (_MAN, _DAMAGED, _TABLE):
            entries.append((kind, span))
    return [*_lists_of_entries(text, entries)]


def _shown_text(text: str, spans: list[Span]) -> str:
    """Return `text` with blanks for tags between `spans`; other gaps are unreadable. Offsets stay."""
    parts, end = [], 0
    for start, stop in [*spans, Span(len(text), len(text))]:
        gap = text[end:start]
        is_inline = gap.startswith("<") and not LINE_TAG.search(gap)
        parts += [(" " if is_inline else "\n" if gap.startswith("<") else "~") * len(gap), text[start:stop]]
        end = stop
    return "".join(parts)


def _lists_of_lines(text: str) -> Iterator[ColoredList]:
    """Yield the lists with a man on each line."""
    entries, start = [], 0
    if len(_LINE_OF_MAN.findall(text)) < MIN_MEN:
        return
    for line in lines_of(text):
        span = Span(start, start + len(line.rstrip()))
        start += len(line)
        if line.strip():
            entries.append((_kind_of_entry(text, span), span))
    yield from _lists_of_entries(text, entries)


def _kind_of_entry(text: str, span: Span) -> str:
    """Return the kind of a line or value: a man, a border, a damaged man, or another."""
    if _BORDER.fullmatch(text, *span):
        return _BORDER_LINE
    if _ENTRY.fullmatch(text, *span) and _men_of_entry(text, span):
        return _MAN
    if _STARTS_WITH_SQUARE.match(text, *span):
        return _DAMAGED
    words = [
        match["word"] for match in _TOKEN.finditer(text, span.start, min(span.end, span.start + 80)) if match["word"]
    ]
    is_man = any(any(map(language.kind_of, words)) for language in _languages_of(words))
    return _DAMAGED if is_man and len(words) <= _MAX_DAMAGED_WORDS else _OTHER


def _men_of_entry(text: str, span: Span) -> dict[str, ListedMan]:
    """Return the man of a line or value, by the names of the languages that read it."""
    square, *words = (match for match in _TOKEN.finditer(text, *span) if not match["passed"] and match[0] != ".")
    languages = _languages_of([match["word"] for match in words])
    return {language.name: men[0] for language in languages if (men := _men(language, [*words, square]))}


def _lists_of_entries(text: str, entries: list[tuple[str, Span]]) -> Iterator[ColoredList]:
    """Yield a list for each run of `entries` with `MIN_MEN` men.

    A run with a border before or after its men must have both. Another line between two runs may
    be a damaged man, so neither of them is read.
    """
    kinds = "".join(kind for kind, _ in entries)
    for run in _RUN.finditer(kinds):
        start, end = run.span()
        spans = [span for kind, span in entries[start:end] if kind != _BORDER_LINE]
        if run[0].count(_MAN) < MIN_MEN:
            continue
        unread_spans = [span for kind, span in entries[start:end] if kind == _DAMAGED]
        has_neighbor = any(
            _RUN.match(kinds, at, at + 1) for at in (start - 2, end + 1) if 0 <= at and kinds[at : at + 1]
        )
        is_closed = run[0][0] == run[0][-1] == _BORDER_LINE if _BORDER_LINE in run[0] else not has_neighbor
        if not is_closed and not unread_spans:
            unread_spans = [entries[min(end, len(entries) - 1)][1]]
        men = [] if unread_spans else [_men_of_entry(text, span) for span in spans]
        names = set.intersection(*map(set, men)) if men else set()
        readings = []
        for name in sorted(names):
            counts = Counter(one[name]._replace(span=spans[0]) for one in men)
            # A picture and its link have the same text.
            if len({*counts.values()}) == 1:
                readings.append([*counts])
        yield ColoredList(Span(spans[0].start, spans[-1].end), readings, unread_spans)


def _lists_of_sentences(text: str) -> Iterator[ColoredList]:
    """Yield the lists that are sentences, perhaps after words without men, squares and moves.

    A list after such words, or with moves after it, has no readings: it may show another position.
    """
    start = 0
    for sentence_end in _SENTENCE_END.finditer(text):
        end = sentence_end.start()
        squares = [*_SQUARE.finditer(text, start, end)]
        if MIN_MEN <= len(squares):
            list_end = squares[-1].end()
            tokens = [match for match in _TOKEN.finditer(text, start, list_end) if not match["passed"]]
            languages = _languages_of([match["word"] for match in tokens if match["word"]])
            starts = {language: _first_man(language, tokens) for language in languages}
            found = {language: men for language, first in starts.items() if (men := _men(language, tokens[first:]))}
            count = max(map(len, found.values()), default=0)
            readings = {language: men for language, men in found.items() if len(men) == count}
            leads = [(language, token) for language in readings for token in tokens[: starts[language]]]
            is_doubtful = _MOVE.search(text, list_end, end) or not all(_is_lead(*lead) for lead in leads)
            if readings and (is_doubtful or _TAIL.match(text, list_end, end)):
                list_start = min(men[0].span.start for men in readings.values())
                yield ColoredList(Span(list_start, list_end), [] if is_doubtful else [*readings.values()], [])
            elif not readings and any(_has_colored_men(language, tokens) for language in languages):
                yield ColoredList(Span(start, list_end), [], [])
        start = sentence_end.end()


def _has_colored_men(language: Lexicon, tokens: list[re.Match[str]]) -> bool:
    """Return True if three squares in `tokens` follow a color and a man: parts of it are no lists."""
    signs = ""
    for token in tokens:
        word = token["word"]
        if not word or _color(language, word) is not None:
            signs += "c" if word else "s" if token["square"] else "?"
        elif _kind(language, word):
            signs += "k"
    return MIN_MEN <= signs.count("cks") + signs.count("kcs")


def _first_man(language: Lexicon, tokens: list[re.Match[str]]) -> int:
    """Return the number of the first color in `tokens`, or of the man that it follows: `re bianco`."""
    words = [token["word"] or "" for token in tokens]
    number = next(number for number, word in enumerate(words) if word and _color(language, word) is not None)
    return number - 1 if number and _kind(language, words[number - 1]) else number


def _is_lead(language: Lexicon, token: re.Match[str]) -> bool:
    """Return True if `token` may precede the men of a position."""
    word = token["word"]
    if not word or language.is_link_in_prose(word):
        return bool(word or token["lead"])
    return language.doubts != "" and not language.is_doubt(word) and not _kind(language, word)


def _kind(language: Lexicon, word: str) -> str | None:
    """Return the kind of man of `word`, or None; a letter is none."""
    return None if len(word) < 2 or language.is_link_in_prose(word) else language.kind_of(word)


def _languages_of(words: Iterable[str]) -> list[Lexicon]:
    """Return the languages that have one of `words` as the full name of a color."""
    return [*dict.fromkeys(language for word in words for language in _languages_of_color(word))]


@lru_cache(4096)
def _languages_of_color(word: str) -> tuple[Lexicon, ...]:
    if not _COLOR.fullmatch(word):
        return ()
    return tuple(one for one in LANGUAGES if one.white and _color(one, word) is not None)


def _color(language: Lexicon, word: str) -> bool | None:
    side = language.side_of(word)
    return side.color if side and not side.is_short else None


def _men(language: Lexicon, tokens: list[re.Match[str]]) -> list[ListedMan]:
    """Return the men of `tokens`, each with a color and a kind before its squares; [] if one is unread.

    A color without a kind repeats the kind of the man before. The span of a man begins at its words.
    """
    men: list[ListedMan] = []
    if not language.links.startswith("a ") and any(
        before["square"] and after["square"] and fold(token[0]) == "a"
        for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
    ):
        # French `a2 à a4` is a range.
        return men
    color = kind = new_color = new_kind = start = None
    for token in tokens:
        word = token["word"]
        if token["square"]:
            if new_color is not None:
                color, kind = new_color, new_kind or kind
            else:
                kind = new_kind or kind
            if color is None or kind is None:
                return []
            span = Span(token.start() if start is None else start, token.end())
            men.append(ListedMan(kind, token[0], color, None, span))
            new_color = new_kind = start = None
        elif word and new_color is None and (found := _color(language, word)) is not None:
            new_color = found
            start = token.start() if start is None else start
        elif word and language.is_link_in_prose(word):
            continue
        elif word and new_kind is None and (found_kind := _kind(language, word)):
            new_kind = found_kind
            start = token.start() if start is None else start
        else:
            return []
    return men
