"""Explanations of codes: parts, evidence, boards, boards passed over, and rules compared.

They use the functions of linting, so that they describe its results. Spans are those of the document.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.boards import diagram
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding
from gbr_lsp.lint.explain_context import MAX_NAMED, ExplainedDocument
from gbr_lsp.lint.explain_move import move_at, move_sections
from gbr_lsp.lint.explain_rules import comparison_lines
from gbr_lsp.lint.explain_solution import Sentence, solution_sentences
from gbr_lsp.lint.explain_witnesses import LintFacts, unread_in_words, witnesses_in_words
from gbr_lsp.model import description
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.disputes import disputes_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.roles import Role
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.model.unused_boards import UnusedBoards, difference
from gbr_lsp.model.votes import with_vote
from gbr_lsp.notation.values import Evidence, Kind

if TYPE_CHECKING:
    from gbr_lsp.model.prose_solutions import PrintedSolution

_EVIDENCE = {
    Evidence.KINGS: "the squares of two kings are next to its class",
    Evidence.TAG: "it fills the tag of a PGN game that holds codes",
    Evidence.WORDS: "material such as KRP v KR precedes it",
    Evidence.TRIGGER: "a word such as “GBR” or “code” precedes it",
    Evidence.REQUESTED: "it was requested",
    Evidence.BOARD: "a board near it has the same content, or differs by one slip",
    Evidence.NONE: "nothing: a class alone may be any number, so it is not checked",
}
_ROLES = {Role.STUDY: "heads a study", Role.INDEX: "is an entry of an index", Role.MENTION: "is mentioned in prose"}
_PARTS = {
    Kind.SIGN: "sign", Kind.TURN: "side to move", Kind.CLASS: "class", Kind.KING: "kings",
    Kind.KING_AGAIN: "kings again", Kind.PIECE: "squares of pieces", Kind.PAWN: "squares of pawns",
    Kind.CONTROL: "control", Kind.RESULT: "result",
}  # fmt: skip


class Explanation(NamedTuple):
    """Explanation of a place: the text explained (`head`), and sentences under headings."""

    span: Span
    head: str
    sections: list[tuple[str, list[Sentence]]]
    is_read: bool = True
    """Whether it is a code or a board."""


def explain(document: Document, span: Span, selected: frozenset[str] = DEFAULT_RULES) -> list[Explanation]:
    """Return an `Explanation` for each code that touches `span`, or else for each board.

    Other findings of the `selected` rules at `span` follow, with the moves at these places. If
    there is nothing at all, the only explanation is the reason why nothing is read there.
    """
    if not document.blocks:
        return []
    document, moved = _part_near(document, span)
    span = span.shift(-moved)
    numbers = range(document.block_number(span.start), document.block_number(max(span.start, span.end - 1)) + 1)
    context = ExplainedDocument(document, selected)
    found = [
        _explain_code(context, number, code.span)
        for number in numbers
        for code in document.blocks[number].contents.codes
        if _are_touching(code.span.shift(document.starts[number]), span)
    ]
    found = found or [
        _explain_board(context, number, OwnedBoard(document.blocks[number], board, Bond.CLOSE))
        for number in numbers
        for board in document.blocks[number].contents.boards
        if _are_touching(board.span.shift(document.starts[number]), span)
    ]
    reported = {line for one in found for heading, lines in one.sections if heading == "findings" for line in lines}
    others: dict[Span, list[PlacedFinding]] = {}
    for item in context.findings(span):
        if span.start <= item.span.start and _finding_sentence(item) not in reported:
            others.setdefault(item.span, []).append(item)
    if not found and not others and (move := _explain_move(context, span, [])):
        found = [move]
    found += [
        _explain_move(context, place, items) or _explain_findings(context, place, items)
        for place, items in others.items()
    ]
    if not found:
        nothing = [*_why_nothing(document, numbers, span), *_nearest(document, span)]
        found = [Explanation(span, "no code", [("read", nothing)], is_read=False)]
    return [_shift(one, moved) for one in found]


def explain_all(
    document: Document, among: Iterable[Block] | None = None, selected: frozenset[str] = DEFAULT_RULES
) -> Iterator[Explanation]:
    """Yield the `Explanation` of each code in `among`, or in the whole document.

    Only codes that are believed to be codes are explained.
    """
    context = ExplainedDocument(document, selected)
    numbers = {block: number for number, block in enumerate(document.blocks)}
    wanted = numbers.keys() if among is None else set(among)
    return (
        _explain_code(context, numbers[study.block], study.occurrence.span)
        for study in document.studies()
        if study.block in wanted
    )


def _part_near(document: Document, span: Span) -> tuple[Document, int]:
    """Return the needed part of `document` and its offset: for PGN, the games near `span`."""
    return document.part(Span(span.start, span.start)) if document.host.has_records else (document, 0)


def _explain_code(context: ExplainedDocument, number: int, own: Span) -> Explanation:
    """Return the `Explanation` of the code with the span `own` in block `number`."""
    document = context.document
    block = document.blocks[number]
    unused = context.unused_boards(number)
    section = unused.section
    if Place(block, own) not in section.study_numbers:
        own = next((one.span for one in block.lone_classes if one.span.covers(own)), own)
    place = section.study_numbers.get(Place(block, own))
    if place is None:
        occurrence = next(code for code in block.contents.codes if code.span == own)
        study = Study(block, occurrence, (), document.conventions)
    else:
        study = with_vote(section, place)
    span = own.shift(document.starts[number])
    against = witnesses_in_words(document, study, context.lint_facts, inner=True) or "nothing"
    rules = comparison_lines(study, solved=context.lint_facts.is_solved(study))
    parts = [
        ("says", [Sentence(line) for line in (description.stipulation(study), *description.material(study)) if line]),
        ("parts", list(_parts(document, study))),
        ("evidence", list(_evidence(study, context.lint_facts))),
        ("boards", list(_boards(document, study))),
        ("passed over", list(_unused_boards(document, unused, study))),
        ("elsewhere", list(_boards_elsewhere(context, section, study))),
        ("solution", list(_solution(context, section, study))),
        ("checked against", [Sentence(against)]),
        ("rules", [Sentence(line) for line in rules]),
        (
            "findings",
            [_finding_sentence(item) for item in context.findings(span, study)],
        ),
    ]
    head = " ".join(study.text(own).split())
    return Explanation(span, head, [(heading, list(dict.fromkeys(lines))) for heading, lines in parts if lines])


def _parts(document: Document, study: Study) -> Iterator[Sentence]:
    """Yield the form and the parts of the code, and what is damaged."""
    occurrence = study.occurrence
    texts: dict[str, list[str]] = {}
    for part in occurrence.parts:
        if part.kind in _PARTS:
            texts.setdefault(_PARTS[part.kind], []).append(" ".join(study.text(part.span).split()))
    shown = [f"{name} {''.join(written)}" for name, written in texts.items()]
    yield Sentence(f"{occurrence.form.value}: {', '.join(shown)}")
    offset = document.offsets_of([study.block])[study.block]
    for problem in occurrence.problems:
        instead = f", should be {problem.replacement}" if problem.replacement else ""
        yield Sentence(f"damaged: {problem.rule}{instead}", problem.span.shift(offset))
    if occurrence.has_sic:
        yield Sentence("[sic] follows it, so no rule reports it")


def _evidence(study: Study, linted: LintFacts) -> Iterator[Sentence]:
    """Yield the reason to believe that it is a code, and its role."""
    yield Sentence(f"counts as a code: {_EVIDENCE[study.occurrence.evidence]}")
    if study.occurrence.evidence is not Evidence.NONE:
        yield Sentence(f"it {_ROLES[linted.role_of(study)]}")


def _boards(document: Document, study: Study) -> Iterator[Sentence]:
    """Yield the boards of `study`, their differences, and the side that is blamed."""
    for owned in study.boards:
        placement = owned.board.placement
        if placement is None:
            yield Sentence(f"the {owned.board.name} {owned.board.problem}", _span(document, owned.place))
            continue
        apart = difference(study.code, placement)
        agreed = f"; it differs: {apart}" if apart else ""
        yield Sentence(f"the {owned.board.name} {owned.bond.value}{agreed}", _span(document, owned.place))
    blamed: dict[str, Sentence] = {}
    for dispute in disputes_of(study).as_list:
        if study.proved_position:
            its = dispute.witness.noun if study.proved_position == dispute.placement else "code"
            text = f"the solution can be played only from the position of the {its}"
            blamed.setdefault(text, Sentence(text))
        # Kings and force may be disputed with the same board.
        text = dispute.blame.value
        blamed.setdefault(text, Sentence(text, _span(document, dispute.witness.place)))
    yield from blamed.values()
    if not study.boards:
        yield Sentence("none belongs to it")
    if unread := unread_in_words(document, study):
        yield Sentence(unread)


def _unused_boards(document: Document, unused: UnusedBoards, study: Study) -> Iterator[Sentence]:
    """Yield the boards of the section that were passed over, and broken diagrams."""
    found, more = unused.near(study, MAX_NAMED)
    for one in found:
        other = f" ({_quote(one.other_place)})" if one.other_place else ""
        yield Sentence(f"the {one.owned_board.board.name} {one.reason}{other}", _span(document, one.owned_board.place))
    if more:
        yield Sentence(f"and {more} more board{'s' if 1 < more else ''}")
    for block, torn in unused.broken_diagrams[:MAX_NAMED]:
        yield Sentence("a diagram that begins here cannot be read", _span(document, Place(block, torn.first_rank)))
        yield Sentence(torn.reason, _span(document, Place(block, torn.break_span)))
    if not found and not study.boards:
        yield Sentence("there is no board in its section")


def _boards_elsewhere(context: ExplainedDocument, section: Section, study: Study) -> Iterator[Sentence]:
    """Yield the boards of other sections that agree with `study`; linting does not use them."""
    if study.boards or context.document.host.has_records or study.code.force is None:
        return
    found, more = context.agreeing_boards(study, section)
    for place in found:
        name = next(board.name for board in place.block.contents.boards if board.span == place.span)
        text = f"the {name} agrees, but is in another section (page, chapter or fence)"
        yield Sentence(text, _span(context.document, place))
    if more:
        yield Sentence(f"and {more} more board{'s' if 1 < more else ''}")


def _solution(context: ExplainedDocument, section: Section, study: Study) -> Iterator[Sentence]:
    """Yield sentences about the solution of `study`."""

    def find_elsewhere() -> "PrintedSolution | None":
        return context.document_solutions.get(study.code_place)

    if context.document.host.has_placed_boards:
        # The solutions of a proof are followed across all pages.
        return solution_sentences(context.document_section, 0, study, find_elsewhere)
    start = context.document.offsets_of(section.blocks[:1])[section.blocks[0]]
    return solution_sentences(section, start, study, lambda: context.solution_in(section, study), find_elsewhere)


def _explain_board(context: ExplainedDocument, number: int, owned: OwnedBoard) -> Explanation:
    """Return the `Explanation` of a board in block `number`."""
    document, boards = context.document, context.unused_boards(number)
    placement = owned.board.placement
    lines = []
    if placement is None:
        lines.append(Sentence(f"the {owned.board.name} {owned.board.problem}"))
    else:
        lines.append(Sentence(f"the {owned.board.name} shows {placement.fen}"))
    owners = boards.owners(owned)
    for study in owners:
        lines.append(Sentence(f"belongs to {_quote(study.code_place)}", _span_of(document, study)))
    if not owners:
        lines.append(Sentence("belongs to no code of its section"))
    nearest = [] if owners or placement is None else boards.close_studies(placement)
    reasons = [
        Sentence(
            f"for {_quote(study.code_place)} it {boards.explain(study, owned).reason}",
            _span_of(document, study),
        )
        for study in nearest[:MAX_NAMED]
    ]
    if more := len(nearest) - len(reasons):
        reasons.append(Sentence(f"and {more} more code{'s' if 1 < more else ''}"))
    sections = [("board", lines), *([("codes", reasons)] if reasons else [])]
    return Explanation(owned.board.span.shift(document.starts[number]), owned.board.name, sections)


def _explain_move(context: ExplainedDocument, span: Span, items: list[PlacedFinding]) -> Explanation | None:
    """Return the `Explanation` of the followed move that `span` touches, or None.

    `items` are the findings there.
    """
    document = context.document
    number = document.block_number(span.start)
    block = document.blocks[number]
    section, start = context.document_section, 0
    if block.host.has_records or not document.host.has_placed_boards:
        section = context.unused_boards(number).section
        start = document.offsets_of(section.blocks[:1])[section.blocks[0]]
    move = move_at(section, span.shift(-start))
    if move is None:
        return None
    board = _span(document, move.place) if move.place else None
    sections = [*move_sections(move, document.conventions, board), *_findings(context, items)]
    return Explanation(move.span.shift(start), " ".join(move.printed_move.split()), sections)


def _explain_findings(context: ExplainedDocument, span: Span, items: list[PlacedFinding]) -> Explanation:
    """Return the `Explanation` of findings `items` outside codes, boards and moves."""
    number = context.document.block_number(span.start)
    text, start = context.document.blocks[number].text, context.document.starts[number]
    head = " ".join(text[span.start - start : span.end - start].split())
    return Explanation(span, head or items[0].finding.rule, list(_findings(context, items)))


def _findings(context: ExplainedDocument, items: list[PlacedFinding]) -> Iterator[tuple[str, list[Sentence]]]:
    """Yield two headings with sentences, for findings and for related places, if there are `items`."""
    if items:
        yield "findings", [_finding_sentence(item) for item in items]
        places = [(one.message, one.place) for item in items for one in item.finding.related]
        related = [
            Sentence(message, _span(context.document, place)) for message, place in places if isinstance(place, Place)
        ]
        if related:
            yield "beside", list(dict.fromkeys(related))


def _finding_sentence(item: PlacedFinding) -> Sentence:
    """Return the rule and message of a finding: `king-mismatch: …`."""
    return Sentence(f"{item.finding.rule}: {item.finding.message}", item.span)


def _why_nothing(document: Document, numbers: range, span: Span) -> Iterator[Sentence]:
    """Yield the reason why nothing is read at `span`.

    The host skips it, or nothing looks like a code. `numbers` are the indexes of the blocks.
    """
    for number in numbers:
        block, start = document.blocks[number], document.starts[number]
        inside = Span(max(0, span.start - start), min(len(block.text), span.end - start))
        if not block.text[inside.start : inside.end].strip():
            continue
        if not any(part.start < inside.end and inside.start < part.end for part in block.contents.reading.spans):
            yield Sentence(
                f"this part of a {document.host.name} document is not read, like comments, addresses and moves"
            )
            return
        if any(diagram.count_damaged(block.text, part) for part in block.contents.reading.spans):
            yield Sentence("this paragraph has a diagram that cannot be read")
            return
    yield Sentence("there is no class here, such as 0323.12, with kings, a word or a tag beside it")


def _nearest(document: Document, span: Span) -> Iterator[Sentence]:
    """Yield the code nearest to `span`, which has none."""
    offsets = document.offsets()
    codes = [(study.occurrence.span.shift(offsets[study.block]), study) for study in document.studies()]
    if codes:
        own, study = min(codes, key=lambda code: max(code[0].start - span.end, span.start - code[0].end))
        yield Sentence(f"the nearest code is {_quote(study.code_place)}", own)


def _quote(place: Place) -> str:
    """Return the text at `place`, at most 40 code points, with single blanks."""
    return " ".join(place.block.text[place.span.start : place.span.end].split())[:40]


def _span(document: Document, place: Place) -> Span:
    """Return the document span of `place`."""
    return place.span.shift(document.offsets_of([place.block])[place.block])


def _span_of(document: Document, study: Study) -> Span:
    """Return the document span of the code of `study`."""
    return _span(document, study.code_place)


def _are_touching(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _shift(one: Explanation, by: int) -> Explanation:
    """Return `one` with all spans shifted by `by`."""
    sections = [
        (heading, [line._replace(span=line.span and line.span.shift(by)) for line in lines])
        for heading, lines in one.sections
    ]
    return one._replace(span=one.span.shift(by), sections=sections)
