"""Shell completion of the values of options and arguments; click calls these functions when the tab key is pressed."""

from typing import TYPE_CHECKING

import click

from gbr_lsp.rules import RULES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def files(context: click.Context, parameter: click.Parameter, typed: str) -> "list[CompletionItem]":
    """Files and folders, which the shell completes by itself."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(typed, type="file")]


def rules(context: click.Context, parameter: click.Parameter, typed: str) -> "list[CompletionItem]":
    """Rules for a comma-separated list whose last name is unfinished; rules already in the list are left out."""
    from click.shell_completion import CompletionItem

    before, comma, last = typed.rpartition(",")
    known = {"all": "Every rule"} | {rule.name: rule.summary for rule in RULES.values()}
    free = {name: summary for name, summary in known.items() if name not in before.split(",")}
    return [
        CompletionItem(f"{before}{comma}{name}", help=summary)
        for name, summary in free.items()
        if name.startswith(last)
    ]


def one_rule(context: click.Context, parameter: click.Parameter, typed: str) -> "list[CompletionItem]":
    """The name of a rule."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(rule.name, help=rule.summary) for rule in RULES.values() if rule.name.startswith(typed)]
