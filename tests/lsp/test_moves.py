"""What else is done with moves, beside the board that follows them, in a scripted conversation with a real process:
code actions, symbols, glyphs, tags, notes, awards; in each position encoding."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_features import Session
from tests.random.edits import slow_position
from tests.support.wire import POSITION_ENCODINGS

GAME = """[Event "1.p Tourney of 🎉"]
[White "Réti=R"]
[Black "(=0000.11h8a6)"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

{🎉♔é} 1.Kg7 $1 {🎉} h4 (1...Kb6! 2.Kf6 {é} h4 (2...Kxc6 3.Kg5)) 2.Kf6 Kb6 3.Ke5 h3 4.Kd6 h2 5.c7 h1Q 6.c8Q Qd1 *
"""
PROSE = """# Réti 🎉

🎉 h8a6 0000.11 2/2 Draw `7K/8/k1P5/7p/8/8/8/8 w - - 0 1`

🎉 1.Kg7 h4/i 2.Kf6 Kb6 3.Ke5 Kxc6 4.Kf4 draws.

🎉 i) 1...Kb6 2.Kf6 h4 3.Ke5.
"""


@pytest.fixture(params=POSITION_ENCODINGS)
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Session]:
    made = Session(tmp_path, request.param)
    made.show((tmp_path / "a.pgn").as_uri(), "pgn", GAME)
    with made.wire:
        yield made


def actions(session: Session, needle: str, within: int = 0) -> dict[str, Any]:
    """The texts that the actions at a place make, by their titles."""
    at = session.at(needle, within)["position"]
    params = {**session.document, "range": {"start": at, "end": at}, "context": {"diagnostics": []}}
    return {
        one["title"]: session.applied(one["edit"]["documentChanges"][0]["edits"])
        for one in session.request("textDocument/codeAction", params)
        if "edit" in one
    }


def offered(session: Session, before: str, typed: str, behind: str = "") -> list[dict[str, Any]]:
    """What may be typed behind some text of the game, once a part of it is there."""
    text = session.text.replace(before + behind, before + typed + behind)
    assert text != session.text or not typed
    version = len(text)
    session.wire.change(session.uri, version, [{"text": text}])
    session.text = text
    at = {**session.at(before + typed + behind, len(before + typed)), "context": {"triggerKind": 1}}
    answer = session.request("textDocument/completion", at)
    items: list[dict[str, Any]] = answer["items"]
    return items


def typed_out(session: Session, items: list[dict[str, Any]], label: str) -> str:
    """The text with an item."""
    return session.applied([next(one for one in items if one["label"] == label)["textEdit"]])


def test_moves_are_written_otherwise(session: Session) -> None:
    assert actions(session, "$1", 1)["Change $1 to !"] == GAME.replace("1.Kg7 $1", "1.Kg7!")
    found = actions(session, "Kb6!", 3)
    assert found["Change ! to $1"] == GAME.replace("Kb6!", "Kb6 $1")
    assert found["Delete the variation 1…Kb6"] == GAME.replace(" (1...Kb6! 2.Kf6 {é} h4 (2...Kxc6 3.Kg5))", "")
    assert actions(session, "Qd1", 1)["Write Qd1+"] == GAME.replace("Qd1", "Qd1+")
    demoted = actions(session, "h4 (1", 1)["Demote 1…h4 to a variation"]
    assert demoted.split("\n\n")[1].startswith("{🎉♔é} 1.Kg7 $1 {🎉} 1...Kb6! (1...h4 2.Kf6 Kb6")


def test_the_position_behind_a_move_is_inserted(session: Session) -> None:
    found = actions(session, "Kb6!", 1)
    fen = "8/6K1/1kP5/7p/8/8/8/8 w - - 2 2"
    assert found["Insert the FEN of the position after this move"] == GAME.replace("Kb6!", f"Kb6! {{{fen}}}")
    session.show(session.uri.replace("a.pgn", "b.md"), "markdown", PROSE)
    found = actions(session, "Ke5 Kx", 1)
    before, behind = PROSE.split("🎉 i)")
    board = "8/8/1kP5/4K3/7p/8/8/8 b - - 0 1"
    said = "Insert the {} of the position after this move"
    assert found[said.format("board")] == f"{before}```fen\n{board}\n```\n\n🎉 i){behind}"
    assert found[said.format("FEN")] == PROSE.replace("Ke5 Kx", f"Ke5 {board} Kx")
    assert found[said.format("code")] == PROSE.replace("Ke5 Kx", "Ke5 0000.11e5b6 Kx")
    rows = found[said.format("diagram")].removeprefix(before).split("\n")
    assert rows[:4] == ["```text", "XIIIIIIIIY", "9-+-+-+-+0", "9+-+-+-+-0"]
    assert found[said.format("diagram")].endswith(f"\n```\n\n🎉 i){behind}")


def test_a_solution_is_written_in_letters_of_another_language(session: Session) -> None:
    session.show(session.uri.replace("a.pgn", "b.md"), "markdown", PROSE)
    found = actions(session, "Kxc6", 1)
    head, *moves = PROSE.split("\n\n🎉 ")[0], *PROSE.split("\n\n🎉 ")[1:]
    caption, *lines = moves
    french = [line.replace("K", "R") for line in lines]
    assert found["Write the solution in French letters"] == "\n\n🎉 ".join([head, caption, *french])
    figurines = [line.replace("K", "♔") for line in lines]
    assert found["Write the solution in figurines"] == "\n\n🎉 ".join([head, caption, *figurines])


def test_variations_are_symbols(session: Session) -> None:
    (game,) = session.request("textDocument/documentSymbol", session.document)
    assert game["name"] == "Réti=R – 1.p Tourney of 🎉"
    places = [slow_position(GAME, at, session.encoding) for at in range(len(GAME) + 1)]

    def text(range_: dict[str, Any]) -> str:
        return GAME[places.index(range_["start"]) : places.index(range_["end"])]

    study, variation = game["children"]
    assert study["name"] == "=0000.11h8a6"
    assert (variation["name"], text(variation["range"])) == (
        "1…Kb6 2.Kf6",
        "(1...Kb6! 2.Kf6 {é} h4 (2...Kxc6 3.Kg5))",
    )
    assert text(variation["selectionRange"]) == "Kb6"
    (inner,) = variation["children"]
    assert (inner["name"], text(inner["range"])) == ("2…Kxc6 3.Kg5", "(2...Kxc6 3.Kg5)")


def test_composers_titles_and_awards_are_found_in_the_workspace(session: Session) -> None:
    def found(query: str) -> list[str]:
        return [one["name"] for one in session.request("workspace/symbol", {"query": query})]

    title = "=0000.11h8a6 · Réti=R · 1.p Tourney of 🎉"
    for query in ("reti", "Réti", "tourney", "1.p", "🎉", "award:p", "reti 1.p tourney", 'award:"1st prize"'):
        assert found(query) == [title], query
    assert found("1st prize") == [f"{title} · 1st prize"]
    assert found("1st Prize Réti") == [f"{title} · 1st Prize"]
    for query in ("2nd prize", "1st hm", "1st prize Kubbel", "special prize"):
        assert found(query) == [], query


def test_tags_glyphs_and_results_are_completed(session: Session) -> None:
    items = offered(session, "h4 (1...Kb6", "!?", "!")
    assert typed_out(session, items, "$5") == session.text.replace("!?", " $5")
    items = offered(session, "{é} h4 (2...Kxc6", " $1", " 3.Kg5")
    assert "$16" in [item["label"] for item in items]
    items = offered(session, "6.c8Q Qd1", " 1/", " *")
    assert typed_out(session, items, "1/2-1/2") == session.text.replace("Qd1 1/", "Qd1 1/2-1/2")
    items = offered(session, 'w - - 0 1"]\n', "[Sou", "\n{🎉")
    assert typed_out(session, items, "Source") == session.text.replace("[Sou\n", "[Source\n")


def test_footnotes_and_their_marks_lead_to_each_other(session: Session) -> None:
    uri = session.uri.replace("a.pgn", "b.md")
    session.show(uri, "markdown", PROSE)

    def led(needle: str, within: int) -> str:
        (place,) = session.request("textDocument/definition", session.at(needle, within))
        places = [slow_position(PROSE, at, session.encoding) for at in range(len(PROSE) + 1)]
        return PROSE[places.index(place["range"]["start"]) : places.index(place["range"]["end"])]

    assert led("/i 2", 1) == "i)"
    assert led("i) 1", 0) == "/i"


def test_hovers_explain_glyphs_and_tags(session: Session) -> None:
    def hovered(needle: str, within: int) -> Any:
        return session.request("textDocument/hover", session.at(needle, within))

    shown = hovered("$1", 1)
    assert "good move" in shown["contents"]["value"]
    assert shown["range"] == session.range("$1")
    shown = hovered("b6!", 2)
    assert "good move" in shown["contents"]["value"]
    assert hovered("[FEN", 2)["range"] == session.range("FEN", '[FEN "')
