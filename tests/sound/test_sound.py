"""Sound documents, which nothing is to be found in.

Each document is a fence of a Markdown file in this folder. The bullets before it are its facts: a position, a goal and
a line, which python-chess and the tablebases confirm. A bullet with `*` must also have been read by the program: a code
with this class and these kings has this board, and the line was followed. A bullet with `-` is only true: it is a
twin or a later position, or something that the program does not read yet. Documents without a bullet have no study.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import chess
import chess.syzygy
import pytest

from gbr_lsp.base.text import Span
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.model.assign import assign
from gbr_lsp.model.study import Study
from tests.sound.written import written
from tests.support.specs import SYZYGY, Fixture, fixtures

FOLDER = Path(__file__).parent
_FACT = re.compile(
    r"^(?P<mark>[*-]) `(?P<fen>[^`\s]+) (?P<turn>[wb])(?P<rights>[^`]*)`(?: (?P<goal>[+=]))?(?P<line>.*)", re.MULTILINE
)
_FEWEST = 300
_FEWEST_BY_HAND = 260
_MADE = 60
"""How many documents are put together."""


class Fact(NamedTuple):
    """A position of a document, its goal (`+`, `=` or nothing) and the beginning of its solution."""

    board: chess.Board
    goal: str
    line: tuple[str, ...]
    is_read: bool

    @property
    def force(self) -> str:
        """The class of the position, such as `0323.12`."""
        digits = [_digit(self.board, kind) for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)]
        pawns = [str(len(self.board.pieces(chess.PAWN, color))) for color in chess.COLORS]
        return f"{''.join(digits)}.{''.join(pawns)}"

    @property
    def kings(self) -> str:
        """The squares of the kings, such as `g3g1`."""
        return "".join(chess.square_name(self.board.king(color) or 0) for color in chess.COLORS)


class Sound(NamedTuple):
    """A document, where it is written, and its facts."""

    place: str
    fixture: Fixture
    facts: tuple[Fact, ...]


def _digit(board: chess.Board, kind: chess.PieceType) -> str:
    white, black = (len(board.pieces(kind, color)) for color in chess.COLORS)
    return str(white + 3 * black) if max(white, black) <= 2 else "9"


def _facts(text: str) -> Iterator[Fact]:
    for found in _FACT.finditer(text):
        rights = found["rights"].split() or ["-", "-"]
        board = chess.Board(" ".join([found["fen"], found["turn"], *rights, "0", "1"]))
        yield Fact(board, found["goal"] or "", tuple(found["line"].split()), found["mark"] == "*")


def documents(path: Path) -> Iterator[Sound]:
    text = path.read_text(encoding="utf-8")
    found = list(fixtures(text))
    ends = [0, *(fixture.span.end for fixture in found)]
    for fixture, (start, _) in zip(found, pairwise([*ends, len(text)]), strict=False):
        yield Sound(f"{path.stem}:{fixture.line}", fixture, tuple(_facts(text[start : fixture.span.start])))


def _written() -> Iterator[Sound]:
    for seed in range(_MADE):
        name, kind, text, fact = written(seed)
        yield Sound(name, Fixture(kind, (), text, Span(0, len(text)), 1), tuple(_facts(fact)))


BY_HAND = [one for path in sorted(FOLDER.glob("*.md")) if path.stem != "open" for one in documents(path)]
SOUND = [*BY_HAND, *_written()]
"""The documents of the files and those that are put together; `open.md` has those that are blamed wrongly."""
BLAMED = list(documents(FOLDER / "open.md"))


def _all(blamed: pytest.MarkDecorator | None = None) -> list[object]:
    marks = [blamed] if blamed else []
    return [
        *(pytest.param(one, id=one.place) for one in SOUND),
        *(pytest.param(one, id=one.place, marks=marks) for one in BLAMED),
    ]


@pytest.mark.parametrize("sound", _all())
def test_the_facts_are_true(sound: Sound) -> None:
    for fact in sound.facts:
        board = fact.board.copy()
        assert board.is_valid(), board.fen()
        assert _keeps(board, fact.goal), board.fen()
        for san in fact.line:
            board.push_san(san)
            assert _keeps(board, fact.goal), (san, board.fen())


def _keeps(board: chess.Board, goal: str) -> bool:
    if not goal or board.castling_rights or chess.popcount(board.occupied) > 4 or not SYZYGY.is_dir():
        return True
    with chess.syzygy.open_tablebase(str(SYZYGY)) as tables:
        value = tables.probe_wdl(board) * (1 if board.turn else -1)
    return (value == 2) if goal == "+" else (abs(value) < 2)


@pytest.mark.parametrize("sound", _all(pytest.mark.xfail(strict=True, reason="blamed wrongly")))
def test_nothing_is_found(sound: Sound) -> None:
    found = lint(sound.fixture.document, DEFAULT_RULES)
    assert [(sound.fixture.document.text[span.start : span.end], one.message) for span, one in found] == []


@pytest.mark.parametrize("sound", [pytest.param(one, id=one.place) for one in SOUND])
def test_it_was_read(sound: Sound) -> None:
    document = sound.fixture.document
    studies = list(document.studies())
    solutions = assign(document.as_section(studies))
    for fact in sound.facts:
        if not fact.is_read:
            continue
        own = [number for number, study in enumerate(studies) if _is_of(study, fact)]
        assert own, (fact.force, fact.kings, [str(study.code.force) for study in studies])
        lines = [solutions[number] for number in own]
        followed = [[_plain(move.san or "") for move in line.moves[: line.plies]] for line in lines]
        expected = _as_played(fact)
        assert not expected or any(line[: len(expected)] == expected for line in followed), followed


def _as_played(fact: Fact) -> list[str]:
    board = fact.board.copy()
    return [_plain(board.san_and_push(board.parse_san(san))) for san in fact.line]


def _plain(san: str) -> str:
    return san.rstrip("+#").replace("x", "")


def _is_of(study: Study, fact: Fact) -> bool:
    code = study.code
    placements = {placement.fen for _, placement in study.placements}
    placements |= {study.spelled_position.fen} if study.spelled_position else set()
    return str(code.force) == fact.force and str(code.kings) == fact.kings and fact.board.board_fen() in placements


def test_there_are_many() -> None:
    assert len(SOUND) + len(BLAMED) >= _FEWEST
    assert len(BY_HAND) + len(BLAMED) >= _FEWEST_BY_HAND
