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
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.model.twin_marks import TwinMark, letter_of
from gbr_lsp.notation.code_forms import code_of, is_match
from gbr_lsp.notation.values import Evidence, Form, Occurrence, Stipulation
from gbr_lsp.solutions.prose_items import SECOND_MOVE

_MAX_BEFORE_BOARD = 60
"""Maximum number of code points between a label and its board, or between an announcement and its code."""


class Twin(NamedTuple):
    """A further position of `study`, announced at `place`.

    `boards` are the possible positions, none if the announcement is not understood. Its lines are in `lines`;
    `texts` are these with their labels and announcements; spans count in the section. `letter` is empty for a version.
    `code` is the number of the study with the code of the twin, or None.
    """

    study: Study
    letter: str
    place: Place
    code: int | None
    boards: Sequence[OwnedBoard]
    lines: Sequence[Span]
    texts: Sequence[Span]

    @property
    def name(self) -> str:
        """Its name in messages: `twin b)`."""
        return f"twin {self.letter})" if self.letter else "version"


class _Event(NamedTuple):
    """A mark at `start` of the section, with the board after its label, and the number of the code after it, or None."""

    start: int
    mark: TwinMark
    place: Place
    board: OwnedBoard | None
    code: int | None

    @property
    def is_announcement(self) -> bool:
        return self.mark.is_announcement or self.board is not None

    @property
    def end(self) -> int:
        """The end of the mark."""
        return self.start + self.mark.span.end - self.mark.span.start

    @property
    def line(self) -> int | None:
        """The offset of the line that begins after the mark, or None."""
        return None if self.mark.line is None else self.start + self.mark.line - self.mark.span.start


def twins_in(section: Section) -> list[Twin]:
    """Return the twins of all studies of `section`, in order of their announcements."""
    events = [*_events_in(section)]
    of_twins = {event.code for event in events}
    numbers = [number for number in range(len(section.studies)) if number not in of_twins]
    starts = [*(_start_of(section, number) for number in numbers), section.starts[-1]]
    found: list[Twin] = []
    for number, (start, end) in zip(numbers, pairwise(starts), strict=True):
        its = [event for event in events if start <= event.start < end]
        if any(event.is_announcement for event in its):
            found += _twins_of(section, section.studies[number], Span(start, end), its)
    return found


def study_of(board: OwnedBoard, conventions: Conventions) -> Study | None:
    """Return a `Study` with the position of a twin on `board`, as if its code were printed; None if it has no code."""
    shown = board.board.placement
    code = shown and code_of(shown, Stipulation(None, board.board.turn), conventions.nine)
    if not code:
        return None
    occurrence = Occurrence(
        code, Form.CLASS, board.board.span, (), (), Evidence.BOARD, frozenset(), None, has_sic=False
    )
    return Study(board.block, occurrence, (board,), conventions)


def with_boards_of_twins(section: Section) -> Section:
    """Return `section`: a code after the announcement of a twin has the board of the twin, and the diagram has not."""
    studies = [*section.studies]
    for twin in section.twins:
        places = {one.place for one in twin.boards}
        number = section.study_numbers[twin.study.code_place]
        if any(one.place in places for one in studies[number].boards):
            left = tuple(one for one in studies[number].boards if one.place not in places)
            studies[number] = studies[number]._replace(boards=left)
        if twin.code is None or len(twin.boards) != 1:
            continue
        study, board = studies[twin.code], twin.boards[0]
        shown, base = board.board.placement, twin.study.position
        if shown and base and is_close(study.code, shown) and not is_match(study.code, base):
            studies[twin.code] = study._replace(boards=(board._replace(bond=Bond.CLOSE),))
    return section.with_studies(studies) if studies != section.studies else section


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
    codes = {
        section.span(study.code_place).start: number
        for number, study in enumerate(section.studies)
        if all(one.board.kind is BoardKind.TWIN for one in study.boards)
    }
    boards, starts = sorted(free), sorted(codes)
    marks = [(section.offset(block), block, mark) for block in section.blocks for mark in block.twin_marks]
    begins = [shift + mark.span.start for shift, _, mark in marks] + [section.starts[-1]]
    for (shift, block, mark), following in zip(marks, begins[1:], strict=True):
        start, end = mark.span.shift(shift)
        line = following if mark.line is None else shift + mark.line
        at = _next(boards, start, min(line, following, start + _MAX_BEFORE_BOARD))
        board = None if at is None or (mark.readings and _is_change(free[at].board)) else free[at]
        code = _next(starts, end, (section.span(board.place).end if board else end) + _MAX_BEFORE_BOARD)
        number = codes[code] if code is not None and (mark.is_announcement or board) else None
        yield _Event(start, mark, Place(block, mark.span), board, number)


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


def _twins_of(section: Section, study: Study, span: Span, events: Sequence[_Event]) -> Iterator[Twin]:
    """Yield the twins of `study`, with its text in `span` and the marks in it."""
    start = _first_position(study)
    boards: dict[str, list[OwnedBoard]] = {}
    announcements: dict[str, _Event] = {}
    keys: list[str] = []
    version = ""
    for at, event in enumerate(events):
        version = version if not event.is_announcement or event.mark.letter else f"version {at}"
        keys.append(event.mark.letter or version)
    for key, event in zip(keys, events, strict=True):
        if event.is_announcement:
            announcements.setdefault(key, event)
            known, found = boards.get(key), _boards_of(section, start, event, boards)
            are_equal = not known or {one.board.placement for one in known} == {one.board.placement for one in found}
            boards[key] = found if are_equal else known if known and not found else []
    kept = [
        (key, event)
        for key, event in zip(keys, events, strict=True)
        if event.is_announcement or (event.line is not None and (key in boards or key == "a"))
    ]
    first = next(event.start for _, event in kept if event.is_announcement)
    is_solved = _has_first_move(section, Span(span.start, first))
    lines: dict[str, list[Span]] = {key: [] for key in boards}
    texts: dict[str, list[Span]] = {key: [] for key in boards}
    for at, (key, event) in enumerate(kept):
        if key not in boards:
            continue
        begin, end = event.line, kept[at + 1][1].start if at + 1 < len(kept) else span.end
        if not event.mark.letter and begin is not None:
            # A version is mentioned in a paragraph about the study.
            end = min(end, section.offset(event.place.block) + len(event.place.block.text))
        if begin is None and not any(other == key and one.line is not None for other, one in kept[at + 1 :]):
            rest = Span(section.span(event.board.place).end if event.board else event.end, end)
            begin = rest.start if (is_solved or event.board) and _has_first_move(section, rest) else None
        if begin is not None and begin < end:
            lines[key].append(Span(begin, end))
        texts[key].append(Span(event.start, end if begin is not None and begin < end else min(event.end, end)))
    for key, event in announcements.items():
        yield Twin(study, event.mark.letter, event.place, event.code, boards[key], lines[key], texts[key])


def _boards_of(
    section: Section, start: PlacementAndTurn | None, event: _Event, known: Mapping[str, Sequence[OwnedBoard]]
) -> list[OwnedBoard]:
    """Return the possible positions that `event` announces. `known` has those of the twins before, by letter."""
    if event.board:
        shown = event.board.board
        return [
            event.board._replace(board=shown._replace(placement=one)) for one in shown.readings or (shown.placement,)
        ]
    readings = event.mark.readings if start else ()
    for among in ([one for one in readings if _is_language_of(section, one[0])], readings):
        found = dict.fromkeys(position for _, changes in among for position in _changed(start, changes, known))
        if found:
            boards = (Board(BoardKind.TWIN, event.mark.span, *position) for position in found)
            return [OwnedBoard(event.place.block, board, Bond.SURE) for board in boards]
    return []


def _changed(
    start: PlacementAndTurn | None, changes: Sequence[Sequence[Change]], known: Mapping[str, Sequence[OwnedBoard]]
) -> Iterator[PlacementAndTurn]:
    """Yield the positions that `changes` may make of `start`, or of the twin that they refer to."""
    labels = [letter_of(one.man.square) for (one, *_) in changes if one.way is Way.AS]
    own = [alternatives for alternatives in changes if alternatives[0].way is not Way.AS]
    bases = [start] if start and labels in ([], ["a"]) else []
    for board in known.get(labels[0], ()) if len(labels) == 1 else ():
        if board.board.placement:
            bases.append((board.board.placement, board.board.turn))
    for base in bases:
        yield from changed_positions(base, own)


def _is_language_of(section: Section, language: Lexicon) -> bool:
    """Return True if `language` has the letters of the moves of `section`, or if there are no moves."""
    if not any(block.has_moves for block in section.blocks):
        return True
    letters = zip(language.letters, KINDS, strict=True)
    own = {(letter, kind) for its, kind in letters for letter in its if kind != "P"}
    return any(set(one.letters.items()) <= own for one in section.prose.languages)


def _has_first_move(section: Section, span: Span) -> bool:
    """Return True if a line from move 1 begins in `span`."""
    if not any(block.has_moves for block in section.blocks):
        return False
    text = section.prose
    starts = text.starts[bisect_left(text.places, span.start) : bisect_left(text.places, span.end)]
    return any(text.items[start].half < SECOND_MOVE for start in starts)


def _first_position(study: Study) -> PlacementAndTurn | None:
    """Return the position that a change of `study` begins with; None if its code and board may be wrong."""
    turns = {study.code.stipulation.turn, *(owned.board.turn for owned in study.boards)} - {None}
    return (study.position, turns.pop() if len(turns) == 1 else None) if study.position else None
