"""Reading of a proof in a child process with limits of time and, if possible, memory.

Only that process runs the libraries that parse the file. If a hostile file makes it fail, the
caller gets `UnreadableProof`.
"""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO

from gbr_lsp.base.child_process import start
from gbr_lsp.proofs.child import result_line
from gbr_lsp.proofs.errors import UnreadableProof
from gbr_lsp.proofs.kinds import is_proof, refusal_of
from gbr_lsp.proofs.value import Proof
from gbr_lsp.proofs.wire import from_json

__all__ = ["MEGABYTES", "SECONDS", "UnreadableProof", "is_proof", "read_proof"]

SECONDS = 60.0
"""Time limit in seconds, plus one second a page."""
MEGABYTES = 1_000
"""Memory limit of the process, on systems that support one."""
_MIN_PAGE_BYTES = 40
"""Minimum size in bytes of a page. More pages in a file get no time."""


def read_proof(path: str, seconds: float | None = None) -> Proof:
    """Return the `Proof` at `path`. Raises UnreadableProof, also for a timeout.

    `seconds` is the time limit, None the usual one.
    """
    reason = refusal_of(path)
    if reason:
        raise UnreadableProof(reason)
    try:
        status = os.stat(path)
        if stat.S_ISFIFO(status.st_mode) or stat.S_ISCHR(status.st_mode):
            # Opening a pipe without a writer would block forever.
            raise UnreadableProof("is not a regular file")
        with open(path, "rb"):
            pass
    except OSError as error:
        raise UnreadableProof((error.strerror or str(error)).lower()) from None
    if sys.platform == "emscripten":
        # The worker of a browser already is a separate process, which the page can end.
        return _proof_from(result_line(path, lambda count: None))
    process = start("gbr_lsp.proofs.child", os.path.abspath(path), str(MEGABYTES))
    try:
        return _await_proof(process, seconds, max_pages=status.st_size // _MIN_PAGE_BYTES)
    finally:
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        process.wait()


def _await_proof(process: "subprocess.Popen[bytes]", seconds: float | None, max_pages: int) -> Proof:
    """Return the `Proof` that `process` writes within `seconds`. Raises UnreadableProof.

    If `seconds` is None, the limit is `SECONDS` and a second for each page up to `max_pages`.
    """
    assert process.stdout is not None
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read_lines, args=(process.stdout, lines.put), daemon=True).start()
    start_time = monotonic()
    limit = SECONDS if seconds is None else seconds
    while True:
        try:
            line = lines.get(timeout=max(0.0, start_time + limit - monotonic()))
        except Empty:
            raise UnreadableProof(f"takes longer than {limit:g} second{'' if limit == 1 else 's'} to read") from None
        word, _, value = line.partition(b" ")
        if word == b"pages" and seconds is None:
            limit = SECONDS + min(int(value), max_pages)
        elif word in (b"proof", b"trouble"):
            return _proof_from(line.decode())
        elif not line:
            raise UnreadableProof(f"cannot be read: the process reading it ended{_exit_reason(process)}")


def _proof_from(line: str) -> Proof:
    """Return the `Proof` in the last line of `child.py`. Raises UnreadableProof for `trouble`."""
    word, _, value = line.partition(" ")
    if word == "trouble":
        raise UnreadableProof(json.loads(value))
    return from_json(json.loads(value))


def _read_lines(stream: IO[bytes], put: Callable[[bytes], None]) -> None:
    with suppress(OSError, ValueError):
        for line in stream:
            put(line)
    put(b"")


def _exit_reason(process: "subprocess.Popen[bytes]") -> str:
    """Return how `process` ended, as text: ` with status 1`."""
    code = process.wait()
    return f" by signal {-code}, perhaps out of memory" if code < 0 else f" with status {code}"
