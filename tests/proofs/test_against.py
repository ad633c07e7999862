"""`check SOURCE --against PROOF`: what stands differently in the two is a finding on the source's line."""

import json
from pathlib import Path
from typing import Any

from tests.proofs.making import Maker, family_named
from tests.support.commands import run

FENS = ["8/8/8/8/4k3/8/4P3/2KR4", "7k/8/8/8/8/4p3/8/K6R"]
CAPTIONS = ["c1e4 0100.10 3/1 Win", "a1h8 0100.01 2/2 Win"]


def manuscript(folder: Path, fens: list[str] = FENS, captions: list[str] = CAPTIONS) -> None:
    text = "\n".join(f"{caption}\n\n{fen}\n" for fen, caption in zip(fens, captions, strict=True))
    (folder / "book.tex").write_text(text, encoding="utf-8")


def proof(folder: Path, fens: list[str] = FENS, captions: list[str] = CAPTIONS) -> None:
    maker = Maker(folder)
    for number, (fen, caption) in enumerate(zip(fens, captions, strict=True)):
        maker.board(family_named("skak"), 60, 60 + 250 * number, fen)
        maker.text(60, 220 + 250 * number, caption)
    maker.save("book.pdf")


def check(folder: Path, *options: str) -> list[dict[str, Any]]:
    ran = run(
        "check",
        "-q",
        "--isolated",
        "book.tex",
        "--against",
        "book.pdf",
        "--output-format",
        "json",
        *options,
        cwd=folder,
    )
    assert ran.err == ""
    found: list[dict[str, Any]] = json.loads(ran.out)
    return found


def test_a_proof_that_is_as_its_source_has_no_findings(tmp_path: Path) -> None:
    manuscript(tmp_path)
    proof(tmp_path)
    assert check(tmp_path) == []


def test_a_code_that_differs_is_told_on_the_line_of_the_source_with_its_place_in_the_proof(tmp_path: Path) -> None:
    manuscript(tmp_path)
    proof(tmp_path, captions=[CAPTIONS[0], CAPTIONS[1].replace("0100.01", "0100.02")])
    (found,) = check(tmp_path)
    assert (found["code"], found["message"]) == ("proof-mismatch", "The proof has 0100.02")
    assert found["location"] == {"row": 5, "column": 6}
    (related,) = found["related"]
    assert (related["filename"], related["message"]) == ("book.pdf", "the proof")
    ran = run("check", "--isolated", "book.tex", "--against", "book.pdf", cwd=tmp_path)
    assert "  = the proof: book.pdf:p1:y462: a1h8 0100.02 2/2 Win" in ran.out


def test_a_board_that_differs_is_told_at_the_board_of_the_source(tmp_path: Path) -> None:
    manuscript(tmp_path)
    proof(tmp_path, fens=[FENS[0], FENS[1].replace("4p3", "3p4")])
    (found,) = check(tmp_path)
    assert found["message"] == "The proof has a black pawn on d3 and nothing on e3"
    assert found["location"] == {"row": 7, "column": 1}


def test_no_fix_of_a_difference_is_applied(tmp_path: Path) -> None:
    manuscript(tmp_path)
    proof(tmp_path, captions=[CAPTIONS[0], CAPTIONS[1].replace("0100.01", "0100.02")])
    before = (tmp_path / "book.tex").read_bytes()
    run("check", "--isolated", "book.tex", "--against", "book.pdf", "--fix", "--unsafe-fixes", cwd=tmp_path)
    assert (tmp_path / "book.tex").read_bytes() == before


def test_a_proof_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    manuscript(tmp_path)
    (tmp_path / "book.pdf").write_bytes(b"hello")
    (tmp_path / "empty.txt").write_text("no codes")
    for name in ("book.pdf", "empty.txt", "missing.pdf"):
        ran = run("check", "--isolated", "book.tex", "--against", name, cwd=tmp_path)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert name in ran.err
