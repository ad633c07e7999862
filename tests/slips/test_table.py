"""The table of slips: each row has a line of specification, costs rise, and the readings of a text are few."""

import random
from itertools import islice
from pathlib import Path

import pytest

from gbr_lsp import slips
from gbr_lsp.slips import Field, readings
from gbr_lsp.slips.fields import is_sound
from gbr_lsp.slips.table import TABLE

_LINES = [
    tuple(cell.strip(" `") for cell in line.strip("|\n").split("|"))
    for line in (Path(__file__).parent / "table.md").read_text(encoding="utf-8").splitlines()[6:]
]


@pytest.mark.parametrize(("name", "part", "written", "meant"), _LINES)
def test_a_slip_is_read_back(name: str, part: str, written: str, meant: str) -> None:
    found = next(reading for reading in readings(written, Field(part)) if reading.text == meant)
    assert found.name == name
    assert written[: found.start] + found.replacement + written[found.end :] == meant


def test_every_row_has_a_line() -> None:
    assert {name for name, *_ in _LINES} == {row.name for row in TABLE}
    assert len({row.name for row in TABLE}) == len(TABLE)


def test_rows_stand_in_order_of_their_costs() -> None:
    costs = [row.cost for row in TABLE]
    assert costs == sorted(costs)


@pytest.mark.parametrize(
    ("part", "written"),
    [
        (Field.CLASS, "0323.12"),
        (Field.KINGS, "g3g1"),
        (Field.SQUARES, "a1b2c3d4e5f6g7h8.a2b3c4d5e6f7g6h5"),
        (Field.FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ],
)
def test_readings_are_sound_and_few_and_each_stands_once(part: Field, written: str) -> None:
    found = [reading.text for reading in readings(written, part)]
    assert written not in found
    assert len(found) == len(set(found)) <= slips.MAX_READINGS
    assert all(is_sound(text, part) for text in found)


def test_any_text_has_readings_or_none() -> None:
    rng = random.Random(3)
    signs = "0123456789abcdefghKQRBNPk./ ,-+=OlІ３٣½²ß\u0301\ud800𝟎\n"
    for part in Field:
        for _ in range(200):
            text = "".join(rng.choices(signs, k=rng.randrange(12)))
            assert all(is_sound(reading.text, part) for reading in islice(readings(text, part), 50))
