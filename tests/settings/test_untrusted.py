"""Files of settings that are no files, are too large, or lead away from this machine."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.settings import BadSettings, load_settings, settings_problems
from tests.support.commands import run
from tests.support.wire import PULLS, Wire

NETWORK = ["//host/share/gbr.toml", r"\\\\host\\share\\gbr.toml", r"\\/host/share"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
@pytest.mark.parametrize("kind", ["/dev/zero", "fifo", "large"])
def test_what_is_no_small_regular_file_is_not_read(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "base.toml"
    if kind == "fifo":
        os.mkfifo(target)
    elif kind == "large":
        target.write_text("#" * 1_000_001)
    path = kind if kind.startswith("/") else "base.toml"
    settings = tmp_path / "gbr.toml"
    settings.write_text(f'extend = "{path}"\n')
    reason = "is larger than 1 MB" if kind == "large" else "is not a regular file"
    with pytest.raises(BadSettings, match=reason) as caught:
        load_settings(str(settings))
    assert "\n" not in str(caught.value)
    text = tmp_path / "a.txt"
    text.write_text("=0323.12g3g1\n")
    ran = run("check", str(text))
    assert (ran.status, reason in ran.err) == (2, True)
    with Wire(capabilities=PULLS) as wire:
        wire.open(text.as_uri(), "plaintext", "a2f1 0411.56 10/9 Win\n")
        assert wire.pull(text.as_uri())["items"]


@pytest.mark.parametrize("path", NETWORK)
def test_untrusted_settings_extend_nothing_on_the_network(tmp_path: Path, path: str) -> None:
    settings = tmp_path / "gbr.toml"
    settings.write_text(f'extend = "{path}"\n')
    with pytest.raises(BadSettings, match="is a network path, and the workspace is not trusted"):
        load_settings(str(settings), is_trusted=False)
    (problem,) = settings_problems(settings.read_text(), str(settings), is_trusted=False)
    assert problem.row == 1
    with pytest.raises(BadSettings, match="no such file"):
        load_settings(str(settings))


@pytest.mark.parametrize("path", NETWORK)
def test_untrusted_settings_open_no_tables_on_the_network(tmp_path: Path, path: str) -> None:
    settings = tmp_path / "gbr.toml"
    settings.write_text(f'syzygy = ["tables", "{path}"]\n')
    loaded = load_settings(str(settings), is_trusted=False)
    (warning,) = loaded.warnings
    assert "gbr.toml:1:" in warning
    assert warning.endswith("is a network path, and the workspace is not trusted")
    assert loaded.settings.conventions.tables.folders == (str(tmp_path / "tables"),)  # type: ignore[union-attr]
    (problem,) = settings_problems(settings.read_text(), str(settings), is_trusted=False)
    assert problem.severity.value == "warning"
    assert len(load_settings(str(settings)).settings.conventions.tables.folders) == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(("options", "trusted"), [(None, False), ({"trusted": True}, True), ({"trusted": 1}, False)])
def test_trust_is_said_in_the_initialization_options(tmp_path: Path, options: Any, trusted: bool) -> None:
    (tmp_path / "gbr.toml").write_text('syzygy = ["//host/share"]\n')
    with Wire(initialize=False) as wire:
        params = {"processId": None, "capabilities": PULLS, "initializationOptions": options}
        wire.request("initialize", params)
        wire.notify("initialized", {})
        uri = (tmp_path / "a.txt").as_uri()
        wire.open(uri, "plaintext", "=0323.12g3g1\n")
        asked = {"jsonrpc": "2.0", "id": "probe", "method": "textDocument/diagnostic"}
        wire.send(json.dumps({**asked, "params": {"textDocument": {"uri": uri}}}).encode())
        assert ("method" in wire.receive()) is not trusted
