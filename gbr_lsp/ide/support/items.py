"""What completion offers."""

from typing import NamedTuple

from gbr_lsp.base.text import Span


class CompletionItem(NamedTuple):
    """Something that may be typed: `text` replaces `span` of the document.

    `filter_text` starts with the text between the start of `span` and the cursor.
    """

    label: str
    detail: str
    span: Span
    text: str
    filter_text: str
    board: str | None = None
    """The men after a move, as the first field of a FEN: shown when a client asks for more."""
    is_snippet: bool = False
    """Whether `text` has fields, as `${1:said}`, and so is only for clients that know them."""
