"""Long documents are read with few of their pages in memory, and as short ones are."""

from pathlib import Path
from random import Random

import pytest

from gbr_lsp.proofs import packed_list
from gbr_lsp.proofs.packed_list import PackedList
from tests.proofs.making import Maker, caption_of, draw_board, family_named, random_fen


def test_a_packed_list_is_a_list() -> None:
    random = Random(41)
    values = [[random.random() for _ in range(9)] for _ in range(3 * packed_list._UNPACKED_COUNT)]
    packed: PackedList[list[float]] = PackedList()
    for value in values:
        packed.add(value)
    assert list(packed) == values
    assert list(packed) == values
    assert all(packed[number] == values[number] for number in random.choices(range(len(values)), k=200))


def test_few_pages_are_kept_as_they_are() -> None:
    packed: PackedList[list[int]] = PackedList()
    for number in range(5 * packed_list._UNPACKED_COUNT):
        packed.add([number] * 1_000)
    assert len(packed._unpacked) == packed_list._UNPACKED_COUNT
    assert sum(map(len, packed._packed)) < 4 * packed_list._UNPACKED_COUNT * 200


def test_a_long_document_is_read_as_a_short_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of fonts and drawn ones, captions that teach, and columns, on more pages than stay unpacked."""
    from gbr_lsp.proofs.read_pdf import read_pdf

    random = Random(42)
    maker = Maker(tmp_path)
    for page in range(6):
        fen, other = random_fen(random, 5), random_fen(random, 5)
        maker.board(family_named("skak"), 60, 60, fen)
        maker.text(80, 225, caption_of(fen))
        draw_board(maker, 320, 60, other, random)
        maker.text(340, 225, caption_of(other))
        maker.text(60, 300, f"page {page} 1.Ka1 Kb3")
        maker.page()
    path = str(maker.save("a.pdf"))
    as_it_is = read_pdf(path, lambda pages: None)
    monkeypatch.setattr(packed_list, "_UNPACKED_COUNT", 1)
    assert read_pdf(path, lambda pages: None) == as_it_is
    assert sum(board.fen is not None for board in as_it_is.boards) >= 6
