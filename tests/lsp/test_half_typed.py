"""Diagnostics while a move is typed: none about the part of it that is there yet."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_features import Session
from tests.random.edits import slow_position
from tests.support.wire import POSITION_ENCODINGS

GAME = """[White "Réti=R"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

{🎉♔é} 1.Kg7 h4 *
"""


@pytest.fixture(params=POSITION_ENCODINGS)
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Session]:
    games = Session(tmp_path, request.param)
    games.show((tmp_path / "a.pgn").as_uri(), "pgn", GAME)
    with games.wire:
        yield games


class Author:
    """Somebody who types behind `h4`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.at = GAME.index(" *")
        self.version = 1

    def types(self, text: str) -> list[str]:
        """What is told after each key."""
        return [told for key in text for told in self._edits(self.at, self.at, key)]

    def deletes(self, count: int) -> list[str]:
        return self._edits(self.at - count, self.at, "")

    def _edits(self, start: int, end: int, new: str) -> list[str]:
        session = self.session
        ends = [slow_position(session.text, at, session.encoding) for at in (start, end)]
        session.text = session.text[:start] + new + session.text[end:]
        self.at, self.version = start + len(new), self.version + 1
        document = {"uri": session.uri, "version": self.version}
        change = {"range": {"start": ends[0], "end": ends[1]}, "text": new}
        session.wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        return codes(session)


def codes(session: Session) -> list[str]:
    found: dict[str, Any] = session.request("textDocument/diagnostic", session.document)
    return [item["code"] for item in found["items"]]


def test_half_a_move_is_no_mistake_and_a_wrong_one_is_told_behind_its_blank(session: Session) -> None:
    author = Author(session)
    assert codes(session) == []
    assert author.types(" 2.Kf6 Kb6") == []
    assert author.types(" 3.Kq7") == []
    assert author.types(" ") == ["unreadable-move"]
    assert author.deletes(1) == []
    assert author.deletes(2) == []
    assert author.types("a1") == []
    assert author.types("\n") == ["illegal-solution"]


def test_elsewhere_mistakes_are_told_while_a_move_is_typed(session: Session) -> None:
    author = Author(session)
    author.types(" 2.Ka1 ")
    assert author.types("K") == ["illegal-solution"]


def test_what_is_saved_is_typed(session: Session) -> None:
    author = Author(session)
    assert author.types(" 2.Ka1") == []
    session.wire.notify("textDocument/didSave", session.document)
    session.until("workspace/diagnostic/refresh")
    assert codes(session) == ["illegal-solution"]
    assert author.types("x") == []
