"""The printed solution of each study of a document: its main line, followed from the board of the study.

In a PGN game it is the main line of the moves. In prose a solution belongs to the board from which it runs: six
half-moves or the whole of it; where two boards claim one line, to the one from which more of it runs.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Fix, write
from gbr_lsp.model.judgement import judgement
from gbr_lsp.model.solutions import NamedPlace, solutions_of
from gbr_lsp.model.study import Study
from gbr_lsp.model.turns import WrongTurn, wrong_turns
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal import check_sign
from gbr_lsp.solutions.line import MoveProblem, Node
from gbr_lsp.solutions.misprints import Misprinted, misprint
from gbr_lsp.solutions.moves import Position, position_of
from gbr_lsp.solutions.prose import (
    MANY_PLIES,
    Made,
    PrintedLine,
    ProseItem,
    follow,
    is_note,
    items_of,
    languages_in,
    run_from,
    spelled,
    starts_in,
)

_NEAR = 12_000
"""How many code points a solution may begin before or behind its code."""
_MOST_STARTS = 60
"""How many beginnings near a code are tried, the nearest first."""
_SECOND_MOVE = 4
"""The half-move of White's second move."""
_MOST_UNCLAIMED = 2
"""How many beginnings that no board claims are tried for a study without a line."""
_MANY_EARLY = 8
"""So many half-moves must run behind a misprint among the first ones: nothing before it proves the board."""
_FEWEST = 3
"""A line of fewer half-moves proves nothing."""


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


class Misprint(NamedTuple):
    """A wrong move of a solution in prose, as the rule about illegal moves asks for it."""

    block: Block
    wrong: Misprinted
    start: int
    """Where the block starts in the text that was read."""
    language: Language
    board: NamedPlace | None

    def having(self, problem: MoveProblem) -> Iterator[Node]:
        """The wrong move as a node, if it is the problem that is asked for."""
        if problem is MoveProblem.ILLEGAL:
            wrong = self.wrong
            yield Node(wrong.span, wrong.san, wrong.half, wrong.before, None, problem, [])

    def place(self, span: Span) -> Place:
        """The place of a span of the text that was read."""
        return Place(self.block, span.shift(-self.start))

    def printed(self, node: Node) -> str:
        """The move as printed, with its number."""
        span = node.span.shift(-self.start)
        return f"{node.number}{self.block.text[span.start : span.end].split()[0]}"

    def corrections(self, node: Node) -> tuple[Fix, ...]:
        """The legal moves that make the line run, the best first."""
        place = self.place(node.span)
        text = self.block.text[place.span.start : place.span.end]
        sign = text[len(text.rstrip("+#†‡!? ")) :].replace("+", "").replace("#", "")
        fixes = (
            write(place, f"{self.language.foreign(repair.move.san)}{check_sign(repair.move.after)}{sign}", safe=False)
            for repair in self.wrong.repairs[:3]
        )
        return tuple(fix._replace(tied=self.wrong.may_be_of_board) for fix in fixes)


class _Claim(NamedTuple):
    """A line that runs from the board of a study."""

    start: int
    line: PrintedLine
    language: Language


def printed_solutions(
    document: Document, studies: Sequence[Study], plies: int = MANY_PLIES
) -> list[PrintedSolution | None]:
    """The solution of each of the studies of a document, which are given in order; None where none can be followed.

    So many half-moves that run from a board, from no other, belong to it.
    """
    if document.host.holds_records:
        return [_of_record(study, start) for study, start in zip(studies, _offsets(document, studies), strict=True)]
    text = _shown(document)
    items = items_of(text)
    starts = starts_in(items)
    languages = languages_in(items) if starts else []
    positions = [positions_of(study) for study in studies]
    claims: list[_Claim | None] = []
    for offset, ways in zip(_offsets(document, studies), positions, strict=True):
        beginnings = _near(items, starts, offset)
        claims.append(_claim(text, items, beginnings, ways, languages, offset, plies))
    return [_of_prose(claim, claims) for claim in claims]


def nearest_beginning(document: Document, study: Study) -> tuple[Span, int] | None:
    """Of the lines near a code the one of which most runs from its board: where, and how many half-moves; for a person
    who asks why a study has no solution. The span counts from the start of the document."""
    text = _shown(document)
    items = items_of(text)
    languages = languages_in(items)
    (offset,) = _offsets(document, [study])
    best: tuple[int, Span] | None = None
    for start in _near(items, starts_in(items), offset):
        for position in positions_of(study):
            for language in languages:
                made = run_from(items, start, position, language)
                span = Span(items[start].span.start, made[-1].span.end if made else items[start].span.end)
                if best is None or best[0] < len(made):
                    best = len(made), span
    return (best[1], best[0]) if best else None


class Followed(NamedTuple):
    """What was made of the main line of a study: how far it runs, and its first misprint; None for what is not known.

    Spans count from the start of the text that was read.
    """

    solution: PrintedSolution | None
    misprint: Misprinted | None
    first: Made | None = None
    """The first move of a line that begins at the number that its side moves at."""


def followed_in(text: str, items: list[ProseItem], studies: Sequence[tuple[int, list[Position]]]) -> list[Followed]:
    """The main line of each of some studies, of which the offset and the positions are given.

    `items` are those of the text.
    """
    starts = starts_in(items)
    languages = languages_in(items) if starts else []
    claims = [_claim(text, items, _near(items, starts, offset), ways, languages, offset) for offset, ways in studies]
    taken = {claim.start for claim in claims if claim}
    found = []
    for (offset, ways), claim in zip(studies, claims, strict=True):
        wrong = _misprint_of(items, claim) if claim else None
        if wrong is None and (claim is None or is_note(items, claim.start, text)):
            free = [
                start
                for start in _near(items, starts, offset)
                if start not in taken
                and offset <= items[start].span.start
                and items[start].half < _SECOND_MOVE
                and not is_note(items, start, text)
            ]
            wrong = _early_misprint(items, free[:_MOST_UNCLAIMED], ways, languages)
        found.append(Followed(_of_prose(claim, claims), wrong, _first(items, starts, claim, offset) if claim else None))
    return found


def _first(items: list[ProseItem], starts: list[int], claim: _Claim, offset: int) -> Made | None:
    """The first move of a line from the first number 1 behind a code, if the dots are those of the side that moves."""
    number, first = items[claim.start], claim.line.moves[0]
    behind = (start for start in starts if offset <= items[start].span.start and items[start].half < _SECOND_MOVE)
    is_first = next(behind, None) == claim.start
    return first if is_first and number.half == 2 + (not first.before[3]) else None


class SectionLines(NamedTuple):
    """What was made of the printed lines of a section: the misprints, and whether the line of each study runs."""

    misprints: list[Misprint]
    runs: list[bool]
    turns: list[WrongTurn]


def lines_of(section: Sequence[Block], studies: Sequence[Study], items: list[ProseItem]) -> SectionLines:
    """The main lines of the studies of a section of prose, of which the blocks are given in order.

    `items` are those of the text of all blocks.
    None in proofs: their lines are put together from places on a page, where columns and tries of a table run together.
    """
    host = section[0].host
    if not studies or host.holds_records or host.has_placed_boards:
        return SectionLines([], [False] * len(studies), [])
    starts = [0, *accumulate(len(block.text) for block in section)]
    offsets = dict(zip(section, starts, strict=False))
    text = "".join(map(readable, section))
    asked = [(offsets[study.block], positions_of(study)) for study in studies]
    found, turns = [], []
    followed = followed_in(text, items, asked)
    for study, one in zip(studies, followed, strict=True):
        wrong = one.misprint
        if one.first and one.solution and not study.occurrence.sic:
            number = bisect_right(starts, one.first.span.start) - 1
            first = Place(section[number], one.first.span.shift(-starts[number]))
            turns += wrong_turns(study, first, turn=one.first.before[3])
        if wrong is None or study.occurrence.sic or judgement(study).disputed:
            # Moves that fail from a board that may be wrong are no news.
            continue
        number = bisect_right(starts, wrong.span.start) - 1
        owned = next((owned for owned, _ in study.placements), None)
        board = NamedPlace(owned.board.name, owned.place) if owned else None
        found.append(Misprint(section[number], wrong, starts[number], wrong.language, board))
    return SectionLines(found, [one.solution is not None for one in followed], turns)


def _misprint_of(items: list[ProseItem], claim: _Claim) -> Misprinted | None:
    moves = claim.line.moves
    if _SECOND_MOVE <= items[claim.start].half:
        # A line that begins in the middle may be that of another study.
        return None
    for count in claim.line.breaks:
        wrong = misprint(items, claim.start, moves[0].before, moves[:count], claim.language)
        if wrong:
            return None if _has_words(items, claim.start, wrong) else wrong
    return None


def _has_words(items: list[ProseItem], start: int, wrong: Misprinted) -> bool:
    """Whether words stand between the start of a line and its misprint.

    Words name other lines ("better than 3…Ke5 4.Ke3"): in books, nearly all moves that fail behind them belong to a
    line that is only talked about, so nothing is said of them.
    """
    between = takewhile(lambda item: item.span.start < wrong.span.end, items[start:])
    return any(item.kind == "word" for item in between)


def _early_misprint(
    items: list[ProseItem], starts: list[int], ways: list[Position], languages: list[Language]
) -> Misprinted | None:
    """The misprint among the first moves of a line that no board claims."""
    for start in starts:
        for position in ways:
            for language in languages:
                made = run_from(items, start, position, language)
                wrong = misprint(items, start, position, made, language) if len(made) < MANY_PLIES else None
                if wrong and _has_words(items, start, wrong):
                    continue
                if wrong and wrong.repairs and _MANY_EARLY <= len(made) + wrong.repairs[0].plies:
                    return wrong
    return None


def _near(items: list[ProseItem], starts: list[int], offset: int) -> list[int]:
    """The beginnings near an offset, the nearest first."""
    return [starts[number] for number in nearest([items[start].span.start for start in starts], offset)]


def nearest(places: list[int], offset: int) -> list[int]:
    """The numbers of the places of beginnings that are near an offset, the nearest first."""
    near = (number for number, place in enumerate(places) if abs(place - offset) < _NEAR)
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
    turn = study.code.stipulation.turn
    turns = (turn,) if turn is not None else _turns(study, placement)
    return [position_of(placement, one, "KQkq") for one in turns]


def _turns(study: Study, placement: Placement) -> tuple[bool, ...]:
    said = {owned.board.turn for owned, one in study.placements if one == placement} - {None}
    return (False, True) if said == {False} else (True, False)


def _claim(
    text: str,
    items: list[ProseItem],
    starts: list[int],
    ways: list[Position],
    languages: list[Language],
    offset: int,
    plies: int = MANY_PLIES,
) -> _Claim | None:
    """The line near a code that runs best from its board: a main line from move 1 before all others."""
    best: tuple[tuple[bool, bool, int, bool], _Claim] | None = None
    for start in starts:
        for position in ways:
            for language in languages:
                run = run_from(items, start, position, language)
                if len(run) < _FEWEST:
                    continue
                line = follow(items, start, position, language, run)
                if len(line.moves) < plies and not (line.complete and offset <= items[start].span.start):
                    continue
                rank = (
                    items[start].half < 4,
                    not is_note(items, start, text),
                    len(line.moves),
                    offset <= items[start].span.start,
                )
                if best is None or best[0] < rank:
                    best = rank, _Claim(start, line, language)
                if all(rank) and line.complete and MANY_PLIES < len(line.moves):
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


def _shown(document: Document) -> str:
    """The text that is read, offset for offset; all else is blank."""
    return "".join(map(readable, document.blocks))


def readable(block: Block) -> str:
    """The text of a block that is read, offset for offset; all else is blank."""
    parts, done = [], 0
    for span in block.found.reading.spans:
        parts += [" " * (span.start - done), block.text[span.start : span.end]]
        done = span.end
    return "".join(parts) + " " * (len(block.text) - done)
