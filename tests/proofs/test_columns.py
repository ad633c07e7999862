"""The order in which columns are read: narrow gutters, boards above columns, tables and indexes."""

import re
from pathlib import Path
from random import Random

import pytest

from gbr_lsp.proofs.read_pdf import read_pdf
from tests.proofs.making import SQUARE, Maker, family_named, random_fen

PROSE = "the white king goes round to help his rook while black has moves 3.Kc3 f5 4.Ra7! which won a prize"
WORDS = PROSE.split()
LEFT, WIDTH = 40.0, 515.0


def lines_of(maker: Maker) -> list[str]:
    text = read_pdf(str(maker.save("a.pdf")), lambda pages: None).text
    return [line for line in text.splitlines() if line]


def marks_of(maker: Maker) -> list[str]:
    """The marks of the lines as they are read; two in one line are one string."""
    return ["".join(re.findall(r"\b[A-Z]\d+\b", line)) for line in lines_of(maker)]


def set_columns(
    maker: Maker,
    top: float,
    lines: list[int],
    gutter: float,
    size: float = 11,
    justified: bool = True,
    marks: str = "A",
) -> list[str]:
    """Sets so many lines of prose in each of some columns, each with a mark; the marks in the order of reading."""
    width = (WIDTH - gutter * (len(lines) - 1)) / len(lines)
    order = []
    for column, count in enumerate(lines):
        for row in range(count):
            mark = f"{chr(ord(marks) + column)}{row}"
            words = _line(maker, Random(mark), mark, width, size)
            wide = sum(map(maker.pdf.get_string_width, words))
            blank = maker.pdf.get_string_width(" ")
            if justified and row < count - 1:
                blank = (width - wide) / (len(words) - 1)
            x = LEFT + column * (width + gutter)
            for word in words:
                maker.text(x, top + 1.2 * size * row, word, size)
                x += maker.pdf.get_string_width(word) + blank
            order.append(mark)
    return order


def _line(maker: Maker, random: Random, mark: str, width: float, size: float) -> list[str]:
    maker.pdf.set_font("Helvetica", size=size)
    words = [random.choice(WORDS), mark]
    while fitting := [word for word in WORDS if maker.pdf.get_string_width(" ".join([*words, word])) <= width]:
        words.append(random.choice(fitting))
    return words


@pytest.mark.parametrize("justified", [True, False], ids=["justified", "ragged"])
@pytest.mark.parametrize("gutter", [9, 11, 18])
@pytest.mark.parametrize("lines", [[8, 8], [14, 9], [9, 9, 6], [12, 12, 12, 7]], ids=str)
def test_columns_are_read_one_after_the_other(lines: list[int], gutter: float, justified: bool, tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(90, 50, "Z0 A heading that runs over all columns of this page", 15)
    order = set_columns(maker, 90, lines, gutter, justified=justified)
    assert marks_of(maker) == ["Z0", *order]


@pytest.mark.parametrize("count", [2, 3])
def test_a_board_is_read_with_the_column_below_it(count: int, tmp_path: Path) -> None:
    """Under a running head that is not in the middle, above prose in another number of columns."""
    maker = Maker(tmp_path)
    maker.text(207, 40, "Z0 A running head over the right part of the page", 12)
    width = (WIDTH - 11 * (count - 1)) / count
    for column in range(count):
        x = LEFT + column * (width + 11) + (width - 8 * SQUARE) / 2
        maker.board(family_named("skak"), x, 70, random_fen(Random(column)))
        maker.text(x + 20, 235, f"P{column} a{column + 1}h8", 12)
    order = set_columns(maker, 260, [9, 10, 8][:count], 11, 12)
    below = set_columns(maker, 450, [8] * (5 - count), 28, 12, marks="M")
    expected = ["Z0"]
    for column in range(count):
        expected += [f"P{column}", *(mark for mark in order if mark[0] == "ABC"[column])]
    assert marks_of(maker) == expected + below


def test_a_row_of_boards_over_all_columns_is_read_before_them(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    fens = [random_fen(Random(number)) for number in range(3)]
    for number, fen in enumerate(fens):
        maker.board(family_named("skak"), LEFT + 180 * number, 60, fen)
    order = set_columns(maker, 240, [9, 9], 10)
    assert marks_of(maker) == order
    boards = read_pdf(str(maker.save("a.pdf")), lambda pages: None).boards
    assert len(boards) == 3
    assert all(board.anchor < 10 for board in boards)


@pytest.mark.parametrize("gap", [9, 20])
def test_a_table_of_a_tournament_stays_in_rows(gap: float, tmp_path: Path) -> None:
    names = ["Kasparyan, Genrikh", "Réti, Richard", "Herbstman, Alexander", "Kubbel, Leonid", "Timman, Jan"] * 2
    random = Random(1)
    maker = Maker(tmp_path)
    maker.text(LEFT, 60, "Final table of the tournament", 14)
    for row, name in enumerate(names):
        maker.text(LEFT, 90 + 15 * row, f"{row + 1}. {name}", 12)
        for column in range(10):
            maker.text(185 + (7 + gap) * column, 90 + 15 * row, random.choice("10="), 12)
        maker.text(185 + (7 + gap) * 10, 90 + 15 * row, f"{row}.5", 12)
    lines = lines_of(maker)[1:]
    assert [(line.split()[0], line.split()[-1]) for line in lines] == [(f"{n + 1}.", f"{n}.5") for n in range(10)]


@pytest.mark.parametrize("gutter", [14, 25])
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("dots", [True, False], ids=["dots", "blank"])
def test_the_columns_of_an_index_keep_their_page_numbers(dots: bool, count: int, gutter: float, tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(200, 40, "Index of all the studies in this book", 14)
    width = (WIDTH - gutter * (count - 1)) / count
    expected = []
    for column in range(count):
        for row in range(12):
            x, y, page = LEFT + column * (width + gutter), 80 + 14 * row, f"{7 + 13 * row + 100 * column}"
            entry = f"{'ABC'[column]}{row} 0{row % 5}10.{row % 4}2 a{row % 8 + 1}h{column + 1}"
            maker.pdf.set_font("Helvetica", size=11)
            end = x + width - maker.pdf.get_string_width(page)
            maker.text(x, y, entry, 11)
            dot = x + maker.pdf.get_string_width(entry + " ")
            while dots and dot < end - 6:
                maker.text(dot, y, ".", 11)
                dot += 4
            maker.text(end, y, page, 11)
            expected.append((entry.split()[0], page))
    assert [(line.split()[0], line.split()[-1]) for line in lines_of(maker)[1:]] == expected


@pytest.mark.parametrize("seed", range(3))
def test_loose_lines_of_prose_are_not_cut(seed: int, tmp_path: Path) -> None:
    """Their blanks are as wide as a gutter, and stand at one place in some lines."""
    random = Random(seed)
    maker = Maker(tmp_path)
    expected = []
    for row in range(40):
        words: list[str] = []
        maker.pdf.set_font("Helvetica", size=14)
        while sum(map(maker.pdf.get_string_width, words)) + 12 * len(words) < WIDTH:
            words.append(random.choice(WORDS))
        blank = (WIDTH - sum(map(maker.pdf.get_string_width, words))) / (len(words) - 1)
        assert 7 < blank < 14
        x = LEFT
        for word in words:
            maker.pdf.set_font("Helvetica", size=14)
            maker.text(x, 60 + 17 * row, word, 14)
            x += maker.pdf.get_string_width(word) + blank
        expected.append(words)
    assert [line.split() for line in lines_of(maker)] == expected
