"""Real studies, and documents made from them.

A document is a list of pieces of text. The pieces that a slip may change have a name: `class`,
`kings`, `squares`, `control`, `result`, `sign`, `fen`, `turn`. Most documents contain several studies,
so that pairing is tested too.
"""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from gbr_lsp.notation.code_forms import code_of
from gbr_lsp.notation.placement import LETTERS, Placement
from gbr_lsp.notation.values import PAWN, SLOTS, SQUARE_NAMES, Code, Goal, Stipulation

_RECORD = re.compile(
    r'\[Black "\((?P<sign>[+=])(?P<class>\d{4}\.\d\d)(?P<kings>[a-h]\d[a-h]\d)\)"\](?P<between>.*?)'
    r'\[FEN "(?P<fen>[^" ]+) w (?P<fields>[^"]*)"\](?P<tags>.*?)\n\n(?P<moves>.*?)(?=\n\n\[|\Z)',
    re.DOTALL,
)
_GAME = re.compile(r"(?=^\[Event )", re.MULTILINE)
_CAPTION = re.compile(
    r"(?P<kings>[a-h][1-8][a-h][1-8]) (?P<class>\d{4}\.\d\d) (?P<control>\d+/\d+) (?P<result>Win|Draw)(?=\s)"
)
_LETTERS_OF_LATEX = dict(zip("KQRBNP", "KDTLSB", strict=True))


class Piece(NamedTuple):
    """A part of the text; `name` is empty if no slip may change it."""

    name: str
    text: str


class Written(NamedTuple):
    """A document with its file name; `pieces[first:last]` is the study to spoil."""

    name: str
    pieces: tuple[Piece, ...]
    first: int
    last: int
    drawn: bool = False
    """True if the text shows a diagram of the study that has no named piece."""

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    def named(self, name: str) -> int | None:
        """Return the index in `pieces` of the piece `name` of the study to spoil, or None."""
        return next((n for n in range(self.first, self.last) if self.pieces[n].name == name), None)

    def with_text(self, number: int, text: str) -> "Written":
        pieces = list(self.pieces)
        pieces[number] = pieces[number]._replace(text=text)
        return self._replace(pieces=tuple(pieces))

    def start_of(self, number: int) -> int:
        return sum(len(piece.text) for piece in self.pieces[:number])


class Study(NamedTuple):
    """A study of a collection: code with all squares, board, and parts of its PGN record."""

    code: Code
    placement: Placement
    head: str
    sign: str
    between: str
    fields: str
    rest: str
    moves: str


def studies_in(path: Path) -> list[Study]:
    """Return the studies of the PGN file `path` with White to move and a sound code like `(+0400.11a1h8)`."""
    found: list[Study] = []
    for game in _GAME.split(path.read_text(encoding="utf-8", errors="replace")):
        match = _RECORD.search(game)
        if not match or "9" in match["class"][:4]:
            continue
        placement = Placement(match["fen"])
        code = code_of(placement, Stipulation(Goal(match["sign"]), None))
        if code is None or str(code.force) != match["class"] or str(code.kings) != match["kings"]:
            continue
        head = game[: match.start()]
        rest = f"{match['tags']}\n\n{match['moves'].rstrip()}\n\n"
        line = " ".join(re.sub(r"\{[^}]*\}|\([^()]*\)|\$\d+", " ", match["moves"]).split()[:8])
        found.append(Study(code, placement, head, match["sign"], match["between"], match["fields"], rest, line))
    return found


def _squares(squares: tuple[int | None, ...] | None) -> str:
    return "".join(SQUARE_NAMES[square] for square in squares or () if square is not None)


def _list(code: Code) -> str:
    pieces, pawns = _squares(code.pieces), _squares(code.pawns)
    return f"{pieces}.{pawns}" if pawns else pieces


def _word(study: Study) -> str:
    return "Win" if study.sign == "+" else "Draw"


def caption(study: Study) -> list[Piece]:
    code = study.code
    return [
        Piece("kings", str(code.kings)), Piece("", " "), Piece("class", str(code.force)), Piece("", " "),
        Piece("control", str(code.control)), Piece("", " "), Piece("result", _word(study)),
    ]  # fmt: skip


def _full(study: Study) -> list[Piece]:
    code = study.code
    return [
        Piece("kings", str(code.kings)), Piece("", " "), Piece("class", str(code.force)), Piece("", " "),
        Piece("squares", _list(code)), Piece("", " "), Piece("control", str(code.control)), Piece("sign", study.sign),
    ]  # fmt: skip


def _prefixed(study: Study) -> list[Piece]:
    return [
        Piece("sign", study.sign), Piece("class", str(study.code.force)), Piece("kings", str(study.code.kings))
    ]  # fmt: skip


def _compact(study: Study) -> list[Piece]:
    code = study.code
    squares = _squares(code.pieces) + _squares(code.pawns)
    return [
        Piece("", "("), Piece("sign", study.sign), Piece("class", str(code.force)), Piece("kings", str(code.kings)),
        Piece("squares", squares), Piece("", ")"),
    ]  # fmt: skip


def _dotted(study: Study) -> list[Piece]:
    code = study.code
    pieces, pawns = _squares(code.pieces), _squares(code.pawns)
    return [
        Piece("class", str(code.force)), Piece("", ". "), Piece("kings", str(code.kings)),
        Piece("squares", f"{pieces}.{' ' if pawns else ''}{pawns}"),
    ]  # fmt: skip


_Spell = Callable[[Study], list[Piece]]


def _fen(study: Study) -> list[Piece]:
    return [Piece("fen", study.placement.fen), Piece("", " "), Piece("turn", "w"), Piece("", " - - 0 1")]


def _record(study: Study, number: int) -> list[Piece]:
    return [
        Piece("", f'{study.head}[Black "('), *_prefixed(study), Piece("", f')"]{study.between}[FEN "'),
        Piece("fen", study.placement.fen), Piece("", " "), Piece("turn", "w"),
        Piece("", f' {study.fields}"]{study.rest}'),
    ]  # fmt: skip


def _markdown(spell: _Spell, *, board: bool) -> Callable[[Study, int], list[Piece]]:
    def write(study: Study, number: int) -> list[Piece]:
        shown = [Piece("", "`"), *_fen(study), Piece("", "`\n\n")] if board else []
        head = f"## {number}. Somebody, 1st prize\n\n"
        return [Piece("", head), *spell(study), Piece("", "\n\n"), *shown, Piece("", f"{study.moves}\n\n")]

    return write


def _plain(spell: _Spell, *, board: bool) -> Callable[[Study, int], list[Piece]]:
    def write(study: Study, number: int) -> list[Piece]:
        shown = [*_fen(study), Piece("", "\n")] if board else []
        return [Piece("", f"No {number} Somebody\n"), *spell(study), Piece("", "\n"), *shown, Piece("", "\n")]

    return write


def _fence(spell: _Spell) -> Callable[[Study, int], list[Piece]]:
    def write(study: Study, number: int) -> list[Piece]:
        return [Piece("", "```chess\n"), *_fen(study), Piece("", "\n"), *spell(study), Piece("", "\n```\n\nText.\n\n")]

    return write


def _latex(spell: _Spell, macro: str) -> Callable[[Study, int], list[Piece]]:
    def write(study: Study, number: int) -> list[Piece]:
        if macro == "pieces":
            control = study.code.control
            assert control
            board = [Piece("", rf"\pieces[{control.white}+{control.black}]{{{_men(study.placement)}}}" + "\n")]
            return [
                Piece("", "\\begin{diagram}\n"), *board, *spell(study), Piece("", "\n\\end{diagram}\n\nText.\n\n")
            ]  # fmt: skip
        head = f"\\subsection{{Study {number}}}\n\\fen{{"
        return [Piece("", head), *_fen(study), Piece("", "}\n\n"), *spell(study), Piece("", "\n\n")]

    return write


def _men(placement: Placement) -> str:
    """Return the men in the notation of diagram.sty: `wKa1, sKh8, wTb2c3`."""
    men = [f"wK{SQUARE_NAMES[placement.squares.index('K')]}", f"sK{SQUARE_NAMES[placement.squares.index('k')]}"]
    for piece_type, color in SLOTS:
        squares = placement.squares_of(piece_type, color)
        if squares:
            letter = _LETTERS_OF_LATEX[LETTERS[piece_type, True]] if piece_type != PAWN else "B"
            men.append(("w" if color else "s") + letter + "".join(SQUARE_NAMES[square] for square in squares))
    return ", ".join(men)


def _class_and_kings(study: Study) -> list[Piece]:
    _, force, kings = _prefixed(study)
    return [force, Piece("", " "), kings]


def _class(study: Study) -> list[Piece]:
    return [Piece("", "GBR class "), Piece("class", str(study.code.force))]


def _class_with_control(study: Study) -> list[Piece]:
    """Return a caption without kings: `0400.11 3/3 Win`."""
    return caption(study)[2:]


def _under_fence(study: Study, number: int) -> list[Piece]:
    board = [Piece("", f"## {number}. Somebody\n\n```fen\n"), *_fen(study), Piece("", "\n```\n\n")]
    return [*board, *_class(study), Piece("", f"\n\n{study.moves}\n\n")]


def _counts(study: Study) -> str:
    control = study.code.control
    assert control
    return f"{control.white}+{control.black}"


def _counts_above(study: Study, number: int) -> list[Piece]:
    """Return a study with the counts of men above its board: `(4+3)+`."""
    code, head = study.code, f"## {number}. Somebody, 1st prize\n\n("
    return [
        Piece("", head), Piece("control", _counts(study)), Piece("", ")"), Piece("sign", study.sign),
        Piece("", "\n\n`"), *_fen(study), Piece("", "`\n\n"), Piece("kings", str(code.kings)), Piece("", " "),
        Piece("class", str(code.force)), Piece("", f"\n\n{study.moves}\n\n"),
    ]  # fmt: skip


def _counts_in_argument(study: Study, number: int) -> list[Piece]:
    code = study.code
    return [
        Piece("", "\\study{R}{"), Piece("kings", str(code.kings)), Piece("", " "), Piece("class", str(code.force)),
        Piece("", "}{"), Piece("control", str(code.control)), Piece("", " "), Piece("result", _word(study)),
        Piece("", f"}}\n\nText of study {number}.\n\n"),
    ]  # fmt: skip


def _counts_in_cell(study: Study, number: int) -> list[Piece]:
    code, head = study.code, "| No | GBR | Men |\n|---|---|---|\n" if number == 41 else ""
    return [
        Piece("", f"{head}| {number} | "), Piece("kings", str(code.kings)), Piece("", " "),
        Piece("class", str(code.force)), Piece("", " | "), Piece("control", str(code.control)),
        Piece("sign", study.sign), Piece("", " |\n"),
    ]  # fmt: skip


_SHAPES: dict[str, list[tuple[str, Callable[[Study, int], list[Piece]]]]] = {
    "B": [
        ("a.pgn", _record), ("a.md", _markdown(caption, board=True)), ("a.md", _fence(_prefixed)),
        ("a.txt", _plain(caption, board=True)), ("a.tex", _latex(_prefixed, "pieces")),
        ("a.tex", _latex(caption, "fen")),
    ],
    "BS": [
        ("a.md", _markdown(_full, board=True)), ("a.txt", _plain(_dotted, board=True)),
        ("a.md", _fence(_full)), ("a.tex", _latex(_compact, "fen")), ("a.md", _markdown(_compact, board=True)),
        ("a.md", _markdown(_dotted, board=True)),
    ],
    "C": [("a.txt", _plain(caption, board=False)), ("a.md", _markdown(caption, board=False))],
    "S": [
        ("a.txt", _plain(_full, board=False)), ("a.md", _markdown(_dotted, board=False)),
        ("a.md", _markdown(_compact, board=False)), ("a.txt", _plain(_dotted, board=False)),
    ],
    "K": [("a.txt", _plain(_prefixed, board=False)), ("a.md", _markdown(_prefixed, board=False))],
}  # fmt: skip
"""The columns of the table; each document is in one of the shapes of its column."""

COLUMNS = (*_SHAPES, "P")
_SHAPES |= {
    "A": [
        ("a.md", _under_fence), ("a.md", _markdown(_class_with_control, board=True)),
        ("a.txt", _plain(_class_with_control, board=True)),
    ],
    "1": [
        ("a.md", _markdown(_class_and_kings, board=True)), ("a.txt", _plain(_class_and_kings, board=True)),
        ("a.md", _fence(_class_and_kings)), ("a.tex", _latex(_class_and_kings, "fen")),
    ],
    "N": [("a.md", _counts_above), ("a.tex", _counts_in_argument), ("a.md", _counts_in_cell)],
}  # fmt: skip
"""Columns with their own slips: `A`, a board and a class without kings; `1`, a board, class and kings;
`N`, counts of men apart from the code."""


def document(studies: list[Study], column: str, rng: random.Random) -> Written:
    """Return three of `studies` in a random shape of `column`; the second is the study to spoil."""
    name, write = rng.choice(_SHAPES[column])
    parts = [write(study, number) for number, study in enumerate(rng.sample(studies, 3), 41)]
    first = len(parts[0])
    return Written(name, tuple(piece for part in parts for piece in part), first, first + len(parts[1]))


def pages_in(path: Path) -> list[Written]:
    """Return one document per complete caption in `path`: the page around it (pages end in a form feed)."""
    return [written for page in path.read_text(encoding="utf-8").split("\f") for written in _captions_on(page)]


def _captions_on(page: str) -> Iterator[Written]:
    for match in _CAPTION.finditer(page):
        pieces, done = [], 0
        for name in ("kings", "class", "control", "result"):
            pieces += [Piece("", page[done : match.start(name)]), Piece(name, match[name])]
            done = match.end(name)
        yield Written("a.txt", (*pieces, Piece("", page[done:])), 0, len(pieces), drawn=True)
