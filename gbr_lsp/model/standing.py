"""What the place of a board in the text tells: a FEN behind printed moves is a later position, one that cannot be read
belongs to the nearest code that has none.

A FEN is the start, whatever its turn and number, if it stands in a PGN tag, in the code's fence or macro, before the
code or directly behind it. It is a later position if printed moves, or words such as "after", stand between code and
FEN, and its men are a part of the code's. It is the position of a twin if that is announced between code and FEN.
"""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.men import Division, Men, men_said
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


def without_later(section: list[Block], study: Study, boards: list[OwnedBoard]) -> list[OwnedBoard]:
    """The boards of a code without the FENs of positions that its solution comes to."""
    return [owned for owned in boards if not is_later(section, study, owned)]


def with_unread(section: list[Block], studies: list[Study], unread: list[OwnedBoard]) -> list[Study]:
    """The studies, each FEN that cannot be read with the nearest of those that have no board."""
    offsets = _offsets(section)
    free = {number: study for number, study in enumerate(studies) if not study.boards}
    studies = list(studies)
    for owned in unread:
        at = offsets[owned.block] + owned.board.span.start
        away = {n: abs(offsets[study.block] + study.occurrence.span.start - at) for n, study in free.items()}
        nearest = min(away, key=lambda n: away[n], default=None)
        if nearest is not None and away[nearest] <= _FARTHEST:
            studies[nearest] = free.pop(nearest)._replace(boards=(owned._replace(bond=Bond.CLOSE),))
    return studies


def is_later(section: list[Block], study: Study, owned: OwnedBoard) -> bool:
    """Whether a board is a FEN of a position that the solution of a code comes to."""
    board, placement = owned.board, owned.board.placement
    if board.kind is not BoardKind.FEN or placement is None or owned.bond not in (Bond.CLOSE, Bond.AGREES):
        return False
    if owned.bond is Bond.AGREES and board.turn is not BLACK and study.code.pieces is None:
        return False  # It says nothing that the code could contradict.
    if owned.bond is Bond.AGREES and study.spelled == placement:
        return False
    men = men_said(study.occurrence, study.conventions.nine)
    between = _between(section, study.place(study.occurrence.span), owned.place)
    if between is not None and owned.bond is Bond.CLOSE and _TWIN.search(between):
        return True
    return between is not None and _LATER.search(between) is not None and _is_part(placement.men, men)


def _between(section: list[Block], code: Place, board: Place) -> str | None:
    """The text from the end of a code to a board; None where the board stands before the code."""
    offsets = _offsets(section)
    start, end = offsets[code.block] + code.span.end, offsets[board.block] + board.span.start
    if end < start:
        return None
    text = "".join(block.text for block in section if start < offsets[block] + len(block.text) and offsets[block] < end)
    first = min(offsets[block] for block in section if start < offsets[block] + len(block.text))
    return text[start - first : end - first]


def _offsets(section: list[Block]) -> dict[Block, int]:
    offsets, at = {}, 0
    for block in section:
        offsets[block] = at
        at += len(block.text)
    return offsets


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
