"""Requests about a document, as the pages of tests/lsp/requests specify them; a new one needs a page and no test code.

The first fence is a document with `<|>` at the position that is asked about, or at the start and end of a range. Behind
its kind stands the method, and behind that the switches of the client that are on, and what the request takes besides
the document and the place, as JSON: `newName="g3g1"`. The fence under it is the result:
each range of this document as a caret line with what else is said of it, the JSON of a result without ranges, `nothing`
for an empty one, or `not offered` where the server has no such method.

A real server answers, and in each position encoding the same must come out.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gbr_lsp.base.text import Encoding, Span
from gbr_lsp.hosts import host_for
from tests.random.edits import slow_position
from tests.support.requests import PAGES, params_about
from tests.support.specs import annotate
from tests.support.wire import POSITION_ENCODINGS, Wire, encodings

CURSOR = "<|>"
METHOD_NOT_FOUND = -32601
"""JSON-RPC 2.0, section 5.1."""
REQUEST = re.compile(
    r"^(?P<marks>`{3,})(?P<kind>\w+) (?P<method>\w+/[\w/]+)(?P<switches>(?: \w+)*)(?P<fields>(?: \w+=\S+)*)\n"
    r"(?P<text>.*?)^(?P=marks)\n\n"
    r"(?P<more>`{3,})result\n(?P<result>.*?)^(?P=more)$",
    re.MULTILINE | re.DOTALL,
)


class Asked(NamedTuple):
    """A document with the offsets that are asked about."""

    uri: str
    text: str
    offsets: list[int]
    encoding: Encoding

    @property
    def params(self) -> dict[str, Any]:
        """What the requests of the protocol take: each finds its own."""
        start, end = (self.offsets[0], self.offsets[-1]) if self.offsets else (0, len(self.text))
        first, last = (slow_position(self.text, offset, self.encoding) for offset in (start, end))
        return params_about(self.uri, first, first, last)

    def shown(self, result: Any) -> str:
        """A result as the pages have it."""
        found = list(self._ranges(result))
        if found:
            return annotate(self.text, found)
        return json.dumps(result, ensure_ascii=False, indent=1) + "\n" if result else "nothing\n"

    def _ranges(self, part: Any, name: str = "") -> Iterator[tuple[Span, str]]:
        """All ranges of a result, each under its name there, with what the object around it says besides."""
        if _is_range(part):
            yield self._span(part), name
        elif isinstance(part, list):
            for one in part:
                yield from self._ranges(one, name)
        elif isinstance(part, dict):
            said = {key: value for key, value in part.items() if value != self.uri and not _is_nested(value)}
            label = ", ".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in said.items())
            for key, value in part.items():
                yield from self._ranges(value, f"{key} ({label})" if label and _is_range(value) else key)

    def _span(self, range_: dict[str, Any]) -> Span:
        places = [slow_position(self.text, offset, self.encoding) for offset in range(len(self.text) + 1)]
        return Span(places.index(range_["start"]), places.index(range_["end"]))


def _is_range(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"start", "end"}


def _is_nested(value: Any) -> bool:
    """Whether there are ranges in a value."""
    if isinstance(value, list):
        return any(map(_is_nested, value))
    return _is_range(value) or (isinstance(value, dict) and any(map(_is_nested, value.values())))


class Servers:
    """A server for each encoding and set of switches, started when it is needed, by a script if there is one."""

    def __init__(self, script: str = "") -> None:
        self._script = script
        self.wires: dict[tuple[Encoding, str], Wire] = {}
        self.opened = 0

    def result(self, request: re.Match[str], encoding: Encoding) -> str:
        """The result of the request of a page, as the page should have it."""
        wire = self._wire(encoding, request["switches"])
        host = host_for(f"a.{request['kind']}", request["kind"])
        self.opened += 1
        uri = f"untitled:{self.opened}.{host.endings[0]}"
        parts = request["text"].split(CURSOR)
        offsets = [len("".join(parts[:number])) for number in range(1, len(parts))]
        asked = Asked(uri, "".join(parts), offsets, encoding)
        wire.open(uri, request["kind"], asked.text)
        fields = (field.partition("=") for field in request["fields"].split())
        params = asked.params | {name: json.loads(value) for name, _, value in fields}
        answer = wire.request(request["method"], params)
        if answer.get("error", {}).get("code") == METHOD_NOT_FOUND:
            return "not offered\n"
        assert "error" not in answer, answer
        return asked.shown(answer["result"])

    def _wire(self, encoding: Encoding, switches: str) -> Wire:
        known = self.wires.get((encoding, switches))
        if known is None:
            known = self.wires[encoding, switches] = Wire(
                initialize=False, script=self._script, by_command=bool(self._script)
            )
            options = dict.fromkeys(switches.split(), True)
            capabilities = encodings(encoding)
            known.request("initialize", {"capabilities": capabilities, "initializationOptions": options})
            known.notify("initialized", {})
        return known


def _made(script: str = "") -> Iterator[Servers]:
    made = Servers(script)
    yield made
    for wire in made.wires.values():
        wire.__exit__()


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    yield from _made()


@pytest.fixture(scope="module")
def workers() -> Iterator[Servers]:
    yield from _made("from tests.support.worker import serve; serve()")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
@pytest.mark.parametrize("encoding", POSITION_ENCODINGS)
def test_requests_are_answered_as_their_page_says(
    page: Path, encoding: Encoding, servers: Servers, request: pytest.FixtureRequest
) -> None:
    text = page.read_text(encoding="utf-8")
    requests = list(REQUEST.finditer(text))
    assert requests
    assert 2 * len(requests) == len(re.findall(r"^`{3,}\w", text, re.MULTILINE)), f"{page}: a fence is no request"
    if request.config.getoption("--update"):
        for one in reversed(requests):
            start, end = one.span("result")
            text = text[:start] + servers.result(one, "utf-16") + text[end:]
        page.write_text(text, encoding="utf-8")
        requests = list(REQUEST.finditer(text))
    for one in requests:
        line = text.count("\n", 0, one.start()) + 1
        assert servers.result(one, encoding) == one["result"], f"{page.name}:{line} ({encoding}), or: pytest --update"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_worker_of_a_browser_answers_the_same(page: Path, workers: Servers) -> None:
    """Without processes, threads, and the modules that a browser lacks."""
    for one in REQUEST.finditer(page.read_text(encoding="utf-8")):
        assert workers.result(one, "utf-16") == one["result"], one["method"]
