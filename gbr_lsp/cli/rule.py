"""`gbr-lsp rule`: the page of a rule."""

import click

from gbr_lsp.base.escapes import LINES
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit
from gbr_lsp.cli.shell_values import one_rule
from gbr_lsp.cli.usage import suggestion
from gbr_lsp.model.rule_pages import page_of
from gbr_lsp.rules import RULES


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
    """Print the page of a rule in Markdown; without a name, print a line about each rule."""
    if every:
        emit(["\n\n".join(page_of(rule) for rule in RULES.values())], LINES)
    elif name is None:
        width = max(map(len, RULES))
        emit(f"{rule.name:{width}}  {rule.severity.value:11}  {rule.summary}" for rule in RULES.values())
    elif name in RULES:
        emit([page_of(RULES[name])], LINES)
    else:
        raise click.UsageError(f"There is no rule {name!r}.{suggestion(name, RULES)}")
    return 0
