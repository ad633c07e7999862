"""Without tables in the settings, `check` opens none and imports nothing for them."""

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import json, sys
opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event in ("open", "os.listdir") else None)
from gbr_lsp.cli.main import main
try:
    main()
except SystemExit:
    pass
tables = [path for path in opened if "syzygy-files" in path or path.endswith((".rtbw", ".rtbz"))]
print(json.dumps([tables, sorted(name for name in sys.modules if name.startswith("chess"))]), file=sys.stderr)
"""
GAME = """[White "Nobody"]
[Black "(+0000.10g4f7)"]
[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]

1. Kf5 (1. e4 $2 Ke6) 1... Ke7 2. Ke5 Kd7 3. Kd5 Ke7 4. e4 *
"""


def opened(folder: Path) -> tuple[list[str], list[str]]:
    """The files of tables that a check opens, and the modules of python-chess that it imports."""
    command = [sys.executable, "-c", SCRIPT, "check", "--select", "all", "--jobs", "1", "a.pgn", "a.md"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert "No such option" not in ran.stderr
    tables, modules = json.loads(ran.stderr.splitlines()[-1])
    return tables, modules


def test_check_opens_no_tables_that_no_settings_name(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAME)
    (tmp_path / "a.md").write_text("g4f7 0000.10 2/1 Win\n\n`8/5k2/8/8/6K1/4P3/8/8 w - - 0 1`\n\n1.Kf5 Ke7 2.Ke5 Kd7\n")
    (tmp_path / "syzygy-files").mkdir()
    (tmp_path / "syzygy-files" / "KPvK.rtbw").write_bytes(b"")
    assert opened(tmp_path) == ([], [])
    # The hook sees them where they are named.
    (tmp_path / "gbr.toml").write_text('syzygy = ["syzygy-files"]\n')
    tables, modules = opened(tmp_path)
    assert tables
    assert "chess.syzygy" in modules
