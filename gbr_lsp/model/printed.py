"""The printed solution of each study of a document: its main line, followed from the board of the study.

In a PGN game it is the main line of the moves. In prose a solution belongs to the board from which it runs: six
half-moves or the whole of it; where two boards claim one line, to the one from which more of it runs.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import FILLER, blanked
from gbr_lsp.model.block import Block, shown
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.solutions import solutions_of
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.main_line import Lines, PrintedLine, ProseText, follow, run_from
from gbr_lsp.solutions.misprints import Misprinted, Slip, misprint
from gbr_lsp.solutions.moves import Position, position_of
from gbr_lsp.solutions.prose import (
    MANY_PLIES,
    SECOND_MOVE,
    Made,
    ProseItem,
    is_note,
    items_of,
    last_bare,
    moved,
)
from gbr_lsp.solutions.spelling import spelled

NEAR = 12_000
"""How many code points a solution may begin before or behind its code."""
_MOST_STARTS = 60
"""How many beginnings near a code are tried, the nearest first."""
_MOST_UNCLAIMED = 2
"""How many beginnings that no board claims are tried for a study without a line."""
_EARLY = 6
"""Among so many half-moves at the beginning of a line a misprint is early."""
_FEWEST = 3
"""A line of fewer half-moves proves nothing."""
_MARKUP = regex(rf"[^{FILLER}]+(?!{FILLER})|[^{FILLER}]+(?=[^{FILLER}])")
"""What stands between the fillers of a gap, but for the letter that they fill up."""


class SolutionMove(NamedTuple):
    """A move of a printed line: in English letters, where it stands, and the position behind it, None if it fails.

    The span counts from the start of the document.
    """

    san: str
    span: Span
    after: Position | None


class PrintedSolution(NamedTuple):
    """The main line of a study: how many half-moves run, whether that is all of it, from its first to its last move.

    The span counts from the start of the document. `moves` are those that run, and the one that fails behind them.
    """

    plies: int
    complete: bool
    span: Span
    moves: tuple[SolutionMove, ...] = ()


class _Claim(NamedTuple):
    """A line that runs from the board of a study."""

    start: int
    line: PrintedLine
    lines: Lines
    language: Language

    def is_main(self, text: ProseText) -> bool:
        """Whether it begins with move 1 and is no note."""
        return text.items[self.start].half < SECOND_MOVE and not is_note(text.items, self.start, text.text)


def printed_solutions(
    document: Document, studies: Sequence[Study], plies: int = MANY_PLIES, prose: ProseText | None = None
) -> list[PrintedSolution | None]:
    """The solution of each of the studies of a document, which are given in order; None where none can be followed.

    So many half-moves that run from a board, from no other, belong to it. `prose` is what is read of the document, if
    that is known.
    """
    if document.host.holds_records:
        return [_of_record(study, start) for study, start in zip(studies, _offsets(document, studies), strict=True)]
    text = prose or prose_of(document.blocks, document.conventions)
    claims = _claims(text, list(zip(_offsets(document, studies), map(positions_of, studies), strict=True)), plies)
    return [_of_prose(claim, claims) for claim in claims]


def nearest_beginning(document: Document, study: Study, text: ProseText) -> tuple[Span, int] | None:
    """Of the lines near a code the one of which most runs from its board: where, and how many half-moves; for a person
    who asks why a study has no solution. The span counts from the start of the document, of which `text` is read."""
    offset = document.offsets_of([study.block])[study.block]
    best: tuple[int, Span] | None = None
    for start in near_starts(text, offset):
        for position in positions_of(study):
            for language in text.languages:
                begun = run_from(text, start, position, language)
                if best is None or best[0] < begun.plies:
                    best = begun.plies, Span(text.items[start].span.start, begun.end)
    return (best[1], best[0]) if best else None


class FollowedLine(NamedTuple):
    """What was made of the main line of a study: how far it runs, and its misprint; None for what is not known.

    Spans count from the start of the text that was read.
    """

    solution: PrintedSolution | None
    misprint: Misprinted | None
    first: Made | None = None
    """The first move of a line that begins at the number that its side moves at."""
    main: "MainLine | None" = None
    """The line itself, if it begins with move 1 and is no note."""


class MainLine(NamedTuple):
    """A main line with the half-move that it begins with: twice the move number, and one more for Black's moves."""

    line: PrintedLine
    half: int
    language: Language
    prose: ProseText
    """The text that was read."""


def followed_in(text: ProseText, studies: Sequence[tuple[int, list[Position]]]) -> list[FollowedLine]:
    """The main line of each of some studies, of which the offset and the positions are given."""
    claims = _claims(text, studies)
    taken = {claim.start for claim in claims if claim}
    found = []
    for (offset, ways), claim in zip(studies, claims, strict=True):
        wrong = misprint(text, claim.lines) if claim else None
        if wrong is None:
            own = own_starts(text, offset, _next(studies, offset))
            if claim and claim.is_main(text):
                own = [start for start in own if start < claim.start or claim.start < own[0]]
            elif claim is None and not own:
                own = _starts_before(text, claims, studies, offset)
            free = [start for start in own if start not in taken]
            fewest = len(claim.line.moves) + 1 if claim and claim.is_main(text) else MANY_PLIES
            wrong = _early_misprint(text, free, ways, _next(studies, offset), fewest)
        first = _first(text, claim, offset) if claim else None
        solution = _of_prose(claim, claims)
        main = _main(text, claim) if claim and solution and claim.is_main(text) else None
        found.append(FollowedLine(solution, wrong, first, main))
    return found


def _main(text: ProseText, claim: _Claim) -> MainLine:
    half = text.items[claim.start].half
    return MainLine(claim.line, half - half % 2 + (not claim.line.moves[0].before[3]), claim.language, text)


def _first(text: ProseText, claim: _Claim, offset: int) -> Made | None:
    """The first move of a line from the first number 1 behind a code, if the dots are those of the side that moves."""
    items = text.items
    number, first = items[claim.start], claim.line.moves[0]
    behind = (start for start in text.starts if offset <= items[start].span.start and items[start].half < SECOND_MOVE)
    is_first = next(behind, None) == claim.start and not _has_begun_before(items, claim.start)
    return first if is_first and number.half == 2 + (not first.before[3]) else None


def _has_begun_before(items: Sequence[ProseItem], start: int) -> bool:
    """Whether moves or a number 1 stand before a number in its block, as where what they print is not read."""
    before = (items[at] for at in takewhile(lambda at: items[at].kind != "end", range(start - 1, -1, -1)))
    return any(item.kind == "move" or (item.kind == "number" and item.half < SECOND_MOVE) for item in before)


def own_starts(text: ProseText, offset: int, until: int | None) -> list[int]:
    """The beginnings of main lines behind a code and before the next one, in order."""
    items = text.items
    return [
        start
        for start in near_starts(text, offset)
        if offset <= items[start].span.start
        and (until is None or items[start].span.start < until)
        and items[start].half < SECOND_MOVE
        and not is_note(items, start, text.text)
    ]


def _starts_before(
    text: ProseText, claims: Sequence[_Claim | None], studies: Sequence[tuple[int, list[Position]]], offset: int
) -> list[int]:
    """The beginnings of main lines before a code without any behind it, the nearest first: those behind the line of the
    study before it, which has its own."""
    before = bisect_left(studies, offset, key=lambda study: study[0]) - 1
    claim = claims[before] if 0 <= before else None
    if claim is None:
        return []
    behind = max(studies[before][0], claim.line.span.end)
    return [
        start
        for start in near_starts(text, offset)
        if behind <= text.items[start].span.start < offset
        and text.items[start].half < SECOND_MOVE
        and not is_note(text.items, start, text.text)
    ]


def _early_misprint(
    text: ProseText, free: list[int], ways: list[Position], until: int | None, fewest: int
) -> Misprinted | None:
    """The misprint among the first moves of one of some lines that no board claims, of so many half-moves at least."""
    items = text.items
    for start in free[:_MOST_UNCLAIMED]:
        # Where it is not said who moves, a line that cannot begin with Black's move is no misprint.
        for position in ways[:1]:
            for language in text.languages:
                if items[start].half % 2 and (position[3] or 1 < len(ways)):
                    # A line from 1… is one that is talked about, unless it is said that Black begins.
                    continue
                lines = follow(text, start, position, language, until)
                wrong = misprint(text, lines) if len(lines.main.moves) < MANY_PLIES else None
                first = lines.tree.stretches[lines.first].half or 0
                if wrong and wrong.half - first < _EARLY and fewest <= wrong.end - first:
                    if wrong.slip is Slip.MISSING and wrong.half == first and _has_begun_before(items, start):
                        # The number is printed again for Black's move.
                        continue
                    return wrong
    return None


def near_starts(text: ProseText, offset: int) -> list[int]:
    """The beginnings near an offset, the nearest first."""
    return [text.starts[number] for number in nearest(text.places, offset)]


def nearest(places: list[int], offset: int) -> list[int]:
    """The numbers of the places of beginnings, in order, that are near an offset, the nearest first."""
    near = range(bisect_right(places, offset - NEAR), bisect_left(places, offset + NEAR))
    return sorted(near, key=lambda number: abs(places[number] - offset))[:_MOST_STARTS]


def _offsets(document: Document, studies: Sequence[Study]) -> list[int]:
    offsets = document.offsets()
    return [offsets[study.block] for study in studies]


def _of_record(study: Study, start: int) -> PrintedSolution | None:
    solution = next(iter(solutions_of([study.block], [study])), None)
    if solution is None or solution.board is None or not study.boards:
        return None
    line = solution.game.line
    made = []
    for node in line:
        if node.problem:
            break
        if node.after is not None:
            made.append(node)
    if not made:
        return None
    complete = all(node.after is not None or node.san is None for node in line)
    moves = tuple(SolutionMove(node.san, node.span.shift(start), node.after) for node in made if node.san)
    return PrintedSolution(len(made), complete, Span(made[0].span.start, made[-1].span.end).shift(start), moves)


def positions_of(study: Study) -> list[Position]:
    """The position of a study, first with the color that its code says moves."""
    placement = study.position or next((one for _, one in study.placements), None)
    if placement is None:
        return []
    return positions_with(study, placement)


def positions_with(study: Study, placement: Placement) -> list[Position]:
    """The position of a study if its men stand so, first with the color that its code says moves."""
    turn = study.code.stipulation.turn
    turns = (turn,) if turn is not None else _turns(study, placement)
    return [position_of(placement, one, "KQkq") for one in turns]


def _turns(study: Study, placement: Placement) -> tuple[bool, ...]:
    said = {owned.board.turn for owned, one in study.placements if one == placement} - {None}
    return (False, True) if said == {False} else (True, False)


def _claims(
    text: ProseText, studies: Sequence[tuple[int, list[Position]]], plies: int = MANY_PLIES
) -> list[_Claim | None]:
    return [_claim(text, ways, offset, _next(studies, offset), plies) for offset, ways in studies]


def _next(studies: Sequence[tuple[int, list[Position]]], offset: int) -> int | None:
    """Where the next study begins."""
    number = bisect_right(studies, offset, key=lambda study: study[0])
    return studies[number][0] if number < len(studies) else None


def _claim(text: ProseText, ways: list[Position], offset: int, next_code: int | None, plies: int) -> _Claim | None:
    """The line near a code that runs best from its board: a main line from move 1 before all others."""
    best: tuple[tuple[bool, bool, bool, bool, int, bool], _Claim] | None = None
    items = text.items
    for start in near_starts(text, offset):
        behind = offset <= items[start].span.start
        stands_here = behind and (next_code is None or items[start].span.start < next_code)
        until = next_code if stands_here else None
        for position in ways:
            for language in text.languages:
                begun = run_from(text, start, position, language)
                if begun.plies < _FEWEST and not (stands_here and begun.is_whole and items[start].half < SECOND_MOVE):
                    continue
                lines = begun.followed(text, until)
                line = lines.main
                enough = _FEWEST if line.is_whole and behind else plies
                if len(line.moves) < enough:
                    continue
                is_first = items[start].half < SECOND_MOVE
                own = stands_here and MANY_PLIES <= len(line.moves)
                rank = (
                    is_first,
                    not is_note(items, start, text.text),
                    items[start].half % 2 == 0 or not is_first,
                    own,
                    len(line.moves),
                    behind,
                )
                if best is None or best[0] < rank:
                    best = rank, _Claim(start, line, lines, language)
                if is_first and rank[1] and behind and line.is_whole and MANY_PLIES < len(line.moves):
                    # The nearest main line behind the code, followed to its end: nothing farther away is better.
                    return best[1]
    return best[1] if best else None


def _of_prose(claim: _Claim | None, claims: list[_Claim | None]) -> PrintedSolution | None:
    if claim is None:
        return None
    rivals = [other for other in claims if other and other is not claim and other.start == claim.start]
    if any(len(claim.line.moves) < len(other.line.moves) for other in rivals):
        return None
    line = claim.line
    moves = [SolutionMove(made.san, made.span, made.after) for made in line.moves]
    failing = spelled(line.behind.text, claim.language) if line.behind else None
    if line.behind and failing:
        moves.append(SolutionMove(failing, line.behind.span, None))
    return PrintedSolution(len(line.moves), line.complete, line.span, tuple(moves))


def prose_of(blocks: Iterable[Block], conventions: Conventions) -> ProseText:
    """What is read of some blocks, with offsets from the start of the first one; no row of moves goes on in the next.

    Blocks that were met before are not read again.
    """
    items: list[ProseItem] = []
    texts = [readable(block) for block in blocks]
    read = [items_of_block(text) for text in texts]
    if bare := max(map(_last_bare, texts), default=0):
        # A paragraph with one move is read as those around it are printed; the next number may be its own.
        read = [items_of_block(text, bare + 1) for text in texts]
    start = 0
    for text, found in zip(texts, read, strict=True):
        items += moved(found, start)
        start += len(text)
        items.append(ProseItem("end", "", Span(start, start)))
    return ProseText("".join(texts), items, conventions.solution_letters)


@lru_cache(maxsize=256)
def items_of_block(text: str, bare: int = 0) -> list[ProseItem]:
    """The items of a block; where somebody types, few blocks of a section are new."""
    return items_of(text, bare)


@lru_cache(maxsize=256)
def _last_bare(text: str) -> int:
    return last_bare(items_of_block(text))


def readable(block: Block) -> str:
    """The text of a block that is read, as its moves are shown, offset for offset; all else is blank, but for what is
    shown for a man that stands in a tag."""
    parts, done = [], 0
    text = shown(block)
    has_fillers = not text.isascii() and FILLER in text
    for span in block.found.reading.spans:
        gap = text[done : span.start] if has_fillers else ""
        parts += [
            _MARKUP.sub(blanked, gap) if FILLER in gap else " " * (span.start - done),
            text[span.start : span.end],
        ]
        done = span.end
    return "".join(parts) + " " * (len(text) - done)
