"""The kinds of slips: typing errors, errors of character recognition, errors of copying.

Each function changes the text of one piece at random; it returns None if the slip does not fit.
"""

import random
from collections.abc import Callable
from itertools import pairwise

from tests.slips.studies import Written

_Slip = Callable[[str, random.Random], str | None]

_COLOR = {"1": "3", "3": "1", "2": "6", "6": "2", "5": "7", "7": "5"}
_LETTERS = {
    "0": "OoDQ", "1": "lIi|", "2": "Zz", "3": "", "4": "A", "5": "Ss", "6": "bG", "7": "", "8": "B", "9": "gq",
}  # fmt: skip
_LOOK_ALIKES = {
    "0": "Оо０",
    "1": "１І",
    "2": "２",
    "3": "Зз３",
    "4": "４Ч",
    "5": "５Ѕ",
    "6": "６б",
    "7": "７",
    "8": "８В",
}
_SQUARE_ALIKES = {"a": "аａ", "b": "ьｂ", "c": "сｃ", "d": "ｄ", "e": "еｅ", "f": "ｆ", "g": "ｇ", "h": "ｈһ"}
_POINTS = {
    "comma": ",", "colon": ":", "blank": " ", "missing": "", "hyphen": "-", "semicolon": ";", "middle dot": "·",
    "two points": "..", "point and blank": ". ", "dash": "–", "underscore": "_", "slash": "/", "blank and point": " .",
}  # fmt: skip
_MEN = "pnbrqPNBRQ"


def _at(text: str, at: int, new: str, length: int = 1) -> str:
    return text[:at] + new + text[at + length :]


def _digits(text: str) -> list[int]:
    return [n for n, char in enumerate(text) if char.isdigit()]


def _digit_off(step: int) -> _Slip:
    def slip(text: str, rng: random.Random) -> str | None:
        at = rng.choice(_digits(text))
        value = int(text[at]) + rng.choice((step, -step))
        return _at(text, at, str(value)) if 0 <= value <= 8 else None

    return slip


def _digit_color(text: str, rng: random.Random) -> str | None:
    places = [at for at in _digits(text)[:4] if text[at] in _COLOR]
    if not places:
        return None
    at = rng.choice(places)
    return _at(text, at, _COLOR[text[at]])


def _transposed(text: str, rng: random.Random) -> str | None:
    places = [at for at in (0, 1, 2, 5) if text[at] != text[at + 1]]
    at = rng.choice(places) if places else None
    return None if at is None else _at(text, at, text[at + 1] + text[at], 2)


def _pawns_exchanged(text: str, rng: random.Random) -> str | None:
    return text[:5] + text[6] + text[5] if text[5] != text[6] else None


def _all_colors(text: str, rng: random.Random) -> str | None:
    new = "".join(_COLOR.get(char, char) for char in text[:4]) + "." + text[6] + text[5]
    return new if new != text else None


def _letter(alikes: dict[str, str]) -> _Slip:
    def slip(text: str, rng: random.Random) -> str | None:
        places = [at for at, char in enumerate(text) if alikes.get(char)]
        if not places:
            return None
        at = rng.choice(places)
        return _at(text, at, rng.choice(alikes[text[at]]))

    return slip


def _all_noughts(text: str, rng: random.Random) -> str | None:
    return text.replace("0", "O") if "0" in text else None


def _any_noughts(text: str, rng: random.Random) -> str | None:
    """Replace each 0 by a random look-alike, and sometimes one `O` by `Q`."""
    new = "".join(rng.choice("0OОoоΟο") if char == "0" else char for char in text)
    return new.replace("O", "Q", 1) if rng.random() < 0.3 else new


def _full_width(text: str, rng: random.Random) -> str | None:
    return "".join(chr(ord(char) + 0xFEE0) if char.isdigit() else char for char in text)


def _point(sign: str) -> _Slip:
    return lambda text, rng: text.replace(".", sign)


def _digit_dropped(text: str, rng: random.Random) -> str | None:
    at = rng.choice(_digits(text))
    return _at(text, at, "")


def _digit_doubled(text: str, rng: random.Random) -> str | None:
    at = rng.choice(_digits(text))
    return _at(text, at, text[at] * 2)


def _kings_exchanged(text: str, rng: random.Random) -> str | None:
    return text[2:] + text[:2]


def _king_off(text: str, rng: random.Random) -> str | None:
    at = rng.randrange(4)
    value = ord(text[at]) + rng.choice((1, -1))
    new = _at(text, at, chr(value))
    good = chr(value) in "abcdefgh" if at % 2 == 0 else chr(value) in "12345678"
    return new if good and new[:2] != new[2:] else None


def _king_turned(text: str, rng: random.Random) -> str | None:
    at = rng.choice((0, 2))
    return _at(text, at, text[at + 1] + text[at], 2)


def _kings_turned(text: str, rng: random.Random) -> str | None:
    return text[1] + text[0] + text[3] + text[2]


def _files_first(text: str, rng: random.Random) -> str | None:
    return text[0] + text[2] + text[1] + text[3]


def _outside_in(text: str, rng: random.Random) -> str | None:
    return text[1] + text[0] + text[2] + text[3]


def _king_off_board(text: str, rng: random.Random) -> str | None:
    at = rng.randrange(4)
    return _at(text, at, rng.choice("ijk") if at % 2 == 0 else rng.choice("09"))


def _king_dropped(text: str, rng: random.Random) -> str | None:
    return rng.choice((text[:2], text[2:]))


def _king_half(text: str, rng: random.Random) -> str | None:
    return _at(text, rng.randrange(4), "")


def _control_off(text: str, rng: random.Random) -> str | None:
    between = "/" if "/" in text else "+"
    sides = [int(side) for side in text.split(between)]
    sides[rng.randrange(2)] += rng.choice((1, -1))
    return between.join(map(str, sides)) if 0 < min(sides) and max(sides) <= 16 else None


def _control_exchanged(text: str, rng: random.Random) -> str | None:
    between = "/" if "/" in text else "+"
    white, black = text.split(between)
    return f"{black}{between}{white}" if white != black else None


def _goal(text: str, rng: random.Random) -> str | None:
    return {"+": "=", "=": "+", "Win": "Draw", "Draw": "Win"}.get(text)


def _starts(text: str) -> list[int]:
    return [n for n, char in enumerate(text) if char in "abcdefgh"]


def _square_off(text: str, rng: random.Random) -> str | None:
    at = rng.choice(_starts(text)) + rng.randrange(2)
    value = chr(ord(text[at]) + rng.choice((1, -1)))
    new = _at(text, at, value)
    squares = [new[n : n + 2] for n in _starts(new)]
    good = value in "abcdefgh" or value in "12345678"
    return new if good and len(set(squares)) == len(squares) else None


def _square_taken(text: str, rng: random.Random) -> str | None:
    starts = _starts(text)
    if len(starts) < 2:
        return None
    one, other = rng.sample(starts, 2)
    return _at(text, one, text[other : other + 2], 2)


def _square_dropped(text: str, rng: random.Random) -> str | None:
    starts = _starts(text)
    return _at(text, rng.choice(starts), "", 2) if 2 < len(starts) else None


def _square_doubled(text: str, rng: random.Random) -> str | None:
    at = rng.choice(_starts(text))
    return _at(text, at, text[at : at + 2] * 2, 2)


def _square_half(text: str, rng: random.Random) -> str | None:
    return _at(text, rng.choice(_starts(text)) + rng.randrange(2), "")


def _squares_exchanged(text: str, rng: random.Random) -> str | None:
    starts = _starts(text)
    pairs = [(one, other) for one, other in pairwise(starts) if other == one + 2]
    if not pairs:
        return None
    one, other = rng.choice(pairs)
    return _at(text, one, text[other : other + 2] + text[one : one + 2], 4)


def _square_turned(text: str, rng: random.Random) -> str | None:
    at = rng.choice(_starts(text))
    return _at(text, at, text[at + 1] + text[at], 2)


def _square_bad(text: str, rng: random.Random) -> str | None:
    at = rng.choice(_starts(text)) + rng.randrange(2)
    return _at(text, at, rng.choice("ijk") if text[at].isalpha() else rng.choice("09"))


def _fen_run(text: str, rng: random.Random) -> str | None:
    at = rng.choice(_digits(text))
    value = int(text[at]) + rng.choice((1, -1))
    return _at(text, at, str(value)) if 0 < value < 9 else None


def _fen_rank_lost(text: str, rng: random.Random) -> str | None:
    ranks = text.split("/")
    del ranks[rng.randrange(8)]
    return "/".join(ranks)


def _on_man(change: Callable[[str, random.Random], str]) -> _Slip:
    def slip(text: str, rng: random.Random) -> str | None:
        places = [at for at, char in enumerate(text) if char in _MEN]
        at = rng.choice(places)
        new = change(text[at], rng)
        return None if new in "Pp" and ("/" not in text[:at] or "/" not in text[at:]) else _spread(_at(text, at, new))

    return slip


def _spread(text: str) -> str:
    """Write each run of empty squares of a FEN as one digit: `11p` → `2p`."""
    squares = "".join("." * int(char) if char.isdigit() else char for char in text)
    ranks = []
    for rank in squares.split("/"):
        out, run = "", 0
        for char in rank + "/":
            if char == ".":
                run += 1
                continue
            out += (str(run) if run else "") + (char if char != "/" else "")
            run = 0
        ranks.append(out)
    return "/".join(ranks)


def _other_piece(char: str, rng: random.Random) -> str:
    kinds = "qrbn".replace(char.lower(), "")
    new = rng.choice(kinds)
    return new.upper() if char.isupper() else new


def _extra_man(text: str, rng: random.Random) -> str | None:
    squares = "".join("." * int(char) if char.isdigit() else char for char in text)
    empty = [at for at, char in enumerate(squares) if char == "." and 9 < at < 62]
    return _spread(_at(squares, rng.choice(empty), rng.choice(_MEN)))


def _moved(men: str) -> _Slip:
    def slip(text: str, rng: random.Random) -> str | None:
        squares = "".join("." * int(char) if char.isdigit() else char for char in text)
        places = [at for at, char in enumerate(squares) if char in men]
        at = rng.choice(places)
        to = at + rng.choice((1, -1))
        if not 0 <= to < len(squares) or squares[to] != ".":
            return None
        return _spread(_at(_at(squares, to, squares[at]), at, "."))

    return slip


def _turn(text: str, rng: random.Random) -> str | None:
    return "b"


SLIPS: dict[str, tuple[str, _Slip]] = {
    "digit ±1": ("class", _digit_off(1)),
    "digit ±3": ("class", _digit_off(3)),
    "digit: its color": ("class", _digit_color),
    "digits transposed": ("class", _transposed),
    "pawn digits exchanged": ("class", _pawns_exchanged),
    "all colors": ("class", _all_colors),
    "letter for a digit": ("class", _letter(_LETTERS)),
    "all noughts O": ("class", _all_noughts),
    "noughts of any alphabet": ("class", _any_noughts),
    "look-alike for a digit": ("class", _letter(_LOOK_ALIKES)),
    "full-width class": ("class", _full_width),
    **{f"point: {name}": ("class", _point(sign)) for name, sign in _POINTS.items()},
    "digit dropped": ("class", _digit_dropped),
    "digit doubled": ("class", _digit_doubled),
    "kings exchanged": ("kings", _kings_exchanged),
    "king one off": ("kings", _king_off),
    "king turned 3g": ("kings", _king_turned),
    "both turned 4f6e": ("kings", _kings_turned),
    "king turned 4fe6": ("kings", _outside_in),
    "kings fe46": ("kings", _files_first),
    "kings f4 e6": ("kings", lambda text, rng: f"{text[:2]} {text[2:]}"),
    "kings f4,e6": ("kings", lambda text, rng: f"{text[:2]},{text[2:]}"),
    "kings F4E6": ("kings", lambda text, rng: text.upper()),
    "look-alike in kings": ("kings", _letter(_SQUARE_ALIKES)),
    "king off the board": ("kings", _king_off_board),
    "king dropped": ("kings", _king_dropped),
    "half a king dropped": ("kings", _king_half),
    "control ±1": ("control", _control_off),
    "control exchanged": ("control", _control_exchanged),
    "goal exchanged": ("goal", _goal),
    "square one off": ("squares", _square_off),
    "square taken": ("squares", _square_taken),
    "square dropped": ("squares", _square_dropped),
    "half a square": ("squares", _square_half),
    "square doubled": ("squares", _square_doubled),
    "squares exchanged": ("squares", _squares_exchanged),
    "bad square": ("squares", _square_bad),
    "square turned": ("squares", _square_turned),
    "FEN: run ±1": ("fen", _fen_run),
    "FEN: rank lost": ("fen", _fen_rank_lost),
    "FEN: color of a man": ("fen", _on_man(lambda char, rng: char.swapcase())),
    "FEN: other piece": ("fen", _on_man(_other_piece)),
    "FEN: man missing": ("fen", _on_man(lambda char, rng: "1")),
    "FEN: extra man": ("fen", _extra_man),
    "FEN: king moved": ("fen", _moved("kK")),
    "FEN: man a file off": ("fen", _moved(_MEN)),
    "FEN: side to move": ("turn", _turn),
}
"""For each kind, the name of the piece it changes and the function; `goal` is `sign`, else `result`."""


def spoiled(written: Written, kind: str, rng: random.Random) -> tuple[Written, int] | None:
    """Return `written` with a slip of `kind` and the index of the changed piece, or None if none fits."""
    name, slip = SLIPS[kind]
    number = written.named(name) if name != "goal" else _first(written.named("sign"), written.named("result"))
    if number is None:
        return None
    old = written.pieces[number].text
    if name == "squares" and not old.strip(". "):
        return None
    for _ in range(12):
        new = slip(old, rng)
        if new is not None and new != old:
            return written.with_text(number, new), number
    return None


def _first(one: int | None, other: int | None) -> int | None:
    return other if one is None else one
