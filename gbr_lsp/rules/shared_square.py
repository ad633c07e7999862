"""Two men stand on one square.

## Why it matters

One of the two squares is wrong, so the position that the code spells is not the study's.

## Example

```text
g3g1 0323.12 a3a2e1g8.h6c3a3 4/5=
                          ^^ shared-square: Two men stand on a3, a black rook and a black pawn
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import man


@rule(Severity.ERROR, silent_on_clean_record=True)
def shared_square(study: Study) -> Iterator[Finding]:
    seen: dict[int, tuple[int, bool] | None] = {}
    for part, slot in study.standing:
        if part.square is None:
            continue
        if part.square not in seen:
            seen[part.square] = slot
            continue
        first = seen[part.square]
        who = f", a {man(*first)} and a {man(*slot)}" if first and slot else ""
        yield Finding(study.place(part.span), f"Two men stand on {study.text(part.span)}{who}")
