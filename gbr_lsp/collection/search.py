"""Searching for studies: by class, material, kings, goal and the side to move.

    query    = { class | material | kings | goal | turn } ;                  (* all of them must hold *)
    class    = digit , digit , digit , digit , [ "." , ( digit , digit | "*" ) ] ;   (* without a point: no pawns *)
    digit    = "0".."9" | "?" | "x".."z" | "*" | "[" , "0".."9" , { "0".."9" } , "]" ;
    material = side , ( "v" | "vs" | "-" ) , side ;
    side     = "K" , { "Q" | "R" | "B" | "N" | "S" | "P" } ;
    kings    = square , [ square ] ;                   (* White's and Black's, or the square of either of them *)
    square   = ( "a".."h" | "?" ) , ( "1".."8" | "?" ) ;
    goal     = "+" | "=" | "win" | "draw" ;
    turn     = "wtm" | "btm" ;

Blanks stand between them where one likes, and letters may be small or capital: `=0323.12g3g1` is a query too.
"""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.edits.rewrite import turn_of
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import Division, Men, force_of, men_in
from gbr_lsp.notation.values import BLACK, SLOTS, WHITE, Code, Force, Goal, Kings, Nine

_DIGIT = r"(?:[0-9?x-z*]|\[[0-9]+\])"
_CONDITION = regex(
    r"(?P<white>K[QRBNSP]*)\s*(?:-|–|vs?\.?)\s*(?P<black>K[QRBNSP]*)(?![A-Z])"
    rf"|(?P<digits>{_DIGIT}{{4}})(?:\.(?P<pawns>{_DIGIT}{{2}}|\*))?(?![.0-9?x-z*\[])"
    r"|(?P<kings>[a-h?][1-8?](?:[a-h?][1-8?])?)(?![\w?])"
    r"|(?P<goal>[+=]|(?:win|draw)(?!\w))"
    r"|(?P<turn>[wb]tm)(?!\w)",
    re.IGNORECASE,
)
_BLANK = regex(r"\s*")
_GOALS = {"+": Goal.WIN, "win": Goal.WIN, "=": Goal.DRAW, "draw": Goal.DRAW}
_MOST_PAWNS = 8

ALLOWED = (
    "a class (0323.12, 0x00.yz, 0[14]00.??, 0400.*), material (KRPvKR), kings (g3g1, g3), + or win, = or draw, wtm, btm"
)


class BadQuery(ValueError):
    """A query that cannot be read; the message says which word and what is allowed."""


class Query(NamedTuple):
    """What a study must be; `either` is whether White and Black may be exchanged in it."""

    classes: tuple[re.Pattern[str], ...] = ()
    materials: tuple[Division, ...] = ()
    kings: tuple[re.Pattern[str], ...] = ()
    goal: Goal | None = None
    turn: bool | None = None
    either: bool = False

    def matches(self, study: Study) -> bool:
        """Whether a study answers to all conditions.

        Goal and turn are those of the code as it is written, whichever colors the rest is found with.
        """
        return self.answers(study.code, study.men if self.materials else None, turn_of(study))

    def answers(self, code: Code, men: Men | None, turn: bool | None) -> bool:
        """The same of what is known of a study."""
        if self.goal is not None and code.stipulation.goal is not self.goal:
            return False
        if self.turn is not None and turn is not self.turn:
            return False
        said = _Said(code.force, men, code.kings)
        return self._fits(said) or (self.either and self._fits(_exchanged(said)))

    def _fits(self, said: "_Said") -> bool:
        force, kings = said.force, str(said.kings)
        return (
            (not self.classes or (force is not None and all(each.fullmatch(str(force)) for each in self.classes)))
            and (not self.kings or (said.kings is not None and all(each.search(kings) for each in self.kings)))
            and all(_is_material(said, men) for men in self.materials)
        )


class _Said(NamedTuple):
    """What a study says of men and kings; `men` only where a query asks for material."""

    force: Force | None
    men: Men | None
    kings: Kings | None


def read_query(text: str, *, either: bool = False) -> Query:
    """The query that a text spells. Raises BadQuery."""
    query = Query(either=either)
    at = _skip(text, 0)
    if at == len(text):
        raise BadQuery(f"the pattern is empty: it has {ALLOWED}")
    while at < len(text):
        found = _CONDITION.match(text, at)
        if found is None:
            word = text[at:].split()[0]
            raise BadQuery(f"{word!r} is no pattern: a pattern has {ALLOWED}")
        query = _with(query, found)
        at = _skip(text, found.end())
    return query


def _with(query: Query, found: re.Match[str]) -> Query:
    """A query with one more condition."""
    if found["digits"]:
        return query._replace(classes=(*query.classes, _class(found["digits"], found["pawns"] or "00")))
    if found["kings"]:
        return query._replace(kings=(*query.kings, _kings(found["kings"].lower())))
    if found["white"]:
        men = men_in((found["white"].upper(), found["black"].upper()))
        if _MOST_PAWNS < max(men[8:]):
            raise BadQuery(f"{found[0]!r} has more than eight pawns of one color")
        return query._replace(materials=(*query.materials, men))
    if found["turn"]:
        turn = WHITE if found["turn"].lower() == "wtm" else BLACK
        if query.turn not in (None, turn):
            raise BadQuery("the pattern asks for wtm and for btm")
        return query._replace(turn=turn)
    goal = _GOALS[found["goal"].lower()]
    if query.goal not in (None, goal):
        raise BadQuery("the pattern asks for a win and for a draw")
    return query._replace(goal=goal)


def _class(digits: str, pawns: str) -> re.Pattern[str]:
    pawns = "??" if pawns == "*" else pawns
    return re.compile(re.sub("[?x-zX-Z*]", "[0-9]", digits) + r"\." + re.sub("[?x-zX-Z*]", "[0-9]", pawns))


def _kings(squares: str) -> re.Pattern[str]:
    """Of two squares both, of one either: it may stand at the front or at the back of the kings as they are spelled."""
    spelled = squares.replace("?", ".")
    return re.compile(f"^{spelled}$" if len(squares) == 4 else f"^{spelled}|{spelled}$")


def _is_material(said: _Said, men: Division) -> bool:
    """Whether a study has just these men; where a 9 hides a count, whether it may have them."""
    if said.men is None or said.force not in {force_of(men, nine) for nine in Nine}:
        return False
    return all(known in (None, count) for known, count in zip(said.men, men, strict=True))


def _exchanged(said: _Said) -> _Said:
    """The same with White's men black and Black's white."""
    force, men, kings = said
    if force is not None:
        queens, rooks, bishops, knights = map(_exchanged_digit, force[:4])
        force = Force(queens, rooks, bishops, knights, force.black_pawns, force.white_pawns)
    return _Said(
        force,
        men and tuple(men[slot ^ 1] for slot in range(len(SLOTS))),
        kings and Kings(kings.black, kings.white),
    )


def _exchanged_digit(digit: int) -> int:
    return 9 if digit == 9 else digit % 3 * 3 + digit // 3


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
