"""Our client for genuine endpoints. It sends a request over the network, and notes the time of each chunk of the
answer.

The request is sent unchanged, except that the key is added. The key is not stored anywhere.
"""

import os
import re
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Self
from urllib.parse import urljoin, urlsplit

import httpx
import msgspec

from conformance.leaks import SHORTEST_KEY
from conformance.recording.cookies import no_cookies
from conformance.recording.deadline import Deadline
from conformance.standins import Answer, Chunk
from toolwire.providers import Profile, load
from toolwire.providers.addresses import LOOPBACK, is_local
from toolwire.wire.exchange import WireRequest

SHORT_KEY: Final = (
    f"the key has fewer than {SHORTEST_KEY} characters, so it counts as a placeholder: it is not masked in the output"
)
"""A remark that commands print if a short key was sent. A server that needs no key often gets such a placeholder."""
MAX_ANSWER: Final = 64 * 1024 * 1024
"""The maximum size of an answer, in bytes."""
MOST_CHUNKS: Final = 500_000
"""The maximum number of chunks of an answer. Even a small chunk takes about a hundred bytes of memory."""
_PLACE: Final = "conformance.place"
"""The name of an extension of httpx requests. Its value is the request's address in the form that messages show."""
_OF_THE_TRANSFER: Final = frozenset({"connection", "content-length", "host", "keep-alive", "transfer-encoding"})
_MARKUP: Final = re.compile(rb"\s*<(!doctype|html|\?xml)", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"^\[Errno -?\d+\] ")
_CLOSED: Final = ("Server disconnected", "peer closed connection")
"""The beginnings of httpx's messages for a connection that was closed before the end of an answer."""
_KEY: Final = re.compile(r"[!-~]+")
_HEADERS: Final[dict[str, tuple[str, str]]] = {
    "bearer": ("authorization", "Bearer "),
    "api-key": ("api-key", ""),
    "x-api-key": ("x-api-key", ""),
    "x-goog-api-key": ("x-goog-api-key", ""),
}


class NoKey(Exception):
    """An error for an environment variable that is missing or cannot be used. ``str()`` names the variable, and never
    shows the value.
    """


class NoAnswer(Exception):
    """An error for a request that no API answered. ``str()`` is a single line."""

    def __init__(self, why: str) -> None:
        super().__init__(" ".join(why.split()))


class Unsafe(NoAnswer):
    """An error for a request that was not sent, because it would send a key unencrypted to another machine."""


class Unreachable(NoAnswer):
    """An error for a connection that could not be made, or that was lost before an answer began."""


class NoConnection(Unreachable):
    """An error for a connection that could not be made: nothing listens at the host and port, or the host is unknown.

    Another path at the same host and port would fail, too.
    """


class TlsFailed(NoAnswer):
    """An error for a connection that could not be encrypted, for example because of an invalid certificate."""


class TimedOut(NoAnswer):
    """An error for an answer that took too long: its next piece or its end did not arrive in time."""


class BrokeOff(NoAnswer):
    """An error for an answer that began, but did not reach its end."""

    def __init__(self, why: str, answer: Answer, *, late: bool = False) -> None:
        super().__init__(why)
        self.answer = answer
        """The part of the answer that arrived."""
        self.late = late
        """True if the next piece or the end did not arrive in time."""


class GivenUp(NoAnswer):
    """An error for a request that was not sent, because too many requests in a row got no answer in time."""


class Redirected(NoAnswer):
    """An error for an endpoint that redirects to another address. The redirect is not followed, so the other address
    gets no key.
    """


class NotTheApi(NoAnswer):
    """An error for an answer that does not come from an API: it is a web page, or has an encoding that was not
    requested.
    """

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.status = status


class LateRequests:
    """A count of the consecutive requests that an endpoint did not answer in time. Each of them may have taken ten
    minutes.
    """

    def __init__(self, most: int) -> None:
        """Start at 0. After ``most`` late requests in a row, no more requests are sent."""
        self._most = most
        self._missed = 0

    def check(self) -> None:
        """Raise ``GivenUp`` if no more requests are to be sent."""
        if self._missed >= self._most:
            raise GivenUp(f"not sent, because {self._most} requests in a row got no answer in time")

    def note(self, *, late: bool) -> None:
        """Note the end of a request. If it got no answer in time (``late``), add 1 to the count. Otherwise set the
        count to 0.
        """
        self._missed = self._missed + 1 if late else 0


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The time limits for the requests to an endpoint, in seconds."""

    connect: float = 10.0
    piece: float = 120.0
    """The maximum wait for the next piece of an answer. Reasoning models may send nothing for a long time."""
    whole: float = 600.0
    """The maximum time for a whole exchange, from the request to the last byte of the answer."""


class Key:
    """The header with a provider's key. Its ``repr()`` names the variable that has the key, and never shows the key."""

    def __init__(self, variable: str, name: str, scheme: str, secret: str) -> None:
        self._variable = variable
        self._name = name
        self._scheme = scheme
        self.secret = secret
        """The key itself, which must not be stored anywhere."""

    def onto(self, headers: dict[str, str]) -> dict[str, str]:
        """Return the headers together with the header that has the key."""
        return headers | {self._name: self._scheme + self.secret}

    def __repr__(self) -> str:
        return f"Key({self._variable})"


def key_of(provider: str) -> Key | None:
    """Return the key in the variable that a provider's profile names. None if the provider needs no key.

    Raises ``NoKey``.
    """
    profile: Profile = load(provider)
    variable = profile.key_variable
    if profile.auth == "none":
        return None
    if variable is None:
        raise NoKey(f"{provider} needs a key, but its profile has no `key_variable` that names the variable")
    if profile.auth not in _HEADERS:
        raise NoKey(
            f"{provider} signs in with {profile.auth}, which is not supported: expected a key that is sent in a header"
        )
    key = key_in(variable, profile.auth)
    if key is None:
        raise NoKey(f"{provider} needs a key: set the variable {variable}")
    return key


def key_in(variable: str, auth: str) -> Key | None:
    """Return the key in an environment variable. Return None if the variable is not set or is blank.

    ``auth`` is the kind of header that carries the key. If the kind is unknown, the key is sent as a bearer token.
    Raises ``NoKey`` if the value cannot be a key.
    """
    value = os.environ.get(variable, "").strip()
    if not value:
        return None
    if not _KEY.fullmatch(value):
        raise NoKey(f"the value of the variable {variable} is not a key: expected ASCII characters without blanks")
    name, scheme = _HEADERS.get(auth, _HEADERS["bearer"])
    return Key(variable, name, scheme, value)


class _Reading:
    """An answer that is still arriving, chunk by chunk."""

    def __init__(self, place: str, response: httpx.Response, begun: float, deadline: Deadline, limits: Limits) -> None:
        self._place = place
        self._response = response
        self._begun = begun
        self._deadline = deadline
        self._limits = limits
        self._chunks: list[Chunk] = []
        self._size = 0

    def take(self, data: bytes) -> None:
        """Add a chunk that arrived. Raises ``BrokeOff`` if the answer now has too many bytes or too many chunks."""
        self._chunks.append(Chunk(round((time.monotonic() - self._begun) * 1000), data))
        self._size += len(data)
        if why := over_limits(self._size, len(self._chunks)):
            raise self._broke_off(why)

    def _broke_off(self, why: str, *, late: bool = False) -> BrokeOff:
        """Return the error for an answer that does not reach its end, with the part of the answer that arrived.

        ``why``: the reason. ``late``: true if the next piece or the end did not arrive in time.
        """
        return BrokeOff(f"{self._place}: {why}", self._answer(), late=late)

    def lost(self, error: httpx.TransportError) -> BrokeOff:
        """Return the error for an answer whose connection is lost before its end."""
        if self._deadline.passed:
            return self._broke_off(no_end(self._limits), late=True)
        late = isinstance(error, httpx.TimeoutException)
        return self._broke_off(f"the answer broke off: {_why(error, self._limits)}", late=late)

    def whole(self) -> Answer:
        """Return the complete answer.

        Raises ``NotTheApi`` for a web page, and ``BrokeOff`` if the time limit passed before the end of the answer.
        """
        if self._deadline.passed:
            raise self._broke_off(no_end(self._limits), late=True)
        if _MARKUP.match(b"".join(chunk.data for chunk in self._chunks[:4])):
            raise _web_page(self._place, self._response.status_code)
        return self._answer()

    def _answer(self) -> Answer:
        kept = {name.lower(): value for name, value in self._response.headers.items()}
        kept = {name: value for name, value in kept.items() if name not in _OF_THE_TRANSFER}
        return Answer(status=self._response.status_code, headers=kept, chunks=tuple(self._chunks), expected=None)


class Live:
    """Our client for endpoints over HTTP. Use it as a context manager. Each request has its own connection."""

    def __init__(self, key: Key | None = None, limits: Limits = Limits()) -> None:  # noqa: B008
        self._key = key
        self._limits = limits
        with refused_proxies():
            self._client = httpx.Client(
                **_options(limits),
                event_hooks={"response": [_check]},
                mounts={f"all://{_host(host)}": None for host in LOOPBACK},  # no proxy of the environment for loopback
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, request: WireRequest) -> Answer:
        """Send a request, and read its answer chunk by chunk to the end. Raises ``NoAnswer``."""
        place, headers = address(request.url), _headers(request, self._key)
        begun = time.monotonic()
        with (
            Deadline(self._limits.whole) as deadline,
            _translated_errors(place, deadline, self._limits),
            self._client.stream(
                request.method,
                request.url,
                content=request.body,
                headers=headers,
                extensions={_PLACE: place, "trace": deadline.trace},
            ) as response,
        ):
            reading = _Reading(place, response, begun, deadline, self._limits)
            try:
                for data in response.iter_raw():
                    reading.take(data)
            except httpx.TransportError as error:
                raise reading.lost(error) from None
            return reading.whole()


class AsyncLive:
    """The counterpart of ``Live`` for coroutines. Use it as an asynchronous context manager."""

    def __init__(self, key: Key | None = None, limits: Limits = Limits()) -> None:  # noqa: B008
        self._key = key
        self._limits = limits
        with refused_proxies():
            self._client = httpx.AsyncClient(
                **_options(limits),
                event_hooks={"response": [_async_check]},
                mounts={f"all://{_host(host)}": None for host in LOOPBACK},
            )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def ask(self, request: WireRequest) -> Answer:
        """Send a request, and read its answer chunk by chunk to the end. Raises ``NoAnswer``."""
        place, headers = address(request.url), _headers(request, self._key)
        begun = time.monotonic()
        with Deadline(self._limits.whole) as deadline, _translated_errors(place, deadline, self._limits):
            async with self._client.stream(
                request.method,
                request.url,
                content=request.body,
                headers=headers,
                extensions={_PLACE: place, "trace": deadline.async_trace},
            ) as response:
                reading = _Reading(place, response, begun, deadline, self._limits)
                try:
                    async for data in response.aiter_raw():
                        reading.take(data)
                except httpx.TransportError as error:
                    raise reading.lost(error) from None
                return reading.whole()


@contextmanager
def refused_proxies(*errors: type[Exception]) -> Iterator[None]:
    """Raise ``NoKey`` if the code inside the ``with`` block fails because an environment variable names a proxy whose
    address cannot be used.

    The error does not show the address, which may have a password. ``errors``: the errors that a library other than
    httpx raises for such an address.
    """
    unusable: tuple[type[Exception], ...] = (httpx.InvalidURL, ValueError, ImportError, *errors)
    try:
        yield
    except unusable:
        why = "the proxy of HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or a host of NO_PROXY, cannot be used"
        raise NoKey(f"{why}: correct its address") from None


def encryption() -> ssl.SSLContext:
    """Return the settings of encrypted connections. Raises ``NoKey`` if SSL_CERT_FILE or SSLKEYLOGFILE names a file
    that cannot be used.
    """
    try:
        return httpx.create_ssl_context()
    except OSError as error:
        why = f"the file that SSL_CERT_FILE or SSLKEYLOGFILE names cannot be used: {error.strerror or error}"
        raise NoKey(f"{why}. Correct the variable, or unset it") from None


def _options(limits: Limits) -> dict[str, Any]:
    return {
        "verify": encryption(),
        "timeout": httpx.Timeout(limits.piece, connect=limits.connect),
        "follow_redirects": False,
        "cookies": no_cookies(),
        # Some servers close a connection after a stream without notice, so each request has its own connection.
        "limits": httpx.Limits(max_connections=None, max_keepalive_connections=0),
    }


def _headers(request: WireRequest, key: Key | None) -> dict[str, str]:
    """Return the headers to send, with the key. Raises ``Unsafe`` if the key must not be sent to the address."""
    headers = request.headers | {"accept-encoding": "identity"}
    if key is None:
        return headers
    if not is_safe(request.url):
        raise Unsafe(f"{address(request.url)}: a key is sent only over https, or to this machine")
    return key.onto(headers)


def is_safe(url: str) -> bool:
    """Return whether a key may be sent to an address."""
    return urlsplit(url).scheme == "https" or is_local(url)


def address(url: str) -> str:
    """Return an address in a form that is safe to show: without the user and the query, which may contain secrets."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


def _host(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def _check(response: httpx.Response) -> None:
    """Check the head of an answer, before httpx reads the address of a redirect.

    Raises ``NoAnswer`` for a redirect, a web page or an encoding that was not requested.
    """
    place, status = response.request.extensions[_PLACE], response.status_code
    if response.is_redirect and (location := response.headers.get("location")):
        try:
            to = address(urljoin(str(response.request.url), location))
        except ValueError:
            raise Redirected(f"{place}: redirects to an invalid address") from None
        raise Redirected(f"{place}: redirects to {to}. Use that address if it is correct")
    if response.is_redirect:
        raise NotTheApi(f"{place}: got status {status} without an answer. No API answers at this address", status)
    if response.headers.get("content-type", "").lower().startswith("text/html"):
        raise _web_page(place, status)
    encoding = response.headers.get("content-encoding", "")
    if {each.strip().lower() for each in encoding.split(",")} - {"", "identity"}:
        raise NotTheApi(f"{place}: the answer has the encoding {encoding}, which was not requested", status)


async def _async_check(response: httpx.Response) -> None:
    _check(response)


def _web_page(place: str, status: int) -> NotTheApi:
    return NotTheApi(f"{place}: got a web page (status {status}). No API answers at this address", status)


@contextmanager
def _translated_errors(place: str, deadline: Deadline, limits: Limits) -> Iterator[None]:
    """Raise our own error for each error of httpx that occurs in the ``with`` block before an answer begins."""
    try:
        yield
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise Unreachable(f"{place}: not an address: {error}") from None
    except httpx.ConnectTimeout as error:
        raise NoConnection(f"{place}: {_why(error, limits)}") from None
    except httpx.TimeoutException as error:
        raise TimedOut(f"{place}: {_why(error, limits)}") from None
    except httpx.TransportError as error:
        if deadline.passed:
            raise TimedOut(f"{place}: {no_end(limits)}") from None
        no_connection = NoConnection if isinstance(error, httpx.ConnectError) else Unreachable
        kind: Callable[[str], NoAnswer] = TlsFailed if _is_tls(error) else no_connection
        raise kind(f"{place}: {_why(error, limits)}") from None


def _is_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False


def over_limits(size: int, chunks: int) -> str | None:
    """Return a message if an answer has too many bytes or too many chunks. None if it is within the limits."""
    if size > MAX_ANSWER:
        return f"the answer is larger than {MAX_ANSWER // 1024**2} MB"
    return f"the answer has more than {MOST_CHUNKS} chunks" if chunks > MOST_CHUNKS else None


def no_end(limits: Limits) -> str:
    """Return the message for an answer that does not end in time."""
    return f"expected the answer to end within {limits.whole:g} s, got no end"


def nothing_arrived(limits: Limits) -> str:
    """Return the message for an answer whose next piece does not arrive in time."""
    return f"nothing arrived for {limits.piece:g} s"


def not_taken(limits: Limits) -> str:
    """Return the message for an endpoint that does not read the request."""
    return f"expected the endpoint to read the request, got no progress for {limits.piece:g} s"


def _why(error: httpx.TransportError, limits: Limits) -> str:
    match error:
        case httpx.ConnectTimeout():
            return f"no connection within {limits.connect:g} s"
        case httpx.WriteTimeout():
            return not_taken(limits)
        case httpx.TimeoutException():
            return nothing_arrived(limits)
        case httpx.RemoteProtocolError():  # the text of any other reason may have parts of the answer, such as the key
            closed = str(error).startswith(_CLOSED)
            return "the connection was closed too early" if closed else "the answer is not valid HTTP/1.1"
        case httpx.ProxyError():
            return "the proxy that an environment variable names rejects the request"
    return _NUMBERED.sub("", str(error)) or type(error).__name__
