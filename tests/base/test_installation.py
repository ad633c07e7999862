"""The command that installs more of the program is one that works where it was installed."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from gbr_lsp.base import installation
from gbr_lsp.proofs import kinds

ROOT = Path(__file__).parents[2]


def installed(root: Path, monkeypatch: pytest.MonkeyPatch, source: object = None, installer: str = "pip") -> None:
    """Make the package be one that `installer` installed in `root`, from `source` as direct_url.json states it."""
    info = root / "gbr_lsp-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gbr-lsp\nVersion: 0.1.0\n")
    (info / "INSTALLER").write_text(f"{installer}\n")
    if source is not None:
        (info / "direct_url.json").write_text(source if isinstance(source, str) else json.dumps(source))
    monkeypatch.setattr(installation, "_ROOT", root)
    monkeypatch.setattr("os.name", "posix")


def words() -> list[str]:
    return shlex.split(installation.install_command("pdf"))


def test_a_clone_is_installed_again_from_its_folder() -> None:
    assert words() == [sys.executable, "-P", "-m", "pip", "install", f"{ROOT}[pdf]"]


def test_what_was_installed_from_a_folder_is_installed_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = tmp_path / "my book's clone"
    clone.mkdir()
    (clone / "pyproject.toml").touch()
    installed(tmp_path / "site", monkeypatch, {"url": clone.as_uri(), "dir_info": {}})
    assert words()[-1] == f"{clone}[pdf]"
    (clone / "pyproject.toml").unlink()
    assert words() == ["python3", "-m", "pip", "install", ".[pdf]"]


@pytest.mark.parametrize(
    ("source", "requirement"),
    [
        (None, "gbr-lsp[pdf]"),
        (
            {"url": "https://example.org/x.git", "vcs_info": {"vcs": "git", "commit_id": "0"}},
            "gbr-lsp[pdf] @ git+https://example.org/x.git",
        ),
        ({"url": "file:///made/x.whl", "archive_info": {}}, "gbr-lsp[pdf] @ file:///made/x.whl"),
        ("{", ".[pdf]"),
        ("[]", ".[pdf]"),
        ({}, ".[pdf]"),
    ],
)
def test_other_sources(source: object, requirement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, source)
    assert words()[-1] == requirement


def test_environments_of_uv_have_no_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, installer="uv")
    assert words() == ["uv", "pip", "install", "--python", sys.executable, "gbr-lsp[pdf]"]


def test_a_copy_that_nobody_installed_names_no_package_of_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy in the extension, whatever else the Python that runs it has."""
    monkeypatch.setattr(installation, "_ROOT", tmp_path)
    needed = installation.missing_reader_hint()
    assert needed.startswith("cannot be read by this copy of gbr-lsp")
    assert "Restart the server" in needed
    assert needed.endswith(": python3 -m pip install '.[pdf]'")


def test_only_a_pdf_needs_a_reader_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "find_spec", lambda library: None)
    assert kinds.refusal_of("a.pdf") == f"needs a reader: {installation.install_command('pdf')}"
    assert kinds.refusal_of("b.docx") is None
