"""The boards of a code, and the codes of a board."""

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.ide.support.cursor import owners_of, target_at
from gbr_lsp.model.document import Document


def boards_of_code_at(document: Document, offset: int) -> list[Span]:
    """Return the spans of the boards of the code at `offset`, sorted; maybe empty."""
    pointed = target_at(document, offset)
    if pointed is None or pointed.study is None:
        return []
    owned = [one for one in pointed.study.boards if one.board.kind is not BoardKind.CODE]
    starts = document.offsets_of({one.block for one in owned})
    return sorted(one.board.span.shift(starts[one.block]) for one in owned)


def codes_of_board_at(document: Document, offset: int) -> list[Span]:
    """Return the spans of the codes of the board at `offset`, sorted; maybe empty."""
    pointed = target_at(document, offset)
    if pointed is None or pointed.board is None:
        return []
    studies = owners_of(document, pointed.number, pointed.board)
    starts = document.offsets_of({study.block for study in studies})
    return sorted(study.occurrence.span.shift(starts[study.block]) for study in studies)
