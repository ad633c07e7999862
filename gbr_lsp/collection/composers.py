"""Spellings of composers: `Reti=R`, `R. Réti`, `Réti, R.` and `Richard Réti` are one composer."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.collection.facts import plain_text
from gbr_lsp.model.credit_words import GIVEN_NAMES, PARTICLES, plain

_DATABASE_NAME = regex(r"([^=,;&/+]*[^\s=,;&/+])=([^\s=,;&/+]*)")
_JOINT = regex(r"[,;&/+]|\s(?:and|und|et|y|e|en|и)\s")
_WORD = regex(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?")

_MAX_COMPARED = 50
"""Maximum number of composers with a surname, and of spellings of each, that a name is compared with."""
_MAX_LENGTH = 200
"""Maximum length of a text with composers, in code points; a longer one has a group of its own."""
_MAX_GIVEN = 4
"""Maximum number of given names that are compared."""

_Name = tuple[str, tuple[str, ...]]
"""A folded surname, and the given names or their beginnings: `("reti", ("r",))`."""


def titles_of(spellings: Mapping[str, int]) -> dict[str, str]:
    """Return the title for each of `spellings`, whose values are their frequencies.

    It is the best spelling of the same composers: with accents, then frequent, then without `=`. A short name joins a
    longer one if only one fits: `Kubbel` is `L. Kubbel`, unless there is an `A. Kubbel` too.
    """
    names = {spelling: _names_in(spelling) for spelling in spellings}
    composers = defaultdict[str, list[list[_Name]]](list)
    first = dict[_Name, _Name]()
    for name in sorted({one for each in names.values() for one in each}, key=lambda one: (-len("".join(one[1])), one)):
        same = composers[name[0]][:_MAX_COMPARED]
        fitting = [known for known in same if all(_may_be(name, one) for one in known[:_MAX_COMPARED])]
        if len(fitting) != 1:
            composers[name[0]] += (fitting := [[]])
        fitting[0].append(name)
        first[name] = fitting[0][0]
    groups = defaultdict[object, list[str]](list)
    for spelling, each in names.items():
        groups[tuple(sorted(first[one] for one in each)) or spelling].append(spelling)
    ranks = {one: (plain_text(one) != one.casefold(), count, "=" not in one, one) for one, count in spellings.items()}
    return {one: best for group in groups.values() for best in [max(group, key=ranks.__getitem__)] for one in group}


def _may_be(one: _Name, other: _Name) -> bool:
    """Return True if no given name differs: `A. S.` may be `Alexander`, but not `A. P.`"""
    return all(this.startswith(that) or that.startswith(this) for this, that in zip(one[1], other[1], strict=False))


@lru_cache(1 << 14)
def _names_in(text: str) -> tuple[_Name, ...]:
    """Return the composers in `text`, two in `Kopilov=E Pervakov=O`; () if a surname is missing or it is too long."""
    names: list[_Name] = []
    if _MAX_LENGTH < len(text):
        return ()
    for part in _JOINT.split(_DATABASE_NAME.sub(r"\2. \1;", text)):
        words = [word for word in _WORD.findall(part) if _is_initial(word) or plain(word) not in PARTICLES]
        full = [word for word in words if not _is_initial(word)]
        others = [word for word in full if plain(word) not in GIVEN_NAMES]
        if words and not others and names and not names[-1][1]:
            names[-1] = names[-1][0], _given(words)
        elif full:
            surname = (others or full)[-1]
            words.remove(surname)
            names.append((plain(surname), _given(words)))
        elif words:
            return ()
    return tuple(names)


def _is_initial(word: str) -> bool:
    """Return True for `R.`, `Yu.`, `SN.` and `R`."""
    return len(word) == 1 or (word[-1] == "." and len(word) < 5)


def _given(words: list[str]) -> tuple[str, ...]:
    """Return the folded given names: `["Jan-Hein"]` and `["JH."]` → 2 names each."""
    given = (one for word in words for one in (plain(word) if word.isupper() else plain(word).split("-")))
    return tuple(islice(given, _MAX_GIVEN))
