"""Boards judged by their place: later positions, and FENs that cannot be read.

An unreadable FEN belongs to the nearest code without a board. A FEN is the start, whatever its turn
and number, if it is in a PGN tag or in the code's fence or macro, before the code or directly after
it. It is a later position if printed moves, or words such as "after", are between code and FEN, and
its men are a part of the code's. If a twin or another version is announced between code and FEN, it
is that position. A board that a program printed is judged like a FEN.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import TWIN, Block, Place
from gbr_lsp.model.pairing import Bond, agrees
from gbr_lsp.model.study import GoalSentence, OwnedBoard, Study
from gbr_lsp.model.versions import versions_in
from gbr_lsp.notation.men import Division, Men, stated_men
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.sentences import goal_sentences
from gbr_lsp.notation.values import BLACK, Goal, Kings
from gbr_lsp.slips import Field, readings

_LATER = regex(
    r"(?<![^\W_])[0-9]{1,3} ?\.(?:\.\.|…)? ?(?:[KQRBNSDTLFCTPДЛСКФ♔-♟]?[a-h]?[1-8]?[-x:×–]?[a-h][1-8](?!\d)|O-O|0-0)"
    r"|(?<![^\W_])[KQRBNS][a-h]?[1-8]?x?[a-h][1-8](?![^\W_])"
    r"|(?<![^\W_])(?i:after|nach|après|dopo|после|tras|después|depois|efter|now|here|then|leads?|leading|reach(?:es|ed|ing)"
    r"|resulting|follows|arises|finally|final|eventually|later|moves?)(?![^\W_])"
)
_DEAREST = 1.0
"""Maximum cost of a slip of kings if only the place of a list shows that they belong to the code."""
_MAX_APART = 1500
"""Maximum number of code points between a code and its sentence: a diagram may be between them."""
_FARTHEST = 4000
"""Maximum number of code points between an unreadable FEN and its code."""


def without_later(section: list[Block], studies: list[Study]) -> list[Study]:
    """Return `studies` without boards of later positions or in exchanged colors."""
    between = Between(section)
    kept = (
        tuple(o for o in study.boards if not is_later(between, study, o) and not _is_exchanged(study, o))
        for study in studies
    )
    return [study._replace(boards=boards) for study, boards in zip(studies, kept, strict=True)]


def with_unread(section: list[Block], studies: list[Study], unread: list[OwnedBoard]) -> list[Study]:
    """Return `studies`, with each unreadable FEN of `unread` at the nearest study without a board."""
    starts = dict(zip(section, accumulate((len(block.text) for block in section), initial=0), strict=False))
    places = [(starts[study.block] + study.occurrence.span.start, n) for n, study in enumerate(studies)]
    free = [(at, n) for at, n in places if not studies[n].boards]
    studies = list(studies)
    for owned in unread:
        at = starts[owned.block] + owned.board.span.start
        behind = bisect_left(free, (at, 0))
        beside = range(max(0, behind - 1), min(len(free), behind + 1))
        nearest = min(beside, key=lambda n: abs(free[n][0] - at), default=None)
        if nearest is not None and abs(free[nearest][0] - at) <= _FARTHEST:
            _, number = free.pop(nearest)
            studies[number] = studies[number]._replace(boards=(owned._replace(bond=Bond.CLOSE),))
    return studies


def with_counts(section: list[Block], studies: list[Study]) -> list[Study]:
    """Return `studies` with the count of men that fills the paragraph next to their board.

    A count with boards on both sides may be that of either, and is left out.
    """
    owning: dict[Block, list[int]] = {}
    for number, study in enumerate(studies):
        for owned in study.boards:
            if owned.bond is not Bond.SHARED and owned.board.kind is not BoardKind.CODE:
                owning.setdefault(owned.block, []).append(number)
    studies = list(studies)
    for at, block in enumerate(section):
        if block.has_remarks and (count := block.lone_count):
            beside = [one for one in section[max(0, at - 1) : at + 2] if one is not block and one.found.boards]
            owners = owning.get(beside[0], []) if len(beside) == 1 == len(beside[0].found.boards) else []
            if len(owners) == 1:
                place = Place(block, count.span)
                studies[owners[0]] = studies[owners[0]]._replace(counted=(place, count.control))
    return studies


def with_listed_kings(section: list[Block], studies: list[Study]) -> list[Study]:
    """Return `studies`, with the incomplete list next to each one without a board. Its kings must fit only that."""
    near: dict[Block, list[int]] = {}
    for number, study in enumerate(studies):
        if not study.boards and study.code.kings:
            near.setdefault(study.block, []).append(number)
    claims: list[tuple[int, OwnedBoard]] = []
    for at, block in enumerate(section):
        for board in block.found.unread if near else ():
            beside = (number for one in section[max(0, at - 1) : at + 2] for number in near.get(one, ()))
            fitting = [number for number in beside if _is_slip(studies[number].code.kings, board.kings)]
            claims += [(number, OwnedBoard(block, board, Bond.CLOSE)) for number in fitting if len(fitting) == 1]
    claiming = Counter(number for number, _ in claims)
    studies = list(studies)
    for number, owned in claims:
        if claiming[number] == 1:
            studies[number] = studies[number]._replace(listed=owned)
    return studies


def with_goal_sentences(section: Sequence[Block], studies: list[Study]) -> list[Study]:
    """Return `studies`, those of a section, each with the sentence that states its goal.

    Codes and sentences must alternate, so that each sentence can be of one code only. No sentence
    counts if they contradict their codes, but not the codes before or after these. A sentence may
    also be about a board without a code, a twin or another version.
    """
    if not any(study.code.stipulation.goal for study in studies) or studies[0].block.host.has_records:
        return studies
    owned = {id(one.board) for study in studies for one in study.boards}
    if any(id(board) not in owned for block in section for board in block.found.boards):
        return studies
    starts = dict(zip(section, accumulate((len(block.text) for block in section), initial=0), strict=False))
    found = [
        (starts[block] + span.start, GoalSentence(Place(block, span), goal))
        for block in section
        for span, goal in goal_sentences(block.text)
    ]
    if len(found) != len(studies):
        return studies
    codes = [starts[study.block] + study.occurrence.span.start for study in studies]
    in_turn = [at for pair in zip(codes, (at for at, _ in found), strict=True) for at in pair]
    if codes[0] > found[0][0]:
        in_turn = [at for pair in zip((at for at, _ in found), codes, strict=True) for at in pair]
    if not all(one < other for one, other in pairwise(in_turn)):
        return studies
    goals = [study.code.stipulation.goal for study in studies]
    stated = [sentence.goal for _, sentence in found]
    if 1 < len(goals) and not _agree(goals, stated) and (_agree(goals[1:], stated) or _agree(goals, stated[1:])):
        return studies
    text = "".join(block.text for block in section)
    return [
        study._replace(sentence=sentence) if _is_near(text, min(code, at), max(code, at)) else study
        for study, code, (at, sentence) in zip(studies, codes, found, strict=True)
    ]


def _agree(goals: Sequence[Goal | None], stated: Sequence[Goal]) -> bool:
    """Return True if none of `stated` differs from the goal at its place. A longer rest is left out."""
    return all(goal in (None, other) for goal, other in zip(goals, stated, strict=False))


def _is_near(text: str, start: int, end: int) -> bool:
    """Return True if a code and a sentence, at `start` and `end`, are near. No twin is between."""
    between = text[start:end]
    return len(between) <= _MAX_APART and not TWIN.search(between) and next(versions_in(between), None) is None


def _is_slip(kings: Kings | None, shown: Kings | None) -> bool:
    """Return True if `kings` are `shown`, or at most one cheap slip away."""
    if kings is None or shown is None or kings == shown:
        return kings is not None and kings == shown
    return any(meant.text == str(shown) for meant in readings(str(kings), Field.KINGS, _DEAREST))


def is_later(between: "Between", study: Study, owned: OwnedBoard) -> bool:
    """Return True if `owned` is not the start: a later position, twin or other version."""
    board, placement = owned.board, owned.board.placement
    if placement is None or board.kind is BoardKind.CODE or owned.bond not in (Bond.CLOSE, Bond.AGREES):
        return False
    if owned.bond is Bond.AGREES and study.spelled == placement:
        return False
    code, place = study.place(study.occurrence.span), owned.place
    if (owned.bond is Bond.CLOSE or study.spelled) and between.has_version(code, place):
        return True
    if board.kind not in (BoardKind.FEN, BoardKind.GRID):
        return False
    if between.has_twin(code, place) if owned.bond is Bond.CLOSE else between.introduces_twin(code, place):
        return True
    is_fen = board.kind is BoardKind.FEN
    if is_fen and owned.bond is Bond.AGREES and board.turn is not BLACK and study.code.pieces is None:
        return False  # Nothing in it could contradict the code.
    men = stated_men(study.occurrence, study.conventions.nine)
    return between.has_moves(code, place) and _is_part(placement.men, men)


def _is_exchanged(study: Study, owned: OwnedBoard) -> bool:
    """Return True if figurines agree with `study` in exchanged colors, as on a dark ground."""
    board, placement = owned.board, owned.board.placement
    if board.kind is not BoardKind.GRID or placement is None or owned.bond is not Bond.CLOSE:
        return False
    return "♔" in owned.block.text[slice(*board.span)] and agrees(study.code, Placement(placement.fen.swapcase()))


class Between:
    """The moves, twins and versions in a section. Each block is searched only once."""

    def __init__(self, section: list[Block]) -> None:
        self._section = section
        self._numbers = {block: number for number, block in enumerate(section)}
        self._moves, self._twins = (_Marks(partial(_matches, pattern), section) for pattern in (_LATER, TWIN))
        self._versions = _Marks(versions_in, section)

    def has_moves(self, code: Place, board: Place) -> bool:
        """Return True if moves, or words such as "after", are between `code` and `board`."""
        return self._holds(self._moves, code, board)

    def has_twin(self, code: Place, board: Place) -> bool:
        """Return True if a twin is announced after `code` and before `board`."""
        return self._holds(self._twins, code, board)

    def has_version(self, code: Place, board: Place) -> bool:
        """Return True if another version of the study is introduced after `code` and before `board`."""
        return self._holds(self._versions, code, board)

    def introduces_twin(self, code: Place, board: Place) -> bool:
        """Return True if moves follow `code`, and then a twin, directly before `board`."""
        if not self.has_twin(code, board) or not self.has_moves(code, board):
            return False
        last = self._numbers[board.block]
        stretches = [(last, 0, board.span.start), (last - 1, 0, len(self._section[last - 1].text))]
        for number, start, end in stretches[: 1 + (self._numbers[code.block] < last)]:
            start = code.span.end if self._section[number] is code.block else start
            twin, move = self._twins.last_in(number, start, end), self._moves.last_in(number, start, end)
            if twin is not None or move is not None:
                return twin is not None and (move is None or move < twin)
        return False

    def _holds(self, marks: "_Marks", code: Place, board: Place) -> bool:
        first, last = self._numbers[code.block], self._numbers[board.block]
        if first == last:
            return marks.are_in(first, code.span.end, board.span.start)
        if last < first:
            return False
        own = marks.are_in(first, code.span.end, len(code.block.text)) or marks.are_in(last, 0, board.span.start)
        return own or marks.are_among(first + 1, last)


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """Yield the spans of all matches of `pattern`, overlapping ones too."""
    found = pattern.search(text)
    while found is not None:
        yield Span(*found.span())
        found = pattern.search(text, found.start() + 1)


class _Marks:
    """The spans that `find` yields for the blocks of a section. A block is searched once, when needed."""

    def __init__(self, find: Callable[[str], Iterator[Span]], section: list[Block]) -> None:
        self._find = find
        self._section = section
        self._found: dict[int, tuple[list[int], list[int]]] = {}
        """By block number: the starts of marks, and the first end of those that start there or after it."""
        self._next: dict[int, int] = {}
        """By the number of a block without marks: a later number. The blocks between have no marks."""

    def are_in(self, number: int, start: int, end: int) -> bool:
        """Return True if a mark is between `start` and `end` in block `number`."""
        starts, ends = self._of(number)
        at = bisect_left(starts, start)
        return at < len(starts) and ends[at] <= end

    def last_in(self, number: int, start: int, end: int) -> int | None:
        """Return the offset of the last mark that begins between `start` and `end`, or None."""
        starts, _ = self._of(number)
        behind = bisect_left(starts, end)
        return starts[behind - 1] if behind and start <= starts[behind - 1] else None

    def are_among(self, first: int, last: int) -> bool:
        """Return True if one of the blocks from `first` to before `last` has a mark."""
        passed = []
        while first < last and not self._of(first)[0]:
            passed.append(first)
            first = self._next.get(first, first + 1)
        for number in passed:
            self._next[number] = first
        return first < last

    def _of(self, number: int) -> tuple[list[int], list[int]]:
        if number not in self._found:
            spans = list(self._find(self._section[number].text))
            starts, ends = [span.start for span in spans], [span.end for span in spans]
            self._found[number] = starts, list(accumulate(reversed(ends), min))[::-1]
        return self._found[number]


def _is_part(shown: Division, said: Men | None) -> bool:
    """Return True if the men `shown` may be left of those `said`. Pawns may be promoted."""
    if said is None or None in said:
        return True
    known = [count or 0 for count in said]
    for color in (0, 1):
        pawns_gone = known[8 + color] - shown[8 + color]
        promoted = sum(max(0, shown[slot] - known[slot]) for slot in range(color, 8, 2))
        if pawns_gone < 0 or pawns_gone < promoted:
            return False
    return True
