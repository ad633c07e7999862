"""`check --annotate` of a Word file: comments at what is wrong, beside those that were there."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("docx")

import docx

from tests.proofs.making_word import WordMaker
from tests.support.commands import run

LINE = "f1h1 0001.04 2/6 Win"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def marked(maker: WordMaker, folder: Path) -> tuple[list[str], Any]:
    """What each comment is on, in order, after the file was marked; and the document."""
    maker.save(folder / "book.docx")
    ran = run("check", "--isolated", "book.docx", "--annotate", "marked.docx", cwd=folder)
    assert (ran.status, ran.err) == (1, "")
    document = docx.Document(str(folder / "marked.docx"))
    assert _text(document) == _text(docx.Document(str(folder / "book.docx")))
    return [_commented(document, comment.comment_id) for comment in document.comments], document


def _text(document: Any) -> str:
    return "\n".join(
        "".join(one.text or "" for one in paragraph.iter(f"{_W}t")) for paragraph in document.element.iter(f"{_W}p")
    )


def _commented(document: Any, number: int) -> str:
    """The text between the ends of a comment, which must both be there once, with its reference."""
    found, inside, seen = "", False, []
    for element in document.element.body.iter():
        tag = element.tag.removeprefix(_W)
        if tag.startswith("comment") and element.get(f"{_W}id") == str(number):
            seen.append(tag)
            inside = tag == "commentRangeStart"
        elif inside and tag == "t":
            found += element.text or ""
    assert seen == ["commentRangeStart", "commentRangeEnd", "commentReference"]
    return found


def _run(text: str) -> str:
    return f'<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


@pytest.mark.parametrize(
    "inside",
    [
        _run(LINE),
        _run("f1h1 0001.04 2") + _run("/") + _run("6 Win"),
        _run("No 12") + '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>3</w:t></w:r>' + _run(f". {LINE}"),
        _run("f1h1 0001.04 ") + f'<w:ins w:id="7" w:author="a">{_run("2/6")}</w:ins>' + _run(" Win"),
        "<w:r><w:t>f1h1</w:t><w:tab/><w:t>0001.04</w:t><w:tab/><w:t>2/6</w:t><w:tab/><w:t>Win</w:t></w:r>",
        _run("f1h1 0001.04 ") + f'<w:hyperlink w:anchor="a">{_run("2/6 Win")}</w:hyperlink>',
        _run("f1h1 0001.04 2/")
        + '<w:del w:id="8" w:author="a"><w:r><w:delText>5</w:delText></w:r></w:del>'
        + _run("6"),
    ],
)
def test_a_comment_is_on_what_is_wrong_however_its_runs_are_cut(inside: str, tmp_path: Path) -> None:
    maker = WordMaker()
    maker.text("First")
    maker.xml(inside)
    found, document = marked(maker, tmp_path)
    assert found == ["2/6"]
    (comment,) = document.comments
    assert comment.author == "gbr-lsp"
    assert comment.text.split("\n") == [
        "error: The control should be 2/5: by the class, White has 2 men and Black 5",
        "possible fix: Change 2/6 to 2/5 (paragraph 2)",
        "control-mismatch",
    ]


def test_the_formatting_of_a_divided_run_stays(tmp_path: Path) -> None:
    maker = WordMaker()
    maker.xml(_run(LINE))
    _, document = marked(maker, tmp_path)
    runs = [one for one in document.paragraphs[0].runs if one.text]
    assert [one.text for one in runs] == ["f1h1 0001.04 ", "2/6", " Win"]
    assert all(one.bold for one in runs)


def test_several_findings_have_a_comment_each(tmp_path: Path) -> None:
    maker = WordMaker()
    maker.text(f"{LINE} and a1h8 0000.12 3/4 Draw")
    maker.text(LINE.replace("04 2/6", "05 2/9"))
    found, _ = marked(maker, tmp_path)
    assert found == ["2/6", "3/4", "2/9"]


def test_comments_that_were_there_are_kept(tmp_path: Path) -> None:
    maker = WordMaker()
    maker.text(LINE)
    maker.document.add_comment(maker.document.paragraphs[-1].runs, "an old note", "Anna", "A")
    found, document = marked(maker, tmp_path)
    assert found == [LINE, "2/6"]
    assert [(one.author, one.text.partition("\n")[0]) for one in document.comments] == [
        ("Anna", "an old note"),
        ("gbr-lsp", "error: The control should be 2/5: by the class, White has 2 men and Black 5"),
    ]


def test_what_is_wrong_in_a_text_box_is_said_at_the_run_that_holds_it(tmp_path: Path) -> None:
    maker = WordMaker()
    maker.xml(_run("before") + f"<w:r><w:pict><w:txbxContent><w:p>{_run(LINE)}</w:p></w:txbxContent></w:pict></w:r>")
    found, document = marked(maker, tmp_path)
    assert found == [LINE]
    assert not list(next(document.element.body.iter(f"{_W}txbxContent")).iter(f"{_W}commentRangeStart"))


def test_the_copy_is_named_as_what_it_is(tmp_path: Path) -> None:
    maker = WordMaker()
    maker.text(LINE)
    maker.save(tmp_path / "book.docx")
    ran = run("check", "--isolated", "book.docx", "--annotate", "marked.pdf", cwd=tmp_path)
    assert ran.status == 2
    assert "name it with .docx" in ran.err
    assert not (tmp_path / "marked.pdf").exists()
