"""A 9, or its absence, is right only under the other meaning of 9.

## Why it matters

Most writers use a 9 for more than two men of one kind and color; some use it for promoted men, such as a second queen.
An index that mixes the two lists one position under two classes. The setting `nine` says which meaning applies.

## Example

```pgn
[White "Nobody"]
[Black "(+9000.00a1g8)"]
          ^^^^^^^ nine-convention: By the FEN, the class is 2000.00: a 9 means more than two of one kind and color
[FEN "6k1/8/8/8/8/8/8/KQQ5 w - - 0 1"]
```

```text nine=promoted
a1g8 2000.00 3/1 Win
     ^^^^^^^ nine-convention: With two queens of one color, the class is 9000.00: a 9 means promoted men
```
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.model.finding import Finding, RelatedMessage, Severity, rule, write
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.notation.digits import NINE_MEANINGS
from gbr_lsp.notation.men import Division, force_of, is_control_possible, men_in, men_of, recover
from gbr_lsp.notation.values import SLOTS, Force, Kind, Nine

_OTHER_NINE = {Nine.MODERN: Nine.PROMOTED, Nine.PROMOTED: Nine.MODERN}


class _Source(NamedTuple):
    """Men stated by a source other than the digits."""

    name: str
    men: Division
    owned: OwnedBoard | None = None


@rule(Severity.WARNING, is_silent_if_clean=True)
def nine_convention(study: Study) -> Iterator[Finding]:
    force = study.code.force
    if force is None or study.occurrence.problems:
        return
    nine = study.conventions.nine
    sources = list(_sources(study))
    if any(force_of(source.men, nine) == force for source in sources):
        return
    for source in sources:
        if force_of(source.men, _OTHER_NINE[nine]) == force:
            yield _finding(study, f"By {source.name}", force_of(source.men, nine), source.owned)
            return
    if any(source.owned for source in sources):
        # The code is wrong under both conventions: force-mismatch.
        return
    if nine is Nine.PROMOTED:
        yield from _second_queen_findings(study, force)
    else:
        yield from _control_findings(study, force)


def _sources(study: Study) -> Iterator[_Source]:
    """Yield a `_Source` for each board of this code only, then for material words."""
    for owned, placement in study.placements:
        if owned.bond is not Bond.SHARED:
            yield _Source(f"the {owned.name}", placement.men, owned)
    words = study.occurrence.words
    if words:
        yield _Source("-".join(words), men_in(words))


def _second_queen_findings(study: Study, force: Force) -> Iterator[Finding]:
    """Yield a `Finding` for two queens of one side, because one of them is promoted."""
    men = tuple(count or 0 for count in men_of(force))
    if force.queens != 9 and 1 < max(men[:2]):
        yield _finding(study, "With two queens of one color", force._replace(queens=9))


def _control_findings(study: Study, force: Force) -> Iterator[Finding]:
    """Yield a `Finding` if the control leaves too few men for a 9.

    That is at most two of a kind and color.
    """
    nine, control = study.conventions.nine, study.code.control
    if (
        control is None
        or is_control_possible(force, control, nine)
        or not is_control_possible(force, control, _OTHER_NINE[nine])
    ):
        return
    men = tuple(count for count in recover(force, _OTHER_NINE[nine], control) if count is not None)
    if len(men) == len(SLOTS):
        yield _finding(study, f"By the control {control}", force_of(men, nine))
    else:
        place = study.place(study.occurrence.span_of(Kind.CLASS))
        yield Finding(place, f"The control {control} leaves too few men for a 9, which means {NINE_MEANINGS[nine]}")


def _finding(study: Study, reason: str, right: Force, owned: OwnedBoard | None = None) -> Finding:
    """Return the `Finding` that the class should be `right`; `reason` begins its message."""
    place = study.place(study.occurrence.span_of(Kind.CLASS))
    # A pawnless class may have only four digits.
    text = str(right)[: place.span.end - place.span.start]
    related = (RelatedMessage(f"the {owned.name}", owned.place),) if owned else ()
    message = f"{reason}, the class is {text}: a 9 means {NINE_MEANINGS[study.conventions.nine]}"
    return Finding(place, message, (write(place, text, safe=False),), related)
