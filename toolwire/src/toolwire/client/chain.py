"""The chain between an application and a provider: a request is normalised, translated and sent, and its answer is
parsed, validated and transformed.
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
"""A function that gets a canonical request before it is translated, and returns it or another in its place."""
AnswerStep: TypeAlias = Callable[[Answer], Answer]
"""A function that gets an answer after it was validated, and returns it or another in its place."""
OnSegment: TypeAlias = Callable[[Segment], object]


class Chain:
    """Asks a provider over ``httpx``, through steps of the application's own.

    ``ask`` and ``aask`` are the same except for waiting. An error from the provider is an ``Answer`` with
    ``response.error``; a connection that breaks in the middle of a stream gives the part that came, with a note.
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

    def ask(self, client: httpx.Client, request: Request | Asked, on_segment: OnSegment | None = None) -> Answer:
        """Return the answer to a request; if its ``stream`` is true, ``on_segment`` gets each segment as it comes.

        It gets all segments of a plain answer at once. Raises ``httpx.HTTPError`` if no answer came, ``WireError``
        if it is no answer of the dialect, and the errors that ``Normalizer.request`` raises.
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
        """Yield the segments of an answer as they come, and last the answer. Raises as ``ask``.

        ``listener``: the receiver of the segments; its errors are noted.
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
        """The same, without blocking; the result of ``on_segment`` is awaited if it can be."""
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
        """The same as ``coming``, without blocking."""
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
        """Return ``ask`` with everything except the request given, as a runner of tools takes it."""
        return lambda request: self.ask(client, request, on_segment)

    def aasking(
        self, client: httpx.AsyncClient, on_segment: OnSegment | None = None
    ) -> Callable[[Request], Awaitable[Answer]]:
        """Return ``aask`` with everything except the request given."""
        return lambda request: self.aask(client, request, on_segment)

    @property
    def looks_at_answers(self) -> bool:
        """True if a step of the application's examines whole answers."""
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
