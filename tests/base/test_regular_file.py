"""Files that others exchange for something else just before they are opened."""

import ast
import os
from pathlib import Path

import pytest

import gbr_lsp
from gbr_lsp.base.regular_file import open_regular

PACKAGE = Path(gbr_lsp.__file__).parent


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    (tmp_path / "file").write_bytes(b"text")
    for path in (tmp_path / "pipe", tmp_path / "link", Path("/dev/zero")):
        with pytest.raises(OSError, match="is not a regular file"):
            open_regular(str(path), os.O_RDONLY)
    with pytest.raises(IsADirectoryError), open(tmp_path, "rb", opener=open_regular):
        pass
    with open(tmp_path / "file", "rb", opener=open_regular) as file:
        assert file.read() == b"text"


@pytest.mark.parametrize("package", ["base", "database", "lsp", "settings"])
def test_what_the_server_opens_is_a_regular_file(package: str) -> None:
    opened = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in sorted((PACKAGE / package).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "open"
        if not any(keyword.arg == "opener" for keyword in call.keywords)
    ]
    assert not opened
