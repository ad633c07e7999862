"""A square is not written as a file and a rank.

## Why it matters

A square is a small letter and a digit, and the squares of the two kings stand together, White's first. If they are
reversed, in capitals or apart, programs that search for codes do not find them. A square without its file or its rank
could be any of eight; the fix is the square on the board, if there is a board.

## Example

```text
+0323.12 3gg1
         ^^ misspelled-square: The kings should be written g3g1
g3g1 0323.12 4/5 Draw

=0323.12g3g
          ^ misspelled-square: The square g has no rank
```
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.model.block import Place
from gbr_lsp.model.dispute_fixes import square_on_board
from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import Finding, Fix, RelatedMessage, Replacement, Severity, lookalikes, rule, write
from gbr_lsp.model.intended_class import with_torn_part
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import SQUARE_NAMES, Kind, Part, Problem

_STRAY_CHARS = ("&", "@")
_STRAY_CHAR_BEFORE = regex(r"[&@]\Z|\w\(\Z")


@rule(Severity.ERROR, is_silent_if_clean=True)
def misspelled_square(study: Case) -> Iterator[Finding]:
    slips = [problem for problem in study.occurrence.problems if problem.rule == "misspelled-square"]
    half_square = study.occurrence.half_square
    if half_square:
        yield _half_square_finding(study, half_square)
    elif slips and (listed_parts := _parts_at(study, slips[0].span)):
        squares = "".join(SQUARE_NAMES[part.square] for part in listed_parts if part.square is not None)
        place = study.place(Span(listed_parts[0].span.start, listed_parts[-1].span.end))
        fix = _fix(study, place.span, slips[:1])
        message = f"The square{'s' if 1 < len(listed_parts) else ''} should be written {squares}"
        yield Finding(place, f"{message}{lookalikes(study.text(place.span), squares)}", (fix,))
    elif slips and study.code.kings:
        place = study.place(Span(slips[0].span.start, slips[-1].span.end))
        kings = str(study.code.kings)
        message = f"The kings should be written {kings}{lookalikes(study.text(place.span), kings)}"
        yield Finding(place, message, (_fix(study, place.span, slips),))


def _fix(study: Study, span: Span, slips: list[Problem]) -> Fix:
    """Return the `Fix` that writes the intended squares of `slips`.

    Its title has the new text of `span`.
    """
    edits = [Edit(slip.span.shift(-span.start), slip.replacement or "") for slip in slips]
    new_text = apply_edits(study.text(span), edits)
    changes = tuple(Replacement(study.place(slip.span), slip.replacement or "") for slip in slips)
    return write(study.place(span), new_text, safe=False)._replace(edits=changes)


def _parts_at(study: Study, span: Span) -> list[Part]:
    """Return the list of squares of men, as parts, that overlap `span`."""
    parts = study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)
    return [part for part in parts if part.span.start < span.end and span.start < part.span.end]


def _half_square_finding(study: Case, part: Part) -> Finding:
    """Return the `Finding` about a square without file or rank, perhaps with that of a board."""
    place, square_text = study.place(part.span), study.text(part.span)
    message = f"The square {square_text} has no {'rank' if square_text.isalpha() else 'file'}"
    square, dispute = square_on_board(study, part)
    if square is None or dispute is None:
        return Finding(place, message)
    witness, is_fitting = dispute.witness, square_text in SQUARE_NAMES[square] and not _has_stray_char(place)
    right = SQUARE_NAMES[square]
    fixes = (write(with_torn_part(place, right), right, safe=False),) if is_fitting else ()
    related = (RelatedMessage(witness.name, witness.place),)
    return Finding(place, f"{message}; {witness.name} has {right}", fixes, related)


def _has_stray_char(place: Place) -> bool:
    """Return True if a sign was typed for half a square, and would remain: `g3g&`."""
    text, (start, end) = place.block.text, place.span
    if text[start:end].isalpha():
        return text[end : end + 1] in _STRAY_CHARS
    return _STRAY_CHAR_BEFORE.search(text, max(0, start - 2), start) is not None
