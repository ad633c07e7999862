"""Shell completion of the values of options and arguments; click calls these functions when the tab key is pressed."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the marker that makes the shell complete files and folders itself."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def rules(context: click.Context, parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the rules that complete the last name of a comma-separated list, without those already in it."""
    from click.shell_completion import CompletionItem

    from gbr_lsp.rules import RULES

    before, comma, last = incomplete.rpartition(",")
    known = {"all": "Every rule"} | {rule.name: rule.summary for rule in RULES.values()}
    free = {name: summary for name, summary in known.items() if name not in before.split(",")}
    return [
        CompletionItem(f"{before}{comma}{name}", help=summary)
        for name, summary in free.items()
        if name.startswith(last)
    ]


def one_rule(context: click.Context, parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the rules whose names start with `incomplete`."""
    from click.shell_completion import CompletionItem

    from gbr_lsp.rules import RULES

    return [CompletionItem(rule.name, help=rule.summary) for rule in RULES.values() if rule.name.startswith(incomplete)]


def pattern(context: click.Context, parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the search fields that complete the last word of `incomplete`: `(comp` → `(composer:`."""
    from click.shell_completion import CompletionItem

    from gbr_lsp.collection.fields import FIELDS

    words = incomplete.rsplit(None, 1)
    last = words[-1] if words and not incomplete[-1:].isspace() else ""
    start = last[: len(last) - len(last.lstrip("-(|"))]
    before = incomplete[: len(incomplete) - len(last)] + start
    return [
        CompletionItem(f"{before}{name}:", help=takes)
        for name, takes in FIELDS.items()
        if name.startswith(last[len(start) :].lower())
    ]
