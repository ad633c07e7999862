"""What completion offers."""

from typing import NamedTuple

from gbr_lsp.base.text import Span


class CompletionItem(NamedTuple):
    """What may be typed: `span` of the document gives way to `text`.

    `filter_text` starts with what stands between the start of `span` and the cursor; `order` counts from the best.
    """

    label: str
    detail: str
    span: Span
    text: str
    filter_text: str
    order: int
    board: str | None = None
    """The men after a move, as the first field of a FEN: shown when a client asks for more."""
    is_snippet: bool = False
    """Whether `text` has fields, as `${1:said}`, and so is only for clients that know them."""
