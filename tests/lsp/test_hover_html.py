"""Hovers in HTML, for clients that say in their initialization options that they show it."""

import re
from typing import Any

import pytest

from tests.support.wire import Wire

URI = "untitled:1"
TEXT = "=0323.12g3g1 `6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1`\n\nclass 0002.01 & <b>\n"


@pytest.mark.parametrize(
    ("options", "formats", "shown"),
    [
        ({"supportHtml": True}, ["markdown"], True),
        ({"gbr": {"supportHtml": True}}, ["markdown"], True),
        ({"supportHtml": True}, ["plaintext"], False),
        ({"supportHtml": 1}, ["markdown"], False),
        (None, ["markdown"], False),
    ],
)
def test_the_board_stands_left_of_the_words_where_html_is_shown(options: Any, formats: list[str], shown: bool) -> None:
    with Wire(initialize=False) as wire:
        capabilities = {"textDocument": {"hover": {"contentFormat": formats}}}
        params = {"processId": None, "capabilities": capabilities, "initializationOptions": options}
        wire.request("initialize", params)
        wire.notify("initialized", {})
        wire.open(URI, "markdown", TEXT)

        def hover(line: int, character: int) -> str:
            at = {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}}
            found: str = wire.request("textDocument/hover", at)["result"]["contents"]["value"]
            return found

        words = hover(0, 5)
        assert bool(re.fullmatch(r"<table><tr><td><img [^<>]*></td><td>.*</td></tr></table>", words)) is shown
        assert ("<td><b>" in words) is shown
        # Without a board there is nothing to put beside the words.
        assert "<table" not in hover(2, 8)
