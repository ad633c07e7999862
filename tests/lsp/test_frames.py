"""Frames in pieces of any length are the messages that they are in one piece."""

import json
import random

from gbr_lsp.lsp.transport.frames import BrokenFrame, Frames, frame_of

_FRAME = b"Content-Length: 2\r\n\r\n{}"
_RUBBISH = (
    b"Content-Length: x\r\n\r\n",
    b"Content-Length: 99999999999\r\n\r\n",
    b"no header\r\n\r\n",
    b"\r\n\r\n",
    b"x" * 70_000 + b"\r\n\r\n",
    b"Content-Length: 3\r\n\r\n{}]",
    b"Content-Length: 5\r\n\r\n\xff\xff\xff\xff\xff",
)


def test_frames_in_pieces() -> None:
    random_ = random.Random(7)
    for _ in range(300):
        stream, expected = b"", []
        for number in range(random_.randrange(1, 6)):
            message = {"id": number, "text": "né♔\r\n\r\nContent-Length: 7\r\n\r\n"[: random_.randrange(30)]}
            stream += frame_of(json.dumps(message, ensure_ascii=random_.random() < 0.5).encode())
            expected.append(message)
        assert fed(stream, random_) == expected


def test_what_is_no_frame_hides_none_behind_it() -> None:
    random_ = random.Random(8)
    for _ in range(300):
        rubbish = random_.choice(_RUBBISH)
        whole = fed(rubbish + _FRAME * 3)
        assert whole[-2:] == [{}, {}]
        assert any(isinstance(message, BrokenFrame) for message in whole)
        if len(rubbish) < 65_536:
            # How much of a longer one is given up depends on where it was cut.
            assert fed(rubbish + _FRAME * 3, random_) == whole
        else:
            assert fed(rubbish + _FRAME * 3, random_)[-2:] == [{}, {}]


def test_a_long_body_is_not_copied() -> None:
    """It is the buffer itself that it came in."""
    frames = Frames()
    body = json.dumps("x" * 100_000).encode()
    assert list(frames.feed(b"Content-Length: %d\r\n\r\n" % len(body))) == []
    buffer = frames._buffer
    assert list(frames.feed(body[:50_000])) == []
    assert frames._buffer is buffer
    assert list(frames.feed(body[50_000:])) == ["x" * 100_000]
    assert frames._buffer is not buffer
    assert len(buffer) == len(body)


def fed(stream: bytes, random_: random.Random | None = None) -> list[object]:
    """The messages of a stream, in one piece or in random ones."""
    frames = Frames()
    found: list[object] = []
    while stream:
        length = random_.choice((1, 2, 7, 30, 1000, 65_536)) if random_ else len(stream)
        found += frames.feed(stream[:length])
        stream = stream[length:]
    return found
