"""Moves are followed in C as in Python: whatever C understands, Python finds the same in it."""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import KING, PAWN, QUEEN
from gbr_lsp.solutions import replay
from gbr_lsp.solutions.c_extension import FOLLOW, MAY_END
from gbr_lsp.solutions.game import read_game
from gbr_lsp.solutions.goal_outcomes import final_outcome, has_bare_kings
from gbr_lsp.solutions.legal_moves import can_move, check_sign, is_check, legal_moves, moves_from
from gbr_lsp.solutions.line import nodes_of
from gbr_lsp.solutions.position import CASTLES, Position, position_key, position_of
from gbr_lsp.solutions.replay import INITIAL, LineEnd, Start, ends_in_python, position_at
from gbr_lsp.solutions.san import MOVES, NULL

needs_c = pytest.mark.skipif(FOLLOW is None, reason="there was no C compiler")
_GAMES = [(3, 100), pytest.param(5, 8_000, marks=pytest.mark.long)]
_LETTERS = "KQRBNabcdefgh12345678x-=+#!?.()[]{}$;%*O0 \n/é½\0"


def over(ends: list[LineEnd] | None) -> list[LineEnd] | None:
    return ends and [end for end in ends if has_bare_kings(end.position) or not can_move(end.position)]


def compare(text: str, now: Position, start: int = 0) -> bool:
    """Whether C understands a game; if so, Python finds the same ends, and that signs are right if C says so."""
    assert FOLLOW
    found = FOLLOW(text, start, now, False)
    if text.count("{") != text.count("}"):
        return False
    if isinstance(found, int):
        assert start <= found <= len(text)
        assert isinstance(FOLLOW(text, start, now, True), int)
        return False
    assert [LineEnd(*end) for end in found] == over(ends_in_python(text, now, start)), text
    return True


def compare_signs(text: str, start: Start) -> None:
    """Signs are right in C where they are in the tree."""
    assert FOLLOW
    now = position_at(start, bool(start.turn))
    if not isinstance(FOLLOW(text, 0, now, False), int):
        wrong = [
            node
            for node in nodes_of(read_game(text, start).line)
            if node.before
            and node.after
            and node.san
            and not _fits(node.before, node.after, node.san, text[node.span.start : node.span.end])
        ]
        assert isinstance(FOLLOW(text, 0, now, True), int) is bool(wrong), text


def _fits(before: Position, after: Position, san: str, written: str) -> bool:
    move, printed = MOVES[before[3]][san], written[len(written.rstrip("+#")) :]
    due = check_sign(after) if move and move.piece_type != NULL else ""
    return bool(printed) if due == "#" else printed in ("+", "++") if due else not printed


def compare_ends(text: str, start: Start) -> Iterator[bool]:
    """Yield for each position of a game whether a move ends it, found in C as in Python."""
    assert MAY_END
    for node in nodes_of(read_game(text, start).line):
        for position in (node.before, node.after):
            if position:
                us, them, _, turn = position
                # A king may have been taken, if the game starts with the side in check that is not to move.
                is_usual = bool(us[KING] and them[KING]) and not is_check((them, us, 0, not turn))
                ends = any(final_outcome(after) for _, after in moves_from(position))
                assert MAY_END(position) is (ends or not is_usual), position
                yield ends


def start_of(rng: random.Random) -> Start:
    """Where a random game starts: from the first position, from one with castling, or from a few men."""
    kind = rng.random()
    if kind < 0.2:
        return INITIAL
    if kind < 0.4:
        men = rng.choice(
            ["r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R", "r3k2r/P6P/8/8/8/8/p6p/R3K2R", "4k3/8/8/8/8/8/8/R3K2R"]
        )
        return Start(Placement(men), rng.random() < 0.5, rng.choice(["KQkq", "Kq", "Q", "-"]), "-")
    while True:
        squares = rng.sample(range(64), rng.choice((2, 3, 4, 5, 8, 12)))
        men_at = {squares[0]: (KING, True), squares[1]: (KING, False)}
        men_at |= {square: (rng.randint(PAWN, QUEEN), rng.random() < 0.5) for square in squares[2:]}
        placement = from_squares(men_at)
        if placement and not placement.misplaced_pawns:
            start = Start(
                placement, rng.random() < 0.5, "-", rng.choice(["-", rng.choice("abcdefgh") + rng.choice("36")])
            )
            # Where the side that is not to move is in check, its king can be taken.
            us, them, _, turn = position_at(start, bool(start.turn))
            if rng.random() < 0.1 or not is_check((them, us, 0, not turn)):
                return start


def game(rng: random.Random, now: Position, length: int = 12, depth: int = 2, half: int | None = None) -> str:
    """Random legal moves with numbers, signs, comments, glyphs and variations, sometimes without a capture sign or with
    more of a square than is needed."""
    half = half or 2 * rng.choice((1, 1, 1, 40, 998)) + (not now[3])
    text, numbered = "", True
    for _ in range(length):
        moves = legal_moves(now)
        if not moves:
            break
        ends = [move for move in moves if not can_move(move.after)]
        san, after = rng.choice(ends if ends and rng.random() < 0.5 else moves)
        number = f"{half // 2}{'...' if half % 2 else '.'}{rng.choice(['', ' '])}" if numbered or not half % 2 else ""
        if rng.random() < 0.05:
            dashed = f"{san[0]}-{san[1:]}" if san[0] in "KQR" and len(san) == 3 else san
            san = rng.choice([san.replace("x", ""), san.replace("O", "0"), dashed, "--"])
            after = after if san != "--" else (now[1], now[0], 0, not now[3])
        sign = check_sign(after) if rng.random() < 0.97 else rng.choice(["", "+", "#", "++"])
        behind = rng.choice(
            [""] * 12 + ["!", "?", "!?", "?!", "??", " $2", " $1", " $22", " {é (Kd4}", " {Kd5} ", "\n", "."]
        )
        text += f"{rng.choice([' ', ' ', chr(10)])}{number}{san}{sign}{behind}"
        numbered = rng.random() < 0.05 or "{" in behind
        while depth and rng.random() < 0.15:
            text += f" ({game(rng, now, rng.randint(1, 4), depth - 1, half).strip()})"
            numbered = True
        now, half = after, half + 1
    return text


def damaged(rng: random.Random, text: str) -> str:
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(text) + 1)
        end = at + rng.choice((0, 1, 1, 3))
        text = text[:at] + "".join(rng.choices(_LETTERS, k=rng.choice((0, 1, 1, 2)))) + text[end:]
    return text


def games(seed: int, count: int) -> Iterator[tuple[str, Start]]:
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        start = start_of(rng)
        ending = rng.choice([" 1-0", " 1/2-1/2\n\n", " *", " 0-1", "", "\n", " 1-0 {so}"])
        yield f'[White "é"]\n[Result "*"]\n\n{game(rng, position_at(start, bool(start.turn)))}{ending}', start


@needs_c
@pytest.mark.parametrize(("seed", "count"), _GAMES)
def test_random_games_are_followed_alike(seed: int, count: int) -> None:
    understood = clean = 0
    for text, start in games(seed, count):
        now = position_at(start, bool(start.turn))
        understood += compare(text, now)
        clean += ends_in_python(text, now) is not None
        compare_signs(text, start)
    assert count < 2 * clean
    assert 99 * clean <= 100 * understood, "of clean games hardly any may be handed back"


@needs_c
@pytest.mark.parametrize(("seed", "count"), _GAMES)
def test_damaged_games_are_followed_alike(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for text, start in games(seed, count):
        for _ in range(3):
            other = damaged(rng, text)
            compare(other, position_at(start, bool(start.turn)))
            compare_signs(other, start)


@needs_c
@pytest.mark.parametrize("null", ["--", "Z0", "0000", "@@@@"])
@pytest.mark.parametrize("castling", ["O-O", "O-O-O", "0-0", "e8g8", "e8h8"])
def test_a_side_in_check_neither_passes_nor_castles(null: str, castling: str) -> None:
    """Nor does a side castle whose king is not there any more."""
    for text in (
        f"1.e4 f5 2.Qh5+ {null} 3.Qxe8 {castling}",
        f"1.e4 f5 2.Qh5+ {castling}",
        f"1.e4 f5 (1...f6 2.Qh5+ {null}) 2.a4 {null}",
    ):
        assert ends_in_python(text, position_at(INITIAL, True)) is None
        assert not compare(text, position_at(INITIAL, True))
    text = f"1.{null} e5 2.{null} a6"
    assert ends_in_python(text, position_at(INITIAL, True))
    assert compare(text, position_at(INITIAL, True)) is (null == "--")
    without_king = position_of(Placement("r6r/8/8/8/8/8/8/4K3"), False, "kq")
    without_king[0][CASTLES] = 1 << 63 | 1 << 56
    assert ends_in_python(f"1...{castling}", without_king) is None
    assert not compare(f"1...{castling}", without_king)


@needs_c
@given(
    st.one_of(st.text(max_size=40), st.text(alphabet=_LETTERS, max_size=40)),
    st.integers(0, 50),
    st.integers(0, 1 << 32),
)
def test_any_text_is_followed_alike(text: str, at: int, seed: int) -> None:
    start = start_of(random.Random(seed))
    compare(text, position_at(start, bool(start.turn)), min(at, len(text)))


@needs_c
def test_every_record_of_the_sample_is_followed_in_c(corpora: Path) -> None:
    text = (corpora / "hhdb-sample.pgn").read_text(encoding="utf-8-sig")
    for record in re.split(r"(?=\[Event )", text)[1:]:
        placement, turn, castling, passant = re.findall(r'FEN "(\S+) (\S) (\S+) (\S+)', record)[0]
        start = Start(Placement(placement), turn == "w", castling, passant)
        assert compare(record, position_at(start, bool(start.turn)))
        compare_signs(record, start)


@needs_c
@pytest.mark.parametrize(("seed", "count"), [(6, 60), pytest.param(7, 3_000, marks=pytest.mark.long)])
def test_a_move_that_ends_the_game_is_found_in_c_as_in_python(seed: int, count: int) -> None:
    found = Counter(ends for text, start in games(seed, count) for ends in compare_ends(text, start))
    assert min(found[True], found[False]) > count


@needs_c
@pytest.mark.parametrize(
    ("placement", "ends"),
    [
        ("7k/5K2/8/8/8/8/8/R7", True),  # mate
        ("k7/8/K7/8/8/8/1Q6/8", True),  # mate and stalemate
        ("8/8/8/8/2k5/8/1p6/K7", True),  # the last man is captured
        ("7k/4KP2/8/8/8/8/8/8", False),
        ("7k/5P2/6K1/8/8/8/8/8", True),  # only a promotion mates
        ("8/8/8/8/8/5k2/8/4K2R", False),
        ("k6P/8/K7/8/8/8/8/8", True),  # a pawn on the last rank is unusual
        ("8/8/8/8/8/8/8/K7", True),  # and so is a missing king
    ],
)
def test_moves_that_end_the_game(placement: str, ends: bool) -> None:
    assert MAY_END
    assert MAY_END(position_of(Placement(placement), True, "KQkq")) is ends


@needs_c
def test_what_is_no_position_is_refused() -> None:
    assert FOLLOW
    assert MAY_END
    kings = position_at(INITIAL, True)
    sides = [([], []), ([0] * 8, ["a"] * 8), ([0] * 8, [1 << 64] * 8), (1, 2)]
    for wrong in [*((us, them, 0, True) for us, them in sides), [*kings], (), (*kings, 1)]:
        with pytest.raises((TypeError, OverflowError)):
            FOLLOW("", 0, wrong, False)  # type: ignore[arg-type]
        with pytest.raises((TypeError, OverflowError)):
            MAY_END(wrong)  # type: ignore[arg-type]
    assert FOLLOW("1.e4", -1, kings, False) == -1
    assert FOLLOW("1.e4", 9, kings, False) == []


@needs_c
def test_a_position_that_changes_while_it_is_read_is_read_before_or_after() -> None:
    """Its sides are lists; reading a number of the position may run code."""
    assert FOLLOW
    us, them, passant, _ = position_at(INITIAL, True)

    class Turn:
        def __bool__(self) -> bool:
            us.clear()
            return True

    with pytest.raises(TypeError):
        FOLLOW("1.e4", 0, (us, them, passant, Turn()), False)  # type: ignore[arg-type]
    assert us == []


@needs_c
def test_a_variable_of_the_environment_takes_python() -> None:
    script = "from gbr_lsp.solutions.c_extension import FOLLOW; print(FOLLOW is None)"
    for value, said in (("python", "True"), ("", "False")):
        environment = {**os.environ, "GBR_MOVES": value}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == said


def test_without_c_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [replay.clean_ends(text, start) for text, start in games(1, 40)]
    monkeypatch.setattr(replay, "FOLLOW", None)
    alone = [replay.clean_ends(text, start) for text, start in games(1, 40)]
    assert [over(ends) for ends in known] == [over(ends) for ends in alone]
    assert {position_key(end.position) for ends in known for end in ends or ()}
