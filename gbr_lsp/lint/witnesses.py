"""What a code was checked against: the things beside it that say again what it says.

`--show-codes`, `explain` and the last line of a hover show them, for silence about a code means nothing where nothing
was compared.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.boards.signature import counts, signatures
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.lint.cache import clean_games, linted_chunks, studies_read
from gbr_lsp.model.block import Place
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document
from gbr_lsp.model.records import heads_record
from gbr_lsp.model.roles import Role, is_index, role_outside_index, roles
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import GOAL_OF_RESULT
from gbr_lsp.solutions.movetext import has_moves


class Witness(NamedTuple):
    """Something that says again what a code says: `the FEN`, and where it stands if it has one place."""

    name: str
    place: Place | None = None


def inner_witnesses(study: Study) -> Iterator[Witness]:
    """The parts of a code that say again what its digits say."""
    if study.code.control is not None:
        yield Witness("its control")
    if study.code.pieces:
        yield Witness("its squares")


def witnesses(study: Study, *, solved: bool = False) -> Iterator[Witness]:
    """What stands beside a code; `solved` is whether its solution was followed."""
    for owned, _ in study.placements:
        name = "another code" if owned.board.kind is BoardKind.CODE else f"the {owned.board.name}"
        yield Witness(name, owned.place)
    yield from _signatures(study)
    result = study.block.found.reading.tags.get("Result")
    if result and study.code.stipulation.goal and heads_record(study) and study.text(result) in GOAL_OF_RESULT:
        yield Witness("the Result", study.place(result))
    if solved:
        yield Witness("the solution")


def index_witness(role: Role, *, has_index: bool) -> Iterator[Witness]:
    """What an index is for a code with a role."""
    if role is Role.INDEX:
        yield Witness("the studies of the document")
    elif role is Role.STUDY and has_index:
        yield Witness("the index")


def where(document: Document, study: Study, witness: Witness) -> str:
    """A witness with its place as a reader sees it: `the FEN above`."""
    if witness.place is None or study.block.host.holds_records:
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
        if self.document.host.holds_records:
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
        *witnesses(study, solved=linted.is_solved(study)),
        *index_witness(linted.role_of(study), has_index=linted.have_index),
        *(inner_witnesses(study) if inner else ()),
    ]
    return listed([where(document, study, witness) for witness in found])


def listed(names: list[str]) -> str:
    """Names in a sentence: `the FEN, the Result and the solution`."""
    names = list(dict.fromkeys(names))
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _signatures(study: Study) -> Iterator[Witness]:
    """Material signatures and counts on the line of a code, above or below it, the nearest of those on a line."""
    block, own = study.block, study.occurrence.span
    first, last = block.lines.line_at(own.start), block.lines.line_at(own.end)
    for line, kind in product(range(max(0, first - 1), first + 1), _KINDS):
        spans = _named(block.text, block.lines.line_span(line))[kind]
        at = bisect_right(spans, own.start, key=attrgetter("end"))
        yield from (Witness(kind, study.place(span)) for span in spans[max(0, at - 1) : at])
    for line, kind in product(range(last, min(last + 2, len(block.lines.starts))), _KINDS):
        spans = _named(block.text, block.lines.line_span(line))[kind]
        at = bisect_left(spans, own.end, key=attrgetter("start"))
        yield from (Witness(kind, study.place(span)) for span in spans[at : at + 1])


@lru_cache(maxsize=8)
def _named(text: str, line: Span) -> dict[str, list[Span]]:
    """The signatures and the counts of men on a line of a block, on which many codes may stand; its text is kept, for
    the block itself would live as long as this is remembered."""
    found = [one.span for one in signatures(text, line)], [one.span for one in counts(text, line)]
    return dict(zip(_KINDS, found, strict=True))


_KINDS = ("a signature", "a count of men")
