"""Fast path: clean PGN records, in which rules can find nothing, recognized without a full parse.

Theory of operation. Nearly every game of a collection has the same data twice, without a mistake: its
`Black` tag is exactly the code of its `FEN`. A record is clean if that is so, the position is possible,
the `Result` fits the sign, and nothing else in the game could be a code, a board or a signature. A few
regular expressions check all this; no blocks are read, no codes and boards found, no studies made.
Anything unusual makes a record unclean and takes the full parse.

A rule declares that it is silent on every clean record (`Rule.is_silent_if_clean`). A
single selected rule over studies without this declaration switches the fast path off, so that a new
rule sees every record. A rule over moves without it runs on the moves of a clean record. So do the
rules that judge moves by the goal, if a line may end against the goal. Neither needs the full parse.
The tests vary every tag and comment of clean records and compare with the full parse.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards import fen
from gbr_lsp.boards.signature import counts, signatures
from gbr_lsp.hosts import pgn
from gbr_lsp.model.aim import Aim
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Finding, RuleScope
from gbr_lsp.model.records import PlacedRecord, Record, placed_records
from gbr_lsp.notation.checks import BACK_RANKS, Side, impossibility_with_turn, sides_in
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.damaged_classes import DIGIT_LOOKALIKE
from gbr_lsp.notation.grammar import GOAL_OF_RESULT, HARMLESS_FLAG, NO_RESULT, UNSOUND_FLAGS
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.symmetry import canonical_mirror
from gbr_lsp.notation.values import KING, PAWN, SQUARE_NAMES, Goal, Nine
from gbr_lsp.solutions.goal_outcomes import may_be_wrong
from gbr_lsp.solutions.movetext import last_result
from gbr_lsp.solutions.position import position_with
from gbr_lsp.solutions.replay import MAX_LENGTH, Start, ends_from, with_en_passant

if TYPE_CHECKING:
    from gbr_lsp.rules import Plan

_TAGS = r'(?:\[(?!Black\ |FEN\ )\w++\ "[^"\\\r\n]*+"\]\r?+\n)*'
_HEAD = regex(
    rf"""(?P<before>{_TAGS})
    \[Black\ "\((?P<sign>[+=])(?P<code>[0-9]{{4}}\.[0-9]{{2}}[a-h][1-8][a-h][1-8])\)
    (?P<flags>(?:\ {HARMLESS_FLAG})*)"\]\r?\n
    (?P<between>{_TAGS})
    \[FEN\ "(?P<placement>[1-8/pnbrqkPNBRQK]{{15,71}}+)\ (?P<turn>[wb])
      \ (?P<castling>-|[KQkq]{{1,4}})\ (?P<passant>-|[a-h][36])\ [0-9]{{1,3}}\ [0-9]{{1,3}}"\]\r?\n
    (?P<behind>{_TAGS})\r?\n""",
    re.VERBOSE,
)
"""The tags of a game with the only code in its `Black` tag and the only FEN after it. Flags of
twins and anticipations are left out: such games may repeat a position."""

_RESULTS = {
    goal.value: {NO_RESULT, *(result for result, said in GOAL_OF_RESULT.items() if said is goal)} for goal in Goal
}
_RESULT = '[Result "'
_TAG = regex(r'\[(\w++) "([^"]*+)')

_PAIR = r"(?<=[a-h][1-8])[a-h][1-8]"
_SIGNS = r"""
        (?<=K) [QRBNSP]
      | (?<=/) [pnbrqkPNBRQK0-9]{1,10}\\?/
      | (?<=\+) \ ?[0-9]+\)
      | (?<=(?<![0-9])[0-9]) (?<!\[Date\ "[0-9]) (?<!\[EventDate\ "[0-9]) (?<!\[UTCDate\ "[0-9]) [0-9]{3}"""
_CODE_SIGNS = regex(rf"[0-9/+K](?:{_PAIR} | {_SIGNS}(?![0-9]))", re.VERBOSE)
"""Text that occurs in every code, damaged or not, every FEN, material signature and count of men,
and rarely elsewhere."""

_SURE_CODE_SIGNS = regex(rf"[0-9/+K](?:{_SIGNS}\.[0-9])|(?i:gbr|c(?:o|ó|o\u0301)d|код|[ck]las)|[&\\]", re.VERBOSE)
"""The same without pairs of squares and without four digits, usually a year; and the blanks of TeX and HTML."""

_PAIRS = regex(rf"[a-h][1-8]{_PAIR}")
_BEFORE_PAIR = regex(rf"(?:(?:{DIGIT_LOOKALIKE}|\|)[^A-Za-z0-9]{{0,3}}){{2}}(?:{DIGIT_LOOKALIKE}|\|)[^A-Za-z0-9]*\Z")
_DIGITS = rf"{DIGIT_LOOKALIKE}(?:{DIGIT_LOOKALIKE}|\|)"
_AFTER_PAIR = regex(rf"[^A-Za-z0-9]*(?:{_DIGITS}{{4}}|{_DIGITS}{{2,3}}[^A-Za-z0-9]{{1,3}}{DIGIT_LOOKALIKE})")
_WINDOW = 30
"""A lone pair of squares belongs to another study, `a6e3 1932`; a damaged class has more digits
right next to it."""

_MAX_OF_A_KIND = 10
_PIECE_DIGIT = [
    ["9" if 2 < max(white, black) else str(white + 3 * black) for black in range(_MAX_OF_A_KIND + 1)]
    for white in range(_MAX_OF_A_KIND + 1)
]
_MAX_PAWNS = 8
_DARK_SQUARES = 0xAA55AA55AA55AA55
_OTHER_CHESS = '[Variant "'


def can_recognize_records(conventions: Conventions) -> bool:
    """Return True if `clean_game` is right under `conventions`: the usual 9, and no tablebases."""
    return conventions.nine is Nine.MODERN and not conventions.tables


class PlainGame(NamedTuple):
    """A game whose only code is in its `Black` tag and agrees with its only FEN.

    `board_field` is the placement field of the FEN, without adjacent digits, and `sides` are its men. The
    tags end at `end`. No tag value contains a quote, so that `[Name "` always begins a tag.
    """

    sign: str
    code: str
    flags: str
    board_field: str
    sides: tuple[Side, Side]
    turn: bool
    castling: str
    passant: str
    code_start: int
    end: int

    @property
    def code_span(self) -> Span:
        """Return the span of the code with its sign."""
        return Span(self.code_start, self.code_start + len(self.sign) + len(self.code))

    @property
    def record(self) -> Record:
        """Return the record of the position."""
        return canonical_mirror(self.board_field), self.turn


def records_of_game(game: Block, conventions: Conventions) -> Iterator[PlacedRecord]:
    """Yield the `PlacedRecord`s of `game`, which gets the full parse only if it is not clean."""
    clean = clean_game(game.text) if can_recognize_records(conventions) else None
    if clean:
        yield PlacedRecord(clean.record, Place(game, clean.code_span), clean.board_field)
    else:
        yield from placed_records(read_section([game], conventions).studies)


class CleanRecord(NamedTuple):
    """The record of a clean game, and the findings in its moves."""

    record: Record
    findings: Sequence[Finding]


def clean_record(block: Block, plan: "Plan") -> CleanRecord | None:
    """Return the `CleanRecord` of a game; None if it needs the full parse.

    The rules of `plan` that run on its moves report their findings.
    """
    game = clean_game(block.text)
    if game is None:
        return None
    findings: Sequence[Finding] = ()
    if plan.needs_legal_moves:
        position = with_en_passant(position_with(*game.sides, game.turn, game.castling), game.passant)
        ends = ends_from(block.text, position, game.end)
        if ends is None:
            return None
        is_judged = plan.has_any(RuleScope.JUDGED_SOLUTION) and (
            plan.judges_every_line or may_be_wrong(ends, Goal(game.sign))
        )
        if is_judged or plan.reads_clean_moves:
            if _OTHER_CHESS in block.text or (is_judged and "stipulation" in block.text.lower()):
                return None
            findings = _found_in_moves(block, game, plan, is_judged=is_judged)
    return CleanRecord(game.record, findings)


def _found_in_moves(block: Block, game: PlainGame, plan: "Plan", *, is_judged: bool) -> list[Finding]:
    """Return the findings in the moves of a clean game, which are judged by the goal of its code if `is_judged`."""
    # Importing the trees of moves takes a while.
    from gbr_lsp.model.game_solutions import GameSolution

    tags = {tag[1]: Span(*tag.span(2)) for tag in _TAG.finditer(block.text, 0, game.end)}
    start = Start(Placement(game.board_field), game.turn, game.castling, game.passant)
    solution = GameSolution(block, tags, start, None)
    findings = plan.run(RuleScope.GAME, [solution], clean=True)
    flags = frozenset(game.flags.split())
    if is_judged and not flags & UNSOUND_FLAGS:
        from gbr_lsp.model.outcomes import JudgedSolution

        judged = JudgedSolution(solution, Aim(Goal(game.sign), has_fifty_rule=False), flags)
        findings += plan.run(RuleScope.JUDGED_SOLUTION, [judged])
    return findings


def clean_game(text: str) -> PlainGame | None:
    """Return the `PlainGame` in `text` if it is clean apart from its moves; None if not.

    `text` is the block of a game.
    """
    game = plain_game(text)
    if game is None or not _is_possible(*game.sides, game.turn):
        return None
    at = text.find(_RESULT, 0, game.end) + len(_RESULT)
    result = text[at : text.find('"', at)]
    if result not in _RESULTS[game.sign]:
        return None
    if text.rsplit(None, 1)[-1] not in (result, NO_RESULT) and last_result(text):
        return None
    return game


def plain_game(text: str) -> PlainGame | None:
    """Return the `PlainGame` in `text`: one code, one FEN that agrees, one `Result` between; else None.

    It is not checked that the position is possible and the result fits. `text` is the block of a
    game.
    """
    head = _HEAD.match(text) if len(text) < MAX_LENGTH else None
    if head is None:
        return None
    before, sign, code, flags, between, shown, side, castling, passant, after = head.groups()
    sides = sides_in(shown)
    if sides is None or _code(*sides) != code:
        return None
    other, is_there, rest = between.partition(_RESULT)
    if not is_there or _RESULT in rest or _RESULT in before or _RESULT in after:
        return None
    body = text[head.end() :]
    if "[" in body or ";" in body or "%" in body:
        return None
    comments = [part.partition("}")[0] for part in body.split("{")[1:]]
    texts = "\n".join([before, other, rest.partition('"]')[2], after, *comments])
    may_have_more = _CODE_SIGNS.search(texts) and (_SURE_CODE_SIGNS.search(texts) or _has_digits_at_pairs(texts))
    if may_have_more and _has_more(text):
        return None
    return PlainGame(sign, code, flags, shown, sides, side == "w", castling, passant, head.start("sign"), head.end())


def _has_digits_at_pairs(text: str) -> bool:
    """Return True if digits that may be those of a class are next to a pair of squares."""
    return any(
        _BEFORE_PAIR.search(text, max(0, pair.start() - _WINDOW), pair.start()) or _AFTER_PAIR.match(text, pair.end())
        for pair in _PAIRS.finditer(text)
    )


def _has_more(text: str) -> bool:
    """Return True if a game has more than the code in its `Black` tag and its FEN.

    That is another code, board or signature.
    """
    reading = pgn.read(text)
    spans = [span for span in reading.spans if span != reading.tags["Black"]]
    if find(text, spans):
        return True
    return any(fen.find(text, span) or signatures(text, span) or counts(text, span) for span in spans)


def _code(white: Side, black: Side) -> str | None:
    """Return class and kings of a board: `0323.12d4h2`.

    None if a side does not have one king, or has too many promoted men.
    """
    men, pawns, knights, bishops, rooks, queens, king = map(int.bit_count, white)
    black_men, others, black_knights, black_bishops, black_rooks, black_queens, black_king = map(int.bit_count, black)
    if king != 1 or black_king != 1:
        return None
    if _MAX_PAWNS + 1 < max(men, black_men):
        for side, count in (white, pawns), (black, others):
            if _MAX_PAWNS < count + _count_promoted(side):
                return None
    try:
        return (
            f"{_PIECE_DIGIT[queens][black_queens]}{_PIECE_DIGIT[rooks][black_rooks]}"
            f"{_PIECE_DIGIT[bishops][black_bishops]}{_PIECE_DIGIT[knights][black_knights]}.{pawns}{others}"
            f"{SQUARE_NAMES[white[KING].bit_length() - 1]}{SQUARE_NAMES[black[KING].bit_length() - 1]}"
        )
    except IndexError:
        return None


def _count_promoted(side: Side) -> int:
    """Return the minimum number of promoted men of `side`; two bishops on one color count one."""
    _, _, knights, bishops, rooks, queens, _ = side
    kinds = (queens, 1), (rooks, 2), (knights, 2), (bishops & _DARK_SQUARES, 1), (bishops & ~_DARK_SQUARES, 1)
    return sum(max(0, men.bit_count() - first) for men, first in kinds)


def _is_possible(white: Side, black: Side, turn: bool) -> bool:
    """Return True if the position can arise; adjacent kings give each other check."""
    us, them = (white, black) if turn else (black, white)
    return not (white[PAWN] | black[PAWN]) & BACK_RANKS and impossibility_with_turn(us, them, turn) is None
