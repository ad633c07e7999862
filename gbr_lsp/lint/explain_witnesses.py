"""The witnesses that a code was checked against.

`--show-codes`, `explain` and the last line of a hover show them: no findings mean nothing if
nothing was compared.
"""

from collections.abc import Iterator
from functools import cached_property

from gbr_lsp.base.text import enumeration
from gbr_lsp.hosts.pgn import has_moves
from gbr_lsp.lint.memo import clean_games, linted_chunks, linted_studies, results_of
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, is_index, role_outside_index, roles
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import part_witnesses, witnesses

_NAMES = {"other code": "another code", "signature": "a signature", "count of men": "a count of men"}


class LintFacts:
    """Results of linting for the codes of a document: their roles, followed solutions and witnesses.

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

    @cached_property
    def _has_index(self) -> bool:
        return Role.INDEX in self._index_roles.values()

    def role_of(self, study: Study) -> Role:
        return self._index_roles.get(study.code_place) or role_outside_index(study)

    def is_in_index(self, study: Study) -> bool:
        """Return True if `study` is an entry of an index, or a study that the index should have."""
        return self._has_index and self.role_of(study) in (Role.INDEX, Role.STUDY)

    def is_solved(self, study: Study) -> bool:
        """Return True if linting followed a solution from the board of `study`."""
        chunk = self._chunk_of(study.block)
        if study.block in clean_games(chunk):
            return bool(study.boards) and has_moves(study.block.text, study.block.text.rfind("["))
        if chunk not in self._solved:
            self._solved[chunk] = {one.code_place for one, solved in linted_studies(chunk) if solved}
        return study.code_place in self._solved[chunk]

    @cached_property
    def entry_sections(self) -> dict[Place | Block, Section]:
        """The sections of a study and its entry among solutions, by the code and by the blocks of the entry."""
        found: dict[Place | Block, Section] = {}
        for key, moves in (pair for chunk in self.document.chunks for pair in results_of(chunk).remote.items()):
            if isinstance(key, Place) and moves.printed_section:
                entry = set(moves.printed_section.blocks) - set(moves.printed_section.studies[0].blocks)
                found |= dict.fromkeys([key, *entry], moves.printed_section)
        return found

    def witnesses_in_words(self, study: Study, *, inner: bool) -> str:
        """Return the witnesses of a code in words: `the FEN above and the index`.

        Empty if there are none. If `inner`, its own control and squares are included.
        """
        return enumeration(self._witness_names(study, inner=inner))

    def _witness_names(self, study: Study, *, inner: bool) -> Iterator[str]:
        """Yield the name of each witness of `study`, with its place if it has one."""
        for one in witnesses(study):
            has_only_kings = one.owned_board and not one.claim.placement
            name = f"the kings of {one.name}" if has_only_kings else _NAMES.get(one.noun, one.name)
            yield name if one.noun == "tablebases" else self._name_with_place(study, name, one.place)
        if self.is_solved(study):
            yield "the solution"
        role = self.role_of(study)
        if role is Role.INDEX:
            yield "the studies of the document"
        elif role is Role.STUDY and self._has_index:
            yield "the index"
        if inner:
            yield from (f"its {part.noun}" for part in part_witnesses(study) if part.noun in ("control", "squares"))

    def unread_in_words(self, study: Study) -> str:
        """Return the lists of men near `study` that were not read, in words.

        `the list of pieces below is not read: “pawnz”`. Empty if all were read.
        """
        chunk = self._chunk_of(study.block)
        number = chunk.starts.index(chunk.offsets[study.block])
        return "; ".join(
            f"{self._name_with_place(study, f'the {board.name}', Place(block, board.span))} {board.problem}"
            for block in chunk.blocks[max(0, number - 1) : number + 2]
            for board in block.contents.unread_lists
        )

    def _name_with_place(self, study: Study, name: str, place: Place) -> str:
        """Return `name` with its place for a reader: `the FEN above`."""
        if study.block.host.has_records:
            return name
        block, span = place
        offsets = self.document.offsets_of({study.block, block})
        away = offsets[block] - offsets[study.block]
        if not away:
            lines, own = block.lines, study.occurrence.span
            if lines.line_at(own.end) < lines.line_at(span.start) or lines.line_at(span.end) < lines.line_at(own.start):
                away = span.start - own.start
        return f"{name} {'below' if 0 < away else 'above' if away else 'beside it'}"

    def _chunk_of(self, block: Block) -> Chunk:
        return next(chunk for chunk in self.document.chunks if block in chunk.offsets)
