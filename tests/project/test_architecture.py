"""docs/architecture.md says what is there: its layers are those of the layer test, and every path on it exists."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.project.test_layers import LAYERS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.(?:py|md))?)`", PAGE)))


def _rows(heading: str) -> list[str]:
    """The first cells of the first table below a line of the page."""
    below = PAGE[PAGE.index(heading) :].splitlines()
    start = next(number for number, line in enumerate(below) if line.startswith("|---"))
    rows = []
    for line in below[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append(line.split("|")[1].strip())
    return rows


def _layer_of(cell: str) -> int:
    """The number of the layer that a cell such as `model/` or `lsp/app.py` names; of several the first."""
    name = "gbr_lsp." + cell.partition(",")[0].strip("`").removesuffix("/").removesuffix(".py").replace("/", ".")
    return next(number for number, layer in enumerate(LAYERS) if name in layer)


def _packages() -> set[str]:
    return {path.parent.name for path in (ROOT / "gbr_lsp").glob("*/__init__.py")}


def test_the_layers_of_the_page_are_those_that_are_held() -> None:
    cells = _rows("## Layers, bottom first")
    assert {cell.strip("`/") for cell in cells} == _packages()
    numbers = [_layer_of(cell) for cell in cells]
    assert all(one < other for one, other in pairwise(numbers)), "the order differs from LAYERS"


def test_the_layers_of_the_server_are_those_that_are_held() -> None:
    numbers = [_layer_of(cell) for cell in _rows("Inside `lsp/`, bottom first")]
    assert set(numbers) == {number for number, layer in enumerate(LAYERS) if layer[0].startswith("gbr_lsp.lsp")}
    assert all(one < other for one, other in pairwise(numbers)), "the order differs from LAYERS"


@pytest.mark.parametrize("path", PATHS)
def test_every_path_on_the_page_exists(path: str) -> None:
    assert (ROOT / path).exists() or (ROOT / "gbr_lsp" / path).exists()


def test_the_glossary_is_short() -> None:
    assert len(_rows("## Glossary")) == 35
