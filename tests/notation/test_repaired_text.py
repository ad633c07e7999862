"""Which slips a code covers: the same as asking each code, in steps that do not grow with the pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.splice import _compatible_slips
from gbr_lsp.notation.values import Kind, Problem
from gbr_lsp.rules import RULES
from tests.lint.test_growth import steps_of

spans = st.tuples(st.integers(0, 12), st.integers(0, 6)).map(lambda pair: Span(pair[0], sum(pair)))


@pytest.mark.long
def test_the_steps_do_not_grow_with_the_pairs_of_codes_and_slips() -> None:
    def steps(count: int) -> int:
        document = Document.of("032O.12 g3g1 " * count, host_for("a.txt"))
        return steps_of(lambda: lint(document, frozenset(RULES)))

    steps(150)  # what is prepared at first use
    assert steps(300) < 2.2 * steps(150)


def test_a_slip_between_two_classes_is_mended_once() -> None:
    """The blank parts the kings of the first class, and those before the second."""
    text = "+9116.42 d5 a4&nbsp;0330.00 c1d3+7/8/8/8/8/8/8/ =0061.00n"
    codes = find(text, [Span(0, len(text))])
    assert [text[code.span.start : code.span.end] for code in codes] == ["+9116.42 d5 a4", "0330.00 c1d3"]
    (problem,) = codes[0].problems
    assert (text[problem.span.start : problem.span.end], problem.replacement) == (" ", "")


PIECES = [
    "+", "=", "0323.12", "0O23.12", "032.12", "9116.42", "g3g1", "gg31", "g3,g1", "d5", "a4", "a3a2", "k", "x", "0330",
    "&nbsp;", "(", ")", ".", ",", "/", "|", "4/5", "Win", "-", "\n", "\t", " ", "  ",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_parts_stand_where_they_are_read(pieces: list[str]) -> None:
    text = "".join(pieces)
    for code in find(text, [Span(0, len(text))]):
        damaged = [problem.span for problem in code.problems]
        for part in code.parts:
            said = text[part.span.start : part.span.end]
            assert part.kind is not Kind.SIGN or said in ("+", "=")
            if part.kind is Kind.KING and not any(
                part.span.touches(one.start) or part.span.touches(one.end) for one in damaged
            ):
                assert len(said) == 2
                assert said[0] in "abcdefgh"
                assert said[1].isdigit()


@given(st.lists(st.lists(st.tuples(spans, st.sampled_from(["", "x"])), min_size=1, max_size=1), max_size=8))
def test_slips_that_are_mended_together_are_apart(slips: list[list[tuple[Span, str]]]) -> None:
    """Each is kept that overlaps none of those kept before, or is one of them."""
    groups = [[Problem("separator", span, instead) for span, instead in each] for each in slips]
    kept: list[list[Problem]] = []
    for (slip,) in groups:
        rivals = [
            other
            for (other,) in kept
            if other.span.start == slip.span.start
            or (other.span.start < slip.span.end and slip.span.start < other.span.end)
        ]
        if all(other == slip for other in rivals):
            kept.append([slip])
    assert _compatible_slips(groups) == kept
