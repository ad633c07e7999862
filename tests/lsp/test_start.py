"""What the server imports when it starts, and what it leaves for later."""

import subprocess
import sys
from functools import cache

import pytest

STARTED = "import asyncio, sys\nfrom gbr_lsp.lsp import app\nserver = app.make_server()\n"
LOADED = "print(sorted(name for name in sys.modules if name.startswith('gbr_lsp.')))"
KNOWN = {
    "gbr_lsp.ide.support",
    "gbr_lsp.ide.support.action_kind",
    "gbr_lsp.ide.symbols",
    "gbr_lsp.ide.tokens",
    "gbr_lsp.edits.edit_check",
    "gbr_lsp.edits.rewritings",
}
"""What the server announces, and what its index shares with edits."""


@cache
def loaded(script: str) -> set[str]:
    command = [sys.executable, "-c", script + LOADED]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(eval(done.stdout))


@pytest.mark.parametrize("package", ["ide", "edits"])
def test_what_answers_requests_is_not_imported_at_the_start(package: str) -> None:
    found = {name for name in loaded(STARTED) if name.startswith(f"gbr_lsp.{package}.")}
    assert found - KNOWN == set()


def test_what_reads_solutions_and_queries_is_not_either() -> None:
    later = {
        "gbr_lsp.model.prose_solutions",
        "gbr_lsp.collection.search",
        "gbr_lsp.notation.partial",
        "gbr_lsp.lint.explain",
    }
    assert loaded(STARTED) & later == set()


def test_all_of_it_is_imported_soon_behind() -> None:
    """A forgotten module would make somebody's first request wait."""
    found = loaded(f"{STARTED}asyncio.run(app.load_features())\n")
    assert {
        "gbr_lsp.ide.hover",
        "gbr_lsp.ide.actions",
        "gbr_lsp.ide.support.cursor_moves",
        "gbr_lsp.edits.layout",
    } <= found
