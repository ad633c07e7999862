"""What the program imports and compiles before it answers: counted, for a time says nothing on a busy machine."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

COUNTED = """
import json, re, sys
stock, compiled = re.compile, []
def counted(pattern, flags=0):
    if sys._getframe(1).f_globals["__name__"].startswith("gbr_lsp."):
        compiled.append(pattern)
    return stock(pattern, flags)
re.compile = counted
{script}
own = [name for name in sys.modules if name.startswith("gbr_lsp")]
print(json.dumps([len(own), len(compiled), sum(map(len, compiled))]), file=sys.stderr)
"""
CHECK = """
sys.argv = ["gbr-lsp", "check", "a.md"]
from gbr_lsp.cli.main import main
try:
    main()
except SystemExit:
    pass
"""
SERVER = "from gbr_lsp.lsp.app import make_server\nmake_server()\n"
PROSE = "# A\n\n=0323.12g3g1\n"
SOLUTION = f"{PROSE}\n1. Bd4+ Kh1 2. Bxa1 Rxa1 3. Bd5+ Kg1 4. Bxh1\n"


@pytest.mark.parametrize(
    ("script", "text", "modules", "expressions", "characters"),
    [(CHECK, PROSE, 213, 46, 16_500), (CHECK, SOLUTION, 242, 56, 19_600), (SERVER, "", 287, 7, 320)],
    ids=["check", "check-solution", "server"],
)
def test_no_start_imports_or_compiles_more_than_it_did(
    tmp_path: Path, script: str, text: str, modules: int, expressions: int, characters: int
) -> None:
    """The bounds have room for a module or two; lower them where something was saved. Characters are those of
    expressions, which cost by their length."""
    (tmp_path / "a.md").write_text(text)
    command = [sys.executable, "-c", COUNTED.format(script=script)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    counted = dict(zip(("modules", "expressions", "characters"), json.loads(done.stderr.splitlines()[-1]), strict=True))
    bounds = {"modules": modules, "expressions": expressions, "characters": characters}
    assert {name: number for name, number in counted.items() if bounds[name] < number} == {}
