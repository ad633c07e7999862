"""The one misprint that stops the main line of a solution, see `slip_search`.

A row that leaves the main line in the middle of another one is never judged: its position may
only be mentioned.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.notation.values import KING, SQUARES
from gbr_lsp.solutions.followed_line import FollowedLine, follow
from gbr_lsp.solutions.item_grammar import SCANNED_DIGITS
from gbr_lsp.solutions.languages import Language, language_named
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken, closing_brackets
from gbr_lsp.solutions.problems import has_sic
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE
from gbr_lsp.solutions.prose_text import ProseText
from gbr_lsp.solutions.relocations import ManRelocation, find_relocations, is_legal_with_slip, with_man_moved
from gbr_lsp.solutions.slip_explanation import Slip, SlipExplanation
from gbr_lsp.solutions.slip_search import MAX_AHEAD, SlipSearch
from gbr_lsp.solutions.spelling import letters_of, replay_items

_MAX_BREAKS = 16
"""Maximum number of breaks of a line that are searched."""
_MAX_GENERATIONS = 300
"""Maximum number of positions whose legal moves are generated for one broken line."""
_MAX_MISPLACED = 12
"""Maximum number of men for which the main line is followed from another square."""
_OWN_PLIES = 5
"""Minimum number of own half-moves of a branch with a slip."""
_LETTER_REACH = 1_000
_LETTER_IN = regex(rf"[{''.join(SCANNED_DIGITS)}]")
_LETTERED_MOVE = regex(r"(?<![^\W_])(?!Кр)(?P<letter>[^\W\d_a-z])[a-h]?[1-8]?[-–x:×]?[a-h][1-8](?![^\W_])")
_TORN_MOVE = regex(r"\s{1,3}[-–—:×]\s?[a-h][1-8]|(?:(?<=[a-h][18])|(?<=[a-h][18]:))\W{1,3}[^\W\d_a-z](?![^\W_⁰¹²³⁴-⁹])")
"""Text that shows that a move is torn: `Rf7⏎- f8`, where a line looks like a list item; or a
capital that may be the piece of a promotion."""
_COLUMN_NUMBER = regex(
    r"(?P<gap>(?<![^\S\n])(?:[^\S\n]{2,}+|[^\S\n]*+[|&][^\S\n]*+|\t))?"
    r"(?<![0-9])(?P<number>[1-9][0-9]?)(?P<dots>[.…]++)|(?P<end>\n)"
)
"""A move number in a line of text, and the gap before it, possibly one between columns."""
_POSITION_REACH = 300
"""Maximum distance, in code points, of a position in words before a line."""
_SQUARE = regex("[a-h][1-8]")
_QUOTATION_MARK = regex("[“”„«»]")
_MEN = r"[^\W\d_][a-h][1-8](?:[\s,]{1,2}[^\W\d_]?[a-h][1-8]){0,20}"
_POSITION_IN_WORDS = regex(rf"(?<!\w){_MEN}\s{{0,2}}/\s{{0,2}}{_MEN}(?!\w)")
"""A position in words: the men of White, a slash, those of Black."""
_MAX_ROW_LENGTH = 300
"""Maximum width, in code points, of the columns before the solution in the last one."""
_FIVE_MEN = "·" * 5
"""Letters for the five men of a language that uses none of them."""


def find_misprint(text: ProseText, line: FollowedLine) -> SlipExplanation | None:
    """Return the `SlipExplanation` that stops `line`, or None if uncertain."""
    half = line.first_row.half or 0
    if SECOND_MOVE <= half and (line.plies < MANY_PLIES or _has_earlier_moves(text, line)):
        # A line that does not begin at move 1 may be that of another study, or part of a longer one.
        return None
    if _is_of_another_position(text, line):
        return None
    main_end = line.tree.main_end
    reached = main_end.due if main_end else 0
    best: SlipExplanation | None = None
    generated = 0
    for node, tokens in _break_points(text, line):
        if _MAX_GENERATIONS <= generated:
            break
        if not any(token.kind == "number" or token.kind in MOVE_KINDS for token in tokens):
            # Nothing stops the line.
            continue
        printed = [text.items[move.item] for move in node.path]
        search = SlipSearch(text.text, [*node.path_back()][::-1], printed, tokens, line.language)
        found = search.find_best()
        generated += search.generations
        if found is None or is_branch_start(tokens, search):
            continue
        is_continued = reached < found.end and (reached <= node.due + 1 or node.due + MAX_AHEAD <= found.end)
        if not is_continued and not _is_first_branch(line, node, found):
            # The main line continues elsewhere: the broken row is an alternative.
            continue
        if best is None or (found.end, -found.cost) > (best.end, -best.cost):
            best = found
    if best is None:
        return misread_number(text, line.moves, line.language)
    if is_doubtful(text, line.start, best):
        return None
    if best.slip is not Slip.WRONG:
        return best
    sans = [move.san or "" for move in best.line]
    men = [man for man in find_relocations(line.position, [sans]) if man.piece_type != KING]
    is_tied = bool(men) or is_legal_with_slip(line.position, sans, len(sans))
    return best._replace(may_be_of_board=is_tied, relocations=_nearest_men(text, line, men))


def is_doubtful(text: ProseText, start: int, found: SlipExplanation) -> bool:
    """Return True if print or letters of the line from item `start` may explain the slip `found`."""
    return (
        (found.slip is Slip.WRONG and _TORN_MOVE.match(text.text, found.span.end) is not None)
        or _is_marked_sic(text, found)
        or _is_quoted(text.text, found.span.start)
        or _has_open_bracket(text, start, found)
        or _is_in_columns(text, start, found.span)
        or _has_unknown_letters(text, start, found)
        or _has_other_letters(text, found)
    )


def _nearest_men(text: ProseText, line: FollowedLine, men: Sequence[ManRelocation]) -> tuple[ManRelocation, ...]:
    """Return those of `men` that make the whole main line legal, at the shortest distance."""
    found: list[ManRelocation] = []
    for man in men[:_MAX_MISPLACED]:
        if found and found[0].steps < man.steps:
            break
        other = follow(text, line.start, with_man_moved(line.position, man), line.language)
        if other.is_complete and other.is_at_row_end:
            found.append(man)
    return tuple(found)


def _is_marked_sic(text: ProseText, found: SlipExplanation) -> bool:
    """Return True if a move before the break is marked `[sic]`: nothing can be judged."""
    end = max(token.span.end for token in (found.token, found.stop) if token)
    return any(has_sic(text.text, one) for one in (*(token.span.end for token in found.tokens), end) if one <= end)


def _is_quoted(text: str, offset: int) -> bool:
    """Return True if a quotation begins before `offset` and may not end there: its words are printed as they were."""
    signs = [*_QUOTATION_MARK.finditer(text, max(0, offset - _LETTER_REACH), offset)][-2:]
    before = "".join(sign[0] for sign in signs)
    return before[-1:] in ("„", "“", "«") and before not in ("„“", "»«")


def _has_open_bracket(text: ProseText, start: int, found: SlipExplanation) -> bool:
    """Return True if a bracket between item `start` and the last move of `found` is never closed."""
    closed = text.compute_once("closed brackets", lambda: closing_brackets(text.items))
    last = max(token.span.start for token in (*found.tokens, found.token, found.stop) if token)
    end = bisect_left(text.items, last, key=lambda item: item.span.start)
    return any(text.kinds[at] == "open" and at not in closed for at in range(start, end))


def _is_first_branch(line: FollowedLine, node: Node, found: SlipExplanation) -> bool:
    """Return True if the line divides into branches and breaks in the first one.

    `3.Sc7 and now: - 3...Bxc7 ...; - 3...Rxc7 ...`. Apart from the slip the branch must run to its
    end. `node` is the position before the break.
    """
    main_end = line.tree.main_end
    if main_end is None or main_end.parent is None or node.parent is None:
        return False
    theirs = {id(one) for one in main_end.path_back()}
    common = next(one for one in node.path_back() if id(one) in theirs)
    parting = next((one for one in main_end.path_back() if one.parent is common), None)
    is_first = parting is None or parting.parent is None or node.item < parting.item
    return is_first and found.is_complete and MAX_AHEAD <= found.depth and _OWN_PLIES <= found.end - common.due


def _has_earlier_moves(text: ProseText, line: FollowedLine) -> bool:
    """Return True if moves with a smaller number precede the first row of `line` in its paragraph."""
    half, start = line.first_row.half or 0, line.start
    for before in reversed(text.rows[: line.rows_in_order.start]):
        if any(item.kind == "end" for item in text.items[before.items[-1] : start]):
            return False
        if before.half is not None and before.half < half:
            return True
        start = before.items[0]
    return False


def _is_of_another_position(text: ProseText, line: FollowedLine) -> bool:
    """Return True if words before the line give another position: `Kg8 Lb3 Pc6 / Kd7 Lf8 a3 +`."""
    start = text.items[line.start].span.start
    before = text.text[max(0, start - _POSITION_REACH) : start]
    listed = next(iter([*_POSITION_IN_WORDS.finditer(before)][-1:]), None)
    if listed is None:
        return False
    us, them, _, _ = line.position
    return sum(1 << SQUARES[square] for square in {*_SQUARE.findall(listed[0])}) != us[ALL_MEN] | them[ALL_MEN]


def _break_points(text: ProseText, line: FollowedLine) -> Iterator[tuple[Node, list[MoveToken]]]:
    """Yield each position where the main line may break, with the tokens after it.

    Breaks at the same move in the same position are yielded once.
    """
    tree = line.tree
    breaks = (one for one in tree.breaks if not one.is_aside and not _is_after_branch_move(text, one.row_number))
    nodes: list[tuple[Node, int | None, int]]
    nodes = [(one.node, one.row_number, one.place) for one in breaks if line.rows_around(one)]
    last = text.rows[line.rows_in_order[-1]].items[-1]
    here = (one for one in tree.complete_ends if not one.is_aside and one.parent and one.item <= last)
    ends = (tree.main_end, max(here, key=lambda one: one.half, default=None) if line.rows_elsewhere else None)
    nodes += [(one, None, 0) for one in ends if one and one.parent]
    seen = set[object]()
    for node, row_number, place in nodes[:_MAX_BREAKS]:
        items = () if row_number is None else text.rows[row_number].items
        if node.parent and (row_number is None or 1 < place):
            first, offset = node.item + 1, node.span.end
        else:
            first, offset = items[0], text.items[items[0]].span.start
        us, them, en_passant, turn = node.position
        # Skip repeated breaks at the same move in the same position.
        failing = text.items[items[place]].text if items else first
        at = (node.half, *us, *them, en_passant, turn, failing)
        if at not in seen:
            seen.add(at)
            yield node, text.tokens_after(first, offset)


def is_branch_start(tokens: Sequence[MoveToken], search: SlipSearch) -> bool:
    """Return True if the move that stops the line begins a branch.

    The number after it is lower than the due one: `2.Kxc1 Kh5 3.a6 Kh6 4.a7; Kf5 3.a6 Ke6`.
    """
    at = next((place for place, token in enumerate(tokens) if token is search.stop), 0)
    before, after = tokens[at - 1 : at], tokens[at + 1 : at + 2]
    has_number = bool(before) and before[0].kind == "number"
    return not has_number and bool(after) and after[0].kind == "number" and after[0].half < search.due


def _is_after_branch_move(text: ProseText, row_number: int) -> bool:
    """Return True if the move directly before a row begins its branch: `4.a7⏎2) Kf5 3.a6`.

    `row_number` is the index of the row.
    """
    before, row = text.rows[row_number - 1], text.rows[row_number]
    half, first = row.half, row.items[0]
    if not row_number or half is None or half % 2 or before.end <= half or before.items[-1] != first - 1:
        return False
    move = text.items[first - 1]
    return move.kind == "move" and not text.text[move.span.end : text.items[first].span.start].strip()


def misread_number(text: ProseText, moves: Sequence[Node], language: Language) -> SlipExplanation | None:
    """Return the first number among `moves` with a letter for a digit as a `SlipExplanation`, or None.

    At least `MANY_PLIES` half-moves must run.
    """
    if len(moves) < MANY_PLIES:
        return None
    for number, move in enumerate(moves):
        item = text.items[move.item - 1]
        if item.kind == "number" and item.half == move.half and _LETTER_IN.search(item.text):
            path = tuple(text.items[one.item] for one in moves[:number])
            assert move.before
            where = Slip.NUMBER, item, item.half, move.before, (), language
            return SlipExplanation(*where, end=moves[-1].due, line=tuple(moves[:number]), tokens=path)
    return None


def _is_in_columns(text: ProseText, first_item: int, wrong: Span) -> bool:
    """Return True if two solutions are printed in adjacent columns.

    A number after a gap is not the next one, or two lines contain the same number. `wrong` is the
    span of the misprint, in the line that begins with `first_item`.
    """
    start = text.items[first_item].span.start
    near = max(0, start - _MAX_ROW_LENGTH)
    first = max(near, text.text.rfind("\n", near, start) + 1)
    last = rows = done = 0
    for found in _COLUMN_NUMBER.finditer(text.text, first, wrong.end + _LETTER_REACH // 5):
        number = int(found["number"] or 0)
        by_black = found["dots"] not in (None, ".")
        # Directly after another number, which is that of the study, there is no column.
        if last and number and found["gap"] and done < found.start() and number != last + (not by_black):
            # An alternative of the same move may be in a footnote.
            rows += 1 if number == last else 2
        last, done = number, found.end()
    return 1 < rows


def _has_unknown_letters(text: ProseText, first_item: int, wrong: SlipExplanation) -> bool:
    """Return True if moves near `wrong`, in the line from `first_item`, repeat a letter unknown to the language.

    The text is then in another language.
    """
    start = text.items[first_item].span.start
    found = _LETTERED_MOVE.finditer(text.text, start, wrong.span.end + _LETTER_REACH)
    count = Counter(move["letter"] for move in found)
    return any(1 < number and letter not in wrong.language.letters for letter, number in count.items())


def _has_other_letters(text: ProseText, found: SlipExplanation) -> bool:
    """Return True if the line runs as printed with other meanings of its letters.

    The language is then unknown.
    """
    if text.are_letters_given or found.slip is not Slip.WRONG:
        return False
    printed = [token for token in found.tokens if token.kind == "move"]
    letters = "".join(sorted(frozenset[str]().union(*(letters_of(item.text) for item in printed))))
    if len(_FIVE_MEN) < len(letters) or not letters.isalpha():
        # Figurines, Кр and a sixth letter have fixed meanings.
        return False
    languages = map("".join, permutations(letters + _FIVE_MEN[len(letters) :]))
    position = found.line[0].before
    return position is not None and any(
        sum(1 for _ in replay_items(position, printed, language_named(men))) == len(printed) for men in languages
    )
