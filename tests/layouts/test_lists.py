"""Lists of men in ten languages in which one letter stands for several squares."""

import random

import chess
import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.languages import LANGUAGES
from gbr_lsp.languages.lexicon import Lexicon
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.layouts.studies import DrawnStudy, draw_studies

SPOKEN = [language for language in LANGUAGES if language.white and language.name not in ("Finnish",)][:10]
SEPARATORS = {"comma": ", ", "blank": " ", "stroke": "/", "and": " & "}
_KINDS = [chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN]


def list_of(study: DrawnStudy, language: Lexicon, between: str, *, has_pawn_letter: bool = False) -> str:
    """Return the men of `study` in words, each letter once, and `between` its squares."""

    def side(color: bool) -> str:
        men = []
        for kind, letters in zip(_KINDS, language.letters, strict=True):
            squares = [chess.square_name(square) for square in study.board.pieces(kind, color)]
            letter = letters[0] if kind != chess.PAWN or has_pawn_letter else ""
            if kind == chess.PAWN:
                men += [letter + square for square in squares]
            elif squares:
                men.append(letter + between.join(squares))
        return ", ".join(men)

    white, black = (words.split()[0].rstrip("*").capitalize() for words in (language.white, language.black))
    return f"{white}: {side(True)}; {black}: {side(False)}"


def _findings(text: str) -> list[str]:
    return [finding.rule for _, finding in lint(Document.of(text, host_for("a.txt")))]


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("language", SPOKEN, ids=lambda language: language.name)
def test_a_letter_may_stand_for_several_squares(language: Lexicon, separator: str) -> None:
    for study in draw_studies(random.Random(f"{language.name} {separator}"), 40, 0):
        text = f"{list_of(study, language, SEPARATORS[separator])}\n\n{study.kings} {study.force} {study.control}\n"
        assert _findings(text) == [], text


@pytest.mark.parametrize("language", SPOKEN, ids=lambda language: language.name)
def test_a_wrong_class_is_found_if_all_men_have_letters(language: Lexicon) -> None:
    found = 0
    for study in draw_studies(random.Random(language.name), 40, 0):
        if any(1 < len(study.board.pieces(kind, color)) for kind in _KINDS[:-1] for color in chess.COLORS):
            continue
        wrong = f"{study.force[:-1]}{(int(study.force[-1]) + 1) % 9}"
        text = f"{list_of(study, language, ', ', has_pawn_letter=True)}\n\n{study.kings} {wrong}\n"
        found += "force-mismatch" in _findings(text)
    assert 15 < found
