"""Tables in every order of their columns: no code reaches over the end of a row, and a wrong digit is found."""

import random
from itertools import permutations

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.layouts.columns import SETS, TABLES, table_of
from tests.layouts.studies import draw_studies

_ROWS = 5
ORDERS = [order for columns in SETS for order in permutations(columns)]


@pytest.mark.parametrize("has_header", [True, False], ids=["header", "no header"])
@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
def test_every_code_is_that_of_its_row(kind: str, has_header: bool, seed: int) -> None:
    rng = random.Random(f"{seed} {kind} {has_header}")
    for order in ORDERS:
        studies = draw_studies(rng, _ROWS, 0)
        text = table_of(kind, studies, order, has_header=has_header)
        document = Document.of(text, host_for(f"a.{TABLES[kind].ending}"))
        right = {(study.force, study.kings) for study in studies}
        codes = [code.code for block in document.blocks for code in block.contents.codes if code.code.kings]
        assert {(str(code.force), str(code.kings)) for code in codes} <= right, text
        assert lint(document) == [], text


@pytest.mark.parametrize("kind", TABLES)
def test_a_wrong_digit_is_found(kind: str) -> None:
    """In a column next to that of the kings, with a FEN or a control in the row."""
    rng = random.Random(kind)
    for columns in (("kings", "gbr", "fen"), ("kings", "gbr", "control"), ("no", "kings", "gbr", "fen")):
        if "control" in columns and kind == "Typst":
            continue  # Columns of Typst are not read, only its cells.
        studies = draw_studies(rng, _ROWS, 0)
        text = table_of(kind, studies, columns, has_header=True)
        force = studies[2].force
        assert text.count(studies[2].kings) == 1
        start = text.index(force, text.index(studies[2].kings))
        wrong = text[: start + 6] + str((int(force[-1]) + 1) % 9) + text[start + 7 :]
        found = lint(Document.of(wrong, host_for(f"a.{TABLES[kind].ending}")))
        assert {finding.rule for _, finding in found} & {"force-mismatch", "control-mismatch"}, wrong
        assert len(found) == 1, wrong
