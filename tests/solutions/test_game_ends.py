"""Joined games are cut as pgn-extract cuts them: after a result at depth 0, and before tags after moves."""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import chess
import pytest

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.model.document import Document
from gbr_lsp.model.game_solutions import solutions_of
from gbr_lsp.rules import RULES
from gbr_lsp.solutions import replay
from tests.lint.test_growth import steps_of

_TOKEN = re.compile(
    r'\{[^}]*\}|;[^\r\n]*|\[\w+ "[^"]*"\]|[()]|1-0|0-1|1/2-1/2|\*|[0-9]+\.+|\$[0-9]+|[A-Za-z][\w+#=-]*', re.DOTALL
)
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_ILLEGAL = ["Kh8", "Ka5", "Qh8"]


_TYPED = (
    "",
    "",
    "*",
    " 1-0\n",
    "\n",
    "{",
    ")",
    '[White "x"]\n',
    "\n1. e4 ",
    "]\n",
    '1-0"',
    "[%x",
    "- 0 1",
    "1 - 0\n",
    "}",
    ";",
)


class ReadGame(NamedTuple):
    """The tags and the moves of the main line of a game."""

    tags: tuple[str, ...]
    moves: tuple[str, ...]


def cut_slowly(text: str) -> Iterator[ReadGame]:
    """Yield the games of `text`, token by token: the rules of pgn-extract."""
    tags, moves, depth, is_over = list[str](), list[str](), 0, False
    for token in _TOKEN.findall(text):
        is_move = token[0].isalpha()
        if (token[0] == "[" and (moves or is_over)) or (is_over and not depth and (is_move or token[-1] == ".")):
            yield ReadGame(tuple(tags), tuple(moves))
            tags, moves, depth, is_over = [], [], 0, False
        if token[0] == "[":
            tags.append(token)
        elif token in "()":
            depth += 1 if token == "(" else -1
        elif token in _RESULTS:
            is_over = is_over or not depth
        elif is_move and not depth:
            moves.append(token)
    yield ReadGame(tuple(tags), tuple(moves))


def cut_by_us(text: str) -> Iterator[ReadGame]:
    """Yield the games of the blocks of `text`, and those on the line of a result."""
    for block in Document.of(text, host_for("a.pgn")).blocks:
        solutions = solutions_of([block], [])
        assert "".join(block.text.split()) == "" or solutions, block.text
        for number, solution in enumerate(solutions):
            moves = tuple(solution.node_text(node) for node in solution.line if node.san)
            tags = tuple(re.findall(r'\[\w+ "[^"]*"\]', re.sub(r"\{[^}]*\}", "", block.text))) if number == 0 else ()
            yield ReadGame(tags, moves)


class Joined(NamedTuple):
    """A text of games; `illegal_count` of them have an illegal move. `is_sure` is False if two may be one game."""

    text: str
    illegal_count: int
    is_sure: bool


def joined(seed: int) -> Joined:
    """Return random games, with and without tags, results, comments, numbers, blank lines and CRLF."""
    chance, text, illegal_count, is_sure, has_result = random.Random(seed), "", 0, True, True
    for number in range(chance.randint(2, 5)):
        tags = chance.sample(['[White "Me * 1-0"]', '[Black "(You"]', '[Site "?"]'], chance.randint(0, 3))
        tags[:0] = ['[Event "x"]'] * chance.choice((0, 0, 1))
        board, words, ends_comment = chess.Board(), list[str](), False
        for ply in range(chance.randint(1, 6)):
            legal = [board.san(move) for move in board.legal_moves]
            move = chance.choice(legal)
            if ply % 2 == 0:
                words.append(f"{ply // 2 + 1}.")
            words.append(move)
            if chance.random() < 0.3:
                words.append(chance.choice(['{1-0 or\n[Site "x"] 5%}', "{ok * 1. e4 }", "$1", "; to 1-0 (\n", "{(}"]))
            if chance.random() < 0.15:
                dots = "." if ply % 2 == 0 else "..."
                words.append(f"({ply // 2 + 1}{dots} {chance.choice(legal)} {chance.choice(['', '0-1', '{*} *'])})")
                ends_comment = True
            board.push_san(move)
            if ends_comment and ply % 2 == 0:
                words.append(f"{ply // 2 + 1}...")
            ends_comment = False
        if chance.random() < 0.4:
            number_before = (
                [] if words[-1][-3:] == "..." else [f"{board.fullmove_number}{'.' if board.turn else '...'}"]
            )
            words += [*number_before, chance.choice(_ILLEGAL)]
            illegal_count += 1
        is_sure = is_sure and bool(has_result or tags)
        has_result = chance.random() < 0.75
        if has_result:
            words.append(chance.choice(_RESULTS))
            words += ["{the end}"] * chance.choice((0, 0, 1))
        between = chance.choice(("\n", "\n\n", " ", "\n\n\n")) if number and not (tags or not has_result) else "\n\n"
        text += (between if number else "") + "".join(f"{tag}\n" for tag in tags)
        text += chance.choice(("", "\n") if tags else ("",)) + " ".join(words)
    text = re.sub(r"(?<=\.) (?=\w)", "", text) if chance.random() < 0.3 else text
    return Joined(text.replace("\n", "\r\n") if chance.random() < 0.4 else text, illegal_count, is_sure)


@pytest.mark.parametrize("first", range(0, 300, 25))
@pytest.mark.parametrize("has_c", [True, False])
def test_random_joins_are_cut_as_pgn_extract_cuts_them(
    first: int, has_c: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_c:
        monkeypatch.setattr(replay, "FOLLOW", None)
    for seed in range(first, first + 25):
        made = joined(seed)
        assert list(cut_by_us(made.text)) == list(cut_slowly(made.text)), made.text
        found = [one.finding for one in lint(Document.of(made.text, host_for("a.pgn")), DEFAULT_RULES)]
        if made.is_sure:
            assert [one.rule for one in found] == ["illegal-solution"] * made.illegal_count, made.text


def test_games_on_one_line_take_a_time_in_proportion_to_their_number() -> None:
    def steps(count: int) -> int:
        document = Document.of("1. e4 e5 2. Kd3 ± * " * count, host_for("a.pgn"))
        return steps_of(lambda: lint(document, frozenset(RULES)))

    steps(2)
    assert steps(80) < 2.3 * steps(40)


def test_an_edit_leaves_the_games_of_the_edited_text() -> None:
    """Typing or deleting a result joins or divides games at once."""
    for seed in range(100):
        chance = random.Random(seed)
        document = Document.of(joined(seed).text, host_for("a.pgn"))
        text = document.text
        for _ in range(6):
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.choice((0, 0, 1, 4)))
            new = chance.choice(_TYPED)
            text = text[:start] + new + text[end:]
            document = document.edit(Edit(Span(start, end), new))
            whole = Document.of(text, host_for("a.pgn"))
            assert [block.text for block in document.blocks] == [block.text for block in whole.blocks]
