"""`gbr.checkProof`: a PDF or Word file for an editor to show, in a conversation with a real process."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_features import Session
from tests.lsp.test_workers import answer, ask, child_of, wait_until
from tests.proofs.making import Maker, family_named
from tests.proofs.test_hostile import pdf_with

FEN = "7k/8/8/8/8/4p3/8/K6R"


def checked(folder: Path, name: str) -> Any:
    session = Session(folder, "utf-16")
    with session.wire:
        uri = (folder / name).as_uri()
        return session.request("workspace/executeCommand", {"command": "gbr.checkProof", "arguments": [uri]})


def test_a_proof_is_its_text_its_findings_and_its_report_page(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.board(family_named("skak"), 60, 60, FEN)
    maker.text(60, 220, "a1h8 0100.02 2/2 Win")
    maker.save("book.pdf")
    answer = checked(tmp_path, "book.pdf")
    assert "a1h8 0100.02 2/2 Win\n" in answer["text"]
    (found, *_) = answer["findings"]
    assert (found["code"], found["spot"]) == ("force-mismatch", "p1:y212")
    line = answer["text"].split("\n")[found["location"]["row"] - 1]
    assert line[found["location"]["column"] - 1 : found["end_location"]["column"] - 1] == "0100.02"
    assert answer["report"].startswith("<!DOCTYPE html>")
    assert "force-mismatch" in answer["report"]
    assert answer["unread"] is None


def test_a_proof_without_findings_has_its_text_too(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(60, 220, "a1h8 0100.01 2/2 Win")
    maker.save("book.pdf")
    answer = checked(tmp_path, "book.pdf")
    assert answer["text"] == "a1h8 0100.01 2/2 Win\n"
    assert answer["findings"] == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("book.pdf", "is not a PDF: it does not begin with %PDF-"),
        pytest.param("empty.pdf", "is not a PDF: it is empty", marks=pytest.mark.long),
        pytest.param(
            "book.doc",
            "is in the format of Word 97; save it as .docx or print it to a PDF",
            marks=pytest.mark.long,
        ),
        ("missing.pdf", "no such file or directory"),
        pytest.param("a.md", "is not a PDF or Word file (.docx)", marks=pytest.mark.long),
    ],
)
def test_what_cannot_be_read_is_one_line(name: str, why: str, tmp_path: Path) -> None:
    for made in ("book.pdf", "book.doc", "a.md"):
        (tmp_path / made).write_bytes(b"hello")
    (tmp_path / "empty.pdf").write_bytes(b"")
    answer = checked(tmp_path, name)
    assert list(answer) == ["trouble"]
    assert answer["trouble"].startswith(why)
    assert "\n" not in answer["trouble"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are not listed here")
def test_a_request_that_is_cancelled_ends_the_processes_that_read(tmp_path: Path) -> None:
    """The one that judges, and the one that it started to read."""
    (tmp_path / "book.pdf").write_bytes(pdf_with(b"q Q " * 8_000_000))
    session = Session(tmp_path, "utf-16")
    with session.wire:
        arguments = {"command": "gbr.checkProof", "arguments": [(tmp_path / "book.pdf").as_uri()]}
        ask(session.wire, "workspace/executeCommand", arguments)
        judge = child_of(session.wire.process.pid)
        reader = child_of(judge)
        session.wire.notify("$/cancelRequest", {"id": "long"})
        assert answer(session.wire)["error"]["code"] == -32800
        for process in (judge, reader):
            wait_until(partial(is_gone, process))


def is_gone(process: int) -> bool:
    return not Path(f"/proc/{process}").exists()
