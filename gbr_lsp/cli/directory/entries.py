"""The lines of a directory: the code of a study, and its number or its place."""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.cli.listing import Listed
from gbr_lsp.cli.output import printable
from gbr_lsp.collection.described import class_as_written
from gbr_lsp.collection.directory.order import directory_key
from gbr_lsp.collection.facts import GOAL, ROLE, value_of
from gbr_lsp.collection.study_numbers import numbers_of
from gbr_lsp.database.chunk import DETAILS, PLACES, SHOWN, Entry
from gbr_lsp.database.lookup import Located
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role
from gbr_lsp.notation.values import Kings

COLUMNS = ("force", "kings", "signs", PLACES, SHOWN, DETAILS)
"""What must be known of the games that are added."""

_GOALS = "+= "
"""The goals in the order of a directory."""


class Line(NamedTuple):
    """A study as a directory lists it; `sign` is empty where its goal is not known.

    `listed` is None where no more than the line is kept of it, as of games.
    """

    listed: Listed | None
    sign: str
    force: str
    kings: str
    number: str | None
    name: str
    row: int

    @property
    def study(self) -> Listed:
        """The study, which is kept unless it stands in a game."""
        assert self.listed
        return self.listed

    @property
    def at(self) -> str:
        """The number of the study, or the file and the row."""
        return self.number or f"{self.name}:{self.row}"

    @property
    def code(self) -> str:
        """The code as a directory spells it: `= 0323.12 g3g1`."""
        return f"{self.sign} {self.force} {self.kings}".strip()


class _Ranked(NamedTuple):
    """What a study is sorted by: its goal, class and kings, its file and its place there; and the rest of its line.

    There are very many, so that of a game nothing else is kept.
    """

    goal: int
    force: str
    kings: str
    name: str
    row: int
    column: int
    written: str = ""
    """The class where no six digits can be read of it."""
    number: str = ""
    listed: int = -1
    """Which of the studies that are kept it is."""


class NumberedStudies:
    """The studies of several files.

    Numbers are used only if all files have them and no number repeats, so that a number identifies one study.
    """

    def __init__(self) -> None:
        self._ranked: list[_Ranked] = []
        self.studies: list[Listed] = []
        """The studies of documents that are no games, in the order of the files."""
        self._texts: dict[str, str] = {}
        self._has_games = False

    def add(self, document: Document, codes: list[Listed]) -> None:
        """Adds the studies among the codes of a document."""
        heads = [code for code in codes if code.role is Role.STUDY]
        for head, number in zip(heads, numbers_of(document, [head.study for head in heads]), strict=True):
            goal, force, _ = directory_key(head.study.code)
            kings, written = head.study.code.kings, class_as_written(head.study)
            at = len(self.studies)
            self.studies.append(head)
            self._ranked.append(
                _Ranked(goal, force, str(kings or ""), head.name, head.row, head.column, written, number or "", at)
            )

    def add_games(self, name: str, located: Located, written: Callable[[Entry], str]) -> None:
        """Adds the studies of a chunk of games, of which only the lines are kept; `written` reads the class of one in
        which no six digits can be read."""
        self._has_games = True
        for entry in located.chunk.entries(range(located.chunk.codes), COLUMNS):
            signs, force = entry.facts.signs, entry.facts.force.strip()
            if signs[ROLE] == Role.STUDY.value[0]:
                row, column = located.first_row + entry.spot.row + 1, entry.spot.column + 1
                goal = _GOALS.index(signs[GOAL])
                rest = () if force else (written(entry),)
                self._ranked.append(
                    _Ranked(goal, self._once(force), self._once(_kings(entry)), name, row, column, *rest)
                )

    def lines(self) -> Iterator[Line]:
        """The lines of the directory: wins, then draws, then the rest, each by class, then by kings."""
        numbered = not self._has_games and self._is_numbered()
        self._ranked.sort()
        return (self._line(ranked, numbered=numbered) for ranked in self._ranked)

    def _line(self, ranked: _Ranked, *, numbered: bool) -> Line:
        listed = self.studies[ranked.listed] if 0 <= ranked.listed else None
        number = ranked.number if numbered else ""
        sign, force = _GOALS[ranked.goal].strip(), ranked.force or ranked.written
        return Line(listed, sign, force, ranked.kings, number or None, printable(ranked.name), ranked.row)

    def _once(self, text: str) -> str:
        """A text that is kept once, however many studies have it."""
        return self._texts.setdefault(text, text)

    def _is_numbered(self) -> bool:
        """Whether a number alone identifies one study of one file."""
        numbers: dict[str, set[str]] = {study.name: set() for study in self._ranked}
        for study in self._ranked:
            if study.number:
                numbers[study.name].add(study.number)
        files = numbers.values()
        return all(files) and len(set().union(*files)) == sum(map(len, files))


def _kings(entry: Entry) -> str:
    """The squares of the kings as a code has them; nothing where it has none."""
    white, black = map(value_of, entry.facts.kings)
    if white is None and black is None and json.loads(entry.details)["kings"] is None:
        return ""
    return str(Kings(white, black))
