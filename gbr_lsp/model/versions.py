"""Words that introduce another version of a study, *a simpler version*, *without the pawn a4*, or a later position."""

from collections.abc import Iterable, Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages import LANGUAGES, pattern, words

_FIELDS = [one.versions.split("|") for one in LANGUAGES if one.versions]
_NOUNS, _CONDITIONALS = (sorted({word for one in _FIELDS for word in one[at].split()}) for at in (0, -1))
_CHANGES = sorted({word for one in _FIELDS for field in one[1:-1] for word in field.split()})


def _shortest(words: Iterable[str], before: str = "") -> tuple[list[str], list[str]]:
    """Return the stems of `words` that have no other one in them, with `before` them: all, and those in ASCII."""
    stems = {before + word.rstrip("*") for word in words}
    found = sorted(one for one in stems if not any(other in one and other != one for other in stems))
    return found, [*filter(str.isascii, found)]


_STEMS = _shortest((*_NOUNS, *_CHANGES), before=" ")
_BEFORE_WORD = "\n\t\r*_([{\"'“„«>|-–—"
_ON = (" on ", " at ", " auf ", " op ", " en ", " in ", " på ", " em ")
_ON_SQUARE = regex(r"\s(?:on|at|auf|op|en|in|på|em)\s[a-h][1-8]")
_WORD = regex(
    rf"(?<![^\W_])(?:(?P<version>{pattern(_NOUNS)})|(?P<change>{pattern(_CHANGES)})"
    rf"|(?i:with|mit|met|avec|con|com|med)\s[^.\n]{{3,40}}?{_ON_SQUARE.pattern})(?![^\W_])"
)
_MEN = pattern(words("king", "queen", "rook", "bishop", "knight", "pawn"))
_MAN = regex(rf"(?<![^\W_])(?:{_MEN}|[^\W\d_]{{0,2}}[a-h][1-8])(?![^\W_])")
_REACH = 40
"""Maximum number of code points between a word for a change and the man that it changes."""
_STOP = regex(r"[.;:!?]\s|\n[^\S\n]*\n")
_IN_BRACKETS = regex(r"[(\[][^()\[\]\n]{0,20}\Z")
_CONDITIONAL = regex(rf"(?<![^\W_])(?:{pattern(_CONDITIONALS)})(?![^\W_])")
_SENTENCE_LENGTH = 160
_SENTENCE_END = regex(r"[.!?]\s|\n[^\S\n]*\n")
_LABEL = regex(
    r"[A-Ha-hА-Жа-жIV](?:\)(?<![^\s(\[*_>,;.:|~/I–—-].\))"
    r"|[.:](?=[\s*_])(?:(?<=\A.[.:])|(?<=[\n>*_].[.:])|(?<=[\n|*.!?;:-] .[.:])))"
)
"""Begins with a letter, so that the search is fast."""
_PLAIN_LABELS = [f"{letter}{sign}" for letter in "bcdefghбвгде" for sign in ".:"]
_TWIN_STEMS = _shortest([*_NOUNS, *(word for one in LANGUAGES for word in one.twins.split("|")[0].split())])
WITH = ("with", "mit", "met", "avec", "con", "com", "med", "amb")
_FIRST_STEMS = _shortest((*WITH, *_CHANGES))
_FIRST_WORD = regex(r"(?:\A|(?<=[.!?:)]\s)|(?<=\n))[^\W\d_]+")
LATER_WORDS = regex(
    r"(?<![^\W_])[0-9]{1,3} ?\.(?:\.\.|…)? ?(?:[KQRBNSDTLFCTPДЛСКФ♔-♟]?[a-h]?[1-8]?[-x:×–]?[a-h][1-8](?!\d)|O-O|0-0)"
    r"|(?<![^\W_])[KQRBNS][a-h]?[1-8]?x?[a-h][1-8](?![^\W_])"
    r"|(?<![^\W_])(?i:after|nach|après|dopo|после|tras|después|depois|efter|now|here|then|leads?|leading|reach(?:es|ed|ing)"
    r"|resulting|follows|arises|finally|final|eventually|later|moves?)(?![^\W_])"
)
"""Moves, or words such as "after": what follows them shows a later position."""


def describes_other(text: str, offset: int) -> bool:
    """Return True if the sentence before `offset` introduces another version or has a conditional."""
    before = text[max(0, offset - _SENTENCE_LENGTH) : offset]
    sentence = _SENTENCE_END.split(before)[-1]
    return _CONDITIONAL.search(sentence) is not None or next(versions_in(sentence), None) is not None


def may_introduce(text: str) -> bool:
    """Return False if `text` has no word that introduces a version; `versions_in` decides otherwise."""
    lower = f" {text.lower()}"
    for sign in _BEFORE_WORD:
        lower = lower.replace(sign, " ")
    return any(stem in lower for stem in _STEMS[lower.isascii()]) or (
        any(word in lower for word in _ON) and _ON_SQUARE.search(text) is not None
    )


def may_have_twins(text: str) -> bool:
    """Return False if `text` announces no twin or version, and no label of a twin is in it."""
    if (")" in text or any(label in text for label in _PLAIN_LABELS)) and _LABEL.search(text):
        return True
    lower = text.lower()
    if any(stem in lower for stem in _TWIN_STEMS[lower.isascii()]):
        return True
    stems = [stem for stem in _FIRST_STEMS[lower.isascii()] if stem in lower] if "1." in text else []
    return bool(stems) and any(word.startswith(tuple(stems)) for word in _FIRST_WORD.findall(lower))


def versions_in(text: str) -> Iterator[Span]:
    """Yield the spans of the words that introduce a version, in order of offset.

    A word for a change needs a man in its sentence. A word in brackets, `(version)`, is about the study itself.
    """
    for found in _WORD.finditer(text):
        start, end = found.span()
        if found["version"] and _IN_BRACKETS.search(text, max(0, start - _REACH), start):
            continue
        if not found["change"] or _has_man(text, start, end):
            yield Span(start, end)


def _has_man(text: str, start: int, end: int) -> bool:
    """Return True if the sentence of the word at `start` names a man near it."""
    before = _STOP.split(text[max(0, start - _REACH) : start])[-1]
    after = _STOP.split(text[end : end + _REACH], maxsplit=1)[0]
    return bool(_MAN.search(before) or _MAN.search(after))
