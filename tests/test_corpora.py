"""Real text: what is listed and reported there is known. Skipped where the text is not at hand."""

import json
from pathlib import Path

import pytest
from commands import run

PRINTED = [
    "repeated-kings", "repeated-kings", "repeated-kings", "repeated-kings", "control-mismatch", "control-mismatch",
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "codes", "rules"),
    [
        ("hhdb-sample.pgn", 127, []),
        ("eg190-p1-18.txt", 22, PRINTED),
        ("eg190-p1-18-raw.txt", 22, PRINTED),
        ("lookalikes.txt", 0, []),
        ("seeds/gbr-de.txt", 2, []),
        ("seeds/gbr-de-translated.txt", 2, []),
        ("seeds/gbr-it.txt", 1, []),
        ("seeds/gbr-en-2007.txt", 25, []),
    ],
)
def test_real_text(corpora: Path, name: str, codes: int, rules: list[str]) -> None:
    listed = run("index", "--output-format", "json", str(corpora / name))
    assert listed.status == 0
    assert len(json.loads(listed.out)) == codes
    checked = run("check", "--output-format", "json", str(corpora / name))
    assert checked.status == (1 if rules else 0)
    assert sorted(finding["code"] for finding in json.loads(checked.out)) == sorted(rules)


def test_every_record_of_the_sample_owns_its_board(corpora: Path) -> None:
    listed = json.loads(run("index", "--output-format", "json", str(corpora / "hhdb-sample.pgn")).out)
    assert {(entry["board"], entry["role"]) for entry in listed} == {("fen", "study")}


def test_the_sample_is_encoded_as_it_is_printed(corpora: Path) -> None:
    """`encode` of each record's FEN and result is the code in its `Black` tag."""
    path = str(corpora / "hhdb-sample.pgn")
    listed = json.loads(run("index", "--output-format", "json", path).out)
    assert run("encode", path).out.split() == [entry["text"] for entry in listed]
