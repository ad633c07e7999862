"""Where the page of a rule is found."""

import sys
from pathlib import Path

from gbr_lsp.finding import Rule


def page_url(rule: Rule) -> str:
    """The file URI of the installed page; the project has no address on the web."""
    return Path(sys.modules[rule.module].__file__ or "").resolve().as_uri()
