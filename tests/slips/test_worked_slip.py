"""The slip of CONTRIBUTING.md, added by following the page in a copy: two files, and it is read back."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.test_worked_example import ROOT, follow

pytestmark = pytest.mark.long


def test_a_slip_is_a_row_and_a_line(tmp_path: Path) -> None:
    for name in ("gbr_lsp/__init__.py", "tests/slips/table.md", "tests/slips/test_table.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("base", "slips"):
        shutil.copytree(ROOT / "gbr_lsp" / name, tmp_path / "gbr_lsp" / name)
    assert _lines_that_fail(tmp_path) == 0
    table = (tmp_path / "gbr_lsp/slips/table.py").read_text(encoding="utf-8")
    assert follow((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), tmp_path, "Adding a slip") == 2
    assert _lines_that_fail(tmp_path) == 0
    (tmp_path / "gbr_lsp/slips/table.py").write_text(table, encoding="utf-8")
    assert 0 < _lines_that_fail(tmp_path)


def _lines_that_fail(folder: Path) -> int:
    arguments = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", ".", "tests"]
    return subprocess.run([sys.executable, *arguments], cwd=folder, env={"PYTHONPATH": str(folder)}).returncode
