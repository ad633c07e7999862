"""What a code was checked against: the things beside it that say again what it says.

`--show-codes`, `explain` and the last line of a hover show them, for silence about a code means nothing where nothing
was compared.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.base.text import enumeration
from gbr_lsp.lint.cache import clean_games, linted_chunks, studies_read
from gbr_lsp.model.block import Place
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, is_index, role_outside_index, roles
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import parts, witnesses
from gbr_lsp.solutions.movetext import has_moves


class Compared(NamedTuple):
    """Something that says again what a code says: `the FEN`, and where it stands if it has one place."""

    name: str
    place: Place | None = None


_NAMES = {"other code": "another code", "signature": "a signature", "count of men": "a count of men"}
_NOWHERE = ("tablebases",)
"""What stands at no place."""


def inner_witnesses(study: Study) -> Iterator[Compared]:
    """The parts of a code that say again what its digits say."""
    return (Compared(f"its {part.noun}") for part in parts(study) if part.noun in ("control", "squares"))


def compared_with(study: Study, *, solved: bool = False) -> Iterator[Compared]:
    """What stands beside a code; `solved` is whether its solution was followed."""
    for one in witnesses(study):
        name = f"the kings of {one.name}" if one.owned and not one.claim.placement else _NAMES.get(one.noun, one.name)
        yield Compared(name, None if one.noun in _NOWHERE else one.place)
    if solved:
        yield Compared("the solution")


def index_witness(role: Role, *, has_index: bool) -> Iterator[Compared]:
    """What an index is for a code with a role."""
    if role is Role.INDEX:
        yield Compared("the studies of the document")
    elif role is Role.STUDY and has_index:
        yield Compared("the index")


def where(document: Document, study: Study, witness: Compared) -> str:
    """A witness with its place as a reader sees it: `the FEN above`."""
    if witness.place is None or study.block.host.has_records:
        return witness.name
    block, span = witness.place
    offsets = document.offsets_of({study.block, block})
    away = offsets[block] - offsets[study.block]
    if not away:
        lines, own = block.lines, study.occurrence.span
        if lines.line_at(own.end) < lines.line_at(span.start) or lines.line_at(span.end) < lines.line_at(own.start):
            away = span.start - own.start
    return f"{witness.name} {'below' if 0 < away else 'above' if away else 'beside it'}"


class AsLinted:
    """What is known of the codes of a document that was linted: their roles, and whether their solutions were followed.

    Before that nothing is known of its index.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self._solved: dict[Chunk, set[int]] = {}

    @cached_property
    def _in_index(self) -> dict[int, Role]:
        if self.document.host.has_records:
            return {}
        linted = linted_chunks(self.document)
        if linted is None or not is_index(sum(found.index_lines for found in linted)):
            return {}
        studies = [study for found in linted for study in found.studies]
        found = zip(studies, roles(self.document, studies), strict=True)
        return {id(study.occurrence): role for study, role in found}

    def role_of(self, study: Study) -> Role:
        """The role of a code."""
        return self._in_index.get(id(study.occurrence)) or role_outside_index(study)

    @property
    def have_index(self) -> bool:
        """Whether the document has an index."""
        return Role.INDEX in self._roles

    @cached_property
    def _roles(self) -> set[Role]:
        return set(self._in_index.values())

    def is_solved(self, study: Study) -> bool:
        """Whether linting followed a solution from the board of a study."""
        offset = self.document.offsets_of([study.block])[study.block]
        chunk = self.document.chunks[self.document.locate(offset)[0]]
        if study.block in clean_games(chunk):
            return bool(study.boards) and has_moves(study.block.text, study.block.text.rfind("["))
        if chunk not in self._solved:
            self._solved[chunk] = {id(one.occurrence) for one, solved in studies_read(chunk) if solved}
        return id(study.occurrence) in self._solved[chunk]


def checked_against(document: Document, study: Study, linted: AsLinted, *, inner: bool) -> str:
    """What a code was checked against, in words: `the FEN above and the index`; nothing where there was nothing.

    With `inner`, its own control and squares are named too.
    """
    found = [
        *compared_with(study, solved=linted.is_solved(study)),
        *index_witness(linted.role_of(study), has_index=linted.have_index),
        *(inner_witnesses(study) if inner else ()),
    ]
    return enumeration([where(document, study, witness) for witness in found])


def not_read(document: Document, study: Study) -> str:
    """What was not read of the lists of men in the paragraph of a code and beside it: `the list of pieces below is not
    read: “pawnz”`; nothing where all was."""
    offset = document.offsets_of([study.block])[study.block]
    chunk, number = document.locate(offset)
    near = document.chunks[chunk].blocks[max(0, number - 1) : number + 2]
    boards = [(board, Place(block, board.span)) for block in near for board in block.found.unread]
    said = (
        f"{where(document, study, Compared(f'the {board.name}', place))} {board.problem}" for board, place in boards
    )
    return "; ".join(said)
