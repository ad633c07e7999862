"""Random studies and queries; each query has a naive predicate in python-chess and plain loops."""

import operator
import random
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

import chess

FILES, RANKS = "abcdefgh", "12345678"
COMPOSERS = ("Réti=R", "Troitzky=A", "Kubbel=L", "Rusz=A", "Van Reek=J", "Žigmund=K", "Lewandowski=P Reti=R", "")
EVENTS = ("1.p Israel Ring ty#70", "sp.hm Schwalbe", "7/13.hm Hlinka JT", ".c Shakhmaty", "EG#1", "2.p Réti MT")
YEARS = ("1919", "1920", "1924", "1930", "2015", "????")
FLAGS = ("", "(c)", "(v) TT", "TW", "AN")


class Made(NamedTuple):
    """An invented study; `text` is its PGN record."""

    board: chess.Board
    goal: str
    composer: str
    event: str
    year: str
    flags: str
    text: str

    def count(self, letter: str) -> int:
        piece = chess.Piece.from_symbol(letter)
        return len(self.board.pieces(piece.piece_type, piece.color))


Meaning = Callable[[Made], bool]


class Asked(NamedTuple):
    """A query, and the predicate that selects its studies."""

    text: str
    meaning: Meaning


def study(random_: random.Random) -> Made:
    """Return a random study with 2 to 14 men, some of them promoted."""
    board = chess.Board(None)
    squares = random_.sample(range(64), random_.choice((2, 3, 4, 5, 6, 9, 14)))
    board.set_piece_at(squares[0], chess.Piece.from_symbol("K"))
    board.set_piece_at(squares[1], chess.Piece.from_symbol("k"))
    for square in squares[2:]:
        letter = random_.choice("QRBNPqrbnpPp")
        piece = chess.Piece.from_symbol(letter)
        most = 8 if letter in "Pp" else 3
        fits = not (letter in "Pp" and square // 8 in (0, 7))
        if fits and len(board.pieces(piece.piece_type, piece.color)) < most:
            board.set_piece_at(square, piece)
    board.turn = random_.random() < 0.8
    return of_board(board, random_)


def of_board(board: chess.Board, random_: random.Random) -> Made:
    goal = random_.choice("+=")
    composer, event = random_.choice(COMPOSERS), random_.choice(EVENTS)
    year, flags = random_.choice(YEARS), random_.choice(FLAGS)
    text = (
        f'[Event "{event}"]\n[Site "?"]\n[Date "{year}.??.??"]\n[White "{composer}"]\n'
        f'[Black "({goal}{code(board)}){" " if flags else ""}{flags}"]\n'
        f'[Result "{"1-0" if goal == "+" else "1/2-1/2"}"]\n[SetUp "1"]\n'
        f'[FEN "{board.board_fen()} {"w" if board.turn else "b"} - - 0 1"]\n\n*\n\n'
    )
    return Made(board, goal, composer, event, year, flags, text)


def code(board: chess.Board) -> str:
    digits = ""
    for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT):
        white, black = (len(board.pieces(kind, color)) for color in (True, False))
        digits += str(white + 3 * black) if max(white, black) < 3 else "9"
    pawns = "".join(str(len(board.pieces(chess.PAWN, color))) for color in (True, False))
    kings = "".join(chess.square_name(board.king(color) or 0) for color in (True, False))
    return f"{digits}.{pawns}{kings}"


def query(random_: random.Random, made: list[Made], depth: int = 0) -> Asked:
    """Return a random query; its terms are modeled on studies in `made`."""
    if depth < 3 and random_.random() < 0.45:
        shape = random_.choice(("all", "any", "not"))
        first = query(random_, made, depth + 1)
        if shape == "not":
            return Asked(f"-({first.text})", lambda study: not first.meaning(study))
        second = query(random_, made, depth + 1)
        if shape == "any":
            return Asked(f"({first.text} | {second.text})", lambda study: first.meaning(study) or second.meaning(study))
        return Asked(f"({first.text}) {second.text}", lambda study: first.meaning(study) and second.meaning(study))
    asked = random_.choice(TERMS)(random_, random_.choice(made))
    if random_.random() < 0.1:
        return Asked(f"-{asked.text}", lambda study: not asked.meaning(study))
    return asked


def _class(random_: random.Random, model: Made) -> Asked:
    digits = [random_.choice((char, char, "?", f"[{char}4]")) for char in code(model.board)[:7] if char != "."]
    text = "".join(digits[:4]) + "." + "".join(digits[4:])

    def meaning(study: Made) -> bool:
        own = code(study.board)[:7].replace(".", "")
        return all(asked == "?" or char in asked for asked, char in zip(digits, own, strict=True))

    return Asked(text, meaning)


def _material(random_: random.Random, model: Made) -> Asked:
    sides = ["".join(letter * model.count(letter) for letter in letters) for letters in ("KQRBNP", "kqrbnp")]
    if random_.random() < 0.2:
        sides.reverse()
    text = random_.choice(("v", " -", "-", " vs ")).join(sides).upper()
    wanted = [sides[0].upper(), sides[1].upper()]

    def meaning(study: Made) -> bool:
        own = ["".join(letter * study.count(letter) for letter in letters) for letters in ("KQRBNP", "kqrbnp")]
        return [own[0].upper(), own[1].upper()] == wanted

    return Asked(text, meaning)


def _kings(random_: random.Random, model: Made) -> Asked:
    squares = [chess.square_name(model.board.king(color) or 0) for color in (True, False)]
    if random_.random() < 0.5:
        one = random_.choice(squares)
        one = random_.choice((one, f"?{one[1]}", f"{one[0]}?"))
        return Asked(one, lambda study: any(_like(one, study.board.king(color) or 0) for color in (True, False)))
    return Asked(
        "".join(squares),
        lambda study: [chess.square_name(study.board.king(color) or 0) for color in (True, False)] == squares,
    )


def _like(pattern: str, square: int) -> bool:
    return all(asked in ("?", char) for asked, char in zip(pattern, chess.square_name(square), strict=True))


def _goal(random_: random.Random, model: Made) -> Asked:
    goal = random_.choice("+=")
    names = {"+": ("+", "win", "goal:win"), "=": ("=", "draw", "goal:draw")}[goal]
    return Asked(random_.choice(names), lambda study: study.goal == goal)


def _turn(random_: random.Random, model: Made) -> Asked:
    turn = random_.random() < 0.5
    return Asked(
        random_.choice((("btm", "turn:black"), ("wtm", "turn:white"))[turn]), lambda study: study.board.turn == turn
    )


def _every(random_: random.Random, model: Made) -> Asked:
    return Asked("*", lambda study: True)


def _plain(text: str) -> str:
    return "".join(
        char for char in unicodedata.normalize("NFKD", text.casefold()) if unicodedata.category(char) != "Mn"
    )


def _has_word(text: str, word: str) -> bool:
    """Return True if a word of `text` starts with `word`, ignoring case and accents."""
    text, word = _plain(text), _plain(word)
    return any(text.startswith(word, at) and (at == 0 or not text[at - 1].isalnum()) for at in range(len(text)))


def _composer(random_: random.Random, model: Made) -> Asked:
    name = random_.choice(("Réti", "reti", "TROITZKY", "Rus", "zigmund", "eti", "van reek"))
    return Asked(f'composer:"{name}"', lambda study: _has_word(study.composer, name))


def _event(random_: random.Random, model: Made) -> Asked:
    name = random_.choice(("israel ring", "RETI", "schwalbe", "EG#1", "walbe"))
    return Asked(f'event:"{name}"', lambda study: _has_word(study.event, name))


def _year(random_: random.Random, model: Made) -> Asked:
    low, high = sorted(random_.choices((1910, 1919, 1920, 1924, 2000, 2015), k=2))
    text, first, last = random_.choice(
        ((f"{low}..{high}", low, high), (f"{low}..", low, 9999), (f"..{high}", 0, high), (str(low), low, low))
    )
    return Asked(f"year:{text}", lambda study: study.year.isdigit() and first <= int(study.year) <= last)


def _award(random_: random.Random, model: Made) -> Asked:
    text, kinds = random_.choice(
        (("1.p", ("1.p",)), ("prize", ("1.p", "2.p")), ("hm", ("sp.hm", "7/13.hm")), ("c", (".c",)), ("3.p", ()))
    )
    return Asked(f"award:{text}", lambda study: study.event.split()[0] in kinds)


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "": operator.eq,
}


def _number(random_: random.Random, model: Made) -> Asked:
    name, letters = random_.choice((("men", "KQRBNPkqrbnp"), ("pawns", "Pp"), ("promoted", "")))
    limit = random_.randrange(8)
    sign = random_.choice(tuple(_COMPARE))
    compare = _COMPARE[sign]

    def own(study: Made) -> int:
        if letters:
            return sum(map(study.count, letters))
        return sum(max(0, study.count(letter) - (1 if letter in "Qq" else 2)) for letter in "QRBNqrbn")

    return Asked(f"{name}:{sign}{limit}", lambda study: compare(own(study), limit))


def _flag(random_: random.Random, model: Made) -> Asked:
    flag = random_.choice(("c", "v", "TT", "tw", "AN"))
    return Asked(
        f"flag:{flag}", lambda study: flag.upper() in study.flags.upper().replace("(", "").replace(")", "").split()
    )


def _fen(random_: random.Random, model: Made) -> Asked:
    fen, turn = model.board.board_fen(), model.board.turn
    if random_.random() < 0.5:
        return Asked(f"fen:{fen}", lambda study: study.board.board_fen() == fen)
    return Asked(
        f'fen:"{fen} {"w" if turn else "b"} - - 0 1"',
        lambda study: study.board.board_fen() == fen and study.board.turn == turn,
    )


def _board(random_: random.Random, model: Made) -> Asked:
    texts: list[str] = []
    meanings: list[Meaning] = []
    for square in random_.sample(list(model.board.piece_map()), random_.choice((1, 1, 2))):
        text, meaning = _designator(random_, model, square)
        texts.append(text)
        meanings.append(meaning)
    return Asked(f'board:"{" ".join(texts)}"', lambda study: all(meaning(study) for meaning in meanings))


def _designator(random_: random.Random, model: Made, square: int) -> tuple[str, Meaning]:
    piece = model.board.piece_at(square)
    assert piece
    letter = piece.symbol()
    men, letters = random_.choice(
        ((letter, letter), (f"[{letter}Q]", letter + "Q"), ("A", "KQRBNP"), ("a", "kqrbnp"), ("_", "."))
    )
    name = chess.square_name(square)
    shape = random_.randrange(5)
    area, squares = "", set(range(64))
    if shape == 1:
        area, squares = name, {square}
    elif shape == 2:
        area, squares = f"[a-h]{name[1]}", {one for one in range(64) if one // 8 == square // 8}
    elif shape == 3:
        area, squares = f"{name[0]}1-8", {one for one in range(64) if one % 8 == square % 8}
    elif shape == 4:
        other = random_.randrange(64)
        area, squares = f"[{name},{chess.square_name(other)}]", {square, other}

    def meaning(study: Made) -> bool:
        shown = {one: man.symbol() for one, man in study.board.piece_map().items()}
        return any(shown.get(one, ".") in letters for one in squares)

    return men + area, meaning


TERMS = (
    _class, _material, _kings, _goal, _turn, _composer, _event, _year, _award, _number, _flag, _fen, _board, _board,
    _every,
)  # fmt: skip
