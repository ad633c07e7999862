"""Pages of the rules: their text in Markdown, and the places of the installed pages.

`pytest --update` writes the pages from the docstrings of the rules, a file for each. They are
installed with the program, so that a link to a rule opens a page and not source code.
"""

from functools import cache
from pathlib import Path

from gbr_lsp.model.finding import Rule, Severity

FOLDER = Path(__file__).resolve().parents[1] / "rules" / "pages"
"""The folder of the installed pages."""


def page_of(rule: Rule) -> str:
    """Return the page of `rule` in Markdown."""
    off = " Off unless selected." if rule.severity is Severity.HINT else ""
    summary, _, rest = rule.page.partition("\n")
    return f"# {rule.name}\n\n{summary}\n\nSeverity: {rule.severity.value}.{off}\n{rest.rstrip()}"


def page_url(rule: Rule) -> str:
    """Return the file URI of the page of `rule`; the project has no web address."""
    return _uri_of(rule.name)


@cache
def _uri_of(name: str) -> str:
    return (FOLDER / f"{name}.md").as_uri()
