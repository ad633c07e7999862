"""Remarks with the squares of both kings next to a code: `WK g3, BK g1`, `wKg3 bKg1`, `White king g3, black king g1`.

A remark with other squares on its line, with words such as "after", or of a twin is about another position.
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.block import TWIN, Place
from gbr_lsp.model.later_positions import LATER_WORDS
from gbr_lsp.model.section import Section
from gbr_lsp.model.signatures import blanked, is_plain, neighbor_lines, own_lines
from gbr_lsp.model.study import Study
from gbr_lsp.model.versions import versions_in
from gbr_lsp.notation.grammar import NO_WORD_AFTER, NO_WORD_BEFORE, SQUARE
from gbr_lsp.notation.separated_kings import BLACK_WORD, KING_WORD, WHITE_WORD
from gbr_lsp.notation.values import SQUARES, Kings

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


def with_remarks(section: Section) -> Section:
    """Return `section`, each study with the only remark on the lines of its code, or next to them."""
    having = set()
    for block, (start, end) in {study.block: study.occurrence.span for study in section.studies}.items():
        has_text = end - start + _MIN_LENGTH <= len(block.text) and not block.host.has_records
        if has_text and 2 < len(_SQUARE.findall(block.text)) and _REMARK.search(block.text):
            having.add(block)
    if not having:
        return section
    before = dict(zip(section.blocks, ["", *(block.text for block in section.blocks)], strict=False))
    return section.with_studies(
        [
            study._replace(remark=_remark_of(study, before[study.block])) if study.block in having else study
            for study in section.studies
        ]
    )


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
    boards = [board.span for board in (*block.contents.boards, *block.contents.unread_lists)]
    is_free = all(one.end <= span.start or span.end <= one.start for one in (code, *boards))
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
