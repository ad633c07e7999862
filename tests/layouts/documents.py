"""Documents in layouts of newcomers: studies with headings, codes, boards and solutions in many forms and languages.

A layout has a number; its parts are drawn from it. `sound` writes a document without a slip, `spoiled` puts one slip
into a fact that the document prints twice.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import chess

from gbr_lsp.languages import LANGUAGES
from gbr_lsp.languages.lexicon import Lexicon
from tests.layouts.studies import DrawnStudy, draw_studies

LAYOUTS = range(56)
SPOKEN = [one for one in LANGUAGES if one.white and one.win][:14]
_KINDS = [chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN]
_PROSE = ("txt", "md", "tex", "html", "org", "adoc", "rst", "wiki", "typ")
_MARKS = {"md": "## {}", "org": "* {}", "adoc": "== {}", "wiki": "== {} ==", "typ": "== {}", "tex": "\\section*{{{}}}"}
_RECORDS = ("pgn", "csv", "json", "yaml")


class Printed(NamedTuple):
    """What a document prints of a study; a slip changes one of these texts."""

    number: int
    author: str
    year: int
    kings: str
    force: str
    control: str
    fen: str
    men: str
    """The list of men."""
    line: str


class Parts(NamedTuple):
    """How a layout writes a study."""

    ending: str
    head: Callable[[Printed], str]
    code: Callable[[Printed], str]
    board: Callable[[Printed], str]
    order: str
    """The order of the parts: `h` head, `c` code, `b` board, `l` line."""
    between: str
    tail: Callable[[Sequence[Printed]], str]


HEADS: list[Callable[[Printed], str]] = [
    lambda one: f"{one.number}. {one.author}",
    lambda one: f"{one.author}, {one.year}",
    lambda one: f"No. {one.number} {one.author} {one.year}",
    lambda one: f"{one.number}) {one.author} (64, {one.year})",
    lambda one: f"[{one.number}] {one.author}",
    lambda one: f"{one.author}\nShakhmaty v SSSR {one.year}\n1st prize",
    lambda one: f"№ {one.number}",
    lambda one: "",
]
CODES: list[Callable[[Printed], str]] = [
    lambda one: f"{one.kings} {one.force} {one.control}",
    lambda one: f"{one.kings} {one.force}",
    lambda one: f"{one.force} {one.kings}",
    lambda one: f"GBR {one.force}{one.kings}",
    lambda one: f"GBR class {one.force}, kings {one.kings[:2]}/{one.kings[2:]}",
    lambda one: f"({one.force}{one.kings})",
    lambda one: f"{one.kings} {one.force} ({one.control.replace('/', '+')})",
]
BOARDS: list[Callable[[Printed], str]] = [
    lambda one: one.fen,
    lambda one: f"FEN: {one.fen}",
    lambda one: one.men,
    lambda one: one.men.replace("; ", "\n"),
]
TAILS: list[Callable[[Sequence[Printed]], str]] = [
    lambda all_: "",
    lambda all_: "",
    lambda all_: "GBR index\n\n" + "\n".join(f"{one.force} {one.kings} ... {one.number}" for one in all_),
    lambda all_: f"The class {all_[0].force} {all_[0].kings} is rare.",
    lambda all_: f"Of the {len(all_)} studies, 3/4 were solved. The key took 12.30 minutes.",
]


def parts_of(number: int) -> Parts:
    """Return the parts of layout `number`."""
    rng = random.Random(f"layout {number}")
    endings = (*_PROSE, *_PROSE, *_RECORDS)
    head, code, board = rng.choice(HEADS), rng.choice(CODES), rng.choice(BOARDS)
    ending = endings[number % len(endings)]
    # With marked headings, what is before a heading belongs to the study before.
    orders = ("hcbl", "hbcl", "hblc", "hcb", "hbc") if ending in _MARKS else ("hcbl", "chbl", "bhcl", "hblc", "hcb")
    order = rng.choice(orders)
    return Parts(ending, head, code, board, order, rng.choice(("\n\n", "\n")), rng.choice(TAILS))


def printed(study: DrawnStudy, language: Lexicon) -> Printed:
    letters = [one[0] for one in language.letters]

    def side(color: bool) -> str:
        men = [
            (letter if kind != chess.PAWN else "") + chess.square_name(square)
            for kind, letter in zip(_KINDS, letters, strict=True)
            for square in study.board.pieces(kind, color)
        ]
        return ", ".join(men)

    white, black = (words.split()[0].rstrip("*").capitalize() for words in (language.white, language.black))
    moves = study.line([letters[at] for at in (4, 3, 2, 1, 0)])
    men = f"{white}: {side(True)}; {black}: {side(False)}"
    return Printed(
        study.number, study.author, study.year, study.kings, study.force, study.control, study.fen, men, moves
    )


def written(parts: Parts, studies: Sequence[Printed]) -> str:
    """Return the document of `studies`."""
    if parts.ending in _RECORDS:
        return _records(parts.ending, studies)
    texts = []
    for one in studies:
        each = {"h": _heading(parts, one), "c": parts.code(one), "b": parts.board(one), "l": one.line}
        texts.append(parts.between.join(each[sign] for sign in parts.order if each[sign]))
    gap = "\n\n\n" if parts.between == "\n\n" else "\n\n"
    body = gap.join([*texts, parts.tail(studies)]).rstrip() + "\n"
    if parts.ending == "html":
        return "".join(f"<p>{one}</p>\n" for one in body.split("\n\n") if one.strip())
    if parts.ending == "tex":
        return "\\begin{document}\n" + body.replace("№", "No.").replace("&", "\\&") + "\\end{document}\n"
    return body


def _heading(parts: Parts, one: Printed) -> str:
    text = parts.head(one)
    marks = {
        "md": "## {}",
        "org": "* {}",
        "adoc": "== {}",
        "wiki": "== {} ==",
        "typ": "== {}",
        "tex": "\\section*{{{}}}",
    }
    return marks[parts.ending].format(text) if text and "\n" not in text and parts.ending in marks else text


def _records(ending: str, studies: Sequence[Printed]) -> str:
    if ending == "pgn":
        tags = '[White "{one.author}"]\n[Black "({one.force}{one.kings})"]\n[SetUp "1"]\n[FEN "{one.fen}"]\n\n'
        return "\n".join(f"{tags.format(one=one)}{one.line} *\n" for one in studies)
    rows = [
        {"author": one.author, "code": f"{one.force}{one.kings}", "fen": one.fen, "moves": one.line} for one in studies
    ]
    if ending == "json":
        return json.dumps(rows, indent=1, ensure_ascii=False)
    if ending == "yaml":
        return "".join("- " + "  ".join(f'{key}: "{value}"\n' for key, value in row.items()) for row in rows)
    return "author;code;fen;moves\n" + "".join(";".join(row.values()) + "\n" for row in rows)


class Document(NamedTuple):
    """A document with the name of its file; `right` is its text without the slip."""

    name: str
    text: str
    right: str
    slip: str


def sound(rng: random.Random, layout: int, count: int = 3) -> Document:
    """Return a document without a slip."""
    parts, language = parts_of(layout), _language(rng, layout)
    text = written(parts, [printed(one, language) for one in draw_studies(rng, count, 8)])
    return Document(f"a.{parts.ending}", text, text, "")


def spoiled(rng: random.Random, layout: int, count: int = 3) -> Iterator[Document]:
    """Yield a document for each kind of slip in a fact that layout `layout` prints twice."""
    parts, language = parts_of(layout), _language(rng, layout)
    studies = draw_studies(rng, count, 8)
    right = [printed(one, language) for one in studies]
    text = written(parts, right)
    for name, make in SLIPS.items():
        at = rng.randrange(count)
        wrong = make(rng, studies[at], right[at])
        new = written(parts, [*right[:at], wrong, *right[at + 1 :]]) if wrong else text
        if new != text and _is_in_one_place(text, new):
            yield Document(f"a.{parts.ending}", new, text, name)


def _language(rng: random.Random, layout: int) -> Lexicon:
    return SPOKEN[0] if parts_of(layout).ending in _RECORDS else rng.choice(SPOKEN)


def _is_in_one_place(text: str, new: str) -> bool:
    """Return True if the texts differ in one short place: a slip is not copied into an index."""
    first = next(at for at, (a, b) in enumerate(zip(text, new, strict=False)) if a != b)
    last = next(at for at, (a, b) in enumerate(zip(text[::-1], new[::-1], strict=False)) if a != b)
    return len(text) - last - first < 12


def _wrong_digit(rng: random.Random, study: DrawnStudy, one: Printed) -> Printed:
    at = rng.choice((0, 1, 2, 3, 5, 6))
    digit = rng.choice([digit for digit in "01234" if digit != one.force[at]])
    return one._replace(force=one.force[:at] + digit + one.force[at + 1 :])


def _wrong_king(rng: random.Random, study: DrawnStudy, one: Printed) -> Printed | None:
    at = rng.choice((0, 2))
    square = chess.parse_square(one.kings[at : at + 2])
    near = [to for to in chess.SQUARES if chess.square_distance(square, to) == 1]
    new = chess.square_name(rng.choice(near))
    kings = one.kings[:at] + new + one.kings[at + 2 :]
    pair = chess.parse_square(kings[:2]), chess.parse_square(kings[2:])
    return one._replace(kings=kings) if 1 < chess.square_distance(*pair) else None


def _exchanged(rng: random.Random, study: DrawnStudy, one: Printed) -> Printed:
    return one._replace(kings=one.kings[2:] + one.kings[:2])


def _wrong_control(rng: random.Random, study: DrawnStudy, one: Printed) -> Printed:
    white, black = map(int, one.control.split("/"))
    return one._replace(control=f"{white + 1}/{black}" if rng.random() < 0.5 else f"{white}/{black + 1}")


def _wrong_move(rng: random.Random, study: DrawnStudy, one: Printed) -> Printed | None:
    words = one.line.split()
    at = rng.randrange(2, len(words) - 2)
    board = study.board.copy()
    for move in study.moves[:at]:
        board.push(move)
    square = words[at].rstrip("+#")[-2:]
    if "=" in words[at] or square not in chess.SQUARE_NAMES:
        return None
    new = rng.choice([chess.square_name(to) for to in chess.SQUARES if _is_beside(chess.parse_square(square), to)])
    move = study.moves[at]
    try:
        board.parse_san(board.san(move).rstrip("+#").replace(square, new))
    except ValueError:
        words[at] = words[at].replace(square, new)
        return one._replace(line=" ".join(words))
    return None


def _is_beside(square: int, other: int) -> bool:
    files = abs(chess.square_file(square) - chess.square_file(other))
    ranks = abs(chess.square_rank(square) - chess.square_rank(other))
    return files + ranks == 1


SLIPS: dict[str, Callable[[random.Random, DrawnStudy, Printed], Printed | None]] = {
    "class": _wrong_digit,
    "king": _wrong_king,
    "kings exchanged": _exchanged,
    "control": _wrong_control,
    "move": _wrong_move,
}
