"""Men in plain words: `rook against pawn`, `RP v R`, `two bishops`, `white king on d6`, `rook endings`.

Each function gets the words of a question and an index, and returns a term of the query language
with the index after its words, or None if there is no such term at the index.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex

Read = tuple[str, int]
"""A term of the query language, and the index after its words."""

CONNECTORS = frozenset(("against", "versus", "vs", "v", "contra", "-", "–"))
JOINERS = frozenset(("and", "with", "plus", "+", "&", "the", "a", "an", "lone", "single", "bare", "only"))
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
ENDINGS = frozenset(("ending", "endings", "endgame", "endgames"))

_KINDS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}
_LETTERS = "KQRBNP"
_PIECES = "QRBN"
_SIDE = regex(r"(?:[2-8]?[KQRBNSP]|[+&])+")
_JOINED_SIDES = regex(
    r"(?P<white>(?:[2-8]?[KQRBNSP]|[+&])+)(?:vs?\.?|[-–])(?P<black>(?:[2-8]?[KQRBNSP]|[+&])+)"
    r"|(?P<lower_white>[kqrbnsp]+)v(?P<lower_black>[kqrbnsp]+)"
)
_LETTER = regex(r"(?P<count>[2-8]?)(?P<kind>[KQRBNSP])")
_MAN_ON_SQUARE = regex(r"(?P<color>[wb](?=[KQRBNSP]))?(?P<man>[KQRBNSPkqrbnsp])(?P<square>[a-h][1-8])")
_SQUARE = regex(r"[a-h][1-8]")
_MANY_PAWNS = "[2345678]"
_MAX_PAWNS = 8
_MAX_SQUARES = 64


class _Men(NamedTuple):
    """Men of a kind, a letter of `KQRBNP`; `number` is None if not given, as in `rook` and `rooks`."""

    kind: str
    number: int | None
    is_plural: bool = False

    @property
    def total(self) -> int:
        """The number of men in a list of all men of a side: 2 for `rooks`."""
        return self.number or (2 if self.is_plural else 1)


class _Side(NamedTuple):
    """The men of a side in words; `is_white` is None if no color is given."""

    men: tuple[_Men, ...]
    is_white: bool | None

    def total(self, kind: str) -> int:
        """Return the number of men of the kind `kind`."""
        return sum(men.total for men in self.men if men.kind == kind)

    @property
    def has_many_pawns(self) -> bool:
        """True for `pawns` without a number: two or more."""
        return any(men.kind == "P" and men.is_plural and men.number is None for men in self.men)

    @property
    def letters(self) -> str:
        """The men as material: `KRP`."""
        return "K" + "".join(kind * self.total(kind) for kind in _LETTERS[1:])


def read_sides(words: Sequence[str], at: int) -> Read | None:
    """Return the material of `rook against pawn`, `RP v R` or `RPvR`.

    Unless a color is given, either side may be White.
    """
    joined = _JOINED_SIDES.fullmatch(words[at])
    if joined:
        white, black = (
            joined["white"] or joined["lower_white"].upper(),
            joined["black"] or joined["lower_black"].upper(),
        )
        if white[0] == black[0] == "K":
            return None  # The query language has it, with White first.
        return _material(_Side(tuple(_men_of(white)), None), _Side(tuple(_men_of(black)), None)), at + 1
    left, end = _side(words, at)
    if end == len(words) or words[end].lower().rstrip(".") not in CONNECTORS:
        return None
    right, last = _side(words, end + 1)
    left, right = left or _lower_side(words[at:end]), right or _lower_side(words[end + 1 : end + 2])
    if left is None or right is None:
        return None
    return _material(left, right), max(last, end + 2)


def _side(words: Sequence[str], at: int) -> tuple[_Side | None, int]:
    """Return the men from `at` on, or None, and the index after them."""
    men: list[_Men] = []
    is_white, end = None, at
    while at < len(words):
        word = words[at]
        if word.lower() in JOINERS:
            at += 1
            continue
        found, after, color = _men_at(words, at)
        if not found:
            break
        men += found
        is_white = color if color is not None else is_white
        at = end = after
    if not men and at < len(words) and _is_lower_side(words[at]):
        return None, at + 1
    return (_Side(tuple(men), is_white), end) if men else (None, end)


def _men_at(words: Sequence[str], at: int) -> tuple[list[_Men], int, bool | None]:
    """Return the men of `two white knights` or `RP`, the index after them, and their color if given."""
    if _SIDE.fullmatch(words[at]):
        return list(_men_of(words[at])), at + 1, None
    color: bool | None = None
    count = None
    while at < len(words):
        word = words[at].lower()
        if color is None and word in ("white", "black"):
            color = word == "white"
        elif count is None and (word in NUMBERS or (word.isdecimal() and len(word) == 1)):
            count = NUMBERS.get(word) or int(word)
        else:
            break
        at += 1
    kind, is_plural = _kind(words[at]) if at < len(words) else (None, False)
    if kind is None:
        return [], at, None
    return [_Men(kind, count, is_plural)], at + 1, color


def _kind(word: str) -> tuple[str | None, bool]:
    """Return the letter for the name of a man, and whether it is plural: `rooks` → `("R", True)`."""
    name = word.lower().removesuffix("'s")
    if name in _KINDS:
        return _KINDS[name], False
    return _KINDS.get(name.removesuffix("s")), True


def unread_place(words: Sequence[str], at: int) -> int:
    """Return the index of the word to report if `at` is unreadable: `minor` in `rook vs two minor pieces`."""
    is_first = _is_man(words[at])
    joint = words[at + 1 : at + 2] if is_first else words[at : at + 1] if at and _is_man(words[at - 1]) else []
    if CONNECTORS.isdisjoint(map(str.lower, joint)):
        return at
    known = JOINERS.union(NUMBERS, ("white", "black"))
    return next((later for later in range(at + 1 + is_first, len(words)) if words[later].lower() not in known), at)


def _is_man(word: str) -> bool:
    """Return True for a man in words or letters: `rooks`, `RP`."""
    return _kind(word)[0] is not None or _SIDE.fullmatch(word) is not None


def _men_of(letters: str) -> list[_Men]:
    """Return the men of `R+2P`."""
    return [_Men(found["kind"].replace("S", "N"), int(found["count"] or 1)) for found in _LETTER.finditer(letters)]


def _is_lower_side(word: str) -> bool:
    """Return True for letters of men in lower case, as in `rp v r`."""
    return word.islower() and len(word) <= _MAX_PAWNS and _SIDE.fullmatch(word.upper()) is not None


def _lower_side(words: Sequence[str]) -> _Side | None:
    """Return the men of a side in lower case."""
    if len(words) != 1 or not _is_lower_side(words[0]):
        return None
    return _Side(tuple(_men_of(words[0].upper())), None)


def _material(left: _Side, right: _Side) -> str:
    """Return the term for the men of two sides."""
    if left.is_white is False or right.is_white is True:
        left, right = right, left
    is_known = left.is_white is not None or right.is_white is not None
    write = _class if left.has_many_pawns or right.has_many_pawns else _letters
    terms = dict.fromkeys([write(left, right)] if is_known else [write(left, right), write(right, left)])
    return alternatives(list(terms))


def _letters(white: _Side, black: _Side) -> str:
    return f"{white.letters}v{black.letters}"


def _class(white: _Side, black: _Side) -> str:
    """Return the class of two sides, `0100.0[2345678]` for a rook against pawns."""
    counts = [(white.total(kind), black.total(kind)) for kind in _PIECES]
    digits = [str(own + 3 * other) if max(own, other) < 3 else "9" for own, other in counts]
    pawns = [_MANY_PAWNS if side.has_many_pawns else str(min(side.total("P"), _MAX_PAWNS)) for side in (white, black)]
    return f"{''.join(digits)}.{''.join(pawns)}"


def alternatives(terms: Sequence[str]) -> str:
    """Return the query for at least one of `terms`."""
    return terms[0] if len(terms) == 1 else f"({' | '.join(terms)})"


def read_ending(words: Sequence[str], at: int) -> Read | None:
    """Return the class of `rook endings` or `rook and pawn endings`: both sides have the piece."""
    if [word.lower() for word in words[at : at + 2]] == ["king", "and"]:
        at += 2
    kind, _ = _kind(words[at]) if at < len(words) else (None, False)
    end = at + 1
    if kind is None or kind == "K":
        return None
    while end < len(words) and words[end].lower() in ("and", "pawn", "pawns", "&", "+"):
        end += 1
    if end == len(words) or words[end].lower() not in ENDINGS:
        return None
    return f"{''.join('4' if kind == piece else '0' for piece in _PIECES)}.*", end + 1


def read_squares(words: Sequence[str], at: int) -> Read | None:
    """Return the squares of `kings on g3 and g1`, `white king on d6`, `Kd6` or `rook on a1`."""
    found = _MAN_ON_SQUARE.fullmatch(words[at])
    if found:
        man = found["man"]
        is_white = found["color"] == "w" if found["color"] else man.isupper()
        return _placed(man.upper().replace("S", "N"), [found["square"]], is_white=is_white), at + 1
    is_white = None
    if words[at].lower() in ("white", "black"):
        is_white = words[at].lower() == "white"
        at += 1
    kind, _ = _kind(words[at]) if at < len(words) else (None, False)
    at += 1
    if at < len(words) and words[at].lower() in ("on", "at"):
        at += 1
    squares: list[str] = []
    ends = [at]
    joints = ("or", "and") if kind == "K" and is_white is None else ("or",)
    while kind and at < len(words) and len(squares) < _MAX_SQUARES:
        if _SQUARE.fullmatch(words[at].lower()) and (ends[-1] == at or words[at - 1].lower() in joints):
            squares.append(words[at].lower())
            ends.append(at + 1)
        elif words[at].lower() not in joints or not squares:
            break
        at += 1
    if not kind or not squares:
        return None
    if kind == "K" and is_white is None and "or" not in map(str.lower, words[ends[0] : ends[-1]]):
        squares = ["".join(squares[:2])]
        ends = ends[:3]
    return _placed(kind, squares, is_white=is_white), ends[-1]


def _placed(kind: str, squares: list[str], *, is_white: bool | None) -> str:
    """Return the term for a man on one of `squares`. For kings without a color, one may be a pair of squares."""
    square = squares[0] if len(squares) == 1 else f"[{','.join(squares)}]"
    if kind == "K":
        before, after = ("??" if is_white is False else ""), ("??" if is_white else "")
        return alternatives([f"{before}{one}{after}" for one in squares])
    sides = [kind, kind.lower()] if is_white is None else [kind if is_white else kind.lower()]
    return alternatives([f'board:"{man}{square}"' for man in sides])


def read_men(words: Sequence[str], at: int) -> Read | None:
    """Return the term for men of one kind, on either side unless a color is given: `two bishops`."""
    found, end, color = _men_at(words, at)
    if len(found) != 1 or found[0].kind == "K":
        return None
    (men,) = found
    at_least = men.number or 1
    if men.kind == "P":
        if color is None:
            return (f"pawns:{men.number}" if men.number else "pawns:>=1"), end
        number = str(min(men.number, _MAX_PAWNS)) if men.number else "[12345678]"
        return (f"????.{number}?" if color else f"????.?{number}"), end
    digits = "".join(str(digit) for digit in range(9) if _has_men(digit, at_least, color))
    return _class_with(men.kind, f"[{digits}9]" if digits else "9"), end


def read_no_men(words: Sequence[str], at: int) -> Read | None:
    """Return the term for no man of a kind: `pawns` → `pawns:0`, `queens` → `0???.*`."""
    kind, _ = _kind(words[at]) if at < len(words) else (None, False)
    if kind is None or kind == "K":
        return None
    if kind == "P":
        return "pawns:0", at + 1
    return _class_with(kind, "0"), at + 1


def _class_with(kind: str, digit: str) -> str:
    """Return the class with any digits except `digit` for the piece `kind`: `?0??.*`."""
    return "".join(digit if piece == kind else "?" for piece in _PIECES) + ".*"


def _has_men(digit: int, count: int, color: bool | None) -> bool:
    """Return True if a side, that of `color` unless None, has at least `count` men by `digit`."""
    black, white = divmod(digit, 3)
    return (color is not False and count <= white) or (color is not True and count <= black)
