"""The queue of waiting messages; the cost of each does not depend on their number."""

from collections import deque

from lsprotocol import types

from gbr_lsp.lsp.transport.dispatch import Cancelled, is_request


class Inbox:
    """Messages in the order of their handling.

    Pulls of diagnostics between edits that have all arrived are handled after the edits.
    """

    def __init__(self) -> None:
        self._messages: deque[object] = deque()
        self._pulls: deque[object] = deque()
        """Pulls that arrived before all of `_messages`; the next edit may overtake them."""
        self._cancelled: dict[int | str, bool] = {}
        """The ids of the waiting requests; True for cancelled ones."""

    def __len__(self) -> int:
        return len(self._messages) + len(self._pulls)

    def put(self, message: object) -> None:
        self._messages.append(message)
        if is_request(message):
            self._cancelled.setdefault(message["id"], False)

    def next(self) -> object:
        """Remove and return the next message, `Cancelled` for a cancelled request.

        Raises IndexError if there is none.
        """
        while self._messages and is_of(self._messages[0], types.TEXT_DOCUMENT_DIAGNOSTIC):
            self._pulls.append(self._messages.popleft())
        overtakes = self._messages and is_of(self._messages[0], types.TEXT_DOCUMENT_DID_CHANGE)
        message = (self._pulls if self._pulls and not overtakes else self._messages).popleft()
        if is_request(message) and self._cancelled.pop(message["id"], False):
            return Cancelled(message)
        return message

    def cancel(self, number: int | str) -> bool:
        """Cancel the waiting request `number`; return False if there is none."""
        if number not in self._cancelled:
            return False
        self._cancelled[number] = True
        return True


def is_of(message: object, method: str) -> bool:
    return isinstance(message, dict) and message.get("method") == method
