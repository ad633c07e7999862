"""The order in which waiting messages are handled, compared with the slow and obvious way."""

import random
from typing import Any

import pytest

from gbr_lsp.lsp.transport.dispatch import Cancelled
from gbr_lsp.lsp.transport.inbox import Inbox
from tests.lint.test_growth import steps_of

PULL, EDIT, HOVER = "textDocument/diagnostic", "textDocument/didChange", "textDocument/hover"


def message(method: str, number: int) -> dict[str, Any]:
    return {"method": method, "params": number} if method == EDIT else {"method": method, "id": number}


class Naive:
    """The messages in a list, which is searched from its start."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.cancelled: set[int] = set()

    def put(self, message: dict[str, Any]) -> None:
        self.messages.append(message)

    def next(self) -> object:
        others = [place for place, one in enumerate(self.messages) if one["method"] != PULL]
        overtakes = others and self.messages[others[0]]["method"] == EDIT
        taken = self.messages.pop(others[0] if overtakes else 0)
        return Cancelled(taken) if taken.get("id") in self.cancelled else taken

    def cancel(self, number: int) -> bool:
        waits = any(one.get("id") == number for one in self.messages)
        self.cancelled |= {number} if waits else set()
        return waits


@pytest.mark.parametrize("seed", range(30))
def test_messages_come_out_as_from_a_list_that_is_searched(seed: int) -> None:
    random_ = random.Random(seed)
    inbox, naive = Inbox(), Naive()
    for number in range(300):
        what = random_.random()
        if what < 0.5:
            arrived = message(random_.choice((PULL, PULL, EDIT, HOVER)), number)
            inbox.put(arrived)
            naive.put(arrived)
        elif what < 0.7:
            named = random_.randrange(max(0, number - 20), number + 1)
            assert inbox.cancel(named) == naive.cancel(named)
        elif naive.messages:
            assert inbox.next() == naive.next()
        assert bool(inbox) == bool(naive.messages)


@pytest.mark.parametrize("methods", [(PULL,), (PULL, EDIT), (HOVER, PULL)])
def test_twice_the_messages_take_twice_the_steps(methods: tuple[str, ...]) -> None:
    def handled(count: int) -> int:
        inbox = Inbox()
        for number in range(count):
            for method in methods:
                inbox.put(message(method, number))

        def work() -> None:
            for number in range(count):
                inbox.cancel(number)
            while inbox:
                inbox.next()

        return steps_of(work)

    assert handled(400) < 2.2 * handled(200)
