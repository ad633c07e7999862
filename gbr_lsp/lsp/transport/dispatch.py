"""Dispatch of messages: pygls handles them, or they are refused, or logged and dropped.

pygls alone does not answer requests with bad parameters, answers before `initialize`, is silent
after `shutdown`, and accepts a response to any request. Its private names are used in this file
only: `_send_data`, `_shutdown`, `_request_futures`, `_result_types`, `_execute_handler` and
`_send_handler_result` (pygls 2.1).
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeGuard

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol

from gbr_lsp.lsp.transport.frames import BrokenFrame
from gbr_lsp.lsp.transport.long_json import WrittenResult, is_long, write_result
from gbr_lsp.lsp.transport.plain_json import change_of
from gbr_lsp.lsp.transport.strict_types import structure_leniently

log = logging.getLogger(__name__)

_PARSE_ERROR, _INVALID_REQUEST, _METHOD_NOT_FOUND, _INVALID_PARAMS = -32700, -32600, -32601, -32602
_INTERNAL_ERROR, _NOT_INITIALIZED, _CANCELLED = -32603, -32002, -32800

_MAX_UNDER_WAY = 32
"""Maximum number of requests in progress; each may hold a long result."""
_MAX_UNREAD = 4
"""The same while more than a million bytes wait for the client."""
_VERSIONS = 1 << 31
_TEXT = (types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CHANGE)


class Writer(Protocol):
    """Takes the bodies of messages, whole or in pieces.

    `written` counts the messages, `waiting` the bytes that wait for the client.
    """

    written: int
    waiting: int

    def write(self, body: bytes) -> None: ...

    def write_pieces(self, pieces: list[bytes]) -> None: ...

    def close(self) -> None: ...


class Cancelled(NamedTuple):
    """A request that was cancelled before its turn."""

    request: dict[str, Any]


class Endpoint(NamedTuple):
    """The handlers of the messages of a connection.

    `hold` is called with True when too much output waits and long work should not start, and with
    False afterwards. `preparation` takes the parameters of a request. For a long one it returns the
    function that reads its data in a thread before it is answered there, else None.

    `json_answers` are functions by method. Each writes the body of an answer from the id and
    parameters of a request, or returns None if the protocol must answer it. `invalidate` gets the
    URI of a document if an edit cannot be read.
    """

    protocol: LanguageServerProtocol
    json_answers: Mapping[str, Callable[[int | str, object], bytes | None]]
    invalidate: Callable[[str], None]
    hold: Callable[[bool], None] = lambda is_full: None
    preparation: Callable[[object], Callable[[], None] | None] = lambda params: None


class Dispatch:
    """The protocol's state of a connection, and the requests in progress.

    `freed` is called on the event loop when `is_busy` was True and may have changed.
    """

    def __init__(
        self, endpoint: Endpoint, writer: Writer, watch: Callable[[int], None], freed: Callable[[], None]
    ) -> None:
        self._protocol, self._json_answers, self._invalidate, _, self._beforehand = endpoint
        self._writer = writer
        self._watch = watch
        self._freed = freed
        self._loop = asyncio.get_running_loop()
        self._long_answers = 0
        """Number of long answers that threads write as JSON."""
        self._was_busy = False
        self._initialized = False
        self._protocol.set_writer(writer, include_headers=False)
        self._send_stock = self._protocol._send_data
        self._protocol._send_data = self._send  # type: ignore[method-assign]

    @property
    def is_shut_down(self) -> bool:
        """True if the client has requested the shutdown."""
        return bool(self._protocol._shutdown)

    @property
    def running_requests(self) -> dict[int | str, Any]:
        """The client's requests in progress: id → future."""
        futures, ours = self._protocol._request_futures, self._protocol._result_types
        return {number: future for number, future in futures.items() if number not in ours}

    @property
    def is_busy(self) -> bool:
        """True if the next message should wait for requests in progress.

        False while a request of ours waits for the client.
        """
        under_way = self._long_answers + sum(not future.done() for future in self._protocol._request_futures.values())
        limit = _MAX_UNDER_WAY if self._writer.waiting < 1_000_000 else _MAX_UNREAD
        self._was_busy = limit <= under_way and not self._protocol._result_types
        return self._was_busy

    def cancel(self, number: int | str) -> None:
        """Cancel request `number` if it is in progress; ignore an answered one."""
        if running := self.running_requests.get(number):
            running.cancel()

    def cancel_all(self) -> None:
        """Cancel every request in progress, which answers it."""
        for future in self.running_requests.values():
            future.cancel()

    def handle(self, message: object) -> None:
        """Answer or apply one message; answer or log an invalid one.

        Raises the exception of a failed edit.
        """
        if isinstance(message, BrokenFrame):
            self._refuse(None, _PARSE_ERROR, message.reason)
        elif isinstance(message, Cancelled):
            self._refuse(message.request["id"], _CANCELLED, f"{message.request['method']} was cancelled")
        elif isinstance(message, list):
            numbers = [one["id"] for one in message if is_request(one)]
            for number in numbers or [None]:
                self._refuse(number, _INVALID_REQUEST, "batches of messages are not supported")
        elif not isinstance(message, dict):
            self._refuse(None, _INVALID_REQUEST, "the message is not an object")
        elif "method" not in message and ("result" in message or "error" in message):
            self._accept(message)
        elif not isinstance(message.get("method"), str) or message.get("jsonrpc") != "2.0":
            number = message.get("id")
            self._refuse(number if is_id(number) else None, _INVALID_REQUEST, "the message is not a request")
        elif "id" in message and not is_id(message["id"]):
            self._refuse(None, _INVALID_REQUEST, "the id is neither a number nor a string")
        elif "id" in message:
            self._answer(message["id"], message["method"], message)
        else:
            self._apply(message["method"], message)

    def _answer(self, number: int | str, method: str, message: dict[str, Any]) -> None:
        """Pass request `number` on, or refuse it."""
        if self.is_shut_down:
            self._refuse(number, _INVALID_REQUEST, f"{method} after shutdown")
        elif not self._initialized and method != types.INITIALIZE:
            self._refuse(number, _NOT_INITIALIZED, f"{method} before initialize")
        elif self._initialized and method == types.INITIALIZE:
            self._refuse(number, _INVALID_REQUEST, "initialize was sent twice")
        elif not self._is_known(method):
            self._refuse(number, _METHOD_NOT_FOUND, f"unknown method {method[:100]}")
        elif method in self._json_answers and (body := self._json_answers[method](number, message.get("params"))):
            self._writer.write(body)
        elif _is_notification(method):
            self._unreadable(message)
            self._refuse(number, _INVALID_REQUEST, f"{method} is not a request")
        elif (structured := self._structured(message)) is None:
            self._refuse(number, _INVALID_PARAMS, f"the parameters of {method} do not fit")
        else:
            self._prepare(structured)
            if work := self._beforehand(structured.params):
                self._hand_on_later(structured, work)
            else:
                self._hand_on(structured)

    def _hand_on_later(self, request: Any, work: Callable[[], None]) -> None:
        """Answer `request` in a thread, after `work` has read there what it needs."""
        protocol, params = self._protocol, request.params
        command = protocol.fm.commands.get(getattr(params, "command", ""))
        handler = command or protocol.fm.features.get(request.method)
        if handler is None:
            self._hand_on(request)
            return
        arguments = [*(params.arguments or ())] if command else [params]

        async def answered(*_: Any) -> Any:
            await asyncio.to_thread(work)
            if asyncio.iscoroutinefunction(handler):
                return await handler(*arguments)
            return await asyncio.to_thread(handler, *arguments)

        protocol._execute_handler(request.id, answered, partial(protocol._send_handler_result, msg_id=request.id))

    def _hand_on(self, request: Any) -> None:
        """Pass `request` to pygls, and cancel a command's task with its request."""
        futures = self._protocol._request_futures
        before = set(futures)
        self._protocol.handle_message(request)
        future = futures.get(request.id)
        for key in futures.keys() - before - {request.id}:
            part = futures.pop(key)
            if future is not None:
                future.add_done_callback(partial(_end_with, part))

    def _prepare(self, request: Any) -> None:
        if request.method == types.SHUTDOWN:
            # pygls would cancel them while it iterates over them.
            self.cancel_all()
        elif request.method == types.INITIALIZE:
            self._initialized = True
            if request.params.process_id is not None:
                self._watch(request.params.process_id)

    def _apply(self, method: str, message: dict[str, Any]) -> None:
        """Pass a notification on, or drop it."""
        if not self._initialized or self.is_shut_down:
            log.warning("%s was sent before initialize or after shutdown", method)
        elif method == types.TEXT_DOCUMENT_DID_CHANGE and (change := change_of(message.get("params"))):
            try:
                self._protocol.lsp_text_document__did_change(change)
            except Exception:
                # The client has applied the edit in any case.
                self._unreadable(message)
                raise
        elif self._is_known(method):
            structured = self._structured(message)
            if structured is None:
                log.warning("the parameters of %s do not fit", method)
                self._unreadable(message)
            else:
                self._protocol.handle_message(structured)

    def _accept(self, message: dict[str, Any]) -> None:
        """Pass on the client's response to a request of ours."""
        number = message.get("id")
        if not is_id(number) or number not in self._protocol._result_types:
            log.warning("response to an unknown request")
            return
        structured = self._structured({"jsonrpc": "2.0", **message})
        self._protocol._result_types.pop(number, None)
        future = self._protocol._request_futures.get(number)
        if future is None or future.cancelled():
            # The task that sent the request has ended.
            self._protocol._request_futures.pop(number, None)
        elif structured is None:
            self._protocol._request_futures.pop(number).set_exception(
                ValueError("the response does not have the expected shape")
            )
        else:
            self._protocol.handle_message(structured)

    def _structured(self, message: dict[str, Any]) -> Any:
        """Return `message` as a pygls object, or None if its parameters do not fit."""
        try:
            if message.get("method") == types.INITIALIZE:
                return structure_leniently(self._protocol, message)
            if message.get("method") in _TEXT:
                return self._with_any_version(message)
            return self._protocol.structure_message(message)
        except Exception:
            return None

    def _with_any_version(self, message: dict[str, Any]) -> Any:
        """Return `message` about a text as a pygls object, with a version of any size.

        The protocol's types accept versions of at most 32 bits.
        """
        document = message["params"]["textDocument"]
        version = document["version"]
        if isinstance(version, float) and version.is_integer():
            version = int(version)
        if type(version) is not int or -_VERSIONS <= version < _VERSIONS:
            return self._protocol.structure_message(message)
        params = {**message["params"], "textDocument": {**document, "version": 0}}
        structured = self._protocol.structure_message({**message, "params": params})
        object.__setattr__(structured.params.text_document, "version", version)
        return structured

    def _is_known(self, method: str) -> bool:
        # Notebooks are not announced, so pygls must not handle them.
        features = self._protocol.fm
        known = method in features.builtin_features or method in features.features
        return known and not method.startswith("notebookDocument/")

    def _unreadable(self, message: dict[str, Any]) -> None:
        """Mark the text of a document as unknown after an edit that cannot be read."""
        params = message.get("params")
        document = params.get("textDocument") if isinstance(params, dict) else None
        uri = document.get("uri") if isinstance(document, dict) else None
        if isinstance(uri, str) and message["method"] in _TEXT:
            self._invalidate(uri)

    def _send(self, data: Any) -> None:
        """Send the message `data`; write long answers in a thread."""
        result = getattr(data, "result", None)
        if isinstance(result, WrittenResult):
            self._send_written(data.id, result)
        elif is_long(result):
            self._long_answers += 1
            self._loop.run_in_executor(None, self._send_long, data).add_done_callback(self._sent_long)
        else:
            self._send_now(data)
        self._report_freed()

    def _sent_long(self, _: object) -> None:
        self._long_answers -= 1
        self._report_freed()

    def _report_freed(self) -> None:
        if self._was_busy:
            self._was_busy = False
            self._loop.call_soon_threadsafe(self._freed)

    def _send_long(self, response: Any) -> None:
        """Send a long answer in pieces, as one long call would hold all threads."""
        try:
            result = write_result(response.result, self._protocol._converter.unstructure)
        except Exception:
            self._send_now(response)
            return
        self._send_written(response.id, result)

    def _send_written(self, number: int | str, result: WrittenResult) -> None:
        before = f'{{"jsonrpc":"2.0","id":{json.dumps(number)},"result":'.encode()
        self._writer.write_pieces([before, *result.pieces, b"}"])

    def _send_now(self, data: Any) -> None:
        """Send `data`, or an error if it cannot be written: no answer may be missing."""
        if isinstance(data, types.ResponseErrorMessage) and data.error and data.error.code == _INTERNAL_ERROR:
            # pygls stores a traceback here, which the log has too.
            data.error.data = None
        before = self._writer.written
        self._send_stock(data)
        number = getattr(data, "id", None)
        if before == self._writer.written and hasattr(data, "result"):
            self._refuse(number, _INTERNAL_ERROR, "the result cannot be written as JSON")

    def _refuse(self, number: object, code: int, reason: str) -> None:
        """Answer with an error; log a cancellation as debug only, since typing causes many."""
        log.log(logging.DEBUG if code == _CANCELLED else logging.WARNING, "%s", reason)
        self._send_stock({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": reason}})


def is_id(number: object) -> TypeGuard[int | str]:
    """Return True if `number` is a valid request id: a string or an integer."""
    return isinstance(number, int | str) and not isinstance(number, bool)


def is_request(message: object) -> TypeGuard[dict[str, Any]]:
    """Return True if `message` is a dict with a method and a valid id."""
    return isinstance(message, dict) and "method" in message and is_id(message.get("id"))


def _end_with(part: Any, future: Any) -> None:
    if future.cancelled():
        part.cancel()


def _is_notification(method: str) -> bool:
    """Return True if `method` has no answer in the protocol."""
    known = types.METHOD_TO_TYPES.get(method)
    return known is not None and known[1] is None
