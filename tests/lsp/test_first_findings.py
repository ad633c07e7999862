"""Of a long document the findings at hand are answered first, and all of them when the client pulls again."""

from pathlib import Path
from typing import Any

from tests.lsp.test_features import Session

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
