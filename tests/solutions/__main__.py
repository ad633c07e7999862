"""How many of the printed solutions of real text are followed to their end.

    python -m tests.solutions [--notes] [FILE ...]

Without files, the real text of the tests is taken: a printed issue as two programs give its text, and a database. The
last columns count the notes `i)`, and those of which the first move is followed from the place of their mark; `--notes`
lists the others.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.support.prose_window import prose_at
from gbr_lsp.model.document import Document
from gbr_lsp.model.printed import printed_solutions
from gbr_lsp.model.prose_text import prose_of
from tests.conftest import CORPORA

_NAMES = ("eg190-p1-18.txt", "eg190-p1-18-raw.txt", "hhdb-sample.pgn")


_WORDS_BEFORE_A_NOTE = 4
"""So many words, as in `Thematic try I:`, may stand before the first move of a note."""


def notes(document: Document) -> Iterator[tuple[Span, bool]]:
    """The first move of each note of a document, and whether it is followed."""
    items = prose_of(document.blocks, document.conventions).items
    for number, item in enumerate(items):
        if item.kind != "label" or not set(item.text) <= set("ivx)"):
            continue
        behind = items[number + 1 : number + _WORDS_BEFORE_A_NOTE + 3]
        move = next((one.span for one in behind if one.kind == "move"), None)
        if move is None:
            continue
        found = prose_at(document, move.start)
        cursor = found and found[0].at(move.end - found[1])
        step = found[0].step(cursor) if found and cursor and not cursor.lost else None
        yield move, bool(found and step and step.span.shift(found[1]).start == move.start)


def main(paths: list[Path], *, lists_notes: bool) -> None:
    print(f"{'file':<24}{'codes':>6}{'followed':>10}{'complete':>10}{'plies':>8}{'notes':>7}{'begun':>7}")
    for path in paths:
        document = Document.of(decode(path.read_bytes()).text, host_for(path.name))
        studies = list(document.studies())
        found = [solution for solution in printed_solutions(document, studies) if solution]
        complete = sum(solution.complete for solution in found)
        plies = sum(solution.plies for solution in found)
        linked = [] if document.host.holds_records else list(notes(document))
        begun = sum(is_begun for _, is_begun in linked)
        counts = f"{plies:>8}{len(linked):>7}{begun:>7}"
        print(f"{path.name:<24}{len(studies):>6}{len(found):>10}{complete:>10}{counts}")
        for move, is_begun in linked if lists_notes else ():
            if not is_begun:
                print(f"    {' '.join(document.text[move.start - 30 : move.end + 30].split())}")


_PARSER = argparse.ArgumentParser(prog="python -m tests.solutions")
_PARSER.add_argument("--notes", action="store_true", help="list the notes that are not begun")
_PARSER.add_argument("files", nargs="*", type=Path)
_OPTIONS = _PARSER.parse_args()
main(_OPTIONS.files or [CORPORA / name for name in _NAMES], lists_notes=_OPTIONS.notes)
