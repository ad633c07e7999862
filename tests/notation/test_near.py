"""The classes one slip away, against every class there is."""

import random
from collections.abc import Iterator
from itertools import product

from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.near import classes_near, undoubled
from gbr_lsp.notation.token import force_from

_PIECES = ["".join(digits) for digits in product("012345678", repeat=4)]


def _slips(digits: str) -> Iterator[str]:
    """What one slip makes of four digits, slowly."""
    for at in range(4):
        yield from (digits[:at] + other + digits[at + 1 :] for other in "012345678")
        yield digits[:at] + digits[at + 1 :]
        yield from (digits[:at] + extra + digits[at:] for extra in "0123456789")
    yield from (digits + extra for extra in "0123456789")
    yield from (digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :] for at in range(3))


def _recolored(digits: str) -> str:
    return "".join(str(int(digit) % 3 * 3 + int(digit) // 3) for digit in digits)


def test_the_classes_near_a_written_one_are_those_that_a_slip_makes_it_of() -> None:
    rng = random.Random(3)
    for _ in range(4):
        written = rng.choice(list(_slips(rng.choice(_PIECES))))
        made = {digits for digits in _PIECES if written in (*_slips(digits), _recolored(digits))} - {written}
        possible = {f"{digits}.11" for digits in made if is_possible(force_from(f"{digits}.11"))}
        near = {force for force in classes_near(f"{written}.11") if len(written) != 4 or force.endswith(".11")}
        assert near == possible, written


def test_a_doubled_digit_may_be_one_of_two() -> None:
    assert undoubled("04400.10") == ["0400.10", "0440.10"]
    assert undoubled("01130.11") == ["0130.11"]
    assert undoubled("0400.10") == undoubled("040.10") == []
    assert classes_near("04.10") == classes_near("040.1") == []


def test_where_letters_stand_for_digits_nothing_else_is_guessed() -> None:
    for written in ("O323.12", "0323.l2", "O32.12", "03231.1O", "٣323.12", ".", "", "0323"):
        assert classes_near(written) == undoubled(written) == []
