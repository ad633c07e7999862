"""A large PGN file, checked in pieces by several processes; it is never in memory as a whole.

Each game is checked by itself, and only the hash of its record is kept; a game with findings also
keeps its text. Games whose hash occurs more than once, or in another file, are then read again and
checked together, because they may be duplicates. A file with ignore comments or another encoding,
or that changes meanwhile, is checked as a whole.
"""

import gc
from array import array
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from gbr_lsp.base.encoding import BOM, NotText, decode
from gbr_lsp.base.file_parts import FileChanged, read_exactly
from gbr_lsp.base.regular_file import FileState, state_of
from gbr_lsp.base.text import Excerpts, Span
from gbr_lsp.cli.checking.check_file import (
    FileResult,
    Task,
    boards_of,
    hashes_of_lines,
    new_findings,
)
from gbr_lsp.cli.checking.cross_file_duplicates import FileRecords, records_of
from gbr_lsp.cli.checking.excerpt import Excerpt, PieceResult
from gbr_lsp.cli.checking.pgn_pieces import PgnPart, pieces, slices
from gbr_lsp.hosts import host_for
from gbr_lsp.hosts.protocol import Host
from gbr_lsp.lint.coverage import Coverage, coverage_of, total_coverage
from gbr_lsp.lint.engine import PlacedFinding, lint, rank_of, repeat_findings
from gbr_lsp.lint.memo import record_hashes
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, RuleScope
from gbr_lsp.model.records import Record, record_hash
from gbr_lsp.rules import names_over, plan_of

if TYPE_CHECKING:
    from gbr_lsp.cli.checking.finding_boards import FindingBoards

_AT_ONCE = 200
"""The number of hashes whose games are compared at once."""
_ON_REPEATS = names_over(RuleScope.REPEATED_RECORDS)
_ON_ALL_GAMES = names_over(RuleScope.STUDIES)
"""Rules that compare all games, and so need the whole file."""


class RepeatingPart(NamedTuple):
    """The games of a part and those they may repeat; `rows` has the first row of each in the file."""

    document: Document
    own_games: list[Block]
    rows: dict[Block, int]

    @property
    def lines(self) -> Excerpts:
        """The lines of the document, with their rows in the file."""
        lines = accumulate((block.line_ends for block in self.rows), initial=0)
        return Excerpts(self.document.text, list(zip(lines, self.rows.values(), strict=False)))


class CheckedPieces(NamedTuple):
    """A file that was checked in pieces: its former state, its pieces and their results."""

    state: FileState
    pieces: list[PgnPart]
    results: list[PieceResult]

    @property
    def hashes(self) -> set[int]:
        """The hashes of all records."""
        return {number for result in self.results for number in result.places[3::4]} - {-1}

    def recheck(self, task: Task) -> FileResult | None:
        """Return the result for the file, or None if it has changed; read only games that may repeat others."""
        try:
            result = _merged(task, self)
            return result if state_of(task.request.path or "") == self.state else None
        except (OSError, ValueError):
            return None

    @property
    def repeated_hashes(self) -> set[int]:
        """The hashes that occur more than once."""
        hashes = sorted(one for result in self.results for one in result.places[3::4])
        return {one for one, following in pairwise(hashes) if one == following} - {-1}

    def parts(self, task: Task) -> "Iterator[RepeatingPart]":
        """Yield the file in parts; raise OSError, NotText and FileChanged."""
        host, repeated, row = host_for(task.request.name), self.repeated_hashes, 0
        with open(task.request.path or "", "rb") as file:
            for piece, result in zip(self.pieces, self.results, strict=True):
                text = "".join(decode(data, piece.encoding).text for _, data in slices(piece))
                own = Document.of(text, host, task.conventions)
                others = list(_games_with(repeated.intersection(result.places[3::4]), self))
                rows = {game.block(file, host): game.row for game in others if game.row < row}
                later_rows = {game.block(file, host): game.row for game in others if row + result.lines <= game.row}
                for block in own.blocks:
                    rows[block] = row
                    row += block.line_ends
                rows |= later_rows
                if state_of(task.request.path or "") != self.state:
                    raise FileChanged
                yield RepeatingPart(Document.of_blocks(list(rows), own.host, task.conventions), list(own.blocks), rows)

    def records_among(self, task: Task, hashes: Collection[int]) -> FileRecords:
        """Return the records whose hashes are in `hashes`; () if the file has changed."""
        try:
            host = host_for(task.request.name)
            with open(task.request.path or "", "rb") as file:
                games = ((game.block(file, host), game.row) for game in _games_with(hashes, self))
                found = records_of(task.request.name, games, task.conventions)
            return found if state_of(task.request.path or "") == self.state else ()
        except (OSError, ValueError):
            return ()


def dead_result(reason: str) -> PieceResult:
    """Return the result of a piece whose process died: its file is checked as a whole."""
    return PieceResult(has_trouble=True)


Work = Callable[[list[PgnPart]], list[PieceResult]]
"""Runs `check_piece` for each piece, perhaps in parallel."""


def check_in_pieces(task: Task, work: Work) -> FileResult | None:
    """Return the result for `task`, or None if its file must be checked as a whole."""
    checked = None if task.rules & _ON_ALL_GAMES else checked_pieces(task, work)
    return checked.recheck(task) if checked else None


def checked_pieces(task: Task, work: Work) -> CheckedPieces | None:
    """Return the checked pieces of a file, or None if it must be checked as a whole."""
    for encoding in ("utf-8", "cp1252") if task.encoding == "auto" else (task.encoding,):
        try:
            before = state_of(task.request.path or "")
            parts = list(pieces(task, encoding))
            results = work(parts)
            if any(result.has_trouble for result in results):
                return None
            if any(result.is_undecoded for result in results):
                continue
            return CheckedPieces(before, parts, results)
        except (OSError, ValueError):
            return None
    return None


def check_piece(piece: PgnPart) -> PieceResult:
    """Return the result of `piece`; after an exception the whole file is checked."""
    # The blocks are numerous, and not in reference cycles.
    gc.disable()
    try:
        return _findings_of(piece)
    except NotText:
        return PieceResult(is_undecoded=True)
    except Exception:
        return PieceResult(has_trouble=True)
    finally:
        gc.enable()


def _findings_of(piece: PgnPart) -> PieceResult:
    """Return the result of `piece`, linted slice by slice."""
    task, host = piece.task, host_for(piece.task.request.name)
    rules = task.rules - _ON_REPEATS
    excerpt, found, places, lines = Excerpt(), list[PlacedFinding](), array("q"), 0
    read, boards = list[Coverage](), list["FindingBoards"]()
    for start, data in slices(piece):
        if b"gbr:" in data or data.startswith(BOM):
            return PieceResult(has_trouble=True)
        document = Document.of(decode(data, piece.encoding).text, host, task.conventions)
        here = lint(document, rules)
        read.append(coverage_of(document, rules).after_lines(lines))
        wrong = dict.fromkeys(item.finding.place.block for item in here)
        if task.needs_boards:
            boards += boards_of(Document.of_blocks(list(wrong), document.host, task.conventions), here)
        wide = document.length < len(data) and piece.encoding == "utf-8"
        for chunk in document.chunks:
            for block, line, known in zip(chunk.blocks, chunk.first_lines, record_hashes(chunk, rules), strict=True):
                length = len(block.text.encode() if wide and not block.text.isascii() else block.text)
                places.extend((lines + line, start, length, -1 if known is None else known))
                if block in wrong:
                    excerpt.add(block, [(0, lines + line)])
                start += length
            lines += chunk.lines
        found += here
    return excerpt.with_findings(task, found, boards)._replace(
        places=places, lines=lines, coverage=total_coverage(read)
    )


def _merged(task: Task, checked: CheckedPieces) -> FileResult:
    """Return the result for `task` from the results of the pieces."""
    kept = checked if task.needs_records else None
    block, rows, seen, *_, coverage, boards = _gathered(task, checked)
    if block is None:
        return FileResult(stale_findings=task.known_findings, coverage=coverage, pieces=kept)
    lines = Excerpts(block.text, rows)
    drawn = dict(zip(map(id, seen), boards, strict=False))
    found = sorted(seen, key=lambda item: (*map(lines.line_and_column, item.span), rank_of(item)))
    left, idle = new_findings(found, lines, task.known_findings)
    return FileResult(
        None,
        None,
        None,
        tuple(left),
        block,
        stale_findings=idle,
        coverage=coverage,
        rows=rows,
        pieces=kept,
        boards=tuple(drawn[id(item)] for item in left) if task.needs_boards else (),
        line_hashes=hashes_of_lines(left, lines, partial(_texts, checked)) if task.needs_line_hashes else {},
    )


def _gathered(task: Task, checked: CheckedPieces) -> PieceResult:
    """Return the results of all pieces, and the findings about repeated games, as one result."""
    excerpt, found, first = Excerpt(), list[PlacedFinding](), 0
    covered, boards = list[Coverage](), list["FindingBoards"]()

    def take(result: PieceResult, first: int) -> None:
        if result.block:
            excerpt.add(result.block, ((line, first + row) for line, row in result.rows))
            found.extend(result.findings)
            boards.extend(result.boards)

    for result in checked.results:
        take(result, first)
        covered.append(result.coverage.after_lines(first))
        first += result.lines
    if _ON_REPEATS & task.rules:
        for result in _repeats(task, checked):
            take(result, 0)
    return excerpt.with_findings(task, found, boards)._replace(coverage=total_coverage(covered))


def _texts(checked: CheckedPieces) -> Iterator[str]:
    """Yield the text of the file, slice by slice."""
    for piece in checked.pieces:
        for _, data in slices(piece):
            yield decode(data, piece.encoding).text


def _repeats(task: Task, checked: CheckedPieces) -> Iterator[PieceResult]:
    """Yield the findings in games with a repeated hash or one of another file, with rows of the file.

    A finding is about games of one hash only, so the games of `_AT_ONCE` hashes are read at a time.
    """
    elsewhere: dict[int, list[Record]] = {}
    for record in task.other_records:
        elsewhere.setdefault(record_hash(record), []).append(record)
    games: dict[int, list[_Game]] = {}
    for game in _games_with(checked.repeated_hashes.union(elsewhere), checked):
        games.setdefault(game.hash, []).append(game)
    host = host_for(task.request.name)
    shown = host._replace(letters=task.conventions.letters)
    plan = plan_of(task.rules)
    with open(task.request.path or "", "rb") as file:
        known = list(games)
        for some in (known[at : at + _AT_ONCE] for at in range(0, len(known), _AT_ONCE)):
            rows = {game.block(file, host): game.row for game in sorted(game for one in some for game in games[one])}
            there = {record: task.other_records[record] for one in some for record in elsewhere.get(one, ())}
            findings = repeat_findings(rows, plan, task.conventions, there)
            if not findings:
                continue
            excerpt, wrong = Excerpt(), dict[Block, list[Span]]()
            for place in (place for finding in findings for place in _places_of(finding)):
                wrong.setdefault(place.block, []).append(place.span)
            for block, row in rows.items():
                if block in wrong:
                    excerpt.add_lines(block, row, wrong[block])
            found = [PlacedFinding(finding.place.span, finding) for finding in findings]
            drawn = Document.of_blocks(list(wrong), shown, task.conventions) if task.needs_boards else None
            yield excerpt.with_findings(task, found, boards_of(drawn, found) if drawn else ())


def _places_of(finding: Finding) -> Iterator[Place]:
    """Yield the place of `finding`, and its related places in the same file."""
    yield finding.place
    yield from (related.place for related in finding.related if isinstance(related.place, Place))


class _Game(NamedTuple):
    """The row of a game, its bytes in the file, their encoding, and its record hash."""

    row: int
    start: int
    length: int
    encoding: str
    hash: int

    def block(self, file: BinaryIO, host: Host) -> Block:
        """Return the game as a block, read from `file`."""
        return Block(host, decode(read_exactly(file, self.start, self.length), self.encoding).text, host.start)


def _games_with(hashes: Collection[int], checked: CheckedPieces) -> Iterator[_Game]:
    """Yield the games whose records have one of `hashes`, in order, not yet read."""
    first = 0
    for piece, result in zip(checked.pieces, checked.results, strict=True):
        for number, known in enumerate(result.places[3::4] if hashes else ()):
            if known in hashes:
                row, start, length = result.places[4 * number : 4 * number + 3]
                yield _Game(first + row, start, length, piece.encoding, known)
        first += result.lines
