"""Evidence that a class is a code (docs/notation.md, "Evidence"), and that the text calls it wrong.

The squares of a move are often adjacent, those of kings never. Without a sign, a control, a goal, a list or like codes
around it, such a pair with a class is no code, unless a board or another code confirms it: `e2e3 1000.20 ms`.
"""

import re
from collections import Counter
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.languages import LANGUAGES
from gbr_lsp.notation.class_token import Token, force_from
from gbr_lsp.notation.grammar import GAP0, NO_WORD_AFTER, NO_WORD_BEFORE, SIGN
from gbr_lsp.notation.men import force_of, is_possible, men_in
from gbr_lsp.notation.values import Evidence, Form, Kind, Occurrence

_CLASS_WORDS = "class|klasse|classe|clase"
_CODE_WORDS = r"code|codice|c(?:ó|o\u0301?)digo|код"
_TRIGGER = regex(rf"{NO_WORD_BEFORE}(?:gbr|{_CODE_WORDS}|{_CLASS_WORDS}){NO_WORD_AFTER}", re.IGNORECASE)
_BEGINNINGS = ("gbr", "cla", "kla", "cod", "cód", "co\u0301d", "код")
"""Each trigger word starts with one of these."""
_MAX_TRIGGER_DISTANCE = 40
_MAX_TRIGGER_LENGTH = 8

_OTHER_CODE_BEFORE = regex(
    r"(?:error|exit|status|return|response|zip|area|post|postal|country|pin|bar|http|source|access|product|currency"
    r"|language|machine|morse|dress|key|octal|hex|binary|unlock|dialling|dialing|hs|hts|cn|isic|nace|sic|naics|naf|tariff"
    r"|customs|commodity|item|part|order|model|serial|version|batch)[ \t-]+\Z",
    re.IGNORECASE,
)
"""Words before `code` and `class` that give them another meaning: `zip code`."""

_TRIGGER_BARRIER = regex(r"[0-9<>]|=(?!\Z)|(?:\r\n|\n|\r)[ \t]*[\r\n]")
_DATA_CHAR = regex(r"[|{}]")
_DATE = regex(r"(?:19|20)[0-9]{2}\.(?:0[1-9]|1[0-2])")

_WORD = "K[QRBNSP]{0,15}"
_MATERIAL_START = regex("K[QRBNSP]")
_BLANK = r"[ \t\u00a0]"
_MAX_WORDS_LENGTH = 64
_WORDS = regex(
    rf"(?<![^\s|(,;:])(?P<white>{_WORD})(?:{_BLANK}*(?:v|vs\.?|[-–—:|]){_BLANK}*|{_BLANK}+)(?P<black>{_WORD})"
    rf"(?:{_BLANK}|[|:,;(\"'–—-])*(?:{SIGN}{_BLANK}*)?\Z"
)

_NAMED_TOKEN = (
    rf"{NO_WORD_BEFORE}(?:(?P<gbr>gbr)(?:[ \t-]+(?:{_CODE_WORDS}|{_CLASS_WORDS}))?"
    rf"|(?P<codice>(?:{_CODE_WORDS})[ \t]+gbr)|(?P<code>{_CODE_WORDS})|(?P<class>{_CLASS_WORDS}))"
    r"(?P<link>(?P<verb>[ \t]+(?:as|is|was|will be|would be))?[ \t:\"'“”„«»`*]+)"
    r"(?P<token>[0-9]{4})"
)
_SHORT_SIGN = regex(_NAMED_TOKEN, re.IGNORECASE)
_SHORT_CLASS = regex(rf"{_NAMED_TOKEN}(?![0-9]|[.,:/%-][0-9]|\.\?){NO_WORD_AFTER}", re.IGNORECASE)
_SHORT_AFTER_WORDS = regex(rf"{NO_WORD_BEFORE}[0-9]{{4}}(?![0-9]|[.,:/%-][0-9]){NO_WORD_AFTER}")
_FOUR_DIGITS = regex("[0-9]{4}")
_KEY = regex(r"[\"'][ \t]*:")
"""The end of a key of some data: a quote and a colon."""

_YEAR = regex(r"(?:18|19|20)[0-9]{2}")

_TAG = regex(rf'\[\s*(?:Black\s+"\s*[(\[]|GBR\s+"\s*+[(\[]?)\s*+(?:{SIGN}\s*+)?(?:(?:WTM|BTM|ZAZ)\s+)?\Z')


_MAX_LIST_LENGTH = 40
_LIST_ITEM = regex(
    rf"{NO_WORD_BEFORE}(?<![.,][0-9])(?:{SIGN})?[0-9]{{4}}\.[0-9]{{2}}"
    r"(?:[ \t]*+[,;/&][ \t]*+(?:\r?\n[ \t]*+)?(?:(?:and|und|et|e|y|en|и|or|oder|ou|o|of)[ \t]+)?"
    r"|[ \t]+(?:and|und|et|e|y|en|и|or|oder|ou|o|of)[ \t]+)\Z"
)
"""A class in a list, with the separator before the next class."""


def evidence_for(text: str, start: int, first: int, token: Token) -> Evidence:
    """Return the `Evidence` for a class `token` without kings in a text read from `start`.

    `first` is the offset of its sign, or of the token if it has no sign.
    """
    if _TAG.search(text, max(0, first - 24), token.start):
        return Evidence.TAG
    if token.force is None:
        return Evidence.NONE
    if words_before(text, start, token.start):
        return Evidence.WORDS
    if _is_announced(text, start, first, token):
        return Evidence.TRIGGER
    head = _head_of_list(text, start, first)
    is_in_list = head < first and _is_announced(text, start, head, token, only_gbr=True)
    return Evidence.TRIGGER if is_in_list else Evidence.NONE


def _head_of_list(text: str, start: int, first: int) -> int:
    """Return the offset of the list before `first`: `GBR classes 0400.11, 0400.12`.

    It is `first` if no class of a list precedes.
    """
    for _ in range(_MAX_LIST_LENGTH):
        match = _LIST_ITEM.search(text, max(start, first - 32), first)
        if match is None:
            return first
        first = match.start()
    return first


def words_before(text: str, start: int, pos: int) -> tuple[str, str] | None:
    """Return White's and Black's material words before `pos`, or None.

    `KBB v KN` → (`KBB`, `KN`).
    """
    window_start = max(start, pos - _MAX_WORDS_LENGTH)
    match = None if text.find("K", window_start, pos) == -1 else _WORDS.search(text, window_start, pos)
    if not match or len(match["white"]) + len(match["black"]) < 3:
        return None
    return match["white"], match["black"]


def short_classes(text: str, start: int, end: int) -> Iterator[tuple[Token, Evidence]]:
    """Yield (`Token`, `Evidence`) of each four-digit class in `text[start:end]`, in order of offset."""
    if not may_have_short_classes(text[start:end]):
        return
    last_end = -1
    for match in _SHORT_AFTER_WORDS.finditer(text, start, end):
        token = Token(*match.span(), force_from(match[0]))
        words = words_before(text, start, token.start)
        if words and (not _YEAR.match(match[0]) or token.force == force_of(men_in(words))):
            yield token, Evidence.WORDS
            last_end = token.end
            continue
        if last_end < token.start and _is_named(text, start, end, token):
            yield token, Evidence.TRIGGER


def may_have_short_classes(text: str) -> bool:
    """Return True if `text` may have a pawnless class of four digits."""
    if _FOUR_DIGITS.search(text) is None:
        return False
    if _MATERIAL_START.search(text):
        return True
    folded = text.casefold()
    return any(beginning in folded for beginning in _BEGINNINGS) and _SHORT_SIGN.search(text) is not None


def _is_named(text: str, start: int, end: int, token: Token) -> bool:
    """Return True if a trigger word directly precedes `token`."""
    window = _SHORT_CLASS.finditer(text, max(start, token.start - _MAX_TRIGGER_DISTANCE), min(end, token.end + 2))
    return any(name_match.start("token") == token.start and _is_class_name(text, name_match) for name_match in window)


def _is_class_name(text: str, name_match: re.Match[str]) -> bool:
    """Return True if `name_match` introduces a class; GBR is also a country."""
    if name_match["code"] and _is_other_code(text, name_match.start()):
        return False
    if not name_match["gbr"] and _KEY.match(name_match["link"]):
        return False
    has_full_name = name_match["codice"] or (name_match["gbr"] and name_match.end("gbr") < name_match.start("link"))
    is_statement = name_match["code"] and name_match["verb"]
    return bool(has_full_name or is_statement) or not _YEAR.match(name_match["token"])


def _is_other_code(text: str, pos: int) -> bool:
    return _OTHER_CODE_BEFORE.search(text, max(0, pos - 16), pos) is not None


def _is_announced(text: str, start: int, first: int, token: Token, *, only_gbr: bool = False) -> bool:
    """Return True if a trigger word precedes the token closely and without a barrier.

    `first` is the offset of the sign or the token. With `only_gbr`, the word must be `GBR`.
    """
    for trigger in _TRIGGER.finditer(text, max(start, first - _MAX_TRIGGER_DISTANCE - _MAX_TRIGGER_LENGTH), first):
        if first - trigger.end() > _MAX_TRIGGER_DISTANCE or _TRIGGER_BARRIER.search(text, trigger.end(), first):
            continue
        between = text[trigger.end() : first]
        if trigger[0].lower() == "gbr":
            is_class = is_possible(token.force)
        elif only_gbr or _is_other_code(text, trigger.start()) or _DATA_CHAR.search(between):
            is_class = False
        else:
            is_near = not re.search(r"\w", between) and not _KEY.match(between)
            is_date = _DATE.match(text, token.start, token.end) is not None
            are_pawns_possible = token.force is not None and 9 not in token.force[4:]
            is_class = (is_near and are_pawns_possible) or (is_possible(token.force) and not is_date)
        if is_class:
            return True
    return False


_UNIT = regex(
    r"[ \t\u00a0]?(?:[mµn]?s|sec|min|[kKMG]i?B|k?nodes|k?nps|[kM]?Hz|[kcm]m|kg|px|pt|EUR|USD|GBP|CHF)(?![^\W_])"
    r"|[ \t\u00a0]?[€$£%]"
)
_DOUBT_WINDOW = 64
_MIN_ALIKE = 4
"""At least this number of codes in one form for each doubtful one of them show that all are codes."""


def split_doubtful(text: str, codes: list[Occurrence]) -> tuple[list[Occurrence], list[Occurrence]]:
    """Return `codes` with only the classes of the doubtful ones, and these ones, which a board must confirm."""
    doubtful = [code for code in codes if code.evidence is Evidence.KINGS and is_doubtful(text, code)]
    if not doubtful:
        return codes, []
    forms = Counter(code.form for code in codes if code.code.kings is not None)
    doubtful_forms = Counter(code.form for code in doubtful)
    doubtful = [code for code in doubtful if forms[code.form] < _MIN_ALIKE * doubtful_forms[code.form]]
    spans = {code.span for code in doubtful}
    return (
        [_only_class(code) if code.span in spans else code for code in codes],
        [code._replace(evidence=Evidence.BOARD) for code in doubtful],
    )


def is_doubtful(text: str, code: Occurrence) -> bool:
    """Return True if the squares of `code` may be a move, and its class a number, by themselves."""
    kings = code.code.kings
    if (
        code.code.control
        or kings is None
        or None in kings
        or code.form not in (Form.CAPTION, Form.PREFIXED)
        or code.code.stipulation != (None, None)
        or code.words
        or code.flags
        or code.is_apart
        or code.problems
    ):
        return False
    span = code.span_of(Kind.CLASS)
    if code.form is Form.PREFIXED and _DATE.fullmatch(text, *span):
        return True
    if not (kings.are_adjacent and kings.white != kings.black) and not _UNIT.match(text, span.end):
        return False
    low = max(0, code.span.start - _DOUBT_WINDOW)
    start = max(low, *(text.rfind(end, low, code.span.start) + 1 for end in "\n\r"))
    token = Token(span.start, span.end, code.code.force)
    return evidence_for(text, start, code.span.start, token) is Evidence.NONE


def _only_class(code: Occurrence) -> Occurrence:
    """Return the class of `code` without evidence."""
    span = code.span_of(Kind.CLASS)
    parts = tuple(part for part in code.parts if part.kind is Kind.CLASS)
    return code._replace(
        code=code.code._replace(kings=None), form=Form.CLASS, span=span, parts=parts, evidence=Evidence.NONE
    )


_SIC = regex(rf"[ \t]*+[)\]]?[.:,]?{GAP0}(?:\\?[\[(]|\{{\[\}})\s*sic\s*+!?\s*+(?:\\?[\])]|\{{\]\}})", re.IGNORECASE)
_INSTEAD = tuple(f" {phrase}" for one in LANGUAGES for phrase in one.instead.split("|") if phrase)
_NOUNS = frozenset(("the", "code", "class", "gbr", "der", "den", "dem", "le", "la", "il", "el", "o", "код", "кода"))
_LAST_WORDS = (*(phrase.split()[-1] for phrase in _INSTEAD), *_NOUNS, "for")
_QUOTES = " \t\r\n\"'“”„«»‘’(:*_`\u00a0"
_READ = regex(r"[\s,;:\"'“”»’)*_`]{1,4}(?:please )?read\b")
_MAX_QUOTE_LENGTH = 40


def is_called_wrong(text: str, start: int, end: int) -> bool:
    """Return True if `[sic]` follows the code from `start` to `end`, or words before it call it wrong."""
    if _SIC.match(text, end):
        return True
    before = f" {text[max(0, start - _MAX_QUOTE_LENGTH) : start]}".rstrip(_QUOTES).lower()
    if not before.endswith(_LAST_WORDS):
        return False
    words = before.split()
    while words and words[-1] in _NOUNS:
        words.pop()
    before = f" {' '.join(words[-4:])}"
    return before.endswith(_INSTEAD) or (before.endswith(" for") and _READ.match(text, end) is not None)
