"""What keeps the verdict from blaming the wrong side: each guard with a text beside which it must hold.

`Said` is what is reported: the rule, whether a program may apply the first fix, and what is to be changed by it.
"""

from typing import NamedTuple

import pytest

import gbr_lsp
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model import disputes
from gbr_lsp.model.claims import Claim, Witness
from gbr_lsp.model.document import Document
from gbr_lsp.solutions import game
from gbr_lsp.solutions.replay import Start

FEN = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
PRINTED = """```
. . . . . . n .
. . . . . . . .
. . p . . . . P
. . . . . . . .
. . . . . . . .
r . p . . . K .
B . . . . . . .
. . . . B . k .
```
"""
LIST = "\\pieces{wKg3, wLa2e1, wBh6, sKg1, sTa3, sSg8, sBc3c6}"


class Said(NamedTuple):
    """A rule, the first of its fixes, if there is one, and whether that is tied."""

    rule: str
    first: str = ""
    tied: bool = False


GUARDS: dict[str, tuple[str, str, list[Said]]] = {
    "[sic] admits the slip": ("md", f"g3g1 0323.22 4/5 Draw [sic] `{FEN}`\n", []),
    "a later position is what is left of the men behind printed moves": (
        "md",
        "f3g1 0323.12 4/5 Draw\n\n1.Kg3 and now `6n1/8/2p4P/8/8/r5K1/B7/4B1k1`\n",
        [],
    ),
    "a twin is announced between code and board": ("md", f"f3g1 0323.12 4/5 Draw\n\nb) wKf3 to g3 `{FEN}`\n", []),
    "another code is as near": ("md", f"f3g1 0323.12 4/5 Draw\n\nh3g1 0323.12 4/5 Draw `{FEN}`\n", []),
    "another board is as near": (
        "md",
        f"f3g1 0323.12 4/5 Draw `{FEN}`\n\n`{FEN.replace('r1p3K1', 'r1p4K')}`\n",
        [],
    ),
    "a board that cannot be read may be that of the code": (
        "md",
        f"f3g1 0323.12 4/5 Draw `{FEN}`\n\n`{FEN[:-1]}2`\n",
        [Said("unreadable-fen")],
    ),
    "a board of another section": ("md", f"f3g1 0323.12 4/5 Draw\n\n# Two\n\n`{FEN}`\n", []),
    "a 9 is meant in either way": ("pgn", '[Black "(+2000.00a1g8)"]\n[FEN "6k1/8/8/8/8/8/8/KQQ5 w"]\n', []),
    "a board with both kings and two digits elsewhere is of another study, told once": (
        "pgn",
        '[Black "(=0403.11h8b3)"]\n[FEN "K6k/7p/3P3P/3Pp1P1/2p5/p4P2/P4Pr1/8 w - - 0 1"]\n',
        [Said("force-mismatch", "Change the class to 0300.74 and the kings to a8h8 to match the FEN", True)],
    ),
    "code and board are a tie": (
        "md",
        f"f3g1 0323.12 4/5 Draw `{FEN}`\n",
        [Said("king-mismatch", "Change the kings to g3g1 to match the FEN", True)],
    ),
    "a control slips with its class, the FEN is named first": (
        "md",
        "g3g1 0323.12 4/5 Draw `6n1/8/2p4P/8/8/r5K1/B7/4B1k1`\n",
        [Said("force-mismatch")],
    ),
    "a control that the board makes convicts the class": (
        "md",
        f"g3g1 0323.22 4/5 Draw `{FEN}`\n",
        [Said("force-mismatch", "Change the class to 0323.12")],
    ),
    "a control that neither makes convicts nobody": (
        "md",
        f"g3g1 0323.22 4/4 Draw `{FEN}`\n",
        [Said("force-mismatch", "Change the class to 0323.12 and the control to 4/5 to match the FEN", True)],
    ),
    "two against one: boards by different means": (
        "tex",
        f"\\begin{{diagram}}\n\\fen{{{FEN}}}\n{LIST}\n=0323.12f3g1\n\\end{{diagram}}\n",
        [Said("king-mismatch", "Change the kings to g3g1")],
    ),
    "what a program prints of a FEN is no second board": (
        "md",
        f"f3g1 0323.12 4/5 Draw\n\n{PRINTED}\n`{FEN} w - - 0 1`\n",
        [Said("king-mismatch", "Change the kings to g3g1 to match the diagram", True)],
    ),
    "kings that touch convict the code": (
        "md",
        f"g2g1 0323.12 4/5 Draw `{FEN}`\n",
        [Said("king-mismatch", "Change the kings to g3g1")],
    ),
    "of codes that say the same one tells": (
        "md",
        f"# Kubbel (=0323.12f3g1)\n\n`{FEN}`\n\nf3g1 0323.12 4/5 Draw\n",
        [Said("king-mismatch", "Change the kings to g3g1 to match the FEN", True)],
    ),
}


def said(kind: str, text: str) -> list[Said]:
    """What is reported about a text."""
    found = list(gbr_lsp.check(text, {"md": "markdown", "tex": "latex"}.get(kind, kind)))
    fixes = [next(iter(finding.fixes), None) for finding in found]
    return [
        Said(finding.rule, fix.title if fix else "", bool(fix and fix.tied))
        for finding, fix in zip(found, fixes, strict=True)
    ]


@pytest.mark.parametrize("guard", GUARDS)
def test_a_guard_holds(guard: str) -> None:
    kind, text, expected = GUARDS[guard]
    assert said(kind, text) == expected


def test_few_positions_are_followed_for_one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board and what it may be if the code is right: at most a man more on each square that is empty."""
    followed, reads = list[object](), game.read_game

    def counted(text: str, start: Start) -> game.Game:
        followed.append(start)
        return reads(text, start)

    monkeypatch.setattr(game, "read_game", counted)
    record = '[Black "(+0101.00a1c3)"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n1. Nd5+ Kd4 2. Nf4 Kc3 1-0\n'
    lint(Document.of(record, host_for("a.pgn")))
    assert 1 < len(followed) <= 64


def test_prices_are_looked_at_twice_for_each_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many codes a paragraph has."""
    priced, price = list[int](), disputes._price

    def counted(told: list[Witness], truth: Claim) -> float:
        priced.append(len(told))
        return price(told, truth)

    monkeypatch.setattr(disputes, "_price", counted)

    def looks(count: int) -> int:
        priced.clear()
        codes = "".join(f"g3g1 0323.12 4/5 Draw, f3g1 0323.1{number % 8} 4/5 Draw\n" for number in range(count))
        lint(Document.of(f"`{FEN}`\n{codes}", host_for("a.md")))
        return sum(priced)

    assert looks(200) <= 2.2 * looks(100) + 20
