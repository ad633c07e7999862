"""Writing results to standard output or into a file."""

import sys
from collections.abc import Iterable

import click

from gbr_lsp.base.escapes import LINE, LINES, Syntax, escape_text
from gbr_lsp.cli.output import OutputClosed, emit, print_message


def write_lines(
    lines: Iterable[str], file: str | None, syntax: Syntax = LINE, *, err: bool = False, color: bool | None = None
) -> None:
    """Write `lines` to `file`, to stdout, or with `err` to stderr; raise ClickException for a file."""
    if file is not None:
        kept = (escape_text(line if color else click.unstyle(line), syntax) for line in lines)
        save(file, "".join(f"{line}\n" for line in kept).encode("utf-8", "backslashreplace"))
    else:
        emit(lines, syntax, err=err)


def write_bytes(content: bytes, file: str | None) -> None:
    """Write `content` to `file` or stdout, to a terminal as text; raise ClickException for a file."""
    if file is not None:
        save(file, content)
        return
    if sys.stdout.isatty():
        emit([content.decode("utf-8", "backslashreplace").removesuffix("\n")], LINES)
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    except BrokenPipeError:
        raise OutputClosed from None


def save(path: str, content: bytes) -> None:
    """Write `content` to the output file `path`; raise ClickException."""
    from gbr_lsp.cli.checking.copies import finish_interrupted  # few commands write files
    from gbr_lsp.cli.checking.file_replacement import NotWritten, replace_file

    problems = finish_interrupted([path])
    trouble = problems.pop(path, None)
    for name, problem in problems.items():
        print_message(f"{name}: {problem}")
    try:
        if trouble is not None:
            raise NotWritten(trouble)
        replace_file(path, content)
    except NotWritten as error:
        raise click.ClickException(f"{path}: {error}") from None
