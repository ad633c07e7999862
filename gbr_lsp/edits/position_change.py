"""Change of the position of a study in all its codes, FENs, macros, controls and square lists together.

The parts of a study are connected by the boards that codes share. The new text is read again.
Unless every part shows exactly the new position, and everything else is as before, nothing is
changed.
"""

from collections.abc import Iterable
from itertools import islice, product
from typing import NamedTuple, TypeAlias

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.boards import macros
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.edits.board_edits import board_edits
from gbr_lsp.edits.code_edits import code_edits
from gbr_lsp.edits.edit_check import (
    BoardWriting,
    Refusal,
    differing_contents,
    edit_document,
    is_read_alike,
    moved_offset,
)
from gbr_lsp.edits.position_problems import position_problems
from gbr_lsp.hosts.protocol import BoardSource
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import code_of
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Form, Occurrence, Stipulation

_MAX_WAYS = 16


class ChangedCode(NamedTuple):
    """A code to change, in its block."""

    block: Block
    occurrence: Occurrence


class ChangedBoard(NamedTuple):
    """A board to change, in its block."""

    block: Block
    board: Board


_Part: TypeAlias = ChangedCode | ChangedBoard


class _Subject(NamedTuple):
    """All codes and boards that show one position."""

    codes: list[ChangedCode]
    boards: list[ChangedBoard]


def change_position(
    document: Document, offset: int, start: Study | ChangedBoard, placement: Placement
) -> BoardWriting | Refusal:
    """Return the `BoardWriting` that replaces the position of `start` by `placement`, or a refusal.

    `offset` is that of the caret, which stays with the text around it.
    """
    new = code_of(placement, Stipulation(None, None), document.conventions.nine)
    if new is None:
        return Refusal("A side has more than eight pawns")
    subject = _subject(document, start)
    positions = {board.placement for _, board in subject.boards if board.placement}
    if 1 < len(positions):
        return Refusal("The boards of this study show different positions: correct them first")
    if not subject.boards and all(occurrence.code.pieces is None for _, occurrence in subject.codes):
        return Refusal("The text does not say which squares the men are on")
    if _has_unread_macro(document, subject):
        return Refusal("A board macro here cannot be read with certainty, so nothing was changed")
    if problem := _new_problem(subject, start, placement):
        return Refusal(problem)
    starts = document.offsets_of({block for block, _ in (*subject.codes, *subject.boards)})
    board_changes: list[Edit] = []
    for block, board in subject.boards:
        edits = board_edits(block, board, placement)
        if isinstance(edits, str):
            return Refusal(edits)
        board_changes += [edit.shift(starts[block]) for edit in edits]
    ways = [
        [[edit.shift(starts[block]) for edit in way] for way in code_edits(block.text, code, new)]
        for block, code in subject.codes
    ]
    for way in islice(product(*ways), _MAX_WAYS):
        edits = sorted({*board_changes, *(edit for one in way for edit in one)})
        if _is_exact(document, subject, edits, placement, new):
            return BoardWriting(tuple(edits), moved_offset(offset, edits))
    return Refusal("The text cannot be changed to give exactly this position")


def _subject(document: Document, start: Study | ChangedBoard) -> _Subject:
    """Return the `_Subject` of `start`: codes and boards connected to it, directly or indirectly.

    Studies that share a board are connected.
    """
    studies = document.section_around(_block_number(document, start.block)).studies
    blocks = {owned.block for study in studies for owned in study.boards}
    codes_by_block = {block: {code.span: code for code in block.contents.codes} for block in blocks}
    groups_of: dict[Place, list[list[_Part]]] = {}
    for study in studies:
        group = _parts_of(study, codes_by_block)
        for one in group:
            groups_of.setdefault(_key(one), []).append(group)
    first: _Part = ChangedCode(start.block, start.occurrence) if isinstance(start, Study) else start
    found = {_key(first): first}
    stack = [first]
    while stack:
        for group in groups_of.pop(_key(stack.pop()), ()):
            new = {_key(one): one for one in group if _key(one) not in found}
            found |= new
            stack += new.values()
    parts = found.values()
    codes = [one for one in parts if isinstance(one, ChangedCode)]
    return _Subject(codes, [one for one in parts if isinstance(one, ChangedBoard)])


def _new_problem(subject: _Subject, start: Study | ChangedBoard, placement: Placement) -> str | None:
    """Return the reason why `placement` is impossible, or None.

    A problem of the old position may stay, since it may need several corrections. A code with the flag
    `U5` may show any position.
    """
    if any(ANY_POSITION_FLAG in code.flags for _, code in subject.codes):
        return None
    stated = next((code.code.stipulation.turn for _, code in subject.codes), None)
    turns = {stated if board.turn is None else board.turn for _, board in subject.boards} or {stated}
    old = start.position if isinstance(start, Study) else start.board.placement
    known = position_problems(old, turns) if old else {}
    return next((reason for kind, reason in position_problems(placement, turns).items() if kind not in known), None)


def _parts_of(study: Study, codes_by_block: dict[Block, dict[Span, Occurrence]]) -> list[_Part]:
    """Return the code of `study`, its boards, and the codes that are boards, as a list.

    `codes_by_block` has the codes by their block and span.
    """
    parts: list[_Part] = [ChangedCode(study.block, study.occurrence)]
    for owned in study.boards:
        block, board = owned.block, owned.board
        code = codes_by_block[block].get(board.span)
        if board.kind is not BoardKind.CODE:
            parts.append(ChangedBoard(block, board))
        elif code:
            parts.append(ChangedCode(block, code))
    return parts


def _key(one: _Part) -> Place:
    """Return the place of the code or board in `one`. Several studies share a part."""
    return Place(one.block, one[1].span)


def _block_number(document: Document, block: Block) -> int:
    return document.block_number(document.offsets_of([block])[block])


def _has_unread_macro(document: Document, subject: _Subject) -> bool:
    """Return True if a macro near the study cannot be read. It may or may not show its board."""
    if BoardSource.MACROS not in document.host.sources:
        return False
    blocks = {block for block, _ in (*subject.codes, *subject.boards)}
    numbers = [document.block_number(start) for start in document.offsets_of(blocks).values()]
    near_blocks = blocks.union(*(_blocks_until_code(document, numbers, step) for step in (1, -1)))
    return any(
        macros.has_unreadable_board(block.text, block.contents.reading.spans, block.host.letters)
        for block in near_blocks
    )


def _blocks_until_code(document: Document, numbers: Iterable[int], step: int) -> set[Block]:
    """Return the set of blocks after (`step` 1) or before (-1) the blocks `numbers`.

    It ends at the next block with a code or in another section.
    """
    blocks = document.blocks
    near_blocks = set[Block]()
    for number in numbers:
        while 0 <= number + step < len(blocks):
            if blocks[number if step < 0 else number + step].is_section_start():
                break
            number += step
            if blocks[number].contents.codes or blocks[number] in near_blocks:
                break
            near_blocks.add(blocks[number])
    return near_blocks


def _is_exact(document: Document, subject: _Subject, edits: list[Edit], placement: Placement, new: Code) -> bool:
    """Return True if the new text states the new position in every part, and nothing else changed."""
    if not edits:
        return True
    after = edit_document(document, edits)
    contents_before, contents_after = differing_contents(document, after)
    if len(contents_before.codes) != len(contents_after.codes) or len(contents_before.boards) != len(
        contents_after.boards
    ):
        return False
    starts = document.offsets_of({block for block, _ in (*subject.codes, *subject.boards)})
    codes = {(starts[block] + code.span.start): code for block, code in subject.codes}
    boards = {(starts[block] + board.span.start): board for block, board in subject.boards}
    written_spans = []
    changed_codes = []
    for old, read in zip(contents_before.codes, contents_after.codes, strict=True):
        if codes.get(old.span.start) is old.code:
            if not _has_position(old.code, read.code, new):
                return False
            written_spans.append(read.span)
            changed_codes.append(ChangedCode(read.block, read.code))
    for old_board, new_board in zip(contents_before.boards, contents_after.boards, strict=True):
        if boards.get(old_board.span.start) is old_board.board:
            is_alike = (old_board.board.kind, old_board.board.turn) == (new_board.board.kind, new_board.board.turn)
            count = new_board.board.men_count
            if not is_alike or new_board.board.placement != placement or (count and count.control != new.control):
                return False
            written_spans.append(new_board.span)
    unchanged_contents = contents_before._replace(
        codes=[one for one in contents_before.codes if codes.get(one.span.start) is not one.code],
        boards=[one for one in contents_before.boards if boards.get(one.span.start) is not one.board],
    )
    return is_read_alike(unchanged_contents, contents_after, written_spans) and _is_consistent(
        after, changed_codes, subject, placement
    )


def _has_position(old: Occurrence, read: Occurrence, new: Code) -> bool:
    """Return True if `read` states `new` as far as its form can, and the stipulation of `old`."""
    code = read.code
    if (code.force, read.form) != (new.force, old.form) or read.problems or code.stipulation != old.code.stipulation:
        return False
    if old.form is not Form.CLASS and code.kings != new.kings:
        return False
    if code.control != new.control and (code.control or old.code.control):
        return False
    return code.pieces is None or (code.pieces, code.pawns) == (new.pieces, new.pawns)


def _is_consistent(after: Document, changed_codes: list[ChangedCode], subject: _Subject, placement: Placement) -> bool:
    """Return True if the changed codes have the new position, and none of their boards shows another."""
    near_studies = after.section_around(_block_number(after, changed_codes[0].block)).studies if changed_codes else []
    studies = {_key(ChangedCode(study.block, study.occurrence)): study for study in near_studies}
    for one in changed_codes:
        study = studies.get(_key(one))
        if study is None or any(board_position != placement for _, board_position in study.placements):
            return False
        if study.position != placement and (subject.boards or study.code.pieces is not None):
            return False
        if study.code.pieces is not None and study.spelled_position != placement:
            return False
    return True
