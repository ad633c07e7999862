"""Which board belongs to which code: the rule of notation.md §7, spelled out slowly, on random pages."""

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span
from gbr_lsp.boards import diagram
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.board_matching.pairing import Candidate, pair
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Bond
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Force, Form, Goal, Kings, Nine, Stipulation
from tests.support.strategies import placements

FONT = {man: (man, prefix + man) for man, prefix in zip("KQRNPkqrnp", "mwtszmwtsz", strict=True)}
FONT |= {"B": ("L", "vL"), "b": ("l", "vl"), ".": ("-", "+")}


def drawn(placement: Placement) -> list[str]:
    """The ranks of a diagram as a PDF gives them."""
    ranks = []
    for rank in range(7, -1, -1):
        men = placement.squares[8 * rank : 8 * rank + 8]
        ranks.append("9" + "".join(FONT[man][(rank + file) % 2 == 0] for file, man in enumerate(men)) + "0")
    return ranks


def slow_pair(codes: Sequence[Code], boards: Sequence[Placement]) -> list[list[tuple[int, Bond]]]:
    """Agreement; then codes and boards that are left over, if each is the other's only close candidate.

    One king apart is not close where more than twice as many pairs of that force are left over.
    """

    def forces(board: Placement) -> list[tuple[int, ...]]:
        return [tuple(force_of(board.men, nine)) for nine in Nine]

    def agree(code: Code, board: Placement) -> bool:
        return code.kings == board.kings and tuple(code.force or ()) in forces(board)

    def close(code: Code, board: Placement) -> bool:
        assert code.kings
        if code.force is None:
            return code.kings == board.kings
        if None in code.kings:
            return tuple(code.force) in forces(board) and bool({*code.kings} & {*board.kings})
        turned = "".join("0361472589"[digit] for digit in code.force[:4])
        if code.kings == board.kings and (*map(int, turned), *code.force[:3:-1]) in forces(board):
            return True
        apart = min(sum(a != b for a, b in zip(code.force, force, strict=True)) for force in forces(board))
        one, other = tuple(code.kings), tuple(board.kings)
        slipped = one == other[::-1] or sum(a != b for a, b in zip(one, other, strict=True)) == 1
        return (one == other and apart <= 2) or (apart == 0 and one != other and slipped)

    owned = [[(n, Bond.AGREES) for n, board in enumerate(boards) if agree(code, board)] for code in codes]
    taken = {n for mine in owned for n, _ in mine}
    left = [n for n in range(len(boards)) if n not in taken]
    loose = {(c.kings, c.force) for n, c in enumerate(codes) if not owned[n]}
    shown_left = {(boards[n].kings, boards[n].men) for n in left}
    one_king: list[tuple[int, int]] = []
    for number, code in enumerate(codes):
        if owned[number]:
            continue
        near = [n for n in left if close(code, boards[n])]
        shown = {(boards[n].kings, boards[n].men) for n in near}
        others = [c for m, c in enumerate(codes) if not owned[m] or owned[m][0][1] is Bond.CLOSE]
        rivals = {(c.kings, c.force) for c in others for n in near if close(c, boards[n])}
        if len(shown) == 1 and len(rivals) == 1:
            owned[number] = [(n, Bond.CLOSE) for n in near]
            kings, others_kings = code.kings, boards[near[0]].kings
            assert kings
            if kings not in (others_kings, others_kings[::-1]):
                one_king.append((number, near[0]))
    crowded = []
    for number, _ in one_king:
        force = codes[number].force
        pairs = {codes[n].kings for n, _ in one_king if codes[n].force == force}
        said = sum(other == force for _, other in loose)
        shown_too = sum(tuple(force or ()) in {tuple(force_of(men, nine)) for nine in Nine} for _, men in shown_left)
        if 2 * len(pairs) < said * shown_too:
            crowded.append(number)
    for number in crowded:
        owned[number] = []
    return owned


def code(placement: Placement) -> Code:
    found = code_of(placement, Stipulation(Goal.WIN, None))
    assert found is not None
    return found._replace(pieces=None, pawns=None)


@st.composite
def pages(draw: st.DrawFn) -> tuple[list[Code], list[Placement]]:
    """Few squares and few men, so that codes and boards often come close to each other."""
    random_ = draw(st.randoms(use_true_random=False))
    boards = []
    for _ in range(draw(st.integers(0, 6))):
        squares = random_.sample([0, 1, 9, 18, 63], 2)
        men = "".join(sorted("RrBbNnPp"[random_.randrange(8)] for _ in range(random_.randrange(3))))
        board = ["."] * 64
        board[squares[0]], board[squares[1]] = "K", "k"
        for at, man in zip((30, 35, 44), men, strict=False):
            board[at] = man
        text = "/".join("".join(board[8 * rank : 8 * rank + 8]).replace(".", "1") for rank in range(7, -1, -1))
        boards.append(Placement(text))
    codes = []
    for _ in range(draw(st.integers(0, 6))):
        one = code(random_.choice(boards)) if boards else code(Placement("7k/8/8/8/8/8/8/K7"))
        for _ in range(random_.choice((0, 0, 1, 1, 2, 3))):
            force, kings = one.force, one.kings
            if force is None or kings is None or None in kings:
                break
            slip = random_.random()
            if slip < 0.1:
                one = one._replace(force=None)
            elif slip < 0.2:
                one = one._replace(kings=Kings(kings.white, None) if slip < 0.15 else Kings(None, kings.black))
            elif random_.random() < 0.3:
                one = one._replace(kings=random_.choice((Kings(kings[1], kings[0]), Kings(kings[0], 5))))
            else:
                at = random_.randrange(6)
                one = one._replace(force=Force._make((*force[:at], random_.randrange(3), *force[at + 1 :])))
        codes.append(one)
    return codes, boards


@given(pages())
def test_pairing_is_the_rule_spelled_out(page: tuple[list[Code], list[Placement]]) -> None:
    codes, boards = page
    assert pair(codes, [Candidate(board) for board in boards], {}).owned == slow_pair(codes, boards)


@given(placements())
def test_a_diagram_is_read_back(placement: Placement) -> None:
    text = "XIIIIIIIIY\n" + "\n".join(drawn(placement)) + "\ntext\n"
    (board,) = diagram.find(text, Span(0, len(text)))
    assert board.placement == placement


@given(placements(), st.randoms(use_true_random=False))
def test_a_damaged_diagram_is_read_as_it_was_or_not_at_all(placement: Placement, random_: random.Random) -> None:
    """A sign lost, doubled or moved into another place of its rank."""
    ranks = drawn(placement)
    at = random_.randrange(8)
    rank = ranks[at]
    place = random_.randrange(1, len(rank) - 1)
    ranks[at] = random_.choice(
        (rank[:place] + rank[place + 1 :], rank[:place] + rank[place] + rank[place:], rank[:place][::-1] + rank[place:])
    )
    text = "\n".join(ranks)
    found = diagram.find(text, Span(0, len(text)))
    assert found == [] or ranks[at] == rank or found[0].placement == placement or len(rank) == len(ranks[at])


def test_torn_pages_blame_nobody_who_agrees() -> None:
    """Diagrams side by side above and below their captions, a few captions with a slip."""
    random_ = random.Random(190)
    blamed, slips = 0, 0
    for _ in range(40):
        boards = [_position(random_) for _ in range(random_.randrange(1, 7))]
        rows = [boards[start : start + 3] for start in range(0, len(boards), 3)]
        lines = []
        for row in rows:
            lines += ["XIIIIIIIIY", "", *(" ".join(ranks) for ranks in zip(*map(drawn, row), strict=True)), "", "text"]
        right, wrong = [], []
        for board in boards:
            caption = spell(code(board), Form.CAPTION)
            assert caption
            if random_.random() < 0.06:
                wrong.append(f"{caption[2:4]}{caption[:2]}{caption[4:]}")
            else:
                right.append(caption)
        captions = right + wrong
        random_.shuffle(captions)
        for caption in captions:
            free = [n for n, line in enumerate([*lines, ""]) if line in ("", "text")]
            lines.insert(random_.choice(free), caption)
        text = "\n".join(lines)
        found = [item for item in lint(Document.of(text, host_for("a.txt"))) if item.finding.rule == "king-mismatch"]
        said = {text[item.span.start : item.span.end] for item in found}
        assert said <= {caption[:4] for caption in wrong}
        slips += len(wrong)
        blamed += len(said)
    assert 0 < blamed
    assert slips <= blamed + 1


def _position(random_: random.Random) -> Placement:
    men = ["K", "k", *random_.choices("QqRrBbNnPpPp", k=random_.randrange(1, 9))]
    board = ["."] * 64
    for man, at in zip(men, random_.sample(range(8, 56), len(men)), strict=True):
        board[at] = man
    return Placement("/".join("".join(board[8 * rank : 8 * rank + 8]).replace(".", "1") for rank in range(7, -1, -1)))
