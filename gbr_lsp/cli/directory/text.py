"""Plain text: `= 0323.12 g3g1  12`."""

from collections.abc import Iterable, Iterator

from gbr_lsp.cli.directory.entries import Line


def write(lines: Iterable[Line]) -> Iterator[str]:
    return map(entry, lines)


def entry(line: Line) -> str:
    """Return the line of a study."""
    return f"{line.sign or ' '} {line.force} {line.kings:4}  {line.reference}"
