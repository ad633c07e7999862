"""New positions at random places of documents: the text around them stays, and other programs read the documents."""

import re
from io import StringIO
from pathlib import Path
from random import Random

import chess.pgn
import pytest

from gbr_lsp.base.text import apply_edits
from gbr_lsp.edits.edit_check import BoardWriting, Refusal
from gbr_lsp.edits.new_position import NewPosition, PositionText, possible_texts, usual_text, write_position
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Form
from tests.support.follow import ROOT

POSITION = NewPosition(Placement("8/8/3K4/8/8/3k4/2p5/1Q6"), form=Form.CAPTION)
EXAMPLES = ROOT / "docs" / "examples"
USUAL = {
    "collection.pgn": PositionText.PGN,
    "manuscript.tex": PositionText.CHESSBOARD,
    "manuscript.md": PositionText.FENCE,
    "manuscript.txt": PositionText.CODE,
}


def variants(text: str) -> list[str]:
    """The text, without its last line end, and with other line ends."""
    return [text, text.rstrip("\n"), text.replace("\n", "\r\n")]


def inserted(name: str, text: str, offset: int, kind: PositionText | None = None) -> str | None:
    """The document `text` after the usual insertion, which adds text at one place; None if it is refused."""
    document = Document.of(text, host_for(name))
    written = write_position(document, offset, POSITION, kind or usual_text(document))
    if isinstance(written, Refusal):
        return None
    assert isinstance(written, BoardWriting)
    (edit,) = written.edits
    assert edit.span.start == edit.span.end
    if "\r\n" in text:
        assert not re.search(r"(?<!\r)\n", edit.text)
    assert 0 <= written.caret <= len(text) + len(edit.text)
    return apply_edits(text, written.edits)


def games(text: str) -> list[str]:
    """The records of `text` as python-chess reads them."""
    stream, found = StringIO(text), []
    while game := chess.pgn.read_game(stream):
        assert not game.errors
        found.append(str(game))
    return found


@pytest.mark.parametrize("variant", range(3))
def test_a_record_is_written_between_records(variant: int) -> None:
    text = (EXAMPLES / "collection.pgn").read_text(encoding="utf-8")
    # One FEN of the example is a rank short, and python-chess reports it.
    text = variants(text.replace('"1k6/1r6/2K5/Q7/8/8/8 w', '"1k6/1r6/2K5/Q7/8/8/8/8 w'))[variant]
    random, before = Random(variant), games(text)
    written = 0
    for offset in [*(random.randint(0, len(text)) for _ in range(60)), 0, len(text), text.index("{") + 3]:
        new = inserted("collection.pgn", text, offset)
        if new is None:
            continue
        written += 1
        after = games(new)
        (added,) = [one for one in after if one not in before]
        assert f'[FEN "{POSITION.fen}"]' in added
        assert [one for one in after if one is not added] == before
    assert 50 < written


@pytest.mark.parametrize("variant", range(3))
@pytest.mark.parametrize("kind", [None, PositionText.CODE])
def test_nothing_is_written_after_the_end_of_a_document(variant: int, kind: PositionText | None) -> None:
    text = variants((EXAMPLES / "manuscript.tex").read_text(encoding="utf-8"))[variant]
    random, end, written = Random(variant), r"\end{document}", 0
    for offset in [*(random.randint(0, len(text)) for _ in range(60)), *(len(text) - back for back in range(20))]:
        new = inserted("manuscript.tex", text, offset, kind)
        if new is None:
            continue
        written += 1
        assert new.split(end)[1] == text.split(end)[1]
        assert POSITION.placement.fen in new or "d6d3 1000.01 2/2" in new
    assert 20 < written


@pytest.mark.parametrize("name", list(USUAL))
def test_the_notation_of_the_language_is_the_default_and_can_be_written(name: str) -> None:
    text = Path(EXAMPLES / name).read_text(encoding="utf-8")
    document = Document.of(text, host_for(name))
    assert usual_text(document) is USUAL[name]
    choices = possible_texts(document, text.index("\n\n") + 1, Form.CAPTION)
    assert choices[0] is USUAL[name]
    for kind in choices:
        assert inserted(name, text, text.index("\n\n") + 1, kind)


@pytest.mark.parametrize(
    ("placement", "turn", "reason"),
    [
        ("8/8/8/3kK3/8/8/8/8", True, "The kings stand next to each other"),
        ("P7/8/8/3k4/8/8/8/3K4", True, "No pawn can stand on a8"),
        ("3k4/8/8/8/8/8/8/3R1K2", True, None),
        ("QQ5k/QQ6/QQ6/8/8/PPPP4/PPPP4/7K", True, "White cannot have 5 promoted men and 8 pawns"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(placement: str, turn: bool, reason: str | None) -> None:
    document = Document.of("# A text\n\n", host_for("a.md"))
    written = write_position(document, 10, NewPosition(Placement(placement), turn), PositionText.CODE)
    assert isinstance(written, Refusal)
    if reason:
        assert written.reason.startswith(reason)
