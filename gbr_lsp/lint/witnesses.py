"""What a code was checked against: the things beside it that say again what it says.

`--show-codes`, `explain` and the last line of a hover show them, for silence about a code means nothing where nothing
was compared.
"""

from collections.abc import Iterator
from functools import cached_property

from gbr_lsp.base.named_tuple import NamedTuple
from gbr_lsp.base.text import Span
from gbr_lsp.boards.signature import counts, signatures
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.lint.incremental import clean_games, linted_chunks, studies_read
from gbr_lsp.model.block import Place
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


def is_solved(document: Document, study: Study) -> bool:
    """Whether linting followed a solution from the board of a study; False where the document was not linted."""
    offset = document.offsets_of([study.block])[study.block]
    chunk = document.chunks[document.locate(offset)[0]]
    if study.block in clean_games(chunk):
        return bool(study.boards) and has_moves(study.block.text, study.block.text.rfind("["))
    return any(solved for other, solved in studies_read(chunk) if other.occurrence is study.occurrence)


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


class Roles:
    """The roles of the codes of a document as it was linted; before that nothing is known of its index."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @cached_property
    def _in_index(self) -> dict[int, Role]:
        if self._document.host.holds_records:
            return {}
        linted = linted_chunks(self._document)
        if linted is None or not is_index(sum(found.index_lines for found in linted)):
            return {}
        studies = [study for found in linted for study in found.studies]
        found = zip(studies, roles(self._document, studies), strict=True)
        return {id(study.occurrence): role for study, role in found}

    def of(self, study: Study) -> Role:
        """The role of a code."""
        return self._in_index.get(id(study.occurrence)) or role_outside_index(study)

    @property
    def have_index(self) -> bool:
        """Whether the document has an index."""
        return Role.INDEX in self._in_index.values()


def checked_against(document: Document, study: Study, roles: Roles, *, inner: bool) -> str:
    """What a code was checked against, in words: `the FEN above and the index`; nothing where there was nothing.

    With `inner`, its own control and squares are named too.
    """
    found = [
        *witnesses(study, solved=is_solved(document, study)),
        *index_witness(roles.of(study), has_index=roles.have_index),
        *(inner_witnesses(study) if inner else ()),
    ]
    return listed([where(document, study, witness) for witness in found])


def listed(names: list[str]) -> str:
    """Names in a sentence: `the FEN, the Result and the solution`."""
    names = list(dict.fromkeys(names))
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _signatures(study: Study) -> Iterator[Witness]:
    """Material signatures and counts on the line of a code, above or below it."""
    lines, own = study.block.lines, study.occurrence.span
    first = lines.line_span(max(0, lines.line_at(own.start) - 1)).start
    last = lines.line_span(min(len(lines.starts) - 1, lines.line_at(own.end) + 1)).end
    text = study.block.text
    for part in (Span(first, own.start), Span(own.end, last)):
        for signature in signatures(text, part):
            yield Witness("a signature", study.place(signature.span))
        for count in counts(text, part):
            yield Witness("a count of men", study.place(count.span))
