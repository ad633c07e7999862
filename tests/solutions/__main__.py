"""Measure how printed solutions are read, and how slips in them are reported.

    python -m tests.solutions [--seed 1] [--count 2] [--lines 40] [--pairs 1000] [--kind square ...] [--print EG ...]
    python -m tests.solutions --print "in brackets" --print "in notes" --print "in sentences"
    python -m tests.solutions --followed [--notes] [FILE ...]

The table has a row for each kind of slip and each manner of print; the last three manners are those of side lines, and
a slip in them is after the first pair of moves and before four others. Its columns: slips made, percent
found, found at the move, right fix among the first three, exactly one finding, and the number of
slips left out because the line stays legal. Then follow the sound lines that are blamed, and the
lines that are blamed next to the board of another study.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.support.prose_window import prose_at
from gbr_lsp.model.assign import assign
from gbr_lsp.model.document import Document
from gbr_lsp.model.prose_text import prose_of
from tests.conftest import CORPORA
from tests.solutions.prints import PRINTS, printed
from tests.solutions.side_prints import FORMS, side_lines
from tests.solutions.slips import KINDS, Count, SoundLine, foreign, lines_of, measured

_SIDE_MOVES = 8
"""Minimum number of half-moves of a side line with a slip."""
_NAMES = ("eg190-p1-18.txt", "eg190-p1-18-raw.txt", "hhdb-sample.pgn")
_WORDS_BEFORE_A_NOTE = 4
"""Maximum number of words before the first move of a note, as in `Thematic try I:`."""


def notes(document: Document) -> Iterator[tuple[Span, bool]]:
    """Yield the span of the first move of each note, and True if the reader reaches that move."""
    items = prose_of(document.blocks, document.conventions).items
    for number, item in enumerate(items):
        if item.kind != "label" or not set(item.text) <= set("ivx)"):
            continue
        behind = items[number + 1 : number + _WORDS_BEFORE_A_NOTE + 3]
        move = next((one.span for one in behind if one.kind == "move"), None)
        if move is None:
            continue
        found = prose_at(document, move.start)
        cursor = found and found[0].cursor_at(move.end - found[1])
        step = found[0].place(cursor.node) if found and cursor and not cursor.lost_reason else None
        yield move, bool(found and step and step.span.shift(found[1]).start == move.start)


def followed(paths: list[Path], *, lists_notes: bool) -> None:
    print(f"{'file':<24}{'codes':>6}{'followed':>10}{'complete':>10}{'plies':>8}{'notes':>7}{'begun':>7}")
    for path in paths:
        document = Document.of(decode(path.read_bytes()).text, host_for(path.name))
        studies = list(document.studies())
        found = [solution for solution in assign(document.as_section(studies)) if solution.moves]
        complete = sum(solution.is_complete for solution in found)
        plies = sum(solution.plies for solution in found)
        linked = [] if document.host.has_records else list(notes(document))
        begun = sum(is_begun for _, is_begun in linked)
        counts = f"{plies:>8}{len(linked):>7}{begun:>7}"
        print(f"{path.name:<24}{len(studies):>6}{len(found):>10}{complete:>10}{counts}")
        for move, is_begun in linked if lists_notes else ():
            if not is_begun:
                print(f"    {' '.join(document.text[move.start - 30 : move.end + 30].split())}")


def lines_in(manner: str, most: int) -> list[SoundLine]:
    """Return at most `most` sound lines of the print `manner`."""
    if manner in ("EG", "EG raw"):
        return lines_of("eg190-p1-18.txt" if manner == "EG" else "eg190-p1-18-raw.txt")[:most]
    if manner in FORMS:
        lines = [line for line in side_lines(manner) if _SIDE_MOVES <= len(line.moves)]
        return random.Random(manner).sample(lines, min(most, len(lines)))
    return list(printed(manner))[:most]


def table(options: argparse.Namespace) -> None:
    print(f"{'print':<14}{'slip':<11}{'slips':>6}{'found':>7}{'at':>6}{'right':>7}{'once':>6}{'legal':>7}")
    for manner in options.print or ("EG", "EG raw", *PRINTS, *FORMS):
        lines = lines_in(manner, options.lines)
        counts: dict[str, Count] = {}
        first, after = (2, 4) if manner in FORMS else (0, 0)
        kinds = options.kind or tuple(KINDS)
        for kind, line, spoilt, said in measured(lines, options.count, options.seed, kinds, first=first, after=after):
            one = Count(silent=1)
            if said:
                one = Count(1, said.found, said.at_the_move, said.right, said.findings == 1)
                if options.missed and not said.right:
                    before, behind = line.text[: spoilt.place.start][-60:], line.text[spoilt.place.end :][:60]
                    here = spoilt.text[spoilt.place.start : spoilt.place.end]
                    print(f"  {kind} {said}: {before!r} -> {here!r} {behind!r}")
            counts[kind] = counts.get(kind, Count()) + one
        for row in (*counts, "all"):
            made, found, at, right, once, silent = counts[row] if row in counts else sum(counts.values(), Count())
            share = 100 / max(1, made)
            shares = f"{found * share:>7.1f}{at * share:>6.1f}{right * share:>7.1f}{once * share:>6.1f}"
            print(f"{manner:<14}{row:<11}{made:>6}{shares}{silent:>7}")
        blamed = [line for line in lines if line.found(line.text)]
        print(f"{manner:<14}{len(blamed)} of {len(lines)} sound lines are blamed", flush=True)
    if options.pairs:
        wrong, tried = foreign(list(printed("English")), options.pairs, options.seed)
        print(f"{wrong} of {tried} lines are blamed beside the board of another study")


_PARSER = argparse.ArgumentParser(prog="python -m tests.solutions")
_PARSER.add_argument("--seed", default="1")
_PARSER.add_argument("--count", type=int, default=2, help="so many slips of each kind in each line")
_PARSER.add_argument("--lines", type=int, default=40, help="at most so many lines of each manner of print")
_PARSER.add_argument("--pairs", type=int, default=1000, help="so many lines beside boards of other studies")
_PARSER.add_argument("--kind", action="append", choices=KINDS, help="only these kinds of slips")
_PARSER.add_argument("--print", action="append", choices=("EG", "EG raw", *PRINTS, *FORMS), help="only these manners")
_PARSER.add_argument("--missed", action="store_true", help="list the slips that are not found or not put right")
_PARSER.add_argument("--followed", action="store_true", help="count the lines that are followed to their end")
_PARSER.add_argument("--notes", action="store_true", help="list the notes that are not begun")
_PARSER.add_argument("files", nargs="*", type=Path)
_OPTIONS = _PARSER.parse_args()
if _OPTIONS.followed or _OPTIONS.notes or _OPTIONS.files:
    followed(_OPTIONS.files or [CORPORA / name for name in _NAMES], lists_notes=_OPTIONS.notes)
else:
    table(_OPTIONS)
