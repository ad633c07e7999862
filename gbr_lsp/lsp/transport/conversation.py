"""The messages of one client: a queue of incoming ones, a writer for outgoing ones.

This module knows no bytes, descriptors or threads: a caller, such as `connection.py` for pipes,
feeds it on the event loop and ends it.
"""

import asyncio
import logging
from collections.abc import Callable

from lsprotocol import types

from gbr_lsp.lsp.transport.dispatch import Dispatch, Endpoint, Writer, is_id, is_request
from gbr_lsp.lsp.transport.inbox import Inbox, is_of

log = logging.getLogger(__name__)

END = object()
"""Arrives after the last message."""
MAX_WAITING = 1000
"""Maximum number of messages that wait while more is read; the rest of a piece is added."""


class Conversation:
    """Queue of messages in the order of their handling. All methods are called on the event loop.

    `ended` is called on `exit` or after the last message. `watch` gets the number of the client's
    process. `filled` is called with True when too many messages wait, and with False when half of
    them are handled.
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
        """True if `work` is scheduled."""
        self._is_held = self._is_over = False

    @property
    def is_shut_down(self) -> bool:
        """True if the client has requested the shutdown."""
        return self._dispatch.is_shut_down

    def receive(self, message: object) -> None:
        """Queue `message`; handle a cancellation at once, since its request has arrived before."""
        if isinstance(message, dict) and is_of(message, types.CANCEL_REQUEST) and "id" not in message:
            params = message.get("params")
            self._cancel(params.get("id") if isinstance(params, dict) else None)
        else:
            self._inbox.put(message)
            self._count()

    def work(self) -> None:
        """Handle the messages that have arrived.

        The loop runs between two requests, since a message may cancel the second.
        """
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
        """Report with `filled` if the queue has become full, or half empty again."""
        if self._is_full != (MAX_WAITING // (2 if self._is_full else 1) < len(self._inbox)):
            self._is_full = not self._is_full
            self._filled(self._is_full)

    def work_soon(self) -> None:
        """Schedule `work` on the event loop."""
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self.work)

    def hold(self, is_held: bool) -> None:
        """Start no messages while too much output waits; continue when `is_held` is False."""
        self._is_held = is_held
        self._holds(is_held)
        if not is_held:
            self.work_soon()

    def end(self) -> None:
        """Start no further messages, and cancel the requests in progress."""
        self._is_over = True
        self._dispatch.cancel_all()

    def _cancel(self, number: object) -> None:
        if not is_id(number):
            log.warning("cancellation of an unknown request")
        elif not self._inbox.cancel(number):
            self._dispatch.cancel(number)
