"""Random endings and trees of legal moves, printed as in the database of studies.

python-chess grows each tree once. It is printed as four records, each a half-move later: as it is,
with colors exchanged, mirrored, and both. So no two records show the same position, not even
mirrored, and most of the time is spent on text.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import chess

RECORDS_A_TREE = 4

_LONGEST_MAIN_LINE = 41
_SHORTEST_MAIN_LINE = 12
_VARIATIONS = (0.25, 0.1, 0.0)
"""Probability of a variation for a move of the main line, of a variation, and of a nested one."""
_CROWDED = 0.05
_CASTLES = 0.02
"""`_CROWDED`: probability of at least six pawns a side; `_CASTLES`: that White may castle."""
_NOTES = ("$1", "$2", "{<or>}", "{<main>}", "{<cook MG>}", "{loses time}")
_WIDTH = 79

_FILES = str.maketrans("abcdefgh", "hgfedcba")
_RANKS = str.maketrans("12345678", "87654321")


class Step(NamedTuple):
    """A move, its note, and the variations after it, which replace it."""

    san: str
    note: str
    lines: "list[list[Step]]"


class Shown(NamedTuple):
    """A position with its solution, as printed in a record."""

    fen: str
    white_moves: bool
    plies: int
    movetext: str


def endings(random_: random.Random) -> Iterator[Shown]:
    """Yield the records of one tree: four, or two if White may castle, which rules out mirroring."""
    line: list[Step] = []
    while len(line) < _SHORTEST_MAIN_LINE:
        fens: list[str] = []
        plies = random_.randint(_SHORTEST_MAIN_LINE, _LONGEST_MAIN_LINE)
        line = _grown(random_, random_ending(random_), plies, fens)
    black_too = random_.random() < 0.08
    for first in range(RECORDS_A_TREE):
        if 2 <= first and any(fen.split()[2] != "-" for fen in fens):
            return
        flipped = first % 2 == 1 and not black_too
        mirrored = 2 <= first
        yield _shown(fens[first], line[first:], flipped=flipped, mirrored=mirrored)


def random_ending(random_: random.Random) -> chess.Board:
    """Return a legal position, White to move: at least one move, no check, no promoted men."""
    crowded = random_.random() < _CROWDED
    castles = random_.random() < _CASTLES
    while True:
        board = chess.Board(None)
        squares = random_.sample(range(64), 48)
        pawns = [square for square in squares if 0 < square // 8 < 7]
        for color in (chess.WHITE, chess.BLACK):
            men = [chess.KING, *_pieces(random_)]
            for piece_type in men:
                board.set_piece_at(squares.pop(), chess.Piece(piece_type, color))
            for _ in range(random_.randint(6, 8) if crowded else random_.choice((0, 1, 2, 2, 3, 4, 5))):
                board.set_piece_at(pawns.pop(0), chess.Piece(chess.PAWN, color))
        if castles:
            board.set_piece_at(board.king(chess.WHITE) or 0, None)
            board.set_piece_at(chess.E1, chess.Piece(chess.KING, chess.WHITE))
            board.set_piece_at(chess.H1, chess.Piece(chess.ROOK, chess.WHITE))
            board.castling_rights = chess.BB_H1
        rooks = chess.popcount(board.rooks & board.occupied_co[chess.WHITE])
        few = rooks < 3 and 5 <= chess.popcount(board.occupied)
        if few and board.is_valid() and not board.is_check() and any(board.legal_moves):
            return board


def _pieces(random_: random.Random) -> list[chess.PieceType]:
    counts = (
        (chess.QUEEN, random_.choice((0, 0, 0, 1))),
        (chess.ROOK, random_.choice((0, 0, 1, 2))),
        (chess.BISHOP, random_.choice((0, 0, 1, 1))),
        (chess.KNIGHT, random_.choice((0, 0, 1, 2))),
    )
    return [piece_type for piece_type, count in counts for _ in range(count)]


def _grown(
    random_: random.Random, board: chess.Board, plies: int, fens: list[str] | None = None, depth: int = 0
) -> list[Step]:
    """Return a line of at most `plies` random moves; add its first positions to `fens`.

    `board` is restored. No move ends the game, because that could contradict the goal of a record.
    """
    line: list[Step] = []
    for _ in range(plies):
        if fens is not None and len(fens) < RECORDS_A_TREE:
            fens.append(board.fen())
        moves = list(board.legal_moves)
        move = random_.choice(moves)
        if _ends_with(board, move):
            break
        lines = []
        if random_.random() < _VARIATIONS[depth]:
            other = random_.choice(moves)
            if other != move and not _ends_with(board, other):
                san = board.san_and_push(other)
                step = Step(san, _note(random_), [])
                lines.append([step, *_grown(random_, board, random_.randint(0, 8), depth=depth + 1)])
                board.pop()
        line.append(Step(board.san_and_push(move), _note(random_), lines))
    for _ in line:
        board.pop()
    return line


def _ends_with(board: chess.Board, move: chess.Move) -> bool:
    """Return True if `move` ends the game: mate, stalemate or bare kings."""
    board.push(move)
    ends = chess.popcount(board.occupied) == 2 or not any(board.legal_moves)
    board.pop()
    return ends


def _note(random_: random.Random) -> str:
    kind = random_.random()
    return "" if 0.08 < kind else _NOTES[0] if 0.045 < kind else _NOTES[1] if 0.01 < kind else random_.choice(_NOTES)


def _shown(fen: str, line: list[Step], *, flipped: bool, mirrored: bool) -> Shown:
    placement, turn, castling, en_passant, *_ = fen.split()
    ranks = placement.split("/")
    table: dict[int, int] = {}
    if flipped:
        ranks, table = [rank.swapcase() for rank in reversed(ranks)], dict(_RANKS)
        turn, castling = "wb"[turn == "w"], castling.swapcase()
    if mirrored:
        ranks, table = [rank[::-1] for rank in ranks], table | _FILES
    pieces: list[str] = []
    _print(line, 0 if turn == "w" else 1, pieces, table)
    fields = f"{'/'.join(ranks)} {turn} {castling} {en_passant.translate(table)} 0 1"
    return Shown(fields, turn == "w", len(line), wrapped(pieces))


def _print(line: list[Step], ply: int, pieces: list[str], table: dict[int, int]) -> None:
    """Append the words of `line` to `pieces`; a word after a blank starts with that blank."""
    blank, numbered = "" if not pieces or pieces[-1] == " (" else " ", True
    for san, note, lines in line:
        if ply % 2 == 0:
            pieces += (f"{blank}{ply // 2 + 1}.", san.translate(table))
        elif numbered:
            pieces += (f"{blank}{ply // 2 + 1}...", san.translate(table))
        else:
            pieces.append(f"{blank}{san.translate(table)}")
        blank = " "
        if note:
            pieces += (f" {word}" for word in note.split())
        for other in lines:
            pieces.append(" (")
            _print(other, ply, pieces, table)
            pieces.append(")")
        numbered = bool(note or lines)
        ply += 1


def wrapped(pieces: list[str]) -> str:
    """Join `pieces` into lines of the same maximum width as in the database."""
    parts: list[str] = []
    column = 0
    for piece in pieces:
        if _WIDTH < column + len(piece):
            piece = "\n" + piece.lstrip()
            column = -1
        parts.append(piece)
        column += len(piece)
    return "".join(parts)
