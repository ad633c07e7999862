"""Ignore comments against findings: the same as comparing every pair, in steps that do not grow with the pairs."""

from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span, SpanIndex
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.ignored_findings import CODE_RULES, IgnoreMatcher
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.ignore_comments import Ignore, Reach

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
        if ignore.is_about(span)
        and (rule in [name for name, _ in ignore.names] if ignore.names else rule in CODE_RULES)
    ]


@given(ignores, findings)
def test_what_is_ignored_and_used_is_what_every_pair_says(
    found: list[Ignore], reported: list[tuple[str, Span]]
) -> None:
    ledger = IgnoreMatcher(found)
    served: list[set[str]] = [set() for _ in found]
    for rule, span in reported:
        by = pairwise(found, rule, span)
        assert ledger.is_ignored(rule, span) == bool(by)
        for number in by:
            served[number].add(rule)
    selected = frozenset(NAMES[:2])
    for ignore, used, rules in zip(found, ledger.ignore_uses(selected), served, strict=True):
        idle = tuple(name for name, _ in ignore.names if name in selected and name not in rules)
        assert (used.idle_names, used.has_silenced) == (idle, bool(rules))


def test_the_steps_do_not_grow_with_the_pairs() -> None:
    """A finding asks one question of its rule's scopes, and a comment one for each of its rules."""

    def asked(count: int) -> int:
        questions = 0
        stock = SpanIndex.has_overlap

        def counted(self: SpanIndex, span: Span) -> bool:
            nonlocal questions
            questions += 1
            return stock(self, span)

        SpanIndex.has_overlap = counted  # type: ignore[method-assign]
        try:
            each = [Span(10 * number, 10 * number + 5) for number in range(count)]
            ledger = IgnoreMatcher([Ignore(Reach.HERE, HERE, HERE, None, (), span) for span in each])
            assert all(ledger.is_ignored("separator", span) for span in each)
            assert all(used.has_silenced for used in ledger.ignore_uses(CODE_RULES))
        finally:
            SpanIndex.has_overlap = stock  # type: ignore[method-assign]
        return questions

    assert asked(200) == 2 * asked(100) == 400
