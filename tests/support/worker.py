"""The server of a browser's worker, on pipes, without the modules that a browser lacks.

`python -c "from tests.support.worker import serve; serve()"` starts it. Unlike in a browser, messages
have frames, so that `Wire` can talk to it.
"""

import asyncio
import importlib
import os
import sys
import threading
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

LACKING = {
    "_multiprocessing",
    "_posixshmem",
    "cryptography",
    "docx",
    "fcntl",
    "lxml",
    "multiprocessing",
    "resource",
    "ssl",
    "termios",
}
"""Modules missing in Pyodide or in the page."""


class _Hidden(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in LACKING:
            raise ModuleNotFoundError(f"a browser has no {fullname}", name=fullname)
        return None


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise RuntimeError("a browser has no processes, threads or descriptors to copy")


class _Loop(asyncio.SelectorEventLoop):
    """Runs calls for an executor at once, like the loop of Pyodide."""

    def run_in_executor(self, _: object, call: Callable[..., Any], *arguments: Any) -> Any:  # type: ignore[override]
        made = self.create_future()
        try:
            made.set_result(call(*arguments))
        except Exception as error:
            made.set_exception(error)
        return made


def hide() -> None:
    """Hide the modules and disable the functions that a browser lacks."""
    for name in [name for name in sys.modules if name.partition(".")[0] in LACKING]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Hidden())
    sys.platform = "emscripten"
    threading.Thread.start = _refuse  # type: ignore[method-assign]
    for name in ("fork", "dup", "dup2", "posix_spawn", "kill"):
        setattr(os, name, _refuse)


class Worker:
    """Calls a function, like another worker, with each text that is written; `log` gets what happens to it."""

    def __init__(self, function: str, on_data: Callable[[str], None], log: list[str]) -> None:
        module, _, name = function.partition(":")
        self._call = getattr(importlib.import_module(module), name)
        self._on_data, self._log, self._is_killed = on_data, log, False
        log.append(f"started {name}")

    def write(self, text: str) -> None:
        asyncio.get_running_loop().call_soon(lambda: None if self._is_killed else self._on_data(self._call(text)))

    def kill(self) -> None:
        self._is_killed = True
        self._log.append("killed")


class Engine:
    """A chess engine that answers in pieces, until `stop`; it quits at once if its path ends with `quits`."""

    def __init__(self, path: str, on_data: Callable[[str], None], on_end: Callable[[], None], log: list[str]) -> None:
        self._on_data, self._log = on_data, log
        log.append("started engine")
        if path.endswith("quits"):
            asyncio.get_running_loop().call_soon(on_end)

    def write(self, text: str) -> None:
        for line in text.splitlines():
            asyncio.get_running_loop().call_soon(self._answer, line)

    def _answer(self, line: str) -> None:
        first = line.partition(" ")[0]
        answer = {
            "uci": "id name R\u00c3\u00a9ti\nuciok\n",  # the bytes of UTF-8
            "isready": "readyok\n",
            "go": "info depth 3 score cp 31 pv h8g7 h5h4\n",
            "stop": "bestmove h8g7\n",
        }.get(first, "")
        self._on_data(answer[:5])
        self._on_data(answer[5:])

    def kill(self) -> None:
        self._log.append("killed")


class Host:
    """A host for processes; `log` has what it has started and killed."""

    def __init__(self) -> None:
        self.log: list[str] = []

    def worker(self, function: str, on_data: Callable[[str], None], on_end: Callable[[], None]) -> Worker:
        return Worker(function, on_data, self.log)

    def engine(self, path: str, on_data: Callable[[str], None], on_end: Callable[[], None]) -> Engine:
        return Engine(path, on_data, on_end, self.log)


def serve() -> None:
    """Serve the protocol on standard input and output until the session ends."""
    from gbr_lsp.lsp.transport.frames import BrokenFrame, Frames

    loop = _Loop()
    frames = Frames()
    hide()
    from gbr_lsp.browser.edge import Edge
    from gbr_lsp.lsp.transport.frames import frame_of

    asyncio.set_event_loop(loop)

    async def run() -> None:
        import json

        ended = asyncio.Event()
        edge = Edge(lambda body: os.write(1, frame_of(body.encode())), ended.set)

        def read() -> None:
            piece = os.read(0, 1 << 16)
            for message in frames.feed(piece):
                edge.receive("{" if isinstance(message, BrokenFrame) else json.dumps(message))
            if not piece:
                ended.set()

        loop.add_reader(0, read)
        await ended.wait()

    loop.run_until_complete(run())
    raise SystemExit(0)
