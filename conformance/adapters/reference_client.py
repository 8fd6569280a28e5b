"""The reference normalizer as an HTTP client."""

import ssl
from functools import cache
from typing import Final

import httpx
import msgspec

from conformance.adapters.inflated import Inflated
from conformance.adapters.process import TimedOut, TooLong
from conformance.adapters.reference import ReferenceAdapter, known, written
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import EVERYTHING, Hello, ReadApproval, ReadCall, Reading, Talk, Task
from conformance.callers.continuation import added_tools, messages_of
from conformance.recording.background import ask_and_fetch
from conformance.recording.conversation import compacting, continuing, in_background, streaming_arguments, with_members
from conformance.recording.cookies import no_cookies
from conformance.recording.deadline import Deadline
from toolwire.dialects.dialect import DIALECTS
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.model import Message, Reasoning, Request, Response, Text, ToolCall, ToolResult, fresh
from toolwire.providers import load, owner, wire_format
from toolwire.wire.exchange import WireRequest, WireResponse

LIMIT: Final = 30.0
"""The time limit for the connection, and for each piece of an answer, in seconds."""
WHOLE: Final = 60.0
"""The time limit for a whole exchange, from the request to the last byte of the answer, in seconds."""
_PAUSE: Final = 0.1
"""The pause between two polls for an answer in the background, in seconds."""
_LONGEST: Final = 4 << 20
"""The maximum number of bytes that are read from an answer. The longest answer in a cassette is much shorter."""
_MOST_LINES: Final = 100_000
"""The maximum number of lines that are read from an answer. Streams of ``_LONGEST`` bytes have about half as many."""
_ENCODINGS: Final = ("gzip", "deflate")
_REDIRECTS: Final = 300
_REFUSALS: Final = 400
_NOT_WHOLE: Final = ("interrupted", "malformed", "error")


class UnknownEncoding(Exception):
    """An error: the answer has a content encoding that the request did not ask for. ``str()`` has the encodings."""


class UnreadStatus(Exception):
    """An error: the status of the response means neither an answer nor a refusal. ``str()`` has the status."""


class ReferenceClient:
    """The reference as a ``WireAdapter``."""

    hello = Hello(
        name="reference-client",
        version="",
        language="python",
        dialects=DIALECTS,
        shows=EVERYTHING,
        capabilities=(*ReferenceAdapter.capabilities, "argument-streaming"),
    )

    def converse(self, task: Task) -> Talk:
        request = task.opening
        while True:
            read = self._send(task, request)
            results = yield shown(read)
            if not results:
                return
            _expect_additions(task.dialect, results)
            answered = messages_of(results)
            if task.stored:
                request = continuing(request, read.id, answered)
            else:
                request = msgspec.structs.replace(request, messages=(*request.messages, self._echo(read), *answered))

    def _send(self, task: Task, request: Request) -> Response:
        """Send a request, and return the reading of its answer. Raises the exceptions of ``addressed`` and
        ``answered``, and the exception that ``read_whole`` raises for a lost connection.
        """
        sent = addressed(task, request, task.provider, {"authorization": f"Bearer {task.api_key}"})
        return read_whole(task.dialect, *awaited(task, sent))

    def _echo(self, read: Response) -> Message:
        """Return the message with which the next request sends the answer ``read`` back."""
        return fresh(Message(role="assistant", parts=read.parts, provider_data=read.provider_data))


def _expect_additions(dialect: str, results: tuple[ToolResult, ...]) -> None:
    """Raise ``Unsupported`` if tools come with the results, and the dialect cannot add tools to a conversation."""
    if added_tools(results) and "additions" not in wire_format(owner(dialect), dialect).expresses.offers:
        raise Unsupported(f"{dialect} cannot add tools within a conversation")


def addressed(task: Task, request: Request, judge: str | None, key: dict[str, str]) -> WireRequest:
    """Return a canonical request as an HTTP request to the task's address, with the options of the task. Raises
    ``Unsupported``.

    ``judge``: the name of a provider. Ids that this provider would refuse are replaced. None: no id is replaced.
    ``key``: the header with the API key, as a dict.
    """
    real = load(task.provider).dialects[task.dialect].base_url
    form = wire_format(owner(task.dialect), task.dialect)
    asked = written(task.dialect, request, real, judge)
    if task.reasoning:
        asked = with_members(asked, form.expresses.reasoning)
    try:
        if task.compaction:
            asked = compacting(asked, task.dialect, form.expresses.compaction)
        if task.background:
            asked = in_background(asked, task.dialect, form.expresses.background)
    except Inexpressible as error:
        raise Unsupported(str(error)) from None
    if task.stream_arguments:
        asked = streaming_arguments(asked, form)
    headers = {"content-type": "application/json"} | key | asked.headers
    return msgspec.structs.replace(asked, url=task.base_url + asked.url.removeprefix(real), headers=headers)


def awaited(task: Task, request: WireRequest) -> tuple[WireResponse, httpx.RemoteProtocolError | None]:
    """Send a request, and poll for its answer if the task asks for an answer in the background.

    The result and the exceptions are those of ``answered``.
    """
    option = wire_format(owner(task.dialect), task.dialect).expresses.background if task.background else None
    answer, _ = ask_and_fetch(request, option, answered, lambda got: got[0], _PAUSE)
    return answer


def answered(request: WireRequest) -> tuple[WireResponse, httpx.RemoteProtocolError | None]:
    """Send a request, and return a pair: its answer, and None.

    If the connection is lost, the pair is the part of the answer that arrived, and the exception that reports the loss.
    Raises ``httpx.HTTPError``, ``TimedOut``, and while the answer is read ``TooLong``, ``UnknownEncoding``,
    ``BrokenEncoding`` and ``UnreadStatus``.
    """
    headers = {"accept-encoding": ", ".join(_ENCODINGS)} | request.headers
    body, lost = b"", None
    with Deadline(WHOLE) as deadline:
        try:
            with _client().stream(
                request.method, request.url, content=request.body, headers=headers, extensions={"trace": deadline.trace}
            ) as answer:
                body, lost = _body(answer)
        except httpx.TransportError:
            if not deadline.passed:
                raise
        if deadline.passed:
            raise TimedOut(f"expected the answer to end within {WHOLE:g} s, got no end")
    kept = {name.lower(): value for name, value in answer.headers.items()}
    return WireResponse(status=answer.status_code, headers=kept, body=body), lost


def _body(answer: httpx.Response) -> tuple[bytes, httpx.RemoteProtocolError | None]:
    """Return the body that arrived, without its compression, and the exception that reports a lost connection, or None.

    Raises ``TooLong``, ``UnknownEncoding``, ``BrokenEncoding`` and ``UnreadStatus``.
    """
    if _REDIRECTS <= answer.status_code < _REFUSALS:
        raise UnreadStatus(f"expected a status other than 3xx, got {answer.status_code}")
    encoding = answer.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("identity", *_ENCODINGS):
        raise UnknownEncoding(f"expected no encoding or {' or '.join(_ENCODINGS)}, got {encoding}")
    plain = None if encoding == "identity" else Inflated()
    body = bytearray()
    try:
        for piece in answer.iter_raw():
            body += piece if plain is None else plain.more(piece, _LONGEST + 1 - len(body))
            if len(body) > _LONGEST:
                raise TooLong(f"expected an answer of at most {_LONGEST >> 20} MB, got more")
        if body.count(b"\n") > _MOST_LINES:
            raise TooLong(f"expected an answer of at most {_MOST_LINES:,} lines, got more")
        if plain is not None:
            plain.end()
    except httpx.RemoteProtocolError as error:
        return bytes(body), error
    return bytes(body), None


def read_whole(dialect: str, answer: WireResponse, lost: httpx.RemoteProtocolError | None) -> Response:
    """Return the reading of an answer.

    ``lost`` is the exception that reports a lost connection, or None. This exception is raised if the reading looks
    complete in spite of the loss.
    """
    read = read_answer(known(dialect), answer)
    if lost is not None and read.finish.reason not in _NOT_WHOLE:
        raise lost
    return read


@cache
def _client() -> httpx.Client:
    # Nothing is encrypted on loopback; a context without certificates saves loading them.
    plain = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx.Client(
        verify=plain,
        trust_env=False,
        timeout=LIMIT,
        limits=httpx.Limits(max_keepalive_connections=0),
        cookies=no_cookies(),
    )


def shown(read: Response) -> Reading:
    """Return the reading of a response, with every field that an adapter can expose."""
    spoken = [part for part in read.parts if isinstance(part, ToolCall) or (isinstance(part, Text) and part.text)]
    return Reading(
        calls=tuple(
            ReadCall(id=call.id, name=call.name, arguments=call.arguments.text, kind=call.kind, complete=call.complete)
            for call in read.calls
        ),
        text="".join(part.text for part in read.parts if isinstance(part, Text)),
        reasoning="".join(part.text for part in read.parts if isinstance(part, Reasoning)),
        finish=read.finish.reason,
        approvals=tuple(
            ReadApproval(id=asked.id, name=asked.name, arguments=asked.arguments.text, server=asked.server)
            for asked in read.approvals
        ),
        order=tuple("call" if isinstance(part, ToolCall) else "text" for part in spoken),
        usage=read.usage,
        error=read.error,
    )
