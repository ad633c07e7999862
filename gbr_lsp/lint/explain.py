"""Explanations of codes: parts, evidence, boards, boards passed over, and rules compared.

They use the functions of linting, so that they describe its results.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Span, enumeration
from gbr_lsp.boards import diagram
from gbr_lsp.edits.rewritings import fen
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding
from gbr_lsp.lint.explain_context import MAX_NAMED, BoardsAndSolutions, ExplainedDocument, Words, quote
from gbr_lsp.lint.explain_move import move_at, move_sections
from gbr_lsp.lint.explain_rules import SOLUTION_RULES, comparison_lines
from gbr_lsp.lint.explain_solution import solution_sentences
from gbr_lsp.lint.explain_witnesses import LintFacts
from gbr_lsp.model import description
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.unused_boards import difference
from gbr_lsp.model.disputes import disputes_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.model.votes import with_vote
from gbr_lsp.notation.values import Evidence, Kind

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


_MAX_QUOTED = 40
"""Maximum number of code points of a code in a sentence."""


class Sentence(NamedTuple):
    """A sentence of an explanation, and the document span that it is about."""

    text: str
    span: Span | None = None


class Explanation(NamedTuple):
    """Explanation of a place: the text explained (`head`), and sentences under headings.

    Spans are those of the document.
    """

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
    # For PGN, the games near `span` are enough.
    document, offset = document.part(Span(span.start, span.start)) if document.host.has_records else (document, 0)
    span = span.shift(-offset)
    context = ExplainedDocument(document, selected, offset)
    first, last = map(document.block_number, (span.start, max(span.start, span.end - 1)))
    near = Section(document.blocks[first : last + 1], document.conventions)

    def is_near(place: Place) -> bool:
        start, end = context.section.span(place)
        return start <= span.end and span.start <= end

    codes = (Place(block, code.span) for block in near.blocks for code in block.contents.codes)
    found = [_explain_code(context, place) for place in codes if is_near(place)]
    found = found or [_explain_board(context, owned) for owned in near.boards if is_near(owned.place)]
    reported = {line for one in found for heading, lines in one.sections if heading == "findings" for line in lines}
    others: dict[Span, list[PlacedFinding]] = {}
    for item in context.findings(span):
        if span.start <= item.span.start and _sentence(context, _finding_words(context, item)) not in reported:
            others.setdefault(item.span, []).append(item)
    if not found and not others:
        others[span] = []
    found += filter(None, (_explain_move(context, place, items) for place, items in others.items()))
    if not found:
        nothing = [*_why_nothing(context, near.blocks, span), *_nearest(context, span)]
        place = context.section.place(span)
        return [_explanation(context, place, "no code", [("read", nothing)])._replace(is_read=False)]
    return found


def explain_all(
    document: Document, among: Iterable[Block] | None = None, selected: frozenset[str] = DEFAULT_RULES
) -> Iterator[Explanation]:
    """Yield the `Explanation` of each code in `among`, or in the whole document.

    Only codes that are believed to be codes are explained.
    """
    context = ExplainedDocument(document, selected)
    wanted = context.section.numbers.keys() if among is None else set(among)
    return (_explain_code(context, study.code_place) for study in document.studies() if study.block in wanted)


def _explanation(
    context: ExplainedDocument, place: Place, head: str, sections: Iterable[tuple[str, Iterable[Words]]]
) -> Explanation:
    """Return the `Explanation` of `place`, without empty and repeated sentences and empty sections."""
    placed = [
        (heading, list(dict.fromkeys(_sentence(context, words) for words in lines if words)))
        for heading, lines in sections
    ]
    return Explanation(context.span(place), head, [one for one in placed if one[1]])


def _sentence(context: ExplainedDocument, words: Words) -> Sentence:
    return Sentence(words) if isinstance(words, str) else Sentence(words[0], context.span(words[1]))


def _explain_code(context: ExplainedDocument, place: Place) -> Explanation:
    """Return the `Explanation` of the code at `place`."""
    block, conventions = place.block, context.document.conventions
    here = context.section_of(block)
    if place not in here.section.study_numbers:
        lone = (one.span for one in block.lone_classes if one.span.covers(place.span))
        place = Place(block, next(lone, place.span))
    number = here.section.study_numbers.get(place)
    if number is None:
        study = Study(block, next(code for code in block.contents.codes if code.span == place.span), (), conventions)
    else:
        study = with_vote(here.section, number)
    facts = context.lint_facts
    solution = [*solution_sentences(context, study)]
    findings = context.findings_of(study)
    reported = {item.finding.rule for item in findings}
    for _, line in (words for words in solution if not isinstance(words, str)):
        # What follows the moves that can be played is checked too.
        rest = line._replace(span=Span(line.span.start, len(line.block.text)))
        reported.update(SOLUTION_RULES.intersection(item.finding.rule for item in context.findings(context.span(rest))))
    sections: list[tuple[str, Iterable[Words]]] = [
        ("says", [description.stipulation(study), *description.material(study)]),
        ("parts", _parts(study)),
        ("evidence", _evidence(study, facts)),
        ("boards", _boards(study, facts)),
        ("passed over", _unused_boards(here, study)),
        ("elsewhere", _boards_elsewhere(context, study)),
        ("twins", _twins(study)),
        ("solution", solution),
        ("checked against", [facts.witnesses_in_words(study, inner=True) or "nothing"]),
        ("rules", comparison_lines(study, solved=facts.is_solved(study), reported=reported)),
        ("findings", [_finding_words(context, item) for item in findings]),
    ]
    return _explanation(context, place, quote(block.text, place.span), sections)


def _parts(study: Study) -> Iterator[Words]:
    """Yield the form and the parts of the code, and its damage."""
    occurrence = study.occurrence
    texts: dict[str, list[str]] = {}
    for part in occurrence.parts:
        if part.kind in _PARTS:
            texts.setdefault(_PARTS[part.kind], []).append(quote(study.block.text, part.span))
    shown = [f"{name} {''.join(written)}" for name, written in texts.items()]
    yield f"{occurrence.form.value}: {', '.join(shown)}"
    for problem in occurrence.problems:
        instead = f", should be {problem.replacement}" if problem.replacement else ""
        yield f"damaged: {problem.rule}{instead}", study.place(problem.span)
    if occurrence.has_sic:
        yield "[sic] or words such as *instead of* call it wrong, so no rule reports it"


def _evidence(study: Study, facts: LintFacts) -> Iterator[str]:
    """Yield the reason to believe that it is a code, and its role."""
    yield f"counts as a code: {_EVIDENCE[study.occurrence.evidence]}"
    if study.occurrence.evidence is not Evidence.NONE:
        yield f"it {_ROLES[facts.role_of(study)]}"


def _boards(study: Study, facts: LintFacts) -> Iterator[Words]:
    """Yield the boards of `study`, their differences, and the side that is blamed."""
    for owned in study.boards:
        words, placement = owned.board.problem, owned.board.placement
        if placement is not None:
            apart = difference(study.code, placement)
            words = f"{owned.bond.value}; it differs: {apart}" if apart else owned.bond.value
        yield f"the {owned.name} {words}", owned.place
    blamed: dict[str, Place] = {}
    for dispute in disputes_of(study).as_list:
        if study.proved_position:
            its = dispute.witness.noun if study.proved_position == dispute.placement else "code"
            yield f"the solution can be played only from the position of the {its}"
        # Kings and force may be disputed with the same board.
        blamed.setdefault(dispute.blame.value, dispute.witness.place)
    yield from blamed.items()
    if not study.boards:
        yield "none belongs to it"
    yield facts.unread_in_words(study)


def _twins(study: Study) -> Iterator[Words]:
    """Yield the twins of `study`: their positions, and the words that they were derived from."""
    for twin in study.twins:
        words = f"{twin.name}, from “{quote(twin.place.block.text, twin.place.span)}”"
        shown = [fen(one.board.placement, one.board.turn) for one in twin.boards if one.board.placement]
        if len(shown) == 1:
            yield f"{words}: {shown[0]}", twin.place
        elif shown:
            yield f"{words}: one of {len(shown)} positions, {enumeration(shown)}; its line decides", twin.place
        else:
            yield f"{words}: not understood, so its lines are not judged", twin.place


def _unused_boards(here: BoardsAndSolutions, study: Study) -> Iterator[Words]:
    """Yield the boards of the section that were passed over, and broken diagrams."""
    found, more = here.near(study, MAX_NAMED)
    for one in found:
        other = f" ({_quote(one.other_place)})" if one.other_place else ""
        yield f"the {one.owned_board.board.name} {one.reason}{other}", one.owned_board.place
    yield _more(more, "board")
    for block, torn in here.broken_diagrams[:MAX_NAMED]:
        yield "a diagram that begins here cannot be read", Place(block, torn.first_rank)
        yield torn.reason, Place(block, torn.break_span)
    if not found and not study.boards:
        yield "there is no board in its section"


def _boards_elsewhere(context: ExplainedDocument, study: Study) -> Iterator[Words]:
    """Yield the boards of other sections that agree with `study`; linting does not use them."""
    if study.boards or context.document.host.has_records or study.code.force is None:
        return
    found, more = context.agreeing_boards(study)
    for owned in found:
        yield f"the {owned.name} agrees, but is in another section (page, chapter or fence)", owned.place
    yield _more(more, "board")


def _explain_board(context: ExplainedDocument, owned: OwnedBoard) -> Explanation:
    """Return the `Explanation` of a board."""
    boards, board = context.section_of(owned.block), owned.board
    shown = board.problem if board.placement is None else f"shows {board.placement.fen}"
    owners = boards.owners(owned)
    belonging: list[Words] = [(f"belongs to {_quote(study.code_place)}", study.code_place) for study in owners]
    nearest = [] if owners or board.placement is None else boards.close_studies(board.placement)
    reasons: list[Words] = [
        (f"for {_quote(study.code_place)} it {boards.explain(study, owned).reason}", study.code_place)
        for study in nearest[:MAX_NAMED]
    ]
    lines = [f"the {board.name} {shown}", *(belonging or ["belongs to no code of its section"])]
    sections = [("board", lines), ("codes", [*reasons, _more(len(nearest) - len(reasons), "code")])]
    return _explanation(context, owned.place, board.name, sections)


def _explain_move(context: ExplainedDocument, span: Span, items: list[PlacedFinding]) -> Explanation | None:
    """Return the `Explanation` of the followed move that `span` touches, or else of the findings `items` there.

    None if there are neither.
    """
    place = context.section.place(span)
    section = context.solved_section(place).section
    findings = [*_findings(context, items)]
    if move := move_at(section, section.span(place)):
        sections = [*move_sections(move, context.document.conventions), *findings]
        head = " ".join(move.printed_move.split())
        return _explanation(context, section.place(move.span), head, sections)
    head = quote(place.block.text, place.span)
    return _explanation(context, place, head or items[0].finding.rule, findings) if items else None


def _findings(context: ExplainedDocument, items: list[PlacedFinding]) -> Iterator[tuple[str, list[Words]]]:
    """Yield the sections for findings and for related places."""
    yield "findings", [_finding_words(context, item) for item in items]
    related = (one for item in items for one in item.finding.related)
    yield "beside", [(one.message, one.place) for one in related if isinstance(one.place, Place)]


def _finding_words(context: ExplainedDocument, item: PlacedFinding) -> Words:
    """Return the rule and the message of a finding, with a colon between them."""
    return f"{item.finding.rule}: {item.finding.message}", context.section.place(item.span)


def _why_nothing(context: ExplainedDocument, blocks: Iterable[Block], span: Span) -> Iterator[str]:
    """Yield the reason why nothing is read at `span`, which touches `blocks`.

    The host skips it, or nothing looks like a code.
    """
    for block in blocks:
        start, parts = context.section.offset(block), block.contents.reading.spans
        inside = Span(max(0, span.start - start), min(len(block.text), span.end - start))
        if not quote(block.text, inside):
            continue
        if not any(part.start < inside.end and inside.start < part.end for part in parts):
            name = context.document.host.name
            yield f"this part of a {name} document is not read, like comments, addresses and moves"
            return
        if any(diagram.count_damaged(block.text, part) for part in parts):
            yield "this paragraph has a diagram that cannot be read"
            return
    yield "there is no class here, such as 0323.12, with kings, a word or a tag beside it"


def _nearest(context: ExplainedDocument, span: Span) -> Iterator[Words]:
    """Yield the code nearest to `span`, which has none."""

    def distance(place: Place) -> int:
        start, end = context.section.span(place)
        return max(start - span.end, span.start - end)

    place = min((study.code_place for study in context.document.studies()), key=distance, default=None)
    if place:
        yield f"the nearest code is {_quote(place)}", place


def _more(count: int, noun: str) -> str:
    """Return a sentence about the `count` boards or codes that are not named; empty if there are none."""
    return f"and {count} more {noun}{'s' if 1 < count else ''}" if count else ""


def _quote(place: Place) -> str:
    """Return the start of the text at `place`, with single blanks."""
    return quote(place.block.text, place.span)[:_MAX_QUOTED]
