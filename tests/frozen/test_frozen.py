"""What the frozen answers must be good for: the same program answers the same, and a difference is named."""

import json
from pathlib import Path

import pytest

from tests.frozen.__main__ import differences, main, write_answers
from tests.frozen.answers import tasks
from tests.frozen.inputs import Inputs, copy_inputs


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """A folder with the answers about one example and one block of a specification."""
    inputs = copy_inputs(tmp_path / "inputs", quick=True)
    block = next(block for block in inputs.blocks if "king-mismatch" in block.path)
    few = inputs._replace(checked=["examples"], explained=[], blocks=[block], served=["examples/manuscript.md"])
    (tmp_path / "inputs.json").write_text(json.dumps(few._asdict()), encoding="utf-8")
    (tmp_path / "quick").write_text("yes", encoding="utf-8")
    write_answers(tmp_path, tmp_path / "answers")
    return tmp_path


@pytest.mark.long
def test_the_same_program_answers_the_same_and_a_difference_is_named(
    frozen: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--compare", str(frozen)]) == 0
    changed = frozen / "answers" / "check-json" / "examples.txt"
    changed.write_text(changed.read_text(encoding="utf-8").replace("force-mismatch", "other", 1), encoding="utf-8")
    (frozen / "answers" / "search" / "00.txt").unlink()
    capsys.readouterr()
    assert main(["--compare", str(frozen)]) == 1
    said = capsys.readouterr().out
    assert 'before:     "code": "other",' in said
    assert 'after:      "code": "force-mismatch",' in said
    assert "search/00.txt: only after" in said
    assert "\n2 of " in said


def test_the_first_line_that_differs_is_shown_from_where_it_does(tmp_path: Path) -> None:
    for name, line in (("one", "a"), ("two", "b")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.txt").write_text(f"same\n{'-' * 1000}{line}\nmore {name}\n", encoding="utf-8")
    (said,) = differences(tmp_path / "one", tmp_path / "two")
    assert said == f"x.txt:2\n  before: …{'-' * 60}a\n  after:  …{'-' * 60}b"


def test_every_command_and_feature_is_asked_about_the_files_that_there_are(tmp_path: Path) -> None:
    inputs = copy_inputs(tmp_path / "inputs", quick=False)
    assert inputs == Inputs.load(tmp_path / "inputs")
    kinds = {task.name.partition("/")[0] for task in tasks(tmp_path / "inputs", inputs, quick=False)}
    assert kinds == {
        *("against", "check", "check-json", "check-sarif", "explain", "fix", "index", "search", "server", "show-codes"),
        "unsafe-fixes",
    }
    assert 500 < len(inputs.blocks)
    assert not any("^^" in (tmp_path / "inputs" / block.path).read_text(encoding="utf-8") for block in inputs.blocks)
