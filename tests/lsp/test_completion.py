"""The order of completion items, as clients sort them."""

import re
from pathlib import Path

from tests.random.edits import slow_position
from tests.support.wire import Wire

PAGE = Path(__file__).parents[1] / "ide" / "completion.md"
CURSOR = "<|>"
FENCE = re.compile(r"^```(?P<kind>\w+) completion(?P<typed> typed)?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
LANGUAGES = {"text": "plaintext"}


def test_clients_sort_the_items_of_every_specification_as_they_are_listed() -> None:
    """Clients sort by `sortText`: items of different kinds must not share a rank."""
    fences = list(FENCE.finditer(PAGE.read_text(encoding="utf-8")))
    answered = 0
    with Wire() as wire:
        for number, fence in enumerate(fences):
            offset, text = fence["text"].index(CURSOR), fence["text"].replace(CURSOR, "")
            uri = f"untitled:{number}"
            wire.open(uri, LANGUAGES.get(fence["kind"], fence["kind"]), text)
            context = {"triggerKind": 2, "triggerCharacter": "."} if fence["typed"] else {"triggerKind": 1}
            place = {"textDocument": {"uri": uri}, "position": slow_position(text, offset, "utf-16")}
            items = wire.request("textDocument/completion", {**place, "context": context})["result"]["items"]
            ranks = [item["sortText"] for item in items]
            assert ranks == sorted(set(ranks)), fence["text"]
            answered += bool(items)
    assert answered > len(fences) // 2
