"""The table of slips: what fingers, eyes and scanners do to which field of a text, and what each costs.

A row tells its slip backwards: of a text in which it may have happened it makes the texts that may have been meant.
Those that are no sound field are left out by `readings`, so a row need not look at what it makes. Around 1 costs a slip
that a careful person makes; less, one that leaves nothing but what was meant; more, one that is rare or may have made
the text of many others.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from gbr_lsp.slips.fields import DIGITS, FILES, MEN, RANKS, Field, expected, is_sound, width
from gbr_lsp.slips.signs import KEY, LIKE, SAME, TWIN, alikes, beside

_Back = Callable[[str, Field], Iterator[str]]


class Row(NamedTuple):
    """One row: its name, the fields it falls on, what it costs, and what may have been meant by a text."""

    name: str
    fields: frozenset[Field]
    cost: float
    back: _Back


def _of(*parts: Field) -> frozenset[Field]:
    return frozenset(parts)


_CLASS, _LIST, _FEN = map(_of, (Field.CLASS, Field.SQUARES, Field.FEN))
_SQUARES = _of(Field.KINGS, Field.SQUARES)
_CODE = _CLASS | _SQUARES
_SIGNS = _CODE | _FEN | _of(Field.CONTROL)
_EXCHANGED = dict(zip("0123456789", "0361472589", strict=True))
"""The digit for the same men in the other color."""


def _alike(most: float) -> _Back:
    """What stands where another sign must: each such sign is what it looks like, for no more than a price.

    Who types in another alphabet does so more than once; but one sign at most looks only somewhat like the right one.
    """

    def back(text: str, field: Field) -> Iterator[str]:
        places = expected(text, field)
        signs: list[list[tuple[float, str]]] = []
        for sign, allowed in zip(text, places, strict=False):
            likely = [(price, other) for other, price in alikes(sign).items() if other in allowed and price <= most]
            signs.append([(0.0, sign)] if sign in allowed else sorted(likely))
        if not places or not all(signs) or 1 < sum(TWIN < one[0][0] for one in signs):
            return
        first = [one[0][1] for one in signs]
        yield "".join(first)
        for at, others in enumerate(signs):
            yield from ("".join((*first[:at], other, *first[at + 1 :])) for _, other in others[1:])

    return back


def _mistaken(text: str, field: Field) -> Iterator[str]:
    """A sound sign that was taken for another one: 3 for 8, c for e, K for R."""
    for at, (sign, allowed) in enumerate(zip(text, expected(text, field), strict=False)):
        yield from (_with(text, at, other) for other in alikes(sign) if other in allowed)


def _key(text: str, field: Field) -> Iterator[str]:
    for at, (sign, allowed) in enumerate(zip(text, expected(text, field), strict=False)):
        near = beside(sign)
        yield from (_with(text, at, other) for other in allowed if other != sign and other.lower() in near)


def _with(text: str, at: int, new: str, length: int = 1) -> str:
    return text[:at] + new + text[at + length :]


def _without(text: str, field: Field) -> Iterator[str]:
    """A sign too many."""
    for at in range(len(text)):
        yield _with(text, at, "")


def _undoubled(text: str, field: Field) -> Iterator[str]:
    for at in range(1, len(text)):
        if text[at] == text[at - 1]:
            yield _with(text, at, "")


def _lost(text: str, field: Field) -> Iterator[str]:
    """A sign too few."""
    for at in range(len(text) + 1):
        for sign in dict.fromkeys("".join(dict.fromkeys((*expected(text + "0", field), *expected("0" + text, field))))):
            yield _with(text, at, sign, 0)


def _transposed(text: str, field: Field) -> Iterator[str]:
    for at in range(len(text) - 1):
        yield _with(text, at, text[at + 1] + text[at], 2)


def _stepped(text: str, field: Field) -> Iterator[str]:
    """A digit, file or rank one off."""
    for at, (sign, allowed) in enumerate(zip(text, expected(text, field), strict=False)):
        yield from (_with(text, at, near) for near in (chr(ord(sign) - 1), chr(ord(sign) + 1)) if near in allowed)


def _another(text: str, field: Field) -> Iterator[str]:
    """A digit, file or rank that is another."""
    for at, allowed in enumerate(expected(text, field)):
        yield from (_with(text, at, other) for other in allowed)


def _color(text: str, field: Field) -> Iterator[str]:
    yield from (_with(text, at, _EXCHANGED[sign]) for at, sign in enumerate(text[:4]) if sign in _EXCHANGED)


def recolored_class(text: str) -> str:
    """The class of the same men, each in the other color."""
    return "".join(_EXCHANGED[sign] for sign in text[:4]) + f".{text[6]}{text[5]}"


def _all_colors(text: str, field: Field) -> Iterator[str]:
    if is_sound(text, field):
        yield recolored_class(text)


def _point(text: str, field: Field) -> Iterator[str]:
    """Another sign or two stand for the point, or none, or it stands one digit off."""
    digits = "".join(sign for sign in text if sign in DIGITS)
    if len(text) - len(digits) <= 2:
        yield _with(digits, 4, ".", 0)


def _torn(text: str, field: Field) -> Iterator[str]:
    """A blank, a line break, a hyphen or a comma parts what is one."""
    yield "".join(sign for sign in text if not sign.isspace() and sign not in "\u00ad>")
    if field is Field.KINGS:
        yield "".join(sign for sign in text if sign.isalnum())


def _squares_of(text: str) -> Iterator[int]:
    """Where the squares of a list begin."""
    yield from (at for at in range(len(text) - 1) if text[at] in FILES and text[at + 1] in RANKS)


def _turned(text: str, field: Field) -> Iterator[str]:
    """A rank stands before its file: `3g`."""
    yield from (_with(text, at, text[at + 1] + text[at], 2) for at in range(len(text) - 1))


def _every_turned(text: str, field: Field) -> Iterator[str]:
    """Every square has its rank before its file."""
    signs = list(text)
    at = 0
    while at < len(signs) - 1:
        if signs[at] in RANKS and signs[at + 1] in FILES:
            signs[at : at + 2] = signs[at + 1], signs[at]
            at += 1
        at += 1
    yield "".join(signs)


def _exchanged(text: str, field: Field) -> Iterator[str]:
    """Kings, or squares side by side, that changed places."""
    if field is Field.FEN:
        yield text.translate(str.maketrans("Kk", "kK"))
    else:
        yield from (_with(text, at, text[at + 2 : at + 4] + text[at : at + 2], 4) for at in _squares_of(text))


def _square_lost(text: str, field: Field) -> Iterator[str]:
    squares = [file + rank for file in FILES for rank in RANKS]
    for at in {0, len(text), *_squares_of(text), *(at + 2 for at in _squares_of(text))}:
        yield from (_with(text, at, square, 0) for square in squares)


def _square_twice(text: str, field: Field) -> Iterator[str]:
    yield from (_with(text, at, "", 2) for at in _squares_of(text))


def _other_square(text: str, field: Field) -> Iterator[str]:
    squares = [file + rank for file in FILES for rank in RANKS]
    yield from (_with(text, at, square, 2) for at in _squares_of(text) for square in squares)


def _other_side(text: str, field: Field) -> Iterator[str]:
    """Squares read off a board seen from the other side, or from left to right."""
    files, ranks = str.maketrans(FILES, FILES[::-1]), str.maketrans(RANKS, RANKS[::-1])
    yield text.translate(files).translate(ranks)
    yield text.translate(files)
    yield text.translate(ranks)


def _ranks(change: Callable[[str], Iterator[str]]) -> _Back:
    """Of a FEN of which one rank has not eight squares what that rank may be; of a sound one, what any may be."""

    def back(text: str, field: Field) -> Iterator[str]:
        ranks = text.split("/")
        wrong = [at for at, rank in enumerate(ranks) if width(rank) != 8]
        if len(ranks) == 8 and len(wrong) < 2:
            for at in wrong or range(8):
                yield from ("/".join((*ranks[:at], rank, *ranks[at + 1 :])) for rank in change(ranks[at]))

    return back


def _run(rank: str) -> Iterator[str]:
    lacking = 8 - width(rank)
    for at, sign in enumerate(rank):
        if sign in RANKS and 1 <= int(sign) + lacking <= 8:
            yield _spelled(_with(_spread(rank), width(rank[:at]), "." * (int(sign) + lacking), int(sign)))


def _sign_too_many(rank: str) -> Iterator[str]:
    yield from (_with(rank, at, "") for at in range(len(rank)))


def _sign_too_few(rank: str) -> Iterator[str]:
    yield from (_with(rank, at, sign, 0) for at in range(len(rank) + 1) for sign in RANKS + MEN)


def _shifted(rank: str) -> Iterator[str]:
    spread = _spread(rank)
    if spread[:1] == ".":
        yield _spelled(spread[1:] + ".")
    if spread[-1:] == ".":
        yield _spelled("." + spread[:-1])


def _man_off(rank: str) -> Iterator[str]:
    """A man one file off."""
    spread = _spread(rank)
    for at in range(len(spread) - 1):
        if (spread[at] == ".") is not (spread[at + 1] == "."):
            yield _spelled(_with(spread, at, spread[at + 1] + spread[at], 2))


def _instead(of: Callable[[str], str]) -> Callable[[str], Iterator[str]]:
    """Each sign of a rank replaced by others: a man by other men, an empty square by a man."""

    def change(rank: str) -> Iterator[str]:
        spread = _spread(rank)
        for at, sign in enumerate(spread):
            yield from (_spelled(_with(spread, at, other)) for other in of(sign))

    return change


def _rank_lost(text: str, field: Field) -> Iterator[str]:
    ranks = text.split("/")
    if len(ranks) == 7:
        yield from ("/".join((*ranks[:at], "8", *ranks[at:])) for at in range(8))


def _rank_twice(text: str, field: Field) -> Iterator[str]:
    ranks = text.split("/")
    if len(ranks) == 9:
        yield from ("/".join(ranks[:at] + ranks[at + 1 :]) for at in range(9))


def _ranks_exchanged(text: str, field: Field) -> Iterator[str]:
    ranks = text.split("/")
    for at in range(len(ranks) - 1):
        yield "/".join((*ranks[:at], ranks[at + 1], ranks[at], *ranks[at + 2 :]))


def _rank_off(text: str, field: Field) -> Iterator[str]:
    """A man one rank off."""
    ranks = [_spread(rank) for rank in text.split("/")]
    for at in range(len(ranks) - 1):
        for file, (one, other) in enumerate(zip(ranks[at], ranks[at + 1], strict=False)):
            if (one == ".") is not (other == "."):
                new = [*ranks[:at], _with(ranks[at], file, other), _with(ranks[at + 1], file, one), *ranks[at + 2 :]]
                yield "/".join(map(_spelled, new))


def _spread(rank: str) -> str:
    return "".join("." * int(sign) if sign in RANKS else sign for sign in rank)


def _spelled(spread: str) -> str:
    runs = ((sign, len(list(group))) for sign, group in groupby(spread))
    return "".join(str(length) if sign == "." else sign * length for sign, length in runs)


TABLE: tuple[Row, ...] = (
    Row("another form of a sign", _SIGNS, SAME, _alike(SAME)),
    Row("parted", _CODE, SAME, _torn),
    Row("look-alike", _SIGNS, TWIN, _alike(TWIN)),
    Row("point", _CLASS, TWIN, _point),
    Row("turned", _SQUARES, 0.6, _turned),
    Row("every square turned", _SQUARES, 0.7, _every_turned),
    Row("typed twice", _CODE, 0.7, _undoubled),
    Row("somewhat alike", _SIGNS, LIKE, _alike(LIKE)),
    Row("a square twice", _LIST, 0.8, _square_twice),
    Row("a run that is off", _FEN, 0.8, _ranks(_run)),
    Row("one off", _CODE, 1.0, _stepped),
    Row("taken for another", _CODE, 1.0, _mistaken),
    Row("the key beside", _CODE, KEY, _key),
    Row("the other color", _CLASS, 1.0, _color),
    Row("transposed", _CODE, 1.0, _transposed),
    Row("exchanged", _SQUARES | _FEN, 1.0, _exchanged),
    Row("lost", _CODE, 1.0, _lost),
    Row("a man one file off", _FEN, 1.0, _ranks(_man_off)),
    Row("a man one rank off", _FEN, 1.0, _rank_off),
    Row("a man of the other color", _FEN, 1.0, _ranks(_instead(lambda sign: sign.swapcase().replace(".", "")))),
    Row("a man too many", _FEN, 1.0, _ranks(_instead(lambda sign: "." if sign.isalpha() else ""))),
    Row("a sign twice", _FEN, 1.0, _ranks(_sign_too_many)),
    Row("a rank one file off", _FEN, 1.0, _ranks(_shifted)),
    Row("a rank twice", _FEN, 1.0, _rank_twice),
    Row("two ranks exchanged", _FEN, 1.1, _ranks_exchanged),
    Row("too many", _CODE, 1.2, _without),
    Row("all colors", _CLASS, 1.2, _all_colors),
    Row("a square lost", _SQUARES, 1.2, _square_lost),
    Row("another man on the board", _FEN, 1.2, _ranks(_instead(lambda sign: MEN if sign.isalpha() else ""))),
    Row("a man lost", _FEN, 1.2, _ranks(_instead(lambda sign: MEN if sign == "." else ""))),
    Row("a sign lost", _FEN, 1.2, _ranks(_sign_too_few)),
    Row("a rank lost", _FEN, 1.2, _rank_lost),
    Row("another digit", _CLASS, 1.4, _another),
    Row("another file or rank", _SQUARES, 1.4, _another),
    Row("seen from the other side", _SQUARES, 1.4, _other_side),
    Row("another square", _SQUARES, 1.6, _other_square),
)
"""All slips, cheapest first."""
