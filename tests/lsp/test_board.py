"""The board that follows the moves, in a scripted conversation with a real process, in each position encoding."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_features import Session
from tests.random.edits import slow_position
from tests.support.specs import SYZYGY
from tests.support.wire import POSITION_ENCODINGS

GAME = """[White "Réti=R"]
[Black "(=0000.11h8a6)"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

{🎉♔é} 1.Kg7 {🎉} h4 (1...Kb6 2.Kf6 {é} h4 (2...Kxc6 3.Kg5)) 2.Kf6 *
"""


@pytest.fixture(params=POSITION_ENCODINGS)
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Session]:
    with_games = Session(tmp_path, request.param)
    with_games.show((tmp_path / "a.pgn").as_uri(), "pgn", GAME)
    with with_games.wire:
        yield with_games


def shown(session: Session, needle: str, within: int = 0) -> Any:
    at = session.at(needle, within)["position"]
    return session.request("workspace/executeCommand", {"command": "gbr.showBoard", "arguments": [session.uri, at]})


def text_in(session: Session, range_: dict[str, Any] | None) -> str | None:
    """What a range covers, by the slow conversion that the tests have of their own."""
    if range_ is None:
        return None
    ends: list[int] = []
    for end in ("start", "end"):
        ends += [
            at
            for at in range(len(session.text) + 1)
            if slow_position(session.text, at, session.encoding) == range_[end]
        ][:1]
    return session.text[ends[0] : ends[1]]


def test_the_board_follows_the_moves(session: Session) -> None:
    board = shown(session, "f6 {")
    assert board["fen"] == "8/8/1kP2K2/7p/8/8/8/8 b - - 3 2"
    assert board["turn"] == "black"
    assert board["squares"] == []
    assert board["title"] == "Réti=R: =0000.11h8a6"
    assert set(board["shapes"]) == set("KQRBNP")
    line = board["line"]
    assert line["version"] == 1
    assert line["start"] == "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
    move = line["move"]
    assert (move["san"], move["from"], move["to"]) == ("Kf6", "g7", "f6")
    assert move["words"] == "White's king goes from g7 to f6"
    assert text_in(session, move["range"]) == "Kf6"
    assert [(one["text"], text_in(session, one["range"])) for one in line["path"]] == [
        ("1.Kg7", "Kg7"),
        ("1…Kb6", "Kb6"),
        ("2.Kf6", "Kf6"),
    ]
    assert text_in(session, line["previous"]) == "Kb6"
    assert text_in(session, line["next"]) == "h4"
    assert text_in(session, line["first"]) == ""
    assert text_in(session, line["last"]) == "h4"
    assert [(one["san"], text_in(session, one["range"])) for one in line["choices"]] == [("h4", "h4"), ("Kxc6", "Kxc6")]
    assert line["lost"] is None


def test_the_board_follows_where_the_client_moves_its_caret(session: Session) -> None:
    """By the ranges alone: from the start to the end of the main line and back."""
    line = shown(session, "{🎉♔é}")["line"]
    assert line["move"] is None
    seen = []
    while line["next"]:
        at = line["next"]["start"]
        answer = session.request(
            "workspace/executeCommand", {"command": "gbr.showBoard", "arguments": [session.uri, at]}
        )
        line = answer["line"]
        seen.append(line["move"]["san"])
    assert seen == ["Kg7", "h4", "Kf6"]
    while line["previous"]:
        at = line["previous"]["start"]
        answer = session.request(
            "workspace/executeCommand", {"command": "gbr.showBoard", "arguments": [session.uri, at]}
        )
        line = answer["line"]
    assert line["move"] is None


def moves(session: Session, at: dict[str, int]) -> Any:
    return session.request("workspace/executeCommand", {"command": "gbr.moves", "arguments": [session.uri, at]})


def check_nodes(session: Session, at: dict[str, int]) -> list[dict[str, Any]]:
    """Compare the nodes around a position with the board at each of them; return them."""
    answer = moves(session, at)
    nodes: list[dict[str, Any]] = answer["nodes"]
    assert not answer["more"]
    assert [node["id"] for node in nodes] == [*range(len(nodes))]
    for node in nodes:
        at = node["range"]["start"]
        here = session.request("workspace/executeCommand", {"command": "gbr.showBoard", "arguments": [session.uri, at]})
        line = here["line"]
        assert answer["version"] == line["version"]
        assert node["fen"] == here["fen"]
        assert node["lost"] == line["lost"]
        assert node["tables"] == line["tables"]
        move = {key: node[key] for key in ("san", "words", "from", "to", "range")}
        assert line["move"] == (None if node["san"] is None else move)
        assert [(one["san"], one["range"]) for one in line["choices"]] == [
            (one["text"], one["range"]) for one in nodes if one["parent"] == node["id"]
        ]
        path = [node]
        while path[0]["parent"] is not None:
            path.insert(0, nodes[path[0]["parent"]])
        assert [(one["text"], one["range"], one["tables"]) for one in line["path"]] == [
            (one["number"] + one["text"], one["range"], None if one["lost"] else one["tables"]) for one in path[1:]
        ]
        assert line["first"] == nodes[0]["range"]
        assert line["start"] == nodes[0]["fen"]
        assert moves(session, at) == {**answer, "current": node["id"], "lost": node["lost"]}
    return nodes


def test_the_nodes_of_the_moves_are_the_boards_at_them(session: Session) -> None:
    nodes = check_nodes(session, session.at("f6 {")["position"])
    assert [text_in(session, node["range"]) for node in nodes] == [
        "",
        *("Kg7", "h4", "Kb6", "Kf6", "h4", "Kxc6", "Kg5", "Kf6"),
    ]
    assert [node["parent"] for node in nodes] == [None, 0, 1, 1, 3, 4, 4, 6, 2]
    assert [nodes[0][key] for key in ("text", "number", "san", "words", "from", "to")] == [None] * 6
    # A code in the tags has the start of its game.
    assert moves(session, session.at("h8a6")["position"]) == {
        **moves(session, nodes[0]["range"]["start"]),
        "current": 0,
    }
    assert moves(session, session.at("White")["position"]) is None
    unknown = {"command": "gbr.moves", "arguments": ["file:///none.pgn", nodes[0]["range"]["start"]]}
    assert session.request("workspace/executeCommand", unknown) is None


def test_the_nodes_after_a_lost_move_and_the_version(session: Session) -> None:
    session.text = (
        GAME.replace("Kf6 {", "Kf5 {")
        .replace("Kg5)", "Kg5 xyz)")
        .replace("Kg7 ", "Kg7! $146 ")
        .replace("(1", "({ a } 1")
    )
    whole = {"contentChanges": [{"text": session.text}], "textDocument": {"uri": session.uri, "version": 2}}
    session.wire.notify("textDocument/didChange", whole)
    at = session.at("Kf5")["position"]
    assert moves(session, at)["version"] == 2
    nodes = check_nodes(session, at)
    annotations = [[one[key] for key in ("glyphs", "signs", "meanings", "before", "comment")] for one in nodes[:5]]
    assert annotations == [
        [[], [], [], None, "🎉♔é"],
        [[1, 146], ["!", "$146"], ["good move", "novelty"], None, "🎉"],
        [[], [], [], None, None],
        [[], [], [], "a", None],
        [[], [], [], None, "é"],
    ]
    reason = "2.Kf5 cannot be played: the white king cannot go to f5"
    assert [node["lost"] for node in nodes if node["lost"]] == [reason] * 4
    after = moves(session, session.at("xyz", 1)["position"])
    assert (nodes[after["current"]]["text"], after["lost"]) == ("Kg5", "“xyz” is not a move")


def test_many_nodes_leave_the_server_free(tmp_path: Path) -> None:
    session = Session(tmp_path, "utf-16")
    session.uri = (tmp_path / "a.pgn").as_uri()
    pairs = (f"{number}. {'Kg7 Kb6' if number % 2 else 'Kh8 Ka6'}" for number in range(1, 2600))
    session.text = f'[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n\n{" ".join(pairs)} *\n'
    with session.wire:
        session.wire.open(session.uri, "pgn", session.text)
        answer = moves(session, session.at("1300. ", 8)["position"])
        assert (answer["more"], len(answer["nodes"])) == (True, 5000)
        current = answer["nodes"][answer["current"]]
        assert (current["number"], current["text"]) == ("1300.", "Kh8")
        assert session.request("textDocument/hover", session.at("Kg7"))["contents"]
        at = session.at("2599. ", 8)["position"]
        params = {"command": "gbr.moves", "arguments": [session.uri, at]}
        body = {"jsonrpc": "2.0", "id": "moves", "method": "workspace/executeCommand", "params": params}
        session.wire.send(json.dumps(body).encode())
        # The answer to a later request arrives first.
        assert session.request("textDocument/hover", session.at("Kb6"))["contents"]
        while (message := session.wire.receive()).get("id") != "moves":
            pass
        found = message["result"]
        assert found["nodes"][found["current"]]["number"] == "2599."


def test_outside_of_moves_there_is_no_line(session: Session) -> None:
    board = shown(session, "h8a6")
    assert board["squares"] == ["h8", "a6"]
    assert board["line"]["move"] is None
    assert [text_in(session, place) for place in board["places"]] == ["=0000.11h8a6", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]
    assert shown(session, "White")["line"] is None


def test_a_move_that_cannot_be_played_loses_the_line_and_says_so(session: Session) -> None:
    at = session.at("Kf6 {")["position"]
    end = {"line": at["line"], "character": at["character"] + 3}
    session.wire.notify(
        "textDocument/didChange",
        {
            "textDocument": {"uri": session.uri, "version": 2},
            "contentChanges": [{"range": {"start": at, "end": end}, "text": "Kf5"}],
        },
    )
    session.text = session.text.replace("Kf6 {", "Kf5 {")
    board = shown(session, "h4 (2")
    assert board["fen"] == "8/6K1/1kP5/7p/8/8/8/8 w - - 2 2"
    assert board["line"]["version"] == 2
    assert board["line"]["move"] is None
    assert board["line"]["lost"] == "2.Kf5 cannot be played: the white king cannot go to f5"


def complete(session: Session, needle: str, within: int, typed: str, context: dict[str, Any] | None = None) -> Any:
    """Types something, and asks what may be typed then."""
    at = session.at(needle, within)["position"]
    offset = session.text.index(needle) + within
    version = (
        session.request("workspace/executeCommand", {"command": "gbr.showBoard", "arguments": [session.uri, at]})[
            "line"
        ]["version"]
        + 1
    )
    session.wire.notify(
        "textDocument/didChange",
        {
            "textDocument": {"uri": session.uri, "version": version},
            "contentChanges": [{"range": {"start": at, "end": at}, "text": typed}],
        },
    )
    session.text = session.text[:offset] + typed + session.text[offset:]
    position = slow_position(session.text, offset + len(typed), session.encoding)
    params = {"textDocument": {"uri": session.uri}, "position": position, "context": context or {"triggerKind": 1}}
    return session.request("textDocument/completion", params)


def test_moves_are_completed_and_their_boards_resolved(session: Session) -> None:
    point = {"triggerKind": 2, "triggerCharacter": "."}
    offered = complete(session, "2.Kf6 *", 5, " h3 3.", point)
    assert offered["isIncomplete"]
    labels = [item["label"] for item in offered["items"]]
    assert labels[:3] == ["Ke5", "Ke6", "Ke7"]
    assert "c7" in labels
    offered = complete(session, "h3 3.", 5, "K")
    assert {item["label"][0] for item in offered["items"]} == {"K"}
    item = next(item for item in offered["items"] if item["label"] == "Kg5")
    assert text_in(session, item["textEdit"]["range"]) == "K"
    assert item["filterText"].startswith("K")
    resolved = session.request("completionItem/resolve", item)
    assert "5 · · · · · · ♔ ·" in resolved["documentation"]["value"]
    assert resolved["label"] == "Kg5"
    blank = {"triggerKind": 2, "triggerCharacter": " "}
    assert complete(session, "h3 3.K", 6, "g5 ", blank)["items"] == []


def test_an_item_of_another_kind_is_resolved_as_it_is(session: Session) -> None:
    item = {"label": "x", "data": {"board": "no board"}}
    assert session.request("completionItem/resolve", item) == item


def test_hover_tells_of_moves_glyphs_and_tags(session: Session) -> None:
    def hovered(needle: str, within: int = 0) -> tuple[str, str | None]:
        shown = session.request("textDocument/hover", session.at(needle, within))
        return shown["contents"]["value"], text_in(session, shown["range"])

    words, over = hovered("Kf6 {")
    assert over == "Kf6"
    assert "White's king goes from g7 to f6" in words
    assert "6 · · ♟ · · ♔ · ·" in words.replace("\u265f", "♟") or "♔" in words
    assert hovered("[Black", 1) == ("**`Black`**\n\nwho plays Black; in collections of studies, the GBR code", "Black")


PROSE = """# Réti 🎉

h8a6 0000.11 2/2 Draw `7K/8/k1P5/7p/8/8/8/8 w - - 0 1`

🎉 1.Kg7 h4/i 2.Kf6 Kb6 (2...h3 3.Ke7 h2 4.c7) 3.Ke5 Kxc6 4.Kf4 draws.
i) 1...Kb6 2.Kf6 h4 3.Ke5.
"""


def test_the_board_follows_moves_in_prose_and_notes(session: Session, tmp_path: Path) -> None:
    session.uri, session.text = (tmp_path / "a.md").as_uri(), PROSE
    session.wire.open(session.uri, "markdown", PROSE)
    board = shown(session, "Ke7 h2")
    assert board["fen"] == "8/4K3/k1P5/8/8/7p/8/8 b - - 1 3"
    assert [text_in(session, one["range"]) for one in board["line"]["path"]] == ["Kg7", "h4", "Kf6", "h3", "Ke7"]
    note = shown(session, "h4 3.Ke5.")
    assert [one["text"] for one in note["line"]["path"]] == ["1.Kg7", "1…Kb6", "2.Kf6", "2…h4"]
    assert text_in(session, note["line"]["previous"]) == "Kf6"
    nodes = check_nodes(session, session.at("h4 3.Ke5.")["position"])
    assert [node["text"] for node in nodes].count("Kf6") == 2
    hovered = session.request("textDocument/hover", session.at("Kxc6"))
    assert "Black's king on b6 takes the pawn on c6" in hovered["contents"]["value"]
    offered = complete(session, "4.Kf4 draws", 5, " h3 5.", {"triggerKind": 2, "triggerCharacter": "."})
    assert [item["label"] for item in offered["items"]][:2] == ["Ke3", "Ke4"]
    assert complete(session, "4.Kf4 h3 5. draws", 17, " K", {"triggerKind": 1})["items"] == []


def test_actions_folds_and_selections_among_moves(session: Session) -> None:
    at = session.at("Kg5")["position"]
    params = {
        **session.document,
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], "only": ["refactor"]},
    }
    deleting = next(one for one in session.request("textDocument/codeAction", params) if "Delete" in one["title"])
    (change,) = deleting["edit"]["documentChanges"]
    assert text_in(session, change["edits"][0]["range"]) == " (2...Kxc6 3.Kg5)"
    (chosen,) = session.request("textDocument/selectionRange", {**session.document, "positions": [at]})
    seen = []
    while chosen:
        seen.append(text_in(session, chosen["range"]))
        chosen = chosen.get("parent")
    assert seen[:3] == ["Kg5", "2...Kxc6 3.Kg5", "(2...Kxc6 3.Kg5)"]
    folds = session.request("textDocument/foldingRange", session.document)
    assert {"startLine": 0, "endLine": 2} in [{key: fold[key] for key in ("startLine", "endLine")} for fold in folds]
    wanted = {"command": "gbr.copyFen", "arguments": [session.uri, at]}
    assert session.request("workspace/executeCommand", wanted) == "8/8/2k5/6Kp/8/8/8/8 b - - 1 3"


def actions(session: Session, needle: str, within: int = 0, trigger: int = 1) -> dict[str, Any]:
    at = session.at(needle, within)["position"]
    context = {"diagnostics": [], "only": ["refactor.rewrite"], "triggerKind": trigger}
    found = session.request(
        "textDocument/codeAction", {**session.document, "range": {"start": at, "end": at}, "context": context}
    )
    return {one["title"]: one["edit"]["documentChanges"][0]["edits"] for one in found}


def test_variations_are_promoted_and_games_laid_out(session: Session) -> None:
    found = actions(session, "f6 {")
    lines = session.applied(found["Promote the variation 1…Kb6"]).split("\n")
    assert lines[4] == "{🎉♔é} 1.Kg7 {🎉} 1...Kb6 (1...h4 2.Kf6) 2.Kf6 {é} h4 (2...Kxc6 3.Kg5) *"
    assert "Format this game" not in found
    exported = session.applied(found["Rewrite this game in PGN export format"])
    assert exported.startswith('[Event "?"]\n')
    assert "1... Kb6 2. Kf6 { é } 2... h4 (2... Kxc6 3. Kg5)" in exported
    assert "Rewrite this game in PGN export format" not in actions(session, "f6 {", trigger=2)
    session.text = GAME.replace("h4 (", "h4\n(")
    whole = {"contentChanges": [{"text": session.text}], "textDocument": {"uri": session.uri, "version": 2}}
    session.wire.notify("textDocument/didChange", whole)
    assert session.applied(actions(session, "Kg7")["Format this game"]) == GAME


def test_glyphs_and_numbers_are_hinted(session: Session) -> None:
    session.text = '[Event "é"]\n\n{🎉♔é} 1.e4 $2 {🎉é} e5 {🎉} (c5) 2.Nf3 {é}\n'
    whole = {"contentChanges": [{"text": session.text}], "textDocument": {"uri": session.uri, "version": 2}}
    session.wire.notify("textDocument/didChange", whole)
    session.section = {"inlayHints": {"enable": True}}
    session.wire.notify("workspace/didChangeConfiguration", {"settings": None})
    while "textDocument/inlayHint" not in str(session.until("client/registerCapability")):
        pass
    hints = session.request("textDocument/inlayHint", {**session.document, "range": session.whole()})
    places = [slow_position(session.text, at, session.encoding) for at in range(len(session.text) + 1)]
    text = session.text
    for hint in reversed(hints):
        at = places.index(hint["position"])
        text = f"{text[:at]}<{hint['label']}>{text[at:]}"
    assert text == '[Event "é"]\n\n{🎉♔é} 1.e4 $2<?> {🎉é} <1…>e5 {🎉} (<1…>c5) 2.Nf3 {é}<2…>\n'


def test_positions_and_moves_are_found_again(session: Session, tmp_path: Path) -> None:
    session.text = GAME.replace("2.Kf6 *", "2.Kf6 (2.Kg6 {🎉 see move 1…h4} Kb6 3.Kf6 Ka6) Kb6 *")
    whole = {"contentChanges": [{"text": session.text}], "textDocument": {"uri": session.uri, "version": 2}}
    session.wire.notify("textDocument/didChange", whole)
    prose = (
        "# Réti\n\n`7K/8/k1P5/7p/8/8/8/8 w - - 0 1`\n\nh8a6 0000.11 2/2 Draw\n\n1.Kg7 h4 2.Kf6 Kb6 3.Ke5 h3 4.Kd6 h2\n"
    )
    other = (tmp_path / "b.md").as_uri()
    session.wire.open(other, "markdown", prose)

    def found(method: str, needle: str, **more: Any) -> list[tuple[str, str]]:
        places = session.request(f"textDocument/{method}", {**session.at(needle), **more})
        texts = {session.uri: session.text, other: prose}
        told = []
        for place in places:
            text = texts[place["uri"]]
            ends = [slow_position(text, at, session.encoding) for at in range(len(text) + 1)]
            start, end = (ends.index(place["range"][key]) for key in ("start", "end"))
            told.append((place["uri"].rpartition("/")[2], text[start - 2 : end]))
        return told

    context = {"includeDeclaration": True}
    needle = "Kf6 (2.Kg6"
    assert found("references", needle, context=context) == [("a.pgn", "2.Kf6"), ("b.md", "2.Kf6")]
    context = {"includeDeclaration": False}
    assert found("references", needle, context=context) == [("b.md", "2.Kf6")]
    assert found("definition", "see move 1…h4") == [("a.pgn", "} h4")]
    marked = session.request("textDocument/documentHighlight", session.at(needle))
    assert [text_in(session, one["range"]) for one in marked] == ["Kf6"]


def test_tables_say_what_they_know_of_each_move(tmp_path: Path) -> None:
    """Behind the moves of the way, those that can be chosen, and the position itself."""
    if not SYZYGY.is_dir():
        pytest.skip(f"no tables at {SYZYGY}: set GBR_SYZYGY to run on them")
    (tmp_path / "gbr.toml").write_text(f"syzygy = [{str(SYZYGY)!r}]\n")
    session = Session(tmp_path, "utf-16")
    session.uri = (tmp_path / "a.pgn").as_uri()
    session.text = (
        '[White "Nobody"]\n[Black "(+0000.10g4f7)"]\n[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]\n\n'
        "1. Kf5 (1. e4 Ke6) 1... Ke7 *\n"
    )
    with session.wire:
        session.wire.open(session.uri, "pgn", session.text)
        start = shown(session, "Kf5", -1)["line"]
        assert [(one["san"], one["tables"]["sign"]) for one in start["choices"]] == [("Kf5", "+"), ("e4", "=")]
        assert start["tables"] == {"sign": "+", "words": "tables: a win for White"}
        assert len(check_nodes(session, session.at("Ke6")["position"])) == 5
        line = shown(session, "Ke6")["line"]
        assert [one["tables"]["words"] for one in line["path"]] == ["tables: a draw for White"] * 2
        assert line["tables"] == {"sign": "=", "words": "tables: a draw for White"}
