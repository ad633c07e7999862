"""Writes the texts of the specifications as files of a folder: fixtures.py FOLDER EVERY, each EVERYth of them."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.specs import fixtures  # noqa: E402

folder, every = Path(sys.argv[1]), int(sys.argv[2])
number = 0
for page in sorted((ROOT / "tests" / "specs").rglob("*.md")):
    for fixture in fixtures(page.read_text(encoding="utf-8")):
        number += 1
        if number % every == 0 and fixture.document.text:
            name = f"{number:05}.{fixture.kind}"
            (folder / name).write_bytes(fixture.document.text.encode("utf-8", "surrogatepass"))
