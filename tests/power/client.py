"""A right client in layers. A bug can edit any layer: requests, bytes, events, readings, and messages that go back."""

import codecs
import json
import re
import ssl
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, get_args

import httpx
import msgspec

from conformance.adapters.reference import known
from conformance.adapters.reference_client import ReferenceClient, addressed, shown
from conformance.adapters.wire import Talk, Task
from conformance.callers.continuation import Continuation, added_tools, approvals_of, messages_of
from conformance.recording.background import poll_of
from conformance.recording.conversation import continuing
from toolwire.dialects.reading import read_answer
from toolwire.model import Message, Request, Response, fresh
from toolwire.providers import wire_format
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

Edit = Callable[[Any], Any]
Layer = Literal["request", "body", "pieces", "document", "event", "read", "echo", "shown", "results"]
"""The object that a bug edits.

``request``: the canonical request of each turn. ``body``: the JSON that is sent. ``pieces``: the pieces of a stream,
from which one byte string is made. ``document``: the JSON of a plain answer. ``event``: the JSON of each event of a
stream; None drops the event. ``read``: the reading of an answer, which the user sees and which is sent back. ``echo``:
only the message that is sent back. ``shown``: only the reading that the user sees. ``results``: the results of the
user's tools.
"""
LAYERS: Final[tuple[Layer, ...]] = get_args(Layer)


class Client(ReferenceClient):
    """The reference client with edits. ``edits`` makes the edits for each conversation."""

    def __init__(self, edits: Callable[[], Mapping[Layer, Edit]]) -> None:
        self._edits = edits

    def converse(self, task: Task) -> Talk:
        edits = {**dict.fromkeys(LAYERS, _unchanged), **self._edits()}
        request: Request = task.opening
        messages = request.messages
        while True:
            request = edits["request"](msgspec.structs.replace(request, messages=messages))
            read = edits["read"](self._answer(task, request, edits))
            given = yield edits["shown"](shown(read))
            results = edits["results"](given)
            if not (results or approvals_of(given)):
                return
            echo = edits["echo"](fresh(Message(role="assistant", parts=read.parts, provider_data=read.provider_data)))
            answered = messages_of(Continuation.of(results, added_tools(given), approvals_of(given)))
            request = continuing(task.opening, read.id, answered) if task.stored else task.opening
            messages = answered if task.stored else (*messages, echo, *answered)

    def _answer(self, task: Task, request: Request, edits: Mapping[Layer, Edit]) -> Response:
        sent = addressed(task, request, task.provider, {"authorization": f"Bearer {task.api_key}"})
        if edits["body"] is not _unchanged:
            body = exact_json.encode(edits["body"](exact_json.loads(sent.body)))
            sent = msgspec.structs.replace(sent, body=body)
        got = _fetched(sent)
        option = wire_format(task.provider, task.dialect).expresses.background
        while task.background and option and (answer_id := option.id_of(got.answer)) is not None:
            got = _fetched(poll_of(sent, answer_id))
        return read_answer(known(task.dialect), _edited(got, edits))


def _unchanged(value: Any) -> Any:
    return value


class _Fetched(msgspec.Struct, frozen=True):
    """An answer, and the pieces in which it arrived."""

    answer: WireResponse
    pieces: tuple[bytes, ...]


@cache
def _http() -> httpx.Client:
    # Nothing is encrypted on loopback; a context without certificates saves loading them.
    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), trust_env=False, timeout=30, limits=limits)


def _fetched(sent: WireRequest) -> _Fetched:
    with _http().stream(sent.method, sent.url, content=sent.body, headers=sent.headers) as answer:
        pieces = tuple(answer.iter_raw())
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return _Fetched(WireResponse(status=answer.status_code, headers=headers, body=b"".join(pieces)), pieces)


def _edited(fetched: _Fetched, edits: Mapping[Layer, Edit]) -> WireResponse:
    answer = fetched.answer
    if answer.is_refusal:
        return answer
    if answer.content_type == "application/json":
        if edits["document"] is _unchanged:
            return answer
        return msgspec.structs.replace(answer, body=exact_json.encode(edits["document"](exact_json.loads(answer.body))))
    body = answer.body if edits["pieces"] is _unchanged else edits["pieces"](fetched.pieces)
    if edits["event"] is not _unchanged:
        read = _lines if answer.content_type == "application/x-ndjson" else _events
        body = b"".join(read(body, edits["event"]))
    return msgspec.structs.replace(answer, body=body)


def lines_of(body: bytes) -> list[bytes]:
    """Return the lines of a stream of events, without their line ends."""
    return re.split(rb"\r\n|\r|\n", body.removeprefix(codecs.BOM_UTF8))


def _events(body: bytes, edit: Edit) -> Iterator[bytes]:
    """Yield the events of a stream, each with its name and its edited data. Events without data are left out."""
    for event in b"\n".join(lines_of(body)).split(b"\n\n"):
        fields = [line.partition(b":") for line in event.split(b"\n")]
        values = {name: value.removeprefix(b" ") for name, _, value in fields}
        data = b"\n".join(value.removeprefix(b" ") for name, _, value in fields if name == b"data")
        if b"{" in data:
            edited = edit(json.loads(data))
            data = b"" if edited is None else json.dumps(edited).encode()
        if data:
            name = b"event: " + values[b"event"] + b"\n" if b"event" in values else b""
            yield name + b"data: " + data + b"\n\n"


def _lines(body: bytes, edit: Edit) -> Iterator[bytes]:
    """Yield the lines of a stream of JSON texts, each edited."""
    edited = (edit(json.loads(line)) for line in body.split(b"\n") if line.strip())
    return (json.dumps(event).encode() + b"\n" for event in edited if event is not None)
