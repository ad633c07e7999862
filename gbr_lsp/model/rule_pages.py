"""Where the page of a rule is found."""

import sys
from functools import cache
from pathlib import Path

from gbr_lsp.model.finding import Rule


def page_url(rule: Rule) -> str:
    """The file URI of the installed page; the project has no address on the web."""
    return _uri_of(rule.module)


@cache
def _uri_of(module: str) -> str:
    return Path(sys.modules[module].__file__ or "").resolve().as_uri()
