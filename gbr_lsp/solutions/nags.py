"""Annotations of moves: comments, and numeric annotation glyphs (NAGs) with their signs and meanings."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The glyphs whose sign may directly follow a move, by number."""
NUMBERS = {sign: number for number, sign in SIGNS.items()} | {"‼": 3, "⁇": 4, "⁉": 5, "⁈": 6}
SYMBOLS = SIGNS | {
    7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀",
}  # fmt: skip
"""The printed signs of glyphs, by number."""

_MOVES = (
    "no annotation",
    "good move",
    "poor move",
    "very good move",
    "very poor move",
    "speculative move",
    "questionable move",
    "forced move: all others lose quickly",
    "only move: there is no reasonable alternative",
    "worst move",
    "drawish position",
    "equal chances, quiet position",
    "equal chances, active position",
    "unclear position",
)
_DEGREES = ("a slight", "a moderate", "a decisive", "a crushing")
_STRENGTHS = ("very weak", "moderately weak", "moderately strong", "very strong")
_QUALITIES = ("very poorly", "poorly", "well", "very well")
_SIDES = (
    (14, tuple(f"has {degree} advantage" for degree in _DEGREES)),
    (22, ("is in zugzwang",)),
    (24, tuple(f"has {degree} space advantage" for degree in _DEGREES[:3])),
    (30, tuple(f"has {degree} time (development) advantage" for degree in _DEGREES[:3])),
    (36, ("has the initiative", "has a lasting initiative")),
    (40, ("has the attack",)),
    (42, ("has insufficient compensation for the material", "has sufficient compensation for the material")),
    (46, ("has more than adequate compensation for the material",)),
    (48, tuple(f"has {degree} center control advantage" for degree in _DEGREES[:3])),
    (54, tuple(f"has {degree} kingside control advantage" for degree in _DEGREES[:3])),
    (60, tuple(f"has {degree} queenside control advantage" for degree in _DEGREES[:3])),
    (66, ("has a vulnerable first rank", "has a well protected first rank")),
    (70, tuple(f"has a {how} king" for how in ("poorly protected", "well protected", "poorly placed", "well placed"))),
    (78, tuple(f"has a {how} pawn structure" for how in _STRENGTHS)),
    (86, tuple(f"has {how} {who} placement" for who in ("knight", "bishop") for how in ("poor", "good"))),
    (94, tuple(f"has {how} {who} placement" for who in ("rook", "queen") for how in ("poor", "good"))),
    (102, ("has poor piece coordination", "has good piece coordination")),
    (106, tuple(f"has played the opening {how}" for how in _QUALITIES)),
    (114, tuple(f"has played the middlegame {how}" for how in _QUALITIES)),
    (122, tuple(f"has played the ending {how}" for how in _QUALITIES)),
    (130, ("has slight counterplay", "has moderate counterplay", "has decisive counterplay")),
    (136, ("has moderate time control pressure", "has severe time control pressure")),
)

_OF_PROGRAMS = {
    140: "with the idea", 141: "aimed against", 142: "better is", 143: "worse is", 144: "equivalent is",
    145: "editorial comment", 146: "novelty", 147: "weak point", 148: "ending", 149: "file", 150: "diagonal",
    153: "bishops of opposite color", 154: "bishops of the same color", 190: "etc.",
    220: "diagram", 221: "diagram from Black's side",
    238: "space advantage", 239: "file", 240: "diagonal", 241: "center", 242: "kingside", 243: "queenside",
    244: "weak point", 245: "ending", 246: "pair of bishops", 247: "bishops of opposite color",
    248: "bishops of the same color", 249: "connected pawns", 250: "isolated pawns", 251: "doubled pawns",
    252: "passed pawn", 253: "pawn majority", 254: "with", 255: "without",
}  # fmt: skip
"""The words of numbers that the PGN standard leaves open, as programs write them."""

MEANINGS: dict[int, str] = {
    **dict(enumerate(_MOVES)),
    **{
        first + 2 * place + side: f"{name} {says}"
        for first, all_say in _SIDES
        for place, says in enumerate(all_say)
        for side, name in enumerate(("White", "Black"))
    },
    **_OF_PROGRAMS,
}
"""The words of the PGN standard and of programs, by number."""

_ANNOTATIONS = regex(
    r"""\{(?P<enclosed>[^}]*+)\}? | ;(?P<rest_of_line>[^\r\n]*+)
    | (?<![^\r\n])%[^\r\n]*+ | (?<![^\r\n])[ \t]*+\[[ \t]*+\w++[ \t]*+"[^\r\n]*+
    | \$(?P<number>[0-9]{1,3})(?![0-9]) | (?<=[\w+\#=)])(?P<sign>[!?]{1,2}|[‼⁉⁇⁈])(?![!?])""",
    re.VERBOSE,
)
DIAGRAM = regex(r"\[#\]")
"""The sign for a diagram in a comment."""
_COMMAND = regex(r"\[%[^\]]*+\]")


class MoveGlyph(NamedTuple):
    """Glyph in the movetext: its number; `is_sign` is True for `!?`, False for `$5`."""

    span: Span
    number: int
    is_sign: bool


def glyphs_of(text: str, start: int = 0) -> Iterator[MoveGlyph]:
    """Yield each `MoveGlyph` from `start` on, in order; comments are skipped."""
    for found in _ANNOTATIONS.finditer(text, start):
        if found["number"]:
            yield MoveGlyph(Span(*found.span()), int(found["number"]), is_sign=False)
        elif found["sign"]:
            yield MoveGlyph(Span(*found.span()), NUMBERS[found["sign"]], is_sign=True)


def comments_of(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """Yield (offset, words) of each comment from `start` on, in order, if it has words.

    Commands such as `[%clk 0:01]` are left out, and blanks and line ends become single blanks.
    """
    for found in _ANNOTATIONS.finditer(text, start):
        comment = found["enclosed"] or found["rest_of_line"]
        if comment and (words := " ".join(_COMMAND.sub(" ", comment).split())):
            yield found.start(), words


def sign_of(glyph: MoveGlyph) -> str:
    """Return the printed sign of `glyph`, or its number if it has none: `±`, `$146`."""
    return SYMBOLS.get(glyph.number, f"${glyph.number}")


def meaning(glyph: MoveGlyph) -> str | None:
    """Return the meaning of `glyph`; None if it has no usual one.

    A glyph written as a number gets its sign: `$1` → `good move (!)`.
    """
    words = MEANINGS.get(glyph.number)
    return f"{words} ({SIGNS[glyph.number]})" if words and not glyph.is_sign and glyph.number in SIGNS else words
