"""Twins and versions: further positions of a study, and the texts with their lines.

A mark announces a twin (`twin_marks`), or begins its line. The text from there to the next mark belongs to the twin,
and to no other position. If the announcement is not understood, no position is known, and nothing is judged.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
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
from gbr_lsp.model.twin_marks import TwinMark
from gbr_lsp.notation.code_forms import code_of, is_match
from gbr_lsp.notation.values import Evidence, Form, Occurrence, Stipulation
from gbr_lsp.solutions.prose_items import SECOND_MOVE

_MAX_BEFORE_BOARD = 60
"""Maximum number of code points between a label and its board, or between an announcement and its code."""


class Twin(NamedTuple):
    """A further position of `study`, the one with this `number` in a section, announced at `place`.

    `boards` are the possible positions, none if the announcement is not understood. Its lines are in `lines`;
    `texts` are these with their labels and announcements; spans count in the section. `letter` is empty for a version.
    """

    study: Study
    number: int
    letter: str
    place: Place
    boards: Sequence[OwnedBoard]
    lines: Sequence[Span]
    texts: Sequence[Span]

    @property
    def name(self) -> str:
        """Its name in messages: `twin b)`."""
        return f"twin {self.letter})" if self.letter else "version"


class _Event(NamedTuple):
    """A mark at `start` of the section, with the board after its label, or None."""

    start: int
    mark: TwinMark
    place: Place
    board: OwnedBoard | None

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
    if not section.studies or not any(block.twin_marks for block in section.blocks):
        return []
    starts = _starts_of_studies(section)
    owned = {one.place for study in section.studies for one in study.boards}
    boards = [(section.span(one.place).start, one) for one in section.boards if one.place not in owned]
    places = [start for start, _ in boards]
    events: list[list[_Event]] = [[] for _ in starts]
    for block in section.blocks:
        for mark in block.twin_marks:
            start = section.offset(block) + mark.span.start
            number, following = bisect_right(starts, start) - 1, bisect_right(places, start)
            is_near = following < len(places) and places[following] - start <= _MAX_BEFORE_BOARD
            board = boards[following][1] if is_near and mark.letter and not mark.readings and not mark.line else None
            if 0 <= number and not (board and number + 1 < len(starts) and starts[number + 1] < places[following]):
                events[number].append(_Event(start, mark, Place(block, mark.span), board))
    ends = [*starts[1:], section.starts[-1]]
    announced = (number for number, its in enumerate(events) if any(one.is_announcement for one in its))
    return [twin for n in announced for twin in _twins_of(section, n, Span(starts[n], ends[n]), events[n])]


def study_of(board: OwnedBoard, conventions: Conventions) -> Study | None:
    """Return a `Study` with the position of a twin on `board`, as if its code were printed; None if it has no code."""
    shown = board.board.placement
    code = shown and code_of(shown, Stipulation(None, board.board.turn), conventions.nine)
    if not code:
        return None
    occurrence = Occurrence(code, Form.CLASS, board.board.span, (), (), Evidence.BOARD, frozenset(), None, has_sic=False)
    return Study(board.block, occurrence, (board,), conventions)


def with_codes_of_twins(section: Section) -> Section:
    """Return `section`; a code printed after the announcement of a twin has the position of the twin as its board."""
    studies = [*section.studies]
    for twin in section.twins:
        end, following = twin.texts[0].end, twin.number + 1
        if len(twin.boards) != 1 or len(studies) <= following or studies[following].boards:
            continue
        study, (board,) = studies[following], twin.boards
        shown, base = board.board.placement, studies[twin.number].position
        is_near = 0 <= section.span(study.code_place).start - end <= _MAX_BEFORE_BOARD
        if is_near and shown and base and is_close(study.code, shown) and not is_match(study.code, base):
            studies[following] = study._replace(boards=(board._replace(bond=Bond.CLOSE),))
    return section.with_studies(studies) if studies != section.studies else section


def _starts_of_studies(section: Section) -> list[int]:
    """Return the offset of each study: that of its code, or of its board after the code before it."""
    starts: list[int] = []
    end = 0
    for study in section.studies:
        code = section.span(study.code_place)
        boards = (section.span(one.place).start for one in study.boards)
        starts.append(min([code.start, *(start for start in boards if end <= start)]))
        end = code.end
    return starts


def _twins_of(section: Section, number: int, span: Span, events: Sequence[_Event]) -> Iterator[Twin]:
    """Yield the twins of study `number`, with its text in `span` and the marks in it."""
    start, study = _start_of(section.studies[number]), section.studies[number]
    boards: dict[str, list[OwnedBoard]] = {}
    places: dict[str, Place] = {}
    keys = [event.mark.letter or f"version {at}" for at, event in enumerate(events)]
    for key, event in zip(keys, events, strict=True):
        if event.is_announcement:
            places.setdefault(key, event.place)
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
        if begin is None and not any(other == key and one.line is not None for other, one in kept[at + 1 :]):
            rest = Span(section.span(event.board.place).end if event.board else event.end, end)
            begin = rest.start if (is_solved or event.board) and _has_first_move(section, rest) else None
        if begin is not None and begin < end:
            lines[key].append(Span(begin, end))
        texts[key].append(Span(event.start, end if begin is not None and begin < end else min(event.end, end)))
    for key, place in places.items():
        letter = key if len(key) == 1 else ""
        yield Twin(study, number, letter, place, boards[key], lines[key], texts[key])


def _boards_of(
    section: Section, start: PlacementAndTurn | None, event: _Event, known: Mapping[str, Sequence[OwnedBoard]]
) -> list[OwnedBoard]:
    """Return the possible positions that `event` announces. `known` has those of the twins before, by letter."""
    if event.board:
        shown = event.board.board
        return [event.board._replace(board=shown._replace(placement=one)) for one in shown.readings or (shown.placement,)]
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
    labels = [one.man.square for (one, *_) in changes if one.way is Way.AS]
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


def _start_of(study: Study) -> PlacementAndTurn | None:
    """Return the position that a change of `study` begins with; None if its code and board may be wrong."""
    turns = {study.code.stipulation.turn, *(owned.board.turn for owned in study.boards)} - {None}
    return (study.position, turns.pop() if len(turns) == 1 else None) if study.position else None
