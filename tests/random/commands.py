"""Random arguments of each command of the server.

A new command has no arguments here, so `arguments` raises KeyError for it and the random edits fail.
"""

import random
from collections.abc import Callable
from typing import Any

from gbr_lsp.edits.new_position import PositionText
from gbr_lsp.notation.values import SQUARE_NAMES, Form

_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_STUDY = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"
_FENS = (_START, _STUDY, "7K/8/k1P5/7p/8/8/8/8", "8/8/8/8/8/8/8/8", "x", "")
_LINES = ((_START, "e2e4 e7e5 g1f3"), (_START, "d2d4"), (_STUDY, "h6h7 a3a2"), (_STUDY, "e1c3"), (_STUDY, "a1a1"))
_QUERIES = ("", "0323.12", "win", "rook against bishop", "like 0323.12g3g1", "findings:", "((", "1925", "*")

_Make = Callable[[random.Random, str, dict[str, int]], list[Any]]
"""Makes the arguments of a command from the URI of a document and a position in it."""


def arguments(command: str, random_: random.Random, uri: str, position: dict[str, int]) -> list[Any]:
    """Return arguments of `command` at `position` of the document `uri`. Raises KeyError for an unknown command."""
    return MAKERS[command](random_, uri, position)


def _placed(random_: random.Random, uri: str, position: dict[str, int]) -> list[Any]:
    return [uri, position]


def _of_document(random_: random.Random, uri: str, position: dict[str, int]) -> list[Any]:
    return [uri]


def _written(values: Callable[[random.Random], dict[str, Any]]) -> _Make:
    """Return the maker for a command with an object, whose values may be left out."""

    def make(random_: random.Random, uri: str, position: dict[str, int]) -> list[Any]:
        return [uri, position, values(random_)]

    return make


def _new_position(random_: random.Random) -> dict[str, Any]:
    return {
        "fen": random_.choice(_FENS),
        "as": random_.choice((None, *(text.value for text in PositionText))),
        "form": random_.choice((None, *(form.value for form in Form))),
        "goal": random_.choice((None, "win", "draw")),
        "turn": random_.choice((None, "white", "black")),
    }


def _move(random_: random.Random) -> dict[str, Any]:
    first = random_.choice(_LINES)[1]
    from_, to = random_.choice(((first[:2], first[2:4]), random_.choices(SQUARE_NAMES, k=2)))
    return {"from": from_, "to": to, "promotion": random_.choice((None, "Q", "n"))}


def _line(random_: random.Random) -> dict[str, Any]:
    fen, moves = random_.choice(_LINES)
    return {"fen": fen, "moves": moves.split()}


def _collection(random_: random.Random, uri: str, position: dict[str, int]) -> list[Any]:
    given = {
        "query": random_.choice(_QUERIES),
        "group": random_.choice(("class", "composer", "file", "finding")),
        "path": random_.choice(([], ["0323.12"], [""], [uri], ["-"])),
        "only": random_.choice(([], ["win"], ["draw", "findings"])),
        "offset": random_.randrange(3),
        "limit": random_.randrange(3),
    }
    return [{name: value for name, value in given.items() if random_.random() < 0.7}]


MAKERS: dict[str, _Make] = {
    "gbr.analyze": _written(lambda random_: {"lines": random_.randrange(1, 4), "seconds": 0.01}),
    "gbr.anticipations": _placed,
    "gbr.boardShapes": lambda random_, uri, position: [],
    "gbr.changePosition": _written(lambda random_: {"fen": random_.choice(_FENS)}),
    "gbr.checkProof": _of_document,
    "gbr.collection": _collection,
    "gbr.convert": lambda random_, uri, position: [uri, position, random_.choice(list(Form)).value],
    "gbr.copyFen": _placed,
    "gbr.explain": _placed,
    "gbr.fixAll": _of_document,
    "gbr.coverage": _of_document,
    "gbr.index": _of_document,
    "gbr.applyEdit": lambda random_, uri, position: [
        random_.choice(({"changes": {uri: []}}, {"changes": {"untitled:none": []}}, {}, None, "x"))
    ],
    "gbr.insertLine": _written(_line),
    "gbr.moves": _placed,
    "gbr.playMove": _written(_move),
    "gbr.search": lambda random_, uri, position: [random_.choice(_QUERIES)],
    "gbr.showBoard": _placed,
    "gbr.showClass": _placed,
    "gbr.stopAnalysis": lambda random_, uri, position: [random_.choice((None, 1))],
    "gbr.studyBoard": lambda random_, uri, at: [{"id": f"{at['line']}:{random_.randrange(20)}:{uri}"}],
    "gbr.typeSquare": _written(lambda random_: {"square": random_.choice(SQUARE_NAMES)}),
    "gbr.writePosition": _written(_new_position),
    "gbr.writingChoices": _placed,
}
"""The makers by command. `gbr.analyze` finds no engine, and the documents of the random edits are no proofs."""
