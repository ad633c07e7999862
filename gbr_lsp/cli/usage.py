"""What the commands say when they are asked for something that does not exist."""

from collections.abc import Iterable

import click

from gbr_lsp.rules import RULES


def nearest(name: str, known: Iterable[str]) -> str:
    """A sentence with the name that may be meant, or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), list(known), n=1)
    return f" Is {near[0]!r} meant?" if near else ""


def rule_names(values: Iterable[str]) -> frozenset[str]:
    """The rules named in comma-separated lists; `all` is every rule. Raises UsageError for a name that is none."""
    names = [name.strip() for value in values for name in value.split(",") if name.strip()]
    for name in names:
        if name not in RULES and name != "all":
            raise click.UsageError(f"There is no rule {name!r}.{nearest(name, RULES)}")
    return frozenset(RULES) if "all" in names else frozenset(names)
