"""Statements about the position near a code: counts of men, remarks, goal sentences, incomplete lists.

A remark has the squares of both kings: `WK g3, BK g1`, `wKg3 bKg1`, `White king g3, black king g1`. With
other squares on its line, with words such as "after", or of a twin, it is about another position.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind, Count
from gbr_lsp.model.block import TWIN, Block, Place
from gbr_lsp.model.section import Section
from gbr_lsp.model.signatures import blanked, is_plain, neighbor_lines, own_lines
from gbr_lsp.model.study import Bond, GoalSentence, OwnedBoard, Study
from gbr_lsp.model.versions import LATER_WORDS, versions_in
from gbr_lsp.notation.grammar import NO_WORD_AFTER, NO_WORD_BEFORE, SQUARE
from gbr_lsp.notation.men import is_control_near
from gbr_lsp.notation.sentences import goal_sentences
from gbr_lsp.notation.separated_kings import BLACK_WORD, KING_WORD, WHITE_WORD
from gbr_lsp.notation.values import SQUARES, Goal, Kings
from gbr_lsp.slips import Field, readings

_MAX_COST = 1.0
"""Maximum cost of a slip in the kings of a list that only its place connects with the code."""
_MAX_APART = 1500
"""Maximum number of code points between a code and its sentence: a diagram may be between them."""
_SIGN_OF_COUNT = regex(r"[ \t*_`$]*(?P<sign>[+=])[ \t*_`$|.]*(?=[\r\n]|\Z)")
_LINE_END = regex(r"[\r\n]")
_LETTER = regex(r"[^\W\d_]")
_MIN_LENGTH = len("Kh1/kh8")
_MAX_LENGTH = 400
"""Maximum length of a line with a remark, in code points; a longer one is a paragraph."""
_BLANK = r"[^\S\r\n]"
_LINKS = rf"(?:(?:and|und|et|e|y|en|и|on|the|auf|en|su|op|на)\b{_BLANK})"
_KING = rf"(?:{KING_WORD}|K)"


def _king(color: str, side: str, letters: str, number: int) -> str:
    """Return a regex text for the king of `color`, its words `side` and initials `letters`, and its square."""
    name = rf"[{letters}]\.?{_BLANK}?K|{side}(?:['’]s)?:?{_BLANK}?{_KING}?|{_KING}{_BLANK}{side}"
    return rf"(?:{name})[.:=]?{_BLANK}?{_LINKS}?(?P<{color}{number}>{SQUARE})"


_JOINT = rf"{_BLANK}?[,;/|.&+–-]?{_BLANK}?{_LINKS}{{0,2}}"
_REMARK = regex(
    rf"{NO_WORD_BEFORE}(?:{_king('white', WHITE_WORD, 'wW', 1)}{_JOINT}{_king('black', BLACK_WORD, 'bBsSzZ', 1)}"
    rf"|{_king('black', BLACK_WORD, 'bBsSzZ', 2)}{_JOINT}{_king('white', WHITE_WORD, 'wW', 2)}"
    rf"|(?<![0-9][.…])(?<![0-9][.…] )[K♔]{_BLANK}?(?P<white3>{SQUARE}){_BLANK}?[,;/|–-]?"
    rf"{_BLANK}?[k♚]{_BLANK}?(?P<black3>{SQUARE})){NO_WORD_AFTER}"
)
_SQUARE = regex(rf"{SQUARE}{NO_WORD_AFTER}")
_SENTENCE_END = regex(rf"{_BLANK}?(?:[.;:)\]}}|*_`<]|[\r\n]|\Z)")


def with_statements(section: Section) -> Section:
    """Return `section`, each study with the statements that belong to it."""
    return _with_listed_kings(_with_goal_sentences(_with_remarks(_with_counts(section))))


def _with_counts(section: Section) -> Section:
    """Return `section`, each study with the count of men on a line of its own that belongs to it.

    The count is in the paragraph of the code or next to its board, or counts and captions of the section
    alternate, a count first. Counts that differ much from the code are skipped. A sign after one is its goal.
    """
    if not section.studies or section.blocks[0].host.has_records:
        return section
    relevant = [block for block in section.blocks if block.is_relevant]
    counts = [(at, block, count) for at, block in enumerate(relevant) if (count := block.lone_count)]
    if not counts:
        return section
    studies = list(section.studies)
    owners: dict[Block | None, list[int]] = {}
    for number, study in enumerate(studies):
        shown = [o.block for o in study.boards if o.bond is not Bond.SHARED and o.board.kind is not BoardKind.CODE]
        for block in dict.fromkeys([study.block, *shown]):
            owners.setdefault(block, []).append(number)
    owning = [owners.get(_block_of_count(relevant, at, count), []) for at, _, count in counts]
    pairs = [] if any(owning) else _alternating(section, [Place(block, one.span) for _, block, one in counts])
    if pairs and pairs[0][1] < pairs[0][0]:
        right = sum(_is_near_count(study, *one[1:], limit=0) for study, one in zip(studies, counts, strict=True))
        owning = [[number] for number in range(len(studies))] if 2 * len(studies) <= 3 * right + 2 else owning
    for (_, block, count), numbers in zip(counts, owning, strict=True):
        owner = studies[numbers[0]] if len(numbers) == 1 else None
        if owner and not owner.men_count and _is_near_count(owner, block, count):
            sign, goal = _SIGN_OF_COUNT.match(block.text, count.span.end), None
            if sign:
                goal = GoalSentence(Place(block, Span(count.span.start, sign.end("sign"))), Goal(sign["sign"]))
            men_count = Place(block, count.span), count.control
            studies[numbers[0]] = owner._replace(men_count=men_count, goal_sentence=goal)
    return section.with_studies(studies)


def _block_of_count(blocks: list[Block], at: int, count: Count) -> Block | None:
    """Return the block with the code or board of the `count` in block `at` of `blocks`, or None.

    It is the same block, else the only neighbor with a board. A name before the count heads the next study.
    """
    near = blocks[at : at + 1]
    if not near[0].contents.codes and not near[0].contents.boards:
        first = at if _LETTER.search(near[0].text, 0, count.span.start) else max(0, at - 1)
        near = [one for one in blocks[first : at + 2] if one.contents.boards]
    is_only = len(near) == 1 and len(near[0].contents.codes) <= 1 and len(near[0].contents.boards) <= 1
    return near[0] if is_only else None


def _is_near_count(study: Study, block: Block, count: Count, limit: int = 2) -> bool:
    """Return True if `count` in `block` differs by at most `limit` men from `study`, and no prose is near.

    Near is the text between them, or the line of the code and the block if these are apart.
    """
    code, lines = study.occurrence.span, study.block.lines
    if study.code.force is None or not is_control_near(study.code.force, count.control, limit):
        return False
    if study.block is block:
        start, end = min(code.end, count.span.end), max(code.start, count.span.start)
        return bool(_LINE_END.search(block.text, start, end)) and _is_plain_text(block, Span(start, end))
    line = Span(lines.line_span(lines.line_at(code.start)).start, lines.line_span(lines.line_at(code.end)).end)
    is_caption = bool(study.boards) or is_plain(study.block, line, [code])
    return is_caption and _is_plain_text(block, Span(0, len(block.text)))


def _is_plain_text(block: Block, span: Span) -> bool:
    """Return True if `span` has no prose outside boards and goal sentences."""
    sentences = (sentence for sentence, _ in goal_sentences(block.text))
    return is_plain(block, span, [*(board.span for board in block.contents.boards), *sentences])


def _alternating(section: Section, places: list[Place]) -> list[tuple[int, int]]:
    """Return (offset of code, offset of place) pairs if the codes of `section` and `places` alternate.

    The list is empty if they do not alternate, or if a board belongs to no study.
    """
    owned = {one.place for study in section.studies for one in study.boards}
    if len(places) != len(section.studies) or any(one.place not in owned for one in section.boards):
        return []
    pairs = [
        (section.span(study.code_place).start, section.span(place).start)
        for study, place in zip(section.studies, places, strict=True)
    ]
    offsets = [at for pair in pairs for at in (pair if pairs[0][0] < pairs[0][1] else pair[::-1])]
    return pairs if all(one < other for one, other in pairwise(offsets)) else []


def _with_listed_kings(section: Section) -> Section:
    """Return `section`, with the incomplete list of men next to each study without a board.

    The kings of a list must fit no other study near it.
    """
    if not any(block.contents.unread_lists for block in section.blocks):
        return section
    near: dict[Block, list[tuple[int, Kings]]] = {}
    studies = list(section.studies)
    for number, study in enumerate(studies):
        if not study.boards and study.code.kings:
            near.setdefault(study.block, []).append((number, study.code.kings))
    claims: list[tuple[int, OwnedBoard]] = []
    for at, block in enumerate(section.blocks):
        if not block.contents.unread_lists:
            continue
        by_kings: dict[Kings | str | None, list[int]] = {}
        for number, kings in (pair for one in section.blocks[max(0, at - 1) : at + 2] for pair in near.get(one, ())):
            for shown in _fitting_kings(kings):
                by_kings.setdefault(shown, []).append(number)
        for board in block.contents.unread_lists:
            numbers = [number for shown in (board.kings, str(board.kings)) for number in by_kings.get(shown, ())[:2]]
            claims += [(number, OwnedBoard(block, board, Bond.CLOSE)) for number in numbers if len(numbers) == 1]
    claiming = Counter(number for number, _ in claims)
    for number, owned in claims:
        if claiming[number] == 1:
            studies[number] = studies[number]._replace(partial_list=owned)
    return section.with_studies(studies)


def _with_goal_sentences(section: Section) -> Section:
    """Return `section`, each study with the sentence that states its goal.

    Codes and sentences must alternate, so that each sentence belongs to one code. If the sentences
    contradict these codes but agree with the codes before or after, none counts. A sentence may also be
    about a board without a code, a twin or another version.
    """
    studies = section.studies
    if not any(study.code.stipulation.goal for study in studies) or section.blocks[0].host.has_records:
        return section
    sentences = ((block, sentence) for block in section.blocks for sentence in goal_sentences(block.text))
    found = [GoalSentence(Place(block, span), goal) for block, (span, goal) in sentences]
    pairs = _alternating(section, [sentence.place for sentence in found])
    if not pairs:
        return section
    goals = [study.code.stipulation.goal for study in studies]
    stated = [sentence.goal for sentence in found]
    are_others_equal = _are_goals_equal(goals[1:], stated) or _are_goals_equal(goals, stated[1:])
    if 1 < len(goals) and are_others_equal and not _are_goals_equal(goals, stated):
        return section
    new = [
        study._replace(goal_sentence=sentence) if _is_near(section.text, min(code, at), max(code, at)) else study
        for study, sentence, (code, at) in zip(studies, found, pairs, strict=True)
    ]
    return section.with_studies(new)


def _are_goals_equal(goals: Sequence[Goal | None], stated: Sequence[Goal]) -> bool:
    """Return True if none of `stated` differs from the known goal at its index in `goals`."""
    return all(goal in (None, other) for goal, other in zip(goals, stated, strict=False))


def _is_near(text: str, start: int, end: int) -> bool:
    """Return True if a code and a sentence, at `start` and `end`, are near, without a twin or version between."""
    between = text[start:end]
    return len(between) <= _MAX_APART and not TWIN.search(between) and next(versions_in(between), None) is None


@lru_cache(2048)
def _fitting_kings(kings: Kings) -> tuple[Kings | str, ...]:
    """Return `kings`, and as texts the kings that are one cheap slip away."""
    return kings, *(meant.text for meant in readings(str(kings), Field.KINGS, _MAX_COST))


def _with_remarks(section: Section) -> Section:
    """Return `section`, each study with the only remark on the lines of its code, or next to them."""
    having = set()
    for block, (start, end) in {study.block: study.occurrence.span for study in section.studies}.items():
        has_text = end - start + _MIN_LENGTH <= len(block.text) and not block.host.has_records
        if has_text and 2 < len(_SQUARE.findall(block.text)) and _REMARK.search(block.text):
            having.add(block)
    if not having:
        return section
    before = dict(zip(section.blocks, ["", *(block.text for block in section.blocks)], strict=False))
    new = [
        study._replace(remark=_remark_of(study, before[study.block])) if study.block in having else study
        for study in section.studies
    ]
    return section.with_studies(new)


def _remark_of(study: Study, before: str) -> tuple[Place, Kings] | None:
    """Return the place and kings of the remark of `study`, or None; `before` is the paragraph before its block."""
    block, code, own = study.block, study.occurrence.span, own_lines(study)
    if own is None or None in (study.code.kings or ()):
        return None
    lines = [line for line in (own, *neighbor_lines(study)) if line.end - line.start <= _MAX_LENGTH]
    found = [(line, *remark) for line in lines for remark in _remarks(block.text, line, code)]
    if len(found) != 1:
        return None
    line, span, kings = found[0]
    is_free = (code.end <= span.start or span.end <= code.start) and not block.board_spans.has_overlap(span)
    start = min(code.start, line.start)
    near = before[-_MAX_LENGTH:] + block.text[max(0, start - _MAX_LENGTH) : start] if line != own else ""
    return (study.place(span), kings) if is_free and _is_of_start(study, line, span, near) else None


def _remarks(text: str, line: Span, code: Span) -> Iterator[tuple[Span, Kings]]:
    """Yield (span, `Kings`) of the remark in `line` if it has the only two squares besides `code`."""
    if len(_SQUARE.findall(blanked(text, line, (code,)))) != 2:
        return
    for match in _REMARK.finditer(text, *line):
        kings = {name[:5]: SQUARES[square] for name, square in match.groupdict().items() if square}
        yield Span(*match.span()), Kings(kings["white"], kings["black"])


def _is_of_start(study: Study, line: Span, span: Span, before: str) -> bool:
    """Return True if the remark at `span` in `line` is about the position of the code itself.

    `before` is the text before their lines; other remarks in it are skipped.
    """
    code, text = study.occurrence.span, study.block.text
    rest = f"{_REMARK.sub('', before)}\n{blanked(text, line, (code, span))}"
    near = Span(code.start if code.start < span.start else line.start, max(code.end, span.end))
    is_other = any(mark.search(rest) for mark in (LATER_WORDS, TWIN)) or next(versions_in(rest), None)
    return not is_other and bool(_SENTENCE_END.match(text, span.end)) and is_plain(study.block, near, (code, span))
