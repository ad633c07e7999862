"""Whose solution is whose where captions stand in a row before their solutions."""

import pytest

import gbr_lsp

ROOK, BISHOP = "8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/8/8/3k4/8/4P3/4K2B w - - 0 1"
LINES = ("1.Ka2 Kc2 2.Rh2+ Kc3 3.Rh3+ Kd4 4.Kb2 wins.", "1.Kd2 Ke5 2.Ke3 Kf5 3.Be4+ Ke5 4.Kd3 wins.")


@pytest.mark.parametrize(
    ("kings", "order", "titles"),
    [
        (("e1c3", "e1d4"), (0, 1), ["Change the kings to a1c3"]),
        (("a1c3", "f1d4"), (0, 1), ["Change the kings to e1d4"]),
        # Lines in another order are told by the boards that they run from.
        (("e1c3", "e1d4"), (1, 0), ["Change the kings to a1c3"]),
        # A line is missing, so that the one that is there may be anybody's.
        (
            ("e1c3", "e1d4"),
            (1,),
            ["Change the kings to a1c3 to match the FEN", "Change rank 1 of the FEN to 4K2R to match the code"],
        ),
    ],
)
def test_a_misprint_in_a_row_of_captions(kings: tuple[str, str], order: tuple[int, ...], titles: list[str]) -> None:
    captions = f"{kings[0]} 0100.00 2/1 Win `{ROOK}`\n\n{kings[1]} 0010.10 3/1 Win `{BISHOP}`\n\n"
    (finding,) = gbr_lsp.check(captions + "\n\n".join(LINES[number] for number in order) + "\n", host="markdown")
    assert finding.rule == "king-mismatch"
    assert [fix.title for fix in finding.fixes] == titles
