"""The messages that have arrived and wait: each is looked at a fixed number of times, however many wait."""

from collections import deque

from lsprotocol import types

from gbr_lsp.lsp.transport.dispatch import Cancelled, is_request


class Inbox:
    """Messages in the order in which they are to be handled.

    Pulls of diagnostics between edits that have all arrived are answered after the edits.
    """

    def __init__(self) -> None:
        self._messages: deque[object] = deque()
        self._pulls: deque[object] = deque()
        """Pulls that have arrived before all of the messages, and may be overtaken by the next."""
        self._cancelled: dict[int | str, bool] = {}
        """The ids of the requests that wait, and which of them were cancelled."""

    def __len__(self) -> int:
        return len(self._messages) + len(self._pulls)

    def put(self, message: object) -> None:
        self._messages.append(message)
        if is_request(message):
            self._cancelled.setdefault(message["id"], False)

    def next(self) -> object:
        """Takes out the next message. Raises IndexError where none waits."""
        while self._messages and is_of(self._messages[0], types.TEXT_DOCUMENT_DIAGNOSTIC):
            self._pulls.append(self._messages.popleft())
        overtakes = self._messages and is_of(self._messages[0], types.TEXT_DOCUMENT_DID_CHANGE)
        message = (self._pulls if self._pulls and not overtakes else self._messages).popleft()
        if is_request(message) and self._cancelled.pop(message["id"], False):
            return Cancelled(message)
        return message

    def cancel(self, number: int | str) -> bool:
        """Cancels a request that waits; whether there is one."""
        if number not in self._cancelled:
            return False
        self._cancelled[number] = True
        return True


def is_of(message: object, method: str) -> bool:
    return isinstance(message, dict) and message.get("method") == method
