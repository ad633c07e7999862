"""Lines that state a goal: *White to play and win*, *Les Blancs font nulle*."""

from collections.abc import Iterator
from functools import lru_cache

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, lines_of
from gbr_lsp.languages import LANGUAGES, Lexicon, fold
from gbr_lsp.notation.values import Goal

_MAX_LENGTH, _MAX_WORDS = 100, 9
_MARKUP = " \t\r\n>*_|"
_MOVE_LANGUAGES = [one for one in LANGUAGES if one.plays]
_FIRST_WORDS = tuple(word.rstrip("*") for one in _MOVE_LANGUAGES for word in f"{one.article} {one.white}".split())
"""The first words of such a sentence, in lower case."""
_WORDS = regex(r"[^\W\d_]+")
_NO_SENTENCE = regex(r"[0-9#=+?{}\\]")
_MAX_NAME = 60
"""Maximum length of a line with a name or title, in code points."""


def goal_sentences(text: str) -> Iterator[tuple[Span, Goal]]:
    """Yield (span, `Goal`) of each line outside paragraphs that states a goal."""
    lines = list(lines_of(text)) if text.lower().lstrip(_MARKUP).startswith(_FIRST_WORDS) or "\n" in text else []
    start = 0
    for number, line in enumerate(lines):
        content = line.strip(_MARKUP)
        if len(line) <= _MAX_LENGTH and content.lower().startswith(_FIRST_WORDS) and (goal := _goal_of(content)):
            neighbors = (*lines[max(0, number - 1) : number], *lines[number + 1 : number + 2])
            if not any(map(_is_prose, neighbors)):
                lead = line.index(content)
                yield Span(start + lead, start + lead + len(content)), goal
        start += len(line)


def _is_prose(line: str) -> bool:
    """Return True if `line` may belong to a paragraph; codes, boards and titles do not."""
    content = line.strip(_MARKUP)
    return bool(content) and not any(map(str.isdecimal, content)) and (content[0].islower() or _MAX_NAME < len(content))


@lru_cache(maxsize=4096)
def _goal_of(sentence: str) -> Goal | None:
    """Return the `Goal` that `sentence` states, or None: `White to play and win` → WIN."""
    if _NO_SENTENCE.search(sentence):
        return None
    words = [fold(word) for word in _WORDS.findall(sentence)]
    goals = (_goal_in(words, language) for language in _MOVE_LANGUAGES) if len(words) <= _MAX_WORDS else ()
    return next((goal for goal in goals if goal), None)


def _goal_in(words: list[str], language: Lexicon) -> Goal | None:
    """Return the `Goal` in the folded `words` of a sentence in `language`, or None.

    The sentence has White, a verb and a goal.
    """
    rest = words[1:] if words[0] in language.article.split() else words
    side = language.side_of(rest[0]) if 1 < len(rest) else None
    if side is None or side.is_short or not side.color:
        return None
    link_words = f"{language.plays} {language.links} {language.holds} {language.article}"
    if not {*rest[1:-1]} <= {*map(fold, link_words.split())}:
        return None
    if rest[-1] in map(fold, f"{language.win} {language.wins}".split()):
        return Goal.WIN
    return Goal.DRAW if rest[-1] in map(fold, language.draw.split()) else None
