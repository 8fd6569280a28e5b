"""Gateways: a gateway that passes bodies on, a gateway that translates, and edits that make them wrong."""

import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec

from conformance.adapters.reference import written
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.dialects.transplant import transplant
from toolwire.model import Finish, FinishReason, ProviderError, Request, Response, Text, ToolCall, Usage
from toolwire.providers import load
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

replace = msgspec.structs.replace
Edit = Callable[[Any], Any]
STREAM: Final = {"content-type": "text/event-stream"}
PLAIN: Final = {"content-type": "application/json"}
_NEAREST: Final[dict[tuple[str, FinishReason], FinishReason]] = {
    ("openai_chat", "refusal"): "content_filter",
    ("anthropic_messages", "content_filter"): "refusal",
}
"""The nearest finish reason of a front's dialect, for a reason for which the dialect has no word."""


def same(value: Any) -> Any:
    return value


def forwarded(request: WireRequest, upstream: str) -> WireResponse:
    """Send a request to another address, and return the answer."""
    asked = urlsplit(request.url)
    url = f"{upstream}{asked.path}{asked.query and '?'}{asked.query}"
    headers = {name: value for name, value in request.headers.items() if name not in ("host", "content-length")}
    answer = httpx.request(request.method, url, content=request.body, headers=headers, timeout=30)
    return WireResponse(status=answer.status_code, headers=dict(answer.headers), body=answer.content)


class PassThrough:
    """A gateway that passes requests and answers on, with edited bodies."""

    def __init__(self, upstream: str, *, body: Edit = same, answer: Edit = same) -> None:
        self._upstream, self._body, self._answer = upstream, body, answer

    def __call__(self, request: WireRequest) -> Answer:
        answer = forwarded(replace(request, body=self._body(request.body)), self._upstream)
        headers = {"content-type": answer.headers["content-type"]}
        return Answer(
            status=answer.status, headers=headers, chunks=(Chunk(0, self._answer(answer.body)),), expected=None
        )


class Translating:
    """A gateway that translates between its clients' dialect and its provider's dialect, and gives calls other ids."""

    def __init__(
        self,
        upstream: str,
        front: str,
        provider: str,
        speaks: str,
        *,
        asked: Edit = same,
        sent: Edit = same,
        read: Edit = same,
        answer: Edit = same,
    ) -> None:
        self._upstream, self._front, self._provider, self._speaks = upstream, front, provider, speaks
        self._asked, self._sent, self._read, self._edit = asked, sent, read, answer
        self._ids: dict[str, str | None] = {}

    def __call__(self, request: WireRequest) -> Answer:
        asked: Request = self._asked(dialect(self._front).read_request(request))
        real = load(self._provider).dialects[self._speaks].base_url
        moved = transplant(asked, self._speaks, ids=self._ids).request
        sent = written(self._speaks, moved, real, self._provider)
        sent = replace(sent, headers=sent.headers | PLAIN, body=self._sent(sent.body))
        answer = forwarded(sent, self._upstream)
        read = read_answer(dialect(self._speaks), answer)
        if read.error is not None:
            body = exact_json.encode(refusal(self._front, read.error))
            return Answer(status=answer.status, headers=PLAIN, chunks=(Chunk(0, body),), expected=None)
        handed = self._read(self._handed(read))
        front = dialect(self._front)
        body = front.write_stream(handed) if asked.stream else exact_json.encode(front.write_response(handed))
        headers = STREAM if asked.stream else PLAIN
        whole = self._edit(complete(self._front, body))
        return Answer(status=200, headers=headers, chunks=(Chunk(0, whole),), expected=None)

    def _handed(self, read: Response) -> Response:
        """Return the response that the clients get for an answer."""
        parts: list[Text | ToolCall] = []
        for part in read.parts:
            if isinstance(part, Text) and part.text:
                parts.append(Text(text=part.text))
            elif isinstance(part, ToolCall):
                own = f"call_own{len(self._ids)}"
                self._ids[own] = part.id
                parts.append(ToolCall(id=own, name=part.name, arguments=part.arguments, kind=part.kind))
        return Response(
            id=read.id or "answer-1",
            model=read.model or "a-model",
            parts=tuple(parts),
            finish=Finish(reason=_NEAREST.get((self._front, read.finish.reason), read.finish.reason)),
            usage=Usage(input_tokens=60, output_tokens=40),
        )


def complete(front: str, body: bytes) -> bytes:
    """Return an answer with a required key that the normalizer does not write."""
    total = b'"total_tokens":100,"prompt_tokens":'
    return body.replace(b'"prompt_tokens":', total) if front == "openai_chat" else body


def refusal(front: str, error: ProviderError) -> dict[str, Any]:
    """Return an error in the shape of a dialect."""
    fields = {"type": "invalid_request_error", "message": error.message}
    if front == "anthropic_messages":
        return {"type": "error", "error": fields, "request_id": "req_1"}
    return {"error": {**fields, "param": None, "code": None}}


@contextmanager
def behind(gateway: Callable[[WireRequest], Answer]) -> Iterator[str]:
    """Run a gateway on loopback, and yield its address."""
    with serving(gateway) as address:
        yield address


def free_port() -> int:
    """Return a port at which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Dying(PassThrough):
    """A gateway whose process ends at the third request."""

    def __call__(self, request: WireRequest) -> Answer:
        self._asked = getattr(self, "_asked", 0) + 1
        if self._asked == 3:
            os._exit(1)
        return super().__call__(request)


if __name__ == "__main__":
    with behind(Dying(sys.argv[1])) as here:
        sys.stdout.write(f"{here}\n")
        sys.stdout.flush()
        threading.Event().wait()
