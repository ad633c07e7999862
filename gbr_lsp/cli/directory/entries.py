"""The lines of a directory: the code of a study, and its number or its place."""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.cli.listing import ListedCode
from gbr_lsp.cli.output import printable_name
from gbr_lsp.collection.code_json import class_as_written
from gbr_lsp.collection.directory.order import directory_key
from gbr_lsp.collection.facts import GOAL, ROLE, value_of
from gbr_lsp.database.chunk import CODE_TEXT, DETAILS, PLACES, Entry
from gbr_lsp.database.lookup import LocatedChunk
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role
from gbr_lsp.model.study_numbers import certain_numbers, printed_numbers
from gbr_lsp.notation.values import Code, Kings

COLUMNS = ("force", "kings", "signs", PLACES, CODE_TEXT, DETAILS)
"""The columns of the games to add."""

_GOALS = "+= "
"""The goals in the order of a directory."""


class KeptStudy(NamedTuple):
    """The part of a study that is kept: goal, class and kings, file, and place on its line.

    The place is half-open, in code points.
    """

    code: Code
    filename: str
    start: int
    end: int
    text: str
    """The line."""


class Line(NamedTuple):
    """A study as a directory lists it; `sign` is empty for an unknown goal.

    `kept_study` is None if only the line is kept, as for games.
    """

    kept_study: KeptStudy | None
    sign: str
    force: str
    kings: str
    number: str | None
    name: str
    row: int

    @property
    def study(self) -> KeptStudy:
        """The study, which is kept unless `add_games` added it."""
        assert self.kept_study
        return self.kept_study

    @property
    def place(self) -> str:
        """The file and the row: the reference to a study without a number."""
        return f"{self.name}:{self.row}"

    @property
    def reference(self) -> str:
        """The number of the study, or the file and the row."""
        return self.number or self.place

    @property
    def code(self) -> str:
        """The code as a directory spells it: `= 0323.12 g3g1`."""
        return f"{self.sign} {self.force} {self.kings}".strip()


class _Ranked(NamedTuple):
    """The sort key of a study, and the rest of its line.

    The studies are numerous, so that nothing else is kept of a game.
    """

    goal: int
    force: str
    kings: str
    name: str
    row: int
    column: int
    written: str = ""
    """The class as written, if it has no six digits."""
    number: str = ""
    listed: int = -1
    """The index of the study in `studies`, or -1."""


class NumberedStudies:
    """The studies of several files.

    Numbers are used only if all files have them and none repeats, so that each identifies a study.
    """

    def __init__(self) -> None:
        self._ranked: list[_Ranked] = []
        self.studies: list[KeptStudy] = []
        """The studies of the added documents, in the order of the files."""
        self._texts: dict[str, str] = {}
        self._codes: dict[Code, Code] = {}
        self._has_games = False

    def add(self, document: Document, codes: list[ListedCode]) -> None:
        """Add the studies among the `codes` of `document`."""
        heads = [code for code in codes if code.role is Role.STUDY]
        section = document.as_section([head.study for head in heads])
        line, text = -1, ""
        for head, number in zip(heads, certain_numbers(printed_numbers(section)), strict=True):
            goal, force, _ = directory_key(head.study.code)
            kings, written = str(head.study.code.kings or ""), class_as_written(head.study)
            if head.line != line:
                line, text = head.line, head.text
            column, at = head.column, len(self.studies)
            end = min(column - 1 + head.span.end - head.span.start, len(text))
            code = self._compact(head.study.code)
            self.studies.append(KeptStudy(code, head.name, column - 1, end, text))
            rest = "" if written == force else written, number or "", at
            self._ranked.append(_Ranked(goal, self._once(force), self._once(kings), head.name, head.row, column, *rest))

    def add_games(self, name: str, located: LocatedChunk, class_text: Callable[[Entry], str]) -> None:
        """Add the studies of a chunk of games; `class_text` returns the class of an entry without six digits."""
        self._has_games = True
        for entry in located.chunk.entries(range(located.chunk.codes), COLUMNS):
            signs, force = entry.facts.signs, entry.facts.force.strip()
            if signs[ROLE] == Role.STUDY.value[0]:
                row, column = located.first_row + entry.spot.row + 1, entry.spot.column + 1
                goal = _GOALS.index(signs[GOAL])
                rest = () if force else (class_text(entry),)
                self._ranked.append(
                    _Ranked(goal, self._once(force), self._once(_kings(entry)), name, row, column, *rest)
                )

    def lines(self, *, as_read: bool = False) -> Iterator[Line]:
        """Yield the lines of the directory: wins, draws, the rest, each by class, then by kings.

        With `as_read` they are in the order of the files.
        """
        numbered = not self._has_games and self._is_numbered()
        studies = self._ranked if as_read else sorted(self._ranked)
        return (self._line(ranked, numbered=numbered) for ranked in studies)

    def _line(self, ranked: _Ranked, *, numbered: bool) -> Line:
        listed = self.studies[ranked.listed] if 0 <= ranked.listed else None
        number = ranked.number if numbered else ""
        sign, force = _GOALS[ranked.goal].strip(), ranked.force or ranked.written
        return Line(
            listed, sign, force, ranked.kings, number or None, self._once(printable_name(ranked.name)), ranked.row
        )

    def _compact(self, code: Code) -> Code:
        """Return the parts of `code` that a directory shows; equal ones are kept once."""
        short_code = Code(code.force, code.kings, code.stipulation._replace(turn=None), None, None, None)
        return self._codes.setdefault(short_code, short_code)

    def _once(self, text: str) -> str:
        """Return `text`, the same object for all studies with that text."""
        return self._texts.setdefault(text, text)

    def _is_numbered(self) -> bool:
        """Return True if a number alone identifies one study of one file."""
        numbers: dict[str, set[str]] = {study.name: set() for study in self._ranked}
        for study in self._ranked:
            if study.number:
                numbers[study.name].add(study.number)
        files = numbers.values()
        return all(files) and len(set().union(*files)) == sum(map(len, files))


def _kings(entry: Entry) -> str:
    """Return the squares of the kings as in a code, such as `g3g1`; "" without kings."""
    white, black = map(value_of, entry.facts.kings)
    if white is None and black is None and json.loads(entry.details)["kings"] is None:
        return ""
    return str(Kings(white, black))
