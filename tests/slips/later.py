"""Captions with a picture and a FEN after some moves: a later position, so no finding is right."""

import random
import re
from pathlib import Path

import chess
import chess.pgn

_WORDS = ("after {move}:\n", "Position: ", "The key position is\n", "", "Diagram 2\n")


def later_positions(path: Path, count: int, seed: str) -> list[str]:
    """Return `count` Markdown documents of studies in `path`: caption, picture, moves, the FEN after them."""
    rng = random.Random(seed)
    games: list[chess.pgn.Game] = []
    with path.open(encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            if re.fullmatch(r"\([+=]\d{4}\.\d\d[a-h]\d[a-h]\d\).*", game.headers.get("Black", "")):
                games.append(game)
    texts: list[str] = []
    while len(texts) < count:
        game = rng.choice(games)
        board, moves = game.board(), []
        for move in list(game.mainline_moves())[: rng.randint(1, 14)]:
            number = f"{board.fullmove_number}." if board.turn else ""
            moves.append(f"{number}{board.san(move)}")
            board.push(move)
        if not moves or not moves[0][0].isdigit():
            continue
        fen = board.board_fen()
        shown = rng.choice((board.fen(), f"{fen} {'w' if board.turn else 'b'} - - 0 1", fen))
        words = rng.choice(_WORDS).format(move=moves[-1])
        code = game.headers["Black"].split(")")[0].strip("(")
        kings, force, goal = code[-4:], code[1:8], "Win" if code[0] == "+" else "Draw"
        texts.append(f"# A study\n\n{kings} {force} {goal}\n\n![](a.png)\n\n{' '.join(moves)} {words}`{shown}`\n")
    return texts
