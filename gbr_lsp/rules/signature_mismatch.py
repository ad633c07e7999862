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
beside the code. So is one in which White and Black are exchanged, unless the titles of two columns name the colors.
"""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.boards.signature import Signature
from gbr_lsp.model.block import Place
from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import THE_CODE, Finding, Need, RelatedMessage, RuleScope, Severity, rule
from gbr_lsp.model.signatures import count_of, is_first_named_white, listed_counts, may_have_signature, signature_of
from gbr_lsp.model.study import Study
from gbr_lsp.model.subjects import BoardInProof
from gbr_lsp.notation.men import Division, control_of, force_of, is_control_possible, men_of
from gbr_lsp.notation.values import BLACK, SLOTS, WHITE, Control, Force, Kind, Nine

_MAX_DIGITS = 2
"""Maximum number of differing digits; with more, the signature is that of another study or ending."""


@rule(Severity.WARNING, need=Need.COUNT, is_silent_if_clean=True)
def signature_mismatch(study: Case) -> Iterator[Finding]:
    force = study.code.force
    if force is None or study.occurrence.problems or 8 < max(force[4:]) or not may_have_signature(study):
        return
    if study.disputes.force:
        return  # The code differs from its board: force-mismatch.
    related = (RelatedMessage(THE_CODE, study.place(study.occurrence.span_of(Kind.CLASS))),)
    signature = signature_of(study)
    message = signature and _signature_message(study, force, signature)
    if signature and message:
        yield Finding(study.place(signature.span), message, related=related)
    count = count_of(study)
    if count and not _has_count(force, count.control):
        yield Finding(study.place(count.span), _count_message(force, count.control), related=related)
    for owned, listed_count in listed_counts(study):
        if not _has_count(force, listed_count.control):
            place = owned.place._replace(span=listed_count.span)
            yield Finding(place, _count_message(force, listed_count.control), related=related)
    if study.men_count:
        place, control = study.men_count
        if not is_control_possible(force, control):
            yield Finding(place, _count_message(force, control), related=related)


@signature_mismatch.register(RuleScope.PROOF_BOARD)
def _board_findings(proof_board: BoardInProof) -> Iterator[Finding]:
    """Yield a `Finding` if the count printed next to a diagram differs from its men."""
    block, (board, _, count) = proof_board
    placement = board.placement
    board_control = placement and control_of(placement.men)
    if board_control and count and board_control != count.control:
        message = (
            f"The count should be {board_control.white}+{board_control.black}: "
            f"in the {board.name}, {board_control.words}"
        )
        related = (RelatedMessage(f"the {board.name}", Place(block, board.span)),)
        yield Finding(Place(block, count.span), message, related=related)


def _signature_message(study: Study, force: Force, signature: Signature) -> str | None:
    """Return the message as text, or None if signature and code agree or differ widely."""
    men = signature.men
    exchanged_men = tuple(men[slot ^ 1] for slot in range(len(men)))
    difference, other_difference = (_wrong_digits(force, one, study.conventions.nine) for one in (men, exchanged_men))
    if min(difference, other_difference) < max(difference, other_difference):
        is_white_first = is_first_named_white(study, signature)
        difference = len(SLOTS) if is_white_first is False else difference
        other_difference = len(SLOTS) if is_white_first is True else other_difference
    if not 0 < min(difference, other_difference) <= _MAX_DIGITS:
        return None
    known_men = _known_men(study, force)
    if known_men is None:
        signature_force = force_of(men if difference <= other_difference else exchanged_men)
        return f"{study.text(signature.span)} gives {signature_force}, but the code has {force}"
    sides = [_letters(known_men, color, signature) for color in (WHITE, BLACK)]
    white, black = sides if difference <= other_difference else sides[::-1]
    link = Span(signature.span.start + len(signature.white), signature.span.end - len(signature.black))
    return f"The signature is {study.text(signature.span)}, but by the code it is {white}{study.text(link)}{black}"


def _known_men(study: Study, force: Force) -> Division | None:
    """Return the men of the code by slot; None if a 9 hides some, or words near the code state others."""
    men = tuple(count for count in study.men or () if count is not None)
    return men if len(men) == len(SLOTS) and any(force_of(men, nine) == force for nine in Nine) else None


def _wrong_digits(force: Force, men: Division, nine: Nine) -> int:
    """Return the number of digits in `force` that fit `men` under neither convention.

    `men` are counts by slot.
    """
    count = 0
    for digit, right_digits in enumerate(zip(*(force_of(men, convention) for convention in Nine), strict=True)):
        # If a 9 means promoted men, it does not show which.
        is_hidden = nine is Nine.PROMOTED and force[digit] == 9 and 0 < sum(men[2 * digit : 2 * digit + 2])
        count += force[digit] not in right_digits and not is_hidden
    return count


def _letters(men: Division, color: bool, signature: Signature) -> str:
    """Return the men of one side as text in the letters of `signature`: `KRP`."""
    kinds = "QRBSP" if "S" in signature.white + signature.black else "QRBNP"
    return "K" + "".join(kind * (count or 0) for kind, count in zip(kinds, men[not color :: 2], strict=True))


def _has_count(force: Force, control: Control) -> bool:
    """Return True if `control` is possible under either convention, with either side as White."""
    return any(is_control_possible(force, count) for count in (control, Control(*control[::-1])))


def _count_message(force: Force, control: Control) -> str:
    """Return the message about a printed count, `control`, that the digits do not allow."""
    right = control_of(men_of(force))
    if right:
        return f"The count should be {right.white}+{right.black}: by the class, {right.words}"
    return f"The count cannot be {control.white}+{control.black}, whatever number the 9 stands for"
