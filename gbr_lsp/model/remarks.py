"""Remarks with the squares of both kings next to a code: `WK g3, BK g1`, `wKg3 bKg1`, `White king g3, black king g1`.

A remark with other squares on its line, with words such as "after", or of a twin is about another position.
"""

import re
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages import LANGUAGES, Lexicon, pattern, words
from gbr_lsp.model.block import TWIN
from gbr_lsp.model.claims import Claim, Witness
from gbr_lsp.model.later_positions import LATER_WORDS
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.signatures import is_plain, neighbor_lines, own_lines
from gbr_lsp.model.study import Study
from gbr_lsp.model.versions import versions_in
from gbr_lsp.notation.grammar import NO_WORD_AFTER, NO_WORD_BEFORE, SQUARE
from gbr_lsp.notation.values import SQUARES, Kings

_MAX_LENGTH = 400
"""Maximum length of a line with a remark, in code points; a longer one is a paragraph."""
_BLANK = r"[^\S\r\n]"
_SIDES = [*words("white", "black"), *(side for one in LANGUAGES for side in re.split("[ /]", one.sides) if side)]
_LETTERS = "|".join([*dict.fromkeys(letter for one in LANGUAGES for letter in one.letters[0]), "♔", "♚"])
_WORD = f"{pattern([*_SIDES, *words('king')])}|{_LETTERS}"
_LINK = rf"(?:{pattern(words('links'))}{_BLANK})?"


def _man(number: int) -> str:
    """Return the regex text of a king with its side and square: `WK g3`, `White: Kg3`, `roi noir en g1`."""
    return (
        rf"(?P<word{number}>{_WORD})(?:['’]s)?[.:]?{_BLANK}?(?P<other{number}>{_WORD})"
        rf"[.:=]?{_BLANK}?{_LINK}(?P<square{number}>{SQUARE})"
    )


_REMARK = regex(
    rf"{NO_WORD_BEFORE}(?:{_man(1)}{_BLANK}?[,;/|.&+–-]?{_BLANK}?{_LINK}{_LINK}{_man(2)}"
    rf"|[K♔]{_BLANK}?(?P<white>{SQUARE}){_BLANK}?[,;/|–-]?{_BLANK}?[k♚]{_BLANK}?(?P<black>{SQUARE})){NO_WORD_AFTER}"
)
_SQUARE = regex(rf"{SQUARE}{NO_WORD_AFTER}")
_MOVE_NUMBER = regex(r"(?<![^\W_])[0-9]{1,3}[.…]{1,3}\s*\Z")
_SENTENCE_END = regex(rf"{_BLANK}?(?:[.;:)\]}}|*_`]|[\r\n]|\Z)")


def find(study: Study) -> Iterator[Witness]:
    """Yield the `Witness` of the only remark on the lines of `study`, or next to them."""
    block, code = study.block, study.occurrence.span
    own = own_lines(study)
    if own is None or block.host.has_records:
        return
    lines = [own, *neighbor_lines(study)]
    found = [
        (line, remark) for line in lines if line.end - line.start <= _MAX_LENGTH for remark in _remarks(study, line)
    ]
    if len(found) != 1 or (study.code.kings and None in study.code.kings):
        return
    (line, (span, kings)), taken = found[0], [board.span for board in block.contents.boards]
    taken += [board.span for board in block.contents.unread_lists]
    if not any(span.start < one.end and one.start < span.end for one in [code, *taken]) and _is_of_start(
        study, line, span
    ):
        yield Witness("remark", Claim(kings=kings), study.place(span), Bond.CLOSE)


def _remarks(study: Study, line: Span) -> Iterator[tuple[Span, Kings]]:
    """Yield (span, `Kings`) of each remark in `line` whose words agree in a language."""
    text = study.block.text
    if len(_SQUARE.findall(text, *line)) < 2:
        return
    for match in _REMARK.finditer(text, *line):
        squares = SQUARES[match["white"] or match["square1"]], SQUARES[match["black"] or match["square2"]]
        colors = {True} if match["white"] else set(_first_colors(match))
        if len(colors) == 1:
            yield Span(*match.span()), Kings(*(squares if colors.pop() else squares[::-1]))


def _first_colors(match: re.Match[str]) -> Iterator[bool]:
    """Yield the color of the first king of `match` in each language that reads both as kings of two sides."""
    for language in LANGUAGES:
        first, second = (_king_color(language, match[f"word{n}"], match[f"other{n}"]) for n in (1, 2))
        if first is not None and second is not None and first is not second:
            yield first


def _king_color(language: Lexicon, word: str, other: str) -> bool | None:
    """Return the color if one word is a side and one a king in `language`, or None: `roi`, `noir` → BLACK."""
    for side_word, king in ((word, other), (other, word)):
        side = language.side_of(side_word)
        if side and language.kind_of(king) == "K":
            return side.color
    return None


def _is_of_start(study: Study, line: Span, span: Span) -> bool:
    """Return True if the remark at `span` in `line` is about the position of the code itself."""
    block, code, text = study.block, study.occurrence.span, study.block.text
    between = Span(min(code.end, span.end), max(code.start, span.start))
    start = line.start if span.start < code.start or not line.covers(code) else code.end
    rest = text[line.start : span.start] + " | " + text[span.end : line.end]
    if line.covers(code):
        rest = " | ".join(text[slice(*part)] for part in _around(line, sorted((code, span))))
    return not (
        _SQUARE.search(rest)
        or LATER_WORDS.search(rest)
        or TWIN.search(rest)
        or next(versions_in(rest), None)
        or _MOVE_NUMBER.search(text, max(line.start, span.start - 8), span.start)
        or not _SENTENCE_END.match(text, span.end)
        or not is_plain(block, between)
        or not is_plain(block, Span(start, span.start))
    )


def _around(line: Span, spans: list[Span]) -> Iterator[Span]:
    """Yield the parts of `line` between `spans`, which are in order."""
    ends = [line.start, *(span.end for span in spans)]
    starts = [*(span.start for span in spans), line.end]
    return (Span(start, max(start, end)) for start, end in zip(ends, starts, strict=True))
