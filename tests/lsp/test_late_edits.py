"""Edits that come in another order than they were made: their versions tell."""

import random

import pytest

from tests.support.wire import Wire

URI = "untitled:1"
BEFORE = "# A study\n\n"
TYPED = "a1a7 0000.43 4/3 Win"
MISTAKE = {"start": {"line": 2, "character": 13}, "end": {"line": 2, "character": 16}}


def typed(wire: Wire, order: list[int], *, first: int = 2) -> None:
    """Types the characters one by one, told in another order."""
    wire.open(URI, "markdown", BEFORE)
    for number in order:
        at = {"line": 2, "character": number}
        wire.change(URI, first + number, [{"range": {"start": at, "end": at}, "text": TYPED[number]}])


def found(wire: Wire) -> list[dict[str, object]]:
    items: list[dict[str, object]] = wire.pull(URI)["items"]
    return [item["range"] for item in items if item["code"] == "control-mismatch"]  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(20))
def test_edits_are_made_in_the_order_of_their_versions(seed: int) -> None:
    order = list(range(len(TYPED)))
    random.Random(seed).shuffle(order)
    with Wire(capabilities={"textDocument": {"diagnostic": {}}}) as wire:
        typed(wire, order, first=2 + seed)
        assert found(wire) == [MISTAKE]
        end = {"line": 2, "character": len(TYPED)}
        wire.change(URI, 100, [{"range": {"start": end, "end": end}, "text": " [sic]"}])
        assert not found(wire)


def test_a_version_that_was_there_already_is_no_late_one() -> None:
    with Wire(capabilities={"textDocument": {"diagnostic": {}}}) as wire:
        typed(wire, list(range(len(TYPED))))
        assert found(wire) == [MISTAKE]
        at = {"line": 0, "character": 0}
        wire.change(URI, 5, [{"range": {"start": at, "end": at}, "text": "x"}])
        assert not found(wire)
        wire.change(URI, 101, [{"text": BEFORE + TYPED}])
        assert found(wire) == [MISTAKE]


def test_an_edit_that_is_very_late_leaves_the_text_unknown() -> None:
    with Wire(capabilities={"textDocument": {"diagnostic": {}}}) as wire:
        typed(wire, list(range(len(TYPED))), first=3)
        at = {"line": 0, "character": 0}
        for version in range(40, 80):
            wire.change(URI, version, [{"range": {"start": at, "end": at}, "text": "#"}])
        assert found(wire) == [MISTAKE]
        wire.change(URI, 2, [{"range": {"start": at, "end": at}, "text": "x"}])
        assert not found(wire)
