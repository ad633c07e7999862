"""Classes with two squares that may be anything else: `e2e3 1000.20 ms`, `2004.12 e4e5`.

The squares of a move are often adjacent, those of kings never. Without a sign, a control, a goal, a list or like codes
around it, such a pair is no code, unless a board or another code confirms it.
"""

from collections.abc import Sequence

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.class_token import Token
from gbr_lsp.notation.evidence import evidence_for
from gbr_lsp.notation.values import Evidence, Form, Kind, Occurrence

_UNIT = regex(
    r"[ \t\u00a0]?(?:[mµn]?s|sec|min|[kKMG]i?B|k?nodes|k?nps|[kM]?Hz|[kcm]m|kg|px|pt|EUR|USD|GBP|CHF)(?![^\W_])"
    r"|[ \t\u00a0]?[€$£%]"
)
_YEAR_AND_MONTH = regex(r"(?:19|20)[0-9]{2}\.(?:0[1-9]|1[0-2])")
_WINDOW = 64
_MIN_ALIKE = 3
"""At least this number of codes in the same form for each doubtful one show that it is a code, too."""


def split_doubtful(text: str, codes: Sequence[Occurrence]) -> tuple[list[Occurrence], list[Occurrence]]:
    """Return `codes` with only the classes of the doubtful ones, and these ones, which a board must confirm."""
    doubtful = [code for code in codes if is_doubtful(text, code)]
    for form in (Form.CAPTION, Form.PREFIXED):
        alike = sum(code.form is form and code.code.kings is not None for code in codes)
        of_form = [code for code in doubtful if code.form is form]
        if _MIN_ALIKE * len(of_form) <= alike - len(of_form):
            doubtful = [code for code in doubtful if code.form is not form]
    if not doubtful:
        return [*codes], []
    spans = {code.span for code in doubtful}
    return (
        [_only_class(code) if code.span in spans else code for code in codes],
        [code._replace(evidence=Evidence.BOARD) for code in doubtful],
    )


def is_doubtful(text: str, code: Occurrence) -> bool:
    """Return True if the squares of `code` may be a move, and its class a number, by themselves."""
    kings = code.code.kings
    if (
        code.evidence is not Evidence.KINGS
        or kings is None
        or None in kings
        or code.form not in (Form.CAPTION, Form.PREFIXED)
        or code.code.control
        or code.code.stipulation != (None, None)
        or code.words
        or code.flags
        or code.is_apart
        or code.problems
    ):
        return False
    span = code.span_of(Kind.CLASS)
    if code.form is Form.PREFIXED and _YEAR_AND_MONTH.fullmatch(text, *span):
        return True
    if not (kings.are_adjacent and kings.white != kings.black) and not _UNIT.match(text, span.end):
        return False
    start = max(text.rfind("\n", 0, code.span.start), text.rfind("\r", 0, code.span.start)) + 1
    token = Token(span.start, span.end, code.code.force)
    return evidence_for(text, max(start, code.span.start - _WINDOW), code.span.start, token) is Evidence.NONE


def _only_class(code: Occurrence) -> Occurrence:
    """Return the class of `code` without evidence."""
    span = code.span_of(Kind.CLASS)
    parts = tuple(part for part in code.parts if part.kind is Kind.CLASS)
    return code._replace(
        code=code.code._replace(kings=None), form=Form.CLASS, span=span, parts=parts, evidence=Evidence.NONE
    )
