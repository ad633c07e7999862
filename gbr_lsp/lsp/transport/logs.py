"""The log: a file, or standard error, which a client may leave unread."""

import logging
import queue
import sys
import threading
from contextlib import suppress
from logging.handlers import QueueHandler


def log_to(log_file: str | None) -> "Logs | None":
    """Sets up the log. pygls logs the bodies of messages, and each error twice: the server logs errors instead."""
    logging.raiseExceptions = False
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    form = "%(levelname)s %(name)s: %(message)s"
    if log_file:
        to_file = logging.FileHandler(log_file, encoding="utf-8", errors="backslashreplace")
        logging.basicConfig(level=logging.WARNING, handlers=[to_file], format=form)
        return None
    logs = Logs()
    logging.basicConfig(level=logging.WARNING, handlers=[QueueHandler(logs.records)], format=form)
    return logs


class Logs:
    """Writes to stderr in a thread: a client may leave the pipe behind it full."""

    def __init__(self) -> None:
        self.records: queue.Queue[logging.LogRecord | None] = queue.Queue(10_000)
        self._thread = threading.Thread(target=self._write, daemon=True, name="log")
        self._thread.start()

    def join(self, seconds: float) -> None:
        with suppress(queue.Full):
            self.records.put_nowait(None)
            self._thread.join(seconds)

    def _write(self) -> None:
        stream = logging.StreamHandler(sys.stderr)
        while record := self.records.get():
            stream.handle(record)
