"""Printed moves: the possible languages of a text, the moves in English letters, and on a board."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle, repeat, starmap
from operator import attrgetter

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.checks import Side
from gbr_lsp.notation.values import PAWN
from gbr_lsp.solutions.item_grammar import BLACK, LETTER
from gbr_lsp.solutions.languages import AUTO, LANGUAGES, Language, language_named
from gbr_lsp.solutions.legal_moves import LegalMove, replay
from gbr_lsp.solutions.movetext import MoveToken, TokenKind
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import SHORT_CAPTURES
from gbr_lsp.solutions.san import MOVES

_DUAL_FILE = regex(r"\([a-h]\)")
_PARTS = regex(rf"(?P<letter>{LETTER}?)[ ]?(?P<from>[a-h]?[1-8]?)[-–x:×]?(?P<to>[a-h][1-8])(?P<rest>.*)")
_PROMOTION_SIGNS = ":/=()[]-–→"
"""Signs around the piece of a promotion."""
_MAX_LANGUAGES = 3
"""Maximum number of languages tried for a text."""
_kind, _text = attrgetter("kind"), attrgetter("text")


def languages_in(items: Sequence[MoveToken], letters: str = AUTO) -> list[Language]:
    """Return the `Language`s that the moves in `items` may be written in, the likeliest first.

    If `letters` names a language, return only that one.
    """
    if letters != AUTO:
        return [language_named(letters)]
    return _languages_of(frozenset([item.text for item in items if item.kind == "move"]))


@lru_cache(maxsize=64)
def _languages_of(words: frozenset[str]) -> list[Language]:
    """Return the languages for `words`: that of most words, those of the rest, then equals."""
    count = Counter(map(letters_of, words))
    sizes = new = _sizes(count)
    found: list[str] = []
    left: Mapping[frozenset[str], int] = count
    while left and len(found) < _MAX_LANGUAGES:
        best = max(LANGUAGES, key=lambda name: (new[name], sizes[name]))
        if not new[best]:
            break
        found.append(best)
        left = {letters: number for letters, number in left.items() if best not in _readers_of(letters)}
        new = _sizes(left)
    alike = [name for name in LANGUAGES if sizes[name] == sizes[found[0]]] if found else []
    used = frozenset[str]().union(*count)
    different: dict[tuple[str | None, ...], str] = {}
    for name in [*found, *alike]:
        different.setdefault(tuple(map(LANGUAGES[name].letters.get, used)), name)
        if len(different) == _MAX_LANGUAGES:
            break
    return [LANGUAGES[name] for name in different.values()]


def _sizes(count: Mapping[frozenset[str], int]) -> dict[str, int]:
    """Return the number of words that each language can read, by its name.

    `count` has the number of words with the same letters.
    """
    sizes = dict.fromkeys(LANGUAGES, 0)
    for letters, number in count.items():
        for name in _readers_of(letters):
            sizes[name] += number
    return sizes


@lru_cache(maxsize=1 << 10)
def _readers_of(letters: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name, language in LANGUAGES.items() if letters <= language.letters.keys())


@lru_cache(maxsize=1 << 14)
def letters_of(word: str) -> frozenset[str]:
    """Return the piece letters in a printed move: `Sf3` → {`S`}.

    A `word` that cannot be parsed is its own letter.
    """
    word = "".join(word.split())
    if word[0] in "O0" and word[1] in "-–":
        return frozenset()
    found = _PARTS.fullmatch(word[0].upper() + word[1:] if word[0] in BLACK else word)
    if found is None:
        return frozenset((word,))
    return frozenset(filter(None, (found["letter"], found["rest"].strip(_PROMOTION_SIGNS).upper())))


def english_san(word: str, language: Language) -> str | None:
    """Return the printed move `word` in English letters, without signs, or None.

    None if `word` is no move in `language`. German `S×f3` → `Nf3`.
    """
    return _english_san(word, language.name)


def readings(item: MoveToken, language: Language, *, white: bool) -> tuple[str, ...]:
    """Return the possible English spellings of a move, as a tuple of texts, the likeliest first.

    `white` is the side to move. Some magazines print Black's men in lower case: `dxe6` may be a
    pawn's move or the queen's. For "any move" of a man (`K~`) the text is only his letter.
    """
    return _readings(item.kind, item.text, language.name, white)


def play_item(item: MoveToken, language: Language, position: Position) -> LegalMove | None:
    """Return the first legal reading of `item` as a `LegalMove`, or None."""
    return next(starmap(LegalMove, replay_items(position, (item,), language)), None)


def replay_items(position: Position, items: Sequence[MoveToken], language: Language) -> Iterator[tuple[str, Position]]:
    """Yield the SAN of each of the moves `items` and the position after it, as `replay` does."""
    _, _, _, turn = position
    colors = cycle((turn, not turn))
    kinds, texts = map(_kind, items), map(_text, items)
    return replay(position, map(_readings, kinds, texts, repeat(language.name), colors))


def may_be_made(item: MoveToken, language: Language, side: Side, *, white: bool) -> bool:
    """Return False if no man of `side` can make the move `item`, wherever the others are.

    `white` is True if `side` is White. Items that are no "move" may always be made.
    """
    if item.kind != "move":
        return True
    moves = map(MOVES[white].__getitem__, readings(item, language, white=white))
    return any(move and (move.piece_type < PAWN or move.origin & side[move.piece_type]) for move in moves)


@lru_cache(maxsize=1 << 14)
def _readings(kind: TokenKind, word: str, language: str, white: bool) -> tuple[str, ...]:
    """Return the tuple of texts for `readings`, cached."""
    if kind == "any":
        if word in SHORT_CAPTURES:
            return (f"{word[0]}x{word[1]}",)
        letter = language_named(language).letters.get(word.rstrip(" ~∼"))
        return (letter,) if letter else ()
    found = [_english_san(_DUAL_FILE.sub("", word) if "(" in word else word, language)]
    if not white and word[0].islower():
        capital = _english_san(word[0].upper() + word[1:], language)
        found.append(capital if capital and capital[0].isupper() else None)
    if word[1:2] == " " and word[2].islower() and word[3:4] != " ":
        # In `Kb3 N b2` the letter may mark a novelty, followed by a pawn's move.
        found.append(_english_san(word[2:], language))
    if word[-1].islower() and word[-2:-1] == "=":
        found.append(_english_san(word[:-1] + word[-1].upper(), language))
    if word[-1].isupper() and word[-2] in "234567":
        # No pawn promotes there: the letter marks a footnote.
        found.append(_english_san(word[:-1], language))
    return tuple(dict.fromkeys(san for san in found if san))


@lru_cache(maxsize=1 << 14)
def _english_san(word: str, name: str) -> str | None:
    """Return the move `word` in English letters; `name` is that of its language."""
    language = language_named(name)
    word = "".join(word.split())
    if word[0] in "O0" and word[1] in "-–":
        return word.replace("0", "O").replace("–", "-")
    found = _PARTS.fullmatch(word)
    if found is None:
        return None
    letter = language.letters.get(found["letter"]) if found["letter"] else ""
    promotion = found["rest"].strip(_PROMOTION_SIGNS)
    piece = language.letters.get(promotion) if promotion else ""
    if letter is None or piece is None:
        return None
    return f"{letter}{found['from']}{found['to']}" + (f"={piece}" if piece else "")
