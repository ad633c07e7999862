"""The end of a command's `--help`: its exit statuses, and examples, each of which is run by a test."""

from collections.abc import Mapping


def manual(exits: Mapping[int, str], examples: Mapping[str, str] | None = None, notes: str = "") -> str:
    """The text that click writes below the options: the meaning of each exit status, and commands by their purpose.

    Lines stay as they are, so none may be longer than a terminal is wide; `docs/cli.md` has the same text in Markdown.
    """
    parts = ["\b\nExit status:\n" + "\n".join(f"  {status}  {meaning}" for status, meaning in exits.items())]
    if examples:
        shown = "\n".join(f"  # {purpose}\n  {command}" for purpose, command in examples.items())
        parts.append(f"\b\nExamples:\n{shown}")
    return "\n\n".join([*parts, *([notes] if notes else [])])
