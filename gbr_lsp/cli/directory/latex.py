r"""LaTeX without packages, a paragraph an entry: `$=$ 0323.12 g3g1\dotfill 12\par`."""

from collections.abc import Iterable, Iterator

from gbr_lsp.cli.directory.entries import Line
from gbr_lsp.cli.output import peeked

_COMMANDS = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
}
_ESCAPES = str.maketrans(_COMMANDS)


def write(lines: Iterable[Line]) -> Iterator[str]:
    is_any, lines = peeked(lines)
    if is_any:
        yield r"\begin{flushleft}"
        yield from map(entry, lines)
        yield r"\end{flushleft}"


def entry(line: Line) -> str:
    """Return the paragraph of a study."""
    sign = f"${line.sign}$ " if line.sign else ""
    return rf"{sign}{line.force} {line.kings}\dotfill {line.reference.translate(_ESCAPES)}\par"
