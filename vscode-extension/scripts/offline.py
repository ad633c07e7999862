"""Tries the copy of gbr-lsp in the package as a user without gbr-lsp has it: a Python with no packages, no network.

It unpacks the `.vsix`, and speaks with the server as the extension starts it. A user namespace takes the network away
where the system has them; elsewhere this is said, and the rest is tried all the same.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent / "gbr-lsp.vsix"
TEXT = "a1a7 0000.43 4/3 Win\n\n`8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1`\n"
GAME = '[FEN "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"]\n\n1. Kb1 Kb7 (1... Ka6) 2. Kc1 *\n'
ENGINE = """
while (said := input()) != "quit":
    if said == "uci":
        print("id name Scripted 1.0\\nuciok", flush=True)
    if said == "isready":
        print("readyok", flush=True)
    if said.startswith("go"):
        print("info depth 1 score cp 3 pv a1a2\\nbestmove a1a2", flush=True)
"""
LONGEST = 60
ACTIONS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
CLIENT = {"processId": os.getpid(), "rootUri": None, "capabilities": {"textDocument": {"codeAction": ACTIONS}}}
NETWORK_GONE = ["unshare", "--map-root-user", "--net"]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        with zipfile.ZipFile(PACKAGE) as package:
            package.extractall(here)
        print(f"{opened(here / 'extension')} files that package.json names are in the package")
        launcher = here / "extension" / "bundled" / "launch.py"
        venv.create(here / "python", with_pip=False)
        python = here / "python" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        alone = apart()
        environment = {"PATH": str(python.parent), "HOME": str(here / "home")}
        command = [*alone, str(python), "-I", str(launcher)]
        version = subprocess.run([*command, "--version"], env=environment, capture_output=True, text=True, check=True)
        imports = [str(python), "-I", str(HERE / "imports.py"), str(launcher.parent / "packages")]
        imported = subprocess.run(imports, env=environment, capture_output=True, text=True)
        expect(imported.returncode == 0, imported.stderr)
        print(f"{imported.stdout.strip()} modules of the package are imported")
        talk([*command, "server"], environment, engine_in(here, python))
        print(f"bundled: {version.stdout.strip()} answers {'without' if alone else 'WITH'} a network, by itself")


def opened(extension: Path) -> int:
    """Opens each file that the package's manifest names, and says how many these are; fails where one is missing."""
    manifest = json.loads((extension / "package.json").read_text(encoding="utf-8"))
    # Scripts are for those who build it.
    named = list(strings({key: value for key, value in manifest.items() if key != "scripts"}))
    files = {name for name in named if re.fullmatch(r"(?:\./)?[\w-][\w./-]*\.(?:png|svg|md|json|js|css)", name)}
    for name in files:
        (extension / name).read_bytes()
    return len(files)


def strings(value: Any) -> Iterator[str]:
    """The strings in a value of JSON, without the keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


def apart() -> list[str]:
    """The command that takes the network away; nothing where that is not allowed."""
    program = shutil.which("unshare")
    if program and subprocess.run([*NETWORK_GONE, "true"], capture_output=True).returncode == 0:
        return [program, *NETWORK_GONE[1:]]
    return []


def engine_in(folder: Path, python: Path) -> str:
    """A chess engine; empty on Windows, where a script is no program."""
    if os.name == "nt":
        return ""
    path = folder / "engine"
    path.write_text(f"#!{python} -I\n{ENGINE}")
    path.chmod(0o700)
    return str(path)


def talk(program: list[str], environment: dict[str, str], engine: str) -> None:
    """Open a document with one mistake and a game, request findings, a hover, a board and actions, and shut down."""
    server = subprocess.Popen(program, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        uri = "untitled:Untitled-1"
        answer = ask(server, 1, "initialize", {**CLIENT, "initializationOptions": {"engine": engine}})
        expect("GBR" in json.dumps(answer).upper(), answer)
        tell(server, "initialized", {})
        document = {"uri": uri, "languageId": "markdown", "version": 1, "text": TEXT}
        tell(server, "textDocument/didOpen", {"textDocument": document})
        at = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 6}}
        hover = ask(server, 2, "textDocument/hover", at)
        expect("pawn" in json.dumps(hover), hover)
        command = {"command": "gbr.showBoard", "arguments": [uri, at["position"]]}
        shown = ask(server, 3, "workspace/executeCommand", command)
        expect(shown["fen"].startswith("8/k7/3p4/"), shown)
        game = {"uri": "untitled:Untitled-2", "languageId": "pgn", "version": 1, "text": GAME}
        tell(server, "textDocument/didOpen", {"textDocument": game})
        spot = {"line": 2, "character": 11}
        params = {"textDocument": {"uri": game["uri"]}, "range": {"start": spot, "end": spot}}
        actions = ask(server, 6, "textDocument/codeAction", {**params, "context": {"diagnostics": []}})
        expect(any("PGN export format" in action["title"] for action in actions), actions)
        if engine:
            command = {"command": "gbr.analyze", "arguments": [uri, at["position"], {"seconds": 1}]}
            said = ask(server, 5, "workspace/executeCommand", command)
            expect(said["lines"] and said["lines"][0]["text"] == "1.Ka2", said)
        told = until(server, lambda message: message.get("method") == "textDocument/publishDiagnostics")
        expect([item["code"] for item in told["params"]["diagnostics"]] == ["control-mismatch"], told)
        ask(server, 4, "shutdown", None)
        tell(server, "exit", None)
        expect(server.wait(LONGEST) == 0, server.returncode)
    finally:
        server.kill()


def ask(server: "subprocess.Popen[bytes]", number: int, method: str, params: Any) -> Any:
    send(server, {"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    return until(server, lambda message: message.get("id") == number and "method" not in message)["result"]


def tell(server: "subprocess.Popen[bytes]", method: str, params: Any) -> None:
    send(server, {"jsonrpc": "2.0", "method": method, "params": params})


def send(server: "subprocess.Popen[bytes]", message: Any) -> None:
    body = json.dumps(message).encode()
    assert server.stdin
    server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    server.stdin.flush()


_EARLIER: list[Any] = []


def until(server: "subprocess.Popen[bytes]", wanted: Any) -> Any:
    """The first message that is wanted, of those that were passed over before or those that come."""
    for message in _EARLIER:
        if wanted(message):
            return message
    while True:
        _EARLIER.append(receive(server))
        if wanted(_EARLIER[-1]):
            return _EARLIER[-1]


def receive(server: "subprocess.Popen[bytes]") -> Any:
    assert server.stdout
    length = 0
    while line := server.stdout.readline().strip():
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    expect(length, "the server has ended")
    return json.loads(server.stdout.read(length))


def expect(holds: object, shown: object) -> None:
    if not holds:
        sys.exit(f"the bundled server does not do what it should: {shown}")


main()
