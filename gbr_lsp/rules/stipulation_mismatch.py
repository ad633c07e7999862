"""The sign of a code, its words and the result of its PGN record give different goals.

## Why it matters

A study is a win or a draw. A code that says both is filed in the wrong place, and so is a record whose `Result`
contradicts its code: `1-0` goes with a win, and `1/2-1/2` with a draw.

These results are not compared: `*`; `0-1` with Black to move; the results of records with the flags `U3` or `U4`, or
with another goal in a comment (`{stipulation: mate in 24.}`). Outside PGN, the goal is also compared with the words
right after the printed solution ("and White wins", `1/2-1/2`, "remise") and with a sentence on a line of its own next
to the code ("White to play and win.", "Les Blancs jouent et gagnent").

The fix changes the code, but nothing shows which side is wrong, so `--fix` does not apply it. If the moves of a game
end with the result that the code claims, the tag is wrong (`result-mismatch`).

## Example

```text
+ 0116.00 a7d3 3/3 Draw
                   ^^^^ stipulation-mismatch: The sign says a win, but the words say a draw
```

```pgn
[White "Kubbel=L"]
[Black "(+0323.12g3g1)"]
         ^ stipulation-mismatch: The sign says a win, but the Result tag says 1/2-1/2
[Result "1/2-1/2"]
[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.aim import is_other_goal, is_taken_back
from gbr_lsp.model.finding import Finding, Fix, Need, RelatedMessage, RuleScope, Severity, rule, write
from gbr_lsp.model.study import GoalSentence, Study
from gbr_lsp.notation.grammar import GOAL_OF_RESULT
from gbr_lsp.notation.results import goal_of_sign, read_result
from gbr_lsp.notation.values import BLACK, Goal, Kind

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf

_SPELLINGS = (
    {Goal.WIN: "+", Goal.DRAW: "="},
    {Goal.WIN: "Win", Goal.DRAW: "Draw"},
    {Goal.WIN: "win", Goal.DRAW: "draw"},
    {Goal.WIN: "White wins", Goal.DRAW: "White draws"},
    {Goal.WIN: "White to move wins", Goal.DRAW: "White to move draws"},
    {Goal.WIN: "White to play and win", Goal.DRAW: "White to play and draw"},
)
"""Spellings of a win and of a draw in codes."""
_GOAL_WORD = regex(r"(?P<goal>(?:win|draw)(?P<s>s?))\W*\Z")


@rule(Severity.ERROR, need=Need.TWO_GOALS, is_silent_if_clean=True)
def stipulation_mismatch(study: Study) -> Iterator[Finding]:
    sign, result = study.occurrence.part(Kind.SIGN), study.occurrence.part(Kind.RESULT)
    if sign and result:
        words = read_result(study.block.text, result.span.start, len(study.block.text), after_control=True)
        sign_goal, words_goal = goal_of_sign(study.text(sign.span)), words and words.stipulation.goal
        if sign_goal and words_goal and sign_goal is not words_goal:
            message = f"The sign says {sign_goal.words}, but the words say {words_goal.words}"
            yield Finding(study.place(result.span), message)
            return
    part = sign or result
    if part and study.goal_sentence and is_other_goal(study, study.goal_sentence.goal):
        yield _sentence_finding(study, part.span, study.goal_sentence)
    if part and study.is_record_head:
        yield from _result_findings(study, part.span, "sign" if sign else "words")


def _sentence_finding(study: Study, span: Span, sentence: GoalSentence) -> Finding:
    """Return the `Finding` about a sentence next to a code that states another goal.

    Either may be wrong. `span` is that of the sign or words in the code.
    """
    place, goal = sentence.place, study.code.stipulation.goal
    words = place.block.text[place.span.start : place.span.end]
    fixes = _fixes(study, span, sentence.goal)
    ending = _GOAL_WORD.search(words)
    if goal and ending:
        old = Span(place.span.start + ending.start("goal"), place.span.start + ending.end("goal"))
        new = ("win" if goal is Goal.WIN else "draw") + ending["s"]
        fixes += (write(place._replace(span=old), new, safe=False)._replace(is_tied=True),)
    message = f'The code says {goal.words if goal else ""}, but next to it is "{words}"'
    return Finding(study.place(span), message, fixes, (RelatedMessage("the sentence", place),))


@stipulation_mismatch.register(RuleScope.WRONG_GOAL)
def _solution_findings(solution: "SolutionOf") -> Iterator[Finding]:
    """Yield a `Finding` about a code whose goal differs from the words after its solution."""
    study, sentence = solution.study, solution.wrong_goal
    part = study and (study.occurrence.part(Kind.SIGN) or study.occurrence.part(Kind.RESULT))
    goal = study and study.code.stipulation.goal
    if study is None or sentence is None or part is None or goal is None:
        return
    block, span = sentence.place
    message = f'The code says {goal.words}, but its solution ends with "{" ".join(block.text[slice(*span)].split())}"'
    related = (RelatedMessage("the end of the solution", sentence.place),)
    yield Finding(study.place(part.span), message, _fixes(study, part.span, sentence.goal), related)


def _fixes(study: Study, span: Span, goal: Goal) -> tuple[Fix, ...]:
    """Return the tied `Fix` that writes `goal` in `span`, as a tuple.

    It is empty unless the sign or words in the code are in `_SPELLINGS`.
    """
    goal_text = study.text(span)
    new_text = next((pair[goal] for pair in _SPELLINGS if goal_text in pair.values()), None)
    return (write(study.place(span), new_text, safe=False)._replace(is_tied=True),) if new_text else ()


def _result_findings(study: Study, span: Span, name: str) -> Iterator[Finding]:
    """Yield a `Finding` if the `Result` tag contradicts the goal of the code.

    `span` is that of the goal in the code, `name` is `sign` or `words`.
    """
    goal = study.code.stipulation.goal
    tag = study.block.contents.reading.tags.get("Result")
    tag_result = study.text(tag).strip() if tag else ""
    if (
        goal is None
        or tag_result not in GOAL_OF_RESULT
        or GOAL_OF_RESULT[tag_result] is goal
        or not _is_result_valid(study, tag_result)
        or _has_goal_result(study, goal)
    ):
        return
    verb = "says" if name == "sign" else "say"
    message = f"The {name} {verb} {goal.words}, but the Result tag says {tag_result}"
    result_goal = GOAL_OF_RESULT[tag_result]
    fixes = _fixes(study, span, result_goal) if result_goal else ()
    yield Finding(study.place(span), message, fixes, (RelatedMessage("the Result", study.place(tag)),) if tag else ())


def _has_goal_result(study: Study, goal: Goal) -> bool:
    """Return True if the moves end with the result of `goal`: result-mismatch reports the tag."""
    from gbr_lsp.solutions.movetext import STANDARD_RESULTS, last_result

    end = last_result(study.block.text)
    standard = STANDARD_RESULTS.get(end.text) if end else None
    return (
        standard is not None and GOAL_OF_RESULT[standard] is goal and "Variant" not in study.block.contents.reading.tags
    )


def _is_result_valid(study: Study, tag_result: str) -> bool:
    """Return False for an unsound study, and for `0-1` if Black may be the side to move."""
    if is_taken_back(study):
        return False
    turns = {study.code.stipulation.turn, *(owned.board.turn for owned in study.boards)}
    return tag_result != "0-1" or not (BLACK in turns or "CR" in study.occurrence.flags)
