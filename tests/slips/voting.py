"""Studies in prose with a slip in the kings of the code or of the FEN; only the solution can decide."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import chess
import chess.pgn

_HOSTS = {
    "a.md": "# Study\n\n{code}\n\n`{fen}`\n\n{line} and so on.\n",
    "b.md": "# Study\n\n{code} `{fen}`\n\n{line}\n",
    "a.txt": "No 41 Somebody\n{code}\n{fen}\n\n{line}\n",
    "a.tex": "\\section{{Study}}\n\\fen{{{fen}}}\n\n{code}\n\n{line}.\n",
    "a.html": "<h1>Study</h1>\n<p>{code}</p>\n<pre>{fen}</pre>\n<p>{line}</p>\n",
}
_GERMAN = str.maketrans("QRBN", "DTLS")


class Tie(NamedTuple):
    """A document with a slip in either the code or the board."""

    name: str
    text: str
    slip: str
    """`code` or `board`."""
    right: str
    """The correct text of the kings (`code`) or of the FEN (`board`)."""


def ties(path: Path, rng: random.Random, cut: int = 0) -> Iterator[Tie]:
    """Yield up to two documents per study of `path`; a nonzero `cut` limits the half-moves printed."""
    with path.open(encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            found = re.fullmatch(r"\(([+=])(\d{4}\.\d\d)([a-h]\d)([a-h]\d)\)", game.headers.get("Black", ""))
            moves = list(game.mainline_moves())[: cut or None]
            start = game.board()
            if not found or not moves or start.turn is chess.BLACK or "9" in found[2]:
                continue
            for side in ("code", "board"):
                slipped = _slipped(start, rng)
                if slipped is None:
                    continue
                code, board = (slipped, start) if side == "code" else (start, slipped)
                kings = _kings(code)
                line = start.variation_san(moves)
                if rng.random() < 0.3:
                    line = line.translate(_GERMAN)
                goal = "Win" if found[1] == "+" else "Draw"
                name = rng.choice(list(_HOSTS))
                fen = f"{board.board_fen()} w - - 0 1"
                text = _HOSTS[name].format(code=f"{kings} {found[2]} {goal}", fen=fen, line=line)
                yield Tie(name, text, side, _kings(start) if side == "code" else start.board_fen())


def _kings(board: chess.Board) -> str:
    squares = board.king(chess.WHITE), board.king(chess.BLACK)
    return "".join(chess.square_name(square) for square in squares if square is not None)


def _slipped(board: chess.Board, rng: random.Random) -> chess.Board | None:
    """Exchange the kings of a copy of `board` or move one by one square; None if it is not valid."""
    made = board.copy(stack=False)
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    if white is None or black is None:
        return None
    if rng.random() < 0.4:
        made.set_piece_at(white, chess.Piece.from_symbol("k"))
        made.set_piece_at(black, chess.Piece.from_symbol("K"))
        return made if made.is_valid() else None
    color, old = rng.choice(((chess.WHITE, white), (chess.BLACK, black)))
    file, rank = chess.square_file(old), chess.square_rank(old)
    file, rank = rng.choice(((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)))
    if not (0 <= file < 8 and 0 <= rank < 8) or made.piece_at(chess.square(file, rank)):
        return None
    made.remove_piece_at(old)
    made.set_piece_at(chess.square(file, rank), chess.Piece(chess.KING, color))
    return made if made.is_valid() else None
