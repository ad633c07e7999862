"""`gbr-lsp cache`: the index that searches keep, shown or cleared."""

import click

from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit
from gbr_lsp.database.store import clear_indexes, index_folder, index_size, open_store


@click.command(
    "cache",
    epilog=manual(
        {0: "done", 2: "the index cannot be removed"},
        {
            "What is in the index": "gbr-lsp cache",
            "Remove it; the next search builds it again": "gbr-lsp cache --clear",
        },
    ),
)
@click.option("--clear", "clears", is_flag=True, help="Remove the index.")
def command(clears: bool) -> int:
    """Show where the index of `search` is kept, how large it is, and which files are in it."""
    if clears:
        freed = clear_indexes()
        emit([f"{index_folder()}: {_megabytes(freed)} removed"])
        return 0
    emit([f"{index_folder()}: {_megabytes(index_size())}"])
    store = open_store()
    for path, length in store.files() if store else ():
        emit([f"  {path} ({_megabytes(length)})"])
    return 0


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"
