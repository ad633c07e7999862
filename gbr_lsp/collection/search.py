"""The language of queries for studies.

    query    = all { "|" all } ;
    all      = not { not } ;                             (* all of them must hold *)
    not      = [ "-" ] ( term | "(" query ")" ) ;        (* "-" after a space, "(" or "|", and next to its term *)
    term     = class | material | kings | goal | turn | field | "*" ;   (* "*" alone is every study *)
    class    = digit , digit , digit , digit , [ "." , ( digit , digit | "*" ) ] ;   (* without a point: no pawns *)
    digit    = "0".."9" | "?" | "x".."z" | "*" | "[" , "0".."9" , { "0".."9" } , "]" ;
    material = side , ( "v" | "vs" | "-" ) , side ;      (* tried before "-" and a term: `KRP -KR` is material *)
    side     = "K" , { "Q" | "R" | "B" | "N" | "S" | "P" } ;
    kings    = square , [ square ] ;                     (* White's and Black's, or the square of either of them *)
    square   = ( "a".."h" | "?" ) , ( "1".."8" | "?" ) ;
    goal     = "+" | "=" | "win" | "draw" ;
    turn     = "wtm" | "btm" ;
    field    = name , ":" , ( '"' , text , '"' | word ) ;   (* word: no space, bar, parenthesis *)

Spaces between terms are optional, and case is ignored in codes: `=0323.12g3g1` is a query too.
`fields.py` reads the values of fields.
"""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.collection.conditions import (
    Arises,
    Cell,
    Condition,
    Every,
    Lacks,
    Positions,
    Resembles,
    Some,
    is_met,
    no_positions,
    transform_condition,
)
from gbr_lsp.collection.facts import GOAL, TURN, Facts, char_of
from gbr_lsp.collection.fields import FIELDS, BadField, BoardAt, fen_board, read_field
from gbr_lsp.collection.squares import Transform, transforms

_DIGIT = r"(?:[0-9?x-z*]|\[[0-9]+\])"
_CONDITION = regex(
    r"(?P<white>K[QRBNSP]*)\s*(?:-|–|vs?\.?)\s*(?P<black>K[QRBNSP]*)(?![A-Z:])"
    rf"|(?P<digits>{_DIGIT}{{4}})(?:\.(?P<pawns>{_DIGIT}{{2}}|\*))?(?![.0-9?x-z*\[])"
    r"|(?P<kings>[a-h?][1-8?](?:[a-h?][1-8?])?)(?![\w?])"
    r"|(?P<goal>[+=]|(?:win|draw)(?![\w:]))"
    r"|(?P<turn>[wb]tm)(?![\w:])"
    r"|(?P<all>\*)(?![^\s|()])"
    r'|(?P<field>[a-z]+):(?:"(?P<quoted>[^"]*)"|(?P<word>(?!")[^\s|()]+))',
    re.IGNORECASE,
)
_BLANK = regex(r"\s*")
_SPACED_MATERIAL = regex(r"(?<!\w)(K[QRBNSP]*)\s+vs?\.?\s+(?!\1(?!\w))(K[QRBNSP]*)(?![\w:])", re.IGNORECASE)
_WORD = regex(r"[^\s|()]+|.")
_CHARS = regex(r"\[[0-9]+\]|.")
_GOALS = {"win": "+", "draw": "="}
_MAX_PAWNS = 8
_MAX_DEPTH = 50

EXAMPLES = "0323.12, KRvKP or composer:Kubbel"


class BadQuery(ValueError):
    """An unreadable query; the message has the word, and `span` its place."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


class Options(NamedTuple):
    """The other boards that match: `either` exchanges the colors in the query, the others are as in CQL."""

    either: bool = False
    flip: bool = False
    shift: bool = False
    flipcolor: bool = False


NO_TRANSFORMS = Options()
"""Only the boards of the query."""


class Query(NamedTuple):
    """The condition on a study."""

    condition: Condition

    def is_match(self, facts: Facts, positions: Positions = no_positions) -> bool:
        """Return True if a study matches; `positions` returns those of its solution."""
        return is_met(self.condition, facts, positions)

    @property
    def model_squares(self) -> str | None:
        """The squares given with `like:`, or None; the nearest hits are shown first."""
        return next((found.squares for found in leaves(self.condition) if isinstance(found, Resembles)), None)


def leaves(condition: Condition) -> list[Condition]:
    """Return the simple conditions in `condition`; a condition about play counts as simple."""
    match condition:
        case Every(conditions) | Some(conditions):
            return [leaf for one in conditions for leaf in leaves(one)]
        case Lacks(inner):
            return leaves(inner)
        case _:
            return [condition]


def read_query(text: str, options: Options = NO_TRANSFORMS, board_at: BoardAt = fen_board) -> Query:
    """Return the query of `text`; raise BadQuery.

    `board_at` returns the squares for `like:`; the default reads a FEN or code, the edges also
    files.
    """
    reader = _PatternReader(text, board_at)
    reader.skip()
    if reader.at == len(text):
        raise BadQuery(f"the pattern is empty. Try {EXAMPLES}", Span(0, len(text)))
    condition = reader.query(0)
    if reader.at < len(text):
        raise reader.wrong(": there is no ( before it")
    if options.either:
        condition = _any_of([condition, transform_condition(condition, Transform(has_color_exchange=True))])
    if options.flip or options.shift or options.flipcolor:
        orbits = transforms(flip=options.flip, shift=options.shift, flipcolor=options.flipcolor)
        condition = _any_of([transform_condition(condition, transform) for transform in orbits])
    return Query(condition)


def read_either_side(text: str, options: Options, board_at: BoardAt) -> tuple[Query, str]:
    """Return the query of `text` and its text; `KR v KP`, with spaces, is `(KRvKP | KPvKR)`. Raises BadQuery."""
    query = read_query(text, options, board_at)
    reading = text if '"' in text else _SPACED_MATERIAL.sub(r"(\1v\2 | \2v\1)", text)
    return query if reading == text else read_query(reading, options, board_at), reading


def is_term(text: str) -> bool:
    """Return True if `text` is a query itself: then it probably belongs inside the quotes before it."""
    try:
        read_query(text)
    except BadQuery:
        return False
    return True


def _any_of(conditions: list[Condition | None]) -> Condition:
    """Return the condition that at least one of `conditions` holds, each used once.

    Conditions about play that differ only in the position become one, so that a record is replayed once.
    """
    found = list[Condition]()
    arising = dict[tuple[tuple[Condition, ...], tuple[Condition, ...]], list[Condition]]()
    for one in dict.fromkeys(one for one in conditions if one is not None):
        parts = one.conditions if isinstance(one, Every) else (one,)
        places = [at for at, part in enumerate(parts) if isinstance(part, Arises)]
        if len(places) == 1 and isinstance(played := parts[places[0]], Arises):
            arising.setdefault((parts[: places[0]], parts[places[0] + 1 :]), []).append(played.condition)
        else:
            found.append(one)
    for (before, after), inner in arising.items():
        arises = Arises(inner[0] if len(inner) == 1 else Some(tuple(inner)))
        found.append(Every((*before, arises, *after)) if before or after else arises)
    return found[0] if len(found) == 1 else Some(tuple(found))


class _PatternReader:
    """A place in the text of a query, with a method for each rule of the grammar."""

    def __init__(self, text: str, board_at: BoardAt) -> None:
        self.text = text
        self.at = 0
        self._board_at = board_at

    def skip(self) -> None:
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at

    def query(self, depth: int) -> Condition:
        found = [self._all(depth)]
        while self.text.startswith("|", self.at):
            self.at += 1
            self.skip()
            found.append(self._all(depth))
        return found[0] if len(found) == 1 else Some(tuple(found))

    def _all(self, depth: int) -> Condition:
        found: list[Condition] = []
        claims: dict[int, Condition] = {}
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            found.append(self._not(depth))
            self._agree(found[-1], claims)
            self.skip()
        if not found:
            raise self.wrong("")
        return found[0] if len(found) == 1 else Every(tuple(found))

    def _not(self, depth: int) -> Condition:
        text, at = self.text, self.at
        if text.startswith("-", at) and (at == 0 or text[at - 1].isspace() or text[at - 1] in "(|"):
            self.at += 1
            if self.at == len(text) or text[self.at].isspace():
                raise BadQuery("'-' needs a word directly after it, as in '-draw'", Span(at, at + 1))
            return Lacks(self._one(depth))
        return self._one(depth)

    def _one(self, depth: int) -> Condition:
        if not self.text.startswith("(", self.at):
            return self._term()
        start = self.at
        if _MAX_DEPTH < depth:
            raise BadQuery("the parentheses are nested too deeply", Span(start, start + 1))
        self.at += 1
        self.skip()
        found = self.query(depth + 1)
        if not self.text.startswith(")", self.at):
            raise BadQuery("'(' has no ) after it", Span(start, start + 1))
        self.at += 1
        return found

    def _term(self) -> Condition:
        found = _CONDITION.match(self.text, self.at)
        if found is None:
            raise self.wrong("")
        span = Span(*found.span())
        self.at = span.end
        if found["digits"]:
            return _class(found["digits"], found["pawns"] or "00")
        if found["kings"]:
            return _kings(found["kings"].lower())
        if found["white"]:
            return _material(found, span)
        if found["all"]:
            return Every(())
        if found["turn"]:
            return Cell("signs", TURN, found["turn"][0].lower())
        if found["goal"]:
            return Cell("signs", GOAL, _GOALS.get(found["goal"].lower(), found["goal"]))
        value = found["word"] if found["quoted"] is None else found["quoted"]
        try:
            return read_field(found["field"].lower(), value, self._board_at)
        except BadField as error:
            raise BadQuery(f"{found[0]!r}: {error}", span) from None

    def _agree(self, one: Condition, claims: dict[int, Condition]) -> None:
        """Raise BadQuery for both goals or both sides to move, which no study has; `claims` are the ones before."""
        if not isinstance(one, Cell) or one.column != "signs" or one.offset not in (GOAL, TURN):
            return
        if claims.setdefault(one.offset, one) != one:
            what = "a win and for a draw" if one.offset == GOAL else "wtm and for btm"
            raise BadQuery(f"the pattern asks for {what}", Span(0, self.at))

    def wrong(self, why: str) -> BadQuery:
        """Return the error for the word at the place."""
        found = _WORD.match(self.text, self.at)
        if found is None:
            return BadQuery("a term is missing at the end of the pattern", Span(self.at, self.at))
        return BadQuery(f"{found[0]!r} is not understood{why or _suggestion(found[0])}", Span(*found.span()))


_MEN = frozenset("KQRBNPV")
"""The letters of material."""


def _suggestion(word: str) -> str:
    """Return what `word` may be intended for: `; did you mean 'draw'?`, or examples of terms."""
    from difflib import get_close_matches

    name, colon, value = word.partition(":")
    if colon and name.lower() in FIELDS:
        return f": nothing follows {name}:" if not value else ': a " is missing at its end'
    words = [f"{name}:" for name in FIELDS] if colon else ["win", "draw", "wtm", "btm"]
    near = get_close_matches(f"{name.lower()}{colon}", words, n=1)
    suggestion = near[0] + value if near else _as_field(word)
    return f"; did you mean {suggestion!r}?" if suggestion else f". Try {EXAMPLES}"


def _as_field(word: str) -> str | None:
    """Return a FEN or a name with its field, `Kubbel` → `composer:Kubbel`; None for other words."""
    if word.count("/") == 7:
        return f"fen:{word}"
    return f"composer:{word}" if word.isalpha() and not _MEN.issuperset(word.upper()) else None


def _class(digits: str, pawns: str) -> Condition:
    """Return the condition for a class, such as `0[14]00` and `*` for any pawns."""
    cells = [match[0] for match in _CHARS.finditer(digits)]
    cells += ["?", "?"] if pawns == "*" else [match[0] for match in _CHARS.finditer(pawns)]
    digit_sets = ["0123456789" if cell in "?*xyzXYZ" else "".join(sorted(set(cell.strip("[]")))) for cell in cells]
    places = (0, 1, 2, 3, 5, 6)
    return Every(tuple(Cell("force", at, among) for at, among in zip(places, digit_sets, strict=True)))


def _kings(squares: str) -> Condition:
    """Return the condition for both kings (two squares) or for either king (one square)."""
    among = ["".join(map(char_of, _region(squares[at : at + 2]))) for at in range(0, len(squares), 2)]
    if len(among) == 2:
        return Every((Cell("kings", 0, among[0]), Cell("kings", 1, among[1])))
    return Some((Cell("kings", 0, among[0]), Cell("kings", 1, among[0])))


def _region(square: str) -> list[int]:
    """Return the squares of `c3`, `c?` or `?3`; `?` is any file or rank."""
    file, rank = "abcdefgh".find(square[0]), "12345678".find(square[1])
    return [at for at in range(64) if file in (-1, at % 8) and rank in (-1, at // 8)]


def _material(found: re.Match[str], span: Span) -> Condition:
    """Return the condition for exactly the men in `found`; a 9 may hide such a count."""
    from gbr_lsp.notation.men import force_of, men_in
    from gbr_lsp.notation.values import Nine

    men = men_in((found["white"].upper(), found["black"].upper()))
    if _MAX_PAWNS < max(men[8:]):
        raise BadQuery(f"{found[0]!r} has more than eight pawns of one color", span)
    if _MAX_PAWNS * 8 < sum(men):
        raise BadQuery(f"{found[0]!r} has more men than a board has squares", span)
    forces = dict.fromkeys(str(force_of(men, nine)) for nine in Nine)
    classes = [Every(tuple(Cell("force", at, digit) for at, digit in enumerate(force) if at != 4)) for force in forces]
    cells = tuple(Cell("men", at, char_of(count) + " ") for at, count in enumerate(men))
    return Every((classes[0] if len(classes) == 1 else Some(tuple(classes)), *cells))
