"""The items of completion."""

from typing import NamedTuple

from gbr_lsp.base.text import Span


class CompletionItem(NamedTuple):
    """A text to type: `text` replaces `span` of the document.

    `filter_text` starts with the text between the start of `span` and the cursor.
    """

    label: str
    detail: str
    span: Span
    text: str
    filter_text: str
    board: str | None = None
    """The men after a move, as the first field of a FEN, for clients that request details."""
    is_snippet: bool = False
    """True if `text` has fields such as `${1:?}`, for clients with snippets only."""
