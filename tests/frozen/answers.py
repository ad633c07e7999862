"""The answers about the inputs, as texts: a command and its output, or the results of the server."""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.frozen.inputs import Inputs
from tests.support.commands import run
from tests.support.wire import Wire, encodings

_SEARCHES = (
    ["*"],
    ["--count", "draw"],
    ["0400.*"],
    ["0323.12"],
    ["--either-color", "KRvKP"],
    ["win d6"],
    ["composer:kubbel"],
    ["(draw | men:<=7) -composer:kubbel"],
    ["year:1920..1930"],
    ["--sort", "year", "--output-format", "csv", "win"],
    ["--sort", "composer", "draw"],
    ["--unique", "--output-format", "pgn", "men:<=6"],
    ["--statistics", "composer", "*"],
    ["--statistics", "award", "*"],
    ["--flip", 'board:"Kd6"'],
    ["--shift", 'board:"Kc3 ka1"'],
    ["--flipcolor", "0100.10"],
    ["--output-format", "json", "award:1.p"],
    ['during:"Rh4"'],
    ["--all", "btm"],
)
_EDITS, _QUICK_EDITS = 100, 30
"""Number of edits of each of two documents."""
_STEP, _QUICK_STEP = 7, 91
"""Distance in code points between the offsets of requests to the server."""
_IN_QUICK = ("check-json/", "check-sarif/examples", "index/examples", "show-codes/", "search/")
_QUICK_PART = 10
"""`--quick` uses one in `_QUICK_PART` of the blocks and of the other commands."""
_TYPED = (*"abcdefgh12345678=+-./ \n", "g3g1", "0323.12", "1.Kb2", "[FEN", "😀", "é", "(", ")", "\n\n", " draw ")
_RANDOM = 48
_PAGES = re.compile(r"(?:file://)?/[^\"\s]*/gbr_lsp/rules/pages/")
"""Folder of the rule pages of the installed program."""
_LINE_END = re.compile(r"\r\n|\r|\n")


class Task(NamedTuple):
    """The name of an answer, a path without suffix, and the function that computes it."""

    name: str
    ask: Callable[[], str]


def tasks(folder: Path, inputs: Inputs, *, quick: bool) -> Iterator[Task]:
    """Yield the tasks about `inputs` in `folder`, long ones first; only a part of them if `quick`."""
    for path in inputs.served:
        yield Task(f"server/{_flat(path)}", partial(_served, folder, path, _QUICK_STEP if quick else _STEP))
    for path in inputs.served[:2]:
        edits = partial(_edited, folder, path, _QUICK_EDITS if quick else _EDITS)
        yield Task(f"server/edits-{_flat(path)}", edits)
    blocks = [block.path for block in inputs.blocks][:: _QUICK_PART if quick else 1]
    yield Task("server/blocks", partial(_served_whole, folder, blocks))
    for number, (name, arguments) in enumerate(_commands(inputs)):
        if not quick or name.startswith(_IN_QUICK) or number % _QUICK_PART == 0:
            yield Task(name, partial(_command, folder, arguments))
    for path in (path for path in inputs.checked if (folder / path).is_dir()):
        for options in (["--fix"], ["--fix", "--unsafe-fixes"])[quick:]:
            yield Task(f"{options[-1][2:]}/{_flat(path)}", partial(_fixed, folder, path, options))


def _commands(inputs: Inputs) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the arguments of each command that changes no input."""
    for path in inputs.checked:
        check = ["check", "--select", "all", "--jobs", "1", path]
        yield f"check-json/{_flat(path)}", [*check, "--output-format", "json"]
        yield f"check-sarif/{_flat(path)}", [*check, "--output-format", "sarif"]
        if not path.startswith("proofs/"):
            yield f"check/{_flat(path)}", ["check", "--jobs", "1", path]
        yield f"show-codes/{_flat(path)}", [*check, "--show-codes"]
        yield f"index/{_flat(path)}", ["index", "--no-cache", "--output-format", "json", path]
    for path in (*inputs.explained, *(block.path for block in inputs.blocks)):
        yield f"explain/{_flat(path)}", ["explain", path]
    for block in inputs.blocks:
        if block.proof:
            check = ["check", "--against", block.proof, "--output-format", "json", block.path]
            yield f"against/{_flat(block.path)}", check
    folders = [path for path in inputs.checked if path in ("examples", "corpora")]
    for number, search in enumerate(_SEARCHES):
        yield f"search/{number:02}", ["search", "--no-cache", *search, *folders]


def _command(folder: Path, arguments: list[str]) -> str:
    """Run a command in `folder`; return its output and exit status."""
    status, out, err = run(*arguments, cwd=folder)
    said = f"{' '.join(arguments)}\nstatus {status}\n--- standard output\n{out}\n--- standard error\n{err}"
    return _PAGES.sub("PAGES/", said.replace(str(folder), "INPUTS"))


def _fixed(folder: Path, path: str, options: list[str]) -> str:
    """Fix a copy of the folder `path`; return the output and the text of each changed file."""
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary, path)
        shutil.copytree(folder / path, copy)
        said = [_command(Path(temporary), ["check", "--jobs", "1", *options, path])]
        for file in sorted(file for file in copy.rglob("*") if file.is_file()):
            written = file.read_bytes()
            if written != (folder / file.relative_to(temporary)).read_bytes():
                said.append(f"--- {file.relative_to(temporary)}\n{written.decode('utf-8', 'backslashreplace')}")
    return "\n".join(said)


def _served(folder: Path, path: str, step: int) -> str:
    """Return the server's answers about a document: once about all of it, then every `step` code points."""
    text, said = (folder / path).read_text(encoding="utf-8"), []
    uri = (folder / path).as_uri()
    document = _document(uri)
    with _opened(uri, text) as wire:
        for method in ("documentSymbol", "semanticTokens/full", "foldingRange", "diagnostic"):
            said.append(f"{method}: {_shown(wire.request(f'textDocument/{method}', document), folder)}")
        for offset in range(0, len(text), step):
            at = _position(text, offset)
            here = {**document, "position": at}
            asked: dict[str, tuple[str, Any]] = {
                "hover": ("textDocument/hover", here),
                "completion": ("textDocument/completion", here),
                "actions": (
                    "textDocument/codeAction",
                    {**document, "range": {"start": at, "end": at}, "context": {"diagnostics": []}},
                ),
                "board": ("workspace/executeCommand", {"command": "gbr.showBoard", "arguments": [uri, at]}),
            }
            for name, (method, params) in asked.items():
                said.append(f"{offset} {name}: {_shown(wire.request(method, params), folder)}")
    return "\n".join(_without_repeated(said))


def _served_whole(folder: Path, paths: list[str]) -> str:
    """Return the diagnostics and the code actions of each whole document."""
    said = []
    with Wire(capabilities=encodings("utf-16")) as wire:
        for path in paths:
            text = (folder / path).read_bytes().decode("utf-8", "replace")
            uri = (folder / path).as_uri()
            _open(wire, uri, text)
            whole = {"start": {"line": 0, "character": 0}, "end": _position(text, len(text))}
            diagnostics = wire.request("textDocument/diagnostic", _document(uri))
            params = {**_document(uri), "range": whole, "context": {"diagnostics": []}}
            actions = wire.request("textDocument/codeAction", params)
            wire.notify("textDocument/didClose", _document(uri))
            said.append(f"{path}\n{_shown(diagnostics, folder)}\n{_shown(actions, folder)}")
    return "\n".join(said)


def _edited(folder: Path, path: str, edits: int) -> str:
    """Return the diagnostics after each of `edits` random edits of a document."""
    random = Random(_RANDOM)
    text = (folder / path).read_text(encoding="utf-8")
    uri, said = (folder / path).as_uri(), []
    with _opened(uri, text) as wire:
        for number in range(edits):
            start = random.randrange(len(text) + 1)
            end = min(len(text), start + random.choice((0, 0, 0, 1, 1, 4, 30)))
            typed = "".join(random.choices(_TYPED, k=random.choice((0, 1, 1, 1, 6))))
            change = {"range": {"start": _position(text, start), "end": _position(text, end)}, "text": typed}
            text = text[:start] + typed + text[end:]
            wire.change(uri, number + 2, [change])
            said.append(f"{number}: {_shown(wire.request('textDocument/diagnostic', _document(uri)), folder)}")
    return "\n".join(said)


def _document(uri: str) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}}


def _opened(uri: str, text: str) -> Wire:
    """Return a server that has opened a document."""
    wire = Wire(capabilities=encodings("utf-16"))
    _open(wire, uri, text)
    return wire


def _open(wire: Wire, uri: str, text: str) -> None:
    language = {"md": "markdown", "tex": "latex", "txt": "plaintext"}
    ending = uri.rpartition(".")[2]
    wire.open(uri, language.get(ending, ending), text)


def _position(text: str, offset: int) -> dict[str, int]:
    """Return the line and the UTF-16 character of `offset`."""
    lines = _LINE_END.split(text[:offset])
    return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}


def _shown(answer: dict[str, Any], folder: Path) -> str:
    """Return `answer` as one line, without the numbers of requests and results."""
    result = answer.get("result", answer.get("error"))
    if isinstance(result, dict):
        result.pop("resultId", None)
    said = json.dumps(result, ensure_ascii=False, sort_keys=True).replace(folder.as_uri(), "INPUTS")
    return _PAGES.sub("PAGES/", said)


def _without_repeated(said: list[str]) -> Iterator[str]:
    """Yield the lines, with `same` in place of an answer equal to that at the previous offset."""
    known: dict[str, str] = {}
    for line in said:
        asked, _, answer = line.partition(": ")
        name = asked.rpartition(" ")[2]
        yield f"{asked}: same" if known.get(name) == answer else line
        known[name] = answer


def _flat(path: str) -> str:
    return path.replace("/", "--").replace(os.sep, "--")
