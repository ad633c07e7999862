"""Classes with fewer than two kings that have a board of their own.

Examples: `GBR class 0032.10` below a FEN, `0031.10 h1` above one. Such a class may be any number,
and a FEN near it may belong to something else. So four things are required: the class fills its
line; the board is in the same paragraph or in the next one; no other code or board is in these
paragraphs; the board differs from the class by one slip at most.
"""

from collections import Counter

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.pairing import Bond, forces_of, has_close_men
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Evidence, Kind


def with_lone_classes(section: Section, pool: list[OwnedBoard]) -> Section:
    """Return `section` with a further `Study` for each lone class with its own board.

    `pool` has the boards of `section`. Studies remain sorted by block and span.
    """
    boards = [one for one in pool if one.board.kind is not BoardKind.CODE]
    if not boards or boards[0].block.host.has_records:
        return section
    filled = [block for block in section.blocks if block.text.strip()]
    numbers = {block: number for number, block in enumerate(filled)}
    shown = Counter(one.block for one in boards)
    others: dict[Block, int] = {}
    found: dict[Place, Study] = {}
    of_others = {one.place for study in section.studies if study.code.kings for one in study.boards}
    for owned in boards:
        if owned.place in of_others:
            continue
        number = numbers.get(owned.block, 0)
        for near in ([owned.block], filled[max(0, number - 1) : number + 2]):
            if sum(shown[block] for block in near) > 1:
                break
            for block in near:
                if block not in others:
                    others[block] = _count_others(block)
            here = [(block, code) for block in near for code in block.lone_classes]
            if here:
                block, code = here[0]
                alone = len(here) == 1 and not any(others[block] for block in near)
                if alone and _is_near(code.code, owned.board.placement):
                    study = Study(block, code, (owned._replace(bond=Bond.CLOSE),), section.conventions)
                    found[_class_place(study)] = study
                break
    if not found:
        return section
    kept = [one for one in section.studies if one.boards or _class_place(one) not in found]
    new = [one for place, one in found.items() if place not in set(map(_class_place, kept))]
    return section.with_studies(sorted([*kept, *new], key=lambda one: section.span(one.code_place)))


def _class_place(study: Study) -> Place:
    """Return the place of the class of `study`."""
    return study.place(study.occurrence.span_of(Kind.CLASS))


def _count_others(block: Block) -> int:
    """Return the number of codes in `block` that have evidence and are not lone classes."""
    alone = {code.span_of(Kind.CLASS) for code in block.lone_classes}
    believed = (code for code in block.contents.codes if code.evidence is not Evidence.NONE)
    return sum(code.span_of(Kind.CLASS) not in alone for code in believed)


def _is_near(code: Code, placement: Placement | None) -> bool:
    """Return True if the force of `placement` is that of `code` or one slip away.

    A code with one king needs the same force and that king.
    """
    if placement is None or code.force is None:
        return False
    if code.kings is not None:
        return code.force in forces_of(placement) and code.kings.white in placement.kings
    return has_close_men(code.force, placement)
