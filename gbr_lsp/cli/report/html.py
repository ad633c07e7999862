"""A page to view: each finding with its line, its fixes, and the boards of the code and the study.

The page is one file without network access and with one script, the filter, which its content
policy names by its hash. Each man is drawn once and used by every board.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from html import escape

from gbr_lsp.base.text import Span
from gbr_lsp.boards.drawing import SHAPES
from gbr_lsp.cli.checking.finding_boards import FindingBoard, FindingBoards
from gbr_lsp.cli.output import readable_name
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, read_lines, severity_of, summary
from gbr_lsp.cli.report.full import notes
from gbr_lsp.cli.report.terminal_text import visible_text
from gbr_lsp.lint.engine import PlacedFinding

_STYLE = """
:root{color-scheme:light dark;--page:#fff;--text:#1d1d1f;--soft:#6b6b70;--line:#d8d8dc;--card:#f6f6f8;--mark:#ffe08a;
--light:#f0d9b5;--dark:#b58863;--error:#b3261e;--warning:#8a5a00;--information:#1558b0;--hint:#4a5a60}
@media (prefers-color-scheme:dark){:root{--page:#18181b;--text:#ececf0;--soft:#a0a0a8;--line:#3a3a40;--card:#222226;
--mark:#6b5300;--light:#c9b48f;--dark:#8a6545;--error:#ff8a80;--warning:#f2c14e;--information:#8ab4f8;--hint:#9fb3ba}}
body{margin:0 auto;max-width:60rem;padding:1rem 1.25rem 4rem;background:var(--page);color:var(--text);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.1rem;margin:2rem 0 .5rem;overflow-wrap:anywhere}
p{margin:.35rem 0}ul{margin:.35rem 0;padding-left:1.2rem}.soft{color:var(--soft)}
article{border:1px solid var(--line);background:var(--card);border-radius:.5rem;padding:.75rem 1rem;margin:.75rem 0;
break-inside:avoid}
pre{margin:.5rem 0;padding:.5rem .75rem;background:var(--page);border-radius:.35rem;white-space:pre-wrap;
overflow-wrap:anywhere;font:14px/1.45 ui-monospace,monospace}
mark{background:var(--mark);color:inherit;border-radius:.15rem}
.rule{font-weight:600}.error{color:var(--error)}.warning{color:var(--warning)}.information{color:var(--information)}
.hint{color:var(--hint)}
.boards{display:flex;flex-wrap:wrap;gap:1.25rem;margin:.6rem 0}figure{margin:0}
figcaption{font-size:.85rem;color:var(--soft);max-width:184px;overflow-wrap:anywhere}
svg.board{width:184px;height:184px;display:block}.l{fill:var(--light)}.d{fill:var(--dark)}
form{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}form[hidden],article[hidden],section[hidden]{display:none}
@media print{form{display:none}body{max-width:none}}
"""

_SCRIPT = """
const form=document.forms[0],all=[...document.querySelectorAll("article")];
function filter(){const rule=form.rule.value,file=form.file.value;
for(const one of all)one.hidden=(rule&&one.dataset.rule!==rule)||(file&&one.parentElement.dataset.file!==file);
for(const part of document.querySelectorAll("section"))part.hidden=!part.querySelector("article:not([hidden])");}
form.hidden=false;form.addEventListener("change",filter);form.addEventListener("submit",event=>event.preventDefault());
"""


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    policy = f"default-src 'none'; style-src '{_hash(_STYLE)}'; script-src '{_hash(_SCRIPT)}'; base-uri 'none'"
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>gbr-lsp: {escape(summary(reports, files))}</title>"
    yield f"<style>{_STYLE}</style></head><body>"
    yield _symbols()
    yield f"<h1>GBR codes: {escape(summary(reports, files))}</h1>"
    yield from (f"<p>{_text(line)}</p>" for line in read_lines(files))
    if failures := [*files.failures, *files.unread_parts]:
        items = "".join(f"<li>{_text(name)}: {_text(why)}</li>" for name, why in failures)
        yield f'<p>Not everything could be read:</p><ul class="unread">{items}</ul>'
    yield from _filter(reports)
    for number, report in enumerate(reports):
        yield f'<section data-file="{number}"><h2>{_text(readable_name(report.name))}</h2>'
        for item, boards in zip(report.findings, report.boards or ((),) * len(report.findings), strict=True):
            yield _finding(report, item, boards)
        yield "</section>"
    yield f"<script>{_SCRIPT}</script></body></html>"


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _text(text: str) -> str:
    """Return `text` from a file with everything escaped that a terminal or browser would obey."""
    return escape(visible_text(readable_name(text)))


def _filter(reports: list[Report]) -> Iterator[str]:
    rules = Counter(item.finding.rule for report in reports for item in report.findings)
    if not rules:
        return
    named = "".join(f'<option value="{escape(rule)}">{escape(rule)} ({rules[rule]})</option>' for rule in sorted(rules))
    listed = "".join(
        f'<option value="{number}">{_text(readable_name(report.name))} ({len(report.findings)})</option>'
        for number, report in enumerate(reports)
    )
    yield f'<form hidden><label>Rule <select name="rule"><option value="">all</option>{named}</select></label>'
    yield f'<label>File <select name="file"><option value="">all</option>{listed}</select></label></form>'


def _finding(report: Report, item: PlacedFinding, boards: FindingBoards) -> str:
    finding, level = item.finding, severity_of(item).value
    lines = [
        f'<article data-rule="{escape(finding.rule)}">',
        f'<p><span class="{level}">{level}</span> <span class="rule">{escape(finding.rule)}</span> '
        f'<span class="soft">{escape(report.spot_of(item.span))}</span></p>',
        f"<p>{_text(finding.message)}</p>",
        f"<pre>{_line(report, item.span)}</pre>",
    ]
    more = "".join(f"<li>{_text(note)}</li>" for note in notes(report, finding))
    if more:
        lines.append(f"<ul>{more}</ul>")
    lines += [_boards(boards), "</article>"]
    return "".join(lines)


def _line(report: Report, span: Span) -> str:
    """Return the first line of `span` as HTML, with the span marked."""
    before, wrong, after = map(_text, report.excerpt_of(span))
    return f"{before}<mark>{wrong}</mark>{after}".replace("\n", "")


def _boards(boards: FindingBoards) -> str:
    figures = "".join(
        f"<figure>{_board(board.placement.squares)}<figcaption>{_caption(board)}</figcaption></figure>"
        for board in boards
    )
    return f'<div class="boards">{figures}</div>' if figures else ""


def _caption(board: FindingBoard) -> str:
    kings = "<br>Only the kings are known" if board.has_only_kings else ""
    return f"{_text(f'the {board.name} {board.code}'.rstrip())}{kings}"


def _board(squares: str) -> str:
    men = "".join(
        f'<use href="#{man}" x="{100 * (square % 8)}" y="{100 * (7 - square // 8)}"/>'
        for square, man in enumerate(squares)
        if man != "."
    )
    placement = "".join(squares[rank : rank + 8] for rank in range(56, -1, -8))
    return (
        f'<svg class="board" viewBox="0 0 800 800" role="img" aria-label="{placement}"><use href="#board"/>{men}</svg>'
    )


def _symbols() -> str:
    """Return the empty board and each man as SVG symbols."""
    dark = "".join(f"M{100 * x} {100 * y}h100v100h-100z" for y in range(8) for x in range(8) if (x + y) % 2)
    drawn = [f'<symbol id="board"><path class="l" d="M0 0h800v800H0z"/><path class="d" d="{dark}"/></symbol>']
    for letter, (shape, inner) in SHAPES.items():
        for name, fill, line in ((letter, "#fff", "#222"), (letter.lower(), "#222", "#fff")):
            lines = f'<path d="{inner}" fill="none" stroke="{line}"/>' if inner else ""
            drawn.append(
                f'<symbol id="{name}"><g stroke-width="4" stroke-linejoin="round">'
                f'<path d="{shape}" fill="{fill}" stroke="#222"/>{lines}</g></symbol>'
            )
    return f'<svg width="0" height="0" aria-hidden="true">{"".join(drawn)}</svg>'
