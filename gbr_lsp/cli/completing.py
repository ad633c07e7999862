"""What a shell offers for the values of options and arguments; click asks when someone presses the tab key."""

from typing import TYPE_CHECKING

import click

from gbr_lsp.rules import RULES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def files(context: click.Context, parameter: click.Parameter, typed: str) -> "list[CompletionItem]":
    """Files and folders, which the shell knows itself."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(typed, type="file")]


def rules(context: click.Context, parameter: click.Parameter, typed: str) -> "list[CompletionItem]":
    """Rules of a comma-separated list, its last name unfinished; each but those that are in the list already."""
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
