"""The witnesses that a code was checked against.

`--show-codes`, `explain` and the last line of a hover show them: no findings mean nothing if
nothing was compared.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.base.text import enumeration
from gbr_lsp.lint.cache import clean_games, linted_chunks, linted_studies
from gbr_lsp.model.block import Place
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, is_index, role_outside_index, roles
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import part_witnesses, witnesses
from gbr_lsp.solutions.movetext import has_moves


class WitnessName(NamedTuple):
    """A witness of a code: its name, `the FEN`, and its place, if it has one."""

    name: str
    place: Place | None = None


_NAMES = {"other code": "another code", "signature": "a signature", "count of men": "a count of men"}
_WITHOUT_PLACE = ("tablebases",)
"""Witnesses without a place."""


def inner_witnesses(study: Study) -> Iterator[WitnessName]:
    """Yield the parts of a code that repeat its digits, as `WitnessName`: control and squares."""
    return (WitnessName(f"its {part.noun}") for part in part_witnesses(study) if part.noun in ("control", "squares"))


def outer_witnesses(study: Study, *, solved: bool = False) -> Iterator[WitnessName]:
    """Yield the witnesses of `study` as `WitnessName`; `solved` is True if its solution was followed."""
    for one in witnesses(study):
        name = (
            f"the kings of {one.name}"
            if one.owned_board and not one.claim.placement
            else _NAMES.get(one.noun, one.name)
        )
        yield WitnessName(name, None if one.noun in _WITHOUT_PLACE else one.place)
    if solved:
        yield WitnessName("the solution")


def index_witness(role: Role, *, has_index: bool) -> Iterator[WitnessName]:
    """Yield the witness that an index adds for a code with `role`, as `WitnessName`.

    For an entry of the index these are the studies; for a study the index, if `has_index`.
    """
    if role is Role.INDEX:
        yield WitnessName("the studies of the document")
    elif role is Role.STUDY and has_index:
        yield WitnessName("the index")


def name_with_place(document: Document, study: Study, witness: WitnessName) -> str:
    """Return the name of `witness` with its place for a reader: `the FEN above`."""
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


class LintFacts:
    """Results of linting for the codes of a document: their roles and followed solutions.

    An index is only known after linting.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self._solved: dict[Chunk, set[Place]] = {}

    @cached_property
    def _index_roles(self) -> dict[Place, Role]:
        if self.document.host.has_records:
            return {}
        linted = linted_chunks(self.document)
        if linted is None or not is_index(sum(found.index_lines for found in linted)):
            return {}
        studies = [study for found in linted for study in found.studies]
        found = zip(studies, roles(self.document, studies), strict=True)
        return {study.code_place: role for study, role in found}

    def role_of(self, study: Study) -> Role:
        return self._index_roles.get(study.code_place) or role_outside_index(study)

    @property
    def has_index(self) -> bool:
        """Return True if the document has an index."""
        return Role.INDEX in self._roles

    @cached_property
    def _roles(self) -> set[Role]:
        return set(self._index_roles.values())

    def is_solved(self, study: Study) -> bool:
        """Return True if linting followed a solution from the board of `study`."""
        offset = self.document.offsets_of([study.block])[study.block]
        chunk = self.document.chunks[self.document.locate(offset)[0]]
        if study.block in clean_games(chunk):
            return bool(study.boards) and has_moves(study.block.text, study.block.text.rfind("["))
        if chunk not in self._solved:
            self._solved[chunk] = {one.code_place for one, solved in linted_studies(chunk) if solved}
        return study.code_place in self._solved[chunk]


def witnesses_in_words(document: Document, study: Study, linted: LintFacts, *, inner: bool) -> str:
    """Return the witnesses of a code in words: `the FEN above and the index`.

    Empty if there are none. If `inner`, its own control and squares are included.
    """
    found = [
        *outer_witnesses(study, solved=linted.is_solved(study)),
        *index_witness(linted.role_of(study), has_index=linted.has_index),
        *(inner_witnesses(study) if inner else ()),
    ]
    return enumeration([name_with_place(document, study, witness) for witness in found])


def unread_in_words(document: Document, study: Study) -> str:
    """Return the lists of men near `study` that were not read, in words.

    `the list of pieces below is not read: “pawnz”`. Empty if all were read.
    """
    offset = document.offsets_of([study.block])[study.block]
    chunk, number = document.locate(offset)
    near = document.chunks[chunk].blocks[max(0, number - 1) : number + 2]
    boards = [(board, Place(block, board.span)) for block in near for board in block.contents.unread_lists]
    problems = (
        f"{name_with_place(document, study, WitnessName(f'the {board.name}', place))} {board.problem}"
        for board, place in boards
    )
    return "; ".join(problems)
