"""`gbr-lsp index --check`: compare a written directory with the studies.

The findings are those of the rules about an index. Here the directory and the studies may be in
different files, and every difference is reported, because the user names the studies.
"""

import os
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import chain, groupby
from typing import NamedTuple

import click

from gbr_lsp.base.escapes import JSON, LINE
from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.directory.entries import Line, NumberedStudies
from gbr_lsp.cli.directory.missing_index import why_no_index
from gbr_lsp.cli.files import Source
from gbr_lsp.cli.listing import Files, ListedCode, listed_codes
from gbr_lsp.cli.output import emit, print_message
from gbr_lsp.cli.report import concise, file_report, json
from gbr_lsp.collection.directory import ClassAndKings, Directory, DirectoryEntry, Run, directory_of, key_of, place_of
from gbr_lsp.collection.directory.comparison import LooseEntry, differences
from gbr_lsp.collection.directory.index_style import UNKNOWN_PAGE, IndexStyle, styles_by_goal, styles_of
from gbr_lsp.lint.engine import PlacedFinding, lint
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, RelatedMessage, RemotePlace
from gbr_lsp.model.roles import Role, numbers_on_line
from gbr_lsp.model.subjects import CollectionContext
from gbr_lsp.notation.values import Goal

_WRITERS = {"text": (concise, LINE), "json": (json, JSON)}
_STYLE_DIVISOR = 2
"""One entry in this number must have a property for it to be the style of the directory."""

_FORMATS = {"md": "markdown", "markdown": "markdown", "tex": "latex", "ltx": "latex", "csv": "csv"}


def check(name: str, paths: tuple[str, ...], output_format: str, stdin_name: str | None) -> int:
    """Write the differences; return 0 for none, 1 for some, 2 for an unreadable file or one without codes."""
    if output_format not in _WRITERS:
        raise click.UsageError("--check writes text or JSON.")
    if name == "-" and "-" in paths:
        raise click.UsageError("Standard input cannot be both the index and the studies.")
    read = _read(name, paths, stdin_name)
    if read is None:
        return 2
    written, collection, failed = read
    found = sorted(_findings(written, collection), key=lambda item: (item.span, item.finding.message))
    report = file_report.Report(written.source.name, LineIndex(written.source.text), written.document.offsets(), found)
    writer, syntax = _WRITERS[output_format]
    emit(writer.write([report] if found else [], file_report.CheckedFiles([written.source.name], [])), syntax)
    return 2 if failed else int(bool(found))


class _Written(NamedTuple):
    """The directory to check: its document, its codes, and the entries among them."""

    source: Source
    document: Document
    codes: list[ListedCode]
    entries: list[ListedCode]


def _read(name: str, paths: tuple[str, ...], stdin_name: str | None) -> tuple[_Written, NumberedStudies, bool] | None:
    """Return the directory, the studies, and whether a file was unreadable; None if there is nothing to compare."""
    written = _directory(name, stdin_name)
    if written is None:
        return None
    files = Files(paths, stdin_name)
    collection = NumberedStudies()
    is_own = False
    for source, document, row in chain.from_iterable(map(files.parts, files.requests())):
        if name == "-" or os.path.realpath(source.name) != os.path.realpath(name):
            collection.add(document, listed_codes(source, document, row))
            continue
        is_own = True
        if any(code.role is Role.INDEX for code in written.codes):
            # The index of a manuscript is compared with the studies of the same manuscript.
            collection.add(written.document, written.codes)
            written = written._replace(entries=[code for code in written.codes if code.role is Role.INDEX])
    if not collection.studies and not files.has_failed:
        if is_own:
            print_message(
                f"{written.source.name}: no index was found; {why_no_index(written.source.text, written.codes)}"
            )
        else:
            print_message("there are no studies to compare the index with")
    return (written, collection, files.has_failed) if collection.studies else None


def _directory(name: str, stdin_name: str | None) -> _Written | None:
    """Return the file `name` with its directory; None, after a message on stderr, if it has none."""
    if os.path.isdir(name):
        raise click.ClickException(f"{name}: is a directory")
    for source, document in Files((name,), stdin_name):
        codes = listed_codes(source, document)
        entries = list(_entries(source, codes)) or [code for code in codes if key_of(code.study.code)]
        if entries:
            return _Written(source, document, codes, entries)
        doubted = why_no_index(source.text, codes)
        print_message(f"{source.name}: it has no code with kings{'; ' if doubted else ''}{doubted}")
    return None


def _entries(source: Source, codes: list[ListedCode]) -> Iterator[ListedCode]:
    """Yield the codes that are entries of a known directory, even one too short for an index."""
    lines = LineIndex(source.text)
    for line, group in groupby(codes, lambda code: code.line):
        on_line = list(group)
        numbers = numbers_on_line(lines, line, [code.span for code in on_line])
        for code in on_line:
            if code.role is Role.INDEX or (numbers and key_of(code.study.code) and code.study.code.pieces is None):
                yield code


def _findings(written: _Written, collection: NumberedStudies) -> Iterator[PlacedFinding]:
    """Yield the differences, each at its entry, or at the entry next to the missing one."""
    studies: _Studies = {}
    for line in collection.lines(as_read=True):
        studies.setdefault(key_of(line.study.code), []).append(line)
    lines = LineIndex(written.document.text)
    starts = written.document.offsets()
    indexes = directory_of(CollectionContext(written.document, [code.study for code in written.codes]))
    section = {entry.line: number for number, run in enumerate(_sections(indexes)) for entry in run}
    rows = [lines.line_at(code.span.start) for code in written.entries]
    run = [
        DirectoryEntry(code.study, row, section.get(row, -1)) for code, row in zip(written.entries, rows, strict=True)
    ]
    compared = differences(run, [study.code for study in collection.studies])
    directory = Directory(lines, starts, [run], [], [])
    styles = styles_of(indexes._replace(heads=[]), indexes.runs) if compared.missing_keys else []
    adding = _Adding(written.source.name, styles, directory, studies)
    found = [_loose(loose, compared.nearest_keys, studies) for loose in compared.loose_entries]
    found += [_claims(entry, study) for entry, study in _contradicted(run, studies, compared.loose_entries)]
    found += [adding.finding(studies[key][0]) for key in compared.missing_keys]
    for finding in found:
        yield PlacedFinding(finding.place.span.shift(starts[finding.place.block]), finding)
    yield from lint(written.document, frozenset({"unsorted-index"}))


def _sections(indexes: Directory) -> list[Run]:
    """Return the entries of each section of each index; two sections may list the same studies in two orders."""
    return [list(run) for entries in indexes.runs for _, run in groupby(entries, lambda entry: entry.section)]


_Studies = dict[ClassAndKings | None, list[Line]]
"""The lines of the studies by class and kings, in the order of the files; None for studies without these."""


def _loose(loose: LooseEntry, nearest: dict[ClassAndKings, ClassAndKings], lines: _Studies) -> Finding:
    """Return the finding of an entry without a study; `lines` are those of the studies."""
    if loose.headed_count:
        studies = "only one study" if loose.headed_count == 1 else f"{loose.headed_count} studies"
        message = f"{loose.key} is listed {loose.listed_count} times, but heads {studies}"
    else:
        message = f"There is no study {loose.key}"
    near = lines[nearest[loose.key]][0] if loose.key in nearest else None
    message += f"; the nearest is {near.code} ({near.place})" if near else ""
    related = (_related("the nearest study", near),) if near else ()
    return Finding(place_of(loose.entry.study), message, (), related, "dangling-index-entry")


def _contradicted(run: Run, studies: _Studies, loose: list[LooseEntry]) -> Iterator[tuple[DirectoryEntry, Line]]:
    """Yield each entry that claims a win for draws, or a draw for wins, with the first of these studies."""
    reported = {item.entry.study.code_place for item in loose}
    claimed = {key: {line.study.code.stipulation.goal for line in named} for key, named in studies.items()}
    for entry in run:
        key, goal = key_of(entry.study.code), entry.study.code.stipulation.goal
        if not key or not goal or key not in claimed or entry.study.code_place in reported:
            continue
        if not claimed[key] & {goal, None}:
            yield entry, studies[key][0]


def _claims(entry: DirectoryEntry, head: Line) -> Finding:
    """Return the finding of an entry whose goal differs from that of its study."""
    is_win = head.study.code.stipulation.goal is Goal.WIN
    claims = "a win, not a draw" if is_win else "a draw, not a win"
    message = f"The study {key_of(entry.study.code)} ({head.place}) is {claims}"
    return Finding(place_of(entry.study), message, (), (_related("the study", head),), "dangling-index-entry")


class _Adding:
    """The style of a directory's lines, and the place of a new one."""

    def __init__(self, name: str, styles: list[IndexStyle], directory: Directory, studies: _Studies) -> None:
        self._studies = studies
        self._run = directory.runs[0]
        self._styles = styles
        self._by_goal = styles_by_goal(styles)
        self._format = import_module(f"gbr_lsp.cli.directory.{_FORMATS.get(name.rpartition('.')[2].lower(), 'text')}")
        self._is_ours, self._is_numbered = self._written_by(directory)

    def finding(self, line: Line) -> Finding:
        """Return the finding that the study of `line` is missing, at the entry next to its place."""
        code = line.study.code
        neighbor, where, text = self._run[-1], "after the last entry", None
        able = self._by_goal[code.stipulation.goal] or self._styles
        spot = able[0].spot_for(code) if len(able) == 1 else None
        if spot:
            neighbor, where = spot.neighbor, "after it" if spot.is_after else "before it"
            text = None if self._is_ours else able[0].new_line(code, neighbor)
        if text is None or (self._is_numbered and not line.number):
            text = self._format.entry(line)
        elif self._is_numbered and line.number:
            text = line.number.join(text.rsplit(UNKNOWN_PAGE, 1))
        message = f"{line.code} ({line.place}) is not listed; to add {where}: {text.strip()}"
        return Finding(place_of(neighbor.study), message, (), (_related("the study", line),), "unindexed-study")

    def _written_by(self, directory: Directory) -> tuple[bool, bool]:
        """Return whether most entries are as `gbr-lsp index` writes them, and whether most have study numbers."""
        numbers_of = zip(self._run, directory.numbers_of(self._run), strict=True)
        keyed = [(entry, key_of(entry.study.code), numbers) for entry, numbers in numbers_of]
        known = [(entry, key, numbers) for entry, key, numbers in keyed if key in self._studies]
        lines = {key: self._studies[key] for _, key, _ in known}
        shapes = {key: {_shape(self._format.entry(line)) for line in named} for key, named in lines.items()}
        own = {key: {line.number.rpartition(".")[2] for line in named if line.number} for key, named in lines.items()}
        written = {line: _shape(directory.line_text(line)) for line in {entry.line for entry in self._run}}
        ours = numbered = 0
        for entry, key, numbers in known:
            ours += written[entry.line] in shapes[key]
            numbered += not own[key].isdisjoint(numbers)
        return len(known) <= _STYLE_DIVISOR * ours, 0 < len(known) <= _STYLE_DIVISOR * numbered


def _shape(line: str) -> str:
    """Return `line` with each number as `0`: rows change when lines are inserted above."""
    return re.sub(r"[0-9]+", "0", line.strip())


def _related(message: str, line: Line) -> RelatedMessage:
    study = line.study
    return RelatedMessage(message, RemotePlace(study.filename, line.row - 1, study.start, study.end, study.text))
