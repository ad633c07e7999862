"""Runs in the worker for proofs: maps of character codes are asked for when a PDF names them.

`MAPS` has the names of those that the site has, `fetch_map` returns the bytes of one.
"""

from pathlib import Path

from playa import cmapdb


def loaded(name, load=cmapdb._load_data):
    path = Path(cmapdb.CMAP_DIR, f"{name}.pickle.gz")
    if name in MAPS and not path.exists():  # noqa: F821
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(fetch_map(name).to_bytes())  # noqa: F821
    return load(name)


cmapdb._load_data = loaded
