"""Real text: what is listed and reported there is known. Skipped where the text is not at hand."""

import json
from pathlib import Path

import pytest

from tests.support.commands import run

PRINTED = [
    "repeated-kings", "repeated-kings", "repeated-kings", "repeated-kings", "control-mismatch", "force-mismatch",
    "king-mismatch",
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


@pytest.mark.parametrize("name", ["eg190-p1-18.txt", "eg190-p1-18-raw.txt"])
def test_what_was_printed_wrongly_is_told_with_the_values_of_the_diagram(corpora: Path, name: str) -> None:
    listed = json.loads(run("index", "--output-format", "json", str(corpora / name)).out)
    assert [entry["board"] for entry in listed].count("diagram") == 22
    checked = json.loads(run("check", "--output-format", "json", str(corpora / name)).out)
    told = {finding["message"] for finding in checked if finding["code"] != "repeated-kings"}
    assert told == {
        "The class is 0411.56, but the diagram has 6 white and 7 black pawns (0411.67)",
        "The control should be 9/9: by the class and the diagram, each side has 9 men",
        "The kings are exchanged: the diagram has e6g6",
    }


def test_every_record_of_the_sample_owns_its_board(corpora: Path) -> None:
    listed = json.loads(run("index", "--output-format", "json", str(corpora / "hhdb-sample.pgn")).out)
    assert {(entry["board"], entry["role"]) for entry in listed} == {("fen", "study")}


def test_the_sample_is_encoded_as_it_is_printed(corpora: Path) -> None:
    """`encode` of each record's FEN and result is the code in its `Black` tag."""
    path = str(corpora / "hhdb-sample.pgn")
    listed = json.loads(run("index", "--output-format", "json", path).out)
    assert run("encode", path).out.split() == [entry["text"] for entry in listed]
