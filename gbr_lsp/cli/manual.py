"""The end of a command's `--help`: exit statuses and examples; a test runs each example."""

from collections.abc import Mapping


def manual(exits: Mapping[int, str], examples: Mapping[str, str] | None = None, notes: str = "") -> str:
    """Return the text below the options: the meaning of each exit status, and commands by purpose.

    Lines are not wrapped, so none may be too wide; `docs/cli.md` has the same text in Markdown.
    """
    parts = ["\b\nExit status:\n" + "\n".join(f"  {status}  {meaning}" for status, meaning in exits.items())]
    if examples:
        shown = "\n".join(f"  # {purpose}\n  {command}" for purpose, command in examples.items())
        parts.append(f"\b\nExamples:\n{shown}")
    return "\n\n".join([*parts, *([notes] if notes else [])])
