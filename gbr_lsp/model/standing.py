"""What the place of a board in the text tells: a FEN behind printed moves is a later position, one that cannot be read
belongs to the nearest code that has none.

A FEN is the start, whatever its turn and number, if it stands in a PGN tag, in the code's fence or macro, before the
code or directly behind it. It is a later position if printed moves, or words such as "after", stand between code and
FEN, and its men are a part of the code's. It is the position of a twin if that is announced between code and FEN.
A board that a program printed is judged like a FEN.
"""

from bisect import bisect_left
from itertools import accumulate

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.pairing import Bond, agrees
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.men import Division, Men, men_said
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK

_LATER = regex(
    r"(?<![^\W_])[0-9]{1,3} ?\.(?:\.\.|…)? ?(?:[KQRBNSDTLFCTPДЛСКФ♔-♟]?[a-h]?[1-8]?[-x:×–]?[a-h][1-8](?!\d)|O-O|0-0)"
    r"|(?<![^\W_])[KQRBNS][a-h]?[1-8]?x?[a-h][1-8](?![^\W_])"
    r"|(?<![^\W_])(?i:after|nach|après|dopo|после|tras|después|depois|efter|now|here|then|leads?|leading|reach(?:es|ed|ing)"
    r"|resulting|follows|arises|finally|final|eventually|later|moves?)(?![^\W_])"
)
_TWIN = regex(
    r"(?:^|(?<=[\s(;,.]))\(?(?:[b-h]|II|III|IV)\)\s|(?<![^\W_])(?i:twins?|zwillinge?|jumeaux?|gemell[io]|близнец)(?![^\W_])"
)
"""What announces another position of the same study: "b) wKb6 to c5"."""
_FARTHEST = 4000
"""How many code points an unreadable FEN may stand from its code."""


def without_later(section: list[Block], studies: list[Study]) -> list[Study]:
    """The studies without the boards of positions that their solutions come to, and those in exchanged colors."""
    numbers = _numbers(section)
    kept = (
        tuple(o for o in study.boards if not _is_later(section, numbers, study, o) and not _is_exchanged(study, o))
        for study in studies
    )
    return [study._replace(boards=boards) for study, boards in zip(studies, kept, strict=True)]


def with_unread(section: list[Block], studies: list[Study], unread: list[OwnedBoard]) -> list[Study]:
    """The studies, each FEN that cannot be read with the nearest of those that have no board."""
    starts = dict(zip(section, accumulate((len(block.text) for block in section), initial=0), strict=False))
    places = [(starts[study.block] + study.occurrence.span.start, n) for n, study in enumerate(studies)]
    free = [(at, n) for at, n in places if not studies[n].boards]
    studies = list(studies)
    for owned in unread:
        at = starts[owned.block] + owned.board.span.start
        behind = bisect_left(free, (at, 0))
        beside = range(max(0, behind - 1), min(len(free), behind + 1))
        nearest = min(beside, key=lambda n: abs(free[n][0] - at), default=None)
        if nearest is not None and abs(free[nearest][0] - at) <= _FARTHEST:
            _, number = free.pop(nearest)
            studies[number] = studies[number]._replace(boards=(owned._replace(bond=Bond.CLOSE),))
    return studies


def is_later(section: list[Block], study: Study, owned: OwnedBoard) -> bool:
    """Whether a board is a FEN or a printed board of a position that the solution of a code comes to."""
    return _is_later(section, _numbers(section), study, owned)


def _is_later(section: list[Block], numbers: dict[Block, int], study: Study, owned: OwnedBoard) -> bool:
    board, placement = owned.board, owned.board.placement
    if (
        board.kind not in (BoardKind.FEN, BoardKind.GRID)
        or placement is None
        or owned.bond not in (Bond.CLOSE, Bond.AGREES)
    ):
        return False
    is_fen = board.kind is BoardKind.FEN
    if is_fen and owned.bond is Bond.AGREES and board.turn is not BLACK and study.code.pieces is None:
        return False  # It says nothing that the code could contradict.
    if owned.bond is Bond.AGREES and study.spelled == placement:
        return False
    men = men_said(study.occurrence, study.conventions.nine)
    between = _between(section, numbers, study.place(study.occurrence.span), owned.place)
    if owned.bond is Bond.CLOSE and any(map(_TWIN.search, between)):
        return True
    return any(map(_LATER.search, between)) and _is_part(placement.men, men)


def _is_exchanged(study: Study, owned: OwnedBoard) -> bool:
    """Whether figurines agree with a code in exchanged colors, as they are printed for a dark ground."""
    board, placement = owned.board, owned.board.placement
    if board.kind is not BoardKind.GRID or placement is None or owned.bond is not Bond.CLOSE:
        return False
    return "♔" in owned.block.text[slice(*board.span)] and agrees(study.code, Placement(placement.fen.swapcase()))


def _between(section: list[Block], numbers: dict[Block, int], code: Place, board: Place) -> list[str]:
    """The text from the end of a code to a board, block by block; nothing where the board stands before the code."""
    first, last = numbers[code.block], numbers[board.block]
    if first == last:
        return [code.block.text[code.span.end : board.span.start]]
    inner = [block.text for block in section[first + 1 : last]]
    return [code.block.text[code.span.end :], *inner, board.block.text[: board.span.start]] if first < last else []


def _numbers(section: list[Block]) -> dict[Block, int]:
    return {block: number for number, block in enumerate(section)}


def _is_part(shown: Division, said: Men | None) -> bool:
    """Whether the men on a board may be what is left of those of a code; pawns may have been promoted."""
    if said is None or None in said:
        return True
    known = [count or 0 for count in said]
    for color in (0, 1):
        pawns_gone = known[8 + color] - shown[8 + color]
        promoted = sum(max(0, shown[slot] - known[slot]) for slot in range(color, 8, 2))
        if pawns_gone < 0 or pawns_gone < promoted:
            return False
    return True
