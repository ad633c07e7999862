"""Boards judged by their place: later positions, and FENs that cannot be read.

An unreadable FEN belongs to the nearest code without a board. Whatever its side to move and move
number, a FEN is the start if it is in a PGN tag, in the fence or macro of the code, before the code, or
directly after it. It is a later position if printed moves, or words such as "after", are between code
and FEN, and its men may be left of those of the code. If a twin or another version is announced between
code and FEN, the FEN shows that. A board that a program printed is judged like a FEN.

A class with fewer than two kings may be any number, and a FEN near it may belong to something else. It
belongs to a board if four things hold: the class fills its line; the board is in the same paragraph or in
the next one; no other code or board is in these paragraphs; the board differs by one slip at most.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import cache, partial
from itertools import accumulate

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import TWIN, Block, Place
from gbr_lsp.model.board_matching.pairing import has_close_men
from gbr_lsp.model.board_matching.refusals import BoardRefusal, Reason
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.model.versions import LATER_WORDS, describes_other, versions_in
from gbr_lsp.notation.code_forms import forces_of, is_match
from gbr_lsp.notation.men import Division, Men, stated_men
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, Code, Evidence, Kind

_MAX_DISTANCE = 4000
"""Maximum number of code points between an unreadable FEN and its code."""


def without_later_boards(section: Section) -> Section:
    """Return `section` without boards of later positions or in exchanged colors."""
    between = Gaps(section)
    refused: dict[tuple[Hashable, Hashable], BoardRefusal] = {}
    for study in section.studies:
        for owned in study.boards:
            is_exchanged = _is_exchanged(study, owned)
            if is_exchanged or is_later(between, study, owned):
                reason = Reason.EXCHANGED if is_exchanged else Reason.LATER
                refused[study.code_place, owned.place] = BoardRefusal(reason)
    if not refused:
        return section
    studies = [
        study._replace(boards=tuple(one for one in study.boards if (study.code_place, one.place) not in refused))
        for study in section.studies
    ]
    return section.with_studies(studies, refused)


def with_unread_boards(section: Section, unread: list[OwnedBoard]) -> Section:
    """Return `section`, with each unreadable FEN of `unread` at the nearest study without a board."""
    studies = list(section.studies)
    free = [(section.span(study.code_place).start, n) for n, study in enumerate(studies) if not study.boards]
    for owned in unread:
        at = section.span(owned.place).start
        following = bisect_left(free, (at, 0))
        neighbors = range(max(0, following - 1), min(len(free), following + 1))
        nearest = min(neighbors, key=lambda n: abs(free[n][0] - at), default=None)
        if nearest is not None and abs(free[nearest][0] - at) <= _MAX_DISTANCE:
            _, number = free.pop(nearest)
            studies[number] = studies[number]._replace(boards=(owned._replace(bond=Bond.CLOSE),))
    return section.with_studies(studies)


def is_later(between: "Gaps", study: Study, owned: OwnedBoard) -> bool:
    """Return True if `owned` is not the start: a later position, twin or other version."""
    board, placement = owned.board, owned.board.placement
    if placement is None or board.kind is BoardKind.CODE or owned.bond not in (Bond.CLOSE, Bond.AGREES):
        return False
    if owned.bond is Bond.AGREES and study.spelled_position == placement:
        return False
    code, place = study.code_place, owned.place
    may_contradict = owned.bond is Bond.CLOSE or study.spelled_position is not None
    if may_contradict and (between.versions.are_between(code, place) or between.is_only_described(code, place)):
        return True
    if board.kind not in (BoardKind.FEN, BoardKind.GRID, BoardKind.TEMPLATE):
        return False
    is_close = owned.bond is Bond.CLOSE
    if between.twins.are_between(code, place) if is_close else between.has_twin_just_before(code, place):
        return True
    is_fen = board.kind is BoardKind.FEN
    if is_fen and owned.bond is Bond.AGREES and board.turn is not BLACK and study.code.pieces is None:
        return False  # Nothing in it could contradict the code.
    men = stated_men(study.occurrence, study.conventions.nine)
    return between.moves.are_between(code, place) and _is_part(placement.men, men)


def _is_exchanged(study: Study, owned: OwnedBoard) -> bool:
    """Return True if figurines agree with `study` in exchanged colors, as on a dark ground."""
    board, placement = owned.board, owned.board.placement
    if board.kind is not BoardKind.GRID or placement is None or owned.bond is not Bond.CLOSE:
        return False
    return "♔" in owned.block.text[slice(*board.span)] and is_match(study.code, Placement(placement.fen.swapcase()))


class Gaps:
    """Moves (or words such as "after"), twins and versions between the codes and boards of a section."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self.moves, self.twins = (_Marks(partial(_matches, pattern), section) for pattern in (LATER_WORDS, TWIN))
        self.versions = _Marks(versions_in, section)

    def is_only_described(self, code: Place, board: Place) -> bool:
        """Return True if `code` follows `board`, and words in its sentence make it that of another version."""
        is_after = self._section.span(board) < self._section.span(code)
        return is_after and describes_other(code.block.text, code.span.start)

    def has_twin_just_before(self, code: Place, board: Place) -> bool:
        """Return True if moves follow `code`, and then a twin, directly before `board`."""
        if not self.twins.are_between(code, board) or not self.moves.are_between(code, board):
            return False
        section = self._section
        last = section.numbers[board.block]
        spans = [(last, 0, board.span.start), (last - 1, 0, len(section.blocks[last - 1].text))]
        for number, start, end in spans[: 1 + (section.numbers[code.block] < last)]:
            start = code.span.end if section.blocks[number] is code.block else start
            twin, move = self.twins.last_in(number, start, end), self.moves.last_in(number, start, end)
            if twin is not None or move is not None:
                return twin is not None and (move is None or move < twin)
        return False


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """Yield the spans of all matches of `pattern`, overlapping ones too."""
    found = pattern.search(text)
    while found is not None:
        yield Span(*found.span())
        found = pattern.search(text, found.start() + 1)


class _Marks:
    """The spans that `find` yields for the blocks of a section. A block is searched once, when needed."""

    def __init__(self, find: Callable[[str], Iterator[Span]], section: Section) -> None:
        self._find = find
        self._section = section
        self._found: dict[int, tuple[list[int], list[int]]] = {}
        """By block number: the starts of its marks, and for each the smallest end of the marks from there on."""
        self._next: dict[int, int] = {}
        """By the number of a block without marks: a later number. The blocks between have no marks."""

    def are_between(self, code: Place, board: Place) -> bool:
        """Return True if a mark is after `code` and before `board`."""
        first, last = (self._section.numbers[place.block] for place in (code, board))
        if first == last:
            return self.are_in(first, code.span.end, board.span.start)
        if last < first:
            return False
        own = self.are_in(first, code.span.end, len(code.block.text)) or self.are_in(last, 0, board.span.start)
        return own or self.are_among(first + 1, last)

    def are_in(self, number: int, start: int, end: int) -> bool:
        """Return True if a mark is between `start` and `end` in block `number`."""
        starts, ends = self._marks_of(number)
        at = bisect_left(starts, start)
        return at < len(starts) and ends[at] <= end

    def last_in(self, number: int, start: int, end: int) -> int | None:
        """Return the offset of the last mark that begins between `start` and `end`, or None."""
        starts, _ = self._marks_of(number)
        following = bisect_left(starts, end)
        return starts[following - 1] if following and start <= starts[following - 1] else None

    def are_among(self, first: int, last: int) -> bool:
        """Return True if one of the blocks from `first` to before `last` has a mark."""
        passed = []
        while first < last and not self._marks_of(first)[0]:
            passed.append(first)
            first = self._next.get(first, first + 1)
        for number in passed:
            self._next[number] = first
        return first < last

    def _marks_of(self, number: int) -> tuple[list[int], list[int]]:
        if number not in self._found:
            spans = list(self._find(self._section.blocks[number].text))
            starts, ends = [span.start for span in spans], [span.end for span in spans]
            self._found[number] = starts, list(accumulate(reversed(ends), min))[::-1]
        return self._found[number]


def _is_part(shown: Division, code_men: Men | None) -> bool:
    """Return True if `shown` may be left of `code_men` after captures and promotions."""
    if code_men is None or None in code_men:
        return True
    known = [count or 0 for count in code_men]
    for color in (0, 1):
        promoted = sum(max(0, shown[slot] - known[slot]) for slot in range(color, 8, 2))
        if known[8 + color] - shown[8 + color] < promoted:
            return False
    return True


def with_lone_classes(section: Section, pool: list[OwnedBoard]) -> Section:
    """Return `section` with a further `Study` for each lone class with its own board.

    `pool` has the boards of `section`. Studies remain sorted by block and span.
    """
    boards = [one for one in pool if one.board.kind is not BoardKind.CODE]
    if not boards or boards[0].block.host.has_records:
        return section
    filled = [block for block in section.blocks if block.text.strip()]
    numbers = {block: number for number, block in enumerate(filled)}
    shown = Counter(one.block for one in boards)
    count_others = cache(_count_others)
    found: dict[Place, Study] = {}
    of_others = {one.place for study in section.studies if study.code.kings for one in study.boards}
    for owned in boards:
        if owned.place in of_others:
            continue
        number = numbers.get(owned.block, 0)
        for near in ([owned.block], filled[max(0, number - 1) : number + 2]):
            if sum(shown[block] for block in near) > 1:
                break
            if here := [(block, code) for block in near for code in block.lone_classes]:
                block, code = here[0]
                alone = len(here) == 1 and not any(map(count_others, near))
                if alone and _is_near_class(code.code, owned.board.placement):
                    study = Study(block, code, (owned._replace(bond=Bond.CLOSE),), section.conventions)
                    found[_class_place(study)] = study
                break
    if not found:
        return section
    kept = [one for one in section.studies if one.boards or _class_place(one) not in found]
    new = [one for place, one in found.items() if place not in set(map(_class_place, kept))]
    return section.with_studies(sorted([*kept, *new], key=lambda one: section.span(one.code_place)))


def _class_place(study: Study) -> Place:
    return study.place(study.occurrence.span_of(Kind.CLASS))


def _count_others(block: Block) -> int:
    """Return the number of codes in `block` that have evidence and are not lone classes."""
    alone = {code.span_of(Kind.CLASS) for code in block.lone_classes}
    believed = (code for code in block.contents.codes if code.evidence is not Evidence.NONE)
    return sum(code.span_of(Kind.CLASS) not in alone for code in believed)


def _is_near_class(code: Code, placement: Placement | None) -> bool:
    """Return True if the force of `placement` is that of `code` or one slip away.

    A code with one king needs the same force and that king.
    """
    if placement is None or code.force is None:
        return False
    if code.kings is not None:
        return code.force in forces_of(placement) and code.kings.white in placement.kings
    return has_close_men(code.force, placement)
