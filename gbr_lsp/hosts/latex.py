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
    Markup,
    MoveText,
    Reading,
    State,
    Table,
    blanks_for,
    is_blank,
    padded_char,
    spans_between,
)
from gbr_lsp.hosts.tables import AMPERSANDS, tables_of_labels, tables_of_lines, transposed_tables

_VERBATIM = regex(r"[^%]*?\\begin\{(?P<name>(?:verbatim|Verbatim|lstlisting|minted|comment)\*?)\}")
_HEADING = regex(r"[ \t]*\\(?:part|chapter|section|subsection|subsubsection)\b")
_NUMBER, _KINGS = r"[0-9OolISB]{3,5}[.,:;·-]?[0-9OolISB]{1,3}", r"[a-h][1-8][a-h][1-8]"
_DAMAGED_CLASS = rf"[ ]?[+=]?(?:{_NUMBER}[ ~]?{_KINGS}|{_KINGS}[ ~]{_NUMBER})(?![A-Za-z0-9])"
"""A number that may be a damaged class, with kings before or after it."""
_SKIPPED_TEXT = regex(
    rf"""(?<!\\)(?:\\\\)*%[^\r\n]*
      | \\(?:url|nolinkurl|path|label|ref|pageref|eqref|autoref|[cC]ref|cite[a-z]*|bibitem|input|include|href
          |gbr(?!\*?\s*+\{{(?:[^{{}}]{{0,200}}?[0-9]{{4}}\.[0-9]{{2}}|{_DAMAGED_CLASS})))\*?
        (?:\s*+\[[^\]\[]{{0,200}}+\])*\s*+\{{(?:[^{{}}]|\{{[^{{}}]{{0,200}}+\}}){{0,400}}\}}
      | \\includegraphics(?:\s*+\[[^\]\[]{{0,200}}+\])?\s*+\{{[^{{}}]{{0,400}}+\}}
      | \\(?:verb|lstinline)\*?(?P<mark>[^\sA-Za-z*])[^\r\n]{{0,400}}?(?P=mark)
      | {URL}""",
    re.VERBOSE,
)
_MARKS = ("%", "\\", *URL_MARKS)
_COMMENT = regex(r"(?<!\\)(?:\\\\)*%([^\r\n]*)")
_MEN = {"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘"}
_NAMES = {figurine: name for name, figurine in _MEN.items()}
_FIGURINES = {**_MEN, "pawn": " "}
_SIGNS = {"ldots": "…", "dots": "…", "times": "x", "sim": "∼", **{sign: sign for sign in "#${}"}}
_LAYOUT = regex(
    r"""\\(?:(?:text)?(?:sym)?(?P<man>king|queen|rook|bishop|knight|pawn)(?![A-Za-z@])(?:\{\}|[ \t]+)?
      | (?P<sign>(?:ldots|dots|times|sim)(?![A-Za-z@])|[\#${}])(?:\{\})?
      | [A-Za-z@]+\*?|[^A-Za-z@])
    | [~${}]""",
    re.VERBOSE | re.DOTALL,
)
"""Macros and signs between moves, or for parts of moves."""
_MACRO_OF_MAN = regex(
    r"(?P<open>[{$]?)\\(?P<style>(?:text)?(?:sym)?)(?:king|queen|rook|bishop|knight|pawn)(?![A-Za-z@])"
    r"(?P<end>\{\}|[}$]|[ \t]+~?)?"
)
_RENDERED_CHARS = frozenset("\\~${}")
_VARIATION = regex(r"\\variation\*?(?:\[[^\[\]]{0,200}\])?\{")
_MAX_VARIATION_LENGTH = 4_000
_MACRO, _ARGUMENT = r"\\[A-Za-z]++\*?", r"[ \t]*+(?:\[[^\[\]\r\n]*+\]|\{[^{}\r\n]*+\})"
_ROW_END = regex(rf"\\\\\*?(?:{_ARGUMENT})?\s*+(?:{_MACRO}(?:{_ARGUMENT})*\s*+)*\Z")
"""The end of a row of a table, and rules after it: `\\\\[2pt] \\hline`."""
_RULES = regex(rf"\s*+(?:{_MACRO}(?:{_ARGUMENT})*\s*+)+\Z")
_ITEM = regex(rf"[ \t]*+(?:\\item\b|{_MACRO}(?:{_ARGUMENT})+[^{{}}%]*+\Z)")
"""An item of a list, or a line with a macro call: `\\study{Kubbel}{=0323.12g3g1}`."""
_BRACE = regex(r"\\.|[{}]", re.DOTALL)
_END = r"\end{document}"
_CLOSING = regex(r"(?:(?<![^\r\n])[ \t]*)?\\end\{document\}")
_FIRST_LINES = regex(r"(?:%[^\r\n]*(?:\r\n|\r|\n))*")


def step(state: State, line: str) -> tuple[bool, State]:
    """Return True if `line` begins a block, and the next state.

    The state is an environment, `gap`, `row` after a row of a table, or `text`.
    """
    if state not in ("gap", "text", "row"):
        return False, "gap" if rf"\end{{{state}}}" in line else state
    if is_blank(line):
        return False, "gap"
    verbatim = _VERBATIM.match(line)
    if verbatim:
        is_inside = rf"\end{{{verbatim['name']}}}" not in line[verbatim.end() :]
        return True, verbatim["name"] if is_inside else "gap"
    heading = _HEADING.match(line) is not None
    is_row_end = ("\\\\" in line and _ROW_END.search(line)) or (state == "row" and _RULES.match(line))
    return heading or state == "gap", "row" if is_row_end else "text"


def may_cut(state: State, line: str) -> bool:
    """Return True after a row of a table, and if `line` is an item or a macro call."""
    return state == "row" or (state == "text" and _ITEM.match(line) is not None)


def is_section_start(block: str) -> bool:
    return _HEADING.match(block) is not None


def read(text: str) -> Reading:
    """Return a `Reading` with spans and comments, without addresses, labels and verbatim text."""
    verbatim = _VERBATIM.match(text, 0, len(next(iter(lines_of(text)), "")))
    if verbatim:
        macro_start = verbatim.start("name") - len("\\begin{")
        return Reading([Span(0, macro_start)] if macro_start else [], [])
    comments = [Span(*match.span(1)) for match in _COMMENT.finditer(text)] if "%" in text else []
    return Reading(spans_between(text, _SKIPPED_TEXT, _MARKS), comments)


def render_moves(text: str) -> str:
    r"""Return `text` with macros replaced by figurines, signs or blanks; offsets stay.

    `\knight` becomes ♘; the braces of `\variation{…}` become parentheses.
    """
    if _RENDERED_CHARS.isdisjoint(text):
        return text
    return _LAYOUT.sub(_render_macro, _bracket_variations(text))


def spell_men(san: str, printed: str, text: str) -> str:
    r"""Return `san` with macros for figurines, in the form of those in `printed`, else in `text`.

    (`♗a8`, `\symrook a8`) → `\symbishop a8`. If `text` has figurines, they stay. A brace in `printed` that
    closes one before it stays too.
    """
    if not text.isascii() and any(figurine in text for figurine in _MEN.values()):
        return san
    own = _MACRO_OF_MAN.search(printed)
    form = own or _MACRO_OF_MAN.search(text)
    start, end = (rf"{form['open']}\{form['style']}", form["end"] or " ") if form else ("\\", " ")
    spelled = "".join(f"{start}{_NAMES[char]}{end}" if char in _NAMES else char for char in san)
    return {"}": "}", "$": "{}$"}.get(end, "") + san if own and spelled == san and not own["open"] else spelled


def _render_macro(match: re.Match[str]) -> str:
    """Return the figurine, sign or blanks for a macro, with fillers to the same length."""
    if match["man"]:
        return padded_char(match, _FIGURINES[match["man"]])
    if match["sign"] == "$":
        # `\$1` is a glyph after a move, as in PGN.
        return "$".rjust(len(match[0]), FILLER)
    if match["sign"]:
        return padded_char(match, _SIGNS[match["sign"]])
    return blanks_for(match)


def _bracket_variations(text: str) -> str:
    """Return `text` with the braces of variations replaced by parentheses.

    The braces are up to `_MAX_VARIATION_LENGTH` code points apart.
    """
    if r"\variation" not in text:
        return text
    chars = list(text)
    variation_starts = {match.end() - 1 for match in _VARIATION.finditer(text)}
    open_braces: list[int] = []
    for brace in _BRACE.finditer(text):
        offset = brace.start()
        if brace[0] == "{":
            open_braces.append(offset)
        elif brace[0] == "}" and open_braces:
            start = open_braces.pop()
            if start in variation_starts and offset - start <= _MAX_VARIATION_LENGTH:
                chars[start], chars[offset] = "(", ")"
    return "".join(chars)


def preamble(text: str) -> int:
    """Return the length in code points of the comments on the first lines, perhaps 0."""
    first = _FIRST_LINES.match(text)
    return first.end() if first else 0


def closing(text: str) -> int | None:
    r"""Return the offset of the first `\end{document}` outside comments and verbatim text, or None."""
    if _END not in text:
        return None
    spans = read(text).spans
    found = (match.start() for match in _CLOSING.finditer(text))
    return next((one for one in found if any(span.start <= one < span.end for span in spans)), None)


def tables(text: str) -> list[Table]:
    """Return a `Table` for each run of rows with ampersands, and of lines with labels."""
    lines = tables_of_lines(text, AMPERSANDS)
    return lines + transposed_tables(text, lines) + tables_of_labels(text)


HOST = Host(
    "latex",
    "gap",
    step,
    is_section_start,
    read,
    languages=("latex", "tex", "plaintex"),
    endings=("tex", "ltx", "latex", "sty", "cls"),
    folder_endings=("tex", "ltx"),
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
    closing=closing,
    moves=MoveText(render_moves, spell_men),
    tables=tables,
    may_cut=may_cut,
    markup=Markup.LATEX,
)
