"""Boards of LaTeX macros."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span
from gbr_lsp.boards.macros import GERMAN, find, groups, has_unreadable_board
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.hosts.latex import read
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, KING, PAWN_SLOTS, PIECE_SLOTS, SQUARE_NAMES, WHITE, Control
from tests.support.strategies import placements, texts

FEN = "8/1k6/8/8/K7/2P5/3b4/8"
MEN = r"\pieces{wKa4, wBc3, sKb7, sLd2}"
LIST = "Ka4,Pc3,kb7,bd2"


def full(text: str) -> str:
    """A text with the board where its name stands, so that the examples need no doubled braces."""
    return text.replace("FEN", FEN).replace("MEN", MEN).replace("LIST", LIST)


def boards(text: str, letters: str = GERMAN) -> list[Board]:
    """The boards of a LaTeX text, read by the host as in a document."""
    text = full(text)
    return find(text, read(text).spans, letters)


def one(text: str, letters: str = GERMAN) -> Board:
    (board,) = boards(text, letters)
    return board


def shown(text: str, letters: str = GERMAN) -> list[str | None]:
    return [board.placement.fen if board.placement else None for board in boards(text, letters)]


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        (r"\fen{FEN}", FEN),
        (r"\fenboard{FEN w - - 0 1}", "FEN w - - 0 1"),
        (r"\fen { FEN w }", "FEN w"),
        (r"\newgame[setfen=FEN w - - 0 1]", "FEN w - - 0 1"),
        (r"\newchessgame[id=main, setfen={FEN b - - 0 7}, moveid=7b]", "FEN b - - 0 7"),
        (r"\chessboard[setfen=FEN]", FEN),
        ("\\chessboard[smallboard,\n  setfen = { {FEN} }, markmoves={a4-a5,b7-b6}]", FEN),
        (r"\chessboard[text={[x], {setfen} \} }, setfen=FEN]", FEN),
        ("\\chessboard[% setfen=8/8\n  setfen=FEN, % here\n showmover]", FEN),
        (r"\\\fen{FEN}", FEN),
        (r"\study{\fen{FEN}}{=0010.10 a4b7}", FEN),
    ],
)
def test_a_fen_is_read_where_it_stands(text: str, spelled: str) -> None:
    board = one(text)
    assert (board.kind, board.placement, board.problem) == (BoardKind.FEN, Placement(FEN), None)
    assert full(text)[slice(*board.span)] == full(spelled)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        (r"\fen{FEN}", None),
        (r"\fen{FEN w - - 0 1}", WHITE),
        (r"\fen{FEN b}", BLACK),
        (r"\fen{FEN x}", None),
        (r"\chessboard[setfen=FEN, mover=b]", BLACK),
        (r"\chessboard[mover={w}, setpieces={LIST}]", WHITE),
        (r"\chessboard[mover=, setpieces={LIST}]", None),
        (r"\newchessgame[setfen=FEN, moveid=12b]", BLACK),
        (r"\newchessgame[setfen=FEN b - - 0 7, moveid=7b]", BLACK),
        (r"\newchessgame[setfen=FEN b - - 0 1, moveid=1w]", None),
        ("MEN", None),
    ],
)
def test_the_turn_is_that_of_the_fen_or_the_mover(text: str, turn: bool | None) -> None:
    assert one(text).turn is turn


@pytest.mark.parametrize(
    ("fen", "problem"),
    [
        ("8/1k6/8/8/K7/2P5/3b4 w - - 0 1", "has 7 ranks, not 8"),
        ("8/1k6/8/8/K7/2P6/3b4/8", "has 9 squares on rank 3, not 8"),
        ("8/1k6/8/8/K7/2P5/3x4/8", "has “x” on rank 2"),
        ("8/1k6/8/8/8/2P5/3b4/8", "has no white king"),
    ],
)
def test_an_unreadable_fen_is_a_board_with_a_problem(fen: str, problem: str) -> None:
    for text in (rf"\fen{{{fen}}}", rf"\chessboard[setfen={{{fen}}}]"):
        board = one(text)
        assert (board.placement, board.problem, text[slice(*board.span)]) == (None, problem, fen)


@pytest.mark.parametrize(
    "text",
    [
        r"\fen{}",
        r"\fen{ }",
        r"\fen",
        r"\fen[FEN]",
        r"\fen{FEN",
        r"\fen{\position{FEN}}",
        r"\fen{\myfen}",
        r"\fen{start}",
        r"\fen{boards/study12.fen}",
        r"\newcommand{\fen}[1]{\chessboard[setfen=#1, smallboard]}",
        r"\newcommand\fen[1]{#1}",
        r"\newcommand\pieces[2][]{\men[#1]{#2}}",
        r"\fenced{FEN}",
        r"\myfen{FEN}",
        r"\\fen{FEN}",
        r"% \fen{FEN}",
        r"\chessboard",
        r"\chessboard[]",
        r"\chessboard[,=,{},smallboard]",
        r"\chessboard{setfen=FEN}",
        r"\chessboard[setfen=FEN",
        r"\newgame",
    ],
)
def test_what_holds_no_fen_is_no_board(text: str) -> None:
    assert boards(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "MEN",
        r"\pieces{wKa4,wBc3,sKb7,sLd2}",
        r"\pieces{ wKa4 wBc3;bKb7,~bLd2,}",
        "\\pieces{wKa4,\\,wBc3,\n  sKb7,\tsLd2 }",
        "\\pieces{wKa4, % the king\n  wBc3,%\n  sKb7, sLd2}",
        "\\pieces{wK%\n  a4, wBc3, sKb7, %sDa1\r\n  sLd2}",
        "\\pieces [2+2] {wKa4, wBc3, sKb7, sLd2}",
        "\\pieces[2+2]%\n  {wKa4, wBc3, sKb7, sLd2}",
        r"\begin{diagram} MEN \end{diagram}",
        r"\begin{diagram}[8x8] MEN \end{diagram}",
        r"\begin{diagram}[5x5] \pieces{wKa1} \end{diagram} MEN",
    ],
)
def test_a_list_of_diagram_sty(text: str) -> None:
    board = one(text)
    assert (board.kind, board.placement) == (BoardKind.PIECES, Placement(FEN))


def test_the_span_of_a_list_is_what_stands_in_the_braces() -> None:
    text = r"x \pieces[2+2]{ wKa4, wBc3, sKb7, sLd2 } y"
    board = one(text)
    assert text[slice(*board.span)] == "wKa4, wBc3, sKb7, sLd2"


def test_a_man_may_have_several_squares() -> None:
    assert shown(r"\pieces{wKa8, wBa2b3c4, sKh8, sTe5f5}") == ["K6k/8/8/4rr2/2P5/1P6/P7/8"]


@pytest.mark.parametrize(
    ("men", "letters"),
    [
        ("wKa4, wPc3, sKb7, sBd2, wNh8", "KQRBNP"),
        ("wKa4, wPc3, bKb7, bBd2, wSh8", "KQRBNP"),
        ("wRa4, wPc3, bRb7, bFd2, wCh8", "RDTFCP"),
    ],
)
def test_letters_of_other_languages(men: str, letters: str) -> None:
    assert shown(rf"\pieces{{{men}}}", letters) == ["7N/1k6/8/8/K7/2P5/3b4/8"]


@pytest.mark.parametrize(
    ("option", "control"),
    [
        ("3+2", Control(3, 2)),
        ("3 + 2", Control(3, 2)),
        (" 10+16 ", Control(10, 16)),
        ("3+2+1", None),
        ("3-2", None),
        ("", None),
        ("3+", None),
    ],
)
def test_the_count_beside_a_list(option: str, control: Control | None) -> None:
    text = MEN.replace(r"\pieces", rf"\pieces[{option}]")
    counted = one(text).men_count
    assert (counted and counted.control) == control
    assert counted is None or text[slice(*counted.span)] == option.strip()


def test_a_list_without_a_count_has_none() -> None:
    assert one(MEN).men_count is None


@pytest.mark.parametrize(
    "men",
    [
        "",
        "wKa4",
        "wKa4, wBc3",
        "wKa4, wKa5, sKb7",
        "wKa4, sKb7, sKh8",
        "wKa4, sKb7, wBa4",
        "wKa4, sKb7, wBc3c3",
        "wKa4, sKb7, nSc3",
        "wKa4, sKb7, wDLc3",
        "wKa4, sKb7, wCc3",
        "wKa4, sKb7, wEUc3",
        "wKa4, sKb7, wBi9",
        "wKa4, sKb7, wB",
        "wKa4, sKb7, Bc3",
        "wKa4, sKb7, wbc3",
        "wKa4, sKb7, w Bc3",
        "wKa4sKb7",
        r"wKa4, sKb7, \men",
        "wKa4, sKb7, {wBc3}",
        "#1",
        "wKa4, sKb7, ...",
    ],
)
def test_a_list_that_cannot_be_read_for_certain_is_no_board(men: str) -> None:
    assert boards(rf"\pieces{{{men}}}") == []


def test_a_board_of_another_size_is_no_board() -> None:
    assert boards(r"\begin{diagram}[9x5] MEN \end{diagram}") == []
    assert boards(r"\begin{diagram}[9x5] MEN") == []


@pytest.mark.parametrize(
    ("options", "spelled"),
    [
        ("setwhite={Ka4,Pc3},setblack={Kb7,Bd2}", "Ka4,Pc3},setblack={Kb7,Bd2"),
        ("setwhite={ka4, pc3}, setblack={ kb7 , bd2 }", "ka4, pc3}, setblack={ kb7 , bd2"),
        ("setblack={Kb7,Bd2}, tinyboard, setwhite={Ka4,Pc3}", "Kb7,Bd2}, tinyboard, setwhite={Ka4,Pc3"),
        ("setwhite={Ka4,Pc3},addblack={kb7,bd2}", "Ka4,Pc3},addblack={kb7,bd2"),
        ("setpieces={Ka4,Pc3,kb7,bd2}", LIST),
        ("setpieces={{Ka4,Pc3,kb7,bd2}},showmover=false", LIST),
        ("setpieces={Ka4,Pc3,kb7}, addpieces=bd2", "Ka4,Pc3,kb7}, addpieces=bd2"),
        ("clearboard, addwhite={Ka4,Pc3}, addblack={Kb7,Bd2}", "Ka4,Pc3}, addblack={Kb7,Bd2"),
        ("clearpgf, inverse, setpieces={Ka4,Pc3,kb7,bd2}, markfields={a1}", LIST),
    ],
)
def test_lists_of_the_chessboard_package(options: str, spelled: str) -> None:
    text = rf"\chessboard[{options}]"
    board = one(text)
    assert (board.kind, board.placement) == (BoardKind.PIECES, Placement(FEN))
    assert full(text)[slice(*board.span)] == full(spelled)


@pytest.mark.parametrize(
    "options",
    [
        "setwhite={Ka4,Pc3}",
        "addwhite={Ka4,Pc3},addblack={Kb7}",
        "addblack={Kb7},setwhite={Ka4,Pc3}",
        "setwhite={Ka4},setwhite={Ka4},setblack={Kb7}",
        "setpieces={Ka4,kb7},setblack={Kb7}",
        "setfen=FEN,setwhite={Ka4},setblack={Kb7}",
        "setfen=FEN,addpieces={Qa1}",
        "setfen=FEN,addfen=Q7",
        "setfen=FEN,clearfields={c3}",
        "setfen=FEN,startfen=b7",
        "maxfield=j10,setfen=FEN",
        "setpieces={Ka4,kb7},restorefen=current",
        "language=german,setpieces={Ka4,kb7,Dh8}",
        r"setpieces=\mylist",
        "setpieces={Ka4,kb7,a4}",
        "setpieces={Ka4,kb7,Pa4}",
        "setpieces={Ka4,kb7,Sc3}",
        "setpieces={Ka4,kb7,Pa2b3}",
        "setpieces={Ka4,kb7,Pa20}",
        "setpieces={Ka4,Kb7}",
        "setpieces=",
        "setpieces",
        "setfen",
        "clearboard",
        "Setfen=FEN",
    ],
)
def test_options_that_leave_the_men_open_are_no_board(options: str) -> None:
    assert boards(rf"\chessboard[{options}]") == []


def test_boards_stand_in_order_and_only_in_the_spans() -> None:
    text = full(r"MEN \fen{FEN} \verb|MEN| \chessboard[setpieces={LIST}]")
    assert shown(text) == [FEN] * 3
    assert [board.span for board in boards(text)] == sorted(board.span for board in boards(text))
    inside = text.index(r"\fen")
    assert [board.kind for board in find(text, [Span(inside, text.index(r" \verb"))])] == [BoardKind.FEN]
    assert find(text, [Span(inside + 1, text.index(r" \verb"))]) == []
    assert find(text, []) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"a \study{x}{y} b", ["{x}{y}"]),
        (r"\study[x]{y}", ["[x]{y}"]),
        ("\\study{x}%\n  [o]\n  {y} z", ["{x}%\n  [o]\n  {y}"]),
        (r"\study*{x}{y}", ["{x}{y}"]),
        (r"\emph{x} y {z}", []),
        (r"\emph{x}", []),
        (r"{x}{y}", []),
        (r"\\study{x}{y}", []),
        (r"\study{x}{y", []),
        (r"\study{\{}{y}", [r"{\{}{y}"]),
        (r"\study{\emph[a]{b}}{y}", [r"{\emph[a]{b}}{y}", "[a]{b}"]),
        (r"\begin{diagram} x \end{diagram} y", [r"\begin{diagram} x \end{diagram}"]),
        (r"\\\begin{diagram} x \end{diagram}", [r"\begin{diagram} x \end{diagram}"]),
        (r"\begin{diagram} x", []),
        (r"x \end{diagram}", []),
        (r"\textcolor{red}{x} \parbox[t]{5cm}{y} \begin{tabular}{cc}", []),
        (r"\pieces[3+2]{wKa4}", []),
        (r"% \study{x}{y}", []),
    ],
)
def test_groups(text: str, expected: list[str]) -> None:
    assert [text[slice(*group)] for group in groups(text, read(text).spans)] == expected


def listed(placement: Placement, letters: str, black: str) -> list[str]:
    """The men of a placement as diagram.sty lists them."""
    names = []
    for (piece_type, color), letter in zip(
        [(KING, WHITE), (KING, BLACK), *PIECE_SLOTS, *PAWN_SLOTS],
        [letter for letter in letters for _ in (WHITE, BLACK)],
        strict=True,
    ):
        squares = "".join(SQUARE_NAMES[square] for square in placement.squares_of(piece_type, color))
        names += [("w" if color else black) + letter + squares] if squares else []
    return names


@given(placements(), st.sampled_from((GERMAN, "KQRBNP", "RDTFCP")), st.sampled_from("sb"), st.sampled_from((",", ", ")))
def test_a_list_is_read_back(placement: Placement, letters: str, black: str, comma: str) -> None:
    text = rf"\pieces{{{comma.join(listed(placement, letters, black))}}}"
    assert one(text, letters).placement == placement


@given(placements(), st.booleans())
def test_options_are_read_back(placement: Placement, together: bool) -> None:
    men = [(man, SQUARE_NAMES[square]) for square, man in enumerate(placement.squares) if man != "."]
    white = ",".join(man + square for man, square in men if man.isupper())
    black = ",".join(man + square for man, square in men if man.islower())
    options = f"setpieces={{{white},{black}}}" if together else f"setwhite={{{white}}}, setblack={{{black}}}"
    assert one(rf"\chessboard[{options}]").placement == placement
    assert one(rf"\chessboard[setfen={placement.fen}]").placement == placement


PIECES = [
    "\\", "{", "}", "[", "]", ",", "=", "+", "%", "#", "~", "\n", "\r\n", " ", "\0", "w", "s", "K", "D", "T", "L", "S",
    "B", "a", "b", "c", "1", "2", "3", r"\fen", r"\fenboard", r"\chessboard", r"\newgame", r"\pieces", r"\study",
    r"\begin{diagram}", r"\end{diagram}", "setfen=", "setwhite=", "setblack=", "setpieces=", "mover=", "wKa4", "sKb7",
    "Ka4", "kb7", FEN, "3+2", "{wKa4,sKb7}", "[3+2]",
]  # fmt: skip
"""What macros are made of."""

macros = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(st.one_of(macros, texts), st.sampled_from((GERMAN, "KQRBNP", "")), st.data())
def test_no_text_raises(text: str, letters: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
    spans = [Span(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=False) if start < end]
    for where in ([Span(0, len(text))], read(text).spans if text else [], spans):
        found = find(text, where, letters)
        assert [board.span for board in found] == sorted(board.span for board in found)
        for board in found:
            assert 0 <= board.span.start < board.span.end <= len(text)
            assert (board.placement is None) == (board.problem is not None)
        for group in groups(text, where):
            assert 0 <= group.start < group.end <= len(text)


@pytest.mark.parametrize(
    "part",
    [r"\fen{", r"\pieces{", r"\pieces[", r"\chessboard[", r"\chessboard[setfen={", r"\study{}", r"\study[{}", "{", "[",
     r"\begin{diagram}[5x5]", r"\begin{diagram}[", "\\", "\\pieces{ ", "%\n", " ,"],
)  # fmt: skip
def test_a_long_broken_text_is_read_to_its_end(part: str) -> None:
    for text in (part * 20_000, rf"\pieces{{{part * 20_000}", part * 10_000 + "]" * 10_000 + "}" * 10_000):
        assert find(text, [Span(0, len(text))]) == []
        groups(text, [Span(0, len(text))])


@pytest.mark.parametrize(
    ("text", "is_unreadable"),
    [
        (r"\pieces{wKa1, xQb2, sKh8}", True),
        (r"\begin{diagram}[8x8]\pieces{wKa1, xQb2, sKh8}\end{diagram}", True),
        (r"\begin{diagram}[8x8]\end{diagram} \pieces{wKa1, xQb2, sKh8}", True),
        (r"\begin{diagram}[8x8]\pieces{wKa1, wDb2, sKh8}\end{diagram}", False),
    ],
)
def test_an_unreadable_list_is_seen_after_a_diagram_with_a_size(text: str, is_unreadable: bool) -> None:
    assert has_unreadable_board(text, [Span(0, len(text))]) is is_unreadable
