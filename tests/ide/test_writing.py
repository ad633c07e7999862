"""What a board writes, as tests/ide/writing.md specifies it, and on random boards in every kind of document."""

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.edits.edit_check import BoardWriting, Refusal, edit_document
from gbr_lsp.edits.new_position import NewPosition, PositionText, write_position
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.completion import offered_squares, square_edit
from gbr_lsp.ide.draft_board import draft_board
from gbr_lsp.ide.played_move import write_played_move
from gbr_lsp.ide.position_change import change_position_at
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.lint.engine import judge
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Form, Goal, Stipulation
from tests.lint.test_growth import steps_of
from tests.support.strategies import kinds, placements, texts
from tests.support.studies import random_study

PAGE = Path(__file__).parent / "writing.md"
CURSOR = "<|>"
KINDS = {"text": "a.txt", "markdown": "a.md", "latex": "a.tex", "pgn": "a.pgn", "html": "a.html", "json": "a.json"}
KINDS |= {"csv": "a.csv", "yaml": "a.yaml", "mediawiki": "a.wiki"}
FIXTURE = re.compile(
    r"^(?P<marks>`{3,})(?P<kind>\w+) (?P<act>write|change|play|square|draft)(?P<rest>[^\n]*)\n"
    r"(?P<text>.*?)^(?P=marks)\n\n"
    r"(?P<more>`{3,})written\n(?P<written>.*?)^(?P=more)$",
    re.MULTILINE | re.DOTALL,
)
STUDY = Placement("6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1")


def written(fixture: re.Match[str]) -> str:
    offset = fixture["text"].index(CURSOR)
    document = Document.of(fixture["text"].replace(CURSOR, "", 1), host_for(KINDS[fixture["kind"]]))
    done = ACTS[fixture["act"]](document, offset, *fixture["rest"].split())
    if isinstance(done, str):
        return done + "\n"
    if isinstance(done, Refusal):
        return f"refused: {done.reason}\n"
    text = edit_document(document, done.edits).text
    return text[: done.caret] + CURSOR + text[done.caret :]


def _write(
    document: Document, offset: int, kind: str, form: str = "prefixed", goal: str = ""
) -> BoardWriting | Refusal:
    position = NewPosition(STUDY, goal=Goal(goal) if goal else None, form=Form(form))
    return write_position(document, offset, position, PositionText(kind))


def _change(document: Document, offset: int, placement: str) -> BoardWriting | Refusal:
    return change_position_at(document, offset, Placement(placement))


def _play(document: Document, offset: int, *move: str) -> BoardWriting | Refusal:
    return write_played_move(document, offset, *move)


def _square(document: Document, offset: int, square: str) -> BoardWriting | Refusal:
    draft = draft_board(document, offset)
    edit = draft and square_edit(document, draft.typed_span, square)
    return BoardWriting((edit,), edit.span.start + len(edit.text)) if edit else Refusal("not offered")


def _draft(document: Document, offset: int) -> str:
    draft = draft_board(document, offset)
    if draft is None:
        return "no draft"
    free = len(offered_squares(document, draft.typed_span))
    waits = f"{draft.words} ({draft.letter}) waits, {draft.missing_count} to come, {free} free"
    return f"{draft.title}: {draft.placement}, {waits}"


ACTS: dict[str, Callable[..., BoardWriting | Refusal | str]] = {
    "write": _write,
    "change": _change,
    "play": _play,
    "square": _square,
    "draft": _draft,
}


def test_specification(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    fixtures = list(FIXTURE.finditer(text))
    assert len(fixtures) == len(re.findall("^`{3,}written$", text, re.MULTILINE))
    if request.config.getoption("--update"):
        for fixture in reversed(fixtures):
            start, end = fixture.span("written")
            text = text[:start] + written(fixture) + text[end:]
        PAGE.write_text(text, encoding="utf-8")
        return
    for fixture in fixtures:
        assert written(fixture) == fixture["written"], f"line {text.count(chr(10), 0, fixture.start()) + 1}"


DOCUMENTS: dict[str, tuple[tuple[Form, ...], str]] = {
    "a.pgn": (
        (Form.PREFIXED, Form.COMPACT, Form.FULL),
        '[White "x"]\n[Black "({code})"]\n[FEN "{fen} w - - 0 1"]\n\n*\n\n[White "y"]\n[Black "(+0001.00a1c3)"]\n\n*\n',
    ),
    "a.md": (
        tuple(Form)[1:],
        "# A\n\n{code} is `{fen} w - - 0 1` here.\n\n```fen\n{fen}\n```\n\n# B\n\n+0001.00a1c3\n",
    ),
    "a.tex": (
        tuple(Form)[1:],
        "\\section{{A}}\n{code}\n\n\\pieces[{white}+{black}]{{{men}}}\n\n\\chessboard[setfen={fen}]\n\n"
        "\\chessboard[setpieces={{{list}}}]\n\n\\section{{B}}\n+0001.00a1c3\n",
    ),
    "a.txt": (tuple(Form)[1:], "1.\r\n{code}\r\n{fen} w\r\n"),
    "a.html": (tuple(Form)[1:], '<p>{code}</p>\n<p>{fen}</p><div data-fen="{fen}"></div>\n'),
    "a.json": (tuple(Form)[1:], '[{{"code": "{code}", "fen": "{fen} w - - 0 1"}}, {{"code": "+0001.00a1c3"}}]\n'),
    "a.csv": (tuple(Form)[1:], 'code,fen\n"{code}","{fen} w - - 0 1"\n"+0001.00a1c3",\n'),
    "a.yaml": (tuple(Form)[1:], '- code: "{code}"\n  fen: {fen} w - - 0 1\n- code: "+0001.00a1c3"\n'),
}
"""A study in every kind of document that is written by hand, with all that shows it, and another code."""

LETTERS = dict(zip("KQRBNP", "KDTLSB", strict=True))


def _document(name: str, placement: Placement, form: Form) -> Document | None:
    code = code_of(placement, Stipulation(Goal.WIN, None))
    text = spell(code, form) if code else None
    if text is None:
        return None
    board = chess.Board(placement.fen)
    men = [(chess.square_name(square), man.symbol()) for square, man in board.piece_map().items()]
    written = DOCUMENTS[name][1].format(
        code=text[1:-1] if form is Form.COMPACT and name == "a.pgn" else text,
        fen=placement.fen,
        white=chess.popcount(board.occupied_co[chess.WHITE]),
        black=chess.popcount(board.occupied_co[chess.BLACK]),
        men=", ".join(f"{'w' if man.isupper() else 's'}{LETTERS[man.upper()]}{square}" for square, man in men),
        list=",".join(f"{man}{square}" for square, man in men),
    )
    return Document.of(written, host_for(name))


def _rearranged(random: Random, placement: Placement) -> Placement:
    """The placement after some men were moved, added, taken away or exchanged on the board."""
    board = chess.Board(placement.fen)
    for _ in range(random.randint(1, 4)):
        square, other = random.sample(range(64), 2)
        man, beside = board.piece_at(square), board.piece_at(other)
        if man and random.random() < 0.7 and not (beside and beside.piece_type == chess.KING):
            board.remove_piece_at(square)
            board.set_piece_at(other, man)
        elif man is None or man.piece_type != chess.KING:
            new = random.choice([None, *(chess.Piece.from_symbol(letter) for letter in "QRBNPqrbnp")])
            board.set_piece_at(square, new)
    return Placement(board.board_fen())


def _agrees(document: Document, placement: Placement, studies: int) -> None:
    """Whether all that stands in a document says one position, as the linter and python-chess see it."""
    board = chess.Board(placement.fen)
    around = [study for study in document.studies() if str(study.code.kings) != "a1c3"]
    assert len(around) == studies
    for study in around:
        found = {finding.rule for finding in judge(study)} - ABOUT_THE_POSITION
        assert not found, (document.text, found)
        assert study.position == placement
        assert study.code.kings == (board.king(chess.WHITE), board.king(chess.BLACK))
        if study.code.control:
            counts = [chess.popcount(board.occupied_co[color]) for color in chess.COLORS]
            assert [*study.code.control] == counts
        for kind, digit in zip(
            (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT), study.code.force or (), strict=False
        ):
            white, black = (len(board.pieces(kind, color)) for color in chess.COLORS)
            assert digit == (9 if 2 < max(white, black) else white + 3 * black)
    shown = [board for block in document.blocks for board in block.contents.boards]
    assert {one.placement for one in shown} == {placement}
    for fen in re.findall(r"(?:[pnbrqkPNBRQK1-8]{1,8}\\?/){7}[pnbrqkPNBRQK1-8]{1,8}", document.text):
        assert chess.Board(fen.replace("\\", "")).board_fen() == board.board_fen()


ABOUT_THE_POSITION = {
    "adjacent-kings",
    "hidden-count",
    "impossible-force",
    "impossible-position",
    "pawn-rank",
    "refuted-stipulation",
}
"""The rules that speak of positions that a board may well show."""


@given(name=st.sampled_from(list(DOCUMENTS)), placement=placements(), seed=st.integers(0, 1 << 32), data=st.data())
def test_after_random_changes_all_that_shows_a_study_agrees(
    name: str, placement: Placement, seed: int, data: st.DataObject
) -> None:
    form = data.draw(st.sampled_from(DOCUMENTS[name][0]))
    document = _document(name, placement, form)
    if document is None or _position(document) != placement:
        return
    random = Random(seed)
    before = len(list(document.studies()))
    boards = sum(len(block.contents.boards) for block in document.blocks)
    for _ in range(3):
        old, placement = placement, _rearranged(random, placement)
        written = change_position_at(document, document.text.index("+" if form is Form.PREFIXED else "/"), placement)
        faults = [_faults(placement, turn) - _faults(old, turn) for turn in chess.COLORS]
        if all(faults):
            assert isinstance(written, Refusal), (document.text, placement)
        if any(faults) and isinstance(written, Refusal):
            placement = old
            continue
        if isinstance(written, Refusal):
            assert _may_be_refused(placement, form), (document.text, placement, written.reason)
            return
        after = edit_document(document, written.edits)
        assert after.text == Document.of(after.text, host_for(name)).text
        document = Document.of(after.text, host_for(name))
        assert len(list(document.studies())) == before
        assert sum(len(block.contents.boards) for block in document.blocks) == boards
        assert document.text.count("+0001.00a1c3") == (name not in ("a.txt", "a.html"))
        _agrees(document, placement, 1)


def _position(document: Document) -> Placement | None:
    return next((study.position for study in document.studies() if str(study.code.kings) != "a1c3"), None)


def _faults(placement: Placement, turn: chess.Color) -> set[str]:
    """The faults of a position with a side to move, by python-chess."""
    board = chess.Board(placement.fen)
    board.turn = turn
    faults = {name for name, flags in FAULTS.items() if board.status() & flags}
    return faults | {f"{color} men" for color in chess.COLORS if 8 < _pawns_needed(board, color)}


FAULTS = {
    "pawns": chess.STATUS_PAWNS_ON_BACKRANK,
    "check": chess.STATUS_OPPOSITE_CHECK | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK,
}


def _pawns_needed(board: chess.Board, color: chess.Color) -> int:
    """The pawns that the men of a side were, and its pawns."""
    counts = (
        max(0, len(board.pieces(chess.QUEEN, color)) - 1),
        max(0, len(board.pieces(chess.ROOK, color)) - 2),
        max(0, len(board.pieces(chess.KNIGHT, color)) - 2),
        *(
            max(0, len(board.pieces(chess.BISHOP, color) & half) - 1)
            for half in (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)
        ),
    )
    return sum(counts) + len(board.pieces(chess.PAWN, color))


def _may_be_refused(placement: Placement, form: Form) -> bool:
    """Whether no code can say a board: too many pawns, men that a 9 hides, nothing but kings in a list, kings side by
    side."""
    white, black = placement.kings
    assert white is not None
    assert black is not None
    if chess.square_distance(white, black) == 1:
        return True
    pawns = max(placement.men[8:])
    nines = sum(2 < max(placement.men[slot : slot + 2]) for slot in range(0, 8, 2))
    return 8 < pawns or (form in (Form.FULL, Form.DOTTED, Form.COMPACT) and bool(nines)) or not any(placement.men)


@given(
    name=st.sampled_from(["a.pgn", "a.md", "a.tex", "a.txt", "a.html"]),
    placement=placements(),
    kind=st.sampled_from(PositionText),
    form=st.sampled_from(Form),
    goal=st.sampled_from([None, *Goal]),
    data=st.data(),
)
def test_a_position_is_written_anywhere_or_not_at_all(
    name: str, placement: Placement, kind: PositionText, form: Form, goal: Goal | None, data: st.DataObject
) -> None:
    text = PLAIN_TEXTS[name]
    offset = data.draw(st.integers(0, len(text)))
    document = Document.of(text, host_for(name))
    placement = _without_misplaced_pawns(placement)
    turn = not _faults(placement, chess.WHITE)
    written = write_position(document, offset, NewPosition(placement, turn, goal, form), kind)
    assert isinstance(written, Refusal) or not _faults(placement, turn)
    if isinstance(written, Refusal):
        return
    (edit,) = written.edits
    after = Document.of(text[: edit.span.start] + edit.text + text[edit.span.end :], host_for(name))
    boards = [board.placement for block in after.blocks for board in block.contents.boards]
    assert boards.count(placement) == (kind is not PositionText.CODE)
    forces = [str(code.code.force) for block in after.blocks for code in block.contents.codes]
    whole = code_of(placement, Stipulation(None, None))
    if whole and kind in (PositionText.CODE, PositionText.PGN):
        assert str(whole.force) in forces
    assert [one for one in forces if one == "0000.11"] or str(whole and whole.force) == "0000.11"


def _without_misplaced_pawns(placement: Placement) -> Placement:
    board = chess.Board(placement.fen)
    for square in chess.SquareSet(board.pawns & chess.BB_BACKRANKS):
        board.remove_piece_at(square)
    return Placement(board.board_fen())


PLAIN_TEXTS = {
    "a.pgn": '[White "x"]\n[Black "(=0000.11h8a6)"]\n\n1.Kg7 {then} *\n\n[White "y"]\n\n*\n',
    "a.md": "# A\n\nh8a6 0000.11 2/2 Draw\n\n> quoted `code`\n\n- item\n\n```python\nx = 1\n```\n",
    "a.tex": "\\section{A}\nh8a6 0000.11 2/2 % comment\n\n\\verb|x| \\url{x}\n",
    "a.txt": "h8a6 0000.11\r\n\r\nText.\r\n",
    "a.html": "<p>h8a6 0000.11 2/2</p>\n<!-- comment -->\n<p title='x'>text</p>\n",
}


def test_moves_that_are_played_are_read_by_python_chess() -> None:
    """Anywhere in a study with variations: the new move is a child of the position it was played in, and the rest of
    the tree is as it was."""
    random = Random(21)
    written = 0
    for _ in range(3):
        study = random_study(random)
        for _ in range(6):
            document = Document.of(study.pgn, host_for("a.pgn"))
            offset = random.randrange(study.pgn.index("]\n\n") + 2, len(study.pgn))
            here = moves_at(document, offset)
            board = chess.Board(here.fen or "") if here else None
            if board is None or not board.legal_moves.count():
                continue
            move = random.choice(list(board.legal_moves))
            letter = chess.piece_symbol(move.promotion) if move.promotion else "q"
            origin, to = (chess.square_name(square) for square in (move.from_square, move.to_square))
            played = write_played_move(document, offset, origin, to, letter.upper())
            assert isinstance(played, BoardWriting), (study.pgn, offset, move)
            after = edit_document(document, played.edits).text
            game, old = (chess.pgn.read_game(StringIO(text)) for text in (after, study.pgn))
            assert game
            assert old
            assert not game.errors, after
            lines = sorted(str([one.uci() for one in line]) for line in _lines(old))
            new = sorted(str([one.uci() for one in line]) for line in _lines(game))
            assert len(new) - len(lines) == bool(played.edits), after
            assert set(lines) <= set(new), after
            reached = moves_at(Document.of(after, host_for("a.pgn")), played.caret)
            board.push(move)
            assert reached
            assert reached.fen
            assert reached.fen.split()[:2] == board.fen().split()[:2]
            written += bool(played.edits)
    assert written


def _lines(node: chess.pgn.GameNode) -> list[list[chess.Move]]:
    """The moves to every node of a game."""
    found = []
    waiting: list[tuple[chess.pgn.GameNode, list[chess.Move]]] = [(node, [])]
    while waiting:
        here, line = waiting.pop()
        for child in here.variations:
            found.append([*line, child.move])
            waiting.append((child, [*line, child.move]))
    return found


@given(text=texts, name=kinds, placement=placements(), data=st.data())
def test_any_text_is_written_to_or_left_alone(text: str, name: str, placement: Placement, data: st.DataObject) -> None:
    document = Document.of(text, host_for(name))
    offset = data.draw(st.integers(0, len(text)))
    origin, to = data.draw(st.tuples(*2 * [st.sampled_from(chess.SQUARE_NAMES)]))
    kind, form = data.draw(st.sampled_from(PositionText)), data.draw(st.sampled_from(Form))
    draft = draft_board(document, offset)
    edit = square_edit(document, draft.typed_span, to) if draft else None
    for done in (
        write_position(document, offset, NewPosition(placement, form=form), kind),
        change_position_at(document, offset, placement),
        write_played_move(document, offset, origin, to),
        BoardWriting((edit,), 0) if edit else Refusal("no square is typed"),
    ):
        if isinstance(done, Refusal):
            assert done.reason
            assert "\n" not in done.reason
        else:
            after = apply_edits(text, done.edits)
            assert edit_document(document, done.edits).text == after
            assert 0 <= done.caret <= len(after)


def test_a_position_that_many_studies_of_a_section_have_is_changed_in_steps_that_grow_with_the_text() -> None:
    study = "(0200.00b3b1)\n\n2R5/8/8/8/8/1K6/8/1k1R4 b - - 0 1\n\n"

    def steps(studies: int) -> int:
        document = Document.of(study * studies, host_for("a.txt"))
        done: list[BoardWriting | Refusal] = []
        count = steps_of(lambda: done.append(change_position_at(document, 5, Placement("8/8/8/8/8/2k5/8/K6R"))))
        assert isinstance(done[0], BoardWriting)
        assert 3 * studies < len(done[0].edits)
        return count

    steps(1)
    assert steps(40) < 2.5 * steps(20)


@given(
    st.lists(st.sampled_from(["(0200.00b2b1)\n", "\n", "# A\n\n", "2R5/8/8/8/8/8/1K6/1k1R4 b - - 0 1\n"]), min_size=1),
    st.lists(st.tuples(st.integers(0, 500), st.integers(0, 30), st.sampled_from(["", "x", "\n\n", "# B\n"]))),
)
def test_edits_that_are_made_together_make_the_edited_text(
    pieces: list[str], places: list[tuple[int, int, str]]
) -> None:
    text = "".join(pieces) + " " * 3_000 + "".join(pieces)
    edits: list[Edit] = []
    at = 0
    for gap, length, new in places:
        start, end = min(at + gap, len(text)), min(at + gap + length, len(text))
        edits.append(Edit(Span(start, end), new))
        at = end + 1
    host = host_for("a.md")
    after = edit_document(Document.of(text, host), edits)
    assert after.text == apply_edits(text, edits)
    assert list(after.blocks) == list(Document.of(after.text, host).blocks)
