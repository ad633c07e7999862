"""Ignore comments against findings: the same as comparing every pair, in steps that do not grow with the pairs."""

from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint import ledger as ledgers
from gbr_lsp.lint.ledger import ABOUT_CODES, Ledger
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.suppressions import Ignore, Reach

NAMES = ["force-mismatch", "separator", "unused-ignore", "no-rule"]
HERE = Place(Block(host_for("a.txt"), "x", False), Span(0, 1))

spans = st.tuples(st.integers(0, 12), st.integers(0, 6)).map(lambda pair: Span(pair[0], sum(pair)))
ignores = st.lists(
    st.builds(
        lambda reach, names, scope: Ignore(reach, HERE, HERE, None, tuple((name, HERE) for name in names), scope),
        st.sampled_from(Reach), st.lists(st.sampled_from(NAMES), max_size=2, unique=True), spans,
    ),
    max_size=6,
)  # fmt: skip
findings = st.lists(st.tuples(st.sampled_from(NAMES[:3]), spans), max_size=6)


def pairwise(found: list[Ignore], rule: str, span: Span) -> list[int]:
    """The comments that ignore a finding."""
    return [
        number
        for number, ignore in enumerate(found)
        if ignore.covers(span) and (rule in [name for name, _ in ignore.names] if ignore.names else rule in ABOUT_CODES)
    ]


@given(ignores, findings)
def test_what_is_ignored_and_used_is_what_every_pair_says(
    found: list[Ignore], reported: list[tuple[str, Span]]
) -> None:
    ledger = Ledger(found)
    served: list[set[str]] = [set() for _ in found]
    for rule, span in reported:
        by = pairwise(found, rule, span)
        assert ledger.ignores(rule, span) == bool(by)
        for number in by:
            served[number].add(rule)
    selected = frozenset(NAMES[:2])
    for ignore, used, rules in zip(found, ledger.used(selected), served, strict=True):
        idle = tuple(name for name, _ in ignore.names if name in selected and name not in rules)
        assert (used.idle, used.served) == (idle, bool(rules))


def test_the_steps_do_not_grow_with_the_pairs() -> None:
    """A finding asks one question of its rule's scopes, and a comment one for each of its rules."""

    def asked(count: int) -> int:
        questions = 0
        stock = ledgers._Spans.overlap

        def counted(self: ledgers._Spans, span: Span) -> bool:
            nonlocal questions
            questions += 1
            return stock(self, span)

        ledgers._Spans.overlap = counted  # type: ignore[method-assign]
        try:
            each = [Span(10 * number, 10 * number + 5) for number in range(count)]
            ledger = Ledger([Ignore(Reach.HERE, HERE, HERE, None, (), span) for span in each])
            assert all(ledger.ignores("separator", span) for span in each)
            assert all(used.served for used in ledger.used(ABOUT_CODES))
        finally:
            ledgers._Spans.overlap = stock  # type: ignore[method-assign]
        return questions

    assert asked(200) == 2 * asked(100) == 400
