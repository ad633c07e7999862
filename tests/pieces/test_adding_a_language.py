"""The language of CONTRIBUTING.md, added by following the page in a copy of the tree, is read."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.test_worked_example import follow

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
_LIST = "Blanka: Rb6, Tf4, Ke4. Nigra: Rd7, peonoj e2 kaj e3.\n\n{code}b6d7\n"


def _check(folder: Path, text: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "gbr_lsp", "check", "--isolated", "--output-format", "concise", "-"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, cwd=folder, env=environment, check=False)
    return done.stdout.decode()


def test_the_language_of_the_page_is_added_in_two_files(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("gbr_lsp", "tests/specs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    damaged = _LIST.format(code="0110.03")
    assert "force-mismatch" not in _check(tmp_path, damaged)
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert follow(page, tmp_path, "## Adding a language") == 2
    assert "force-mismatch The class is" in _check(tmp_path, damaged)
    assert "mismatch" not in _check(tmp_path, _LIST.format(code="0110.02"))
