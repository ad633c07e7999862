"""LaTeX: paragraphs and verbatim environments are blocks; a sectioning command opens a section."""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, lines_of
from gbr_lsp.hosts.protocol import (
    FILLER,
    URL,
    URL_MARKS,
    BoardSource,
    BoardTemplate,
    CodePlace,
    CommentPlace,
    Comments,
    Host,
    MoveText,
    Reading,
    State,
    Table,
    between,
    blanked,
    filled,
    is_blank,
)
from gbr_lsp.hosts.tables import AMPERSANDS, tables_of_labels, tables_of_lines

_VERBATIM = regex(r"[^%]*?\\begin\{(?P<name>(?:verbatim|Verbatim|lstlisting|minted|comment)\*?)\}")
_HEADING = regex(r"[ \t]*\\(?:part|chapter|section|subsection|subsubsection)\b")
_NUMBER, _KINGS = r"[0-9OolISB]{3,5}[.,:;·-]?[0-9OolISB]{1,3}", r"[a-h][1-8][a-h][1-8]"
_DAMAGED = rf"[ ]?[+=]?(?:{_NUMBER}[ ~]?{_KINGS}|{_KINGS}[ ~]{_NUMBER})(?![A-Za-z0-9])"
"""What may be a damaged class with kings."""
_LEFT_ALONE = regex(
    rf"""(?<!\\)(?:\\\\)*%[^\r\n]*
      | \\(?:url|nolinkurl|path|label|ref|pageref|eqref|autoref|[cC]ref|cite[a-z]*|bibitem|input|include|href
          |gbr(?!\*?\s*+\{{(?:[^{{}}]{{0,200}}?[0-9]{{4}}\.[0-9]{{2}}|{_DAMAGED})))\*?
        (?:\s*+\[[^\]\[]{{0,200}}+\])*\s*+\{{(?:[^{{}}]|\{{[^{{}}]{{0,200}}+\}}){{0,400}}\}}
      | \\includegraphics(?:\s*+\[[^\]\[]{{0,200}}+\])?\s*+\{{[^{{}}]{{0,400}}+\}}
      | \\(?:verb|lstinline)\*?(?P<mark>[^\sA-Za-z*])[^\r\n]{{0,400}}?(?P=mark)
      | {URL}""",
    re.VERBOSE,
)
_MARKS = ("%", "\\", *URL_MARKS)
_COMMENT = regex(r"(?<!\\)(?:\\\\)*%([^\r\n]*)")
_MEN = {"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘"}
_FIGURINES = {**_MEN, "pawn": " "}
_SIGNS = {"ldots": "…", "dots": "…", "times": "x", "sim": "∼", **{sign: sign for sign in "#${}"}}
_LAYOUT = regex(
    r"""\\(?:(?:text)?(?:sym)?(?P<man>king|queen|rook|bishop|knight|pawn)(?![A-Za-z@])(?:\{\}|[ \t]+)?
      | (?P<sign>(?:ldots|dots|times|sim)(?![A-Za-z@])|[\#${}])(?:\{\})?
      | [A-Za-z@]+\*?|[^A-Za-z@])
    | [~${}]""",
    re.VERBOSE | re.DOTALL,
)
"""Macros and signs that stand between moves or for parts of them."""
_SHOWN_OTHERWISE = frozenset("\\~${}")
_VARIATION = regex(r"\\variation\*?(?:\[[^\[\]]{0,200}\])?\{")
_LONGEST_VARIATION = 4_000
_ROW = regex(r"[^&%]*(?<!\\)&.*\\\\\s*")
_BRACE = regex(r"\\.|[{}]", re.DOTALL)
_FIRST_LINES = regex(r"(?:%[^\r\n]*(?:\r\n|\r|\n))*")


def step(state: State, line: str) -> tuple[bool, State]:
    """`state` is the name of the verbatim environment a line stands in, `gap` behind a blank line, else `text`."""
    if state not in ("gap", "text"):
        return False, "gap" if rf"\end{{{state}}}" in line else state
    if is_blank(line):
        return False, "gap"
    verbatim = _VERBATIM.match(line)
    if verbatim:
        inside = rf"\end{{{verbatim['name']}}}" not in line[verbatim.end() :]
        return True, verbatim["name"] if inside else "gap"
    heading = _HEADING.match(line) is not None
    return heading or state == "gap", "text"


def may_cut(state: State, line: str) -> bool:
    """Return True before a row of a table that is a line of its own."""
    return state == "text" and _ROW.fullmatch(line) is not None


def opens(block: str) -> bool:
    return _HEADING.match(block) is not None


def read(text: str) -> Reading:
    """Text, arguments and maths; no comments, addresses, labels or verbatim text."""
    verbatim = _VERBATIM.match(text, 0, len(next(iter(lines_of(text)), "")))
    if verbatim:
        before = verbatim.start("name") - len("\\begin{")
        return Reading([Span(0, before)] if before else [], [])
    comments = [Span(*found.span(1)) for found in _COMMENT.finditer(text)] if "%" in text else []
    return Reading(between(text, _LEFT_ALONE, _MARKS), comments)


def moves_shown(text: str) -> str:
    """The text with figurines for macros such as `\\knight`, brackets around `\\variation{…}`, and no other macros."""
    if _SHOWN_OTHERWISE.isdisjoint(text):
        return text
    return _LAYOUT.sub(_shown, _bracketed(text))


def _shown(found: re.Match[str]) -> str:
    if found["man"]:
        return filled(found, _FIGURINES[found["man"]])
    if found["sign"] == "$":
        # `\$1` is a mark behind a move, as in PGN.
        return "$".rjust(len(found[0]), FILLER)
    if found["sign"]:
        return filled(found, _SIGNS[found["sign"]])
    return blanked(found)


def _bracketed(text: str) -> str:
    """The text with brackets for the braces of variations that are closed, unless they are closed far away."""
    if r"\variation" not in text:
        return text
    shown = list(text)
    opening = {found.end() - 1 for found in _VARIATION.finditer(text)}
    opened: list[int] = []
    for brace in _BRACE.finditer(text):
        at = brace.start()
        if brace[0] == "{":
            opened.append(at)
        elif brace[0] == "}" and opened:
            start = opened.pop()
            if start in opening and at - start <= _LONGEST_VARIATION:
                shown[start], shown[at] = "(", ")"
    return "".join(shown)


def preamble(text: str) -> int:
    """Comments to TeX and its editors on the first lines."""
    first = _FIRST_LINES.match(text)
    return first.end() if first else 0


def tables(text: str) -> list[Table]:
    """The rows between ampersands, and the lines and items that begin with labels."""
    return tables_of_lines(text, AMPERSANDS) + tables_of_labels(text)


HOST = Host(
    "latex",
    "gap",
    step,
    opens,
    read,
    languages=("latex", "tex", "plaintex"),
    endings=("tex", "ltx", "latex", "sty", "cls"),
    walked=("tex", "ltx"),
    comments=Comments(("% ",), "", CommentPlace.LINE_END),
    sources=(
        BoardSource.MACROS,
        BoardSource.FEN,
        BoardSource.DIAGRAM,
        BoardSource.GRID,
        BoardSource.LISTS,
        BoardSource.LINKS,
    ),
    code_place=CodePlace.BEFORE_MACRO,
    templates=(
        BoardTemplate("the list of pieces", (r"\begin{diagram}", "{pieces}", r"\end{diagram}")),
        BoardTemplate("the FEN in a chessboard", (r"\chessboard[setfen={placement}]",)),
    ),
    preamble=preamble,
    moves=MoveText(moves_shown, {figurine: rf"\{name} " for name, figurine in _MEN.items()}),
    tables=tables,
    may_cut=may_cut,
)
