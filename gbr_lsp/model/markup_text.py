"""The text that a reader sees for the markup of any host, line by line, to read captions and headings."""

import re
import unicodedata

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.protocol import Markup

_LATEX_ACCENT = regex(
    r"\\(?P<accent>['`^\"~=.]|[cvuHkrdb](?![A-Za-z]))\s*(?:\{\\?(?P<braced>[A-Za-z])\}|\\?(?P<letter>[A-Za-z]))"
)
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_LATEX_LETTER = regex(r"\\(?P<name>ss|o|O|l|L|ae|AE|oe|OE|aa|AA|i|j)(?![A-Za-z])(?:\{\}|\s+(?=[a-z]))?")
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å",
    "i": "i", "j": "j",
}  # fmt: skip
_LATEX_DROPPED = regex(
    r"(?<!\\)%[^\r\n]*|\\(?:label|ref|pageref|cite[a-z]*|index|footnote|vspace|hspace|url|includegraphics|input|include)\*?(?:\[[^\]]*\])?\{[^{}]*\}"
)
_LATEX_LABEL = regex(r"\\(?P<name>composers?|author|source|year|award|event)\*?\{", re.IGNORECASE)
_LATEX_KEYS = regex(r"\\[A-Za-z@]+\*?\[(?P<keys>[^\[\]]*?(?:composer|author)s?\s*=[^\[\]]*)\]", re.IGNORECASE)
_NEXT_KEY = regex(r",(?=\s*[A-Za-z]+\s*=)")
_LATEX_FONT = regex(
    r"\\(?:(?:emph|text[a-z]{2,6}|uline|underline|mbox|MakeUppercase|enquote|so)\*?\{(?P<text>[^{}]*)\}"
    r"|(?:bfseries|itshape|scshape|bf|it|sc|em|rm|small|large|Large|footnotesize|normalsize|noindent|protect)(?![A-Za-z])\s*)"
)
_LATEX_SPACE = regex(r"\\(?:[,;: ]|(?:thinspace|enspace)(?![A-Za-z]))")
_LATEX_SIGN = regex(r"\\(?P<sign>[&%#$_{}])")
_LATEX_MACRO = regex(r"\\(?:[A-Za-z@]+\*?(?:\[[^\[\]\r\n]*\])?|.)")

_INLINE_TAG = regex(
    r"</?(?:b|i|em|strong|span|a|small|u|cite|font|sup|sub|q|bdi|abbr|mark|wbr)(?:\s[^<>]*)?/?>", re.IGNORECASE
)
_BLOCK_TAG = regex(r"<!--.*?(?:-->|\Z)|</?[A-Za-z][^<>]*>", re.DOTALL)
_LINK = regex(r"!?\[(?P<text>[^\[\]\r\n]*)\]\([^()\r\n]*\)|\[\[(?:[^\[\]|\r\n]*\|)?(?P<page>[^\[\]\r\n]*)\]\]")
_EMPHASIS = regex(
    r"'{2,5}|\*(?:\*{1,2}|(?=\S)|(?<=\S\*))|`+|_(?:(?<!\w_)_?(?=\S)|(?<=\S_)_?(?!\w))"
    r"|/(?:(?<![\w/:]/)(?=\w)|(?<=\w/)(?![\w/]))"
)
"""Each alternative begins with its sign, so that the search is quick."""
_LINE_MARK = regex(
    r"(?m)^[ \t>]*(?:(?:#{1,6}|={1,6}|\*{1,6}|[-+])[ \t]+|\.(?=[^\W\d_]))?|[ \t]+(?:#{1,6}|={1,6})[ \t]*$"
    r"|[ \t]*\{#[^{}]*\}[ \t]*$"
    r"|^={2,6}|={2,6}[ \t]*$"
)
_FIELD_MARK = regex(r"(?m)^[ \t]*:(?P<name>[A-Za-z]{3,12}):[ \t]+")
_DIRECTIVE = regex(r"(?m)^[ \t]*\.\.[ \t]+[a-z-]+::[ \t]*")
_TYPST = regex(r"#[a-z][\w.-]*(?=[(\[])|[a-z][a-z-]*:[ \t]*(?=[\[\"])|[\[\]\"]|(?<=\n)[ \t]*[()][ \t,]*(?=\n)")
_CELL = regex(r"\|+|\t|\{\{|\}\}|[ \t]&[ \t](?=.*\\\\)")
_CELL_SIGNS = "|\t{}&"
_TYPST_ENDS = regex(r"(?m)^[ \t,()]+|[ \t,(]+$")

MARKED = regex(
    r"\\[A-Za-z]+\*?(?:\[[^\]]*\])?\{|\*\*|''|(?<!\w)__|<(?:b|strong|figcaption|caption|h[1-6]|th|dt)\b"
    r"|#[a-z]+[\[(]|caption:|^\.(?=\w)|^[ \t]*:\w+:"
)
"""Matches the markup of places where a name may be expected: macros, bold text, captions."""


def shown_lines(text: str, markup: Markup) -> list[str]:
    """Return the lines of `text` without markup; arguments of macros and cells are lines of their own.

    Empty lines are left out: `\\study{L.~Kubbel, 1925}{` → `["L. Kubbel, 1925"]`.
    """
    if _NO_MARKUP.fullmatch(text) and "--" not in text:
        line = " ".join(text.split()).strip(_ENDS)
        return [line] if line else []
    if markup is Markup.LATEX:
        text = _without_latex(text)
    elif markup is not Markup.NONE:
        text = _without_markup(text, markup)
    return [line for raw in text.splitlines() if (line := " ".join(raw.split()).strip(_ENDS))]


_ENDS = " \t·|,;:—–"
_NO_MARKUP = regex(r"[ ]*+(?:[^\W_][^<>&\[\]*'`_/#=+|{}\\~$%\"\t\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]*(?<!\())?")


def _without_latex(text: str) -> str:
    text = _LATEX_DROPPED.sub("", text) if "%" in text or "\\" in text else text
    if "\\" in text:
        text = _LATEX_LETTER.sub(lambda found: _LETTERS[found["name"]], _LATEX_ACCENT.sub(_accented, text))
        text = _LATEX_LABEL.sub(lambda found: f"\n{found['name']}: ", _BRACED_LETTER.sub(r"\1", text))
        if "[" in text:
            text = _LATEX_KEYS.sub(lambda found: "\n" + _NEXT_KEY.sub("\n", found["keys"]) + "\n", text)
        before = ""
        while before != text:
            before, text = text, _LATEX_FONT.sub(lambda found: found["text"] or "", text)
        text = _LATEX_SPACE.sub(" ", text.replace("\\\\", "\n"))
    text = text.replace("---", "—").replace("--", "–").replace("~", " ")
    if "&" in text:
        text = _LATEX_CELL.sub("\n", text)
    if "\\" in text:
        text = _LATEX_SIGN.sub(lambda found: "&" if found["sign"] == "&" else "", text)
        text = _LATEX_MACRO.sub("\n", text)
    return text.replace("{", "\n").replace("}", "\n").replace("$", "")


_BRACED_LETTER = regex(r"\{([^\W\d_])\}")
_LATEX_CELL = regex(r"(?<!\\)&")


def _accented(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", (found["braced"] or found["letter"]) + _ACCENTS[found["accent"]])


def _without_markup(text: str, markup: Markup) -> str:
    if "<" in text:
        text = _BLOCK_TAG.sub("\n", _INLINE_TAG.sub("", text))
    if "&" in text:
        from html import unescape  # its table is slow to import

        text = unescape(text)
    if markup is Markup.HTML:
        return text.replace("\u00a0", " ")
    if "[" in text:
        text = _LINK.sub(lambda found: found["text"] or found["page"] or "", text)
    if markup is Markup.TYPST:
        text = _TYPST_ENDS.sub("", _TYPST.sub("\n", text)).replace("~", " ")
    if markup is Markup.FIELDS and ":" in text:
        text = _FIELD_MARK.sub(lambda found: f"{found['name']}: ", _DIRECTIVE.sub("", text))
    if not (text[:1].isalnum() and text[-1].isalnum()) or "\n" in text:
        text = _LINE_MARK.sub("", text)
    if any(sign in text for sign in _CELL_SIGNS):
        text = _CELL.sub("\n", text)
    return _EMPHASIS.sub("", text).replace("\u00a0", " ").replace("\\", "")
