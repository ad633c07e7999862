"""What features subscribe to: each list holds functions that are called in the order in which they were added."""

from collections.abc import Callable

from lsprotocol import types

from gbr_lsp.lsp.state.options import ClientOptions


class Events:
    """The subscriptions of one server.

    `initializing` is called with `initialize`'s parameters before the capabilities of the server are announced, and
    `initialized` when the client has them. `opened`, `changed`, `saved` and `closed` get the URI of a document.
    `configured` is called when the settings of all open documents have been read again, `options_changed` with the
    options of the client that held before, and `indexed` when the files of the workspace have been read.
    """

    def __init__(self) -> None:
        self.initializing: list[Callable[[types.InitializeParams], None]] = []
        self.initialized: list[Callable[[], None]] = []
        self.opened: list[Callable[[str], None]] = []
        self.changed: list[Callable[[str], None]] = []
        self.saved: list[Callable[[str], None]] = []
        self.closed: list[Callable[[str], None]] = []
        self.configured: list[Callable[[], None]] = []
        self.options_changed: list[Callable[[ClientOptions], None]] = []
        self.indexed: list[Callable[[], None]] = []
