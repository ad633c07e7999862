r"""LaTeX without packages, a paragraph an entry: `$=$ 0323.12 g3g1\dotfill 12\par`."""

from collections.abc import Iterable, Iterator

from gbr_lsp.cli.directory.entries import Line

_COMMANDS = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
}
_ESCAPES = str.maketrans(_COMMANDS)


def write(lines: Iterable[Line]) -> Iterator[str]:
    begun = False
    for line in lines:
        if not begun:
            begun = True
            yield r"\begin{flushleft}"
        yield entry(line)
    if begun:
        yield r"\end{flushleft}"


def entry(line: Line) -> str:
    """Return the paragraph of a study."""
    sign = f"${line.sign}$ " if line.sign else ""
    return rf"{sign}{line.force} {line.kings}\dotfill {line.reference.translate(_ESCAPES)}\par"
