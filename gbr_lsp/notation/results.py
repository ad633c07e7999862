"""Stipulations in words: `Win`, `White wins in 61 moves`, `Black to move loses`.

Only words that belong to the code count. A doubt (`?`, `could`) removes the goal and keeps the side
to move.
"""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages import LANGUAGES, initials, pattern
from gbr_lsp.notation.grammar import MATHS, MINUS, NO_WORD_AFTER, SIGN, TURN_BEFORE
from gbr_lsp.notation.values import BLACK, WHITE, Goal, Stipulation


class Result(NamedTuple):
    """A stipulation in words and its span."""

    span: Span
    stipulation: Stipulation


_BLANK = r"[ \t\u00a0\u202f~]"
_OTHER_LANGUAGES = [one for one in LANGUAGES if one.name != "English"]


def _goal_words() -> tuple[str, str]:
    """Return regex texts for a win and a draw in all languages but English."""
    win_patterns, draw_patterns = [], []
    for language in filter(lambda language: language.win or language.wins, _OTHER_LANGUAGES):
        article = rf"(?:{pattern(language.article.split())}{_BLANK}+)?" if language.article else ""
        white = rf"{article}{pattern(language.white.split())}{_BLANK}+"
        holds = rf"(?:{pattern(language.holds.split())}{_BLANK}+)?" if language.holds else ""
        win_patterns += [pattern(language.win.split())] if language.win else []
        win_patterns += [rf"(?:{white})?{pattern(language.wins.split())}"] if language.wins else []
        draw_patterns.append(rf"(?:{white}{holds})?{pattern(language.draw.split())}")
    return f"(?:{'|'.join(win_patterns)})", f"(?:{'|'.join(draw_patterns)})"


_WIN_WORDS, _DRAW_WORDS = _goal_words()
_DRAW_WORD = regex(_DRAW_WORDS, re.VERBOSE | re.IGNORECASE)


def _stipulation_regex(goal_words: str) -> "re.Pattern[str]":
    """Return the regex of a stipulation; `goal_words` is a regex text: `wins? | draws?`."""
    return regex(
        rf"""
        (?: (?P<sign> {SIGN} ) (?= (?P<far>{MATHS}{_BLANK}*) (?: (?P<sign_turn>{TURN_BEFORE}) {NO_WORD_AFTER} )? )
          | (?: (?P<turn> {TURN_BEFORE} | (?: white | bl?ack ) {_BLANK}+ to {_BLANK}+ (?: move | play ) )
                {NO_WORD_AFTER} (?: (?P<link> {_BLANK}*[,:;]{_BLANK}* | {_BLANK}+ ) (?P<and> and{_BLANK}+ )?
                    (?P<by> white{_BLANK}+ )? (?P<could> could{_BLANK}+ )?
                    (?P<verb> wins? | draws? | loses? ) {NO_WORD_AFTER} )?
              | white {_BLANK}+ (?P<white_could> could{_BLANK}+ )? (?P<white_verb> wins? | draws? ) {NO_WORD_AFTER}
              | (?P<bare> {goal_words} ) {NO_WORD_AFTER}
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


_ENGLISH_STIPULATION = _stipulation_regex("wins? | draws?")
_FOREIGN_STIPULATION = _stipulation_regex(f"{_WIN_WORDS} | {_DRAW_WORDS}")
_FOREIGN_INITIALS = initials(
    word for one in _OTHER_LANGUAGES for word in f"{one.article} {one.white} {' '.join(one.goals)}".split()
) | {*"İıſ"}
"""First letters of goals in other languages; they guard a large expression that seldom matches."""
_AFTER_SIGN = regex(rf"(?![^\W_]|[-+={MINUS}/])")
_END_OF_RESULT = regex(rf"(?={_BLANK}*(?:\Z|[\r\n]|[^\s\w]))")


def read_result(text: str, pos: int, end: int, *, after_control: bool) -> Result | None:
    """Return the `Result` at `pos`, or None if there is none or it is prose.

    Prose is a lower-case word in a sentence (`draws easily`). A word counts as a result if it ends
    its line or punctuation follows, or if it is capitalized and follows a control
    (`after_control`).
    """
    match = _ENGLISH_STIPULATION.match(text, pos, end)
    if match is None and pos < end and text[pos] in _FOREIGN_INITIALS:
        match = _FOREIGN_STIPULATION.match(text, pos, end)
    if not match:
        return None
    if match["sign"]:
        return _read_sign(text, match, end, after_control=after_control)
    stop = match.end()
    if not (text[pos].isupper() and after_control) and not _END_OF_RESULT.match(text, stop, end):
        return None
    is_doubtful = match["doubt"] is not None or match["could"] or match["white_could"]
    turn_word = match["turn"] or match["bare_turn"]
    turn = turn_word[0] in "Ww" if turn_word else None
    verb = (match["verb"] or match["white_verb"] or match["bare"] or "").lower()
    if match["turn"] and not match["by"]:
        goal = _goal_of_turn(turn is WHITE, verb, with_and=match["and"] is not None)
    else:
        goal = _goal(verb)
    return Result(Span(pos, stop), Stipulation(None if is_doubtful else goal, turn))


def goal_of_sign(sign: str) -> Goal | None:
    """Return the goal of `+` or `=`; None for the ambiguous `-+` and `-=`."""
    return Goal(sign) if len(sign) == 1 else None


def turn_of(word: str) -> bool:
    """Return the side to move, WHITE for `WTM`, BLACK for `BTM` or the Dutch `ZAZ`."""
    return word.upper() == "WTM"


def _read_sign(text: str, match: re.Match[str], end: int, *, after_control: bool) -> Result | None:
    """Return the `Result` of the sign in `match`: `+`, `= BTM`; None inside other text."""
    start, stop = match.span("sign")
    goal = None if match["doubt"] is not None else goal_of_sign(match["sign"])
    if match["sign_turn"]:
        return Result(Span(start, match.end("sign_turn")), Stipulation(goal, turn_of(match["sign_turn"])))
    pattern_after = _AFTER_SIGN if after_control else _END_OF_RESULT
    return Result(Span(start, stop), Stipulation(goal, None)) if pattern_after.match(text, stop, end) else None


def _goal_of_turn(turn: bool, verb: str, *, with_and: bool) -> Goal | None:
    """Return White's `Goal` if the side `turn` has `verb`: `Black to move loses` → WIN.

    It is None if there is none. With `with_and`, `and` precedes the verb.
    """
    if verb.startswith("draw"):
        return Goal.DRAW
    if turn is BLACK:
        # `BTM, win` is a win for White with Black to move; in `Black to move wins` Black wins.
        return Goal.WIN if verb in ("lose", "loses") or (verb == "win" and not with_and) else None
    return _goal(verb)


def _goal(verb: str) -> Goal | None:
    """Return the `Goal` of a `verb` of White: `draws` → DRAW, `loses` → None."""
    if verb.startswith("draw") or (not verb.startswith("win") and _DRAW_WORD.match(verb)):
        return Goal.DRAW
    return Goal.WIN if verb and not verb.startswith("lose") else None
