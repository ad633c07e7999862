"""The control and result after a code, in plain text or emphasized."""

import re
from collections.abc import Iterable
from itertools import pairwise
from string import digits

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.grammar import BLANK, CLOSING, GAP, GAP0, MATHS, NO_WORD_AFTER, OPENING, WIDE_BLANK
from gbr_lsp.notation.men import control_of, is_control_near, men_of
from gbr_lsp.notation.results import Result, read_result
from gbr_lsp.notation.values import Control, Force, Kind, Part, Stipulation

_NUMBERS, _NEAR_NUMBERS = (
    rf"(?P<white>1[0-6]|[1-9]){signs}(?P<black>1[0-6]|[1-9])(?![0-9/-]|[+=]{BLANK}?[0-9]){NO_WORD_AFTER}"
    for signs in ("[/+]", rf"(?:[/+:-]|{BLANK}/{BLANK})")
)
CONTROL = regex(rf"{GAP}{_NUMBERS}")

_LARGE_CONTROL = regex(rf"{GAP}(?P<white>[0-9]{{1,2}})/(?P<black>[0-9]{{1,2}})(?![0-9/-]){NO_WORD_AFTER}")
"""A control with numbers that are too large; a result must follow."""
_SPACE = rf"(?:{BLANK}|{WIDE_BLANK})"
_STYLED_CONTROL = regex(rf"[:,]?{CLOSING}*[:,]?{_SPACE}+{OPENING}?{_NUMBERS}")
_NEAR_CONTROL = regex(
    rf"(?:{CLOSING}*{GAP}?(?:\((?![0-9]+\+)|\[)|{CLOSING}*,?{GAP}|{BLANK}+[-–—]{BLANK}+){_NEAR_NUMBERS}"
)
"""A control in brackets, after a dash or comma, or written as `4:2`. In round brackets, `4+3` is a count of men."""
_NUMBERS_SIGNS = frozenset("/+:-")
_GAP_AFTER_CONTROL = regex(rf"{CLOSING}*[:,;]?{_SPACE}+{OPENING}?")
_STYLED_GAP = regex(rf"{CLOSING}*{_SPACE}+{OPENING}?")
"""The gap before a control or result near emphasis; in plain text it is `GAP`."""
_STYLE_END_CHARS = tuple("*_`$}<[:,;\\~&")
_STYLE_START_CHARS = tuple("*_`${<[\\")
_STYLE_WINDOW = 8
_STYLE_MARK = regex(rf"{CLOSING}|{OPENING}|[-()\[\]–—]")
_END_AFTER_STYLE = regex(rf"(?:{CLOSING}|[ \t.:,;)])*(?:[\r\n|&]|\\\\|</?\w|\Z)")
_END_AFTER_SIGN = regex(rf"{MATHS}{BLANK}*(?:\Z|[\r\n|)\]]|&(?!\w)|</|\\\\)")
_GAP0 = regex(GAP0)
_DIGITS = regex(r"[0-9]+")
_LINE_BREAK = regex(r"[\r\n]")
_NO_WORD_IN_LINE = regex(
    r"(?:</?\w[^<>\r\n]{0,80}>|<(?!/?\w[^<>\r\n]{0,80}>)|\\[A-Za-z]*+|&(?:[A-Za-z]{2,8};)?|[^\w\r\n<\\&]|_)*(?=[\r\n]|\Z)"
)


def tail_after(
    text: str, pos: int, end: int, stipulation: Stipulation, *, is_full: bool = False, force: Force | None = None
) -> tuple[list[Part], Stipulation]:
    """Return the parts of the control and result at `pos`, and the completed `stipulation`.

    The parts are empty if there is neither. A control on another line needs this line for itself and a
    result. With `is_full`, the result may directly follow the
    code. `force` are the digits, which a control in brackets, after a dash or with another sign must nearly fit.
    """
    parts: list[Part] = []
    control = CONTROL.match(text, pos, end) or _styled_control(text, pos, end) or _large_control(text, pos, end)
    control = control or (_near_control(text, pos, end, force) if force else None)
    control_end = control.end() if control else pos
    if control and text[control.start("white") - 1] in "([" and text.startswith((")", "]"), control_end):
        control_end += 1
    result = _result(text, control_end, end, after_control=control is not None, is_full=is_full)
    result = result or _styled_result(text, control_end, end, after_control=control is not None)
    if control and _LINE_BREAK.search(text, pos, control.start("white")):
        last = result.span.end if result else control_end
        if not _NO_WORD_IN_LINE.match(text, last):
            return [], stipulation
    if control:
        parts.append(Part(Kind.CONTROL, Span(control.start("white"), control.end("black"))))
    if result:
        parts.append(Part(Kind.RESULT, result.span))
        stipulation = stipulation.completed(result.stipulation)
    return parts, stipulation


def control_in(text: str, parts: Iterable[Part]) -> Control | None:
    """Return the `Control` in `text` at the control part among `parts`, or None."""
    control = next((text[slice(*part.span)] for part in parts if part.kind is Kind.CONTROL), None)
    return Control(*map(int, _DIGITS.findall(control))) if control else None


def rewritten_control(text: str, control: Control) -> str:
    """Return the `text` of a control with the numbers of `control`: `3+2` → `4+2`.

    The numbers may be in two cells; the text between them is kept.
    """
    return f"{control.white}{text.strip(digits)}{control.black}"


def is_last_sign(text: str, result: Span, end: int) -> bool:
    """Return True if the span `result` is a sign that ends its line, cell or bracket."""
    return text[slice(*result)] in ("+", "=") and _END_AFTER_SIGN.match(text, result.end, end) is not None


def is_styled(text: str, parts: list[Part]) -> bool:
    """Return True if emphasis, a bracket or a dash is before a control or result; `parts` are sorted."""
    return any(
        current.kind in (Kind.CONTROL, Kind.RESULT)
        and 1 < current.span.start - previous.span.end
        and _STYLE_MARK.search(text, previous.span.end, current.span.start)
        for previous, current in pairwise(parts)
    )


def _result(text: str, pos: int, end: int, *, after_control: bool, is_full: bool = False) -> Result | None:
    """Return the `Result` after a gap at `pos`, or None."""
    gap = _GAP0.match(text, pos, end)
    stop = gap.end() if gap else pos
    if text.startswith(("$", "\\("), stop):
        stop += 1 if text[stop] == "$" else 2
    result = read_result(text, stop, end, after_control=after_control)
    if result is None or (stop == pos and not (is_full or after_control or is_last_sign(text, result.span, end))):
        return None
    if re.search(r"[\r\n]", text[pos:stop]):
        # The result of a caption ends its line; on the next line it must fill the line.
        rest = re.compile(r"[ \t]*[.:]?[ \t]*(?=[\r\n]|\Z)").match(text, result.span.end, end)
        return result if rest and not text[rest.end() : rest.end() + 1].isalnum() else None
    return result


def _styled_control(text: str, pos: int, end: int) -> re.Match[str] | None:
    """Return the match of a control after or in emphasis, or None.

    A line end or a result must follow.
    """
    match = _STYLED_CONTROL.match(text, pos, end) if _may_be_styled(text, pos) else None
    if match is None:
        return None
    control_end = match.end("black")
    is_at_end = _END_AFTER_STYLE.match(text, control_end, end) is not None
    result = _result(text, control_end, end, after_control=True)
    return match if is_at_end or result or _styled_result(text, control_end, end, after_control=True) else None


def _near_control(text: str, pos: int, end: int, force: Force) -> re.Match[str] | None:
    """Return the match of a control in brackets, after a dash or with another sign that nearly fits `force`, or None.

    A bracket, a result or the end of the line must follow, or a comma if the control fits exactly. `4-6` is a range
    of pages unless it fits exactly.
    """
    may_be_near = not _NUMBERS_SIGNS.isdisjoint(text[pos : pos + 24].partition("\n\n")[0])
    match = _NEAR_CONTROL.match(text, pos, end) if may_be_near else None
    if match is None:
        return None
    control = Control(int(match["white"]), int(match["black"]))
    is_exact = control == control_of(men_of(force))
    is_range = text[match.end("white")] == "-" and control.white < control.black
    if not is_exact and (is_range or not is_control_near(force, control)):
        return None
    is_at_end = text.startswith((")", "]", ",", ";") if is_exact else (")", "]"), match.end())
    is_at_end = is_at_end or _END_AFTER_STYLE.match(text, match.end(), end) is not None
    return match if is_at_end or _result(text, match.end(), end, after_control=True) else None


def _may_be_styled(text: str, pos: int) -> bool:
    """Return True if emphasis may start or end at `pos`; a fast first test."""
    return text[pos : pos + 1] in _STYLE_END_CHARS or text[pos : pos + _STYLE_WINDOW].lstrip()[:1] in _STYLE_START_CHARS


def _large_control(text: str, pos: int, end: int) -> re.Match[str] | None:
    """Return the match of a control whose numbers may be too large, or None.

    A result in words must follow.
    """
    match = _LARGE_CONTROL.match(text, pos, end) if text[pos : pos + 1].isspace() else None
    result = match and _result(text, match.end(), end, after_control=True)
    return match if match and result and text[result.span.start].isalpha() else None


def _styled_result(text: str, pos: int, end: int, *, after_control: bool) -> Result | None:
    """Return the `Result` after closing emphasis or in emphasis, or None."""
    if not _may_be_styled(text, pos):
        return None
    gap = (_GAP_AFTER_CONTROL if after_control else _STYLED_GAP).match(text, pos, end)
    return read_result(text, gap.end(), end, after_control=after_control) if gap else None
