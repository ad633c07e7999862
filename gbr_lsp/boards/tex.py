"""The syntax of TeX macros: comments, arguments in braces and brackets, options between commas."""

import re
from collections.abc import Iterable, Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

FILLER = "\0"
"""Replaces text that is not read, so that offsets stay. Unlike a blank, it is nothing to TeX."""
_BLANKS = " \t\r\n\f\v" + FILLER
_BLANK = regex(r"[\s\0]*+")
_COMMENT_END = regex(r"(?<=\0)(?:\r\n|\r|\n)[ \t]*+")
_BRACKET = regex(r"\\.|[{}\[\]]", re.DOTALL)
_COMMA = regex(r"\\.|[{,]", re.DOTALL)

Closers = dict[int, int]
"""Offset of each opening bracket or brace → offset of its closing one."""


def as_tex(text: str, spans: Iterable[Span]) -> str:
    """Return `text` with fillers for comments and everything outside of `spans`; offsets stay.

    The line end and blanks after a comment are replaced too.
    """
    parts, end = [], 0
    for span in spans:
        parts += [FILLER * (span.start - end), text[span.start : span.end]]
        end = span.end
    tex_text = "".join(parts) + FILLER * (len(text) - end)
    return _COMMENT_END.sub(lambda match: FILLER * len(match[0]), tex_text) if FILLER in tex_text else tex_text


def closers_of(text: str) -> Closers:
    """Return the `Closers` of `text`: offset of each opening → offset of its partner.

    A bracket unmatched within its braces has no partner.
    """
    closers: Closers = {}
    open_brackets: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] in ("{", "["):
            open_brackets.append(match.start())
        elif match[0] == "}":
            while open_brackets and text[open_brackets[-1]] == "[":
                open_brackets.pop()
            if open_brackets:
                closers[open_brackets.pop()] = match.start()
        elif match[0] == "]" and open_brackets and text[open_brackets[-1]] == "[":
            closers[open_brackets.pop()] = match.start()
    return closers


def arguments_after(text: str, offset: int, closers: Closers) -> Iterator[Span]:
    """Yield the span within each bracket or brace after `offset`; blanks may separate them."""
    while True:
        opening = _BLANK.match(text, offset).end()  # type: ignore[union-attr]
        if opening not in closers:
            return
        yield Span(opening + 1, closers[opening])
        offset = closers[opening] + 1


def options_in(text: str, span: Span, closers: Closers) -> Iterator[tuple[str, Span]]:
    """Yield (name, span of the value) of each option in `span`.

    `setfen={…},mover=b` → `setfen`, `mover`. A value may be empty.
    """
    cuts, offset = [span.start - 1], span.start
    while (match := _COMMA.search(text, offset, span.end)) is not None:
        offset = closers.get(match.start(), match.start()) + 1 if match[0] == "{" else match.end()
        if match[0] == ",":
            cuts.append(match.start())
    for cut, end in zip(cuts, [*cuts[1:], span.end], strict=True):
        name, _, value = text[cut + 1 : end].partition("=")
        yield name.replace(FILLER, "").strip(), _unbrace(text, Span(end - len(value), end), closers)


def content_of(text: str, span: Span) -> str:
    """Return the text in `span` without fillers."""
    return text[span.start : span.end].replace(FILLER, "")


def trim(text: str, span: Span) -> Span:
    """Return `span` without the blanks and fillers at its ends."""
    content = text[span.start : span.end]
    start = span.end - len(content.lstrip(_BLANKS))
    return Span(start, start + len(content.strip(_BLANKS)))


def _unbrace(text: str, span: Span, closers: Closers) -> Span:
    """Return `span` without the braces around it; xkeyval removes at most three pairs."""
    span = trim(text, span)
    for _ in range(3):
        if closers.get(span.start) == span.end - 1:
            span = trim(text, Span(span.start + 1, span.end - 1))
    return span
