"""Lost moves and misplaced men: what is applied without a person gives the text as it was."""

import random
from collections.abc import Iterator

import chess
import pytest

from gbr_lsp.base.text import Edit, apply_edits
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.layouts.studies import DrawnStudy, draw_studies

LAYOUTS = {
    "a.txt": "{study.kings} {study.force} {study.control}\n\n{fen}\n\n{line}\n",
    "a.pgn": '[Event "x"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n{line} *\n',
}
SEEDS = [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)]


def fixed(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the applicability of each fix, and the text after it."""
    document = Document.of(text, host_for(name))
    starts = document.offsets()
    for _, finding in lint(document):
        for fix in finding.fixes:
            edits = [Edit(one.place.span.shift(starts[one.place.block]), one.text) for one in fix.edits]
            yield fix.applicability, apply_edits(text, edits)


def without_move(study: DrawnStudy, lost: int) -> str:
    board, words = study.board.copy(), []
    for number, move in enumerate(study.moves):
        words += [f"{number // 2 + 1}."] if number % 2 == 0 else []
        words += [board.san(move)] if number != lost else []
        board.push(move)
    return " ".join(words).replace(". ", ".")


def misplaced(rng: random.Random, study: DrawnStudy) -> chess.Board | None:
    """Return the board with one man a file or rank away, if the moves are not legal from it."""
    square = rng.choice([one for one in study.board.piece_map() if study.board.piece_type_at(one) != chess.KING])
    files, ranks = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    file, rank = chess.square_file(square) + files, chess.square_rank(square) + ranks
    if not (0 <= file < 8 and 0 <= rank < 8) or study.board.piece_at(chess.square(file, rank)):
        return None
    board = study.board.copy()
    board.set_piece_at(chess.square(file, rank), board.remove_piece_at(square))
    played = board.copy()
    for move in study.moves:
        if not board.is_valid() or move not in played.legal_moves:
            return board if board.is_valid() else None
        played.push(move)
    return None


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_is_inserted_only_if_it_is_the_printed_one(name: str, seed: int) -> None:
    rng = random.Random(f"lost {name} {seed}")
    wrong = offered = 0
    for study in draw_studies(rng, 60, 12):
        lines = without_move(study, rng.randrange(1, 9)), study.line()
        text, right = (LAYOUTS[name].format(study=study, fen=study.fen, line=line) for line in lines)
        found = [(applicability, " ".join(new.split())) for applicability, new in fixed(name, text)]
        wrong += sum(applicability == "unsafe" and new != " ".join(right.split()) for applicability, new in found)
        offered += any(new == " ".join(right.split()) for _, new in found)
    assert wrong <= 1
    assert 30 < offered


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_is_not_written_if_a_man_of_the_board_may_be_misplaced(name: str, seed: int) -> None:
    rng = random.Random(f"misplaced {name} {seed}")
    tried = wrong = found_any = right_offered = 0
    for study in draw_studies(rng, 120, 10):
        board = misplaced(rng, study)
        if board is None:
            continue
        tried += 1
        text, right = (
            LAYOUTS[name].format(study=study, fen=fen, line=study.line()) for fen in (board.fen(), study.fen)
        )
        found = [*fixed(name, text)]
        wrong += sum(applicability != "display" and new != right for applicability, new in found)
        found_any += bool(found)
        right_offered += any(new == right for _, new in found)
    assert wrong <= 1
    assert 15 < found_any <= tried
    assert 0.9 * found_any <= right_offered
