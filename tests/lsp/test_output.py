"""Frames go out in their order, and nobody waits for a client that does not read them."""

import json
import os
import threading

import pytest

from gbr_lsp.lsp.transport.frames import frame_of
from gbr_lsp.lsp.transport.output import Output
from tests.support.wire import HANG, PULLS, Wire


@pytest.mark.parametrize("blocking", [True, False])
def test_frames_wait_in_their_order_for_a_client_that_does_not_read(*, blocking: bool) -> None:
    read_from, write_to = os.pipe()
    os.set_blocking(write_to, blocking)
    output = Output(write_to, lambda: pytest.fail("the pipe is whole"))
    bodies = [bytes([65 + number % 26]) * (30_000 + number) for number in range(40)]
    for body in bodies:
        # Nothing of this would come back if it waited.
        output.write(body)
    expected = b"".join(map(frame_of, bodies))
    assert output.written == 40
    seen = b""
    while len(seen) < len(expected):
        seen += os.read(read_from, 1 << 16)
    assert seen == expected
    output.finish(10)
    output.write(b"z")
    assert os.read(read_from, 1000) == frame_of(b"z")
    assert not any(thread.name == "writer" for thread in threading.enumerate())


def test_a_client_that_reads_no_more_is_told_of() -> None:
    for left in (b"", b"x" * 200_000):
        read_from, write_to = os.pipe()
        broken = threading.Event()
        output = Output(write_to, broken.set)
        output.write(left)
        os.close(read_from)
        output.write(b"x")
        assert broken.wait(HANG)


def test_a_client_may_write_much_before_it_reads() -> None:
    """Clients with one thread do, and their pipe holds only a part of it."""
    uri = "untitled:1"
    with Wire(capabilities=PULLS) as wire:
        wire.open(uri, "plaintext", "GBR 0031.01\n\n" * 60)
        number = 0
        asked = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 11}}
        for number in range(100, 130):
            message = {"jsonrpc": "2.0", "id": number, "method": "textDocument/completion", "params": asked}
            wire.send(json.dumps(message).encode())
        wire.change(uri, 2, [{"text": "x y z\n" * 200_000}])
        answered = [wire.receive()["id"] for _ in range(100, 130)]
        assert answered == list(range(100, number + 1))
