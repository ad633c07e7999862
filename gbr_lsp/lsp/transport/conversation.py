"""One client's messages: a queue of those that arrive, and bodies that go out to a writer.

It knows neither bytes nor descriptors nor threads: an edge, such as `connection.py` for pipes, feeds it on the event
loop and ends it.
"""

import asyncio
import logging
from collections.abc import Callable

from lsprotocol import types

from gbr_lsp.lsp.transport.dispatch import Dispatch, Endpoint, Writer, is_id, is_request
from gbr_lsp.lsp.transport.inbox import Inbox, is_of

log = logging.getLogger(__name__)

END = object()
"""Arrives behind the last message."""
MAX_WAITING = 1000
"""Messages that wait to be handled, before nothing more is read; what was read with them is added."""


class Conversation:
    """Messages in the order in which they are handled. All methods are called on the event loop.

    `ended` is called when the client says `exit`, or behind its last message; `watch` gets the number of its process.
    `filled` is called with True when too many messages wait, with False when half of them have been handled.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        writer: Writer,
        ended: Callable[[], None],
        watch: Callable[[int], None] = lambda process: None,
        filled: Callable[[bool], None] = lambda is_full: None,
    ) -> None:
        self._inbox = Inbox()
        self._dispatch = Dispatch(endpoint, writer, watch, self.work_soon)
        self._loop = asyncio.get_running_loop()
        self._holds = endpoint.hold
        self._report_end = ended
        self._filled = filled
        self._is_full = False
        self._is_due = False
        """Whether `work` is scheduled."""
        self._is_held = self._is_over = False

    @property
    def shut_down(self) -> bool:
        """Whether the client has asked for the end."""
        return self._dispatch.shut_down

    def arrived(self, message: object) -> None:
        """Queues a message; a cancellation is handled at once, for the request that it names has arrived before it."""
        if isinstance(message, dict) and is_of(message, types.CANCEL_REQUEST) and "id" not in message:
            params = message.get("params")
            self._cancel(params.get("id") if isinstance(params, dict) else None)
        else:
            self._inbox.put(message)
            self._count()

    def work(self) -> None:
        """Handles what has arrived. The loop runs between two requests, for a message may cancel the second."""
        self._is_due = False
        while self._inbox and not self._is_held and not self._is_over and not self._dispatch.is_busy:
            message = self._inbox.next()
            self._count()
            if message is END or is_of(message, types.EXIT):
                self._is_over = True
                self._report_end()
                return
            try:
                self._dispatch.handle(message)
            except Exception as error:
                log.error("%s", error, exc_info=error)
            if self._inbox and is_request(message):
                self.work_soon()
                return

    def _count(self) -> None:
        """Counts the messages that wait."""
        if self._is_full != (MAX_WAITING // (2 if self._is_full else 1) < len(self._inbox)):
            self._is_full = not self._is_full
            self._filled(self._is_full)

    def work_soon(self) -> None:
        """Has the loop handle what has arrived."""
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self.work)

    def hold(self, is_held: bool) -> None:
        """Begins nothing more while too much waits for the client, and goes on when it no longer does."""
        self._is_held = is_held
        self._holds(is_held)
        if not is_held:
            self.work_soon()

    def end(self) -> None:
        """Begins nothing more, and cancels what is under way."""
        self._is_over = True
        self._dispatch.cancel_all()

    def _cancel(self, number: object) -> None:
        if not is_id(number):
            log.warning("cancellation of an unknown request")
        elif not self._inbox.cancel(number):
            self._dispatch.cancel(number)
