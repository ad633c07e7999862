"""Changes of a position as a pattern announces them, and random lines to play from a position."""

import random
import re
from collections.abc import Callable, Sequence

import chess

from tests.solutions.twin_words import Tongue, fields

KINDS = {
    "move": "man moved",
    "king": "king moved",
    "remove": "man removed",
    "add": "man added",
    "replace": "man replaced",
    "exchange": "men exchanged",
    "turn": "Black to move",
    "colors": "colors exchanged",
    "colorsb": "colors exchanged, Black to move",
    "fen": "FEN",
    "list": "list of men",
    "two": "two changes",
    "chain": "change of a twin",
}
"""The kinds of change: the name in `twin_patterns`, and the name in tables."""
Announcement = tuple[chess.Board, str]
"""The changed position, and its announcement without a label."""

_COLORED = re.compile(r"\{(?:[cCkf]|sides?|[nN]om|[aA]cc|[gG]en)\d?\}")
_VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 20}
_ADDED = [chess.PAWN] * 6 + [chess.KNIGHT, chess.BISHOP] * 2 + [chess.ROOK]
_FEWEST_MEN, _MOST_MEN = 3, 11
_FAR = 2
"""Kings, knights and pawns are mostly moved by at most as many squares."""


def announce(
    kind: str,
    pattern: str,
    board: chess.Board,
    tongue: Tongue,
    letters: tuple[str, ...],
    rng: random.Random,
    ref: str = "",
) -> Announcement | None:
    """Return a random change of `board` with the words of `pattern`; None if it makes no legal position.

    `ref` is the printed label of the twin that is `board`.
    """
    new, words = board.copy(stack=False), {"ref": ref}
    if kind in ("turn", "colorsb") or ("{fen}" in pattern and rng.random() < 0.25):
        new.turn = chess.BLACK
    if kind in ("colors", "colorsb"):
        new.set_piece_map({at: chess.Piece(man.piece_type, not man.color) for at, man in board.piece_map().items()})
    steps = _steps(kind, pattern)
    for number, step in enumerate(steps):
        made = _STEPS[step](new, kind, pattern, "2" * number, rng)
        if made is None:
            return None
        for suffix, man, squares in made:
            words |= fields(tongue, letters, man, suffix, **squares)
    if kind in ("two", "exchange") and words.get("x2") in (words.get("y"), words.get("x")):
        return None
    if not new.is_valid() or not _FEWEST_MEN <= len(new.piece_map()) <= _MOST_MEN:
        return None
    if new.board_fen() == board.board_fen() and new.turn == board.turn:
        return None
    words |= {"fen": new.fen(), "placement": new.board_fen()}
    for name, pawn in (("", ""), ("p", letters[5].lower()), ("P", letters[5])):
        words |= {"here" + name: _men(new, chess.WHITE, letters, pawn)}
        words |= {"there" + name: _men(new, chess.BLACK, letters, pawn)}
    return new, pattern.format_map(words)


def _men(board: chess.Board, color: chess.Color, letters: tuple[str, ...], pawn: str) -> str:
    """Return the men of `color` as words: `Kg3, Bb2, a4`, without commas if `pawn` is a small letter."""
    order = [chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN]
    signs = (*letters[:5], pawn)
    return (" " if pawn.islower() else ", ").join(
        sign + chess.square_name(at)
        for kind, sign in zip(order, signs, strict=True)
        for at in sorted(board.pieces(kind, color), key=chess.square_name)
    )


def _steps(kind: str, pattern: str) -> list[str]:
    """Return the elementary changes of a pattern."""
    if kind in ("turn", "colors", "colorsb"):
        return []
    if kind in ("fen", "list"):
        return ["move", "move"]
    if kind == "two":
        return [
            "move",
            "move" if "{y2}" in pattern or "{onto2}" in pattern else "add" if "{z2}" in pattern else "remove",
        ]
    if kind == "chain":
        return ["add" if "{z}" in pattern else "move" if "{y}" in pattern or "{onto}" in pattern else "remove"]
    return [kind]


Made = list[tuple[str, chess.Piece, dict[str, str]]] | None
"""The men of a change, each with its suffix in the pattern and the names of its squares."""


def _chosen(board: chess.Board, kind: str, pattern: str, suffix: str, rng: random.Random) -> int | None:
    """Return the square of a random man that the pattern may name without ambiguity."""
    men = board.piece_map()
    if kind in ("king", "move", "remove", "replace"):
        men = {at: man for at, man in men.items() if (man.piece_type == chess.KING) == (kind == "king")}
    if kind not in ("fen", "list") and not re.search(rf"\{{(?:x|off){suffix}\}}", pattern):
        is_colored = _COLORED.search(pattern) or kind == "king"
        signs = [man.symbol() if is_colored else man.symbol().upper() for man in board.piece_map().values()]
        men = {
            at: man for at, man in men.items() if signs.count(man.symbol() if is_colored else man.symbol().upper()) == 1
        }
    return rng.choice(sorted(men)) if men else None


def _target(board: chess.Board, man: chess.Piece, near: int | None, rng: random.Random) -> int:
    """Return a random empty square for `man`, mostly near to `near` for a man that steps."""
    squares = [at for at in chess.SQUARES if board.piece_at(at) is None]
    if man.piece_type == chess.PAWN:
        squares = [at for at in squares if 0 < chess.square_rank(at) < 7]
    if near is not None and man.piece_type in (chess.PAWN, chess.KING, chess.KNIGHT) and rng.random() < 0.8:
        squares = [at for at in squares if chess.square_distance(at, near) <= _FAR] or squares
        same_file = [at for at in squares if chess.square_file(at) == chess.square_file(near)]
        if man.piece_type == chess.PAWN and same_file and rng.random() < 0.6:
            squares = same_file
    return rng.choice(squares)


def _move(board: chess.Board, kind: str, pattern: str, suffix: str, rng: random.Random) -> Made:
    at = _chosen(board, kind, pattern, suffix, rng)
    man = None if at is None else board.remove_piece_at(at)
    if at is None or man is None:
        return None
    board.set_piece_at(at, man)
    to = _target(board, man, at, rng)
    board.remove_piece_at(at)
    board.set_piece_at(to, man)
    return [(suffix, man, {"x": chess.square_name(at), "y": chess.square_name(to)})]


def _remove(board: chess.Board, kind: str, pattern: str, suffix: str, rng: random.Random) -> Made:
    at = _chosen(board, "remove", pattern, suffix, rng)
    man = None if at is None else board.remove_piece_at(at)
    return [(suffix, man, {"x": chess.square_name(at)})] if at is not None and man else None


def _add(board: chess.Board, kind: str, pattern: str, suffix: str, rng: random.Random) -> Made:
    man = chess.Piece(rng.choice(_ADDED), rng.random() < 0.5)
    at = _target(board, man, None, rng)
    board.set_piece_at(at, man)
    return [(suffix, man, {"z": chess.square_name(at)})]


def _replace(board: chess.Board, kind: str, pattern: str, suffix: str, rng: random.Random) -> Made:
    at = _chosen(board, kind, pattern, suffix, rng)
    man = None if at is None else board.remove_piece_at(at)
    if at is None or man is None:
        return None
    new = chess.Piece(rng.choice([one for one in range(chess.PAWN, chess.KING) if one != man.piece_type]), man.color)
    board.set_piece_at(at, new)
    square = {"x": chess.square_name(at)}
    return [("", man, square), ("2", new, {})]


def _exchange(board: chess.Board, kind: str, pattern: str, suffix: str, rng: random.Random) -> Made:
    at = _chosen(board, kind, pattern, "", rng)
    to = _chosen(board, kind, pattern, "2", rng)
    if at is None or to is None or board.piece_at(at) == board.piece_at(to):
        return None
    one, other = board.remove_piece_at(at), board.remove_piece_at(to)
    assert one
    assert other
    board.set_piece_at(at, other)
    board.set_piece_at(to, one)
    return [("", one, {"x": chess.square_name(at)}), ("2", other, {"x": chess.square_name(to)})]


_STEPS: dict[str, Callable[[chess.Board, str, str, str, random.Random], Made]] = {
    "move": _move,
    "king": _move,
    "remove": _remove,
    "add": _add,
    "replace": _replace,
    "exchange": _exchange,
}


def random_line(start: chess.Board, plies: int, rng: random.Random) -> list[str] | None:
    """Return `plies` moves in SAN that do not end the game before the last one; None if there are none."""
    board, sans, seen, left = start.copy(stack=False), list[str](), {start.board_fen()}, dict[int, int]()
    for ply in range(plies):
        weights: dict[chess.Move, float] = {}
        for move in board.legal_moves:
            if move.promotion and move.promotion != chess.QUEEN and 0.1 < rng.random():
                continue
            value = _value(board, move) - 4 * (left.get(move.from_square) == move.to_square)
            board.push(move)
            is_end = board.is_insufficient_material() or not any(board.legal_moves)
            if not (is_end and ply < plies - 1) and board.board_fen() not in seen:
                weights[move] = 2.0 ** min(6.0, max(-6.0, value))
            board.pop()
        if not weights:
            return None
        move = rng.choices(list(weights), list(weights.values()))[0]
        sans.append(board.san(move))
        # A man that has moved from one square to another should not return at once.
        left.pop(move.from_square, None)
        left[move.to_square] = move.from_square
        board.push(move)
        seen.add(board.board_fen())
    return sans


def _value(board: chess.Board, move: chess.Move) -> float:
    """Return roughly how much `move` gains: what it captures, less the man if it is lost."""
    man, victim = board.piece_at(move.from_square), board.piece_at(move.to_square)
    assert man
    value = float(_VALUES[victim.piece_type]) if victim else 0.0
    value += 1.5 * board.gives_check(move) + (man.piece_type == chess.PAWN) + 8 * bool(move.promotion)
    hitters = board.attackers(not board.turn, move.to_square)
    guards = board.attackers(board.turn, move.to_square) - chess.SquareSet([move.from_square])
    if hitters and man.piece_type != chess.KING and not guards:
        value -= _VALUES[man.piece_type]
    if board.is_attacked_by(not board.turn, move.from_square) and not hitters:
        value += min(2, _VALUES[man.piece_type] / 2)
    return value


def is_playable(start: chess.Board, sans: Sequence[str]) -> bool:
    """Return True if no move of `sans` is illegal from `start`; all after an ambiguous one count as legal."""
    board = start.copy(stack=False)
    try:
        for san in sans:
            board.push_san(san)
    except chess.AmbiguousMoveError:
        return True
    except ValueError:
        return False
    return True
