"""httpx transports that translate: an application keeps its SDK, and talks to another provider."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from functools import partial
from typing import TypeAlias

import httpx
import msgspec

from conformance.normalizer.errors import Inexpressible
from conformance.normalizer.face.answer import Answer
from conformance.normalizer.face.chain import Chain
from conformance.normalizer.face.checking import SchemaError
from conformance.normalizer.face.front import Front, FrontStream
from conformance.normalizer.face.memory import Memory
from conformance.normalizer.face.normalizer import Asked
from conformance.normalizer.face.segments import Segment
from conformance.wire.errors import WireError
from conformance.wire.exchange import WireRequest, WireResponse

_UNSAID = (Inexpressible, SchemaError)
_BAD_REQUEST = 400
_BROKEN = ("interrupted", "malformed")
_Tell: TypeAlias = Callable[[Segment | Answer], bytes]


class _Translator:
    """What both transports do, beside waiting."""

    def __init__(self, chain: Chain, of: str) -> None:
        self.chain = chain
        self.front = Front(of)
        self._memory = Memory()

    def asked(self, request: httpx.Request, body: bytes) -> Asked:
        wire = WireRequest(method=request.method, url=str(request.url), body=body)
        read = self.front.read(wire)
        if not read.messages:
            raise Inexpressible(f"{request.method} {request.url.path} has no messages: nothing but chats is passed on")
        asked = self.chain.normalizer.taken(read, of=self.front.name)
        said = self._memory.restored(asked.request.messages)
        return msgspec.structs.replace(asked, request=msgspec.structs.replace(asked.request, messages=said))

    def streams(self, asked: Asked) -> FrontStream | None:
        """What tells the answer as it comes, where that was asked for and nobody looks at whole answers first."""
        stream = asked.request.stream and not self.chain.looks_at_answers
        return self.front.stream(asked.request.model) if stream else None

    def told(self, request: httpx.Request, asked: Asked, answer: Answer) -> httpx.Response:
        _unbroken(request, answer)
        self._memory.keep(answer, asked.request.messages)
        return _response(request, self.front.write(answer, stream=asked.request.stream))

    def next(self, request: httpx.Request, asked: Asked, stream: FrontStream, one: Segment | Answer) -> bytes:
        """What comes next of an answer that is told as it comes."""
        if not isinstance(one, Answer):
            return stream.more(one)
        _unbroken(request, one)
        self._memory.keep(one, asked.request.messages)
        return stream.end(one)

    def refused(self, request: httpx.Request, error: Exception) -> httpx.Response:
        """To an application whose request cannot be said, or cannot be read."""
        return _response(request, self.front.refuse(str(error), _BAD_REQUEST))

    def broken(self, request: httpx.Request, error: Exception) -> httpx.Response:
        """To an application whose provider gave an answer that cannot be read."""
        return _response(request, self.front.broken(f"the provider's answer cannot be read: {error}"))


class ProviderTransport(httpx.BaseTransport):
    """Takes requests in one dialect, asks a provider of another, and answers in the first.

    ``httpx.Client(transport=ProviderTransport(Chain(Normalizer("anthropic"))))`` is a client for an SDK that speaks
    OpenAI's chat completions. A streamed answer is told as it comes, each call when it is whole; in other dialects, and
    where a step of the chain looks at answers, it arrives when all of it is there. What cannot be said is refused, with
    status 400, in the application's dialect, and so is what is no chat. An answer of the provider's that cannot be read
    is an error with status 502. What was dropped, see ``Answer.notes``, a step of the chain sees.
    """

    def __init__(self, chain: Chain, *, of: str = "openai", client: httpx.Client | None = None) -> None:
        """``of``: the dialect that requests come in. ``client`` asks the provider. Raises ``NotRegistered``."""
        self._translator = _Translator(chain, of)
        self._client = client or httpx.Client()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        translator = self._translator
        try:
            asked = translator.asked(request, request.read())
        except (WireError, *_UNSAID) as error:
            return translator.refused(request, error)
        try:
            stream = translator.streams(asked)
            if stream is None:
                return translator.told(request, asked, translator.chain.ask(self._client, asked))
            coming = translator.chain.coming(self._client, asked)
            first = next(coming)
            if isinstance(first, Answer):
                coming.close()
                return translator.told(request, asked, first)
        except WireError as error:
            return translator.broken(request, error)
        except _UNSAID as error:
            return translator.refused(request, error)
        told = _Told(stream.begin() + stream.more(first), partial(translator.next, request, asked, stream), coming)
        return httpx.Response(200, headers=stream.headers, stream=told, request=request)

    def close(self) -> None:
        self._client.close()


class AsyncProviderTransport(httpx.AsyncBaseTransport):
    """The same, without blocking."""

    def __init__(self, chain: Chain, *, of: str = "openai", client: httpx.AsyncClient | None = None) -> None:
        """See ``ProviderTransport``."""
        self._translator = _Translator(chain, of)
        self._client = client or httpx.AsyncClient()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        translator = self._translator
        try:
            asked = translator.asked(request, await request.aread())
        except (WireError, *_UNSAID) as error:
            return translator.refused(request, error)
        try:
            stream = translator.streams(asked)
            if stream is None:
                return translator.told(request, asked, await translator.chain.aask(self._client, asked))
            coming = translator.chain.acoming(self._client, asked)
            first = await anext(coming)
            if isinstance(first, Answer):
                await coming.aclose()
                return translator.told(request, asked, first)
        except WireError as error:
            return translator.broken(request, error)
        except _UNSAID as error:
            return translator.refused(request, error)
        told = _AsyncTold(stream.begin() + stream.more(first), partial(translator.next, request, asked, stream), coming)
        return httpx.Response(200, headers=stream.headers, stream=told, request=request)

    async def aclose(self) -> None:
        await self._client.aclose()


class _Told(httpx.SyncByteStream):
    """An answer in the application's dialect while it comes in the provider's."""

    def __init__(self, begun: bytes, tell: _Tell, coming: Generator[Segment | Answer, None, None]) -> None:
        self._begun = begun
        self._tell = tell
        self._coming = coming

    def __iter__(self) -> Iterator[bytes]:
        yield self._begun
        for one in self._coming:
            yield self._tell(one)

    def close(self) -> None:
        self._coming.close()


class _AsyncTold(httpx.AsyncByteStream):
    """The same, without blocking."""

    def __init__(self, begun: bytes, tell: _Tell, coming: AsyncGenerator[Segment | Answer, None]) -> None:
        self._begun = begun
        self._tell = tell
        self._coming = coming

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._begun
        async for one in self._coming:
            yield self._tell(one)

    async def aclose(self) -> None:
        await self._coming.aclose()


def _unbroken(request: httpx.Request, answer: Answer) -> None:
    """Raises ``httpx.RemoteProtocolError`` for an answer that broke off."""
    if answer.response.finish.reason in _BROKEN:
        why = answer.response.finish.why or "the provider's answer broke off"
        raise httpx.RemoteProtocolError(why, request=request)


def _response(request: httpx.Request, wire: WireResponse) -> httpx.Response:
    return httpx.Response(wire.status, headers=wire.headers, content=wire.body, request=request)
