"""Only one king has a square.

## Why it matters

The squares of both kings tell studies of one class apart; with one of them the study cannot be found.

## Example

```text
=0323.12g3
        ^^ missing-king: Only one king has a square
```
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Fix, Related, Replacement, Severity, rule, write
from gbr_lsp.model.judgement import judgement
from gbr_lsp.model.square_lists import lost_king
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import NO_WORD_AFTER, SQUARE
from gbr_lsp.notation.values import Kind

_OTHER = regex(rf"(?:[^\w\r\n]{{1,3}}|[-‐][ \t]*(?:\r\n?|\n)[ \t>]*+)(?P<square>{SQUARE}){NO_WORD_AFTER}")


@rule(Severity.ERROR, silent_on_clean_record=True)
def missing_king(study: Study) -> Iterator[Finding]:
    kings = study.occurrence.all(Kind.KING)
    dispute = judgement(study).kings
    lost = dispute and lost_king(study, dispute.placement)
    if lost and dispute:
        fix = Fix(f"Write {dispute.placement.kings}", (Replacement(study.place(lost.span), lost.text),), safe=False)
        related = (Related(f"the {dispute.owned.board.name}", dispute.owned.place),)
        yield Finding(study.place(kings[0].span), lost.message, (fix,), related)
        return
    if len(kings) == 1:
        place = study.place(kings[0].span)
        if dispute is None:
            yield Finding(place, "Only one king has a square")
            return
        right, name = dispute.placement.kings, dispute.owned.board.name
        message = f"Only one king has a square, the {name} has {right}"
        related = (Related(f"the {name}", dispute.owned.place),)
        whole = study.place(_with_other(study.block.text, kings[0].span, str(right)))
        yield Finding(place, message, (write(whole, str(right), safe=False),), related)


def _with_other(text: str, king: Span, kings: str) -> Span:
    """A king with the other one, where that stands behind it and only signs between them: `g3, g1`, `g3-⏎g1`."""
    other = _OTHER.match(text, king.end)
    both = text[king.start : king.end] + (other["square"] if other else "")
    return Span(king.start, other.end()) if other and both == kings else king
