"""The classes one slip away, against every class there is."""

import random
from collections.abc import Iterator
from itertools import product

from gbr_lsp.notation.class_token import classes_near, force_from
from gbr_lsp.notation.men import is_possible

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
        found = [meant.text for meant in classes_near(f"{written}.11")]
        near = {force for force in found if len(written) != 4 or force.endswith(".11")}
        assert near == possible, written


def test_a_doubled_digit_may_be_one_of_two() -> None:
    def undoubled(written: str) -> list[str]:
        return [meant.text for meant in classes_near(written) if meant.name == "typed twice"]

    assert undoubled("04400.10") == ["0400.10", "0440.10"]
    assert undoubled("01130.11") == ["0130.11"]
    assert undoubled("0400.10") == undoubled("040.10") == []
    assert list(classes_near("04.10")) == list(classes_near("040.1")) == []
