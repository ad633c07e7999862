"""Codes whose class and kings stand apart."""

import random
from itertools import pairwise

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document

ATOMS = ["0000.11", "0323.12", "=0100.10", "a6h8", "c1d3", "wKc1 bKa1", "(c1/d3) 2/2", "|", ",", "and", "4/4"]
MARKS = ["{}", "{}", "**{}**", "`{}`", "{{{}}}", "<b>{}</b>", "({})"]


@pytest.mark.parametrize("count", [400, pytest.param(3000, marks=pytest.mark.long)])
def test_no_square_belongs_to_two_codes(count: int) -> None:
    random_ = random.Random(5)
    seen = 0
    for number in range(count):
        words = [random_.choice(MARKS).format(random_.choice(ATOMS)) for _ in range(random_.randrange(2, 8))]
        document = Document.of(
            random_.choice(["", " "]).join(words), host_for("a." + ["md", "tex", "html"][number % 3])
        )
        parts = [part.span for block in document.blocks for code in block.contents.codes for part in code.parts]
        seen += any(code.is_apart for block in document.blocks for code in block.contents.codes)
        assert all(one.end <= other.start for one, other in pairwise(parts)), document.text
    assert count < 6 * seen
