"""Damaged codes with class, kings and control in an element each: `<b>gg31</b> <i>0323.12</i> <span>4/5</span>`.

A control that is all its element holds, and is just what the digits make, proves what stands before it, of
which the class or the kings are sound.
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.damaged_beside_board import PARTED, added, words_before
from gbr_lsp.model.damaged_cells import read_parted
from gbr_lsp.notation.grammar import SQUARE
from gbr_lsp.notation.men import control_of, men_of
from gbr_lsp.notation.values import Control, Form, Kind, Occurrence, Part

_CONTROL = regex(r"(?<=[>{*`_|])[ \t]*(?P<white>1[0-6]|[1-9])/(?P<black>1[0-6]|[1-9])(?=[ \t]*[<}*`_|])")
_SOUND = regex(rf"[0-9]{{4}}\.[0-9]{{2}}|(?:{SQUARE}){{2}}")


def with_controlled(text: str, spans: list[Span], codes: list[Occurrence]) -> list[Occurrence]:
    """The codes of a text, which are given in order, with the damaged ones that a control behind them proves.

    `spans` are those of the text that are read, in order.
    """
    return added(codes, _controlled(text), spans) if "/" in text and _CONTROL.search(text) else codes


def _controlled(text: str) -> Iterator[Occurrence]:
    for found in _CONTROL.finditer(text):
        control = Control(int(found["white"]), int(found["black"]))
        place = Span(found.start("white"), found.end())
        for second in _elements_before(text, place):
            for first in _elements_before(text, second):
                if not _SOUND.fullmatch(text, *first) and not _SOUND.fullmatch(text, *second):
                    continue
                for one, other in ((first, second), (second, first)):
                    code = read_parted(text, one, other)
                    if code and not PARTED.search(text, *other) and _makes(code, control):
                        yield _with_control(code, place, control, Form.PREFIXED if one < other else Form.CAPTION)


def _elements_before(text: str, at: Span) -> Iterator[Span]:
    return (words for words, between in words_before(text, at) if between.strip(" _\t\r\n,;:"))


def _makes(code: Occurrence, control: Control) -> bool:
    """Whether a code has both kings, and its digits make a control; what a 9 hides makes none."""
    if code.code.kings is None or None in code.code.kings:
        return False
    men = men_of(code.code.force) if code.code.force else (None,)
    known = [count for count in men if count is not None]
    return len(known) == len(men) and control_of(tuple(known)) == control


def _with_control(code: Occurrence, place: Span, control: Control, form: Form) -> Occurrence:
    return code._replace(
        code=code.code._replace(control=control),
        form=form,
        span=Span(code.span.start, place.end),
        parts=(*code.parts, Part(Kind.CONTROL, place)),
    )
