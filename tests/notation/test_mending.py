"""Which slips a code covers: the same as asking each code, in steps that do not grow with the pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.notation.damage import Damage
from gbr_lsp.notation.mending import _Covering
from gbr_lsp.rules import RULES
from tests.lint.test_growth import steps_of

spans = st.tuples(st.integers(0, 12), st.integers(0, 6)).map(lambda pair: Span(pair[0], sum(pair)))


@given(st.lists(spans, max_size=6), st.lists(spans, min_size=1, max_size=3))
def test_slips_are_covered_as_every_code_says(codes: list[Span], slips: list[Span]) -> None:
    said = any(all(code.covers(slip) for slip in slips) for code in codes)
    assert _Covering(list(codes)).covers([Damage(slip, "", "separator") for slip in slips]) == said


@pytest.mark.long
def test_the_steps_do_not_grow_with_the_pairs_of_codes_and_slips() -> None:
    def steps(count: int) -> int:
        document = Document.of("032O.12 g3g1 " * count, host_for("a.txt"))
        return steps_of(lambda: lint(document, frozenset(RULES)))

    steps(1)
    assert steps(300) < 2.2 * steps(150)
