"""Which study of a document is which of its proof."""

import random
from itertools import combinations, pairwise

import pytest

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model import proof_comparison
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.proof_comparison import (
    ComparedStudy,
    ProofComparison,
    SameStudy,
    comparable_studies,
    longest_in_order,
)
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Kings
from gbr_lsp.solutions.line import Node
from tests.lint.test_growth import steps_of

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
SOLUTIONS = ["1.Kd3 Kf4 2.e4 Kf3 3.e5", "1.Kd3 Kf4 2.e4 Kg5 3.Ke4", "1.a4 Kb3"]
BOARDS = ["8/8/8/8/4k3/8/4P3/2K5", "8/8/8/8/5k2/8/4P3/2K5"]


def caption(random_: random.Random, kings: int) -> str:
    """A study as a text shows it: one of some kings with one of some classes, and perhaps a board and moves."""
    white, black = random_.choices(SQUARES[::9] * 2, k=2) if kings < 4 else (SQUARES[kings % 64], SQUARES[kings // 64])
    force = random_.choice(["0000.10", "0000.11", "0100.10", "0323.12"])
    board = random_.choice(["", *BOARDS])
    return f"{white}{black} {force} Win\n{board}\n{random_.choice(['', *SOLUTIONS])}\n\n"


def studies(captions: list[str]) -> tuple[Document, list[ComparedStudy]]:
    document = Document.of("".join(captions), host_for("a.md"))
    return document, comparable_studies(document, list(document.studies()), lambda study: RemotePlace("", 0, 0, 0, ""))


def spoilt(captions: list[str], random_: random.Random) -> list[str]:
    """The studies of a proof: some are lost, some differ, two are turned."""
    found = [
        one.replace("0000", "0001") if random_.random() < 0.2 else one for one in captions if random_.random() < 0.9
    ]
    at = random_.randrange(len(found) or 1)
    return found[:at] + found[at : at + 2][::-1] + found[at + 2 :]


def random_study(random_: random.Random) -> ComparedStudy:
    """A study with few kings, classes, boards and moves to choose from, so that two have any of them in common."""
    _, (study,) = studies([f"{random_.choice(['', '='])}0{random_.choice('0123')}00.10 a1h8\n"])
    kings = Kings(random_.choice([0, 9, None]), random_.choice([18, 27, None]))
    moves = tuple(
        Node(Span(0, 0), san, 0, None, None) for san in random_.choices(["Kd3", "e4"], k=random_.randrange(7))
    )
    boards = tuple(map(Placement, random_.sample(BOARDS, random_.randrange(2))))
    return study._replace(code=study.code._replace(kings=kings), moves=moves, placements=boards)


def test_studies_that_have_something_in_common_share_a_sign() -> None:
    random_ = random.Random(1)
    some = [random_study(random_) for _ in range(200)]
    alike = [(one, other) for one, other in combinations(some, 2) if proof_comparison._similarity(one, other)]
    assert 100 < len(alike)
    assert all(set(proof_comparison._signs(one)) & set(proof_comparison._signs(other)) for one, other in alike)


def test_the_longest_order_is_the_longest_of_all() -> None:
    random_ = random.Random(2)
    for size in range(9):
        pairs = [SameStudy(own, other) for own, other in enumerate(random_.sample(range(20), size))]
        orders = (
            list(some)
            for count in range(size, -1, -1)
            for some in combinations(pairs, count)
            if all(one.other < other.other for one, other in pairwise(some))
        )
        found = longest_in_order(pairs)
        assert found == sorted(found, key=lambda pair: pair.other)
        assert set(found) <= set(pairs)
        assert len(found) == len(next(orders))


def test_each_study_is_paired_once_and_with_its_own_code_where_both_texts_have_it() -> None:
    random_ = random.Random(3)
    for _ in range(8):
        captions = [caption(random_, random_.randrange(4096)) for _ in range(30)]
        document, proof = studies(captions)[0], studies(spoilt(captions, random_))[1]
        compare = ProofComparison(document, list(document.studies()), proof)
        pairs = compare.pairs
        assert len({pair.own for pair in pairs}) == len({pair.other for pair in pairs}) == len(pairs)
        own, other = (
            [proof_comparison._key(one.code) for one in some] for some in (compare.own_studies, compare.proof)
        )
        same = sum(own[pair.own] == other[pair.other] for pair in pairs)
        assert same == sum(min(own.count(key), other.count(key)) for key in set(own))


def test_where_every_second_code_is_missing_the_steps_grow_with_the_text() -> None:
    def steps(count: int) -> int:
        captions = [f"{SQUARES[n % 64]}{SQUARES[-1 - n // 64]} 0100.10 Win\n\n" for n in range(count)]
        document, own = studies(captions)
        compare = ProofComparison(document, list(document.studies()), own[::2])
        compare.own_studies  # noqa: B018
        return steps_of(lambda: compare.pairs)

    steps(10)
    assert steps(800) < 2.5 * steps(400)


def nearest_of_all(free: proof_comparison._FreeStudies, study: ComparedStudy, expected: int, within: range) -> set[int]:
    """The same, of all the studies of a proof that are free: the slow way."""
    numbers = {number for some in free._by_sign.values() for number in some}
    found: set[int] = set()
    for sign in proof_comparison._signs(study):
        alike = [number for number in sorted(numbers) if sign in set(proof_comparison._signs(free._proof[number]))]
        found.update([number for number in alike if number < expected][-proof_comparison._MAX_CANDIDATES // 2 :])
        found.update([number for number in alike if expected <= number][: proof_comparison._MAX_CANDIDATES // 2])
    return found & set(within)


def test_the_nearest_studies_are_the_nearest_of_all_that_share_a_sign() -> None:
    random_ = random.Random(4)
    some = [random_study(random_) for _ in range(120)]
    taken = set(random_.sample(range(120), 20))
    free = proof_comparison._FreeStudies(some, taken)
    for number in random_.sample(sorted(set(range(120)) - taken), 30):
        first, expected, last = sorted(random_.choices(range(121), k=3))
        found = free.nearest(some[number], expected, range(first, last))
        assert found == nearest_of_all(free, some[number], expected, range(first, last))
        free.take(number)


def test_where_no_code_is_in_both_and_all_share_a_sign_the_steps_grow_with_the_text() -> None:
    def steps(count: int) -> int:
        own, proof = (studies([f"g3g1 {n:04}.10 Win\n\n" for n in range(first, first + count)]) for first in (0, 3000))
        compare = ProofComparison(own[0], list(own[0].studies()), proof[1])
        assert len(compare.own_studies) == len(compare.proof) == count
        return steps_of(lambda: compare.pairs)

    steps(10)
    assert steps(200) < 2.5 * steps(100)


def fixes_to(proof: str, text: str) -> list[str]:
    """What is changed to match a proof."""
    of_proof = Document.of(proof, host_for("a.md"))
    studies = comparable_studies(
        of_proof, list(of_proof.studies()), lambda study: RemotePlace("the proof", 0, 0, 0, "")
    )
    findings = lint(Document.of(text, host_for("a.md")), frozenset({"proof-mismatch"}), proof=studies)
    return [fix.title for _, finding in findings for fix in finding.fixes]


@pytest.mark.parametrize(
    ("code", "board", "changed"),
    [
        ("a1h8 0100.02 2/3 Win", "7k/8/8/8/8/4pp2/8/K6R", ["0100.01 to 0100.02", "2/2 to 2/3"]),
        ("a1h8 0100.02 2/3 Win", "", ["0100.01 to 0100.02", "2/2 to 2/3"]),
        ("a1g8 0100.01 2/2 Win", "6k1/8/8/8/8/4p3/8/K6R", ["a1h8 to a1g8"]),
        # The control of the proof contradicts its class, its board, or both.
        ("a1h8 0100.01 3/2 Win", "", []),
        ("a1h8 0100.01 3/2 Win", "7k/8/8/8/8/4p3/8/K6R", []),
        ("a1h8 0100.01 2/3 Win", "7k/8/8/8/8/4p3/8/K6R", []),
        # Its class contradicts its board, its control, or both.
        ("a1h8 0100.02 2/3 Win", "7k/8/8/8/8/4p3/8/K6R", []),
        ("a1h8 0100.02 2/2 Win", "", []),
        ("a1h8 0100.02 2/2 Win", "7k/8/8/8/8/4p3/8/K6R", []),
        # Its kings contradict its board.
        ("a1g8 0100.01 2/2 Win", "7k/8/8/8/8/4p3/8/K6R", []),
        # Its squares contradict its class and its control.
        ("a1h8 0100.02 .h1e3 2/3 Win", "", []),
    ],
)
def test_no_fix_leads_to_what_the_proof_itself_contradicts(code: str, board: str, changed: list[str]) -> None:
    others = "c3e5 0401.11 4/3 Draw\n\ng3g1 0323.12 4/5 Draw\n\n"
    fixes = fixes_to(f"{others}## Next\n\n{code}\n\n`{board}`", f"{others}## Next\n\na1h8 0100.01 2/2 Win")
    assert [fix.removeprefix("Change ").removesuffix(" to match the proof") for fix in fixes] == changed
