"""Boards judged by their place: later positions, and FENs that cannot be read.

An unreadable FEN belongs to the nearest code without a board. Whatever its side to move and move
number, a FEN is the start if it is in a PGN tag, in the fence or macro of the code, before the code, or
directly after it. It is a later position if printed moves, or words such as "after", are between code
and FEN, and its men may be left of those of the code. If a twin or another version is announced between
code and FEN, the FEN shows that. A board that a program printed is judged like a FEN.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind, Count
from gbr_lsp.model.block import TWIN, Block, Place
from gbr_lsp.model.pairing import Bond, is_match
from gbr_lsp.model.refusals import BoardRefusal, Reason
from gbr_lsp.model.section import Section
from gbr_lsp.model.signatures import is_plain
from gbr_lsp.model.study import GoalSentence, OwnedBoard, Study
from gbr_lsp.model.versions import versions_in
from gbr_lsp.notation.men import Division, Men, is_control_near, stated_men
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.sentences import goal_sentences
from gbr_lsp.notation.values import BLACK, Goal, Kings
from gbr_lsp.slips import Field, readings

LATER_WORDS = regex(
    r"(?<![^\W_])[0-9]{1,3} ?\.(?:\.\.|…)? ?(?:[KQRBNSDTLFCTPДЛСКФ♔-♟]?[a-h]?[1-8]?[-x:×–]?[a-h][1-8](?!\d)|O-O|0-0)"
    r"|(?<![^\W_])[KQRBNS][a-h]?[1-8]?x?[a-h][1-8](?![^\W_])"
    r"|(?<![^\W_])(?i:after|nach|après|dopo|после|tras|después|depois|efter|now|here|then|leads?|leading|reach(?:es|ed|ing)"
    r"|resulting|follows|arises|finally|final|eventually|later|moves?)(?![^\W_])"
)
_MAX_COST = 1.0
"""Maximum cost of a slip in the kings of a list that only its place connects with the code."""
_MAX_APART = 1500
"""Maximum number of code points between a code and its sentence: a diagram may be between them."""
_SIGN_OF_COUNT = regex(r"[ \t*_`$]*(?P<sign>[+=])[ \t*_`$|.]*(?=[\r\n]|\Z)")
_LINE_END = regex(r"[\r\n]")
_LETTER = regex(r"[^\W\d_]")
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


def with_counts(section: Section) -> Section:
    """Return `section`, each study with the count of men on a line of its own that belongs to it.

    The count is in the paragraph of the code or next to its board, or counts and captions of the section
    alternate, a count first. Counts that differ much from the code are skipped. A sign after one is its goal.
    """
    if not section.studies or section.blocks[0].host.has_records:
        return section
    relevant = [block for block in section.blocks if block.is_relevant]
    counts = [(at, block, count) for at, block in enumerate(relevant) if (count := block.lone_count)]
    if not counts:
        return section
    studies = list(section.studies)
    owners: dict[Block | None, list[int]] = {}
    for number, study in enumerate(studies):
        shown = [o.block for o in study.boards if o.bond is not Bond.SHARED and o.board.kind is not BoardKind.CODE]
        for block in dict.fromkeys([study.block, *shown]):
            owners.setdefault(block, []).append(number)
    owning = [owners.get(_block_of_count(relevant, at, count), []) for at, _, count in counts]
    pairs = [] if any(owning) else _alternating(section, [Place(block, one.span) for _, block, one in counts])
    if pairs and pairs[0][1] < pairs[0][0]:
        right = sum(_is_near_count(study, *one[1:], limit=0) for study, one in zip(studies, counts, strict=True))
        owning = [[number] for number in range(len(studies))] if 2 * len(studies) <= 3 * right + 2 else owning
    for (_, block, count), numbers in zip(counts, owning, strict=True):
        owner = studies[numbers[0]] if len(numbers) == 1 else None
        if owner and not owner.men_count and _is_near_count(owner, block, count):
            sign, goal = _SIGN_OF_COUNT.match(block.text, count.span.end), None
            if sign:
                goal = GoalSentence(Place(block, Span(count.span.start, sign.end("sign"))), Goal(sign["sign"]))
            men_count = Place(block, count.span), count.control
            studies[numbers[0]] = owner._replace(men_count=men_count, goal_sentence=goal)
    return section.with_studies(studies)


def _block_of_count(blocks: list[Block], at: int, count: Count) -> Block | None:
    """Return the block with the code or board of the `count` in block `at` of `blocks`, or None.

    It is the same block, else the only neighbor with a board. A name before the count heads the next study.
    """
    near = blocks[at : at + 1]
    if not near[0].contents.codes and not near[0].contents.boards:
        first = at if _LETTER.search(near[0].text, 0, count.span.start) else max(0, at - 1)
        near = [one for one in blocks[first : at + 2] if one.contents.boards]
    is_only = len(near) == 1 and len(near[0].contents.codes) <= 1 and len(near[0].contents.boards) <= 1
    return near[0] if is_only else None


def _is_near_count(study: Study, block: Block, count: Count, limit: int = 2) -> bool:
    """Return True if `count` in `block` differs by at most `limit` men from `study`, and no prose is near.

    Near is the text between them, or the line of the code and the block if these are apart.
    """
    code, lines = study.occurrence.span, study.block.lines
    if study.code.force is None or not is_control_near(study.code.force, count.control, limit):
        return False
    if study.block is block:
        start, end = min(code.end, count.span.end), max(code.start, count.span.start)
        return bool(_LINE_END.search(block.text, start, end)) and _is_plain_text(block, Span(start, end))
    line = Span(lines.line_span(lines.line_at(code.start)).start, lines.line_span(lines.line_at(code.end)).end)
    is_caption = bool(study.boards) or is_plain(study.block, line, [code])
    return is_caption and _is_plain_text(block, Span(0, len(block.text)))


def _is_plain_text(block: Block, span: Span) -> bool:
    """Return True if `span` has no prose outside boards and goal sentences."""
    sentences = (sentence for sentence, _ in goal_sentences(block.text))
    return is_plain(block, span, [*(board.span for board in block.contents.boards), *sentences])


def _alternating(section: Section, places: list[Place]) -> list[tuple[int, int]]:
    """Return (offset of code, offset of place) pairs if the codes of `section` and `places` alternate.

    The list is empty if they do not alternate, or if a board belongs to no study.
    """
    owned = {one.place for study in section.studies for one in study.boards}
    if len(places) != len(section.studies) or any(one.place not in owned for one in section.boards):
        return []
    pairs = [
        (section.span(study.code_place).start, section.span(place).start)
        for study, place in zip(section.studies, places, strict=True)
    ]
    offsets = [at for pair in pairs for at in (pair if pairs[0][0] < pairs[0][1] else pair[::-1])]
    return pairs if all(one < other for one, other in pairwise(offsets)) else []


def with_listed_kings(section: Section) -> Section:
    """Return `section`, with the incomplete list of men next to each study without a board.

    The kings of a list must fit no other study near it.
    """
    near: dict[Block, list[int]] = {}
    studies = list(section.studies)
    for number, study in enumerate(studies):
        if not study.boards and study.code.kings:
            near.setdefault(study.block, []).append(number)
    claims: list[tuple[int, OwnedBoard]] = []
    for at, block in enumerate(section.blocks):
        for board in block.contents.unread_lists if near else ():
            neighbors = (number for one in section.blocks[max(0, at - 1) : at + 2] for number in near.get(one, ()))
            fitting = [number for number in neighbors if _is_slip(studies[number].code.kings, board.kings)]
            claims += [(number, OwnedBoard(block, board, Bond.CLOSE)) for number in fitting if len(fitting) == 1]
    claiming = Counter(number for number, _ in claims)
    for number, owned in claims:
        if claiming[number] == 1:
            studies[number] = studies[number]._replace(partial_list=owned)
    return section.with_studies(studies)


def with_goal_sentences(section: Section) -> Section:
    """Return `section`, each study with the sentence that states its goal.

    Codes and sentences must alternate, so that each sentence belongs to one code. If the sentences
    contradict these codes but agree with the codes before or after, none counts. A sentence may also be
    about a board without a code, a twin or another version.
    """
    studies = section.studies
    if not any(study.code.stipulation.goal for study in studies) or section.blocks[0].host.has_records:
        return section
    sentences = ((block, sentence) for block in section.blocks for sentence in goal_sentences(block.text))
    found = [GoalSentence(Place(block, span), goal) for block, (span, goal) in sentences]
    pairs = _alternating(section, [sentence.place for sentence in found])
    if not pairs:
        return section
    goals = [study.code.stipulation.goal for study in studies]
    stated = [sentence.goal for sentence in found]
    if (
        1 < len(goals)
        and not _are_goals_equal(goals, stated)
        and (_are_goals_equal(goals[1:], stated) or _are_goals_equal(goals, stated[1:]))
    ):
        return section
    return section.with_studies(
        [
            study._replace(goal_sentence=sentence) if _is_near(section.text, min(code, at), max(code, at)) else study
            for study, sentence, (code, at) in zip(studies, found, pairs, strict=True)
        ]
    )


def _are_goals_equal(goals: Sequence[Goal | None], stated: Sequence[Goal]) -> bool:
    """Return True if none of `stated` differs from the known goal at its index in `goals`."""
    return all(goal in (None, other) for goal, other in zip(goals, stated, strict=False))


def _is_near(text: str, start: int, end: int) -> bool:
    """Return True if a code and a sentence, at `start` and `end`, are near, without a twin or version between."""
    between = text[start:end]
    return len(between) <= _MAX_APART and not TWIN.search(between) and next(versions_in(between), None) is None


def _is_slip(kings: Kings | None, shown: Kings | None) -> bool:
    """Return True if `kings` are `shown`, or at most one cheap slip away."""
    if kings is None or shown is None or kings == shown:
        return kings is not None and kings == shown
    return any(meant.text == str(shown) for meant in readings(str(kings), Field.KINGS, _MAX_COST))


def is_later(between: "Gaps", study: Study, owned: OwnedBoard) -> bool:
    """Return True if `owned` is not the start: a later position, twin or other version."""
    board, placement = owned.board, owned.board.placement
    if placement is None or board.kind is BoardKind.CODE or owned.bond not in (Bond.CLOSE, Bond.AGREES):
        return False
    if owned.bond is Bond.AGREES and study.spelled_position == placement:
        return False
    code, place = study.code_place, owned.place
    if (owned.bond is Bond.CLOSE or study.spelled_position) and between.versions.are_between(code, place):
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
    """What is between the codes and boards of a section: moves, or words such as "after"; twins; versions."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self.moves, self.twins = (_Marks(partial(_matches, pattern), section) for pattern in (LATER_WORDS, TWIN))
        self.versions = _Marks(versions_in, section)

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
        pawns_gone = known[8 + color] - shown[8 + color]
        promoted = sum(max(0, shown[slot] - known[slot]) for slot in range(color, 8, 2))
        if pawns_gone < 0 or pawns_gone < promoted:
            return False
    return True
