"""The index of a collection: how it is written, read back, and held against the studies."""

import csv
import gc
import io
import json
import random
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.cli import listing
from gbr_lsp.cli.directory import check, latex, markdown, text
from gbr_lsp.cli.directory import csv as csv_format
from gbr_lsp.cli.directory.check import _findings, _Written
from gbr_lsp.cli.directory.entries import Line, NumberedStudies
from gbr_lsp.cli.files import Source
from gbr_lsp.cli.index import command, directory_of
from gbr_lsp.cli.listing import listed_codes
from gbr_lsp.cli.output import printable_name
from gbr_lsp.database import chunk_spans
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, numbers_on_line, roles
from gbr_lsp.model.study_numbers import certain_numbers, printed_numbers
from tests.lint.test_fastpath import record
from tests.support.commands import run
from tests.support.strategies import texts

ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv"}
CODES = ["=0323.12g3g1", "+0400.10a1c3", "0001.01a1c3", "+0002.01b1c3", "+0002.01a1c3", "=0000.10a1c3"]
BOARD = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"


def numbers(text: str, name: str = "a.txt") -> list[str | None]:
    document = Document.of(text, host_for(name))
    studies = list(document.studies())
    heads = [one for one, role in zip(studies, roles(document, studies), strict=True) if role is Role.STUDY]
    return certain_numbers(printed_numbers(document.as_section(heads)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A collection whose studies have numbers."""
    text = "\n".join(f"{number}. Somebody, 1925\n\n{code}\n" for number, code in enumerate(CODES, 1))
    (tmp_path / "a.txt").write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No 18597 M. Van Herck\n\n=0323.12g3g1\n\nNo 18598\n+0400.10a1c3\n", ["18597", "18598"]),
        ("S.1. T. Kok\nResidentiebode 1935\n=0323.12g3g1\n", ["S.1"]),
        ("1. Réti\n\n=0323.12g3g1\n\n2. Stamma\n\n+0400.10a1c3\n", ["1", "2"]),
        ("12) =0323.12g3g1\n", ["12"]),
        ("№ 7\n\n=0323.12g3g1\n", ["7"]),
        (f"No 18597 L. Kubbel\n{BOARD}\n=0323.12g3g1\n", ["18597"]),
        (f"No 5 L. Kubbel\n{BOARD}\nText.\n\nAnd more.\n\n=0323.12g3g1\n", ["5"]),
        # A game, a move, a page, a list, prose: no numbers of studies.
        ("12. Kf2 Kg3\n13. Kf1\n\n=0323.12g3g1\n", [None]),
        ("There are\nno 4 pawns\n\n=0323.12g3g1\n", [None]),
        ("In 1925\n\n=0323.12g3g1\n", [None]),
        ("1. Réti\n\n=0323.12g3g1\n\nStamma\n\n+0400.10a1c3\n\nOtten\n\n+0002.01a1c3\n", [None, None, None]),
        # The heading of another study.
        ("No 5\n\n=0323.12g3g1\n\n+0400.10a1c3\n", ["5", None]),
        ("No 5\n\nA long paragraph stands here.\n\n=0323.12g3g1\n", [None]),
        # Twice the same.
        ("No 5\n\n=0323.12g3g1\n\nNo 5\n\n+0400.10a1c3\n", [None, None]),
        # Torn pages.
        ("No 5 Réti   No 6 Stamma\n\n=0323.12g3g1\n", [None]),
        ("A.3. Réti\nXII\n\nA.4. Stamma\nXII\n\n=0323.12g3g1\n", [None]),
        ("", []),
    ],
)
def test_a_number_is_one_only_if_that_is_sure(text: str, expected: list[str | None]) -> None:
    assert numbers(text) == expected


def test_numbers_stand_in_headings_of_every_host() -> None:
    assert numbers("## 12. Réti\n\n**=0323.12g3g1**\n", "a.md") == ["12"]
    assert numbers("## Study 12\n\n```\n6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1\n```\n\ng3g1 0323.12 4/5\n", "a.md") == ["12"]
    assert numbers("\\section*{12. Réti}\n\n$=$~0323.12~g3g1\n", "a.tex") == ["12"]
    assert numbers('[Round "3"]\n[Black "(=0323.12g3g1)"]\n\n{No 5} *\n', "a.pgn") == [None]


def test_text_has_the_number_or_the_place(folder: Path) -> None:
    assert run("index", "a.txt", cwd=folder).out == (
        "+ 0002.01 a1c3  5\n"
        "+ 0002.01 b1c3  4\n"
        "+ 0400.10 a1c3  2\n"
        "= 0000.10 a1c3  6\n"
        "= 0323.12 g3g1  1\n"
        "  0001.01 a1c3  3\n"
    )
    (folder / "b.txt").write_text("No 7\n\n+0001.01c2a1\n")
    assert "+ 0001.01 c2a1  7\n" in run("index", ".", cwd=folder).out
    (folder / "b.txt").write_text("No 2\n\n+0001.01c2a1\n")
    both = run("index", ".", cwd=folder).out
    assert "+ 0001.01 c2a1  b.txt:3\n" in both, "each file counts from one"
    assert "+ 0400.10 a1c3  a.txt:7\n" in both
    (folder / "b.txt").write_text("+0001.01c2a1\n")
    assert "+ 0400.10 a1c3  a.txt:7\n" in run("index", ".", cwd=folder).out, "a number alone does not name the file"


def test_markdown_latex_and_csv(folder: Path) -> None:
    (folder / "a.txt").rename(folder / "x_1|y%.txt")
    path = "x_1|y%.txt"
    (folder / path).write_text("=0323.12g3g1\n\n0001.01a1c3\n")
    assert run("index", "--output-format", "markdown", path, cwd=folder).out == (
        "| Code | Study |\n| --- | --- |\n| = 0323.12 g3g1 | x\\_1\\|y%.txt:1 |\n| 0001.01 a1c3 | x\\_1\\|y%.txt:3 |\n"
    )
    assert run("index", "--output-format", "latex", path, cwd=folder).out == (
        "\\begin{flushleft}\n"
        "$=$ 0323.12 g3g1\\dotfill x\\_1|y\\%.txt:1\\par\n"
        "0001.01 a1c3\\dotfill x\\_1|y\\%.txt:3\\par\n"
        "\\end{flushleft}\n"
    )
    (folder / path).write_text("No 7\n=0323.12g3g1\n\n0001.01a1c3\n")
    (folder / path).rename(folder / 'a,"b.txt')
    first, second = csv.DictReader(io.StringIO(run("index", "--output-format", "csv", ".", cwd=folder).out))
    assert first == {
        "force": "0323.12",
        "white_king": "g3",
        "black_king": "g1",
        "stipulation": "draw",
        "caption": "g3g1 0323.12 Draw",
        "number": "7",
        "file": 'a,"b.txt',
        "row": "2",
    }
    assert (second["stipulation"], second["caption"], second["number"], second["row"]) == ("", "a1c3 0001.01", "", "4")


@pytest.mark.parametrize(("output_format", "ending"), ENDINGS.items())
@pytest.mark.parametrize("numbered", [True, False])
def test_what_index_writes_is_read_back_as_an_index(
    folder: Path, output_format: str, ending: str, numbered: bool
) -> None:
    if not numbered:
        (folder / "a.txt").write_text("\n\n".join(CODES))
    name = f"directory.{ending}"
    (folder / name).write_text(run("index", "--output-format", output_format, "a.txt", cwd=folder).out)
    listed = json.loads(run("index", "--output-format", "json", name, cwd=folder).out)
    assert [entry["role"] for entry in listed] == ["index"] * len(CODES)
    assert [entry["stipulation"] for entry in listed] == ["+"] * 3 + ["="] * 2 + [None]
    assert run("index", "--check", name, "a.txt", cwd=folder) == (0, "", "")


@pytest.mark.parametrize("output_format", ENDINGS)
def test_rows_of_a_large_file_are_no_words_of_an_entry(folder: Path, output_format: str) -> None:
    (folder / "a.txt").write_text("\n\n".join(CODES))
    written = run("index", "--output-format", output_format, "a.txt", cwd=folder).out
    name = f"directory.{ENDINGS[output_format]}"
    (folder / name).write_text(re.sub(r"(?<=txt:)", "172000", written))
    listed = json.loads(run("index", "--output-format", "json", name, cwd=folder).out)
    assert [entry["role"] for entry in listed] == ["index"] * len(CODES)


@pytest.mark.parametrize("ending", ENDINGS.values())
def test_check_names_entries_studies_and_order(folder: Path, ending: str) -> None:
    """In each format, with the line that `index` would have written."""
    output_format = next(name for name, other in ENDINGS.items() if other == ending)
    (folder / "a.txt").write_text("\n\n".join([*CODES, *(f"+1000.1{n}a1c3" for n in range(8))]))
    lines = run("index", "--output-format", output_format, "a.txt", cwd=folder).out.splitlines()
    written = [line.replace("0400.10", "0400.20") for line in lines]
    gone = next(line for line in written if "1000.13" in line)
    moved = next(line for line in written if "1000.15" in line)
    written.remove(gone)
    written.remove(moved)
    written.insert(next(n for n, line in enumerate(written) if "1000.11" in line), moved)
    name = f"directory.{ending}"
    (folder / name).write_text("\n".join(written) + "\n")
    ran = run("index", "--check", name, "a.txt", cwd=folder)
    assert (ran.status, ran.err) == (1, "")
    found = [line.split(" ", 1) for line in ran.out.splitlines()]
    assert [place.split(":")[0] for place, _ in found] == [name] * 3
    assert [said.partition(" ")[0] for _, said in found] == [
        "dangling-index-entry",
        "unsorted-index",
        "unindexed-study",
    ]
    assert found[0][1].endswith("There is no study 0400.20 a1c3; the nearest is + 0400.10 a1c3 (a.txt:3)")
    assert found[1][1].endswith("1000.15 a1c3 belongs after 1000.14 a1c3")
    assert "+ 1000.13 a1c3 (a.txt:19) is not listed; to add " in found[2][1]
    assert found[2][1].endswith(gone.strip())


def test_check_of_a_directory_in_a_manner_of_its_own(folder: Path) -> None:
    """Leaders and numbers as the other lines have them; a page is not known."""
    entries = ["0002.01 a1c3", "0002.01 b1c3", "0400.10 a1c3", "0000.10 a1c3", "0323.12 g3g1"]
    own = dict(zip(entries, "54261", strict=True))
    lines = ["Wins (+):", *(f"{entry} .... {own[entry]}" for entry in entries[:3])]
    lines += ["Draws (=):", *(f"{entry} .... {own[entry]}" for entry in entries[3:])]
    (folder / "own.txt").write_text("\n".join(lines) + "\n")
    ran = run("index", "--check", "own.txt", "a.txt", cwd=folder)
    assert ran.out.endswith("  0001.01 a1c3  3\n".strip() + "\n")
    assert ran.out.count("\n") == 1
    pages = "\n".join(f"{entry} .... 1{n}" for n, entry in enumerate([*sorted(entries[1:]), "1000.00 a1c3"]))
    (folder / "pages.txt").write_text(pages + "\n")
    (folder / "a.txt").write_text("\n\n".join([*CODES, "+1000.00a1c3"]))
    ran = run("index", "--check", "pages.txt", "a.txt", cwd=folder)
    assert "+ 0002.01 a1c3 (a.txt:9) is not listed; to add before it: 0002.01 a1c3 .... ?\n" in ran.out


def test_check_compares_claims_and_counts(folder: Path) -> None:
    lines = run("index", "a.txt", cwd=folder).out.splitlines()
    wrong = [line.replace("= 0323", "+ 0323") for line in lines]
    (folder / "d.txt").write_text("\n".join([*wrong, lines[0]]) + "\n")
    said = run("index", "--check", "d.txt", "a.txt", cwd=folder).out
    assert "dangling-index-entry The study 0323.12 g3g1 (a.txt:3) is a draw, not a win\n" in said
    assert "dangling-index-entry 0002.01 a1c3 is listed 2 times, but heads only one study\n" in said


def test_check_as_json_has_the_shape_of_findings(folder: Path) -> None:
    (folder / "d.txt").write_text("+ 0002.01 a1c3  5\n")
    ran = run("index", "--check", "d.txt", "--output-format", "json", "a.txt", cwd=folder)
    found = json.loads(ran.out)
    assert ran.status == 1
    assert [finding["code"] for finding in found] == ["unindexed-study"] * 5
    assert found[0]["filename"] == "d.txt"
    assert found[0]["location"] == {"row": 1, "column": 3}
    assert {finding["related"][0]["location"]["row"] for finding in found} == {3, 7, 11, 15, 23}
    same = run("index", "--check", "a.txt", "--output-format", "json", "a.txt", cwd=folder)
    assert same.status == 2


def test_check_of_a_manuscript_with_its_own_index(folder: Path) -> None:
    """The same file may be the directory and the studies; a folder with the directory in it, too."""
    index = run("index", "a.txt", cwd=folder).out
    book = (folder / "a.txt").read_text() + "\nINDEX\n\n" + index.replace("0400.10", "0401.10")
    (folder / "book.txt").write_text(book)
    said = run("index", "--check", "book.txt", "book.txt", cwd=folder)
    assert "There is no study 0401.10 a1c3; the nearest is + 0400.10 a1c3 (book.txt:7)" in said.out
    assert said.out.count("\n") == 1
    (folder / "book.txt").unlink()
    (folder / "d.txt").write_text(index)
    assert run("index", "--check", "d.txt", ".", cwd=folder) == (0, "", "")
    assert run("index", "--check", "-", ".", cwd=folder, stdin=index) == (0, "", "")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "Index of codes\n\n0323.12 g3g1  12\n0400.10 a1c3  13\n",
            "no index was found; below “Index of codes” (line 25): "
            "fewer than 5 lines with a code and a number, the minimum for an index (lines 27, 28)",
        ),
        (
            "GBR-Verzeichnis\n\n0323.12\n0400.10 a1c3  13\n0002.01 b1c3\na1c3 0001.01 2/3  7\n",
            "no index was found; below “GBR-Verzeichnis” (line 25): no kings beside the class (line 27); "
            "fewer than 5 lines with a code and a number, the minimum for an index (line 28); "
            "no number of a study or page beside the code (line 29); "
            "a control or squares of men, which index entries do not have (line 30)",
        ),
        ("Index\n\nnothing\n", "no index was found; below “Index” (line 25): no code"),
    ],
)
def test_the_lines_that_make_no_index_are_named(folder: Path, written: str, said: str) -> None:
    """Two lines are too few; others lack the kings or the number, or have more than an entry has."""
    (folder / "book.txt").write_text((folder / "a.txt").read_text() + "\n" + written)
    ran = run("index", "--check", "book.txt", "book.txt", cwd=folder)
    assert (ran.status, ran.out, ran.err) == (2, "", f"gbr-lsp: book.txt: {said}\n")


def test_a_directory_without_kings_is_named_with_its_lines(folder: Path) -> None:
    (folder / "d.txt").write_text("Index\n\n0323.12  12\n0400.10  13\n")
    ran = run("index", "--check", "d.txt", "a.txt", cwd=folder)
    said = "it has no code with kings; below “Index” (line 1): no kings beside the class (lines 3, 4)"
    assert (ran.status, ran.err) == (2, f"gbr-lsp: d.txt: {said}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--check", "nowhere.txt", "a.txt"), "nowhere.txt: no such file or directory"),
        (("--check", ".", "a.txt"), ".: is a directory"),
        (("--check", "a.txt", "nowhere.txt"), "nowhere.txt: no such file or directory"),
        (("--check", "none.txt", "a.txt"), "none.txt: it has no code with kings"),
        (("--check", "a.txt", "none.txt"), "there are no studies to compare the index with"),
        (("--check", "a.txt", "--output-format", "latex", "a.txt"), "--check writes text or JSON."),
        (("--check", "-", "-"), "Standard input cannot be both the index and the studies."),
    ],
)
def test_check_that_cannot_be_done_is_one_clear_line(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    (folder / "none.txt").write_text("nothing\n")
    ran = run("index", *arguments, cwd=folder)
    assert (ran.status, ran.out, ran.err) == (2, "", f"gbr-lsp: {said}\n")


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"\r\r\n\n", b'[Black "(', b"\xed\xa0\x80", b"=0323.12g3", b"0323.12 g3g1"]
)
@pytest.mark.parametrize("output_format", [*ENDINGS, "json"])
def test_odd_bytes_harm_no_format(folder: Path, data: bytes, output_format: str) -> None:
    ran = run("index", "--output-format", output_format, "-", stdin=data)
    assert (ran.status, ran.err) == (0, "")
    checked = run("index", "--check", "-", "a.txt", stdin=data, cwd=folder)
    assert checked.status in (1, 2)
    assert "Traceback" not in checked.err


def test_the_sample_in_directory_order_and_one_digit_changed(corpora: Path, tmp_path: Path) -> None:
    sample = str(corpora / "hhdb-sample.pgn")
    lines = run("index", sample).out.splitlines()
    assert len(lines) == 127
    keys = [("+= ".index(line[0]), line[2:14]) for line in lines]
    assert keys == sorted(keys)
    for row in (0, 60, 126):
        entry = lines[row]
        changed = entry[:4] + str((int(entry[4]) + 1) % 9) + entry[5:]
        (tmp_path / "copy.txt").write_text("\n".join([*lines[:row], changed, *lines[row + 1 :]]) + "\n")
        ran = run("index", "--check", "copy.txt", sample, cwd=tmp_path)
        code, place = entry.split("  ", 1)
        assert ran.status == 1
        said = f"There is no study {changed[2:14]}; the nearest is {code} ({place})"
        assert f"copy.txt:{row + 1}:3: dangling-index-entry {said}\n" in ran.out
        assert "unindexed-study" not in ran.out


def test_a_torn_page_has_no_wrong_number(corpora: Path) -> None:
    """What is known of the torn columns is what the same pages say with each diagram above its caption."""

    def numbered(name: str) -> dict[str, str | None]:
        text = (corpora / name).read_text(encoding="utf-8")
        document = Document.of(text, host_for(name))
        section = document.as_section()
        numbers = certain_numbers(printed_numbers(section))
        return {str(study.code): number for study, number in zip(section.studies, numbers, strict=True)}

    whole, torn = numbered("eg190-p1-18-raw.txt"), numbered("eg190-p1-18.txt")
    assert sum(number is not None for number in whole.values()) == 18
    known = {code: number for code, number in torn.items() if number}
    assert known
    assert known == {code: whole[code] for code in known}


def test_files_are_read_as_their_settings_say(folder: Path) -> None:
    (folder / "gbr.toml").write_text('exclude = ["b.txt"]\nbare-class = "report"\n')
    (folder / "b.txt").write_text("+0001.01c2a1\n")
    assert "b.txt" not in run("index", ".", cwd=folder).out
    assert run("index", "b.txt", cwd=folder).out == "+ 0001.01 c2a1  b.txt:1\n"
    assert run("search", "c2a1", ".", cwd=folder).status == 1


@given(texts)
def test_games_have_the_lines_that_they_have_as_a_whole(content: str) -> None:
    """Of a file of games no more than the lines is kept."""
    content = content.encode("utf-8", "replace").decode().replace("\0", "").removeprefix("\ufeff")
    document = Document.of(content, host_for("a.pgn"))
    whole = NumberedStudies()
    whole.add(document, listed_codes(Source("a.pgn", content), document))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.pgn")
        path.write_bytes(content.encode())
        by_chunk, failed = directory_of((str(path),), None, jobs=1, cache=False)
    assert not failed
    assert list(by_chunk.lines()) == [
        line._replace(kept_study=None, name=line.name.replace("a.pgn", printable_name(str(path))))
        for line in whole.lines()
    ]


@given(texts, texts, st.sampled_from(("a.txt", "a.md", "a.tex", "a.pgn")))
def test_any_text_has_a_directory_and_is_compared_with_any(studies: str, written: str, name: str) -> None:
    """Nothing is raised, each study has a line, and each difference a place."""
    collection = NumberedStudies()
    document = Document.of(studies, host_for(name))
    collection.add(document, listed_codes(Source(name, studies), document))
    lines = list(collection.lines())
    assert len(list(text.write(lines))) == len(collection.studies)
    assert [len(list(module.write(lines))) for module in (markdown, latex)] == [2 + len(lines) if lines else 0] * 2
    assert len(list(csv_format.write(lines))) == 1 + len(lines)
    source = Source("d.txt", written)
    document = Document.of(written, host_for("d.txt"))
    codes = listed_codes(source, document)
    if codes:
        for item in _findings(_Written(source, document, codes, codes), collection):
            assert 0 <= item.span.start <= item.span.end <= len(written)
            assert item.finding.message


def test_large_files_of_games_are_listed_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each code has the place, and all else, that it has in the whole file."""
    rng = random.Random(3)
    path = tmp_path / "a.pgn"
    path.write_text("\ufeff" + "".join(record(rng) for _ in range(40)), encoding="utf-8")

    def out(*arguments: str) -> str:
        assert command.main([*arguments, str(path)], standalone_mode=False) == 0
        return capsys.readouterr().out

    whole = out("--output-format", "json")
    monkeypatch.setattr(listing, "_MIN_LARGE_SIZE", 0)
    monkeypatch.setattr(listing, "_PART_SIZE", 700)
    monkeypatch.setattr(chunk_spans, "_MAX_BYTES", 2000)
    monkeypatch.setattr(chunk_spans, "_MAX_FIRST_BYTES", 500)
    assert out("--output-format", "json") == whole
    assert 20 < len(json.loads(whole))


@pytest.mark.parametrize("output_format", ["text", "json"])
def test_large_files_of_games_are_compared_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], output_format: str
) -> None:
    """Each difference is told as of the whole file, and no part of the file is kept."""
    monkeypatch.chdir(tmp_path)
    kings = [f"{white}1{black}8" for white in "abcdefgh" for black in "abcd"]
    games = [f'[Event "Ä{king}"]\n[Black "(=0400.1{at % 3}{king})"]\n\n*\n\n' for at, king in enumerate(kings)]
    (tmp_path / "a.pgn").write_text("".join(games), encoding="utf-8")
    lines = run("index", "a.pgn", cwd=tmp_path).out.splitlines()
    wrong = [line.replace("= 0400.11", "+ 0400.11") for line in lines[:25]]
    wrong += [line.replace("0400.12", "0400.22") for line in lines[25:30]]
    (tmp_path / "d.txt").write_text("\n".join([*wrong, *wrong[:3]]) + "\n")
    arguments = ("index", "--check", "d.txt", "--output-format", output_format, "a.pgn")
    whole = run(*arguments, cwd=tmp_path)
    assert (whole.status, whole.err) == (1, "")
    for said in ("is not listed", "is listed 2 times", "is a draw, not a win", "the nearest is"):
        assert said in whole.out
    monkeypatch.setattr(listing, "_MIN_LARGE_SIZE", 0)
    monkeypatch.setattr(listing, "_PART_SIZE", 200)
    alive = []
    add = NumberedStudies.add

    def counted(collection: NumberedStudies, document: Document, codes: list[listing.ListedCode]) -> None:
        add(collection, document, codes)
        alive.append(sum(isinstance(one, Document) for one in gc.get_objects()))

    monkeypatch.setattr(NumberedStudies, "add", counted)
    before = sum(isinstance(one, Document) for one in gc.get_objects())
    assert command.main(arguments[1:], standalone_mode=False) == 1
    # The program that is installed and the one that is tested may stand in two places.
    here, there = (re.sub(r"file://\S+(?=/pages/)", "", out) for out in (capsys.readouterr().out, whole.out))
    assert here == there
    assert 5 < len(alive)
    assert max(alive) <= before + 3


def test_a_class_that_cannot_be_read_is_listed_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[White "A"]\n\n*\n\n[White "A"]\n[Black "(=0323.123g3g1)"]\n\n*\n')
    assert run("index", "a.pgn", cwd=tmp_path).out == "= 0323.123 g3g1  a.pgn:6\n"


def test_a_line_of_a_directory_is_read_once_for_all_its_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def recorded(lines: LineIndex, line: int, codes: list[Span]) -> list[str]:
        read.append(line)
        return numbers_on_line(lines, line, codes)

    monkeypatch.setattr(check, "numbers_on_line", recorded)
    (tmp_path / "index.txt").write_text("=0323.12 g3g1 " * 30 + "\n" + "=0323.12 g3g1 7 " * 30)
    (tmp_path / "studies.txt").write_text("=0323.12g3g1\n")
    monkeypatch.chdir(tmp_path)
    command.main(["--no-cache", "--check", "index.txt", "studies.txt"], standalone_mode=False)
    assert read == [0, 1]


def test_a_study_that_stands_often_in_both_is_compared_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its entries was compared with each of its studies."""
    written: list[str] = []
    entry = text.entry

    def recorded(line: Line) -> str:
        written.append(line.code)
        return entry(line)

    monkeypatch.setattr(text, "entry", recorded)
    (tmp_path / "index.txt").write_text("=0323.12 g3g1 Rusz 7\n" * 30)
    (tmp_path / "studies.txt").write_text("No. 7\n\n=0323.12g3g1\n\n" * 30)
    monkeypatch.chdir(tmp_path)
    command.main(["--no-cache", "--check", "index.txt", "studies.txt"], standalone_mode=False)
    assert 0 < len(written) <= 60
