"""Transports for httpx that translate requests and answers. An application can use its SDK with such a transport to
talk to another provider.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from functools import partial
from typing import TypeAlias

import httpx
import msgspec

from toolwire.client.answer import Answer
from toolwire.client.asked import Asked
from toolwire.client.chain import Chain
from toolwire.client.checking import SchemaError
from toolwire.client.front import Front, FrontStream, kept_elsewhere
from toolwire.client.memory import Memory
from toolwire.client.segments import Segment
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Request
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse

_NOT_EXPRESSIBLE = (Inexpressible, SchemaError)
_BAD_REQUEST = 400
_BROKEN = ("interrupted", "malformed")
_Write: TypeAlias = Callable[[Segment | Answer], bytes]


class _Translator:
    """The common part of ``ProviderTransport`` and ``AsyncProviderTransport``: everything except sending requests and
    receiving answers.
    """

    def __init__(self, chain: Chain, of: str) -> None:
        self.chain = chain
        self.front = Front(of)
        self.memory = Memory()

    def turn(self, request: httpx.Request, body: bytes) -> "_Turn":
        """Return the turn for a request of the application. The turn also has the request to the provider.

        Raises ``WireError`` if the request cannot be read, and ``Inexpressible`` if the request cannot be passed on.
        """
        canonical = (
            self.front.read(WireRequest(method=request.method, url=str(request.url), body=body)) if body else None
        )
        if canonical is None or not canonical.messages:
            raise Inexpressible(
                f"{request.method} {request.url.path} has no messages: only chat requests are passed on"
            )
        normalizer = self.chain.normalizer
        elsewhere = kept_elsewhere(canonical) if normalizer.dialect != self.front.dialect else None
        if elsewhere:
            raise Inexpressible(f"this provider does not have {elsewhere}: send all messages")
        asked = normalizer.taken(canonical, of=self.front.name)
        whole = msgspec.structs.replace(asked.request, messages=self.memory.restored(asked.request.messages))
        return _Turn(self, request, canonical, msgspec.structs.replace(asked, request=whole))

    def refused(self, request: httpx.Request, error: Exception) -> httpx.Response:
        """Return the error response for a request of the application that cannot be expressed or cannot be read."""
        return _response(request, self.front.refuse(str(error), _BAD_REQUEST))

    def broken(self, request: httpx.Request, error: Exception) -> httpx.Response:
        """Return the response to the application if the provider's answer cannot be read."""
        return _response(request, self.front.broken(f"the provider's answer cannot be read: {error}"))


class _Turn:
    """A turn: a request of the application, with methods that write the response to this request."""

    def __init__(self, translator: _Translator, request: httpx.Request, canonical: Request, asked: Asked) -> None:
        self._translator = translator
        self._request = request
        self._canonical = canonical
        self.asked = asked
        """The canonical request to the provider."""

    def stream(self) -> FrontStream | None:
        """Return a writer that passes the answer on while it arrives.

        Return None if the request asks for no stream, if a step of the chain needs whole answers, or if the
        application's dialect can only be written after the whole answer arrived.
        """
        at_once = self._canonical.stream and not self._translator.chain.looks_at_answers
        return self._translator.front.stream(self._canonical) if at_once else None

    def respond(self, answer: Answer) -> httpx.Response:
        """Return the response with the whole answer."""
        self._keep(answer)
        return _response(self._request, self._translator.front.write(answer, self._canonical))

    def next(self, stream: FrontStream, output: Segment | Answer) -> bytes:
        """Return the bytes that ``output`` adds to the application's stream. ``output`` is a segment of the answer, or
        at the end the whole answer.
        """
        if not isinstance(output, Answer):
            return stream.more(output)
        self._keep(output)
        return stream.end(output)

    def _keep(self, answer: Answer) -> None:
        """Store an answer for later requests. Raises ``httpx.RemoteProtocolError`` for a broken or malformed answer."""
        if answer.response.finish.reason in _BROKEN:
            why = answer.response.finish.why or "the provider's answer broke off"
            raise httpx.RemoteProtocolError(why, request=self._request)
        self._translator.memory.keep(answer, self.asked.request.messages)


class ProviderTransport(httpx.BaseTransport):
    """A transport between an application and a provider that speak different dialects. It translates each request for
    the provider, and the provider's answer for the application.

    ``httpx.Client(transport=ProviderTransport(Chain(Normalizer("anthropic"))))`` is a client for an SDK that speaks
    OpenAI's chat completions. Such an SDK gets a streamed answer while it arrives, and each call as soon as the call is
    whole. An SDK of another dialect gets the answer when it is complete. If a step of the chain examines answers, every
    SDK gets the answer when it is complete.

    A request that cannot be expressed, or that is not a chat, is refused with status 400 in the application's dialect.
    A provider's answer that cannot be read becomes an error with status 502. The notes about dropped values are in
    ``Answer.notes``, which a step of the chain can read.
    """

    def __init__(self, chain: Chain, *, of: str = "openai", client: httpx.Client | None = None) -> None:
        """Start a transport. ``of`` is the dialect of the application's requests. ``client`` sends requests to the
        provider.

        Raises ``NotRegistered`` for an unknown ``of``.
        """
        self._translator = _Translator(chain, of)
        self._client = client or httpx.Client()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        translator = self._translator
        try:
            turn = translator.turn(request, request.read())
        except (WireError, *_NOT_EXPRESSIBLE) as error:
            return translator.refused(request, error)
        try:
            stream = turn.stream()
            if stream is None:
                return turn.respond(translator.chain.ask(self._client, turn.asked))
            coming = translator.chain.coming(self._client, turn.asked)
            first = next(coming)
            if isinstance(first, Answer):
                coming.close()
                return turn.respond(first)
        except WireError as error:
            return translator.broken(request, error)
        except _NOT_EXPRESSIBLE as error:
            return translator.refused(request, error)
        body = _ResponseBody(stream.begin() + stream.more(first), partial(turn.next, stream), coming)
        return httpx.Response(200, headers=stream.headers, stream=body, request=request)

    def close(self) -> None:
        self._client.close()


class AsyncProviderTransport(httpx.AsyncBaseTransport):
    """An asynchronous transport that otherwise does the same as ``ProviderTransport``."""

    def __init__(self, chain: Chain, *, of: str = "openai", client: httpx.AsyncClient | None = None) -> None:
        """Start a transport. The parameters mean the same as in ``ProviderTransport``. Raises ``NotRegistered`` for an
        unknown ``of``.
        """
        self._translator = _Translator(chain, of)
        self._client = client or httpx.AsyncClient()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        translator = self._translator
        try:
            turn = translator.turn(request, await request.aread())
        except (WireError, *_NOT_EXPRESSIBLE) as error:
            return translator.refused(request, error)
        try:
            stream = turn.stream()
            if stream is None:
                return turn.respond(await translator.chain.aask(self._client, turn.asked))
            coming = translator.chain.acoming(self._client, turn.asked)
            first = await anext(coming)
            if isinstance(first, Answer):
                await coming.aclose()
                return turn.respond(first)
        except WireError as error:
            return translator.broken(request, error)
        except _NOT_EXPRESSIBLE as error:
            return translator.refused(request, error)
        body = _AsyncResponseBody(stream.begin() + stream.more(first), partial(turn.next, stream), coming)
        return httpx.Response(200, headers=stream.headers, stream=body, request=request)

    async def aclose(self) -> None:
        await self._client.aclose()


class _ResponseBody(httpx.SyncByteStream):
    """The body of a response in the application's dialect. It is written while the provider's answer arrives."""

    def __init__(self, begun: bytes, write: _Write, coming: Generator[Segment | Answer, None, None]) -> None:
        self._begun = begun
        self._write = write
        self._coming = coming

    def __iter__(self) -> Iterator[bytes]:
        yield self._begun
        for output in self._coming:
            yield self._write(output)

    def close(self) -> None:
        self._coming.close()


class _AsyncResponseBody(httpx.AsyncByteStream):
    """The same body as ``_ResponseBody``, written without blocking."""

    def __init__(self, begun: bytes, write: _Write, coming: AsyncGenerator[Segment | Answer, None]) -> None:
        self._begun = begun
        self._write = write
        self._coming = coming

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._begun
        async for output in self._coming:
            yield self._write(output)

    async def aclose(self) -> None:
        await self._coming.aclose()


def _response(request: httpx.Request, wire: WireResponse) -> httpx.Response:
    return httpx.Response(wire.status, headers=wire.headers, content=wire.body, request=request)
