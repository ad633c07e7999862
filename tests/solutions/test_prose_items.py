"""Solutions in prose: which line belongs to which study, and how far it runs."""

import gc
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import chess
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model import prose_solutions
from gbr_lsp.model.assign import assign
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.prose_text import prose_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions import assignment, followed_line, goal_outcomes, line_claims, misprints, prose_items, prose_text
from gbr_lsp.solutions.assignment import Assignment
from gbr_lsp.solutions.followed_line import Beginning, follow, run_from
from gbr_lsp.solutions.item_grammar import SINGLE_ITEM
from gbr_lsp.solutions.languages import LANGUAGES
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.line_claims import LineClaim
from gbr_lsp.solutions.line_tree import LineTree, RowRun
from gbr_lsp.solutions.misprints import find_misprint
from gbr_lsp.solutions.movetext import MoveToken, TokenKind
from gbr_lsp.solutions.position import Position, position_of
from gbr_lsp.solutions.prose_items import MANY_PLIES, items_of, shifted_items
from gbr_lsp.solutions.prose_text import ProseText
from gbr_lsp.solutions.spelling import languages_in, letters_of
from gbr_lsp.solutions.tablebase import Outcome
from tests.lint.test_growth import steps_of
from tests.support.backtracking import Backtracking

ROOK = Placement("8/8/8/8/8/2k5/8/K6R")
CAPTION = "a1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/8/K6R w - - 0 1`\n\n"


def followed(text: str) -> tuple[int, bool, str] | None:
    document = Document.of(text, host_for("a.md"))
    (solution,) = assign(document.as_section())
    return (solution.plies, solution.is_complete, text[slice(*solution.span)]) if solution.moves else None


def runs_from(placement: Placement, line: str) -> tuple[int, bool]:
    """How many half-moves of a printed line run from a board with White to move, and whether that is the whole line."""
    text = ProseText(line, items_of(line))
    position = position_of(placement, turn=True, castling="KQkq")
    best = (0, False)
    for start in text.starts[:1]:
        for language in text.languages:
            made = follow(text, start, position, language)
            best = max(best, (len(made.moves), made.is_complete))
    return best


@pytest.mark.parametrize(
    ("line", "plies"),
    [
        ("1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 wins.", 6),
        ("1. Th3+ Kc4 2. Th4+ Kc3 3. Th3+ Kc4 gewinnt.", 6),
        ("1.Th3+ Rc4 2.Th4+ Rc3 3.Th3+ Rc4", 6),
        ("1.Лh3+ Крc4 2.Лh4+ Крc3 3.Лh3+ Крc4", 6),
        ("1.♖h3+ ♔c4 2.♖h4+ ♔c3 3.♖h3+ ♔c4", 6),
        ("1.Rh3+! (1.Kb1? Kb3; 1.Ka2 Kc2) Kc4 2.Rh4+/i Kc3 [2...Kd3 3.Rh3+] 3.Rh3+ Kc4 wins", 6),
        ("1.Rh3+ Kc4, and White goes on with 2.Rh4+ Kc3 before the page ends 3.Rh3+ Kc4 4.Rh4+", 7),
        ("1.Rh3+ Kc4 2.Rh4+ Kc3\n3.Rh3+ Kc4 4.R h 4 + Kc3", 8),
        ("1.Rh3+ i) 1...Kc4 ii) 2.Rh4+ iii) Kc3 iv) 3.Rh3+ Kc4 v)\ni) 1.Kb1? Kb3; ii) 1...Kb4 2.Kb2.", 6),
        ("1...Kb3 2.Rh3+ Kb4 3.Kb2 Kc4 4.Rh4+", 0),
        ("1 Rh3+ Kc4 2 Rh4+ Kc3 (2 ... Kd3 3 Rh3) 3 Rh3+ Kc4, and White wins.", 6),
        ("1.Rh3+ Kc4 (1.- Kb4 2.Kb2) 2.Rh4+ Kc3. Auf 2.- Kd3 folgt 3.Rh3+. 3.Rh3+, und nun 3. – Kc4", 6),
        ("1. Лh1 - h3+ КРc3 - c4 2. Лh3- h4+ Крc4 — c3 3. Лh4 – h3+ КРc3 - c4", 6),
        ("1.Rh3+ - Kc4 2.Rh4 - Kc3 3.Rh3+ - Kc4", 6),
        ("Solution :1.Rh3+ Kc4 and now:2.Rh4+ Kc3,the only move.3.Rh3+ Kc4", 6),
        ("1.Rh3+ Kc4 2.Kb2? Kd4 0-1 2.Rh4+ Kc3 (2...Kd3 1–0) 3.Rh3+ Kc4", 6),
        ("1.Rh3+ Kc4 2.Rh4+, a quiet move. 2..Kc3 (2. .. Kd3 3.Rh3+) 3.Rh3+ and now 3 . . . Kc4", 6),
        ("1.Rh3+-Kc4 2.Rh4!-Kc3 3.Rh3+ hótar skák. 3.-Kc4 leiðir til þess.", 6),
        ("1.Rh3+¹ Kc4 2.Rh4+² Kc3 3.Rh3+¹² Kc4\n¹ 1.Kb2? Kd3 ² 2.Kb2 Kd4", 6),
        ("1.Rh3+ Kc4 and now: a) 2.Rh4+ Kc3 3.Rh3+ Kc4 wins; b) 2.Rh8 Kb3 3.Rb8+ Kc4", 6),
        ("1.Rh3+ and: a) 1...Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 b) 1...Kb4 2.Kb2", 6),
        ("1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+/i Kc4. i) 3.Rh5 Kb3 4.Rb5+.", 6),
        ("1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4/i. i) 4.Rh4+ Kc3.", 6),
        ("1.Rh3+ Kc4. Not 1...Kb9 2.Kb2, nor 1...Nd5 2.Rh4. 2.Rh4+ and 2...Kc3 as well as 3.Rh3+ and then 3...Kc4", 6),
        ("1.Rh3+Kc42.Rh4+Kc33.Rh3+Kc4 wins.", 6),
        ("1. Rh3 ch, Kc4; 2. Rh4 ch, Kc3; 3. Rh3 dbl ch, Kc4.", 6),
        ("1.\nRh3+ Kc4 2.Rh4+, a quiet move. 2\n... Kc3 3.Rh3+, so that 3.\n… Kc4", 6),
        ("1.Rh1–h3+ Kc3–c4 2.Rh3-h4+ Kc4-c3 3.Rh4–h3+ Kc3–c4", 6),
        ("1.Rh3+ Kc4 i), a quiet move. 2.Rh4+ ii) Kc3 – forced. 3.Rh3+ Kc4\ni) 1...Kb4 2.Kb2. ii) 2.Kb1? Kb3.", 6),
        ("1.Rh3+ Kc4, not 1...Kb4 2.Kb2 Kc4 3.Rh4+ Kd3 4.Rh3+ Kd4 5.Kc2. 2.Rh4+ Kc3 3.Rh3+ Kc4 wins.", 6),
        ("1.Rh3+ Kc4 2.Kb2? Kd4 3.Kc2 Ke4 4.Kc3 Kf4 5.Kd3 draws. 2.Rh4+! Kc3 3.Rh3+ Kc4 wins.", 6),
        ("1.Rh3+ Kc4, or 1...Kb4. 2.Rh4+ Kc3, not 2...Kb3. 3.Rh3+ Kc4", 6),
        ("1.Rh3+ {or Kb1} Kc4 {the only move} 2.Rh4+ Kc3 {2...Kd3 3.Rh3+} 3.Rh3+ Kc4", 6),
        ("1.Rh3+ Kc4 2.Rh4+ Kc3 and now a1) 3.Rh3+ Kc4 wins, a2) 3.Rh8 Kb3 4.Rb8+", 6),
        ("1.Rh3ch Kc4 2.Rh4ch. Kc3 3.Rh3ch Kc4", 6),
        ("1.Rh3+, quietly. 1. -\nKc4 2.Rh4+ Kc3 3.Rh3+ and then 3.\n– Kc4", 6),
        ("1.♖h3+, quietly. 1. – ♔c4 2.♖h4+ ♔c3 3.♖h3+ ♔c4", 6),
        ("1.Ka1 - a2 – Kc3 - c4 2.Rh1 - h3 – Kc4 - d4 3.Rh3 - g3 – Kd4 - e4", 6),
        ("1.Rh3+ – Kc4 2.Kb1 – Kd4 3.Kb2 – Ke4", 6),
        ("1.Rh3+/a Kc4/b 2.Rh4+ Kc3/c 3.Rh3+ Kc4\na) 1.Kb1 Kb3. b) 1...Kd2 2.Kb2. c) 2...Kd5 3.Kb2 Kc5 4.Kc3", 6),
        ("1.Ka1 - a2 Kc3\n- c4 2.Rh1 -\nh3 Kc4 - d4 3.Rh3 - g3 Kd4 - e4", 6),
        ("| | White | Black |\n|---|---|---|\n| 1 | Rh3+ | Kc4 |\n| 2 | Rh4+ | Kc3 |\n| 3 | Rh3+ | Kc4 |", 6),
        ("1 Rh3+^1 Kc4 2 Rh4+^2 Kc3 3 Rh3+ Kc4\n^1 1 Kb2 Kd4", 6),
        ("1) Rh3+ Kc4 (1) ... Kb4 2) Kb2) 2) Rh4+ Kc3 3)Rh3+ 3)...Kc4", 6),
        ("1.Rh3+ (see diagram 3) Kc4 2.Rh4+ (see page 12) Kc3 3.Rh3+ Kc4", 6),
        ("1: Rh3+ Kc4 (1: ... Kb4 2: Kb2) 2: Rh4+ Kc3 3: Rh3+ Kc4", 6),
        ("(1) Rh3+ Kc4 ((1)... Kb4 (2) Kb2) (2) Rh4+ Kc3 (3) Rh3+ (3) ... Kc4", 6),
        ("[1] Rh3+ Kc4 [2] Rh4+ wins, as [2] ... Kc3 [3] Rh3+ Kc4", 6),
        ("1. Rh3+ (1) Kc4 (2) 2. Rh4+ Kc3 (3) 3. Rh3+ Kc4", 6),
        ("1, Rh3+ Kc4 (1, ... Kb4 2, Kb2) 2, Rh4+ Kc3 3, Rh3+ Kc4", 6),
        ("01. Rh3+ Kc4 02. Rh4+ Kc3 03. Rh3+ Kc4", 6),
        ("1 **Rh3+** Kc4 2 *Rh4+* Kc3 3      Rh3+ Kc4", 6),
        ("1.Rh3+ Kc4 – but not 1...Kb4 2.Kb2 Kc4 –  2.Rh4+ Kc3 3.Rh3+ Kc4", 6),
        ("1 - Rh3+ Kc4 2 - Rh4+ (a quiet move) 2 - ... Kc3 3 - Rh3+ Kc4", 6),
        ("1.Rh3+ (1.Kb2 Kd3) 1.-, Kc4 2.Rh4+ (2.Kb2 Kd4) 2.–, Kc3 3.Rh3+ Kc4", 6),
        ("1.Rh3+1 Kc42 2.Rh4+ Kc3\n1 1.Kb2 Kd4.\n2 1...Kb4 2.Kb2.", 4),
        ("1.Rh3+ éch. Kc4 2.Rh4+ échec Kc3 3.Rh3+ éch. Kc4", 6),
        ("1.Rh3⁺ Kc4 2.Rh4＋ Kc3 3.Rh3⁺ Kc4", 6),
        ("1.Kb1 N Kd4 2.Rh4+ N Ke5 3.Kc2 Kd5", 6),
        ("1.Kh3+ Şc4 2.Kh4+ Şc3 3.Kh3+ Şc4", 6),
        ("1.Тh3+ Кc4 2.Тh4+ Кc3 3.Тh3+ Кc4", 6),
        ("1.Vh3+ Kc4 2.Vh4+ Kc3 3.Vh3+ Kc4", 6),
        ("1. Πh3+ Ρc4 2. Πh4+ Ρc3 3. Πh3+ Ρc4", 6),
        ("1. Тh3+ Крc4 2. Тh4+ Крc3 3. Тh3+ Крc4", 6),
    ],
)
def test_a_line_runs_from_its_board(line: str, plies: int) -> None:
    assert runs_from(ROOK, line) == (plies, plies != 0)


@pytest.mark.parametrize(
    ("board", "line", "plies"),
    [
        ("8/3p4/8/4P3/8/2k5/8/K7", "1.Ka2 d5 2.exd6e.p. Kd4 3.d7 Kd5 4.d8=Q+ Ke4", 8),
        ("8/3p4/8/4P3/8/2k5/8/K7", "1.Ka2 d5 2.ed6: i. p. Kd4 3.d7 Kd5 4.d8 (Q) + Ke4", 8),
        ("8/3p4/8/4P3/8/2k5/8/K7", "1.Ka2 d5 2.exd6\nep Kd4 3.d7 Kd5 4.d8/Q+ Ke4", 8),
        ("8/3p4/8/4P3/8/2k5/8/K7", "1.Ka2 d5 2.ed! Kd4 3.d7 Kd5 4.d8Q+ Ke4", 8),
        ("8/3p4/2p5/1P6/8/2k5/8/K7", "1.Kb1 cb. 2.Kc1 d5 (2...Kb3? 3.Kd2) 3.Kd1 d4", 6),
        ("8/3P4/8/8/8/2k5/8/K6r", "1.Ka2 th2 2.Kb1 tb2 3.Ka1 td2 4.d8D t×d8", 8),
        ("8/3P4/8/8/8/2k5/8/K6r", "1.Ka2 Th2 2.Kb1 Tb2 3.Ka1 Td2 4.d8D Td8x 5.Kb1 Td1X", 10),
        ("7r/3P4/2p5/1P6/8/2k4P/8/K7", "1.Ka2 cx b5 2.Kb1 T x h3 3.d8= D Th1+ 4.D d1 Tx d1+", 8),
        ("8/3P4/8/8/8/2k4P/7r/K7", "1.Kb1 T x\nh3 2.d8(=D) Th1+ 3.Ka2 Ta1+ 4.K x\na1 Kb3", 8),
        ("8/3P4/8/8/8/2k4P/7r/K7", "1.Kb1 T x h3 2.d8=\nD Th1+ 3.Ka2 Ta1+", 6),
        ("r7/1P6/8/8/8/2k5/8/K7", "1.ba8:(=D) Kb3 2.Db7+ Kc3 3.Dc7+ Kb3", 6),
        ("r7/1P6/8/8/8/2k5/8/K7", "1.bxa8:/D Kb3 2.Db7+ Kc3 3.Dc7+ Kb3", 6),
        ("r7/1P6/8/8/8/2k5/8/K7", "1.ba8:= D Kb3 2.Db7+ Kc3 3.Dc7+ Kb3", 6),
        ("8/p7/8/8/8/2k5/7p/K6R", "1.Rxh2 – a5 2.Rh8 – a4 3.Rh7+ – Kc4", 6),
        ("8/8/2p5/1P6/8/2k5/8/K7", "1 Kb1 cb 2 Kc1 Kd4 3 Kd2 Kc4", 6),
        ("8/8/2p5/1P6/3p4/2k1P3/8/K7", "1 Kb1 de 2 bc e2 3 c7 e1=Q+", 6),
        ("8/8/2p5/1P6/3p4/2k1P3/8/K7", "1.Kb1 d4:e3 2.b5:c6 e3-e2 3.c6-c7 e2-e1D+", 6),
        ("8/8/2p5/1P6/3p4/2k1P3/8/K7", "1.Kb1, forced, 1.-d4:e3 2.b5:c6, forced, 2.-e3-e2 3.c6-c7", 5),
        ("8/8/2p5/1P6/3p4/2k1P3/8/K7", "1.Ka1-b1 d4*e3 2.b5*c6 e3-e2 3.c6-c7 e2-e1=Q+", 6),
        ("8/8/2p5/1P6/3p4/2k1P3/8/K7", "1.Kb1 dXe3 2.b5✕c6 e2 3.c7 e1[Q]+ 4.Ka2 Qd1 5.c8-Q+", 9),
        ("8/8/2p5/1P6/3p4/2k1P3/8/K7", "1.Крb1 d4хe3 2.b5хc6 e2 3.c7 e1 → Ф+ 4.Крa2 Фe6+ 5.Крb1", 9),
        ("8/8/2p5/1P6/3p4/2k1P3/8/K7", "1.Kb1, d:e3 2.b:c6, e2 3.c7, e1 D, 4.Ka2, Dd1 5.c8 D, Kb4", 10),
        ("8/8/2p5/1P6/3p4/2k5/8/6KB", "1.Oxc6 d3 2.Oe4 d2 3.Oc2 Kxc2 4.b6 d1L+ 5.Kg2", 9),
        ("1n6/P7/8/8/8/2k5/8/K7", "1.axb8(D)! Kd3 2.Db5+ Ke4 3.Dc6+ Kd3 4.Kb2", 7),
        ("8/8/8/8/8/8/1k4p1/7K", "1.Kh2 g1=v 2.K:g1 kc2 3.Kg2 kd2", 6),
        ("8/8/8/8/8/8/1k4p1/7K", "1.Крh1 - h2 g2 — g1 Ф+ 2.Крh2 : g1 Крb2 - c2 3.Крg1 - g2", 5),
    ],
)
def test_captures_promotions_and_signs_are_read_in_many_manners(board: str, line: str, plies: int) -> None:
    assert runs_from(Placement(board), line) == (plies, True)


def test_a_line_that_stops_at_an_illegal_move_is_not_complete() -> None:
    assert runs_from(ROOK, "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kd3 4.Rh4") == (5, False)


def test_a_line_is_not_complete_if_its_next_row_fails() -> None:
    failing = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4. Now the point: 4.Ng5+ Kd5 5.Rh5"
    assert runs_from(ROOK, failing) == (6, False)
    talk = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4. Not 3...Kd2 4.Kb2 Ke2 5.Kc2; compare 5.Ng5 elsewhere"
    assert runs_from(ROOK, talk) == (6, True)


@pytest.mark.parametrize("mark", ["?", " $2"])
def test_the_main_line_is_taken_and_not_a_try_before_it(mark: str) -> None:
    text = CAPTION + f"1.Kb1{mark} Kd3 2.Rh3+ Ke4 3.Kc2 Kf4 draws.\n\n1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 wins."
    assert followed(text) == (6, True, "Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4")


def test_numbers_without_points_count_in_a_paragraph_of_one_move_as_around_it() -> None:
    text = CAPTION + "1 Rh3+!\n\nNow 1...Kb4 fails to 2 Kb2, so\n\n1... Kc4\n\n2 Rh4+ Kc3 3 Rh3+ Kc4\n\n4 Rh4+"
    assert followed(text) == (7, True, text[text.index("Rh3+!") :])
    assert [item.text for item in items_of("4 Rh4+; see page 45 Rh3", 5)] == ["4", "Rh4", "see page", "Rh3"]


def test_the_same_number_for_black_shows_that_numbers_without_points_count() -> None:
    text = CAPTION + "1 Rh3+ is forced.\n1 …Kc4\n2 Rh4+ for the same reason\n2… Kc3\nBut how\n3 Rh3+"
    assert followed(text) == (5, True, text[text.index("Rh3+") :])
    assert not list(lint(Document.of(text, host_for("a.md"))))


def test_blanks_of_html_are_blanks_in_markdown() -> None:
    text = CAPTION + "**1.&nbsp;Rh3+ Kc4** (1.&nbsp;...&nbsp;Kb4) **2.&nbsp;Rh4+ Kc3** and wins"
    assert followed(text) == (4, True, text[text.index("Rh3+") : text.index("** and")])


def test_a_whole_line_counts_and_not_another_solution_that_breaks_off_behind_it() -> None:
    first = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 4.Kb2 wins."
    text = CAPTION + f"{first} A reader sends 1.Rh3+ Kc4 2.Kb2 Kd4 3.Kc2 Ke4 4.Kd2 Kf4 5.Rd8 Kg4"
    assert followed(text) == (7, True, first[2 : first.index(" wins")])


def test_a_line_that_is_talked_about_in_an_item_of_a_list_is_not_the_main_line() -> None:
    aside = "Not 2...Kd3 3.Rh3+ Kd4 4.Rh4+ Kd3, which takes longer."
    line = f"1. Rh3+ Kc4\n2. Rh4+\nA quiet move.\n2...Kc3\n{aside}\n3. Rh3+ Kc4\n4. Kb2"
    assert followed(f"{CAPTION}{line}\n") == (7, True, line.removeprefix("1. "))


def test_prose_without_a_solution_has_none() -> None:
    assert followed(CAPTION + "Here 10.Rb1 was better, and e4 too. 1.e4 e5 2.Nf3 Nc6 3.Bb5 a6") is None


def test_what_is_read_of_prose_is_freed_without_a_look_for_garbage() -> None:
    text = CAPTION + "1.Rh3+ Kc4 (1...Kd2? 2.Kb2) 2.Rh4+ Kc3 3.Rh3+ Kc4 4.Rh4+ wins.\n\n" + CAPTION
    lint(Document.of(text, host_for("a.md")))
    gc.collect()
    gc.disable()
    try:
        lint(Document.of(text, host_for("a.md")))
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_game_has_the_solution_of_its_main_line() -> None:
    text = '[Black "(+0100.00a1c3)"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n1. Rh3+ Kc4 (1... Kd2) 2. Rh4+ 1-0\n'
    document = Document.of(text, host_for("a.pgn"))
    (solution,) = assign(document.as_section())
    assert (solution.plies, solution.is_complete) == (3, True)
    assert text[solution.span.start : solution.span.end] == "Rh3+ Kc4 (1... Kd2) 2. Rh4+"


@pytest.mark.parametrize("name", ["eg190-p1-18.txt", "eg190-p1-18-raw.txt"])
def test_the_solutions_of_a_printed_issue_are_followed_to_their_end(corpora: Path, name: str) -> None:
    """Two of the captions have no main line printed."""
    document = Document.of((corpora / name).read_text(encoding="utf-8"), host_for(name))
    all_solutions = assign(document.as_section())
    found = [solution for solution in all_solutions if solution.moves]
    assert len(found) == len(all_solutions) - 2
    assert all(solution.is_complete for solution in found)
    ends = {document.text[: solution.span.end].split()[-1].rstrip("+") for solution in found}
    assert {"25.Qg7", "20.Sg3", "Kxc6", "Qxc3", "11.Qxa1", "10.Ra2", "6.Kh7", "11.Rd8"} <= ends


@given(st.data())
def test_a_block_with_numbered_moves_is_looked_at(data: st.DataObject) -> None:
    numbers = st.sampled_from(
        [
            "1.",
            "12.",
            "1...",
            "3…",
            "2 .",
            "1 0.",
            "1. ...",
            "2\n…",
            "Kd43.",
            "1 Kd4 Kd6 2 ",
            "1)",
            "2 -",
            "3:",
            "1) …",
            "1 | ",
            "01.",
            "1, Kd4 Kd6 2,",
            "1, ...",
            "(1) Kd4 Kd6 (2)",
            "[1]...",
        ]
    )
    blanks = st.text(alphabet=" \n\t*_'\"“,–", max_size=4)
    moves = st.sampled_from(
        [
            "Kd4",
            "a8=Q",
            "K d 4",
            "Кр c4",
            "Kpf3",
            "Крс4",
            "♔\ufe0ee4",
            "0-0",
            "K~",
            "dxe6",
            "Kc(a)6",
            "R x d 4",
            "Sa1-b3",
        ]
    )
    text = "".join(data.draw(st.tuples(blanks, numbers, blanks, moves, blanks)))
    kinds = [item.kind for item in items_of(text)]
    assert ("number", "move") not in pairwise(kinds) or Block(host_for("a.txt"), text, "").has_moves


def test_no_text_raises() -> None:
    for text in ("", "1.", "(((", "1.Ke4 )", "999.a1", "O", "0-0", "1.O-O", "К", "1…", "1.a8=Ж", "12.34"):
        assert items_of(text) is not None
        assert 0 <= runs_from(ROOK, text)[0]


def test_a_sign_before_a_number_is_no_part_of_it() -> None:
    """`$2 3.` is no number 23."""
    text = """`5N2/3p4/3k4/p7/1R3K1R/2p2Q2/5p2/3bn3 w - - 0 1`

f4d6 1234.04

1.Nh7 Nc2 2.Nf8 Na1 $2 3.Rb5 (3.Ke4 Kc6 4.Qd3 Kc5 $2 5.Kf4 f1=Q+ (5...f1=R+ 6.Qf3 Re1 7.Re4 Bc2)) 3...Bb3
4.Qxc3 (4.Rbh5 $1) 4...Bc2 (4...Bd5 5.Rh8 Nc2 6.Kg4 $2 6...Ne1 7.Qa3+ Ke5) 5.Qf6+ Kc7 6.Rh7 Bg6 7.Rg5 Kb8
"""
    assert [item.half for item in items_of("Na1 $2 3.Rb5") if item.kind == "number"] == [6]
    assert lint(Document.of(text, host_for("a.md")), frozenset({"illegal-solution"})) == []


def test_a_misprint_in_a_line_before_its_code_is_named() -> None:
    """The study before it has its own line, so the other line is not its."""
    king = "e1e8 0000.10 2/1 Win `4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`\n\n1.Kd2 Kd7 2.Kd3 Kd6 3.Kd4 Ke6 4.e3 wins.\n\n"
    text = king + "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kb5 4.Rh4 Kc3 5.Rh3+ wins.\n\n" + CAPTION
    found = lint(Document.of(text, host_for("a.md")), frozenset({"illegal-solution"}))
    assert [text[item.span.start : item.span.end] for item in found] == ["Kb5"]


SCRAPS = st.lists(
    st.sampled_from(["1.Rh3+", "Kc4", "Tb8", "Lxc3", "Cd5", "Крc4", "Fa1", "Dh8", "b8=S", "e4", "(2...", "i)", "wins"])
).map(" ".join)


@given(text=SCRAPS, by=st.integers(min_value=0, max_value=1 << 20))
def test_items_of_a_text_are_moved_as_one_by_one(text: str, by: int) -> None:
    items = items_of(text)
    assert list(shifted_items(items, by)) == [item._replace(span=item.span.shift(by)) for item in items]
    assert {type(part) for item in shifted_items(items, by) for part in (item, item.span)} == {
        type(one) for one in _parts(items)
    }


AMONG_WORDS = re.split(
    ";",
    "wins;a;x;e x f4;ax b4;Kpa 4;Kpax b4;Ka 4;K d 4;K x d4;ef;mate;dis ch;d8 Q;1 Kd4;1...;Kd4;e.p.;i);K~;(;);2 ;The;"
    "White;schön;Kb5Kd4;kd4;a8=Q;/i;iv;wie’s;Крc4;12.",
)
BLANKS = st.sampled_from([" ", "", "\n", ", ", ". ", "; ", "-"])


@given(st.lists(st.tuples(st.sampled_from(AMONG_WORDS), BLANKS), max_size=8))
@example([("Kd4", " "), ("mate", " "), ("wins", " ")])
def test_words_side_by_side_are_read_as_one_by_one(parts: list[tuple[str, str]]) -> None:
    """Words are passed over quickly; all else is found as by the expression that has no words side by side."""
    text = "".join(map("".join, parts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prose_items, "ITEMS", re.compile(SINGLE_ITEM, re.VERBOSE))
        single = items_of(text)
    read = items_of(text)
    assert [item for item in read if item.kind != "word"] == [item for item in single if item.kind != "word"]
    assert _words_at(text, read) == _words_at(text, single)


@given(st.lists(st.tuples(st.sampled_from(AMONG_WORDS), BLANKS), max_size=8), st.integers(0, 12))
@example([("1.", ""), ("a1", ""), (")", " "), ("Kd4", " ")], 7)
@example([("1.", ""), ("Kd4", " "), ("ef", " ")], 7)
def test_items_read_at_an_offset_are_those_read_at_the_start_and_moved(parts: list[tuple[str, str]], by: int) -> None:
    text = "".join(map("".join, parts))
    assert items_of(text, 3, by) == [*prose_items.shifted_items(items_of(text, 3), by)]


def test_items_have_kinds_that_are_declared() -> None:
    """The kinds are names of groups, which mypy cannot check."""
    items = items_of("1 Kd4 Ke6 2.KbB+! ef 3...Ke6 l4.Kd5 K~ i) Kd4/i (wins) The word 5…Kd4")
    kinds = {item.kind for item in items}
    assert {"number", "move", "odd", "any", "open", "close", "word", "mark"} <= kinds <= {*get_args(TokenKind)}


def _words_at(text: str, items: list[MoveToken]) -> set[int]:
    """Where the letters stand that are read as words."""
    spans = (item.span for item in items if item.kind == "word")
    return {at for span in spans for at in range(*span) if not text[at].isspace()}


def _parts(items: list[MoveToken]) -> list[object]:
    return [part for item in items for part in (item, item.span)]


@given(SCRAPS)
def test_the_languages_are_those_that_a_naive_count_finds(text: str) -> None:
    """The language of most words is first; then that of most of those that are left, until none is left."""
    items = items_of(text)
    count = Counter(letters_of(word) for word in {item.text for item in items if item.kind == "move"})

    def words(name: str, left: set[frozenset[str]]) -> int:
        return sum(count[letters] for letters in left if letters <= LANGUAGES[name].letters.keys())

    found: list[str] = []
    left = set(count)
    while len(found) < 3 and any(words(name, left) for name in LANGUAGES):
        found.append(max(LANGUAGES, key=lambda name: (words(name, left), words(name, set(count)))))
        left = {letters for letters in left if not letters <= LANGUAGES[found[-1]].letters.keys()}
    best = {words(name, set(count)) for name in found[:1]}
    found += [name for name in LANGUAGES if words(name, set(count)) in best]
    used = frozenset[str]().union(*count)
    different = {tuple(LANGUAGES[name].letters.get(letter) for letter in used): name for name in reversed(found)}
    named = [language.name for language in languages_in(items)]
    assert named == [name for name in dict.fromkeys(found) if name in different.values()][:3]


def test_without_tables_the_middle_of_a_line_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is made there shows that the game goes on."""
    asked: list[Position] = []
    ended = goal_outcomes.final_outcome

    def counted(position: Position) -> Outcome | None:
        asked.append(position)
        return ended(position)

    def asked_of(moves: int) -> int:
        asked.clear()
        there_and_back = [f"{n}.{'Rg1 Ka8' if n % 2 else 'Rh1 Kb8'}" for n in range(1, moves)]
        line = " ".join([*there_and_back, f"{moves}.Rg7 wins."])
        text = f"b6b8 0100.00 2/1 Win `1k6/8/1K6/8/8/8/8/7R w - - 0 1`\n\n{line}\n"
        assert not lint(Document.of(text, host_for("a.md")))
        return len(asked)

    monkeypatch.setattr(goal_outcomes, "final_outcome", counted)
    assert not asked_of(4)
    # Nor is it if the line must be judged.
    monkeypatch.setattr(prose_solutions, "may_be_refuted", lambda *_: True)
    assert 0 < asked_of(4) == asked_of(40)


def test_of_the_beginnings_that_are_tried_only_some_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "1.Rh3+ Kc4 2.Rh4+ Kc3"
    boards = [Placement(f"8/8/8/8/8/2k5/8/{at or ''}K{(6 - at) or ''}R") for at in range(7)] * 2

    def tried() -> tuple[list[tuple[int, bool, int]], int]:
        text = ProseText(line, items_of(line))
        runs = [
            run_from(text, text.starts[0], position_of(one, turn=True, castling=""), text.languages[0])
            for one in boards
        ]
        return [(run.plies, run.is_complete, run.end) for run in runs], len(text.cached_starts)

    assert tried()[1] == 7
    found = tried()[0]
    monkeypatch.setattr(followed_line, "_MAX_CACHED_STARTS", 3)
    again, kept = tried()
    assert again == found
    assert kept <= 3


def test_a_torn_line_goes_on_near_it_however_many_others_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of other solutions that begin with the number that is due were all tried for each torn one."""
    monkeypatch.setattr(followed_line, "_MAX_ROWS_ELSEWHERE", 3)
    board = position_of(Placement("8/8/8/8/8/2k5/8/K6R"), turn=True, castling="")
    run = LineTree.run
    tried: list[str] = []

    def recorded(tree: LineTree, items: Sequence[int], start: Node, *, counted: bool) -> RowRun:
        tried.append(tree.items[items[0]].text)
        return run(tree, items, start, counted=counted)

    monkeypatch.setattr(LineTree, "run", recorded)

    def tries(others: int) -> tuple[int, int]:
        tried.clear()
        goes_on = "1.Sf3 Sf6 wins.\n3.Rh3+ Kc4 4.Rh4+ Kc3 5.Rh3+ Kc4 wins.\n"
        line = "1.Rh3+ Kc4 2.Rh4+ Kc3\n" + goes_on + "1.Sf3 Sf6 wins. 3.Sd4 Sd5 4.Sf3 Sf6 wins.\n" * others
        text = ProseText(line, items_of(line))
        return follow(text, text.starts[0], board, text.languages[0]).plies, len(tried)

    assert tries(10) == tries(40)
    assert tries(10)[0] == 10


@pytest.mark.parametrize(
    "text",
    [
        # The line of the first study runs six half-moves from the board of the second, whose own line is short.
        "0300.12 f3a1\n\n1r6/8/8/8/P6p/1p3K2/8/k7 w - - 0 1\n\n0400.11 f4e6\n\nR3r3/8/4k3/8/5K1P/8/p7/8 w - - 0 1\n\n"
        "1.Ke3 Rh8 2.Ke2 Rb8 3.Kf3 Rg8 4.Ke4 Rb8 5.Kd5 Rf8 6.Kd4 Rf3\n\n1.Ra6+ Ke7 2.Rg6 Rb8 3.Rh6\n",
        # The boards have the same code.
        "0100.02 e5d2\n\n8/2p2R2/4p3/4K3/8/8/3k4/8 w - - 0 1\n\n0100.02 e5d2\n\n8/5R2/4p3/4K3/2p5/8/3k4/8 w - - 0 1\n\n"
        "0100.02 e5d2\n\n8/5R2/4p3/4K1p1/8/8/3k4/8 w - - 0 1\n\n1.Rg7 Kc1 2.Rg2 c5 3.Rg7\n\n"
        "1.Rf6 Ke3 2.Rf8 c3 3.Rf1 Ke2 4.Rh1 Ke3 5.Rh2 Kf3 6.Kxe6 c2\n\n1.Kf6 Ke1 2.Ke7 Kd1 3.Rf1+ Ke2 4.Rh1\n",
        # The board of the line is not printed.
        "0400.11 f4e6\n\nR3r3/8/4k3/8/5K1P/8/p7/8 w - - 0 1\n\n0300.12 f3a1\n\n"
        "1.Ke3 Rh8 2.Ke2 Rb8 3.Kf3 Rg8 4.Ke4 Rb8 5.Kd5 Rf8 6.Kd4 Rf3\n\n1.Ra6+ Ke7 2.Rg6 Rb8 3.Rh6\n",
    ],
)
def test_a_line_among_the_solutions_behind_all_studies_is_not_judged_from_the_board_of_another(text: str) -> None:
    document = Document.of(text, host_for("a.txt"))
    assert not list(lint(document, frozenset({"illegal-solution", "missing-move"})))


def test_a_misprint_among_the_solutions_behind_all_studies_is_told() -> None:
    text = (
        "0100.02 e5d2\n\n8/2p2R2/4p3/4K3/8/8/3k4/8 w - - 0 1\n\n0400.11 f4e6\n\nR3r3/8/4k3/8/5K1P/8/p7/8 w - - 0 1\n\n"
        "1.Rg7 Kc1 2.Rg2 c5 3.Rg7 Kd1 4.Rh1+ Kc2 5.Rg2+ Kd1 6.Rg1+ Kc2 7.Rg2+\n\n1.Ra6+ Ke7 2.Rg6 Rb8 3.Rh6\n"
    )
    document = Document.of(text, host_for("a.txt"))
    (found,) = list(lint(document, frozenset({"illegal-solution"})))
    assert found[1].message.startswith("4.Rh1+ is not legal")


def test_a_goal_is_not_blamed_for_a_line_that_runs_from_two_boards() -> None:
    line = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 4.Rh4+"
    text = (
        "=0100.01 a1c3\n\n8/p7/8/8/8/2k5/8/K6R w - - 0 1\n\n+0100.00 a1c3\n\n8/8/8/8/8/2k5/8/K6R w - - 0 1\n\n"
        f"=0001.00 a1h8\n\n7k/8/8/8/8/8/8/K6N w - - 0 1\n\n{line} wins.\n\n1.Nf2 Kg8 2.Ne4 Kf8 draws.\n"
    )
    goals = frozenset({"stipulation-mismatch"})
    assert not list(lint(Document.of(text, host_for("a.txt")), goals))
    (found,) = list(
        lint(Document.of(f"=0100.00 a1c3\n\n8/8/8/8/8/2k5/8/K6R w - - 0 1\n\n{line} wins.\n", host_for("a.txt")), goals)
    )
    assert found[1].message.startswith("The code says a draw")


@pytest.mark.parametrize(
    "text",
    [
        "=0400.02 h1c5\n\n3R4/8/8/2k3p1/8/8/2pr4/7K w - - 0 1\n\n+0200.00 d5h8\n\n7k/6R1/8/3K4/8/8/8/5R2 w - - 0 1\n\n"
        "1.Re8 Kb4 2.Rc8 c1=R+ 3.Rxc1 Rd7 4.Rc8      1.Rf6 Kxg7 2.Kc4 Kg8 3.Rf4 Kh7 4.Kb5 Kg7\n"
        "g4 5.Rb8+ Ka5 6.Rb1 Rd1+                    5.Kc6 Kg8 6.Kc5 Kh7\n",
        "=1401.04 g7a3\nQ1r5/6K1/2N1p3/p7/8/k3p3/p7/3R4 w - - 0 1\n\n"
        "+1310.00 f5h4\n3r1B2/8/8/5K2/7k/8/8/1Q6 w - - 0 1\n\n"
        "| A | B |\n|---|---|\n| 1. Ne7 Rc3 | 1. Bg7 Kh3 |\n| 2. Kg6 Kb3 | 2. Qe4 Rd4 |\n| 3. Rd7 Rc7 | 3. Bh6 Rd7 |\n"
        "| 4. Rd4 Rd7 | 4. Bg7 Rd3 |\n| 5. Rd3+ | 5. Qb7 |\n",
    ],
)
def test_solutions_side_by_side_are_not_judged(text: str) -> None:
    document = Document.of(text, host_for("a.md"))
    assert not list(lint(document, frozenset({"illegal-solution", "missing-move"})))


@pytest.mark.parametrize(
    "text",
    [
        "+1000.00e7c6\n\n8/4K3/2k5/8/3Q4/8/8/8 w - - 0 1\n\n"
        "In the original version 1.Kf7 Kd5 2.Qe4+ Kc5 3.Qd3 Kb4 4.Qd1 Kc4\n\n"
        "1.Qb6+ Kd5 2.Qb2 Ke4 3.Qc1 Kf5 and White wins.\n",
        "+0400.10d7h2\n\n8/3K4/8/3R4/r7/1P6/7k/8 w - - 0 1\n\n"
        "1.Ke8 Kh3 2.Rc5 Ra7 3.Rc6 Rc7 4.Rc1 Rc4 draws.\n\nThe game went 23.Nc3 b5 24.Nb1 c6 1-0\n\n"
        "1.Kd6 Kh3 2.Re5 Kh4 3.Re7 Kg4 4.Kc5.\n",
    ],
)
def test_the_first_line_behind_a_code_is_not_judged_where_another_runs_whole(text: str) -> None:
    for behind in ("", "\n0100.00 a1c3\n"):
        document = Document.of(text + behind, host_for("a.txt"))
        assert not list(lint(document, frozenset({"illegal-solution", "missing-move", "stipulation-mismatch"})))


@pytest.mark.parametrize("behind", [False, True])
def test_a_misprint_is_held_against_the_boards_and_lines_near_it_however_many_there_are(
    monkeypatch: pytest.MonkeyPatch, *, behind: bool
) -> None:
    """Each study has a misprint of its own, behind its code or in a chapter behind all."""
    monkeypatch.setattr(line_claims, "_MAX_NEAR", 2)
    monkeypatch.setattr(prose_text, "_MAX_STARTS", 4)
    beginnings = followed_line.beginnings
    asked: list[int] = []

    def recorded(text: ProseText, start: int, ways: Sequence[Position]) -> Iterator[Beginning]:
        asked.append(start)
        return beginnings(text, start, ways)

    for module in (assignment, line_claims):
        monkeypatch.setattr(module, "beginnings", recorded)
    squares = [(file, rank) for rank in range(3, 8) for file in "abcdefgh"]

    def tries(count: int) -> int:
        asked.clear()
        codes = [f"c1{file}{rank} 0000.10\n\n{kings_and_pawn(f'{file}{rank}')} w - - 0 1\n\n" for file, rank in squares]
        there_and_back = ((f"K{file}{rank + 1}", f"K{file}{rank}") for file, rank in squares)
        lines = [
            f"1.h3 {there} 2.h4 {back} 3.h5 {there} 4.g6 {back} 5.Kd1 {there}\n\n" for there, back in there_and_back
        ]
        codes, lines = codes[:count], lines[:count]
        parts = codes + lines if behind else [part for pair in zip(codes, lines, strict=True) for part in pair]
        found = list(lint(Document.of("".join(parts), host_for("a.txt")), frozenset({"illegal-solution"})))
        assert found
        return len(asked)

    assert 0 < tries(32) < 2.5 * tries(16)


def kings_and_pawn(black: str) -> Placement:
    """White's king on c1 and pawn on h2, and Black's king."""
    board = chess.Board(None)
    for square, man in (("c1", "K"), ("h2", "P"), (black, "k")):
        board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(man))
    return Placement(board.board_fen())


@pytest.mark.parametrize("blank", [" ", "\t", " |"])
def test_a_gap_between_columns_is_looked_for_once_in_many_blanks(blank: str) -> None:
    expression = Backtracking(misprints._COLUMN_NUMBER.pattern)

    def steps(count: int) -> int:
        text = "1.Kb2 Kc3" + blank * count
        return sum(expression.match(text, 10**6, start)[1] for start in range(len(text)))

    assert steps(200) < 2.5 * steps(100)


def test_the_columns_before_a_misprint_are_looked_for_near_it() -> None:
    line = "1.Rh3+ 2.Rh4+ Kc3 3.Rh3+ Kc4 4.Rh4+ Kc5 wins. "

    def steps(before: int) -> int:
        text = ProseText(line * before, items_of(line * before))
        lines = follow(text, text.starts[-1], position_of(ROOK, turn=True, castling=""), text.languages[0])
        wrong = find_misprint(text, lines)
        assert wrong
        return steps_of(lambda: misprints._is_in_columns(text, lines.start, wrong.span))

    steps(2)
    assert steps(40) == steps(20)


def test_the_marks_of_a_text_are_gathered_once_for_all_lines_that_divide() -> None:
    line = "1.Rh3+ Kc4 2.Rh4+ Kc3 and now a1) 3.Rh3+ Kc4 wins, a2) 3.Rh8 Kb3 4.Rb8+ wins.\n\n"

    def steps(before: int) -> int:
        text = ProseText(line * before, items_of(line * before))
        followed = follow(text, text.starts[-2], position_of(ROOK, turn=True, castling=""), text.languages[0])
        assert followed.plies == MANY_PLIES
        return steps_of(lambda: followed._find_main_line(text))

    assert steps(80) == steps(40)


def test_the_first_line_behind_a_code_is_looked_for_there() -> None:
    def steps(before: int) -> int:
        line, main = "1.Kb2 Kb7 2.Kb1 Kb8 wins.\n\n" * before, "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 wins.\n"
        document = Document.of(line + main, host_for("a.md"))
        text, offset = prose_of(document.blocks, document.conventions), len(line)
        found = Assignment(text, [offset], [[position_of(ROOK, turn=True, castling="")]])
        (followed,) = found.lines
        assert followed
        claim = LineClaim(found, 0, followed)
        assert claim.first_move
        return steps_of(lambda: claim.first_move)

    assert steps(80) == steps(40)


class Visited(list[MoveToken]):
    """Items that count how often one of them is read."""

    visits = 0

    def __iter__(self) -> Iterator[MoveToken]:
        for item in super().__iter__():
            self.visits += 1
            yield item

    def __getitem__(self, key: Any) -> Any:
        self.visits += 1
        return super().__getitem__(key)


def test_labels_of_notes_read_as_many_items_in_a_long_text() -> None:
    def visited(count: int) -> int:
        text = "1.Kb2 c1) c2) d1) " * count
        items = Visited(items_of(text))
        prose_items._with_marks(text, items)
        return items.visits

    assert visited(400) < 2.1 * visited(200)
