"""The values of fields in a query: `composer:Réti`, `year:1920..1930`, `men:<=7`, `board:"Ra1 kh8"`."""

from collections.abc import Callable

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.collection.conditions import (
    Arises,
    Cell,
    Condition,
    Every,
    Final,
    Fits,
    Mentions,
    OfTwin,
    Resembles,
    Shows,
)
from gbr_lsp.collection.facts import (
    AWARD_IN_WORDS,
    GOAL,
    MEN,
    PAWNS,
    PROMOTED,
    TURN,
    award_of,
    char_of,
    plain_text,
    short_award,
)
from gbr_lsp.collection.men_pattern import BadPattern, read_men

FIELDS = {
    "composer": "part of the composer's name; accents and case are ignored",
    "year": "1920, 1920..1930, 1920.. or ..1930",
    "event": "part of the name of the tourney or the source",
    "award": "1.p, p, hm, sp.hm, c",
    "men": "the number of men: 7, <=7, 5..7",
    "pawns": "the number of pawns",
    "promoted": "the number of men that must be promoted pawns",
    "flag": "a flag after the code: c, m, v, TT",
    "goal": "win or draw",
    "turn": "white or black",
    "fen": "a FEN or a full code, exactly",
    "board": "men on squares, as CQL designates them",
    "like": "a FEN, a full code or FILE:LINE, for the same or a similar position",
    "during": "men on squares, a FEN, mate or stalemate, anywhere in the solution",
    "twin": "any, or men on squares or a FEN, in the position of a twin or version",
    "title": "part of the heading of the study",
    "rule": "the name of a rule that reports something at the study",
}
"""The fields, each with a description of its value, which shells show."""

_RANGE = regex(r"(?P<low>\d+)?(?P<dots>\.\.)?(?P<high>\d+)?")
_COMPARED = regex(r"(?P<sign><=|>=|<|>|=)(?P<limit>\d+)")
_YEARS = regex(r"(?P<low>\d{4})?(?P<dots>\.\.)?(?P<high>\d{4})?")
AWARD_WORDS = regex(
    r"(?:(?:special|[0-9]{1,2}(?:st|nd|rd|th))[ ])?"
    r"(?:prizes?|honou?rable[ ]mentions?|hm|commendations?|commended|[0-9]{1,2}\.(?:p|hm|c))"
)
"""An award in words, in lower case."""
_TURNS = {"white": "w", "w": "w", "wtm": "w", "black": "b", "b": "b", "btm": "b"}
_GOALS = {"win": "+", "+": "+", "draw": "=", "=": "="}
_FINALS = {"mate": True, "stalemate": False}
_RULE = regex(r"[a-z]+(?:-[a-z]+)*")
_MAX_COUNT = 64
_FEN_SIGNS = regex(r"[pnbrqkPNBRQK1-8]+/")

BoardAt = Callable[[str], str]
"""Returns the 64 squares for a text; raises BadField."""


class BadField(ValueError):
    """A field has an unreadable value; the message states the expected one."""


def read_field(name: str, value: str, board_at: BoardAt) -> Condition:
    """Return the condition of the field `name` with `value`; raise BadField."""
    if name not in FIELDS:
        from difflib import get_close_matches

        near = get_close_matches(name, FIELDS, n=1)
        advice = f"; did you mean {near[0] + ':'!r}?" if near else "."
        raise BadField(f"there is no field {name!r}{advice} There are {', '.join(FIELDS)}")
    if not value.strip():
        raise BadField(f"nothing follows {name}:, which takes {FIELDS[name]}")
    value = value.strip()
    match name:
        case "composer" | "event" | "title":
            return Mentions(name, plain_text(" ".join(value.split())))
        case "year":
            return Fits("year", "years", _years(value))
        case "award":
            award = short_award(value)
            if award is None:
                raise BadField(f"{value!r} is not an award such as {FIELDS['award']}")
            return Fits("award", "award", award)
        case "rule":
            if not is_rule(value):
                raise BadField(f"there is no rule {value!r}")
            return Fits("findings", "rule", value)
        case "flag":
            flag = value.strip("()")
            return Fits("flags", "flag", flag.lower() if len(flag) == 1 else flag.upper())
        case "men" | "pawns" | "promoted":
            at = {"men": MEN, "pawns": PAWNS, "promoted": PROMOTED}[name]
            return Cell("signs", at, "".join(map(char_of, _numbers(value))))
        case "goal":
            return Cell("signs", GOAL, _one_of(value, _GOALS))
        case "turn":
            return Cell("signs", TURN, _one_of(value, _TURNS))
        case "fen":
            return _shown(value)
        case "board":
            return _men(value)
        case "twin":
            return OfTwin(Every(()) if value.lower() == "any" else _shown_or_men(value))
        case "like":
            return Resembles(board_at(value))
        case _ if value.lower() in _FINALS:
            return Arises(Final(_FINALS[value.lower()]))
        case _:
            return Arises(_shown_or_men(value))


def fen_board(value: str) -> str:
    """Return the 64 squares of a FEN, or of a code that lists all its men; raise BadField."""
    from gbr_lsp.notation.placement import Placement, placement_problem

    placement = value.split()[0]
    if "/" not in placement:
        squares = _squares_of_code(value)
        if squares is None:
            raise BadField(f"{value!r} is neither a FEN nor a code with the squares of all its men")
        return squares
    wrong = placement_problem(placement)
    if wrong:
        raise BadField(f"the FEN {wrong}")
    return Placement(placement).squares


def _squares_of_code(text: str) -> str | None:
    from gbr_lsp.notation.code_forms import placement_of
    from gbr_lsp.notation.known_code import parse_codes
    from gbr_lsp.notation.men import stated_men

    found = parse_codes(text)
    if len(found) != 1 or found[0].problems:
        return None
    men = stated_men(found[0])
    known = tuple(count for count in men or () if count is not None)
    placement = placement_of(found[0].code, known) if men and len(known) == len(men) else None
    return placement.squares if placement else None


def _shown(value: str) -> Condition:
    """Return the condition for a board, a FEN or code, and for the side to move of a FEN."""
    shows = Shows(fen_board(value))
    fields = value.split()
    if len(fields) < 2 or "/" not in fields[0]:
        return shows
    return Every((shows, Cell("signs", TURN, _one_of(fields[1], {"w": "w", "b": "b"}))))


def _shown_or_men(value: str) -> Condition:
    return _shown(value) if _FEN_SIGNS.match(value) else _men(value)


def _men(value: str) -> Condition:
    try:
        return read_men(value)
    except BadPattern as error:
        raise BadField(str(error)) from None


def _one_of(value: str, allowed: dict[str, str]) -> str:
    found = allowed.get(value.lower())
    if found is None:
        raise BadField(f"{value!r} must be one of {', '.join(allowed)}")
    return found


def _years(value: str) -> str:
    """Return the years as `first..last`: `1920..` → `1920..9999`."""
    found = _YEARS.fullmatch(value)
    if found is None or not (found["low"] or found["high"]):
        raise BadField(f"{value!r} is not a year such as {FIELDS['year']}")
    low, high = found["low"] or "0000", found["high"] or ("9999" if found["dots"] else found["low"])
    if high < low:
        raise BadField(f"{value!r} ends before it begins")
    return f"{low}..{high}"


def _numbers(value: str) -> range:
    """Return the numbers of `7`, `<=7` or `5..7`."""
    compared = _COMPARED.fullmatch(value)
    if compared:
        sign, limit = compared["sign"], min(_MAX_COUNT, int(compared["limit"]))
        first = {"=": limit, ">=": limit, ">": limit + 1}.get(sign, 0)
        last = {"=": limit, "<=": limit, "<": limit - 1}.get(sign, _MAX_COUNT)
        return range(first, last + 1)
    found = _RANGE.fullmatch(value)
    if found is None or not (found["low"] or found["high"]):
        raise BadField(f"{value!r} is not a number such as 7, <=7, 5..7")
    low = int(found["low"] or 0)
    high = int(found["high"]) if found["high"] else _MAX_COUNT if found["dots"] else low
    if high < low:
        raise BadField(f"{value!r} ends before it begins")
    return range(min(_MAX_COUNT + 1, low), min(_MAX_COUNT, high) + 1)


def award_in(text: str) -> tuple[Condition | None, str]:
    """Return the condition of an award in words (`1st prize`) in `text`, or None; and the other words."""
    found = AWARD_IN_WORDS.search(text)
    if found is None:
        return None, text
    return Fits("award", "award", award_of(found[0])), f"{text[: found.start()]} {text[found.end() :]}"


def is_rule(name: str) -> bool:
    """Return True if `name` is the name of a rule; only their pages are looked at, because importing rules is slow."""
    if not _RULE.fullmatch(name):
        return False
    from gbr_lsp.model.rule_pages import FOLDER

    return (FOLDER / f"{name}.md").is_file()
