"""The board of a text and the code next to it: where they differ, against a comparison of all squares."""

from hypothesis import assume, given

from gbr_lsp.hosts import host_for
from gbr_lsp.ide.support.study_boards import StudyBoard, boards_of
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SQUARES, Form, Nine, Stipulation
from tests.support.strategies import placements, times


def boards(code: str, *fens: Placement) -> list[StudyBoard]:
    text = f'[Black "({code})"]\n' + "".join(f'[FEN "{one.fen} w - - 0 1"]\n' for one in fens) + "\n*\n"
    studies = Document.of(text, host_for("a.pgn")).as_section().studies
    found, number = boards_of(studies[0]) if studies else ([], None)
    assert number == (0 if found else None)
    return found


def spelled(placement: Placement, form: Form) -> str:
    code = code_of(placement, Stipulation(None, None), Nine.MODERN)
    return (code and spell(code, form)) or ""


@given(placements(), placements())
@times(150)
def test_a_code_with_all_squares_differs_where_the_men_do(own: Placement, other: Placement) -> None:
    assume("9" not in spelled(own, Form.CLASS))  # It hides counts, so that the list may not be read.
    found = boards(spelled(own, Form.FULL), other)
    assume(any(board.name == "FEN" for board in found))  # An impossible code may have no board.
    shown = found[0]
    men = zip(own.squares, other.squares, strict=True)
    assert shown.squares == {square for square, (one, two) in enumerate(men) if one != two}
    assert bool(shown.lines) == (own != other)
    if own == other:
        assert found[1:] == []
    else:
        assert found[1].field == own.fen


@given(placements(), placements())
@times(150)
def test_a_code_with_kings_differs_in_kings_and_counts(own: Placement, other: Placement) -> None:
    found = boards(spelled(own, Form.PREFIXED), other)
    assume(any(board.name == "FEN" for board in found))  # An impossible code may have no board.
    shown = found[0]
    kings = [name for name, one, two in zip(("White", "Black"), own.kings, other.kings, strict=True) if one != two]
    assert [line.split()[0] for line in shown.lines if " king: " in line] == kings
    for one, two in zip(own.kings, other.kings, strict=True):
        assert one == two or {one, two} <= shown.squares
    assert all(other.squares[square] != "." or square in own.kings for square in shown.squares)
    classes = {spelled(one, Form.CLASS) for one in (own, other)}
    # A 9 hides counts.
    assert "9" in "".join(classes) or bool(shown.lines) == (own.kings != other.kings or len(classes) == 2)


def test_a_class_alone_is_compared_by_its_digits() -> None:
    (shown,) = boards("0400.11", Placement("8/8/8/8/8/2k5/8/K6R"))
    assert shown.lines == (
        "Black rooks: 1 in the code, none in the FEN",
        "White pawns: 1 in the code, none in the FEN",
        "Black pawns: 1 in the code, none in the FEN",
    )
    assert not shown.squares


def test_a_list_may_leave_out_the_pawns_and_lack_a_square() -> None:
    board = Placement("6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1")
    assert boards("g3g1 0323.12 a3a2e1g8 4/5=", board)[0].lines == ()
    (found, _) = boards("g3g1 0323.12 a3a2e1.h6c3c6 4/5=", board)
    assert found.lines == ("Men: g8 only in the FEN",)
    assert found.squares == {SQUARES["g8"]}
