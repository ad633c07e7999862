"""Proofs: PDF and Word files, read as text by `proofs/`. A page ends in a form feed; it is a block and a section."""

from functools import partial

from gbr_lsp.hosts.protocol import BoardSource, CommentPlace, Comments, Host, Markup, Reading, State, without_urls
from gbr_lsp.hosts.tables import TABS, tables_of_lines


def step(state: State, line: str) -> tuple[bool, State]:
    """Return True if `line` begins a page, and `state`.

    The line has the form feed that ends the page before.
    """
    return "\f" in line, state


def is_section_start(block: str) -> bool:
    return block.startswith("\f")


def read(text: str) -> Reading:
    """Return a `Reading` with everything except addresses; a proof has no comments."""
    return Reading(without_urls(text), [])


HOST = Host(
    "proof",
    False,
    step,
    is_section_start,
    read,
    languages=("gbr-proof",),
    endings=("pdf", "docx", "docm"),
    folder_endings=(),
    comments=Comments((), "", CommentPlace.OWN_LINE),
    has_placed_boards=True,
    sources=(BoardSource.FEN, BoardSource.LISTS),
    tables=partial(tables_of_lines, separator=TABS),
    markup=Markup.NONE,
)
