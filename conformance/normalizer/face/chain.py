"""Between an application and a provider: a request is normalised, translated and sent, what comes back is parsed,
validated and transformed.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import httpx
import msgspec

from conformance.model import Request
from conformance.normalizer.face.answer import Answer
from conformance.normalizer.face.key import key_header
from conformance.normalizer.face.normalizer import Normalizer, Sent
from conformance.normalizer.face.segments import Segment
from conformance.wire.exchange import WireResponse

RequestStep: TypeAlias = Callable[[Request], Request]
"""Looks at a canonical request before it is translated, and returns it or another in its place."""
AnswerStep: TypeAlias = Callable[[Answer], Answer]
"""Looks at an answer after it was validated, and returns it or another in its place."""
OnSegment: TypeAlias = Callable[[Segment], object]


class Chain:
    """Asks a provider over ``httpx``, through steps of the application's own.

    ``ask`` and ``aask`` are the same but for waiting. An error that the provider answers with is an ``Answer`` whose
    ``response.error`` says so; a connection that breaks in the middle of a stream gives what came so far, with a note.
    """

    def __init__(
        self,
        normalizer: Normalizer,
        *,
        key: str | None = None,
        requests: Sequence[RequestStep] = (),
        answers: Sequence[AnswerStep] = (),
    ) -> None:
        """``key`` is sent in the header that the provider wants it in.

        ``requests`` are taken before a request is translated, ``answers`` when an answer was validated, in their order.
        Raises ``NoKeyHeader``.
        """
        self.normalizer = normalizer
        self._key = key_header(normalizer.provider, key) if key else {}
        self._requests = tuple(requests)
        self._answers = tuple(answers)

    def ask(self, client: httpx.Client, request: Request, on_segment: OnSegment | None = None) -> Answer:
        """The answer to a request; streamed where ``request.stream`` says so, each segment told as it comes.

        Raises ``httpx.HTTPError`` where none came, ``WireError`` where it is none of the dialect's, and what
        ``Normalizer.request`` raises.
        """
        request, sent = self._ready(request)
        with client.stream(sent.wire.method, sent.wire.url, content=sent.wire.body, headers=self._headed(sent)) as came:
            if not self._is_streamed(request, came):
                return self._whole(request, sent, came, came.read())
            stream = self.normalizer.stream(request, on_segment)
            chunks = came.iter_bytes()
            stream.feed(next(chunks, b""))
            try:
                for chunk in chunks:
                    stream.feed(chunk)
            except httpx.TransportError as error:
                stream.end(_broken(error))
            return self._done(stream.close(), sent)

    async def aask(self, client: httpx.AsyncClient, request: Request, on_segment: OnSegment | None = None) -> Answer:
        """The same, without blocking."""
        request, sent = self._ready(request)
        asked = client.stream(sent.wire.method, sent.wire.url, content=sent.wire.body, headers=self._headed(sent))
        async with asked as came:
            if not self._is_streamed(request, came):
                return self._whole(request, sent, came, await came.aread())
            stream = self.normalizer.stream(request, on_segment)
            chunks = came.aiter_bytes()
            stream.feed(await anext(chunks, b""))
            try:
                async for chunk in chunks:
                    stream.feed(chunk)
            except httpx.TransportError as error:
                stream.end(_broken(error))
            return self._done(stream.close(), sent)

    def asking(self, client: httpx.Client, on_segment: OnSegment | None = None) -> Callable[[Request], Answer]:
        """``ask`` with everything but the request given, as a runner of tools takes it."""
        return lambda request: self.ask(client, request, on_segment)

    def aasking(
        self, client: httpx.AsyncClient, on_segment: OnSegment | None = None
    ) -> Callable[[Request], Awaitable[Answer]]:
        """``aask`` with everything but the request given."""
        return lambda request: self.aask(client, request, on_segment)

    def _ready(self, request: Request) -> tuple[Request, Sent]:
        for step in self._requests:
            request = step(request)
        return request, self.normalizer.request(request)

    def _headed(self, sent: Sent) -> dict[str, str]:
        return sent.wire.headers | self._key

    def _is_streamed(self, request: Request, came: httpx.Response) -> bool:
        return request.stream and not came.is_error and self.normalizer.is_stream(_wire(came, b""))

    def _whole(self, request: Request, sent: Sent, came: httpx.Response, body: bytes) -> Answer:
        return self._done(self.normalizer.response(_wire(came, body), request), sent)

    def _done(self, answer: Answer, sent: Sent) -> Answer:
        answer = msgspec.structs.replace(answer, notes=(*sent.notes, *answer.notes))
        for step in self._answers:
            answer = step(answer)
        return answer


def _wire(came: httpx.Response, body: bytes) -> WireResponse:
    headers = {name.lower(): value for name, value in came.headers.items()}
    return WireResponse(status=came.status_code, headers=headers, body=body)


def _broken(error: httpx.TransportError) -> str:
    return f"the connection broke: {type(error).__name__}: {error}"
