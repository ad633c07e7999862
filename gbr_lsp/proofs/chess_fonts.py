"""Chess fonts for diagrams, as tables from characters to the contents of squares.

Sources: the mappings in the documentation of the fonts (DiagramTT of ChessBase, 1Echecs of the
Problemiste family, Marroquin's Merida and its sisters, Bentzen's Alpha, Steve Smith's Linares,
Tutelaers' skak and its successor SkakNew in the encodings of chessfss, which are those of
chess.sty, and diagram.sty with its fonts of pictures).

An entry is a pair: the FEN letter of the man, or `.` for an empty square, and the color of the
square if the character shows it: `l` light, `d` dark, `?` unknown. `("R", "d")` is a rook on a dark
square.
"""

from typing import NamedTuple

MEN = "KQRBNPkqrbnp"


class Family(NamedTuple):
    """The characters of one family of chess fonts.

    `squares` are full squares. `masks` are drawn under or over a man and have no meaning. `halves`
    are two adjacent characters that make one man, and the man. `may_omit_light` is True if an empty
    light square may have no character. `is_keyed_by_code` is True if the keys are codes in the
    file, not Unicode characters.
    """

    name: str
    squares: dict[str, tuple[str, str]]
    masks: frozenset[str] = frozenset()
    halves: tuple[tuple[str, str, str], ...] = ()
    may_omit_light: bool = False
    is_keyed_by_code: bool = False


def _two_color_table(light: str, dark: str, empty_light: str, empty_dark: str) -> dict[str, tuple[str, str]]:
    """Return a table of two characters per man: `{"K": ("K", "l"), "J": ("K", "d"), …}`.

    `light` and `dark` have a character for each of `MEN`, in that order.
    """
    squares = {char: (man, "l") for char, man in zip(light, MEN, strict=True)}
    squares |= {char: (man, "d") for char, man in zip(dark, MEN, strict=True)}
    squares |= dict.fromkeys(empty_light, (".", "l")) | dict.fromkeys(empty_dark, (".", "d"))
    return squares


def _one_color_table(men: str, empty_light: str, empty_dark: str) -> dict[str, tuple[str, str]]:
    """Return a table of one character per man: `{"K": ("K", "?"), …}`.

    `men` has a character for each of `MEN`, in that order.
    """
    squares = {char: (man, "?") for char, man in zip(men, MEN, strict=True)}
    return squares | dict.fromkeys(empty_light, (".", "l")) | dict.fromkeys(empty_dark, (".", "d"))


def _diagram_sty_table() -> dict[str, tuple[str, str]]:
    r"""Return the table of diagram.sty: `{"\x00": ("P", "l"), "\x12": ("P", "d"), …}`.

    Pawn to king are from 0, Black is 12 later, dark squares are 18 later.
    """
    squares = {chr(144): (".", "d")}
    for first, men in ((0, "PNBRQK"), (12, "pnbrqk")):
        for number, man in enumerate(men, first):
            squares[chr(number)] = (man, "l")
            squares[chr(number + 18)] = (man, "d")
    return squares


_SKAK_TABLE = _two_color_table("KQRBNPkqrbnp", "JLSAMOjlsamo", "0", "Z")

FAMILIES = (
    Family("DiagramTT", _one_color_table("KQRLNPkqrlnp", "-", "+"), frozenset("mwtvsz")),
    Family(
        "1Echecs",
        _one_color_table("rdtfcpRDTFCP", " ", ":") | {"d": ("", "?")},
        frozenset("()0123456789"),
        (("d", "e", "Q"),),
        may_omit_light=True,
    ),
    Family("skak", _SKAK_TABLE, may_omit_light=True),
    Family(
        "skak in layers",
        {char: (man, "?") for char, (man, _) in _SKAK_TABLE.items() if man != "."}
        | {"0": (".", "?"), "Z": (".", "?"), "z": (".", "?")},
        frozenset("123456TUVWXY\x95\x96\x97\x98\x99\x9a•–—˜™š"),
    ),
    Family("Merida", _two_color_table("kqrbnplwtvmo", "KQRBNPLWTVMO", " *-\xa0", "+"), may_omit_light=True),
    Family("Alpha", _two_color_table("kqrbhplwtnjo", "KQRBHPLWTNJO", " *-\xa0\x1a", "+"), may_omit_light=True),
    Family("Linares", _two_color_table("KQRBNPkqrbnp", "!I$GH)i14gh0", "w", "d")),
    Family("diagram.sty", _diagram_sty_table(), may_omit_light=True, is_keyed_by_code=True),
)
