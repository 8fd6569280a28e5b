"""The chain between an application and a provider.

The chain runs the application's steps on a request, translates the request, and sends it. Then it reads and validates
the answer, and runs the application's steps on the answer.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import aclosing, closing
from typing import TypeAlias

import httpx
import msgspec

from toolwire.client.answer import Answer
from toolwire.client.asked import Asked, Sent
from toolwire.client.key import key_header
from toolwire.client.listener import Listener
from toolwire.client.normalizer import Normalizer
from toolwire.client.segments import Segment, segments_of
from toolwire.model import Request
from toolwire.wire.exchange import WireResponse

RequestStep: TypeAlias = Callable[[Request], Request]
"""A function that gets a canonical request before it is translated.

The function returns the request to translate: the same request, or another request.
"""
AnswerStep: TypeAlias = Callable[[Answer], Answer]
"""A function that gets an answer after the answer was validated.

The function returns the same answer, or another answer.
"""
OnSegment: TypeAlias = Callable[[Segment], object]


class Chain:
    """A client that sends requests to a provider over ``httpx``, with steps that the application adds.

    ``ask`` blocks, and ``aask`` is awaited. Both have the same effect. An error from the provider becomes an ``Answer``
    with ``response.error``. If the connection breaks in the middle of a stream, the answer has the part that arrived,
    and a note about the error.
    """

    def __init__(
        self,
        normalizer: Normalizer,
        *,
        key: str | None = None,
        requests: Sequence[RequestStep] = (),
        answers: Sequence[AnswerStep] = (),
    ) -> None:
        """Start a chain. ``key`` is sent in the header that the provider expects.

        The steps in ``requests`` run before a request is translated, in their order. The steps in ``answers`` run after
        an answer was validated, in their order. Raises ``NoKeyHeader`` if ``key`` is given, but the provider needs a
        different authentication than a header with a key.
        """
        self.normalizer = normalizer
        self._key = key_header(normalizer.provider, key) if key else {}
        self._requests = tuple(requests)
        self._answers = tuple(answers)

    def ask(self, client: httpx.Client, request: Request | Asked, on_segment: OnSegment | None = None) -> Answer:
        """Return the answer to a request. ``on_segment`` is called with each segment of the answer.

        The segments of a streamed answer are passed on as they arrive. The segments of a plain answer are passed on
        after the whole answer arrived. Raises ``httpx.HTTPError`` if no answer arrived, ``WireError`` if the answer is
        not in the dialect, and the errors of ``Normalizer.request``.
        """
        listener = Listener(on_segment)
        with closing(self.coming(client, request, listener)) as coming:
            for output in coming:
                if isinstance(output, Answer):
                    return output
                listener.tell(output)
        raise AssertionError("the answer comes last")

    def coming(
        self, client: httpx.Client, request: Request | Asked, listener: Listener | None = None
    ) -> Generator[Segment | Answer, None, None]:
        """Yield the segments of an answer as they arrive, and then the answer. Raises the errors of ``ask``.

        ``listener`` is the listener to which the caller passes the segments. The listener's notes are added to the
        answer.
        """
        asked, sent = self._ready(request)
        wire, headers = sent.wire, self._headed(sent)
        with client.stream(wire.method, wire.url, content=wire.body, headers=headers) as came:
            if not self._is_streamed(asked, came):
                answer = self.normalizer.response(_wire(came, came.read()), asked)
                yield from segments_of(answer)
                yield self._done(answer, sent, listener)
                return
            stream, begun, broken = self.normalizer.stream(asked), False, None
            try:
                for chunk in came.iter_bytes():
                    begun = True
                    for segment in stream.feed(chunk):
                        yield segment
            except httpx.TransportError as error:
                if not begun:
                    raise
                broken = _broken(error)
            for segment in stream.end(broken):
                yield segment
            yield self._done(stream.close(), sent, listener)

    async def aask(
        self, client: httpx.AsyncClient, request: Request | Asked, on_segment: OnSegment | None = None
    ) -> Answer:
        """Return the answer to a request as ``ask`` does, without blocking.

        If the result of ``on_segment`` is awaitable, it is awaited.
        """
        listener = Listener(on_segment)
        async with aclosing(self.acoming(client, request, listener)) as coming:
            async for output in coming:
                if isinstance(output, Answer):
                    return output
                await listener.atell(output)
        raise AssertionError("the answer comes last")

    async def acoming(
        self, client: httpx.AsyncClient, request: Request | Asked, listener: Listener | None = None
    ) -> AsyncGenerator[Segment | Answer, None]:
        """Yield the segments of an answer and then the answer, as ``coming`` does, without blocking."""
        asked, sent = self._ready(request)
        wire, headers = sent.wire, self._headed(sent)
        async with client.stream(wire.method, wire.url, content=wire.body, headers=headers) as came:
            if not self._is_streamed(asked, came):
                answer = self.normalizer.response(_wire(came, await came.aread()), asked)
                for segment in segments_of(answer):
                    yield segment
                yield self._done(answer, sent, listener)
                return
            stream, begun, broken = self.normalizer.stream(asked), False, None
            try:
                async for chunk in came.aiter_bytes():
                    begun = True
                    for segment in stream.feed(chunk):
                        yield segment
            except httpx.TransportError as error:
                if not begun:
                    raise
                broken = _broken(error)
            for segment in stream.end(broken):
                yield segment
            yield self._done(stream.close(), sent, listener)

    def asking(self, client: httpx.Client, on_segment: OnSegment | None = None) -> Callable[[Request], Answer]:
        """Return a function that takes only a request and calls ``ask``, for ``ToolRunner.rounds``."""
        return lambda request: self.ask(client, request, on_segment)

    def aasking(
        self, client: httpx.AsyncClient, on_segment: OnSegment | None = None
    ) -> Callable[[Request], Awaitable[Answer]]:
        """Return a function that takes only a request and calls ``aask``, for ``ToolRunner.arounds``."""
        return lambda request: self.aask(client, request, on_segment)

    @property
    def looks_at_answers(self) -> bool:
        """True if the application has a step that examines whole answers."""
        return bool(self._answers)

    def _ready(self, request_or_asked: Request | Asked) -> tuple[Request, Sent]:
        asked = Asked(request=request_or_asked) if isinstance(request_or_asked, Request) else request_or_asked
        request = asked.request
        for step in self._requests:
            request = step(request)
        sent = self.normalizer.request(request, beside=asked.beside)
        return request, msgspec.structs.replace(sent, notes=(*asked.notes, *sent.notes))

    def _headed(self, sent: Sent) -> dict[str, str]:
        return sent.wire.headers | self._key

    def _is_streamed(self, request: Request, came: httpx.Response) -> bool:
        return request.stream and not came.is_error and self.normalizer.is_stream(_wire(came, b""))

    def _done(self, answer: Answer, sent: Sent, listener: Listener | None) -> Answer:
        listener_notes = listener.notes if listener else ()
        answer = msgspec.structs.replace(answer, notes=(*sent.notes, *answer.notes, *listener_notes))
        for step in self._answers:
            answer = step(answer)
        return answer


def _wire(came: httpx.Response, body: bytes) -> WireResponse:
    headers = {name.lower(): value for name, value in came.headers.items()}
    return WireResponse(status=came.status_code, headers=headers, body=body)


def _broken(error: httpx.TransportError) -> str:
    return f"the connection broke: {type(error).__name__}: {error}"
