"""Read real proofs, and print boards, captions paired with boards, findings and times.

    python -m tests.proofs [--proofs FOLDER] [FILE …]
    python -m tests.proofs.hostile [COUNT] [SEED]

`learned from N captions` rows learn from N random captions of a drawn book. They count the boards
read, and those read differently than with all captions.
"""

import argparse
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from gbr_lsp.lint.engine import lint
from gbr_lsp.model.study import Study
from gbr_lsp.proofs import places
from gbr_lsp.proofs import read_pdf as pdf
from gbr_lsp.proofs.document import document_of
from gbr_lsp.proofs.drawn_boards import DrawnBoard
from gbr_lsp.proofs.learning import Caption, placements_of
from gbr_lsp.proofs.reader import UnreadableProof, read_proof
from gbr_lsp.proofs.value import PICTURE_PROBLEM
from tests.proofs.conftest import PROOFS

_DRAWS = 20


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs")
    parser.add_argument("--proofs", type=Path, default=PROOFS)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    files = options.files or sorted(path for path in options.proofs.iterdir() if path.suffix in (".pdf", ".docx"))
    print(f"{'file':28}{'boards':>9}{'codes':>7}{'paired':>8}{'counts':>8}{'s':>7}")
    for path in files:
        _measure(path)
    for path in files:
        if path.suffix == ".pdf":
            _learn(path)


def _measure(path: Path) -> None:
    begun = time.monotonic()
    try:
        proof = read_proof(str(path))
    except UnreadableProof as error:
        print(f"{path.name}: {error}")
        return
    seconds = time.monotonic() - begun
    document = document_of(proof)
    studies = list(document.studies())
    read = sum(board.fen is not None for board in proof.boards)
    counts = sum(board.men_count is not None for board in proof.boards)
    boards = f"{read}/{sum(board.problem != PICTURE_PROBLEM for board in proof.boards)}"
    print(f"{path.name:28}{boards:>9}{len(studies):>7}{_with_boards(studies):>8}{counts:>8}{seconds:>7.1f}")
    for item in lint(document):
        text = proof.text[item.span.start : item.span.end]
        print(f"    {places.spot_of(proof, *item.span)} {item.finding.rule}: {item.finding.message} ({text})")
    if places.unread_summary(proof):
        print(f"    {places.unread_summary(proof)}")


def _with_boards(studies: Iterable[Study]) -> int:
    return sum(bool(study.boards) for study in studies)


def _learn(path: Path) -> None:
    """Print how many boards of a drawn book are read if only some captions are known."""
    taken: list[tuple[Sequence[DrawnBoard], Sequence[Caption]]] = []

    def spy(boards: Sequence[DrawnBoard], captions: Sequence[Caption]) -> list[tuple[str | None, str | None]]:
        taken.append((boards, captions))
        return placements_of(boards, captions)

    before, pdf.placements_of = pdf.placements_of, spy  # type: ignore[attr-defined]
    try:
        pdf.read_pdf(str(path), lambda pages: None)
    finally:
        pdf.placements_of = before  # type: ignore[attr-defined]
    for boards, captions in taken:
        whole = [fen for fen, _ in placements_of(boards, captions)]
        for count in (5, 10, 15, 30):
            if count <= len(captions):
                draws = [
                    [fen for fen, _ in placements_of(boards, random.Random(draw).sample(captions, count))]
                    for draw in range(_DRAWS)
                ]
                read = sum(fen is not None for fens in draws for fen in fens) / _DRAWS
                wrong = sum(
                    one is not None and one != other for fens in draws for one, other in zip(fens, whole, strict=True)
                )
                print(f"{path.name}: learned from {count} captions: {read:.0f} boards, {wrong} read otherwise")


if __name__ == "__main__":
    main()
