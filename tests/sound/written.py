"""Sound documents made from positions with lines, in many languages and forms."""

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import chess

ENDINGS = """\
8/8/1KP5/3r4/8/8/8/k7 + c7 Rd6+ Kb5 Rd5+ Kb4 Rd4+ Kb3 Rd3+ Kc2 Rd4 c8=R Ra4 Kb3
7K/8/k1P5/7p/8/8/8/8 = Kg7 h4 Kf6 Kb6 Ke5 h3 Kd6 h2 c7 Kb7 Kd7
1K1k4/1P6/8/8/8/8/r7/2R5 + Rd1+ Ke7 Rd4 Ra1 Kc7 Rc1+ Kb6 Rb1+ Kc6 Rc1+ Kb5 Rb1+ Rb4
8/8/5N2/8/7p/8/5K2/7k + Ng4 h3 Kf1 h2 Nf2#
K7/8/8/8/8/k6n/8/5R2 + Rf3+ Kb4 Rxh3 Kc4 Kb7 Kd5 Kb6
8/8/5K2/4P3/1k5n/8/8/8 + e6 Ng6 Kxg6 Kc5 e7 Kd6 Kf7
5K2/8/6P1/8/8/8/7p/2k5 = g7 h1=Q g8=Q Qh6+ Qg7 Qxg7+ Kxg7
3N4/8/4K3/8/8/4p3/2k5/8 = Nc6 e2 Nd4+ Kd3 Nxe2
2R5/8/8/5K2/8/8/5p2/3k4 = Rd8+ Ke2 Re8+ Kf3 Kg6 Kg4 Rf8 Kg3 Rxf2 Kxf2
8/4K3/3P4/3b4/5R2/8/8/3k4 + Rd4+ Ke2 Rxd5 Kf3 Ra5 Kg4
2KB4/5P2/7k/8/8/5n2/8/8 + f8=Q+ Kh7 Qxf3 Kh8 Qf6+ Kh7 Qf7+ Kh8 Bf6#
8/1k1N4/6P1/8/4n1K1/8/8/8 + Nc5+ Kc8 Nxe4 Kd8 Nc5 Ke8
6N1/3r4/8/3k4/4R1K1/8/8/8 + Nf6+ Kd6 Nxd7 Kxd7 Re5 Kd8
8/8/K6B/8/B3k3/8/6n1/8 + Bc6+ Kf5 Bxg2 Kg6 Bd2 Kg7
8/8/6P1/P7/6k1/8/K1p5/8 + Kb2 c1=Q+ Kxc1 Kh5 a6 Kh6 a7 Kh5 a8=Q
8/8/8/6Q1/8/4P3/4q3/2K1k3 + Qg1+ Qf1 Qxf1+ Kxf1 Kb1 Kg2 e4 Kh3 e5
8/8/1Q6/8/8/K1N5/2k3q1/8 + Qb2+ Kd3 Qxg2 Ke3 Ne2 Kd3 Qf3+ Kd2
8/8/2p5/2K3P1/6b1/6R1/8/1k6 + Rxg4 Kc2 Kxc6 Kd3
6K1/2r4Q/1Bp5/8/8/8/8/3k4 + Qxc7 Ke2 Qxc6 Kd2 Bd4 Ke2
4k3/8/8/3Q4/7K/8/2pr3B/8 + Qxd2 Kf8 Qxc2 Kg7 Qc7+ Kh6 Qb7 Kg6 Be5 Kh6 Qg7#"""
"""One ending a line: placement with White to move, goal, moves in SAN."""


class Tongue(NamedTuple):
    """The words of a language: letters of K Q R B N, results, heading and `end` of a solution."""

    men: str
    win: str
    draw: str
    or_: str
    stands: str
    end: dict[str, str]


TONGUES = {
    "English": Tongue("K Q R B N", "Win", "Draw", "or", "Solution", {"+": "and wins", "=": "draws"}),
    "German": Tongue("K D T L S", "Gewinn", "Remis", "oder", "Lösung", {"+": "und gewinnt", "=": "remis"}),
    "Dutch": Tongue("K D T L P", "Wit wint", "Remise", "of", "Oplossing", {"+": "en wint", "=": "remise"}),
    "French": Tongue("R D T F C", "Gain", "Nulle", "ou", "Solution", {"+": "et gagne", "=": "nulle"}),
    "Spanish": Tongue("R D T A C", "Ganan", "Tablas", "o", "Solución", {"+": "y ganan", "=": "tablas"}),
    "Italian": Tongue("R D T A C", "Vince", "Patta", "o", "Soluzione", {"+": "e vince", "=": "patta"}),
    "Russian": Tongue("Кр Ф Л С К", "Выигрыш", "Ничья", "или", "Решение", {"+": "с выигрышем", "=": "с ничьей"}),
    "Polish": Tongue("K H W G S", "Wygrana", "Remis", "lub", "Rozwiązanie", {"+": "i wygrywa", "=": "remis"}),
}


class Written(NamedTuple):
    """A document; `kind` is its markup, as `markdown`; `fact` lists FEN, goal and line."""

    name: str
    kind: str
    text: str
    fact: str


def written(seed: int) -> Written:
    """Return the document that `seed` selects: ending, language and form."""
    rng = random.Random(seed)
    fen, goal, *line = rng.choice(ENDINGS.splitlines()).split()
    language = rng.choice(list(TONGUES))
    tongue = TONGUES[language]
    board = chess.Board(f"{fen} w - - 0 1")
    code = _code(board, tongue.win if goal == "+" else tongue.draw)
    moves = " ".join(_moves(rng, board, line, tongue))
    frame = rng.choice(list(FRAMES))
    kind, text = FRAMES[frame](rng, code, board, f"{moves} {tongue.end[goal]}.", tongue)
    return Written(f"{seed}-{language}-{frame}", kind, text, f"* `{fen} w` {goal} {' '.join(line)}")


def _code(board: chess.Board, result: str) -> str:
    kings = "".join(chess.square_name(board.king(color) or 0) for color in chess.COLORS)
    counts = [[len(board.pieces(kind, color)) for color in chess.COLORS] for kind in (5, 4, 3, 2, 1)]
    digits = "".join(str(white + 3 * black) for white, black in counts[:4])
    sizes = [chess.popcount(board.occupied_co[color]) for color in chess.COLORS]
    return f"{kings} {digits}.{counts[4][0]}{counts[4][1]} {sizes[0]}/{sizes[1]} {result}"


def _moves(rng: random.Random, board: chess.Board, line: list[str], tongue: Tongue) -> Iterator[str]:
    point = rng.choice((".", ". "))
    black = rng.choice(("...", "…", "... "))
    captures = rng.choice(("x", "x", ":", ""))
    promotes = rng.choice(("=", "", "/"))
    marks = rng.choice((None, None, "({})", "[{}]", " {})", "{}", "{})", "^{}"))
    aside = rng.choice(("({})", "[{}]", "– {} –", "({})"))
    board = board.copy()
    noted = 0
    broken = True
    for place, san in enumerate(line, 1):
        number = (
            f"{board.fullmove_number}{point}" if board.turn else f"{board.fullmove_number}{black}" if broken else ""
        )
        broken = False
        move = board.parse_san(san)
        shown = _shown(board.san(move), tongue, captures, promotes) + rng.choice(("", "", "", "!", "!!", "!?"))
        if marks and rng.random() < 0.3:
            shown += marks.format("abcdefghijklmnop"[noted])
            noted += 1
        yield number + shown
        others = [other for other in board.legal_moves if other != move and not board.is_capture(other)]
        if others and place < len(line) and rng.random() < 0.25:
            other = rng.choice(others)
            number = f"{board.fullmove_number}{point if board.turn else black}"
            said = f"{number}{_shown(board.san(other), tongue, captures, promotes)}"
            board.push(other)
            replies = list(board.legal_moves)
            if replies:
                reply = board.san(rng.choice(replies))
                number = f" {board.fullmove_number}{point}" if board.turn else " "
                said += number + _shown(reply, tongue, captures, promotes)
            board.pop()
            yield aside.format(rng.choice(("", f"{tongue.or_} ")) + said)
            broken = True
        board.push(move)


def _shown(san: str, tongue: Tongue, captures: str, promotes: str) -> str:
    men = dict(zip("KQRBN", tongue.men.split(), strict=True))
    san = san.replace("=", promotes)
    if captures == "" and re.match("[a-h]x", san):
        captures = "x"
    return re.sub("[KQRBN]", lambda man: men[man.group()], san.replace("x", captures))


_Frame = Callable[[random.Random, str, chess.Board, str, Tongue], tuple[str, str]]


def _plain(rng: random.Random, code: str, board: chess.Board, solution: str, tongue: Tongue) -> tuple[str, str]:
    fen = rng.choice((board.fen(), board.board_fen()))
    return "text", f"No. {rng.randint(1, 999)}\n\n{code}\n{fen}\n\n{solution}\n"


def _numbered(rng: random.Random, code: str, board: chess.Board, solution: str, tongue: Tongue) -> tuple[str, str]:
    return "text", f"7) {code}\n{board.fen()}\n\n{tongue.stands}: {solution}\n"


def _listed(rng: random.Random, code: str, board: chess.Board, solution: str, tongue: Tongue) -> tuple[str, str]:
    men = [_men(board, color, tongue) for color in (True, False)]
    return "text", f"{men[0]} / {men[1]}\n{code}\n\n{solution}\n"


def _markdown(rng: random.Random, code: str, board: chess.Board, solution: str, tongue: Tongue) -> tuple[str, str]:
    return "markdown", f"## {tongue.stands}\n\n**{code}** `{board.fen()}`\n\n{solution}\n"


def _latex(rng: random.Random, code: str, board: chess.Board, solution: str, tongue: Tongue) -> tuple[str, str]:
    solution = solution.replace("#", "\\#")
    return "latex", f"\\section{{{tongue.stands}}}\n{code}\n\n\\fen{{{board.fen()}}}\n\n{solution}\n"


def _html(rng: random.Random, code: str, board: chess.Board, solution: str, tongue: Tongue) -> tuple[str, str]:
    return "html", f"<p>{code}</p>\n<p><code>{board.fen()}</code></p>\n<p>{solution}</p>\n"


def _grid(rng: random.Random, code: str, board: chess.Board, solution: str, tongue: Tongue) -> tuple[str, str]:
    return "text", f"{code}\n\n{board}\n\n{solution}\n"


def _men(board: chess.Board, color: chess.Color, tongue: Tongue) -> str:
    letters = tongue.men.split()
    men = []
    for kind in (6, 5, 4, 3, 2, 1):
        letter = letters[(0, 0, 4, 3, 2, 1, 0)[kind]] if kind > 1 else ""
        men += [letter + chess.square_name(square) for square in board.pieces(kind, color)]
    return " ".join(men)


FRAMES: dict[str, _Frame] = {
    "plain": _plain,
    "numbered": _numbered,
    "listed": _listed,
    "markdown": _markdown,
    "latex": _latex,
    "html": _html,
    "grid": _grid,
}
