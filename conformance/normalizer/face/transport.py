"""httpx transports that translate: an application keeps its SDK, and talks to another provider."""

import httpx
import msgspec

from conformance.normalizer.errors import Inexpressible
from conformance.normalizer.face.answer import Answer
from conformance.normalizer.face.chain import Chain
from conformance.normalizer.face.checking import SchemaError
from conformance.normalizer.face.front import Front
from conformance.normalizer.face.normalizer import Asked
from conformance.wire.errors import WireError
from conformance.wire.exchange import WireRequest, WireResponse

_REFUSED = (WireError, Inexpressible, SchemaError)
_BAD_REQUEST = 400
_BROKEN = ("interrupted", "malformed")


class _Translator:
    """What both transports do, beside waiting."""

    def __init__(self, chain: Chain, of: str) -> None:
        self.chain = chain
        self.front = Front(of)

    def asked(self, request: httpx.Request, body: bytes) -> Asked:
        wire = WireRequest(method=request.method, url=str(request.url), body=body)
        asked = self.chain.normalizer.taken(self.front.read(wire), of=self.front.name)
        return msgspec.structs.replace(asked, request=self.front.reminded(asked.request))

    def told(self, request: httpx.Request, asked: Asked, answer: Answer) -> httpx.Response:
        if answer.response.finish.reason in _BROKEN:
            why = answer.response.finish.why or "the provider's answer broke off"
            raise httpx.RemoteProtocolError(why, request=request)
        return _response(request, self.front.write(answer, stream=asked.request.stream))

    def refused(self, request: httpx.Request, error: Exception) -> httpx.Response:
        return _response(request, self.front.refuse(str(error), _BAD_REQUEST))


class ProviderTransport(httpx.BaseTransport):
    """Takes requests in one dialect, asks a provider of another, and answers in the first.

    ``httpx.Client(transport=ProviderTransport(Chain(Normalizer("anthropic"))))`` is a client for an SDK that speaks
    OpenAI's chat completions. A streamed answer arrives when it is whole. What cannot be said is refused, with status
    400, in the application's dialect; what was dropped, see ``Answer.notes``, a step of the chain sees.
    """

    def __init__(self, chain: Chain, *, of: str = "openai", client: httpx.Client | None = None) -> None:
        """``of``: the dialect that requests come in. ``client`` asks the provider. Raises ``NotRegistered``."""
        self._translator = _Translator(chain, of)
        self._client = client or httpx.Client()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        try:
            asked = self._translator.asked(request, request.read())
            answer = self._translator.chain.ask(self._client, asked)
            return self._translator.told(request, asked, answer)
        except _REFUSED as error:
            return self._translator.refused(request, error)

    def close(self) -> None:
        self._client.close()


class AsyncProviderTransport(httpx.AsyncBaseTransport):
    """The same, without blocking."""

    def __init__(self, chain: Chain, *, of: str = "openai", client: httpx.AsyncClient | None = None) -> None:
        """See ``ProviderTransport``."""
        self._translator = _Translator(chain, of)
        self._client = client or httpx.AsyncClient()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        try:
            asked = self._translator.asked(request, await request.aread())
            answer = await self._translator.chain.aask(self._client, asked)
            return self._translator.told(request, asked, answer)
        except _REFUSED as error:
            return self._translator.refused(request, error)

    async def aclose(self) -> None:
        await self._client.aclose()


def _response(request: httpx.Request, wire: WireResponse) -> httpx.Response:
    return httpx.Response(wire.status, headers=wire.headers, content=wire.body, request=request)
