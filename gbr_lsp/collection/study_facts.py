"""The facts of a study that was read, and of its game."""

from gbr_lsp.base.text import Span
from gbr_lsp.collection.facts import Facts, award_of, char_of, year_of
from gbr_lsp.edits.rewritings import turn_of
from gbr_lsp.model.credit import Attribution
from gbr_lsp.model.roles import Role
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import Men, min_promoted
from gbr_lsp.notation.values import BLACK, WHITE, Code, Kings


def facts_of(study: Study, role: Role = Role.STUDY, attribution: Attribution = Attribution()) -> Facts:  # noqa: B008
    """Return the facts of a study: its code, its position, and the tags of its game.

    Without tags, composer, year, event and award are those of `attribution`.
    """
    men, position = study.men, study.position
    event = tag_of(study, "Event")
    facts = facts_of_code(study.code, men, turn_of(study), role)
    if position and (men is None or None in men):
        facts = facts._replace(signs=facts.signs[:3] + counts_of(position.men))
    return facts._replace(
        year=year_of(tag_of(study, "Date"), tag_of(study, "EventDate"), attribution.year),
        squares=position.squares if position else facts.squares,
        composer=tag_of(study, "White") or attribution.composer,
        event=event or attribution.event,
        award=award_of(event) or attribution.award,
        flags=" ".join(sorted(study.occurrence.flags)),
        title=attribution.title,
        twins=" ".join(
            f"{twin.letter}{'-' if twin.board.board.turn is None else 'bw'[twin.board.board.turn]}{shown.squares}"
            for twin in study.twins
            if twin.board and (shown := twin.board.board.placement)
        ),
    )


def facts_of_code(code: Code, men: Men | None, turn: bool | None, role: Role) -> Facts:
    """Return the facts of a code alone; `men` and `turn` are those of the study, None if unknown."""
    goal = code.stipulation.goal
    to_move = " " if turn is None else "w" if turn is WHITE else "b"
    return Facts(
        str(code.force) if code.force else " " * 7,
        kings_of(code.kings),
        "".join(map(char_of, men or [None] * 10)),
        f"{role.value[0]}{goal.value if goal else ' '}{to_move}{counts_of(men)}",
        " " * 4,
        " " * 64,
    )


def tag_of(study: Study, name: str) -> str:
    """Return the value of the tag `name` of the study's game on one line, or ""."""
    span: Span | None = study.block.contents.reading.tags.get(name)
    return " ".join(study.text(span).split()) if span else ""


def kings_of(kings: Kings | None) -> str:
    """Return the squares of the kings as two characters of facts."""
    return "".join(map(char_of, kings or (None, None)))


def counts_of(men: Men | None) -> str:
    """Return three characters for the numbers of all men, pawns and promoted men; spaces if unknown."""
    known = tuple(count for count in men or () if count is not None)
    if len(known) < 10:
        return "   "
    return (
        char_of(2 + sum(known))
        + char_of(sum(known[8:]))
        + char_of(min_promoted(known, WHITE) + min_promoted(known, BLACK))
    )
