"""Servers that rows share, each with one document open and scanned."""

from pathlib import Path
from typing import Any

from .bench import Bench, floor_command
from .client import Client, Opening, opening_of
from .sites import Sites, sites_of


class Session:
    """The servers of a run, shared ones and fresh ones."""

    def __init__(self, bench: Bench) -> None:
        self._commands = {"ours": [bench.tool, "server"], "floor": floor_command()}
        self._kept: dict[tuple[str, Path, bool], Client] = {}
        self._paths: dict[Client, Path] = {}
        self._openings: dict[Path, Opening] = {}
        self._sites: dict[Path, Sites] = {}

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._kept.values():
            client.__exit__()

    def ours(self, path: Path, *, images: bool = False) -> Client:
        """Return our server with `path` open and scanned; the client shows images if `images`."""
        return self._shared("ours", path, images=images)

    def floor(self, path: Path) -> Client:
        """Return the floor server with `path` open."""
        return self._shared("floor", path)

    def fresh_pair(self, path: Path, *, pulls: bool = True) -> tuple[Client, Client]:
        """Start our server and the floor server, both with `path` open; the caller closes them."""
        ours, floor = (self._opened(kind, path, pulls=pulls) for kind in ("ours", "floor"))
        if not pulls:
            ours.diagnostics()
        return ours, floor

    def start(
        self,
        kind: str,
        *,
        images: bool = False,
        pulls: bool = True,
        refreshes: bool = False,
        options: dict[str, Any] | None = None,
    ) -> Client:
        """Start a server of `kind` `ours` or `floor`, without a document."""
        return Client(self._commands[kind], images=images, pulls=pulls, refreshes=refreshes, options=options)

    def keep(self, kind: str, path: Path, client: Client) -> None:
        """Keep a server with `path` open and scanned, for other rows."""
        self._kept[kind, path, False] = client
        self._paths[client] = path

    def opening(self, path: Path) -> Opening:
        if path not in self._openings:
            self._openings[path] = opening_of(path)
        return self._openings[path]

    def sites(self, client: Client) -> Sites:
        return self.sites_in(self._paths[client])

    def sites_in(self, path: Path) -> Sites:
        if path not in self._sites:
            self._sites[path] = sites_of(path)
        return self._sites[path]

    def _shared(self, kind: str, path: Path, *, images: bool = False) -> Client:
        key = kind, path, images
        if key not in self._kept:
            self._kept[key] = self._opened(kind, path, images=images)
        return self._kept[key]

    def _opened(self, kind: str, path: Path, *, images: bool = False, pulls: bool = True) -> Client:
        client = self.start(kind, images=images, pulls=pulls)
        self._paths[client] = path
        client.open(self.opening(path))
        if pulls:
            client.diagnostics()
        return client
