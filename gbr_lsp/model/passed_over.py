"""The boards near a code that do not belong to it, each with the reason, for a person who asks why.

The reasons are those of `pairing`, `standing` and `assembly`, in the order in which these decide.
"""

from gbr_lsp.base.named_tuple import NamedTuple
from gbr_lsp.boards import diagram
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.pairing import Bond, agrees, is_close
from gbr_lsp.model.standing import is_later
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Kings, Nine


class PassedOver(NamedTuple):
    """A board that does not belong to a code, why, and the place of the code or board that the reason speaks of."""

    owned: OwnedBoard
    why: str
    other: Place | None = None


def passed_over(section: list[Block], studies: list[Study], study: Study) -> list[PassedOver]:
    """The boards of a section that do not belong to one of its studies, the likeliest first."""
    own = {id(owned.board) for owned in study.boards}
    found = [
        _reason(section, studies, study, OwnedBoard(block, board, Bond.CLOSE))
        for block in section
        for board in block.found.boards
        if id(board) not in own
    ]
    return sorted(found, key=lambda one: _distance(study.code, one.owned.board.placement))


def claimants(studies: list[Study], owned: OwnedBoard) -> list[Study]:
    """The studies of a section that a board belongs to."""
    return [study for study in studies if any(one.board is owned.board for one in study.boards)]


def difference(code: Code, placement: Placement) -> str:
    """In what a board differs from a code, in words; nothing where it agrees."""
    parts = []
    if code.kings != placement.kings:
        exchanged = code.kings is not None and code.kings[::-1] == placement.kings
        parts.append("the kings are exchanged" if exchanged else f"its kings are on {placement.kings}")
    forces = [force_of(placement.men, nine) for nine in Nine]
    if code.force not in forces:
        parts.append(f"its men are {forces[0]}")
    return ", ".join(parts)


def unread_diagrams(section: list[Block]) -> list[Block]:
    """The blocks of a section in which a diagram stands that cannot be read."""
    return [block for block in section if any(diagram.damaged(block.text, span) for span in block.found.reading.spans)]


def _reason(section: list[Block], studies: list[Study], study: Study, owned: OwnedBoard) -> PassedOver:
    placement, code = owned.board.placement, study.code
    owners = claimants(studies, owned)
    if placement is None:
        return PassedOver(owned, f"cannot be read: it {owned.board.problem}")
    apart = difference(code, placement)
    if not apart:
        later = is_later(section, study, owned._replace(bond=Bond.AGREES))
        if later:
            return PassedOver(owned, "stands after moves, or words such as “after”: a later position")
        return PassedOver(owned, "agrees too, but is the board of another code", _place_of(owners))
    if owners:
        return PassedOver(owned, f"belongs to another code; {apart}", _place_of(owners))
    if not is_close(code, placement):
        return PassedOver(owned, f"is more than a slip away: {apart}")
    if is_later(section, study, owned):
        return PassedOver(owned, f"stands after moves, or words such as “after”: a later position; {apart}")
    if study.boards:
        return PassedOver(owned, f"is a slip away ({apart}), but the code has its board")
    rival = next((o for o in studies if o is not study and o.code != code and is_close(o.code, placement)), None)
    if rival:
        return PassedOver(owned, f"is a slip away ({apart}), but another code is as near", _place_of([rival]))
    twin = _as_near(section, study, owned)
    if twin:
        return PassedOver(owned, f"is a slip away ({apart}), but another board is as near", twin)
    if unread_diagrams(section) or any(board.placement is None for block in section for board in block.found.boards):
        return PassedOver(owned, f"is a slip away ({apart}), but a board that cannot be read may be that of the code")
    return PassedOver(owned, f"is a slip away ({apart}), which may be an accident among so many codes and boards")


def _as_near(section: list[Block], study: Study, owned: OwnedBoard) -> Place | None:
    """Another board a slip away from a code, which shows something else than one."""
    for block in section:
        for board in block.found.boards:
            other = board.placement
            if other and other != owned.board.placement and is_close(study.code, other):
                return Place(block, board.span)
    return None


def _place_of(studies: list[Study]) -> Place | None:
    return studies[0].place(studies[0].occurrence.span) if studies else None


def _distance(code: Code, placement: Placement | None) -> tuple[int, int]:
    """How many kings and digits differ; boards that cannot be read come behind those that agree or are close."""
    if placement is None:
        return 2, 0
    if agrees(code, placement):
        return 0, 0
    digits = 6
    if code.force is not None:
        digits = min(
            sum(a != b for a, b in zip(code.force, force_of(placement.men, nine), strict=True)) for nine in Nine
        )
    return (1 if is_close(code, placement) else 3), digits + 2 * _kings_apart(code.kings, placement.kings)


def _kings_apart(kings: Kings | None, others: Kings) -> int:
    return 2 if kings is None else sum(one != other for one, other in zip(kings, others, strict=True))
