"""A material signature or a count of men beside the code disagrees with its digits.

## Why it matters

A signature such as `KBBP-KNN` above a study, or a count such as `(4+3)` below its diagram, is written by hand and
independently of the digits. If they differ, one of them is wrong, and a reader may look for the study under the wrong
material.

In running text a signature may name the ending that the study leads to, so it is compared only right beside the code.
A signature with White and Black exchanged is not reported.

## Example

```text
c4f5 0023.11 4/3 Draw (4+4)
                      ^^^^^ signature-mismatch: The count should be 4+3: by the class, White has 4 men and Black 3
KBBP-KNP

g3g1 0323.12 4/5 Draw
KBBP-KRP
^^^^^^^^ signature-mismatch: The signature is KBBP-KRP, but by the code it is KBBP-KRNPP
```

A signature in running prose may name the ending that the study leads to, and is left alone unless it stands right
beside the code. So is one in which White and Black are exchanged.
"""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.boards.signature import Signature
from gbr_lsp.boards.value import PlacedBoard
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.finding import THE_CODE, Finding, Related, Severity, rule
from gbr_lsp.model.judgement import judgement
from gbr_lsp.model.signatures import count_of, listed_counts, may_speak, signature_of
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import Division, control_fits, control_of, force_of, men_of
from gbr_lsp.notation.values import BLACK, SLOTS, WHITE, Control, Force, Kind, Nine

_MOST_DIGITS = 2
"""A signature in which more digits differ is that of another study or ending."""


@rule(Severity.WARNING, silent_on_clean_record=True)
def signature_mismatch(study: Study) -> Iterator[Finding]:
    force = study.code.force
    if force is None or study.occurrence.problems or 8 < max(force[4:]) or not may_speak(study):
        return
    if judgement(study).force:
        return  # The code differs from its board already.
    related = (Related(THE_CODE, study.place(study.occurrence.span_of(Kind.CLASS))),)
    signature = signature_of(study)
    message = signature and _against_signature(study, force, signature)
    if signature and message:
        yield Finding(study.place(signature.span), message, related=related)
    count = count_of(study)
    if count and not _makes(force, count.control):
        yield Finding(study.place(count.span), _against_count(force, count.control), related=related)
    for owned, beside in listed_counts(study):
        if not _makes(force, beside.control):
            place = owned.place._replace(span=beside.span)
            yield Finding(place, _against_count(force, beside.control), related=related)
    if study.counted:
        place, control = study.counted
        if not any(control_fits(force, control, nine) for nine in Nine):
            yield Finding(place, _against_count(force, control), related=related)


def _of_board(block: Block, given: PlacedBoard) -> Iterator[Finding]:
    """A count that is printed beside a diagram and is not that of its men."""
    placement, count = given.board.placement, given.printed
    shown = placement and control_of(placement.men)
    if shown and count and shown != count.control:
        message = f"The count should be {shown.white}+{shown.black}: in the {given.board.name}, {shown.words}"
        related = (Related(f"the {given.board.name}", Place(block, given.board.span)),)
        yield Finding(Place(block, count.span), message, related=related)


signature_mismatch = signature_mismatch._replace(judge_board=_of_board)


def _against_signature(study: Study, force: Force, signature: Signature) -> str | None:
    """What the code has instead; None where both agree or have too little in common."""
    men = signature.men
    exchanged = tuple(men[slot ^ 1] for slot in range(len(men)))
    wrong, other = _wrong(force, men, study.conventions.nine), _wrong(force, exchanged, study.conventions.nine)
    if not 0 < min(wrong, other) <= _MOST_DIGITS:
        return None
    known = _known(study, force)
    if known is None:
        given = force_of(men if wrong <= other else exchanged)
        return f"{study.text(signature.span)} gives {given}, but the code has {force}"
    sides = [_letters(known, color, signature) for color in (WHITE, BLACK)]
    white, black = sides if wrong <= other else sides[::-1]
    link = Span(signature.span.start + len(signature.white), signature.span.end - len(signature.black))
    return f"The signature is {study.text(signature.span)}, but by the code it is {white}{study.text(link)}{black}"


def _known(study: Study, force: Force) -> Division | None:
    """The men of the code; None where a 9 hides some of them, or words beside it tell of others."""
    men = tuple(count for count in study.men or () if count is not None)
    return men if len(men) == len(SLOTS) and any(force_of(men, nine) == force for nine in Nine) else None


def _wrong(force: Force, men: Division, nine: Nine) -> int:
    """How many digits of a code do not fit some men, whichever way a 9 is meant."""
    wrong = 0
    for digit, fitting in enumerate(zip(*(force_of(men, meant) for meant in Nine), strict=True)):
        # Where a 9 means promoted men, which of the men it is does not show.
        hidden = nine is Nine.PROMOTED and force[digit] == 9 and 0 < sum(men[2 * digit : 2 * digit + 2])
        wrong += force[digit] not in fitting and not hidden
    return wrong


def _letters(men: Division, color: bool, like: Signature) -> str:
    """The men of a side in the letters of a signature."""
    kinds = "QRBSP" if "S" in like.white + like.black else "QRBNP"
    return "K" + "".join(kind * (count or 0) for kind, count in zip(kinds, men[not color :: 2], strict=True))


def _makes(force: Force, control: Control) -> bool:
    """Whether the digits make a count, whichever way a 9 is meant and whoever is White."""
    return any(control_fits(force, count, nine) for count in (control, Control(*control[::-1])) for nine in Nine)


def _against_count(force: Force, control: Control) -> str:
    right = control_of(men_of(force))
    if right:
        return f"The count should be {right.white}+{right.black}: by the class, {right.words}"
    return f"The count cannot be {control.white}+{control.black}, whatever number the 9 stands for"
