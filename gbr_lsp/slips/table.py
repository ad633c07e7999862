"""The table of slips, with the fields and the cost of each.

A row undoes its slip: from a written text it generates possible intended texts. `readings` drops
texts that are not sound, so a row need not check its results. A slip that a careful person makes
costs about 1. A slip with only one possible intention costs less; one that is rare or fits many
texts costs more.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from gbr_lsp.slips.fields import DIGITS, FILES, MEN, RANKS, Field, allowed_chars, is_sound, width
from gbr_lsp.slips.lookalikes import KEY_COST, LOOKALIKE_COST, SAME_COST, TWIN_COST, lookalike_costs, neighbor_keys

_Undo = Callable[[str, Field], Iterator[str]]


class SlipRow(NamedTuple):
    """A slip: its name, its fields, its cost, and the function that undoes it."""

    name: str
    fields: frozenset[Field]
    cost: float
    undo: _Undo


_CLASS, _LIST, _FEN = frozenset({Field.CLASS}), frozenset({Field.SQUARES}), frozenset({Field.FEN})
_SQUARES = _LIST | {Field.KINGS}
_CODE = _CLASS | _SQUARES
_ALL_FIELDS = _CODE | _FEN | {Field.CONTROL}
_RECOLORED_DIGITS = dict(zip("0123456789", "0361472589", strict=True))
"""The digit of the same men in the other color."""


def _undo_lookalikes(max_cost: float) -> _Undo:
    """Return an undo function that replaces wrong signs by look-alikes of at most `max_cost`.

    A writer in another alphabet makes this slip repeatedly, so all signs may be wrong. At most one
    of them may be a poor look-alike. The function takes a text and its field, and yields texts.
    """

    def undo(text: str, field: Field) -> Iterator[str]:
        allowed_by_place = allowed_chars(text, field)
        choices: list[list[tuple[float, str]]] = []
        for char, allowed in zip(text, allowed_by_place, strict=False):
            candidates = [
                (cost, other) for other, cost in lookalike_costs(char).items() if other in allowed and cost <= max_cost
            ]
            choices.append([(0.0, char)] if char in allowed else sorted(candidates))
        if not allowed_by_place or not all(choices) or 1 < sum(TWIN_COST < one[0][0] for one in choices):
            return
        first = [one[0][1] for one in choices]
        yield "".join(first)
        for index, further_choices in enumerate(choices):
            yield from ("".join((*first[:index], other, *first[index + 1 :])) for _, other in further_choices[1:])

    return undo


def _replace_by_lookalike(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one allowed sign replaced by a look-alike: `g3g8` → `g3g3`."""
    for index, (char, allowed) in enumerate(zip(text, allowed_chars(text, field), strict=False)):
        yield from (_splice(text, index, other) for other in lookalike_costs(char) if other in allowed)


def _replace_by_neighbor(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one sign replaced by a neighboring key's: `g3g1` → `h3g1`."""
    for index, (char, allowed) in enumerate(zip(text, allowed_chars(text, field), strict=False)):
        neighbors = neighbor_keys(char)
        yield from (_splice(text, index, other) for other in allowed if other != char and other.lower() in neighbors)


def _splice(text: str, index: int, insertion: str, length: int = 1) -> str:
    """Return `text` with the `length` characters from `index` replaced by `insertion`."""
    return text[:index] + insertion + text[index + length :]


def _drop_char(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one character removed."""
    for index in range(len(text)):
        yield _splice(text, index, "")


def _drop_double(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one of two equal adjacent characters removed: `g33` → `g3`."""
    for index in range(1, len(text)):
        if text[index] == text[index - 1]:
            yield _splice(text, index, "")


def _insert_char(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one character that `field` allows inserted anywhere."""
    chars = dict.fromkeys("".join((*allowed_chars(text + "0", field), *allowed_chars("0" + text, field))))
    for index in range(len(text) + 1):
        yield from (_splice(text, index, char, 0) for char in chars)


def _swap_chars(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with two adjacent characters exchanged: `3g` → `g3`."""
    for index in range(len(text) - 1):
        yield _splice(text, index, text[index + 1] + text[index], 2)


def _step_char(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one sign moved by one: `g3b1` → `f3b1`, `h3b1`, `g2b1`, …."""
    for index, (char, allowed) in enumerate(zip(text, allowed_chars(text, field), strict=False)):
        yield from (
            _splice(text, index, neighbor)
            for neighbor in (chr(ord(char) - 1), chr(ord(char) + 1))
            if neighbor in allowed
        )


def _replace_char(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one digit, file or rank replaced by any other."""
    for index, allowed in enumerate(allowed_chars(text, field)):
        yield from (_splice(text, index, other) for other in allowed)


def _recolor_digit(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one piece digit recolored: `0300.00` → `0100.00`."""
    yield from (
        _splice(text, index, _RECOLORED_DIGITS[char])
        for index, char in enumerate(text[:4])
        if char in _RECOLORED_DIGITS
    )


def recolored_class(text: str) -> str:
    """Return the class of the same men with colors exchanged: `0320.10` → `0160.01`."""
    return "".join(_RECOLORED_DIGITS[char] for char in text[:4]) + f".{text[6]}{text[5]}"


def _recolor_class(text: str, field: Field) -> Iterator[str]:
    """Yield the class with all colors exchanged; nothing if `text` is no class."""
    if is_sound(text, field):
        yield recolored_class(text)


def _set_point(text: str, field: Field) -> Iterator[str]:
    """Yield the digits of `text` with a point after the fourth: `032312`, `032.312` → `0323.12`.

    Nothing is yielded if `text` has more than two other signs.
    """
    digits = "".join(char for char in text if char in DIGITS)
    if len(text) - len(digits) <= 2:
        yield _splice(digits, 4, ".", 0)


def _restore_zeros(text: str, field: Field) -> Iterator[str]:
    """Yield the class with the zeros that a spreadsheet dropped: `45.00` → `0045.00`, `0,2` → `0000.20`."""
    before, _, after = text.replace(",", ".").partition(".")
    if (before + after).isdecimal() and len(before) <= 4 and len(after) <= 2 and str(int(before or 0)) == before:
        yield f"{before:0>4}.{after:0<2}"


def _join_parts(text: str, field: Field) -> Iterator[str]:
    """Yield `text` without blanks, line breaks, soft hyphens and `>`.

    Kings are also yielded without other separators: `g3-g1` → `g3g1`.
    """
    yield "".join(char for char in text if not char.isspace() and char not in "\u00ad>")
    if field is Field.KINGS:
        yield "".join(char for char in text if char.isalnum())


def _square_offsets(text: str) -> Iterator[int]:
    """Yield the offsets of the squares in `text`: `g3.e4` → 0, 3."""
    yield from (index for index in range(len(text) - 1) if text[index] in FILES and text[index + 1] in RANKS)


def _turn_every_square(text: str, field: Field) -> Iterator[str]:
    """Yield `text` with every rank before a file exchanged with it: `3g1g` → `g3g1`."""
    chars = list(text)
    index = 0
    while index < len(chars) - 1:
        if chars[index] in RANKS and chars[index + 1] in FILES:
            chars[index : index + 2] = chars[index + 1], chars[index]
            index += 1
        index += 1
    yield "".join(chars)


def _swap_squares(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with two adjacent squares, or the kings of a FEN, exchanged."""
    if field is Field.FEN:
        yield text.translate(str.maketrans("Kk", "kK"))
    else:
        yield from (
            _splice(text, index, text[index + 2 : index + 4] + text[index : index + 2], 4)
            for index in _square_offsets(text)
        )


def _insert_square(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with any square inserted before or after a square."""
    squares = [file + rank for file in FILES for rank in RANKS]
    for index in {0, len(text), *_square_offsets(text), *(index + 2 for index in _square_offsets(text))}:
        yield from (_splice(text, index, square, 0) for square in squares)


def _drop_square(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one square removed: `e4e4f5` → `e4f5`."""
    yield from (_splice(text, index, "", 2) for index in _square_offsets(text))


def _replace_square(text: str, field: Field) -> Iterator[str]:
    """Yield the texts with one square replaced by any square."""
    squares = [file + rank for file in FILES for rank in RANKS]
    yield from (_splice(text, index, square, 2) for index in _square_offsets(text) for square in squares)


def _turn_board(text: str, field: Field) -> Iterator[str]:
    """Yield `text` from the other side, and with only files or ranks mirrored.

    `a1` → `h8`, `h1`, `a8`.
    """
    files, ranks = str.maketrans(FILES, FILES[::-1]), str.maketrans(RANKS, RANKS[::-1])
    yield text.translate(files).translate(ranks)
    yield text.translate(files)
    yield text.translate(ranks)


def _undo_in_rank(change: Callable[[str], Iterator[str]]) -> _Undo:
    """Return an undo function that applies `change` to the wrong rank of a FEN.

    `change` yields the ranks that may be intended. If no rank has a wrong width, it is applied to
    each one. The function yields FENs, none if two ranks are wrong.
    """

    def undo(text: str, field: Field) -> Iterator[str]:
        ranks = text.split("/")
        wrong_ranks = [index for index, rank in enumerate(ranks) if width(rank) != 8]
        if len(ranks) == 8 and len(wrong_ranks) < 2:
            for index in wrong_ranks or range(8):
                yield from ("/".join((*ranks[:index], rank, *ranks[index + 1 :])) for rank in change(ranks[index]))

    return undo


def _resize_run(rank: str) -> Iterator[str]:
    """Yield the ranks with one run of blanks resized to fit: `2K4` → `3K4`, `2K5`."""
    missing_count = 8 - width(rank)
    for index, char in enumerate(rank):
        if char in RANKS and 1 <= int(char) + missing_count <= 8:
            yield _compress_rank(
                _splice(_expand_rank(rank), width(rank[:index]), "." * (int(char) + missing_count), int(char))
            )


def _insert_rank_char(rank: str) -> Iterator[str]:
    """Yield `rank` with one digit or letter inserted anywhere."""
    yield from (_splice(rank, index, char, 0) for index in range(len(rank) + 1) for char in RANKS + MEN)


def _shift_rank(rank: str) -> Iterator[str]:
    """Yield `rank` moved one file to either side, if free: `2K5` → `1K6`, `3K4`."""
    squares = _expand_rank(rank)
    if squares[:1] == ".":
        yield _compress_rank(squares[1:] + ".")
    if squares[-1:] == ".":
        yield _compress_rank("." + squares[:-1])


def _move_man_one_file(rank: str) -> Iterator[str]:
    """Yield `rank` with one man one file off: `2K5` → `1K6`, `3K4`."""
    squares = _expand_rank(rank)
    for index in range(len(squares) - 1):
        if (squares[index] == ".") is not (squares[index + 1] == "."):
            yield _compress_rank(_splice(squares, index, squares[index + 1] + squares[index], 2))


def _change_square(others_for: Callable[[str], str]) -> Callable[[str], Iterator[str]]:
    """Return a function that yields a rank with one square changed.

    `others_for` maps the square, a letter or a point, to the letters that replace it.
    """

    def change(rank: str) -> Iterator[str]:
        squares = _expand_rank(rank)
        for index, square in enumerate(squares):
            yield from (_compress_rank(_splice(squares, index, other)) for other in others_for(square))

    return change


def _insert_rank(text: str, field: Field) -> Iterator[str]:
    """Yield the FEN of seven ranks with an empty rank inserted anywhere."""
    ranks = text.split("/")
    if len(ranks) == 7:
        yield from ("/".join((*ranks[:index], "8", *ranks[index:])) for index in range(8))


def _drop_rank(text: str, field: Field) -> Iterator[str]:
    """Yield the FEN of nine ranks with one of them removed."""
    ranks = text.split("/")
    if len(ranks) == 9:
        yield from ("/".join(ranks[:index] + ranks[index + 1 :]) for index in range(9))


def _swap_ranks(text: str, field: Field) -> Iterator[str]:
    """Yield the FEN with two adjacent ranks exchanged."""
    ranks = text.split("/")
    for index in range(len(ranks) - 1):
        yield "/".join((*ranks[:index], ranks[index + 1], ranks[index], *ranks[index + 2 :]))


def _move_man_one_rank(text: str, field: Field) -> Iterator[str]:
    """Yield the FEN with one man one rank up or down."""
    ranks = [_expand_rank(rank) for rank in text.split("/")]
    for index in range(len(ranks) - 1):
        for file, (one, other) in enumerate(zip(ranks[index], ranks[index + 1], strict=False)):
            if (one == ".") is not (other == "."):
                new_ranks = [
                    *ranks[:index],
                    _splice(ranks[index], file, other),
                    _splice(ranks[index + 1], file, one),
                    *ranks[index + 2 :],
                ]
                yield "/".join(map(_compress_rank, new_ranks))


def _expand_rank(rank: str) -> str:
    """Return the squares of `rank`: `2K5` → `..K.....`."""
    return "".join("." * int(char) if char in RANKS else char for char in rank)


def _compress_rank(squares: str) -> str:
    """Return the rank of `squares`: `..K.....` → `2K5`."""
    runs = ((square, len(list(group))) for square, group in groupby(squares))
    return "".join(str(length) if square == "." else square * length for square, length in runs)


TABLE: tuple[SlipRow, ...] = (
    SlipRow("another form of a sign", _ALL_FIELDS, SAME_COST, _undo_lookalikes(SAME_COST)),
    SlipRow("parted", _CODE, SAME_COST, _join_parts),
    SlipRow("look-alike", _ALL_FIELDS, TWIN_COST, _undo_lookalikes(TWIN_COST)),
    SlipRow("point", _CLASS, TWIN_COST, _set_point),
    SlipRow("turned", _SQUARES, 0.6, _swap_chars),
    SlipRow("every square turned", _SQUARES, 0.7, _turn_every_square),
    SlipRow("typed twice", _CODE, 0.7, _drop_double),
    SlipRow("somewhat alike", _ALL_FIELDS, LOOKALIKE_COST, _undo_lookalikes(LOOKALIKE_COST)),
    SlipRow("a square twice", _LIST, 0.8, _drop_square),
    SlipRow("a run that is off", _FEN, 0.8, _undo_in_rank(_resize_run)),
    SlipRow("one off", _CODE, 1.0, _step_char),
    SlipRow("taken for another", _CODE, 1.0, _replace_by_lookalike),
    SlipRow("the key beside", _CODE, KEY_COST, _replace_by_neighbor),
    SlipRow("the other color", _CLASS, 1.0, _recolor_digit),
    SlipRow("transposed", _CODE, 1.0, _swap_chars),
    SlipRow("exchanged", _SQUARES | _FEN, 1.0, _swap_squares),
    SlipRow("lost", _CODE, 1.0, _insert_char),
    SlipRow("lost zeros", _CLASS, 1.0, _restore_zeros),
    SlipRow("a man one file off", _FEN, 1.0, _undo_in_rank(_move_man_one_file)),
    SlipRow("a man one rank off", _FEN, 1.0, _move_man_one_rank),
    SlipRow(
        "a man of the other color",
        _FEN,
        1.0,
        _undo_in_rank(_change_square(lambda sign: sign.swapcase().replace(".", ""))),
    ),
    SlipRow("a man too many", _FEN, 1.0, _undo_in_rank(_change_square(lambda sign: "." if sign.isalpha() else ""))),
    SlipRow("a sign twice", _FEN, 1.0, _undo_in_rank(lambda rank: _drop_char(rank, Field.FEN))),
    SlipRow("a rank one file off", _FEN, 1.0, _undo_in_rank(_shift_rank)),
    SlipRow("a rank twice", _FEN, 1.0, _drop_rank),
    SlipRow("two ranks exchanged", _FEN, 1.1, _swap_ranks),
    SlipRow("too many", _CODE, 1.2, _drop_char),
    SlipRow("all colors", _CLASS, 1.2, _recolor_class),
    SlipRow("a square lost", _SQUARES, 1.2, _insert_square),
    SlipRow(
        "another man on the board", _FEN, 1.2, _undo_in_rank(_change_square(lambda sign: MEN if sign.isalpha() else ""))
    ),
    SlipRow("a man lost", _FEN, 1.2, _undo_in_rank(_change_square(lambda sign: MEN if sign == "." else ""))),
    SlipRow("a sign lost", _FEN, 1.2, _undo_in_rank(_insert_rank_char)),
    SlipRow("a rank lost", _FEN, 1.2, _insert_rank),
    SlipRow("another digit", _CLASS, 1.4, _replace_char),
    SlipRow("another file or rank", _SQUARES, 1.4, _replace_char),
    SlipRow("seen from the other side", _SQUARES, 1.4, _turn_board),
    SlipRow("another square", _SQUARES, 1.6, _replace_square),
)
"""All slips, cheapest first."""
