"""The picture of the README: an SVG made from the output on a terminal."""

import re
from xml.sax.saxutils import escape

_STYLE = re.compile(r"\x1b\[(\d+)m")
_COLORS = {"31": "#f47067", "32": "#8ddb8c", "33": "#daaa3f", "36": "#39c5cf"}
_ROW, _LEFT, _CHAR = 19, 16, 7.83


def terminal(command: str, output: str) -> str:
    """Return an SVG of a terminal with `command` and `output`; escape codes in `output` set colors."""
    lines = [f"\x1b[1m$ {command}\x1b[0m", *output.rstrip("\n").split("\n")]
    width = round(2 * _LEFT + _CHAR * max(len(_STYLE.sub("", line)) for line in lines))
    height = _ROW * len(lines) + 2 * _LEFT
    rows = [
        f'<text x="{_LEFT}" y="{_LEFT + 14 + number * _ROW}" xml:space="preserve">{_spans(line)}</text>'
        for number, line in enumerate(lines)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
        '<rect width="100%" height="100%" rx="8" fill="#22272e"/>\n'
        '<g font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="13" fill="#adbac7">\n'
        + "\n".join(rows)
        + "\n</g>\n</svg>\n"
    )


def _spans(line: str) -> str:
    """Return `line` as SVG text, its styles as `tspan` elements."""
    written, style = "", ""
    for place, piece in enumerate(_STYLE.split(line)):
        if place % 2:
            style = ' font-weight="bold"' if piece == "1" else f' fill="{_COLORS[piece]}"' if piece in _COLORS else ""
        elif piece:
            written += f"<tspan{style}>{escape(piece)}</tspan>" if style else escape(piece)
    return written
