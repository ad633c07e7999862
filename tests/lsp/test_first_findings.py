"""Of a long document the findings at hand are answered first, and all of them when the client pulls again."""

from pathlib import Path
from typing import Any

from tests.lsp.test_features import Session
from tests.support.wire import Wire

PUSH = "textDocument/publishDiagnostics"

STUDY = "# {}\n\n`7K/8/k1P5/7p/8/8/8/8 w - - 0 1`\n\nh8a6 0000.11 2/{} Draw\n\n"
COUNT = 100
SHORT = "from gbr_lsp.lsp.state import lint_jobs; lint_jobs._LONG_DOCUMENT = 5_000"
"""A server for which so many studies are a long document."""


def shown(session: Session, text: str, name: str) -> None:
    session.show((Path.cwd() / name).as_uri(), "markdown", text)


def pulled(session: Session) -> tuple[list[int], str]:
    """The lines of the findings, and the id of the report."""
    report: dict[str, Any] = session.request("textDocument/diagnostic", session.document)
    return [item["range"]["start"]["line"] for item in report["items"]], report["resultId"]


def test_the_sections_at_hand_come_first(tmp_path: Path) -> None:
    wrong = (0, COUNT // 2, COUNT - 1)
    text = "".join(STUDY.format(number, 3 if number in wrong else 2) for number in range(COUNT))
    expected = [6 * number + 4 for number in wrong]
    session = Session(tmp_path, "utf-16", script=SHORT)
    with session.wire:
        shown(session, text, "a.md")
        found, known = pulled(session)
        assert found == expected[:1]
        session.until("workspace/diagnostic/refresh")
        assert pulled(session)[0] == expected
        assert pulled(session)[1] != known
        shown(session, text, "b.md")
        place = {"line": expected[1], "character": 1}
        session.request("textDocument/hover", session.document | {"position": place})
        assert pulled(session)[0] == expected[1:2]


def test_a_comment_to_the_linter_holds_from_the_beginning(tmp_path: Path) -> None:
    text = "<!-- gbr: ignore-file -->\n\n" + "".join(STUDY.format(number, 3) for number in range(COUNT))
    session = Session(tmp_path, "utf-16", script=SHORT)
    with session.wire:
        shown(session, text, "a.md")
        assert pulled(session)[0] == []


GAME = (
    '[Event "{0}"]\n[Black "(=0000.11h8a{1})"]\n[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n[Round "{0}"]\n\n1. Kg7 *\n\n'
)
BEGIN = "from gbr_lsp.lsp.state import lint_jobs; lint_jobs._LONG_DOCUMENT = lint_jobs._FIRST_GAMES = 5_000"
CUT = "; from gbr_lsp.model import chunks; chunks._UNCUT_LENGTH = 5_000"


def games() -> str:
    """Some 100 games of which the first and the last have a wrong code."""
    return "".join(GAME.format(number, 7 if number in (0, 99) else 6) for number in range(100))


def test_the_first_games_come_first(tmp_path: Path) -> None:
    session = Session(tmp_path, "utf-16", script=BEGIN + CUT)
    with session.wire:
        session.show((tmp_path / "a.pgn").as_uri(), "pgn", games())
        assert pulled(session)[0] == [1]
        session.until("workspace/diagnostic/refresh")
        # Behind the first games are those that repeat its position, and the last one.
        found = pulled(session)[0]
        assert [found[1], found[-2], found[-1]] == [8, 7 * 99 + 1, 7 * 99 + 1]


def test_they_are_pushed_first_too() -> None:
    with Wire(script=BEGIN + CUT) as wire:
        wire.open("untitled:a.pgn", "pgn", games())
        pushed = (message for message in iter(wire.receive, None) if message.get("method") == PUSH)
        assert len(next(pushed)["params"]["diagnostics"]) == 1
        assert len(next(pushed)["params"]["diagnostics"]) == 101
