"""Messages for names of commands, options and rules that do not exist."""

from collections.abc import Iterable

import click

from gbr_lsp.rules import RULES


def suggestion(name: str, names: Iterable[str]) -> str:
    """Return the sentence ` Did you mean …?` with the name of `names` closest to `name`, or ""."""
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), list(names), n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def rule_names(values: Iterable[str]) -> frozenset[str]:
    """Return the rules named in comma-separated lists; `all` is every rule. Raise UsageError for an unknown name."""
    names = [name.strip() for value in values for name in value.split(",") if name.strip()]
    for name in names:
        if name not in RULES and name != "all":
            raise click.UsageError(f"There is no rule {name!r}.{suggestion(name, RULES)}")
    return frozenset(RULES) if "all" in names else frozenset(names)
