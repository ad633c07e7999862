"""Only one king has a square.

## Why it matters

The squares of both kings tell studies of one class apart. With only one of them, a search does not find the study.

## Example

```text
=0323.12g3
        ^^ missing-king: Only one king has a square
```
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import Finding, RelatedMessage, Severity, rule, write
from gbr_lsp.model.list_corrections import lost_king
from gbr_lsp.notation.grammar import NO_WORD_AFTER, NO_WORD_BEFORE, SQUARE
from gbr_lsp.notation.values import Kind

_GAP = r"(?:[^\w\r\n]{1,3}|[-‐]?[ \t]*(?:\r\n?|\n)[ \t>]*)"
_SQUARE_AFTER = regex(rf"{_GAP}(?P<square>{SQUARE})(?=(?:{SQUARE})*{NO_WORD_AFTER})")
_SQUARE_BEFORE = regex(rf"{NO_WORD_BEFORE}(?:(?P<square>{SQUARE}){_GAP}|(?P<file>[a-h])[!|])\Z")
_MAX_LENGTH = 24


@rule(Severity.ERROR, is_silent_if_clean=True)
def missing_king(study: Case) -> Iterator[Finding]:
    kings = study.occurrence.parts_of(Kind.KING)
    dispute = study.disputes.kings
    lost_square = dispute and lost_king(study, dispute.placement)
    if lost_square and dispute:
        fix = write(study.place(lost_square.span), lost_square.text, safe=False)
        related = (RelatedMessage(dispute.witness.name, dispute.witness.place),)
        yield Finding(study.place(kings[0].span), lost_square.message, (fix,), related)
    elif len(kings) == 1 and dispute:
        right, witness = dispute.kings, dispute.witness
        message = f"Only one king has a square; {witness.name} has {right}"
        related = (RelatedMessage(witness.name, witness.place),)
        kings_place = study.place(_kings_span(study.block.text, kings[0].span, str(right)))
        yield Finding(study.place(kings[0].span), message, (write(kings_place, str(right), safe=False),), related)
    elif len(kings) == 1:
        yield Finding(study.place(kings[0].span), "Only one king has a square")


def _kings_span(text: str, king: Span, kings: str) -> Span:
    """Return the span of `king`, or of both kings if only signs separate them.

    Examples of both: `g3, g1`, `g!g3`. `kings` is the right text, such as `g3g1`.
    """
    one = text[king.start : king.end]
    other = _SQUARE_AFTER.match(text, king.end)
    if other and one + other["square"] == kings:
        return Span(king.start, other.end())
    other = _SQUARE_BEFORE.search(text, max(0, king.start - _MAX_LENGTH), king.start)
    if other and kings in ((other["square"] or "") + one, f"{other['file']}1{one}"):
        return Span(other.start(), king.end)
    return king
