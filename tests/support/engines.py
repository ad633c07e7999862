"""Scripted UCI engines: correct ones, and others that break the protocol, each in its own way."""

import os
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.wire import HANG

STOCKFISH = next(
    (
        path
        for path in ("/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish")
        if os.path.exists(path)
    ),
    None,
)

needs_stockfish = pytest.mark.skipif(STOCKFISH is None, reason="no Stockfish is here")
needs_scripts = pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")

_HEAD = f"""#!{sys.executable} -IS
import os, sys, time
MOVES = "h8g7 h5h4 g7f6 a6b6"

def say(line):
    sys.stdout.write(line + "\\n")
    sys.stdout.flush()

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.strip()

def until(word):
    while not (line := hear()).startswith(word):
        if line == "quit":
            sys.exit()
    return line

def greet():
    until("uci")
    say("id name Scripted 1.0")
    say("option name MultiPV type spin default 1 min 1 max 500")
    say("uciok")
    until("isready")
    say("readyok")
    return until("go")
"""

BEHAVIORS = {
    "sound": """
go = greet()
say(f"info depth 3 seldepth 4 multipv 1 score cp 40 nodes 100 pv {MOVES}")
say("info depth 3 multipv 2 score cp -900 pv h8h7 h5h4")
say("info depth 4 multipv 1 score mate 12 pv " + MOVES)
say("bestmove h8g7 ponder h5h4")
until("quit")
""",
    "slow": """
until("uci")
time.sleep(0.2)
say("uciok")
until("isready")
time.sleep(0.2)
say("readyok")
until("go")
time.sleep(0.2)
say("info depth 1 score cp 3 pv h8g7")
until("stop")
say("bestmove h8g7")
""",
    "endless": """
greet()
depth = 0
while True:
    depth += 1
    say(f"info depth {depth % 90} multipv 1 score cp {depth % 300} pv {MOVES}")
    time.sleep(0.01)
""",
    "talkative": """
greet()
for depth in range(1 << 60):
    lines = [f"info depth {depth % 90} currmove h8g7 currmovenumber 1"] * 200
    sys.stdout.write("\\n".join([*lines, f"info depth {depth % 90} multipv 1 score cp {depth % 300} pv {MOVES}", ""]))
""",
    "silent": "time.sleep(600)",
    "silent later": """
until("uci")
say("uciok")
time.sleep(600)
""",
    "wordless": """
greet()
time.sleep(600)
""",
    "dying": """
greet()
say(f"info depth 3 multipv 1 score cp 40 pv {MOVES}")
sys.exit(3)
""",
    "dead": "sys.exit(1)",
    "dead later": """
until("uci")
say("uciok")
until("isready")
sys.exit(3)
""",
    "lying": """
greet()
say("info depth 3 multipv 1 score cp 40 pv h8g7 h5h3 g7f6")
time.sleep(600)
""",
    "lying in the end": """
greet()
say("bestmove a1a8")
time.sleep(600)
""",
    "huge": """
greet()
while True:
    sys.stdout.write("info depth 1 " * 1000)
""",
    "huge greeting": """
while True:
    sys.stdout.write("option " * 1000)
""",
    "endless greeting": """
for number in range(1 << 60):
    say(f"option name O{number} type check default false")
""",
    "strange": """
greet()
sys.stdout.buffer.write(b"\\xff\\xfe\\x00 info\\n\\ninfo\\ninfo depth\\ninfo depth x score y pv\\ninfo score cp\\n")
sys.stdout.buffer.write(b"info depth 1 multipv 99999999 score cp 1 pv h8g7\\ninfo multipv -7 score cp 1 pv h8g7\\n")
sys.stdout.buffer.write(b"info depth 1 score cp 1 pv h8g7 multipv\\ninfo multipv 2 score cp 1 pv 0000\\n")
sys.stdout.buffer.write(b"info depth 999999999 score cp " + b"9" * 200 + b" pv h8g7\\nreadyok\\nuciok\\n")
sys.stdout.buffer.write(b"info string score cp 1 pv e9e9\\n")
sys.stdout.buffer.flush()
say("bestmove h8g7")
until("quit")
""",
    "leaving": """
greet()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.close(0)
        time.sleep(600)
    os._exit(0)
say(f"info depth 3 multipv 1 score cp 40 pv {MOVES}")
time.sleep(600)
""",
    "stubborn": """
import signal
for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(one, signal.SIG_IGN)
greet()
if os.fork() == 0:
    os.close(0)
    time.sleep(600)
say(f"info depth 3 multipv 1 score cp 40 pv {MOVES}")
time.sleep(600)
""",
}


def engine_that_is(behavior: str, folder: Path) -> str:
    """Write an engine with `behavior` to `folder` and return its path, which its command line contains."""
    path = folder / f"engine {behavior}"
    path.write_text(_HEAD + BEHAVIORS[behavior], encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def processes_of(folder: Path) -> dict[int, bytes]:
    """Return the running processes with `folder` in their command line: number → command line."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                command = Path("/proc", entry, "cmdline").read_bytes()
            except OSError:
                continue
            if os.fsencode(str(folder)) in command:
                found[int(entry)] = command
    return found


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Wait until `holds()` is true; fail with `what` after `HANG` seconds."""
    deadline = time.monotonic() + HANG
    while not holds():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.005)
