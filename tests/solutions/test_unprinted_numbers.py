"""Numbers that are not printed, as python-chess prints them."""

import re
from random import Random

import pytest

from gbr_lsp.solutions.unprinted_numbers import unprinted_numbers
from tests.support.studies import random_study


@pytest.mark.parametrize("seed", range(8))
def test_numbers_that_are_taken_out_are_found_again(seed: int) -> None:
    """All numbers of Black's moves, which python-chess prints only behind comments and brackets."""
    study = random_study(Random(seed))
    text = study.pgn.split("\n\n")[1].replace("\n", " ")
    black = not study.game.board().turn
    kept, taken, done = "", [], 0
    for number in re.finditer(r"\{[^}]*\}|([0-9]+)\.\.\. ?", text):
        if number[1]:
            kept += text[done : number.start()]
            taken.append((len(kept), f"{number[1]}…", True))
            done = number.end()
    kept += text[done:]
    if black:
        # Who moves first was told by the first number.
        assert taken[0][0] == 0
    found = list(unprinted_numbers(kept, 0, black=black))
    assert [one for one in found if one.is_black] == taken
    assert all(one.is_black for one in found)


def test_what_is_not_understood_is_not_counted() -> None:
    for text in ("1.e4 {x} e5 2.Sf3 (Nc6", "1.e4 {x} e5) 2.Nf3", "1.e4 {x} e5 wins", "1.e4 {x} e5 {y"):
        assert not [one for one in unprinted_numbers(text, 0) if text.index("e5") < one.offset]
    assert list(unprinted_numbers("", 0)) == []
