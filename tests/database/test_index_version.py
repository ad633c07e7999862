"""The name of the index changes with all code that reads studies for it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gbr_lsp
from gbr_lsp.database import store

_PACKAGE = Path(gbr_lsp.__file__).parent
_READ = """
import os, sys
from gbr_lsp.database.chunk_reader import ReadOptions, read_document, read_games
from gbr_lsp.hosts import host_for
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS
from gbr_lsp.model.document import Document

fen = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
game = f'[White "Kubbel (=0323.12g3g1)"]\\n[FEN "{fen} w - - 0 1"]\\n\\n1.h7 (1.Kf3 Nf6) Rg3+ {{c4}} 2.Kf4 Nf6 *\\n\\n'
damaged = game.replace("0323.12g3g1", "O323.l2g3g1") + game.replace("g3g1", "g3g2") + game.replace("h7", "h9")
texts = {
    "a.pgn": game + damaged,
    "a.md": f"# x\\n\\n0323.12 g3g1 a3a2e1 4/5 Draw\\n\\n```fen\\n{fen}\\n```\\n\\n1.h7 Rg3+ 2.Kf4\\n\\nWKg3 Ba2\\n",
    "a.tex": "\\\\gbr{0323.12}{g3}{g1}\\n\\\\fenboard{%s w - - 0 1}\\n1.h7 Tg3+ 2.Rf4\\n" % fen,
    "a.html": "<p>0323.12 g3g1</p><p>White king g3, bishop a2 and e1; Black: Kg1, Ra3. Wei\\u00df: Kg3</p>",
    "a.txt": "0400.1O a4c5\\n\\nWhite: Kh8, pc6; Black: Ka6, ph5\\n\\nKBB v KN and pawn: the white king on a1",
}
for name, text in texts.items():
    if name == "a.pgn":
        chunk = read_games(text.encode(), ReadOptions(name, "utf-8", DEFAULT_CONVENTIONS))
    else:
        chunk = read_document(Document.of(text, host_for(name)), text)
    assert chunk.codes, name
for name, module in sys.modules.items():
    if name.split(".")[0] == "gbr_lsp":
        print(os.path.dirname(module.__file__))
"""


def test_the_folders_of_all_code_that_reads_a_study_are_hashed() -> None:
    loaded = subprocess.run([sys.executable, "-c", _READ], capture_output=True, text=True, check=True).stdout
    folders = {os.path.relpath(folder, _PACKAGE) for folder in loaded.splitlines()}
    assert {"languages", "solutions"} < folders
    assert folders <= {name or "." for name in store._HASHED_FOLDERS}


@pytest.mark.parametrize("parent", ["checkout", "site-packages"])
def test_a_changed_file_changes_the_version(parent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / parent / "gbr_lsp"
    shutil.copytree(_PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(store, "_PACKAGE", str(package))
    names = ("languages/table.py", "slips/table.py", "model/board_matching/pairing.py", "solutions/_follow.x.so")
    for name in names:
        before = store._version()
        (package / name).unlink(missing_ok=True)
        (package / name).write_text("# changed")
        assert store._version() != before, name
