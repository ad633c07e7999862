"""The position at the cursor, as tests/ide/moves.md specifies it, and as python-chess has it."""

import re
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random

import chess
import chess.pgn
import pytest

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.conversions import board_view
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_around, moves_at
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Form, Goal, Stipulation
from tests.support.specs import annotate
from tests.support.studies import Printed, random_study

PAGE = Path(__file__).parent / "moves.md"
CURSOR = "<|>"
KINDS = {"text": "a.txt", "markdown": "a.md", "latex": "a.tex", "pgn": "a.pgn"}
FIXTURE = re.compile(
    r"^(?P<marks>`{3,})(?P<kind>\w+) (?P<asked>moves|line|words)\n(?P<text>.*?)^(?P=marks)\n\n"
    r"(?P<more>`{3,})shown\n(?P<shown>.*?)^(?P=more)$",
    re.MULTILINE | re.DOTALL,
)


def shown(fixture: re.Match[str]) -> str:
    offsets = [
        found.start() - len(CURSOR) * number
        for number, found in enumerate(re.finditer(re.escape(CURSOR), fixture["text"]))
    ]
    text = fixture["text"].replace(CURSOR, "")
    document = Document.of(text, host_for(KINDS[fixture["kind"]]))
    if fixture["asked"] == "moves":
        return annotate(text, list(_carets(document, text)))
    if fixture["asked"] == "words":
        lines = [moves_around(document, offset) for offset in offsets]
        made = [line.tree.made(line.step) for line in lines if line and line.step]
        return "".join(f"{move.san}: {move.words}\n" for move in made if move)
    return "".join(f"{line}\n" for line in _line(document, text, offsets[0]))


def _carets(document: Document, text: str) -> list[tuple[Span, str]]:
    labels = [(offset, _label(document, offset)) for offset in range(len(text) + 1)]
    changes = [labels[0], *(here for before, here in pairwise(labels) if before[1] != here[1]), (len(text) + 1, "")]
    found = []
    for (start, label), (end, _) in pairwise(changes):
        # A caret line for each line that has something.
        for line in re.finditer(r"[^\r\n]+", text[start:end]) if label else ():
            if line[0].strip():
                found.append((Span(*line.span()).shift(start), label))
    return found or [(Span(0, 1), "nothing")]


def _label(document: Document, offset: int) -> str:
    followed = moves_at(document, offset)
    if followed is None:
        return ""
    move = followed.tree.numbered(followed.step) if followed.step else "the start"
    return move + (f" — {followed.cursor.lost_reason}" if followed.cursor.lost_reason else "")


def _line(document: Document, text: str, offset: int) -> list[str]:
    board, line = board_view(document, offset), moves_around(document, offset)
    head = [f"board {board['fen']}, {board['turn']} to move, squares {board['squares']}"] if board else ["no board"]
    if line is None:
        return [*head, "no line"]

    def at(span: Span | None) -> str:
        if span is None:
            return "none"
        before = text[: span.start]
        place = f"{before.count(chr(10)) + 1}:{span.start - before.rfind(chr(10))}"
        return f"{text[slice(*span)] or 'before the first move'} at {place}"

    tree, node, step = line.tree, line.cursor.node, line.step
    made = tree.made(step) if step else None
    return [
        *head,
        f"start {tree.fen(tree.root)}",
        f"move {made.san} {made.origin}–{made.to} {at(step.span.shift(line.shift))}" if step and made else "no move",
        f"path {' '.join(tree.numbered(one) for one in node.path)}",
        *(
            f"{name} {at(span)}"
            for name, span in zip(("previous", "next", "first", "last"), neighbors(line), strict=True)
        ),
        f"choices {', '.join(tree.text_of(one) for one in tree.choices(node))}",
        f"lost {line.cursor.lost_reason}",
    ]


def neighbors(line: MovesAt) -> list[Span | None]:
    """The spans of the moves before and after a cursor, the empty one before the first move, and that of the last."""
    tree, node = line.tree, line.cursor.node
    following = tree.next(node)
    spans = (tree.previous(node), following.span if following else None, tree.first, tree.last(node))
    return [span and span.shift(line.shift) for span in spans]


def test_specification(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    fixtures = list(FIXTURE.finditer(text))
    assert len(fixtures) == len(re.findall("^`{3,}shown$", text, re.MULTILINE))
    if request.config.getoption("--update"):
        for fixture in reversed(fixtures):
            start, end = fixture.span("shown")
            text = text[:start] + shown(fixture) + text[end:]
        PAGE.write_text(text, encoding="utf-8")
        return
    for fixture in fixtures:
        assert shown(fixture) == fixture["shown"], f"line {text.count(chr(10), 0, fixture.start()) + 1}"


def _in_order_of_text(game: chess.pgn.GameNode) -> list[chess.pgn.ChildNode]:
    """The moves of a game as python-chess reads it, in the order in which they are printed."""
    found: list[chess.pgn.ChildNode] = []
    node: chess.pgn.GameNode = game
    while node.variations:
        main, *others = node.variations
        found.append(main)
        for other in others:
            found += [other, *_in_order_of_text(other)]
        node = main
    return found


def _check(text: str, start: int, document: Document) -> int:
    """Compares every move of a game that starts at an offset of a document with python-chess; how many there are."""
    game = chess.pgn.read_game(StringIO(text))
    assert game is not None
    assert not game.errors
    moves = _in_order_of_text(game)
    spans = _moves_in(text)
    assert len(moves) == len(spans)
    for node, span in zip(moves, spans, strict=True):
        for offset in {span.start, span.end}:
            followed = moves_at(document, start + offset)
            assert followed is not None
            assert followed.fen == node.board().fen(), (text, offset)
            line = moves_around(document, start + offset)
            assert line is not None
            assert line.cursor.lost_reason is None
            assert line.step is not None
            move = line.tree.made(line.step)
            assert move is not None
            assert move.san == node.san()
            made = node.move
            assert (move.origin, move.to) == (
                (chess.square_name(made.from_square), chess.square_name(made.to_square)) if made else (None, None)
            )
            if offset == span.start:
                path = [_bare(line.tree.text_of(one)) for one in line.cursor.node.path]
                assert path == [one.san().rstrip("+#") for one in _path(node)]
            choices = line.tree.choices(line.cursor.node)
            assert {_bare(line.tree.text_of(one)) for one in choices} == {
                one.san().rstrip("+#") for one in node.variations
            }
            assert (line.tree.next(line.cursor.node) is None) == (not node.variations)
    return len(moves)


def _bare(printed: str) -> str:
    return re.sub(r"^[0-9]+(?:\.|…)", "", printed).rstrip("+#")


def _path(node: chess.pgn.ChildNode) -> list[chess.pgn.ChildNode]:
    found: list[chess.pgn.ChildNode] = []
    here: chess.pgn.GameNode | None = node
    while isinstance(here, chess.pgn.ChildNode):
        found.append(here)
        here = here.parent
    return found[::-1]


def _moves_in(text: str) -> list[Span]:
    """Where the moves of a game stand whose spelling is SAN, by a reader that knows nothing else."""
    hollow = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\$[0-9]+|;[^\n]*", lambda found: " " * len(found[0]), text)
    return [
        Span(*found.span())
        for found in re.finditer(r"(?<![\w-])(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?", hollow)
    ]


@pytest.mark.parametrize(("count", "rounds"), [(2, 4), pytest.param(250, 60, marks=pytest.mark.long)])
def test_positions_are_those_of_python_chess(count: int, rounds: int) -> None:
    """In a PGN of many studies with variations, behind every move and after random edits and carets."""
    random = Random(19)
    games = [random_study(random).pgn for _ in range(count)]
    document = Document.of("".join(games), host_for("a.pgn"))
    checked = 0
    for number in range(rounds):
        at = random.randrange(count)
        start = sum(map(len, games[:at]))
        assert document.starts[at] == start
        if number % 3 == 1:
            checked += _check(games[at], start, document)
        elif number % 3 == 2:
            # Another study takes the place of this one, or a piece of one is typed into it and taken away.
            new = random_study(random).pgn if random.random() < 0.3 else games[at]
            cut = sorted(random.randrange(len(games[at]) + 1) for _ in range(2))
            torn = document.edit(Edit(Span(start + cut[0], start + cut[1]), "1.K"))
            _ask_anywhere(random, torn)
            document = torn.edit(Edit(Span(start + cut[0], start + cut[0] + 3), games[at][cut[0] : cut[1]]))
            document = document.edit(Edit(Span(start, start + len(games[at])), new))
            games[at] = new
            checked += _check(new, start, document)
    assert 5 * rounds < checked


@pytest.mark.parametrize("count", [4, pytest.param(60, marks=pytest.mark.long)])
def test_positions_in_prose_are_those_of_python_chess(count: int) -> None:
    """Behind every move of a printed solution and of the lines in its brackets."""
    random = Random(20)
    checked = followed = 0
    for _ in range(count):
        study = random_study(random, deep=1)
        start = study.game.board()
        exporter = chess.pgn.StringExporter(columns=70, headers=False, comments=False)
        moves = re.sub(r" ?\$[0-9]+| \*$", "", study.game.accept(exporter))
        text = f"# A study\n\n`{start.fen()}`\n\n{_code(start)}\n\n{moves}\n"
        document = Document.of(text, host_for("a.md"))
        begin = text.index(moves)
        spans = [span for span in _moves_in(text) if begin <= span.start]
        nodes = _in_order_of_text(study.game)
        assert len(nodes) == len(spans)
        if moves_at(document, spans[0].start) is None:
            continue
        followed += 1
        for node, span in zip(nodes, spans, strict=True):
            for offset in span:
                here = moves_at(document, offset)
                assert here is not None
                assert here.position is not None
                assert (here.fen or "").split()[:2] == node.board().fen().split()[:2], (text, offset)
                checked += 1
    assert count // 2 < followed
    assert 20 * followed < checked


def _code(board: chess.Board) -> str:
    """The code of a board, which belongs to it by agreement."""
    placement = Placement(board.board_fen())
    code = code_of(placement, Stipulation(Goal.WIN, board.turn))
    assert code
    text = spell(code, Form.CAPTION)
    assert text
    return text


def _ask_anywhere(random: Random, document: Document) -> None:
    for _ in range(5):
        offset = random.randrange(document.length + 1)
        line = moves_around(document, offset)
        board_view(document, offset)
        if line:
            previous, following, first, last = neighbors(line)
            printed = [*line.cursor.node.path, *line.tree.choices(line.cursor.node)]
            spans = [previous, following, last, *(one.span.shift(line.shift) for one in printed)]
            assert all(0 <= span.start < span.end <= document.length for span in spans if span and span != first)


@pytest.mark.parametrize("seed", range(5))
def test_stepping_through_a_game_goes_there_and_back(seed: int) -> None:
    """From the start, `next` leads through the moves of the line, and `previous` back to the start."""
    study: Printed = random_study(Random(seed))
    document = Document.of(study.pgn, host_for("a.pgn"))
    line = moves_around(document, len(study.pgn) - 1)
    assert line is not None
    here = line.tree.first.start + line.shift
    seen = []
    while (line := moves_around(document, here)) and (following := neighbors(line)[1]):
        here = following.start
        seen.append(following)
    assert line is not None
    assert neighbors(line)[3] == seen[-1]
    back = []
    while line and (previous := neighbors(line)[0]):
        back.append(line.step.span.shift(line.shift) if line.step else None)
        line = moves_around(document, previous.start)
    assert line is not None
    assert line.step is None
    assert back == seen[::-1]


def test_another_keystroke_elsewhere_keeps_the_lines() -> None:
    games = [random_study(Random(seed)).pgn for seed in range(3)]
    document = Document.of("".join(games), host_for("a.pgn"))
    end = len(games[0]) - 3
    before = moves_at(document, end)
    edited = document.edit(Edit(Span(len(document.text) - 2, len(document.text) - 2), " "))
    after = moves_at(edited, end)
    assert before is not None
    assert after is not None
    assert before.tree is after.tree
