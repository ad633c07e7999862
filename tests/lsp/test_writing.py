"""What a board writes, in a scripted conversation with a real process, in each position encoding."""

from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.base.text import Encoding
from tests.lsp.test_features import Session
from tests.random.edits import slow_position
from tests.support.wire import POSITION_ENCODINGS

MANUSCRIPT = """# Kubbel 🎉

🎉 g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 Draw `6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1`

# Réti ♔

🎉 h8a6 0000.11 2/2 `7K/8/k1P5/7p/8/8/8/8 w - - 0 1` 1.Kg7 h4 2.Kf6 Kb6 draws.

🎉 here

🎉 g3g1 0323.12 a3
"""


def asked(session: Session, command: str, needle: str, within: int, **wanted: Any) -> Any:
    at = session.at(needle, within)["position"]
    return session.request(
        "workspace/executeCommand", {"command": command, "arguments": [session.uri, at, {"version": 1, **wanted}]}
    )


def applied(session: Session, answer: dict[str, Any]) -> str:
    """The text after the one versioned edit of an answer, with the caret, by conversions of the tests' own."""
    assert answer["refused"] is None
    (change,) = answer["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": session.uri, "version": 1}
    places = {
        (position["line"], position["character"]): at
        for at in range(len(session.text), -1, -1)
        for position in [slow_position(session.text, at, session.encoding)]
    }
    text = session.text
    for edit in reversed(change["edits"]):
        start, end = (
            places[edit["range"][side]["line"], edit["range"][side]["character"]] for side in ("start", "end")
        )
        text = text[:start] + edit["newText"] + text[end:]
    caret = next(at for at in range(len(text) + 1) if slow_position(text, at, session.encoding) == answer["caret"])
    return text[:caret] + "<|>" + text[caret:]


def writes_a_position(session: Session) -> None:
    wanted = {"fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1", "as": "code", "form": "caption", "goal": "draw", "turn": "black"}
    text = applied(session, asked(session, "gbr.writePosition", "here", 0, **wanted))
    assert "🎉 a1c1 0000.00 1/1 BTM, Draw<|> here\n" in text
    assert text.replace("a1c1 0000.00 1/1 BTM, Draw<|> ", "") == session.text
    text = applied(session, asked(session, "gbr.writePosition", "# Réti", 6, **{**wanted, "as": "fence"}))
    assert "# Réti ♔\n\n```fen\n<|>8/8/8/8/8/8/8/K1k5 b - - 0 1\n```\n\n🎉" in text


def writes_the_notation_of_the_language(session: Session) -> None:
    at = session.at("# Réti", 6)["position"]
    choices = session.request(
        "workspace/executeCommand", {"command": "gbr.writingChoices", "arguments": [session.uri, at]}
    )
    assert choices == {"as": ["fence", "code", "fen", "pgn", "diagram"], "form": "caption"}
    wanted = {"fen": "8/8/1KP5/3r4/8/8/8/k7", "goal": "win", "turn": "white"}
    with_forms = {"command": "gbr.writingChoices", "arguments": [session.uri, at, wanted]}
    assert session.request("workspace/executeCommand", with_forms) == {
        **choices,
        "forms": {
            "caption": "b6a1 0300.10 2/2 Win",
            "class": "0300.10",
            "compact": "(+0300.10b6a1d5c6)",
            "dotted": "0300.10. b6a1d5. c6",
            "full": "b6a1 0300.10 d5.c6 2/2+",
            "prefixed": "+0300.10b6a1",
        },
    }
    wanted["fen"] = "8/8/8/8/8/8/8/8"
    assert session.request("workspace/executeCommand", with_forms) == choices
    text = applied(session, asked(session, "gbr.writePosition", "# Réti", 6, fen="8/8/8/8/8/8/8/K1k5"))
    assert "# Réti ♔\n\n```fen\n<|>8/8/8/8/8/8/8/K1k5 w - - 0 1\n```\n\n🎉" in text


def changes_a_position_everywhere(session: Session) -> None:
    text = applied(session, asked(session, "gbr.changePosition", "0323", 2, fen="6n1/8/7P/8/8/2p3K1/B7/4B2k"))
    assert "🎉 g3h1 00<|>23.11 a2e1g8.h6c3 4/3 Draw `6n1/8/7P/8/8/2p3K1/B7/4B2k w - - 0 1`" in text
    assert text.split("# Réti")[1] == session.text.split("# Réti")[1]


def writes_a_move(session: Session) -> None:
    text = applied(session, asked(session, "gbr.playMove", "Kf6", 0, **{"from": "h4", "to": "h3"}))
    assert "1.Kg7 h4 2.Kf6 Kb6 (2...<|>h3) draws." in text
    played = asked(session, "gbr.playMove", "Kf6", 0, **{"from": "a6", "to": "b6"})
    assert played == {
        "edit": None,
        "caret": session.at("Kb6")["position"],
        "refused": None,
    }


def types_the_square_of_the_man_that_waits(session: Session) -> None:
    at = session.at("a3\n", 2)["position"]
    board = session.request("workspace/executeCommand", {"command": "gbr.showBoard", "arguments": [session.uri, at]})
    assert board["fen"] is None
    assert board["version"] == 1
    assert board["title"] == "g3g1 0323.12 a3"
    assert board["draft"]["placement"] == "8/8/8/8/8/r5K1/8/6k1"
    assert (board["draft"]["waits"], board["draft"]["words"]) == ("B", "white bishop 1 of 2")
    assert board["draft"]["lacking"] == 6
    assert len(board["draft"]["free"]) == 61
    text = applied(session, asked(session, "gbr.typeSquare", "a3\n", 2, square="a2"))
    assert text.endswith("🎉 g3g1 0323.12 a3a2<|>\n")


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("gbr.changePosition", {"fen": "8/8/8/8/8/8/8/K1k5", "version": 2}, "The document has changed since"),
    ("gbr.changePosition", {"fen": "8/8/8/8/8/8/8/K7"}, "The board has no black king"),
    ("gbr.writePosition", {"fen": "8/8/8/8/8/8/8"}, "The board has 7 ranks, not 8"),
    ("gbr.writePosition", {"fen": "8/8/8/8/8/8/8/Kk6"}, "The kings stand next to each other"),
    ("gbr.changePosition", {"fen": "8/8/8/8/8/8/8/Kk6"}, "The kings stand next to each other"),
    ("gbr.writePosition", {"fen": "K1k5/8/8/8/8/8/8/8", "as": "chessboard"}, "A \\chessboard cannot be written"),
    ("gbr.playMove", {"from": "h4", "to": "h3"}, "There is no line of moves at the cursor that can be followed"),
    ("gbr.typeSquare", {"square": "a1"}, "No man of the code at the cursor needs a square"),
]


def refuses(session: Session) -> None:
    for command, wanted, why in REFUSED:
        answer = asked(session, command, "0323", 2, **wanted)
        assert (answer["edit"], answer["caret"]) == (None, None)
        assert answer["refused"].startswith(why)
        assert "\n" not in answer["refused"]


@pytest.mark.parametrize("encoding", POSITION_ENCODINGS)
def test_what_a_board_writes(encoding: Encoding, tmp_path: Path) -> None:
    session = Session(tmp_path, encoding)
    session.text = MANUSCRIPT
    session.wire.open(session.uri, "markdown", MANUSCRIPT)
    with session.wire:
        writes_a_position(session)
        writes_the_notation_of_the_language(session)
        changes_a_position_everywhere(session)
        writes_a_move(session)
        types_the_square_of_the_man_that_waits(session)
        refuses(session)
