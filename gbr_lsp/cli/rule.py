"""`gbr-lsp rule`: the page of a rule."""

import re
import sys
import textwrap

import click

from gbr_lsp.base.escapes import LINES, STYLED_LINE
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit
from gbr_lsp.cli.report.terminal_text import wrapped
from gbr_lsp.cli.shell_values import one_rule
from gbr_lsp.cli.usage import suggestion
from gbr_lsp.model.rule_pages import page_of
from gbr_lsp.rules import RULES

_BLOCK = re.compile(
    r"(?ms)^(?P<fence>```+)[^\n]*\n(?P<example>.*?)^(?P=fence)$|^#+ (?P<heading>[^\n]+)|^\S.*?(?=\n\n|\Z)"
)
"""A fence, a heading or a paragraph of a page."""
_CODE = re.compile("`([^`]+)`")


@click.command(
    "rule",
    epilog=manual(
        {0: "the page was printed", 2: "there is no such rule"},
        {"What each rule finds": "gbr-lsp rule", "Why it matters, with an example": "gbr-lsp rule control-mismatch"},
    ),
)
@click.argument("name", required=False, shell_complete=one_rule)
@click.option("--all", "every", is_flag=True, help="Print the pages of all rules, one after the other.")
def command(name: str | None, every: bool) -> int:
    """Print the page of a rule; without a name, print a line about each rule.

    A terminal shows the page wrapped and in styles; a file or another program gets Markdown.
    """
    if every:
        page = "\n\n".join(page_of(rule) for rule in RULES.values())
    elif name is None:
        width = max(map(len, RULES))
        emit(f"{rule.name:{width}}  {rule.severity.value:11}  {rule.summary}" for rule in RULES.values())
        return 0
    elif name in RULES:
        page = page_of(RULES[name])
    else:
        raise click.UsageError(f"There is no rule {name!r}.{suggestion(name, RULES)}")
    if sys.stdout.isatty():
        emit(_BLOCK.sub(_styled_block, page).split("\n"), STYLED_LINE)
    else:
        emit([page], LINES)
    return 0


def _styled_block(block: re.Match[str]) -> str:
    """Return `block`, a match of `_BLOCK`, for a terminal; without colors, code spans keep their backticks."""
    if block["heading"]:
        return click.style(block["heading"], bold=True)
    if block["example"]:
        return textwrap.indent(block["example"].rstrip(), "  ")
    text = "\n".join(wrapped([block[0].replace("\n", " ")]))
    has_colors = click.get_current_context().color is not False
    return _CODE.sub(lambda code: click.style(code[1], fg="cyan"), text) if has_colors else text
