"""The language server in a worker: messages are strings without frames."""

import gc
from collections.abc import Callable

from gbr_lsp.lsp.app import make_endpoint
from gbr_lsp.lsp.transport.conversation import Conversation
from gbr_lsp.lsp.transport.frames import parse_body


class Edge:
    """A server for one client, created and called on the event loop.

    `post` gets each message for the client; `on_end` is called when the client sends `exit`.
    """

    def __init__(self, post: Callable[[str], object], on_end: Callable[[], None] = lambda: None) -> None:
        # Documents have no cycles, and a search for some in a large document takes long.
        gc.set_threshold(5000, 10, 1_000_000)
        self._conversation = Conversation(make_endpoint(), _Post(post), on_end)

    def receive(self, body: str) -> None:
        """Accept a message of the client; it is handled when the loop runs again."""
        self._conversation.receive(parse_body(body))
        self._conversation.work_soon()


class _Post:
    """Output that passes message bodies to `post` as strings."""

    def __init__(self, post: Callable[[str], object]) -> None:
        self.written = self.waiting = 0
        self._post = post

    def write(self, body: bytes) -> None:
        self.written += 1
        self._post(body.decode())

    def write_pieces(self, pieces: list[bytes]) -> None:
        self.write(b"".join(pieces))

    def close(self) -> None:
        """Nothing to close."""
