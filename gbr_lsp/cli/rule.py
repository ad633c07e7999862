"""`gbr-lsp rule`: the page of a rule."""

import click

from gbr_lsp.cli.output import emit
from gbr_lsp.cli.usage import nearest
from gbr_lsp.finding import Rule, Severity
from gbr_lsp.rules import RULES


@click.command("rule")
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="The pages of all rules.")
def command(name: str | None, every: bool) -> int:
    """Print the page of a rule; without a name, what each rule finds."""
    if every:
        emit(["\n\n".join(page(rule) for rule in RULES.values())])
    elif name is None:
        width = max(map(len, RULES))
        emit(f"{rule.name:{width}}  {rule.severity.value:11}  {rule.summary}" for rule in RULES.values())
    elif name in RULES:
        emit([page(RULES[name])])
    else:
        raise click.UsageError(f"There is no rule {name!r}.{nearest(name, RULES)}")
    return 0


def page(rule: Rule) -> str:
    """The page of a rule in Markdown."""
    off = " Off unless selected." if rule.severity is Severity.HINT else ""
    summary, _, rest = rule.page.partition("\n")
    return f"# {rule.name}\n\n{summary}\n\nSeverity: {rule.severity.value}.{off}\n{rest.rstrip()}"
