"""A million random strings and bytes, outside the ordinary run: nothing raises, nothing is lost.

    python -m tests.random.strings [--runs 1000000] [--seed 1]

Hypothesis derives each example from the seed. An example is a batch, because its overhead exceeds our own work.
"""

import argparse
import random
import sys
import time
from contextlib import suppress

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from gbr_lsp.base.encoding import NotText, decode, encode
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.collection.search import BadQuery, read_query
from gbr_lsp.hosts import HOSTS, host_for
from gbr_lsp.ide.completion import complete
from gbr_lsp.ide.hover import hover
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import roles
from gbr_lsp.notation.known_code import parse_codes
from gbr_lsp.rules import RULES
from tests.support.strategies import PIECES

KINDS = tuple(f"a.{host.endings[0]}" for host in HOSTS if host.endings)
ALL = frozenset(RULES)
BATCH = 500


def one_text(random_: random.Random) -> str:
    """Return a text of fragments, of characters of any plane, or of both."""
    parts = []
    for _ in range(random_.randrange(14)):
        if random_.random() < 0.8:
            parts.append(random_.choice(PIECES))
        else:
            parts.append(
                chr(random_.choice((random_.randrange(128), random_.randrange(0x3000), random_.randrange(0x110000))))
            )
    return "".join(parts)


def one_bytes(random_: random.Random) -> bytes:
    data = one_text(random_).encode("utf-8", "surrogatepass")
    if random_.random() < 0.5:
        place = random_.randrange(len(data) + 1)
        data = data[:place] + random_.randbytes(random_.randrange(6)) + data[place:]
    return data


def try_text(text: str, random_: random.Random) -> None:
    """Run the functions of the program on `text`, and on one edit of it chosen by `random_`."""
    host = host_for(random_.choice(KINDS))
    document = Document.of(text, host, Conventions(has_bare_classes=random_.random() < 0.2))
    assert document.text == text
    for span, finding in lint(document, ALL):
        assert 0 <= span.start <= span.end <= len(text), (span, finding)
    studies = list(document.studies())
    assert len(roles(document, studies)) == len(studies)
    offset = random_.randrange(len(text) + 1)
    found = hover(document, offset)
    assert found is None or found.span.start <= offset <= found.span.end
    if random_.random() < 0.1:
        for item in complete(document, offset):
            assert item.span.start <= offset <= len(text), item
            assert item.span.end <= len(text), item
    parse_codes(text)
    with suppress(BadQuery):
        read_query(text)
    start = random_.randrange(len(text) + 1)
    edit = Edit(Span(start, random_.randrange(start, len(text) + 1)), random_.choice(PIECES))
    edited = apply_edits(text, [edit])
    assert list(document.edit(edit).blocks) == list(Document.of(edited, host).blocks)


def try_bytes(data: bytes, random_: random.Random) -> None:
    try:
        encoded = decode(data)
    except NotText:
        return
    assert encode(encoded) == data
    try_text(encoded.text, random_)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    done = 0

    @seed(options.seed)
    @settings(
        max_examples=max(1, options.runs // BATCH),
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**64 - 1))
    def batch(number: int) -> None:
        nonlocal done
        random_ = random.Random(number)
        for _ in range(BATCH):
            subject: object = None
            try:
                if random_.random() < 0.5:
                    subject = text = one_text(random_)
                    try_text(text, random_)
                else:
                    subject = data = one_bytes(random_)
                    try_bytes(data, random_)
            except Exception as error:
                error.add_note(f"from {subject!r}")
                raise
            done += 1

    start = time.monotonic()
    batch()
    sys.stdout.write(f"{done} random strings and bytes, none raised, {time.monotonic() - start:.0f} s\n")


if __name__ == "__main__":
    main()
