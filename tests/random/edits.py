"""Random edits from a seed: a real server's diagnostics and hovers equal those of the plain functions on the text.

    python -m tests.random.edits [--edits 20000] [--seed 1]

The model is a string, edited in the slow and obvious way: each position is counted from the start of the text.
After each edit every command of the server runs at a random place, and none may have an internal error.
"""

import argparse
import random
import sys

from gbr_lsp.base.text import Encoding
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.hover import hover
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.random.commands import arguments
from tests.support.strategies import PIECES
from tests.support.wire import Wire, encodings

KINDS = {"pgn": "pgn", "markdown": "md", "latex": "tex", "plaintext": "txt"}
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
_SIZES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_LONGEST = 3000
_CONTENT_MODIFIED, _REQUEST_FAILED, _INVALID_PARAMS = -32801, -32803, -32602
_ERRORS_OF_COMMANDS = (_CONTENT_MODIFIED, _REQUEST_FAILED, _INVALID_PARAMS)
_MOVES = ["1. e4 e5 ", "2. Nf3 ", "1... c5 ", "h7 ", "(", "(c5 c7 ", ") ", "{x} ", "$1 ", '[N "x"]\n']
_FRAGMENTS = [*PIECES, *_MOVES * 4]
"""What is inserted."""


def slow_position(text: str, offset: int, encoding: Encoding) -> dict[str, int]:
    """Return the line and the character of `offset` in `text`, in units of `encoding`."""
    line = column = 0
    for place in range(offset):
        char, behind = text[place], text[place + 1 : place + 2]
        if char == "\n" or (char == "\r" and behind != "\n"):
            line, column = line + 1, 0
        else:
            column += len(char.encode(_CODECS[encoding], "surrogatepass")) // _SIZES[encoding]
    return {"line": line, "character": column}


def slow_range(text: str, start: int, end: int, encoding: Encoding) -> dict[str, dict[str, int]]:
    return {"start": slow_position(text, start, encoding), "end": slow_position(text, end, encoding)}


def in_seam(text: str, offset: int) -> bool:
    """Return True if `offset` is between a CR and its LF, which no position can express."""
    return text[max(0, offset - 1) : offset + 1] == "\r\n"


class Session:
    """One document in one server, and its expected text."""

    def __init__(self, language: str, encoding: Encoding, random_: random.Random) -> None:
        self.random = random_
        self.encoding = encoding
        self.uri = f"untitled:a.{KINDS[language]}"
        self.language = language
        self.text = ""
        self.version = 1
        self.wire = Wire(capabilities={**encodings(encoding), "workspace": {"applyEdit": True}})
        self.commands = self.wire.answer["result"]["capabilities"]["executeCommandProvider"]["commands"]
        self.wire.open(self.uri, language, "")

    def step(self) -> None:
        changes = []
        for _ in range(self.random.choice((1, 1, 1, 2))):
            start, end = sorted(self._offset() for _ in range(2))
            if len(self.text) < _LONGEST:
                end = min(end, start + self.random.choice((0, 0, 1, 5, 40)))
            while in_seam(self.text, start):
                start -= 1
            while in_seam(self.text, end):
                end += 1
            new = "".join(self.random.choice(_FRAGMENTS) for _ in range(self.random.choice((0, 1, 1, 2, 6))))
            changes.append({"range": slow_range(self.text, start, end, self.encoding), "text": new})
            self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        self.wire.change(self.uri, self.version, changes)
        # Saving ends typing, so that a move at the cursor is checked too.
        self.wire.notify("textDocument/didSave", {"textDocument": {"uri": self.uri}})

    def compare(self) -> None:
        document = Document.of(self.text, host_for(self.uri, self.language))
        expected = [
            (slow_range(self.text, *span, self.encoding), finding.rule, finding.message)
            for span, finding in lint(document)
        ]
        told = [(item["range"], item["code"], item["message"]) for item in self.wire.pull(self.uri)["items"]]
        assert told == expected, (self.text, told, expected)
        offset, position = self._place()
        params = {"textDocument": {"uri": self.uri}, "position": position}
        shown = self.wire.request("textDocument/hover", params)["result"]
        found = hover(document, offset)
        assert (shown and shown["range"]) == (found and slow_range(self.text, *found.span, self.encoding)), self.text

    def run_commands(self) -> None:
        """Run every command, each at a random place."""
        for command in self.commands:
            given = arguments(command, self.random, self.uri, self._place()[1])
            answer = self.wire.request("workspace/executeCommand", {"command": command, "arguments": given})
            code = answer.get("error", {}).get("code")
            assert code in (None, *_ERRORS_OF_COMMANDS), (self.text, command, given, answer)

    def _place(self) -> tuple[int, dict[str, int]]:
        """Return a random offset that a position can express, and its position."""
        offset = self._offset()
        while in_seam(self.text, offset):
            offset += 1
        return offset, slow_position(self.text, offset, self.encoding)

    def _offset(self) -> int:
        return self.random.randrange(len(self.text) + 1)


def run(edits: int, seed: int) -> int:
    """Make and compare at least `edits` edits; return their number."""
    random_ = random.Random(seed)
    done = 0
    for language in KINDS:
        for encoding in ENCODINGS:
            session = Session(language, encoding, random_)
            with session.wire:
                for _ in range(-(-edits // (len(KINDS) * len(ENCODINGS)))):
                    session.step()
                    session.compare()
                    session.run_commands()
                    done += 1
    return done


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--edits", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.stdout.write(f"{run(options.edits, options.seed)} edits, each equal to the document of the edited text\n")


if __name__ == "__main__":
    main()
