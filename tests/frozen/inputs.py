"""The input files of the frozen answers, copied once, so that every commit reads the same ones."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).parents[2]
_SHARED = _ROOT.parent / "shared"
CORPORA = Path(os.environ.get("GBR_CORPORA", _SHARED / "corpora"))
PROOFS = Path(os.environ.get("GBR_PROOFS", _SHARED / "proofs"))
TABLES = Path(os.environ.get("GBR_SYZYGY", _SHARED / "syzygy"))

_FENCE = re.compile(r"^(?P<marks>`{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=marks)$", re.MULTILINE | re.DOTALL)
_CARETS = re.compile(r"^ *\^+(?: …)? \S.*\n?", re.MULTILINE)
_ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "asciidoc": "adoc", "typst": "typ"}
_SETTINGS = ("nine", "letters", "solution-letters")
_SLICED = 4_500
"""Maximum code points of each text for the server cut from a corpus or from the specifications."""


class Block(NamedTuple):
    """A block of a specification: the paths of its file and of its proof, if any, below the inputs."""

    path: str
    proof: str | None


class Inputs(NamedTuple):
    """The paths of the inputs, relative to their folder: `served` for the server, others for commands."""

    checked: list[str]
    """Folders, and PDF and Word files; each is checked by its own command."""
    explained: list[str]
    blocks: list[Block]
    served: list[str]

    @classmethod
    def load(cls, folder: Path) -> "Inputs":
        """Read the list that `copy_inputs` has written next to `folder`."""
        known = json.loads(_list_of(folder).read_text(encoding="utf-8"))
        return cls(known["checked"], known["explained"], [Block(*one) for one in known["blocks"]], known["served"])


def copy_inputs(folder: Path, *, quick: bool) -> Inputs:
    """Copy corpora, proofs, examples and blocks of specifications to the new `folder`; list their paths.

    Missing corpora, proofs and tables are left out, and all proofs if `quick`.
    """
    folder.mkdir(parents=True)
    shutil.copytree(_ROOT / "docs" / "examples", folder / "examples")
    checked = ["examples"]
    served = [f"examples/{path.name}" for path in _files(folder / "examples")]
    if CORPORA.is_dir():
        shutil.copytree(CORPORA, folder / "corpora")
        checked.append("corpora")
        served += [_slice(folder, name) for name in ("eg190-p1-18.txt", "hhdb-sample.pgn")]
    if PROOFS.is_dir() and not quick:
        shutil.copytree(PROOFS, folder / "proofs")
        checked += [f"proofs/{path.name}" for path in _files(folder / "proofs") if path.suffix in (".pdf", ".docx")]
    explained = [f"{name}/{path.name}" for name in ("examples", "corpora") for path in _files(folder / name)]
    explained += [name for name in checked if name.startswith("proofs/")]
    blocks = list(_blocks(folder))
    texts = (folder / block.path for block in blocks if block.path.startswith("specs/plain/rules-"))
    firsts = {path.stem.rpartition("-")[0]: path for path in reversed([*texts]) if path.suffix == ".txt"}
    served.append(_write_served(folder, "specs.txt", "\n\n".join(map(_text, reversed(firsts.values())))))
    checked += sorted({block.path.rpartition("/")[0] for block in blocks})
    for path in (path for path in folder.rglob("*") if path.is_file()):
        path.chmod(0o644)
    inputs = Inputs(checked, explained, blocks, served)
    _list_of(folder).write_text(json.dumps(inputs._asdict(), indent=1), encoding="utf-8")
    return inputs


def _list_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.json")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []


def _slice(folder: Path, name: str) -> str:
    """Write the beginning of the corpus `name`, and return its path."""
    return _write_served(folder, name, (folder / "corpora" / name).read_text(encoding="utf-8"))


def _write_served(folder: Path, name: str, text: str) -> str:
    (folder / "served").mkdir(exist_ok=True)
    (folder / "served" / name).write_text(text[:_SLICED], encoding="utf-8")
    return f"served/{name}"


def _blocks(folder: Path) -> Iterator[Block]:
    """Write each block, without its caret lines, to the folder with its settings; yield the blocks."""
    for page in sorted((_ROOT / "tests" / "specs").rglob("*.md")):
        proof = None
        for number, fence in enumerate(_FENCE.finditer(page.read_text(encoding="utf-8"))):
            kind, *options = fence["info"].split() or [""]
            if not kind or ("tables" in options and not TABLES.is_dir()):
                continue
            place = f"specs/{_with_settings(folder / 'specs', options)}"
            path = f"{place}/{page.parent.name}-{page.stem}-{number:02}.{_ENDINGS.get(kind, kind)}"
            text = _CARETS.sub("", fence["body"]).replace("␌", "\f").replace("␍␊\n", "\r\n").replace("␍\n", "\r")
            (folder / path).write_bytes(text.encode("utf-8", "surrogatepass"))
            proof = path if "proof" in options else proof
            yield Block(path, proof if "against" in options else None)


def _with_settings(folder: Path, options: list[str]) -> str:
    """Make the folder for blocks with the settings among `options`, and return its name."""
    said = sorted(one for one in options if one == "tables" or one.partition("=")[0] in _SETTINGS)
    name = "+".join(said).replace("=", "-") or "plain"
    if not (folder / name).is_dir():
        (folder / name).mkdir(parents=True)
        lines = [f"{key} = {json.dumps(value)}" for key, _, value in (one.partition("=") for one in said) if value]
        lines += [f"syzygy = [{json.dumps(str(TABLES))}]"] if "tables" in said else []
        (folder / name / "gbr.toml").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return name
