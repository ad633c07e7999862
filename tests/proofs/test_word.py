"""Word files: what is read of their text, their drawings, and which boards belong to which captions."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("docx")

from docx.enum.style import WD_STYLE_TYPE

from gbr_lsp.lint.engine import lint
from gbr_lsp.proofs import places
from gbr_lsp.proofs.document import document_of
from gbr_lsp.proofs.read_docx import read_docx
from gbr_lsp.proofs.value import Proof
from tests.proofs.making import caption_of, family_named, set_board
from tests.proofs.making_word import WordMaker, metafile
from tests.proofs.test_outlines import legal_fen
from tests.support.commands import run

FORCE_AND_KINGS = frozenset({"force-mismatch", "king-mismatch"})


def proof_of(maker: WordMaker, folder: Path) -> Proof:
    return read_docx(str(maker.save(folder / "a.docx")))


def book(fens: Sequence[str], captions: Sequence[str], *, behind: bool = True, as_polygons: bool = False) -> WordMaker:
    maker = WordMaker()
    for fen, caption in zip(fens, captions, strict=True):
        if not behind:
            maker.text(caption)
        maker.picture(metafile(fen, as_polygons=as_polygons))
        if behind:
            maker.text(caption)
        maker.text("1.Kd4 Kd6 and so on, which is some prose.")
    return maker


@pytest.mark.parametrize("as_polygons", [False, True])
@pytest.mark.parametrize("behind", [True, False])
def test_drawings_are_read_and_held_against_their_captions(behind: bool, as_polygons: bool, tmp_path: Path) -> None:
    random = Random(21)
    fens = [legal_fen(random) for _ in range(30)]
    captions = [caption_of(fen) for fen in fens]
    captions[7] = "4444" + captions[7][4:]
    proof = proof_of(book(fens, captions, behind=behind, as_polygons=as_polygons), tmp_path)
    assert [board.fen for board in proof.boards] == fens
    found = lint(document_of(proof), FORCE_AND_KINGS)
    assert [proof.text[item.span.start : item.span.end][:4] for item in found] == ["4444"]


def test_what_was_inserted_is_read_and_what_was_deleted_is_not(tmp_path: Path) -> None:
    maker = WordMaker()
    maker.xml(
        '<w:r><w:t xml:space="preserve">old </w:t></w:r>'
        '<w:ins w:id="1" w:author="a"><w:r><w:t xml:space="preserve">new </w:t></w:r></w:ins>'
        '<w:del w:id="2" w:author="a"><w:r><w:delText>gone</w:delText></w:r></w:del>'
        '<w:moveFrom w:id="3" w:author="a"><w:r><w:t>moved</w:t></w:r></w:moveFrom>'
        "<w:r><w:t>end</w:t><w:tab/><w:noBreakHyphen/></w:r>"
    )
    assert proof_of(maker, tmp_path).text == "old new end\t-\n"


def test_what_is_hidden_is_not_read(tmp_path: Path) -> None:
    maker = WordMaker()
    hidden = "<w:r><w:rPr><w:vanish{}/></w:rPr><w:t> 0400.10 a4c5</w:t></w:r>"
    maker.xml("<w:r><w:t>0400.11 a4c5</w:t></w:r>" + hidden.format("") + hidden.format(' w:val="1"'))
    maker.xml(hidden.format(' w:val="0"'))
    assert proof_of(maker, tmp_path).text == "0400.11 a4c5\n 0400.10 a4c5\n"


def test_tables_are_read(tmp_path: Path) -> None:
    maker = WordMaker()
    table = maker.document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "0400.11 a4c5", "12"
    assert proof_of(maker, tmp_path).text == "0400.11 a4c5\t12\n"


def test_findings_name_their_paragraph(tmp_path: Path) -> None:
    maker = WordMaker()
    maker.text("First")
    maker.text("f1h1 0001.04 2/6 Win")
    maker.save(tmp_path / "a.docx")
    result = run("check", "--isolated", "a.docx", "--output-format", "concise", cwd=tmp_path)
    said = "The control should be 2/5: by the class, White has 2 men and Black 5"
    assert result.out == f"a.docx:par2: control-mismatch {said}\n"
    full = run("check", "--isolated", "a.docx", cwd=tmp_path).out.splitlines()
    assert full[2] == "par2 | f1h1 0001.04 2/6 Win"
    assert full[4].startswith("  = possible fix: ")
    assert full[4].endswith(" (paragraph 2)")


def test_what_is_no_word_file_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"hello")
    (tmp_path / "b.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    (tmp_path / "c.docx").write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "d.docx", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
    for name, why in (
        ("a.docx", "is not a Word file"),
        ("b.docx", "protected by a password"),
        ("c.docx", "is not a Word file: it is empty"),
        ("d.docx", "is not a Word file: it is an archive of something else"),
    ):
        result = run("check", "--isolated", name, cwd=tmp_path)
        assert (result.status, result.err.count("\n")) == (2, 1)
        assert why in result.err


def test_a_picture_with_a_caption_is_a_board_that_cannot_be_read(tmp_path: Path) -> None:
    from io import BytesIO

    from docx.shared import Pt
    from PIL import Image

    maker = WordMaker()
    stream = BytesIO()
    Image.new("RGB", (40, 40)).save(stream, "png")
    for caption in ("a1h8 0100.01 2/2 Win", "The author in his garden"):
        maker.document.add_picture(stream, Pt(150), Pt(150))
        maker.text(caption)
    proof = proof_of(maker, tmp_path)
    assert [(board.fen, board.problem) for board in proof.boards] == [(None, "it is a picture")]


def private(line: str) -> str:
    """The characters of a symbol font, as Word saves them."""
    return "".join(chr(0xF000 + ord(char)) for char in line)


@pytest.mark.parametrize("breaks", [False, True])
@pytest.mark.parametrize("name", ["Merida", "Alpha", "Linares", "skak", "DiagramTT", "1Echecs"])
def test_diagrams_that_are_typed_are_read(name: str, breaks: bool, tmp_path: Path) -> None:
    random = Random(23)
    fens = [legal_fen(random) for _ in range(20)]
    maker = WordMaker()
    for number, fen in enumerate(fens):
        lines = set_board(family_named(name), fen)
        maker.typed([private(line) for line in lines] if number % 2 else lines, f"Chess {name}", breaks=breaks)
        maker.text(caption_of(fen) if number != 7 else "4444" + caption_of(fen)[4:])
        maker.text("1.Kd4 Kd6 and so on")
    proof = proof_of(maker, tmp_path)
    assert [board.fen for board in proof.boards] == fens
    found = lint(document_of(proof), FORCE_AND_KINGS)
    assert [proof.text[item.span.start : item.span.end][:4] for item in found] == ["4444"]
    assert "".join(proof.text.split()).startswith(caption_of(fens[0]).replace(" ", ""))


def test_frames_and_boards_beside_each_other(tmp_path: Path) -> None:
    random = Random(24)
    fens = [legal_fen(random) for _ in range(3)]
    boards = [set_board(family_named("Merida"), fen) for fen in fens]
    maker = WordMaker()
    maker.typed(['!""""""""#', *(f"${line}%" for line in boards[0]), "/((((((((("], "Chess Cases")
    maker.text("A board, and two more")
    maker.typed([f"{one}\t{other}" for one, other in zip(*boards[1:], strict=True)], "Chess Cases")
    assert [board.fen for board in proof_of(maker, tmp_path).boards] == fens


def test_a_typed_diagram_with_a_strange_man_is_unread(tmp_path: Path) -> None:
    maker = WordMaker()
    family = family_named("Merida")
    maker.typed(set_board(family, "8/8/3k4/8/8/3K4/8/8"), "Chess Merida")
    maker.text("Another one")
    maker.typed(
        ["z" + line[1:] if not row else line for row, line in enumerate(set_board(family, "8/8/3k4/8/8/3K4/8/8"))],
        "Chess Merida",
    )
    proof = proof_of(maker, tmp_path)
    assert [board.fen for board in proof.boards] == ["8/8/3k4/8/8/3K4/8/8", None]
    assert places.unread_summary(proof) == "1 board cannot be read on paragraph 10"


def _table(maker: WordMaker, rows: Sequence[str], font: str = "") -> None:
    """A table with a character in each cell."""
    table = maker.document.add_table(len(rows), len(rows[0]))
    for cells, row in zip(table.rows, rows, strict=True):
        for cell, char in zip(cells.cells, row, strict=True):
            run = cell.paragraphs[0].add_run(char.strip())
            run.font.name = font or None


def _spread(fen: str) -> list[str]:
    return ["".join(" " * int(char) if char.isdigit() else char for char in rank) for rank in fen.split("/")]


def test_diagrams_in_tables_with_a_character_in_each_cell_are_read(tmp_path: Path) -> None:
    """Of a chess font, and of figurines with coordinates around them."""
    random = Random(61)
    figurines = str.maketrans("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟")
    fens = [legal_fen(random) for _ in range(12)]
    maker = WordMaker()
    for number, fen in enumerate(fens):
        if number % 2:
            _table(maker, set_board(family_named("Merida"), fen), "Chess Merida")
        else:
            rows = [f"{8 - row}{rank.translate(figurines)}" for row, rank in enumerate(_spread(fen))]
            _table(maker, [*rows, " abcdefgh"])
        maker.text(caption_of(fen) if number != 5 else "0000.77 a1h8")
    proof = proof_of(maker, tmp_path)
    assert [board.fen for board in proof.boards] == fens
    assert not any(char in proof.text for char in "♔♚k")
    assert {item.finding.rule for item in lint(document_of(proof))} >= {"force-mismatch"}


def test_a_table_of_letters_at_a_code_is_a_board_that_cannot_be_read(tmp_path: Path) -> None:
    """P is a pawn in one language and a knight in another; what has no caption is no board."""
    maker = WordMaker()
    _table(maker, _spread("8/8/3k4/8/8/3K4/3P4/8"))
    maker.text("0000.10 d3d6")
    _table(maker, ["12345678"] * 7 + ["abcd  gh"])
    _table(maker, ["ab", "cd"])
    proof = proof_of(maker, tmp_path)
    assert [(board.page, board.fen) for board in proof.boards] == [(1, None)]
    assert places.unread_summary(proof) == "1 board cannot be read on paragraph 1"


def test_prose_in_a_font_is_no_diagram(tmp_path: Path) -> None:
    maker = WordMaker()
    maker.typed(["KQRBNPkq"] * 16 + ["lowercase words"] * 8, "Courier")
    assert proof_of(maker, tmp_path).boards == []


@pytest.mark.parametrize("as_signs", [False, True])
def test_a_diagram_in_the_font_of_a_style_or_of_signs(as_signs: bool, tmp_path: Path) -> None:
    maker = WordMaker()
    style = maker.document.styles.add_style("Diagram", WD_STYLE_TYPE.PARAGRAPH)
    style.font.name = "Chess Merida"
    maker.document.styles.add_style("Small Diagram", WD_STYLE_TYPE.PARAGRAPH).base_style = style
    for line in set_board(family_named("Merida"), "8/8/3k4/8/8/3K4/8/8"):
        if as_signs:
            signs = "".join(f'<w:sym w:font="Chess Merida" w:char="{0xF000 + ord(char):X}"/>' for char in line)
            maker.xml(f"<w:r>{signs}</w:r>")
        else:
            maker.document.add_paragraph(line, style="Small Diagram")
    assert [board.fen for board in proof_of(maker, tmp_path).boards] == ["8/8/3k4/8/8/3K4/8/8"]


@pytest.mark.parametrize(
    ("align", "code"), [("superscript", "0001.04 3"), ("subscript", "0001.04 3"), ("baseline", "0001.043")]
)
def test_the_number_of_a_note_is_none_of_the_digits_before_it(align: str, code: str, tmp_path: Path) -> None:
    maker = WordMaker()
    maker.xml(
        "<w:r><w:t>f1h1 0001.04</w:t></w:r>"
        f'<w:r><w:rPr><w:vertAlign w:val="{align}"/></w:rPr><w:t>3</w:t></w:r>'
        '<w:r><w:t xml:space="preserve"> 2/5 Win</w:t></w:r>'
    )
    assert proof_of(maker, tmp_path).text == f"f1h1 {code} 2/5 Win\n"


def test_controls_in_cells_and_lists_of_men_are_compared(tmp_path: Path) -> None:
    maker = WordMaker()
    rows = (("GBR", "By", "Control"), ("g3g1 0323.12", "Kubbel", "4/5"), ("c1e6 0500.02", "Rinck", "4/3"))
    table = maker.document.add_table(len(rows), 3)
    for number, row in enumerate(rows):
        for cell, text in zip(table.rows[number].cells, row, strict=True):
            cell.text = text
    maker.document.add_paragraph("White: Kb6, Rf4, Be4. Black: Kd7, pawns e2, e3.")
    maker.document.add_paragraph("b6d7 0110.03")
    found = lint(document_of(proof_of(maker, tmp_path)))
    assert [one.finding.rule for one in found] == ["control-mismatch", "force-mismatch"]


@pytest.mark.parametrize("behind", [True, False])
def test_a_caption_with_a_slip_owns_its_board_though_a_table_has_the_right_code(behind: bool, tmp_path: Path) -> None:
    random = Random(21)
    fens = [legal_fen(random) for _ in range(30)]
    captions = [caption_of(fen) for fen in fens]
    number = next(number for number, caption in enumerate(captions) if caption[5] != caption[6] and 5 < number)
    right = captions[number]
    captions[number] = f"{right[:5]}{right[6]}{right[5]}{right[7:]}"
    maker = book(fens, captions, behind=behind)
    table = maker.document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = right, "12"
    (found,) = lint(document_of(proof_of(maker, tmp_path)), FORCE_AND_KINGS)
    assert found.finding.message.startswith(f"The class is {captions[number][:7]}, but the diagram has")
    assert [fix.edits[0].text for fix in found.finding.fixes] == [right[:7]]
