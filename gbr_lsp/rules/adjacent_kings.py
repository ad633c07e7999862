"""The kings stand next to each other.

## Why it matters

Two kings may never stand next to each other, so at least one of their squares is wrong.

## Example

```text
+0400.10g3g2
        ^^^^ adjacent-kings: The kings stand next to each other
```
"""

from collections.abc import Iterator

from gbr_lsp.model.disputes import Case, is_list_complete
from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.notation.checks import KINGS_ARE_ADJACENT
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG
from gbr_lsp.notation.men import men_of
from gbr_lsp.notation.values import Form, Kind

_LISTED_KINGS_FORMS = (Form.DOTTED, Form.COMPACT)


@rule(Severity.ERROR, is_silent_if_clean=True)
def adjacent_kings(study: Case) -> Iterator[Finding]:
    kings = study.code.kings
    if kings is None or not kings.are_adjacent or kings.white == kings.black:
        return
    if ANY_POSITION_FLAG in study.occurrence.flags or study.disputes.kings:
        return  # The board shows the right squares: king-mismatch.
    if any(part.square in kings for part in study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)):
        return  # Two men on one square: shared-square. The king is the wrong one.
    if (
        study.code.force is None
        or study.occurrence.form not in _LISTED_KINGS_FORMS
        or is_list_complete(study, men_of(study.code.force)) is not False
    ):
        # In a list that lost a king, the second "king" may be the first man of the list.
        yield Finding(study.place(study.occurrence.span_of(Kind.KING)), KINGS_ARE_ADJACENT)
