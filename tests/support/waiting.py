"""A process that has imported the program, and copies itself for each command of `commands.py`.

A line of JSON describes a command and names the files of its streams; the answer is the number of the
new process. Or it names a process; the answer is its exit status, after its end. The arguments are
the modules to import.
"""

import io
import json
import os
import signal
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


def serve() -> None:
    from gbr_lsp.cli import main

    for name in sys.argv[1:]:
        import_module(name)
    _do_once(sys.argv[1:])
    requests, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    for line in requests:
        wanted = json.loads(line)
        if "wait" in wanted:
            _, status = os.waitpid(wanted["wait"], 0)
            answer = os.waitstatus_to_exitcode(status)
        else:
            # Opened before the answer, so that the client may close its own ends after it.
            streams = [_opened(number, path) for number, path in enumerate(wanted["streams"])]
            answer = os.fork()
            if answer == 0:
                requests.close()
                os.close(answers)
                _become(wanted, streams)
                _run(main.main, wanted["script"])
            for stream in streams:
                os.close(stream)
        os.write(answers, b"%d\n" % answer)


def _do_once(modules: list[str]) -> None:
    """Do work that each copy would repeat: compile regular expressions, resolve protocol types."""
    from gbr_lsp.hosts import host_for
    from gbr_lsp.lint.engine import DEFAULT_RULES, lint
    from gbr_lsp.model.document import Document

    for path in (Path(__file__).parents[2] / "docs" / "examples").iterdir():
        lint(Document.of(path.read_text(encoding="utf-8"), host_for(path.name)), DEFAULT_RULES)
    if "gbr_lsp.proofs.reader" in modules:
        from gbr_lsp.proofs import reader

        for name in ("gbr_lsp.proofs.read_pdf", "gbr_lsp.proofs.read_docx", "pypdf"):
            with suppress(ImportError):
                import_module(name)
        vars(reader)["start"] = _CopyThatReads
    if "gbr_lsp.lsp.app" in modules:
        from gbr_lsp.lsp.transport.strict_types import strict_converter

        strict_converter()


class _CopyThatReads:
    """A copy of this process in place of that of `child_process.start`; the readers are imported."""

    def __init__(self, module: str, *arguments: str) -> None:
        (stdin, write), (read, stdout) = os.pipe(), os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(write)
                for number, stream in enumerate((stdin, stdout, os.open(os.devnull, os.O_WRONLY))):
                    os.dup2(stream, number)
                sys.argv = [module, *arguments]
                import_module(module).main()
            finally:
                os._exit(1)
        os.close(stdin)
        os.close(stdout)
        self.stdin, self.stdout = os.fdopen(write, "wb"), os.fdopen(read, "rb")
        self.wait = cache(lambda: os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1]))

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)


def _opened(number: int, path: str) -> int:
    return os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_APPEND)


def _become(wanted: dict[str, Any], streams: list[int]) -> None:
    """Use `streams`, and the folder, the environment and the arguments in `wanted`."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(wanted["environment"], PYTHONUTF8="1")
    os.chdir(wanted["cwd"])
    sys.argv = ["gbr-lsp", *wanted["arguments"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = io.TextIOWrapper(os.fdopen(0, "rb", closefd=False), encoding="utf-8", errors="surrogateescape")
    sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb", closefd=False), encoding="utf-8", errors="surrogateescape")
    sys.stderr = io.TextIOWrapper(
        os.fdopen(2, "wb", closefd=False), encoding="utf-8", errors="backslashreplace", line_buffering=True
    )


def _run(main: Any, script: str) -> None:
    status = 1
    try:
        exec(script, {})
        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(status)


if __name__ == "__main__":
    serve()
