"""Distance between a printed move and a legal one: the cost of one slip of an eye or a finger.

Moves are compared in English letters without signs, in the nearest of their spellings.
"""

from collections.abc import Iterator, Sequence

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.attacks import name_of
from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.slips.lookalikes import lookalike_costs
from gbr_lsp.solutions.languages import ENGLISH, Language
from gbr_lsp.solutions.legal_moves import LegalMove, count_playable, legal_moves
from gbr_lsp.solutions.position import Position

LOOK_ALIKE, NEIGHBOR, MAN, EDIT, SQUARE, OTHER_SIGN = 0.8, 1.2, 1.6, 1.8, 2.0, 2.2
"""Cost of one wrong sign: a look-alike, a neighboring file or rank, the letter of another man, a
sign lost, inserted or exchanged with the next one, any other file or rank, anything else."""

_IGNORED_SIGNS = regex(r"[\s+#†‡!?x×:=()\[\]/,;.*_–—-]|e\.?p")
_HALF_A_KING = regex("(?<=^[ФЛС])р")
"""The rest of a Russian `Кр` with the letter of another man: `Лрe4`."""
_LAST_RANKS = "18lIi|B"
"""Signs before the letter of a promotion: the last rank, and what scanners read for it."""
_SAN = regex(r"(?P<letter>[KQRBN]?)[a-h]?[1-8]?x?(?P<to>[a-h][1-8])(?P<promotion>=?[QRBN]?)")


def bare_san(printed: str, language: Language) -> str:
    """Return `printed` in English letters, without signs, as far as possible: `S×f3+` → `Nf3`."""
    text = _IGNORED_SIGNS.sub("", printed.replace("Кр", "♔" if "♔" in language.letters else "Кр"))
    text = _HALF_A_KING.sub("", text)
    for length in (2, 1):
        if text[:length] in language.letters:
            text = language.letters[text[:length]] + text[length:]
            break
    if 2 < len(text) and text[-1] in language.letters and text[-2] in _LAST_RANKS:
        text = text[:-1] + language.letters[text[-1]]
    return text


def slip_cost(printed: str, position: Position, move: LegalMove) -> float | None:
    """Return the cost of `printed` (a result of `bare_san`) as a misprint of `move`.

    0 if it spells the move; None if more than one slip lies between them.
    """
    costs = [cost for form in _forms(position, move) if (cost := _cost(printed, form)) is not None]
    return min(costs, default=None)


def repairs(position: Position, printed: str, rest: Sequence[str]) -> list[tuple[LegalMove, int]]:
    """Return each legal move that resembles `printed`, best first, and the half-moves that run after it.

    The best ones let more of `rest` run: the moves, in SAN, that are printed after it.
    """
    bare, found = bare_san(printed, ENGLISH), []
    for move in legal_moves(position):
        cost = slip_cost(bare, position, move)
        if cost is not None:
            found.append((-count_playable(move.after, rest), cost, move))
    return [(move, -plies) for plies, _, move in sorted(found, key=lambda one: (*one[:2], one[2].san))]


def long_form(position: Position, move: LegalMove, link: str) -> str:
    """Return the SAN of `move` with both squares and `link` between them: `Nf3` → `Ng1-f3`.

    Castling is unchanged.
    """
    parts = _SAN.fullmatch(move.san)
    if parts is None:
        return move.san
    return f"{parts['letter']}{_origin(position, move)}{link}{parts['to']}{parts['promotion']}"


def _origin(position: Position, move: LegalMove) -> str:
    return name_of(position[0][ALL_MEN] & ~move.after[1][ALL_MEN])


def _forms(position: Position, move: LegalMove) -> Iterator[str]:
    """Yield the spellings of `move` without signs: `Nf3`, `Ngf3`, `N1f3`, `Ng1f3`."""
    parts = _SAN.fullmatch(move.san)
    if parts is None:
        yield move.san.replace("-", "")
        return
    letter, to, becomes = parts["letter"], parts["to"], parts["promotion"].removeprefix("=")
    origin = _origin(position, move)
    froms = ("", origin[0], origin[1], origin) if letter else (origin[0] if "x" in move.san else "", origin)
    for named in froms:
        yield f"{letter}{named}{to}{becomes}"


def _cost(one: str, other: str) -> float | None:
    """Return the cost of the slip between two spellings; 0 if equal, None for several slips."""
    if one == other:
        return 0.0
    if len(one) == len(other):
        wrong = [place for place in range(len(one)) if one[place] != other[place]]
        if len(wrong) == 1:
            return _sign_cost(one[wrong[0]], other[wrong[0]])
        turned = len(wrong) == 2 and one[wrong[0]] == other[wrong[1]] and one[wrong[1]] == other[wrong[0]]
        return EDIT if turned and wrong[1] == wrong[0] + 1 else None
    longer, shorter = (one, other) if len(other) < len(one) else (other, one)
    if len(longer) - len(shorter) == 1:
        same = next((at for at in range(len(shorter)) if longer[at] != shorter[at]), len(shorter))
        return EDIT if longer[same + 1 :] == shorter[same:] else None
    return None


def _sign_cost(printed: str, meant: str) -> float:
    """Return the cost of one sign that was `printed` for the sign `meant`."""
    if lookalike_costs(printed).get(meant, OTHER_SIGN) <= LOOK_ALIKE:
        return LOOK_ALIKE
    if meant.isupper():
        return MAN if printed.isupper() else OTHER_SIGN
    if printed in "abcdefgh" if meant in "abcdefgh" else printed in "12345678":
        return NEIGHBOR if abs(ord(printed) - ord(meant)) == 1 else SQUARE
    return OTHER_SIGN
