"""Output of fixes: written into the files, to standard output, or shown as a diff that `patch` reads."""

import difflib
import re
from collections.abc import Iterable, Iterator

import click

from gbr_lsp.base.encoding import decode, encode
from gbr_lsp.cli.checking.check_file import FileResult, Fixing, Task
from gbr_lsp.cli.checking.file_replacement import NotWritten, replace_file
from gbr_lsp.cli.output import printable_name
from gbr_lsp.cli.report.terminal_text import visible_text
from gbr_lsp.lint.fixes import NotFixed, decide_fix

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_COLORS = {"+": "green", "-": "red", "@": "cyan"}


def fixed_bytes(result: FileResult) -> bytes | None:
    """Return the fixed bytes, or None without fixes; raise NotWritten if the encoding lacks a character."""
    if result.text_after is None or result.text_before is None:
        return None
    try:
        return encode(result.text_before._replace(text=result.text_after))
    except UnicodeEncodeError as error:
        signs = error.object[error.start : error.end]
        raise NotWritten(f"is Windows-1252 and cannot hold {printable_name(signs)!r}") from None


def write(task: Task, result: FileResult) -> None:
    """Write the fixed file of `task`, unless it has changed since it was read; raise NotWritten."""
    content = fixed_bytes(result)
    if content is not None and result.text_before is not None and task.request.path is not None:
        replace_file(task.request.path, content, encode(result.text_before))


def diff(task: Task, result: FileResult) -> bytes:
    """Return the diff of the fixes, for `patch -p0`, byte for byte; raise NotWritten."""
    after = fixed_bytes(result)
    if after is None or result.text_before is None:
        return b""
    name = printable_name(task.request.name).encode("utf-8", "backslashreplace")
    # Readers of diffs end a file name at a space, unless a tab ends it.
    name += b"\t" if b" " in name else b""
    lines = difflib.diff_bytes(
        difflib.unified_diff, _LINE.findall(encode(result.text_before)), _LINE.findall(after), name, name
    )
    return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)


def colored_diff(content: bytes, result: FileResult) -> Iterator[str]:
    """Yield the lines of the diff `content` in colors, for a terminal."""
    text = decode(content, result.text_before.codec).text if result.text_before else ""
    for line in text.removesuffix("\n").split("\n") if text else ():
        color = _COLORS.get(line[:1])
        yield click.style(visible_text(line), fg=color) if color else visible_text(line)


def summary(results: Iterable[FileResult], fixing: Fixing, *, is_dry_run: bool) -> str | None:
    """Return a line that counts the applied fixes and the remaining unsafe ones; None for neither."""
    results = list(results)
    applied, files = sum(result.fix_count for result in results), sum(0 < result.fix_count for result in results)
    unsafe = sum(
        fixing is Fixing.SAFE and decide_fix(item.finding) is NotFixed.UNSAFE
        for result in results
        for item in result.findings
    )
    parts = []
    if applied:
        verb = "would be" if is_dry_run else "was" if applied == 1 else "were"
        parts.append(f"{_count(applied, 'fix', 'fixes')} {verb} applied in {_count(files, 'file', 'files')}")
    if unsafe:
        more = "more " if applied else ""
        need = "needs" if unsafe == 1 else "need"
        count = _count(unsafe, f"{more}fix", f"{more}fixes")
        parts.append(f"{count} {need} your decision: see --diff --unsafe-fixes")
    return "; ".join(parts) or None


def _count(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
