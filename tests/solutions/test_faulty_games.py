"""Faulty games of the kinds that other programs name or pass over: each is named here, the sound one is not."""

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.rules import RULES

_ROOK = "8/8/8/8/8/2k5/8/K6R w - - 0 1"
_KNIGHTS = "8/8/8/8/2k5/5N2/8/1N2K3 w - - 0 1"
_KNIGHT = "8/8/8/8/2k5/5N2/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "moves", "named"),
    [
        (_ROOK, "1. Rh3+ Kc4 2. Rh4+ Kb3 3. Rh3+ Kd5 1-0", [("illegal-solution", "Kd5")]),
        (_ROOK, "1. Rh3+ Kc4 2. Rh4+ wins 2... Kc3 1-0", [("unreadable-move", "wins")]),
        (_KNIGHTS, "1. Nd2+ Kd4 1-0", [("ambiguous-move", "Nd2+")]),
        (_ROOK, "1. Rh3+ Kc4 {the king 2. Rh4+ Kc3 1-0", [("unclosed-bracket", "{")]),
        (_ROOK, "1. Rh3+ Kc4 (1... Kd9) 2. Rh4+ Kc3 1-0", [("unreadable-move", "Kd9")]),
        (_ROOK, "1. Rh3+ (1. Ra9) Kc4 2. Rh4+ Kc3 1-0", [("unreadable-move", "Ra9")]),
        (_ROOK, "1. Rh3+ Kc4 2. Rh4# Kc3 1-0", [("check-sign", "Rh4#")]),
        (_KNIGHT, "1. Sd2+ Kd4 2. Sf3+ 1-0", [("foreign-letters", "Sd2+")]),
        (_ROOK, "1. Rh3+ Kc4 2. Rh4+ Kc3 1-0", []),
    ],
)
def test_each_fault_is_named(fen: str, moves: str, named: list[tuple[str, str]]) -> None:
    game = f'[White "A"]\n[Black "B"]\n[Result "1-0"]\n[FEN "{fen}"]\n\n{moves}\n'
    found = lint(Document.of(game, host_for("a.pgn")), frozenset(RULES))
    assert [(item.finding.rule, game[item.span.start : item.span.end]) for item in found] == named
