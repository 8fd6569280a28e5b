"""A gateway as an adapter.

A gateway is a service that takes requests in one dialect and forwards them to a provider, perhaps in another dialect.
The judge is on both sides. The reference client talks to the gateway's front, the side of its clients. The replay
server plays the upstream provider: in the gateway's settings, the user has entered the server's address as the
provider's address.
"""

import re
import socket
from typing import Final, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import msgspec

from conformance.adapters.gateway_echo import sent_back
from conformance.adapters.gateway_headers import GatewayHeader, WrongHeader, hidden
from conformance.adapters.gateway_headers import named as named_headers
from conformance.adapters.process import TimedOut
from conformance.adapters.reference_client import LIMIT, ReferenceClient, addressed, awaited, read_whole
from conformance.adapters.unsupported import Gone, Unsupported
from conformance.adapters.wire import Hello, Reading, Shown, Talk, Task
from conformance.similar import hint
from toolwire.dialects.dialect import DIALECTS
from toolwire.dialects.transplant import fitted
from toolwire.model import Message, ProviderTool, Request, Response, Text, Tool, ToolDefinition, ToolResult
from toolwire.providers import load, names, owner, wire_format
from toolwire.wire.exchange import Exchange

GATEWAY: Final = "gateway:"
"""The prefix of a gateway's adapter name."""
PORT: Final = 8900
"""The default port on 127.0.0.1 at which the replay server listens for the gateway."""
KEY: Final = "sk-conformance"
"""The API key that the judge's client sends to the gateway."""
_KEYS: Final = ("speaks", "upstream", "port")
_HTTP: Final = 80
_BEYOND: Final = re.compile(r"[\s?#]")
"""The characters that a base URL must not have: blanks, and the beginnings of a query and of a fragment."""
_PORT: Final = re.compile(r"[0-9]{1,5}")
_LAST: Final = 65535
_REACH: Final = 5.0


Kind = Literal["adapter", "gateway"]


class NoGateway(Exception):
    """An error: the description of a gateway is wrong. ``str()`` has the reason."""


class Unreachable(Gone):
    """An error: the address of a gateway accepts no connection. ``str()`` has the address and the reason."""


class Gateway(ReferenceClient):
    """A gateway as a ``WireAdapter``.

    The judge plays a single conversation at a time, because the replay server has a single address for the gateway.
    """

    def __init__(
        self, url: str, speaks: str, upstream: str, port: int = PORT, headers: tuple[GatewayHeader, ...] = ()
    ) -> None:
        """Connect to the gateway once, to see that it listens.

        ``url`` is the base URL for clients of the dialect ``speaks``. For ``upstream`` see ``upstream_of``. The judge's
        client sends ``headers`` in addition to the dialect's own headers, or in place of a header with the same name.

        Raises ``NoGateway``, and ``Unreachable`` if nothing listens at the address.
        """
        if speaks not in DIALECTS:
            raise NoGateway(f"unknown dialect: {speaks!r}; {hint(speaks, DIALECTS)}")
        self.front = speaks
        self.provider, dialect = upstream_of(upstream)
        self.port = port
        """The port at which the replay server has to listen."""
        self.exchanges: list[Exchange] = []
        """The exchanges between the judge's client and the gateway in the latest conversation."""
        self.own_answers: list[tuple[int, str]] = []
        """The status and the message of each error with which the gateway answered without asking the provider."""
        self._url = url.rstrip("/")
        self._header = _header(speaks)
        self._headers = headers
        self._own = {header.name: header.value for header in headers}
        # Ids are not compared, because the gateway may make its own. The order of text and calls is compared only if
        # the front's dialect can express every order.
        order: tuple[Shown, ...] = ("order",) if wire_format(owner(speaks), speaks).mapping.ordered else ()
        self.hello = Hello(
            name=f"gateway {self._url}, {speaks}",
            version="",
            language="",
            dialects=(dialect,),
            shows=("finish", *order),
        )
        self._reach()

    def converse(self, task: Task) -> Talk:
        self.exchanges = []
        if task.dialect != self.front and any(isinstance(tool, ProviderTool) for tool in task.tools):
            raise Unsupported(
                f"{self.front} cannot express tools that the provider runs, such as the tools of {task.dialect}"
            )
        if task.dialect != self.front and task.stream_arguments:
            raise Unsupported(f"no source states how {self.front} asks for the streamed arguments of {task.dialect}")
        if task.dialect != self.front and task.background:
            raise Unsupported(f"no source states how {self.front} asks for background answers of {task.dialect}")
        home = owner(self.front)
        fitting = fitted(Request(messages=task.messages), self.front, home)
        asked = msgspec.structs.replace(
            task,
            provider=home,
            dialect=self.front,
            base_url=self._url,
            messages=fitting.messages,
            tools=tuple(map(self._offered, task.tools)),
        )
        talk = super().converse(asked)
        reading = next(talk)
        while True:
            results = yield reading if task.dialect == self.front else _shown(reading)
            if not results:
                return
            reading = talk.send(results)

    def _send(self, task: Task, request: Request) -> Response:
        if _has_media_in_results(request) and not wire_format(owner(self.front), self.front).expresses.media_in_results:
            raise Unsupported(f"{self.front} allows only text in results")
        sent = addressed(task, request, None, self._header)  # the gateway's own ids go back unchanged
        try:
            answer, lost = awaited(task, msgspec.structs.replace(sent, headers=sent.headers | self._own))
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise self._gone(error) from None
        except httpx.TimeoutException:
            raise TimedOut(f"expected the next piece of the answer within {LIMIT:g} s, got nothing") from None
        self.exchanges.append(Exchange(request=sent, response=answer))
        return read_whole(self.front, answer, lost)

    def _echo(self, read: Response) -> Message:
        return sent_back(read, self.exchanges[-1].response)

    def hidden(self, text: str) -> str:
        """Return ``text`` with the values of the user's headers masked."""
        return hidden(text, self._headers) if self._headers else text

    def _offered(self, tool: Tool) -> Tool:
        """Return a tool in the form in which the client offers it to the gateway.

        If ``strict`` is false, and false is the default in the dialect of the gateway's clients, leave out ``strict``:
        a gateway may forward every value that a client states. Return any other tool unchanged.
        """
        by_default = not wire_format(owner(self.front), self.front).expresses.strict_by_default
        if isinstance(tool, ToolDefinition) and tool.strict is False and by_default:
            return msgspec.structs.replace(tool, strict=None)
        return tool

    def _reach(self) -> None:
        """Raise ``Unreachable`` if the gateway accepts no connection, and ``NoGateway`` if its address is wrong."""
        address = address_of(self._url)
        try:
            socket.create_connection(address, _REACH).close()
        except OSError as error:
            raise Unreachable(f"{self._gone(error)}. Start the gateway, or correct --gateway") from None

    def _gone(self, error: Exception) -> Unreachable:
        return Unreachable(f"the gateway at {self._url} cannot be reached: {error}")


def _has_media_in_results(request: Request) -> bool:
    results = (part for message in request.messages for part in message.parts if isinstance(part, ToolResult))
    return any(not isinstance(part, Text) for result in results for part in result.parts)


def _shown(reading: Reading) -> Reading:
    """Return a reading without the parts that differ by dialect: usage, and the kind and the code of an error."""
    error = reading.error and msgspec.structs.replace(reading.error, kind=None, code=None)
    return msgspec.structs.replace(reading, usage=None, error=error)


def _header(dialect: str) -> dict[str, str]:
    """Return the header with the client's key, in the form that the owner of the dialect expects.

    The header is ``x-api-key`` or ``x-goog-api-key`` if the owner uses it, else ``authorization`` with a bearer token.
    """
    auth = load(owner(dialect)).auth
    return {auth: KEY} if auth in ("x-api-key", "x-goog-api-key") else {"authorization": f"Bearer {KEY}"}


def kind_of(name: str) -> Kind:
    """Return the word with which messages name the adapter: ``gateway`` for ``gateway:...``, otherwise ``adapter``."""
    return "gateway" if name.startswith(GATEWAY) else "adapter"


def address_of(url: str) -> tuple[str, int]:
    """Return the host and the port of a gateway's base URL. Raises ``NoGateway``."""
    try:
        parts = urlsplit(url)
        if "@" in parts.netloc:
            why = "expected the address of a gateway without user and password"
            raise NoGateway(f"{why}. Send the credentials with --gateway-header")
        host, port = parts.hostname, _HTTP if parts.port is None else parts.port
        if parts.scheme == "http" and host and host.encode("idna") and port and not _BEYOND.search(url):
            return host, port
    except ValueError:
        pass
    raise NoGateway(f"expected the address of a gateway, like http://127.0.0.1:4000/v1, got {url!r}")


def upstream_of(name: str) -> tuple[str, str]:
    """Return the provider and the dialect that ``provider/dialect`` names. Raises ``NoGateway``.

    ``/dialect`` may be left out if the provider has only a single dialect.
    """
    provider, slash, dialect = name.partition("/")
    if provider not in names():
        raise NoGateway(f"unknown provider: {provider!r}; {hint(provider, names())}")
    spoken = tuple(load(provider).dialects)
    if slash and dialect in spoken:
        return provider, dialect
    if slash or len(spoken) > 1:
        unknown = f"unknown dialect of {provider}: {dialect!r}; " if slash else ""
        known = ", ".join(f"{provider}/{dialect}" for dialect in spoken)
        raise NoGateway(f"{unknown}name a dialect of {provider}: {known}")
    return provider, spoken[0]


def named(url: str, speaks: str, upstream: str, port: int, headers: tuple[GatewayHeader, ...] = ()) -> str:
    """Return the adapter name of a gateway. In the name, environment variables replace the values of the headers."""
    query = [
        ("speaks", speaks),
        ("upstream", upstream),
        ("port", port),
        *(("header", str(header)) for header in headers),
    ]
    return f"{GATEWAY}{url}?{urlencode(query, safe='/')}"


def by_name(name: str) -> Gateway:
    """Return the gateway that ``gateway:URL?speaks=DIALECT&upstream=PROVIDER`` names.

    ``&port=PORT`` may follow, and ``&header=NAME=$VARIABLE`` for each header whose value is in the environment.

    Raises ``NoGateway``, ``Unreachable``.
    """
    url, _, query = name.removeprefix(GATEWAY).partition("?")
    every = parse_qsl(query, keep_blank_values=True)
    pairs = [(key, value) for key, value in every if key != "header"]
    given = dict(pairs)
    port = given.get("port", str(PORT))
    complete = {"speaks", "upstream"} <= given.keys() <= {*_KEYS} and len(given) == len(pairs)
    if not complete or not _PORT.fullmatch(port) or not 0 < int(port) <= _LAST:
        wanted = f"{GATEWAY}URL?speaks=DIALECT&upstream=PROVIDER&port={PORT}"
        raise NoGateway(f"expected a gateway in the form '{wanted}', got {name!r}")
    try:
        headers = named_headers(value for key, value in every if key == "header")
    except WrongHeader as error:
        raise NoGateway(str(error)) from None
    return Gateway(url, given["speaks"], given["upstream"], int(port), headers)
