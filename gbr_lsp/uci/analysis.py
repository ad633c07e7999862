"""An analysis in a child process, with a thread that reads its reports.

The child reads the engine's own output. Its reports are short, and at most ten a second.
"""

import json
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress

from gbr_lsp.base.child_process import start
from gbr_lsp.uci.report import EngineReport, Question, decode_report

_END_MESSAGE = "The process that talks to the engine has ended"


class Analysis:
    """A running analysis of `question`.

    `on_report` is called in the thread with each report, until a report has `is_last` or `stop` is
    called.
    """

    def __init__(self, question: Question, on_report: Callable[[EngineReport], None]) -> None:
        self._question = question
        self._on_report = on_report
        self._lock = threading.Lock()
        self._is_stopped = False
        self._process: subprocess.Popen[bytes] | None = None
        threading.Thread(target=self._run, daemon=True, name="engine").start()

    def stop(self) -> None:
        """End the engine at once; no report follows. It may be called repeatedly."""
        with self._lock:
            self._is_stopped = True
            process = self._process
        if process:
            _close(process)

    def _run(self) -> None:
        try:
            process = start("gbr_lsp.uci.child", json.dumps(self._question))
        except OSError as error:
            problem = f"{_END_MESSAGE}: {(error.strerror or str(error)).lower()}"
            self._report(EngineReport(is_last=True, problem=problem))
            return
        with self._lock:
            self._process = process
        if self._is_stopped:
            _close(process)
        last = EngineReport()
        assert process.stdout
        with suppress(OSError, ValueError, TypeError):
            for line in process.stdout:
                last = decode_report(line)
                self._report(last)
        if not last.is_last:
            self._report(last._replace(is_last=True, problem=_END_MESSAGE))
        _close(process)
        process.stdout.close()
        process.wait()

    def _report(self, report: EngineReport) -> None:
        if not self._is_stopped:
            self._on_report(report)


def _close(process: "subprocess.Popen[bytes]") -> None:
    """Close the standard input of the process, which ends it."""
    with suppress(OSError):
        assert process.stdin
        process.stdin.close()
