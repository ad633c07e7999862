"""The page of a rule: its text in Markdown, and where the installed page is found.

The pages are written from the docstrings of the rules by `pytest --update`, one file a rule, and are installed with
the program, so that a link to a rule opens a text and not the source of a program.
"""

from functools import cache
from pathlib import Path

from gbr_lsp.model.finding import Rule, Severity

FOLDER = Path(__file__).resolve().parents[1] / "rules" / "pages"
"""Where the installed pages are."""


def page_of(rule: Rule) -> str:
    """The page of a rule in Markdown."""
    off = " Off unless selected." if rule.severity is Severity.HINT else ""
    summary, _, rest = rule.page.partition("\n")
    return f"# {rule.name}\n\n{summary}\n\nSeverity: {rule.severity.value}.{off}\n{rest.rstrip()}"


def page_url(rule: Rule) -> str:
    """The file URI of the installed page; the project has no address on the web."""
    return _uri_of(rule.name)


@cache
def _uri_of(name: str) -> str:
    return (FOLDER / f"{name}.md").as_uri()
