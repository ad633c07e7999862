"""What an editor shows of Markdown and HTML: its words, and what they may make the editor do."""

from collections.abc import Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

HOSTILE = [
    '<img src="https://evil.example/x.png">', '`<img src="https://evil.example/x.png">', '" ![i](https://evil.example)',
    '<a href="command:x">', "[x](command:x)", "![x][y]", "[y]: https://evil.example", "<https://evil.example>", "[x](<",
    "https://evil.example", "HTTP://evil.example", "www.evil.example", "wWw.x", "a@evil.example",
    "mailto:a@evil.example",
    "//evil.example/x", "evil.com", "evil.com_", "evil.de)", "evil.xn--p1ai", "x.be", "ftp://evil.de", "http://localhost",
    "http://1.2.3.4", "<!--", "-->", "<b>", "</code>", "</td>", "<?", "<![CDATA[", "&lt;img src=x&gt;",
    "&#60;b>", "&amp;",
    "&", ";", "`", "``", "```", "~~~\n", "~", "~~x~~", "*", "**", "_", "__", "\\", "\\\n", "\n", "\n\n", "\r\n", "\r",
    "\n\n# x\n\n", "# ", "#", "- ", "+ ", "* ", "1. ", "2) ", "> ", "    ", "\t", " ", "  ", "---", "===",
    "\n---\n", "- - -",
    "|", "| - |", "-|-", ":-", "a | b\n-|-\n", "\u2028", "\u00a0", "\0", "\x85", "\ud800", "🎉", "é", "![", "](",
    ")", "'",
    '"', "$x$", "{.x}", ":", "/", ".", "@", "https:", "www", ".com", "com", "evil",
]  # fmt: skip
"""Fragments that a reader of Markdown or HTML might obey."""


class Rendered(NamedTuple):
    """The visible `text`, and the names of `elements` with a value: `a https://…`, `img data:…`, `b`."""

    text: str
    elements: tuple[str, ...]


def render_markdown(source: str) -> Rendered:
    """Return what an editor shows of Markdown that may have HTML, if it also links addresses without brackets."""
    parts: list[str] = []
    elements: list[str] = []
    for token in _flat(_parser().parse(source)):
        if token.type in ("html_block", "html_inline"):
            rendered = render_html(token.content)
            parts.append(rendered.text)
            elements += rendered.elements
        elif token.type == "image":
            elements.append(f"img {token.attrs['src']}")
        elif token.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif token.type != "inline":
            parts += [token.content, "\n\n" if token.type == "paragraph_close" else ""]
            name = " ".join([token.tag, *([str(token.attrs.get("href"))] if token.tag == "a" else [])])
            elements += [name] if token.tag and token.nesting != -1 else []
    return Rendered("".join(parts), tuple(elements))


@cache
def _parser() -> MarkdownIt:
    """Return a parser that also takes the addresses that browsers refuse: `data:`, `javascript:`."""
    parser = MarkdownIt("gfm-like")
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser


def _flat(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield `tokens` and the tokens in them; not the alternative text of an image."""
    for token in tokens:
        yield token
        if token.type != "image":
            yield from _flat(token.children or [])


def render_html(source: str) -> Rendered:
    """Return what a browser shows of `source`."""
    reader = _Reader()
    reader.feed(source)
    reader.close()
    return Rendered("".join(reader.parts), tuple(reader.elements))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.elements: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append("\n" if tag == "br" else "")
        values = {name: value for name, value in attrs if (tag, name) != ("img", "alt")}
        self.elements.append(" ".join([tag, *(value or name for name, value in values.items())]))

    def handle_comment(self, data: str) -> None:
        self.elements.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.elements.append(f"declaration {decl}")

    def handle_pi(self, data: str) -> None:
        self.elements.append(f"instruction {data}")

    def unknown_decl(self, data: str) -> None:
        self.elements.append(f"declaration {data}")
