"""The words of a stipulation: `Win`, `White wins in 61 moves`, `BTM, Draw`, `Black to move loses`.

Only words that belong to the code count. A doubt (`?`, `could`) removes the goal and keeps the side to move.
"""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.languages import LANGUAGES, initials, pattern
from gbr_lsp.notation.grammar import MATHS, MINUS, NO_WORD_AFTER, SIGN, TURN_BEFORE
from gbr_lsp.notation.values import BLACK, WHITE, Goal, Stipulation


class Result(NamedTuple):
    """The words of a stipulation and where they end, in the offsets of the text they stand in."""

    start: int
    end: int
    stipulation: Stipulation


_BLANK = r"[ \t\u00a0\u202f~]"
_OTHERS = [one for one in LANGUAGES if one.name != "English"]


def _goal_words() -> tuple[str, str]:
    """What all languages but English say for a win and for a draw, alone or behind the word for White."""
    won, drawn = [], []
    for one in filter(lambda one: one.win or one.wins, _OTHERS):
        article = rf"(?:{pattern(one.article.split())}{_BLANK}+)?" if one.article else ""
        white = rf"{article}{pattern(one.white.split())}{_BLANK}+"
        holds = rf"(?:{pattern(one.holds.split())}{_BLANK}+)?" if one.holds else ""
        won += [pattern(one.win.split())] if one.win else []
        won += [rf"(?:{white})?{pattern(one.wins.split())}"] if one.wins else []
        drawn.append(rf"(?:{white}{holds})?{pattern(one.draw.split())}")
    return f"(?:{'|'.join(won)})", f"(?:{'|'.join(drawn)})"


_WIN_WORDS, _DRAW_WORDS = _goal_words()
_IS_DRAW = regex(_DRAW_WORDS, re.VERBOSE | re.IGNORECASE)


def _words(bare: str) -> "re.Pattern[str]":
    """A stipulation in words, those of some languages for a goal that stands alone."""
    return regex(
        rf"""
        (?: (?P<sign> {SIGN} ) (?= (?P<far>{MATHS}{_BLANK}*) (?: (?P<sign_turn>{TURN_BEFORE}) {NO_WORD_AFTER} )? )
          | (?: (?P<turn> {TURN_BEFORE} | (?: white | bl?ack ) {_BLANK}+ to {_BLANK}+ (?: move | play ) )
                {NO_WORD_AFTER} (?: (?P<link> {_BLANK}*[,:;]{_BLANK}* | {_BLANK}+ ) (?P<and> and{_BLANK}+ )?
                    (?P<by> white{_BLANK}+ )? (?P<could> could{_BLANK}+ )?
                    (?P<verb> wins? | draws? | loses? ) {NO_WORD_AFTER} )?
              | white {_BLANK}+ (?P<white_could> could{_BLANK}+ )? (?P<white_verb> wins? | draws? ) {NO_WORD_AFTER}
              | (?P<bare> {bare} ) {NO_WORD_AFTER}
                (?: (?: {_BLANK}*[:;,&]{_BLANK}* | {_BLANK}+ ) (?: and{_BLANK}+ )?
                    (?P<bare_turn> {TURN_BEFORE} | (?: white | black ) {_BLANK}+ to {_BLANK}+ (?: move | play ) )
                    {NO_WORD_AFTER} )?
            )
            (?: {_BLANK}+ in {_BLANK}+ [0-9]+ (?: {_BLANK}+ moves? )? {NO_WORD_AFTER} )?
        )
        (?P<doubt> (?= {_BLANK}* \? ) )?
        """,
        re.VERBOSE | re.IGNORECASE,
    )


_ENGLISH = _words("wins? | draws?")
_FOREIGN = _words(f"{_WIN_WORDS} | {_DRAW_WORDS}")
_FOREIGN_INITIALS = initials(
    word for one in _OTHERS for word in f"{one.article} {one.white} {' '.join(one.goals)}".split()
) | {*"İıſ"}
"""How words for a goal begin in other languages; the rest of the expression is large, and seldom needed."""
_SIGN_AFTER = regex(rf"(?![^\W_]|[-+={MINUS}/])")
_ENDS = regex(rf"(?={_BLANK}*(?:\Z|[\r\n]|[^\s\w]))")


def read_result(text: str, pos: int, end: int, *, after_control: bool) -> Result | None:
    """The words of a stipulation at `pos`; None where what stands there is none, or is prose.

    Prose is a lower-case word that goes on (`draws easily`); a word that stands for the result is capitalized or
    ends its line, or a mark follows it.
    """
    found = _ENGLISH.match(text, pos, end)
    if found is None and pos < end and text[pos] in _FOREIGN_INITIALS:
        found = _FOREIGN.match(text, pos, end)
    if not found:
        return None
    if found["sign"]:
        return _read_sign(text, found, end, after_control=after_control)
    stop = found.end()
    if not (text[pos].isupper() and after_control) and not _ENDS.match(text, stop, end):
        return None
    doubt = found["doubt"] is not None or found["could"] or found["white_could"]
    if found["turn"]:
        turn = WHITE if found["turn"][0] in "Ww" else BLACK
        verb = (found["verb"] or "").lower()
        goal = _goal(verb) if found["by"] else _goal_of_turn(turn, verb, with_and=bool(found["and"]))
    else:
        goal = _goal((found["white_verb"] or found["bare"]).lower())
        by = found["bare_turn"]
        return Result(pos, stop, Stipulation(None if doubt else goal, by[0] in "Ww" if by else None))
    return Result(pos, stop, Stipulation(None if doubt else goal, turn))


def goal_of_sign(sign: str) -> Goal | None:
    """The goal of `+` and `=`; `-+` and `-=` were described, but mean other things elsewhere."""
    return Goal(sign) if len(sign) == 1 else None


def turn_of(word: str) -> bool:
    """The turn of `WTM`, `BTM` and the Dutch `ZAZ`."""
    return word.upper() == "WTM"


def _read_sign(text: str, found: re.Match[str], end: int, *, after_control: bool) -> Result | None:
    start, stop = found.span("sign")
    goal = None if found["doubt"] is not None else goal_of_sign(found["sign"])
    if found["sign_turn"]:
        return Result(start, found.end("sign_turn"), Stipulation(goal, turn_of(found["sign_turn"])))
    after = _SIGN_AFTER if after_control else _ENDS
    return Result(start, stop, Stipulation(goal, None)) if after.match(text, stop, end) else None


def _goal_of_turn(turn: bool, verb: str, *, with_and: bool) -> Goal | None:
    if verb.startswith("draw"):
        return Goal.DRAW
    if turn is BLACK:
        # `BTM, win` is a win for White with Black to move; `Black to move wins` says that Black wins.
        return Goal.WIN if verb in ("lose", "loses") or (verb == "win" and not with_and) else None
    return _goal(verb)


def _goal(verb: str) -> Goal | None:
    if verb.startswith("draw") or (not verb.startswith("win") and _IS_DRAW.match(verb)):
        return Goal.DRAW
    return Goal.WIN if verb and not verb.startswith("lose") else None
