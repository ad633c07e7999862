"""A class and its kings are read in every spelling, and a wrong digit is found."""

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from tests.separators.measure import outcomes
from tests.separators.spellings import DOCUMENTS, KINGS, spellings


def test_codes_are_read_in_every_spelling(request: pytest.FixtureRequest) -> None:
    found = list(outcomes(step=1 if request.config.getoption("--long") else 61))
    assert [one.text for one in found if not one.is_read] == []
    assert [one.text for one in found if not one.is_wrong_digit_found] == []
    assert [(one.text, one.blamed) for one in found if one.blamed] == []


def test_the_table_has_every_combination() -> None:
    for kind in DOCUMENTS:
        found = list(spellings(kind))
        assert len({one.code for one in found}) == len(found)
        assert {one.kings for one in found} == set(KINGS)
        assert {one.order for one in found} == {"class first", "kings first"}


@pytest.mark.parametrize("separator", [" and ", " is ", " 7 ", " x ", ". 1. ", "|x|"])
def test_words_separate_class_and_kings(separator: str) -> None:
    for code in (f"0323.12{separator}g3 g1", f"g3 g1{separator}0323.12"):
        codes = Document.of(f"It costs {code}.\n", host_for("a.txt")).blocks[0].contents
        assert [one.code.kings for one in codes.codes] == [None]
        assert codes.uncertain == []
