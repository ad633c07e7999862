"""Twins and versions: further positions of a study, and the texts with their lines.

A mark announces a twin (`twin_marks`), or begins its line. The text from there to the next mark belongs to the twin,
and to no other position. If the announcement is not understood, no position is known, and nothing is judged.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.languages import KINDS, Lexicon
from gbr_lsp.languages.changes import Change, Way
from gbr_lsp.model.block import Place
from gbr_lsp.model.board_matching.pairing import is_close
from gbr_lsp.model.changed_positions import PlacementAndTurn, changed_positions
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import AnnouncedTwin, Bond, OwnedBoard, Study
from gbr_lsp.model.twin_marks import TwinMark, letter_of
from gbr_lsp.notation.code_forms import is_match
from gbr_lsp.solutions.prose_items import SECOND_MOVE

_MAX_BEFORE_BOARD = 60
"""Maximum number of code points between a label and its board, or between an announcement and its code."""


class Twin(NamedTuple):
    """A twin of study `number` of a section. Its lines are in `lines`, with labels and announcements in `texts`.

    These spans count in the section. `code` is the number of the study with the code of the twin, or None.
    """

    announced: AnnouncedTwin
    number: int
    code: int | None
    lines: Sequence[Span]
    texts: Sequence[Span]


class _Event(NamedTuple):
    """A mark at `span` of the section, and the board and the number of the code after it, or None.

    `key` is the letter of the twin, or that of a version; `line` is the offset of the line after the mark, or None.
    """

    span: Span
    key: str
    line: int | None
    mark: TwinMark
    place: Place
    board: OwnedBoard | None
    code: int | None

    @property
    def is_announcement(self) -> bool:
        return self.mark.is_announcement or self.board is not None


def twins_in(section: Section) -> list[Twin]:
    """Return the twins of all studies of `section`, in order of their announcements."""
    events = [*_events_in(section)]
    of_twins = {event.code for event in events}
    numbers = [number for number in range(len(section.studies)) if number not in of_twins]
    starts = [*(_start_of(section, number) for number in numbers), section.starts[-1]]
    found: list[Twin] = []
    for number, (start, end) in zip(numbers, pairwise(starts), strict=True):
        first, last = (bisect_left(events, offset, key=_offset_of) for offset in (start, end))
        its = events[first:last]
        if any(event.is_announcement for event in its):
            found += _twins_of(section, number, Span(start, end), its)
    return found


def with_twins(section: Section) -> Section:
    """Return `section`, each study with its twins. The code of a twin has the board of the twin."""
    studies = [*section.studies]
    twins = section.compute_once(twins_in)
    for announced, number, code, *_ in twins:
        study, boards = studies[number], announced.boards
        left = tuple(one for one in study.boards if one.place not in {one.place for one in boards})
        studies[number] = study._replace(boards=left, twins=(*study.twins, announced))
        shown = boards[0].board.placement if len(boards) == 1 else None
        if code is None or shown is None or study.position is None:
            continue
        if is_close(studies[code].code, shown) and not is_match(studies[code].code, study.position):
            studies[code] = studies[code]._replace(boards=(boards[0]._replace(bond=Bond.CLOSE),))
    return section.with_studies(studies) if twins else section


def _events_in(section: Section) -> Iterator[_Event]:
    """Yield the marks of `section` as events, in order."""
    # A twin with the kings and men of the diagram has the same code, so its board agrees, too.
    own = {
        one.place
        for study in section.studies
        for number, one in enumerate(study.boards)
        if number == 0 or one.bond is not Bond.AGREES
    }
    free = {section.span(one.place).start: one for one in section.boards if one.place not in own}
    codes = {section.span(study.code_place).start: number for number, study in enumerate(section.studies)}
    boards, starts = sorted(free), sorted(codes)
    marks = [(section.offset(block), block, mark) for block in section.blocks for mark in block.twin_marks]
    begins = [shift + mark.span.start for shift, _, mark in marks] + [section.starts[-1]]
    version = 0
    for (shift, block, mark), following in zip(marks, begins[1:], strict=True):
        span, line = mark.span.shift(shift), None if mark.line is None else shift + mark.line
        at = _next(boards, span.start, min(line or following, following, span.start + _MAX_BEFORE_BOARD))
        board = None if at is None or (mark.readings and _is_change(free[at].board)) else free[at]
        is_announcement = mark.is_announcement or board is not None
        end = section.span(board.place).end if board else span.end
        code = _next(starts, span.end, end + _MAX_BEFORE_BOARD) if is_announcement else None
        version += is_announcement and not mark.letter
        number = None if code is None else codes[code]
        its = section.studies[number].boards if number is not None else ()
        if any(span.end <= section.span(one.place).start for one in its):
            number = None  # It has a board of its own.
        key = mark.letter or f"version {version}"
        yield _Event(span, key, line, mark, Place(block, mark.span), board, number)


def _offset_of(event: _Event) -> int:
    return event.span.start


def _has_moves(section: Section) -> bool:
    return any(block.has_moves for block in section.blocks)


def _is_change(board: Board) -> bool:
    """Return True if `board` may be no list, but the new squares of both kings."""
    return board.placement is None or not any(board.placement.men)


def _next(offsets: Sequence[int], start: int, end: int) -> int | None:
    """Return the first of the sorted `offsets` from `start` to `end`, or None."""
    at = bisect_left(offsets, start)
    return offsets[at] if at < len(offsets) and offsets[at] <= end else None


def _start_of(section: Section, number: int) -> int:
    """Return the offset of a study: that of its code, or of its board after the code before it."""
    study = section.studies[number]
    before = section.span(section.studies[number - 1].code_place).end if number else 0
    boards = (section.span(one.place).start for one in study.boards)
    return min([section.span(study.code_place).start, *(start for start in boards if before <= start)])


def _twins_of(section: Section, number: int, span: Span, events: Sequence[_Event]) -> Iterator[Twin]:
    """Yield the twins of study `number`, with its text in `span` and the marks in it."""
    boards: dict[str, tuple[OwnedBoard, ...]] = {}
    first: dict[str, _Event] = {}
    for event in events:
        if event.is_announcement:
            first.setdefault(event.key, event)
            known, found = boards.get(event.key, ()), _boards_of(section, number, event, boards)
            is_other = known and found and known[0].board.placement != found[0].board.placement
            boards[event.key] = () if is_other else known or found
    kept = [one for one in events if one.is_announcement or (one.line is not None and one.key in {*boards, "a"})]
    is_solved = _has_first_move(section, Span(span.start, min(event.span.start for event in first.values())))
    lines: dict[str, list[Span]] = {key: [] for key in boards}
    texts: dict[str, list[Span]] = {key: [] for key in boards}
    for at, event in enumerate(kept):
        if event.key not in boards:
            continue
        begin, end = event.line, kept[at + 1].span.start if at + 1 < len(kept) else span.end
        if begin is not None and not event.mark.letter:
            # A version is mentioned in a paragraph about the study.
            end = min(end, section.offset(event.place.block) + len(event.place.block.text))
        if begin is None and not any(one.key == event.key and one.line is not None for one in kept[at + 1 :]):
            rest = Span(section.span(event.board.place).end if event.board else event.span.end, end)
            begin = rest.start if (is_solved or event.board) and _has_first_move(section, rest) else None
        line = None if begin is None or end <= begin else Span(begin, end)
        lines[event.key] += [line] if line else []
        texts[event.key].append(Span(event.span.start, line.end if line else min(event.span.end, end)))
    for key, event in first.items():
        announced = AnnouncedTwin(event.mark.letter, event.place, boards[key])
        yield Twin(announced, number, event.code, lines[key], texts[key])


def _boards_of(
    section: Section, number: int, event: _Event, known: Mapping[str, Sequence[OwnedBoard]]
) -> tuple[OwnedBoard, ...]:
    """Return the possible positions that `event` announces. `known` has those of the twins before, by letter."""
    if event.board:
        shown = event.board.board
        boards = (shown._replace(placement=one) for one in shown.readings or (shown.placement,))
        return tuple(event.board._replace(board=board) for board in boards)
    start = _first_position(section.studies[number])
    readings = event.mark.readings if start else ()
    for among in ([one for one in readings if _is_language_of(section, one[0])], readings):
        found = dict.fromkeys(one for _, changes in among for one in _changed(start, changes, known))
        if found:
            boards = (Board(BoardKind.TWIN, event.mark.span, *position) for position in found)
            return tuple(OwnedBoard(event.place.block, board, Bond.SURE) for board in boards)
    return ()


def _changed(
    start: PlacementAndTurn | None, changes: Sequence[Sequence[Change]], known: Mapping[str, Sequence[OwnedBoard]]
) -> Iterator[PlacementAndTurn]:
    """Yield the positions that `changes` may make of `start`, or of the twin that they refer to."""
    labels = [letter_of(one.man.square) for (one, *_) in changes if one.way is Way.AS]
    own = [alternatives for alternatives in changes if alternatives[0].way is not Way.AS]
    bases = [start] if start and labels in ([], ["a"]) else []
    for one in known.get(labels[0], ()) if len(labels) == 1 else ():
        bases += [(one.board.placement, one.board.turn)] if one.board.placement else []
    return (position for base in bases for position in changed_positions(base, own))


def _is_language_of(section: Section, language: Lexicon) -> bool:
    """Return True if `language` has the letters of the moves of `section`, or if there are no moves."""
    if not section.compute_once(_has_moves):
        return True
    own = {(letter, kind) for its, kind in zip(language.letters, KINDS, strict=True) for letter in its if kind != "P"}
    return any(set(one.letters.items()) <= own for one in section.prose.languages)


def _has_first_move(section: Section, span: Span) -> bool:
    """Return True if a line from move 1 begins in `span`."""
    if not section.compute_once(_has_moves):
        return False
    text = section.prose
    starts = text.starts[bisect_left(text.places, span.start) : bisect_left(text.places, span.end)]
    return any(text.items[start].half < SECOND_MOVE for start in starts)


def _first_position(study: Study) -> PlacementAndTurn | None:
    """Return the position that a change of `study` begins with; None if its code and board may be wrong."""
    turns = {study.code.stipulation.turn, *(owned.board.turn for owned in study.boards)} - {None}
    return (study.position, turns.pop() if len(turns) == 1 else None) if study.position else None
