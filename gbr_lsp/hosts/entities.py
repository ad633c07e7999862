"""HTML entities in printed moves, replaced by their characters."""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.protocol import blanks_for, padded_char

_ENTITY = regex(r"&(?:#98(?:1[2-9]|2[0-3])|#[xX]265[4-9A-Fa-f]|nbsp|#160|[nm]dash|#821[12]|hellip|#8230|times|#215);")


def render_entities(text: str) -> str:
    """Return `text` with entities for figurines, blanks, dashes, dots and × replaced; offsets stay.

    `FILLER`, which readers skip, pads the result: `&times;` → `×` and six fillers.
    """
    return _ENTITY.sub(_render_entity, text) if "&" in text else text


def _render_entity(match: re.Match[str]) -> str:
    """Return the character or blanks for an entity, with fillers to the same length."""
    # The module with the table of all entities is slow to import.
    from html import unescape

    char = unescape(match[0])
    return blanks_for(match) if char.isspace() else padded_char(match, char)
