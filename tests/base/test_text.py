"""Lines, columns and bytes."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base import text as base_text
from gbr_lsp.base.encoding import EncodedText, NotText, decode, encode
from gbr_lsp.base.text import Edit, Encoding, LineIndex, Span, apply_edits, lines_of
from tests.support.strategies import texts

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")


def slow_lines(text: str) -> list[str]:
    """Character by character."""
    lines, line = [], ""
    for place, char in enumerate(text):
        line += char
        if char == "\n" or (char == "\r" and text[place + 1 : place + 2] != "\n"):
            lines.append(line)
            line = ""
    return [*lines, line] if line else lines


def slow_width(text: str, encoding: Encoding) -> int:
    """By encoding each character by itself."""
    size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return sum(len(char.encode(encoding + ("-le" if size > 1 else ""), "surrogatepass")) // size for char in text)


@given(texts)
def test_lines_end_at_cr_lf_and_crlf_only(text: str) -> None:
    assert lines_of(text) == slow_lines(text)
    assert "".join(lines_of(text)) == text


@pytest.fixture(params=[1, 3, base_text._COLUMN_STEP], scope="module", autouse=True)
def step(request: pytest.FixtureRequest) -> Iterator[None]:
    """Short texts have long lines, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base_text, "_COLUMN_STEP", request.param)
        yield


@given(texts, st.sampled_from(ENCODINGS), st.data())
def test_columns_are_those_of_the_slow_way(text: str, encoding: Encoding, data: st.DataObject) -> None:
    index = LineIndex(text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = index.line_and_column(offset, encoding)
    before = slow_lines(text[:offset])
    seam = text[offset - 1 : offset + 1] == "\r\n"
    ended = bool(before) and before[-1].endswith(("\r", "\n")) and not seam
    assert line == len(before) - (0 if ended or not before else 1)
    assert column == (0 if ended or not before else slow_width(before[-1], encoding))


@given(texts, st.sampled_from(ENCODINGS))
def test_every_offset_of_a_line_comes_back_from_its_column(text: str, encoding: Encoding) -> None:
    index = LineIndex(text)
    for line in range(len(index.starts)):
        start, end = index.line_span(line)
        for offset in range(start, end + 1):
            assert index.offset(*index.line_and_column(offset, encoding), encoding) == offset


@pytest.mark.parametrize(
    ("line", "column", "encoding", "offset"),
    [
        (0, 99, "utf-16", 3),
        (0, 2, "utf-16", 1),
        (0, 3, "utf-16", 2),
        (0, 4, "utf-8", 1),
        (9, 0, "utf-16", 6),
        (-1, 5, "utf-16", 0),
        (1, -1, "utf-16", 4),
    ],
)
def test_columns_are_clamped(line: int, column: int, encoding: Encoding, offset: int) -> None:
    """To the line without its end, to the text, and to the start of a character that is cut in two."""
    assert LineIndex("a🎉♔\nbc").offset(line, column, encoding) == offset


@given(texts, st.data())
def test_edits_together_are_edits_one_by_one_from_the_end(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=4, max_size=4)))
    edits = [Edit(Span(cuts[0], cuts[1]), "<one>"), Edit(Span(cuts[2], cuts[3]), "<two>")]
    expected = text[: cuts[0]] + "<one>" + text[cuts[1] : cuts[2]] + "<two>" + text[cuts[3] :]
    assert apply_edits(text, edits) == expected


@given(st.binary(max_size=200))
def test_bytes_are_written_back_as_they_were_read(data: bytes) -> None:
    try:
        encoded = decode(data)
    except NotText:
        assert b"\0" in data or data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:2] in (b"%P", b"PK", b"\xd0\xcf")
    else:
        assert encode(encoded) == data


def test_a_bom_before_cp1252_bytes() -> None:
    """Both occur together in real collections; the holes of cp1252 are kept as C1 controls."""
    data = b"\xef\xbb\xbfR\xe9ti \x81\x8d\x8f\x90\x9d\r\n"
    assert decode(data) == EncodedText("Réti \x81\x8d\x8f\x90\x9d\r\n", "cp1252", True)
    assert encode(decode(data)) == data


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("Réti".encode("utf-16"), "is UTF-16; save it as UTF-8"),
        ("„Réti“ 0000.11\r\n".encode("utf-16-le"), "is UTF-16; save it as UTF-8"),
        ("„Réti“ 0000.11\r\n".encode("utf-16-be"), "is UTF-16; save it as UTF-8"),
        ("Réti".encode("utf-32"), "is UTF-32; save it as UTF-8"),
        (b"one \0 in a text", "binary"),
        (bytes(range(256)), "binary"),
        (b"\1\0\2\0\3\0", "binary"),
        (b"\x89PNG\0", "binary"),
        (b"%PDF-1.7\n%\xe2\xe3\n", "is a PDF; `pdftotext FILE.pdf` writes its text"),
        (b"PK\3\4\0\0word/document.xml", "is a Word document; end its name with .docx"),
        (b"PK\3\4\0mimetypeapplication/vnd.oasis.opendocument.text", "is an OpenDocument file"),
        (b"PK\3\4\0\0other.txt", "binary"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "is in the format of an old Word"),
    ],
)
def test_what_is_no_text_says_so(data: bytes, said: str) -> None:
    with pytest.raises(NotText, match=re.escape(said)):
        decode(data)


@given(texts)
def test_a_line_is_one_object_while_it_is_asked_for(text: str) -> None:
    index = LineIndex(text)
    for line, said in enumerate(slow_lines(text)):
        assert index.line(line) == said.rstrip("\r\n")
        assert index.line(line) is index.line(line)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_columns_in_a_long_line_are_not_counted_from_its_start(
    monkeypatch: pytest.MonkeyPatch, encoding: Encoding
) -> None:
    """Nearly all of this work is done in one call, so what is counted is how much text is looked at."""
    looked_at = 0
    units = base_text.count_units

    def counted(part: str, encoding: Encoding) -> int:
        nonlocal looked_at
        looked_at += len(part)
        return units(part, encoding)

    monkeypatch.setattr(base_text, "count_units", counted)

    def looks(length: int) -> int:
        nonlocal looked_at
        looked_at = 0
        index = LineIndex("♔🎉" * length)
        for offset in range(0, 2 * length, 50):
            assert index.offset(*index.line_and_column(offset, encoding), encoding) == offset
        return looked_at

    assert looks(8_000) <= 2.5 * looks(4_000)
