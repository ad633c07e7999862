"""The log: a file, or standard error, which a client may leave unread."""

import logging
import queue
import sys
import threading
from contextlib import suppress
from logging.handlers import QueueHandler
from typing import Any

from gbr_lsp.base.escapes import LINE, LINES, escape_text


def log_to(log_file: str | None) -> "Logs | None":
    """Set up the log in `log_file`, or on stderr; return the latter's `Logs`."""
    logging.raiseExceptions = False
    logs = None if log_file else Logs()
    handler: logging.Handler
    if logs:
        handler = QueueHandler(logs.records)
    else:
        handler = logging.FileHandler(log_file or "", encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(_Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    return logs


class _Formatter(logging.Formatter):
    """Escapes control characters, since the log contains names and texts of others."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return escape_text(super().formatMessage(record), LINE)

    def formatException(self, ei: Any) -> str:
        return escape_text(super().formatException(ei), LINES)


class Logs:
    """Writes to stderr in a thread, because a client may leave that pipe full."""

    def __init__(self) -> None:
        self.records: queue.Queue[logging.LogRecord | None] = queue.Queue(10_000)
        self._thread = threading.Thread(target=self._write, daemon=True, name="log")
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Write the last records, for at most `seconds`."""
        with suppress(queue.Full):
            self.records.put_nowait(None)
            self._thread.join(seconds)

    def _write(self) -> None:
        stream = logging.StreamHandler(sys.stderr)
        while record := self.records.get():
            stream.handle(record)
