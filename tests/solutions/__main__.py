"""How many of the printed solutions of real text are followed to their end.

    python -m tests.solutions [FILE ...]

Without files, the real text of the tests is taken: a printed issue as two programs give its text, and a database.
"""

import sys
from pathlib import Path

from gbr_lsp.base.encoding import decode
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.model.printed import printed_solutions
from tests.conftest import CORPORA

_NAMES = ("eg190-p1-18.txt", "eg190-p1-18-raw.txt", "hhdb-sample.pgn")


def main(paths: list[Path]) -> None:
    print(f"{'file':<24}{'codes':>6}{'followed':>10}{'complete':>10}{'plies':>8}")
    for path in paths:
        document = Document.of(decode(path.read_bytes()).text, host_for(path.name))
        studies = list(document.studies())
        found = [solution for solution in printed_solutions(document, studies) if solution]
        complete = sum(solution.complete for solution in found)
        plies = sum(solution.plies for solution in found)
        print(f"{path.name:<24}{len(studies):>6}{len(found):>10}{complete:>10}{plies:>8}")


main([Path(name) for name in sys.argv[1:]] or [CORPORA / name for name in _NAMES])
