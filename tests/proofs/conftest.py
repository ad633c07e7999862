"""Proofs are read only where their readers are installed."""

import os
from pathlib import Path

import pytest

PROOFS = Path(os.environ.get("GBR_PROOFS", Path(__file__).parents[3] / "shared" / "proofs"))


@pytest.fixture(scope="session")
def proofs() -> Path:
    """The folder of real proofs, which are no part of the project."""
    if not PROOFS.is_dir():
        pytest.skip(f"no real proofs at {PROOFS}: set GBR_PROOFS to run on them")
    return PROOFS
