"""Remarks with the squares of both kings next to a code: `WK g3, BK g1`, `wKg3 bKg1`, `White king g3, black king g1`.

A remark with other squares on its line, with words such as "after", or of a twin is about another position.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages import LANGUAGES, Lexicon, pattern, words
from gbr_lsp.model.block import LATER_WORDS, TWIN, Block, Place
from gbr_lsp.model.signatures import blanked, is_plain, neighbor_lines, own_lines
from gbr_lsp.model.study import Study
from gbr_lsp.model.versions import versions_in
from gbr_lsp.notation.grammar import NO_WORD_AFTER, NO_WORD_BEFORE, SQUARE
from gbr_lsp.notation.values import BLACK, SQUARES, WHITE, Kings

_CACHE_SIZE = 4096
_MAX_LENGTH = 400
"""Maximum length of a line with a remark, in code points; a longer one is a paragraph."""
_BLANK = r"[^\S\r\n]"
_SIDES = [*words("white", "black"), *(side for one in LANGUAGES for side in re.split("[ /]", one.sides) if side)]
_LETTERS = "|".join([*dict.fromkeys(letter for one in LANGUAGES for letter in one.letters[0]), "♔", "♚"])
_WORD = f"{pattern([*_SIDES, *words('king')])}|{_LETTERS}"
_LINK = rf"(?:{pattern(words('links'))}{_BLANK})?"
_MAN, _OTHER_MAN = (
    rf"(?P<word{number}>{_WORD})(?:['’]s)?[.:]?{_BLANK}?(?P<more{number}>{_WORD})[.:=]?{_BLANK}?{_LINK}(?P<square{number}>{SQUARE})"
    for number in (1, 2)
)
_REMARK = regex(
    rf"{NO_WORD_BEFORE}(?:{_MAN}{_BLANK}?[,;/|.&+–-]?{_BLANK}?{_LINK}{_LINK}{_OTHER_MAN}|(?<![0-9][.…])(?<![0-9][.…] )"
    rf"[K♔]{_BLANK}?(?P<white>{SQUARE}){_BLANK}?[,;/|–-]?{_BLANK}?[k♚]{_BLANK}?(?P<black>{SQUARE})){NO_WORD_AFTER}"
)
_SQUARE = regex(rf"{SQUARE}{NO_WORD_AFTER}")
_SENTENCE_END = regex(rf"{_BLANK}?(?:[.;:)\]}}|*_`<]|[\r\n]|\Z)")


def with_remarks(section: list[Block], studies: list[Study]) -> list[Study]:
    """Return `studies`, each with the only remark on the lines of its code, or next to them."""
    having = {
        block
        for block in {study.block for study in studies if not study.block.host.has_records}
        if 2 < len(_SQUARE.findall(block.text)) and _REMARK.search(block.text)
    }
    if not having:
        return studies
    before = dict(zip(section, ["", *(block.text for block in section)], strict=False))
    return [
        study._replace(remark=_remark_of(study, before[study.block])) if study.block in having else study
        for study in studies
    ]


def _remark_of(study: Study, before: str) -> tuple[Place, Kings] | None:
    """Return the place and kings of the remark of `study`, or None; `before` is the paragraph before its block."""
    block, code, own = study.block, study.occurrence.span, own_lines(study)
    if own is None or None in (study.code.kings or ()):
        return None
    lines = [line for line in (own, *neighbor_lines(study)) if line.end - line.start <= _MAX_LENGTH]
    found = [(line, *remark) for line in lines for remark in _remarks(block.text, line, code)]
    if len(found) != 1:
        return None
    line, span, kings = found[0]
    boards = [board.span for board in (*block.contents.boards, *block.contents.unread_lists)]
    is_free = all(one.end <= span.start or span.end <= one.start for one in (code, *boards))
    start = min(code.start, line.start)
    near = before[-_MAX_LENGTH:] + block.text[max(0, start - _MAX_LENGTH) : start] if line != own else ""
    return (study.place(span), kings) if is_free and _is_of_start(study, line, span, near) else None


def _remarks(text: str, line: Span, code: Span) -> Iterator[tuple[Span, Kings]]:
    """Yield (span, `Kings`) of the remark in `line` if it has the only two squares besides `code`."""
    if len(_SQUARE.findall(blanked(text, line, (code,)))) != 2:
        return
    for match in _REMARK.finditer(text, *line):
        squares = SQUARES[match["white"] or match["square1"]], SQUARES[match["black"] or match["square2"]]
        is_white_first = match["white"] is not None or _first_color(*match.group("word1", "more1", "word2", "more2"))
        if is_white_first is not None:
            yield Span(*match.span()), Kings(*(squares if is_white_first else squares[::-1]))


@lru_cache(_CACHE_SIZE)
def _first_color(word: str, other: str, second_word: str, second_other: str) -> bool | None:
    """Return the color of the first king if the words name kings of two sides in a language; else None."""
    pairs = {(_color(one, word, other), _color(one, second_word, second_other)) for one in LANGUAGES}
    found = pairs & {(WHITE, BLACK), (BLACK, WHITE)}
    return found.pop()[0] if len(found) == 1 else None


def _color(language: Lexicon, word: str, other: str) -> bool | None:
    """Return the color if one word is a side and one a king in `language`, or None: `roi`, `noir` → BLACK."""
    for side_word, king in ((word, other), (other, word)):
        side = language.side_of(side_word)
        if side and language.kind_of(king) == "K":
            return side.color
    return None


def _is_of_start(study: Study, line: Span, span: Span, before: str) -> bool:
    """Return True if the remark at `span` in `line` is about the position of the code itself.

    `before` is the text before their lines; other remarks in it are skipped.
    """
    code, text = study.occurrence.span, study.block.text
    rest = f"{_REMARK.sub('', before)}\n{blanked(text, line, (code, span))}"
    near = Span(code.start if code.start < span.start else line.start, max(code.end, span.end))
    is_other = any(mark.search(rest) for mark in (LATER_WORDS, TWIN)) or next(versions_in(rest), None)
    return not is_other and bool(_SENTENCE_END.match(text, span.end)) and is_plain(study.block, near, (code, span))
