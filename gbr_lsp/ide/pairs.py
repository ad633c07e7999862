"""The boards of a code, and the codes of a board."""

from collections.abc import Sequence

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.ide.support.cursor import owner_of, owners_of, target_at
from gbr_lsp.model.block import Place
from gbr_lsp.model.document import Document


def boards_of_code_at(document: Document, offset: int) -> list[Span]:
    """Return the spans of the boards of the code at `offset`, sorted; maybe empty."""
    pointed = target_at(document, offset)
    if pointed is None or pointed.study is None:
        return []
    boards = pointed.study.boards
    return _spans_of(document, [owned.place for owned in boards if owned.board.kind is not BoardKind.CODE])


def codes_of_board_at(document: Document, offset: int) -> list[Span]:
    """Return the spans of the codes of the board at `offset`, sorted; maybe empty."""
    pointed = target_at(document, offset)
    if pointed is None or pointed.board is None:
        return []
    return _spans_of(document, [study.code_place for study in owners_of(document, pointed.number, pointed.board)])


def places_of_study_at(document: Document, offset: int) -> list[Span]:
    """Return the spans of the code and boards of the study whose code or board is at `offset`, sorted; maybe empty."""
    pointed = target_at(document, offset)
    study = pointed and (pointed.study or (pointed.board and owner_of(document, pointed.number, pointed.board)))
    return _spans_of(document, [study.code_place, *(owned.place for owned in study.boards)]) if study else []


def _spans_of(document: Document, places: Sequence[Place]) -> list[Span]:
    """Return the spans of `places` in offsets of `document`, sorted."""
    starts = document.offsets_of({place.block for place in places})
    return sorted(place.span.shift(starts[place.block]) for place in places)
