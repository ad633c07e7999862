"""Completion (a stand-in until the real one is written)."""

from typing import NamedTuple

from gbr_lsp.document import Document
from gbr_lsp.text import Span


class Item(NamedTuple):
    """What is offered."""

    label: str
    detail: str
    span: Span
    text: str
    filter_text: str
    order: int


def complete(document: Document, offset: int) -> list[Item]:
    """Nothing yet."""
    return []
