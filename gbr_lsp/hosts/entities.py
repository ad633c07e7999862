"""HTML entities that stand in printed moves, as the characters that they mean."""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.protocol import blanked, filled

_ENTITY = regex(r"&(?:#98(?:1[2-9]|2[0-3])|#[xX]265[4-9A-Fa-f]|nbsp|#160|[nm]dash|#821[12]|hellip|#8230|times|#215);")


def entities_shown(text: str) -> str:
    """The text with the entities of figurines, blanks, dashes, dots and × as those characters, offset for offset.

    An entity is longer than its character, and is filled up with characters that readers pass over.
    """
    return _ENTITY.sub(_shown, text) if "&" in text else text


def _shown(found: re.Match[str]) -> str:
    # The table of all entities takes a while to import.
    from html import unescape

    char = unescape(found[0])
    return blanked(found) if char.isspace() else filled(found, char)
