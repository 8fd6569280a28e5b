"""An endpoint: its address, its client, and the dialects that it speaks."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Final, Self
from urllib.parse import urlsplit, urlunsplit

import msgspec

from conformance.judge.finding import Finding
from conformance.leaks import SHORTEST_KEY, masked, shown
from conformance.plural import counted
from conformance.recording import error_words, live
from conformance.recording.live import (
    BrokeOff,
    Key,
    LateRequests,
    Live,
    NoAnswer,
    NoConnection,
    NoKey,
    NotTheApi,
    TimedOut,
    TlsFailed,
    Unreachable,
    Unsafe,
)
from conformance.standins import Answer, Chunk
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Message, Request, Text
from toolwire.providers import DialectClaims, load, owner
from toolwire.providers.addresses import is_local
from toolwire.wire import aws_event_stream, recognition
from toolwire.wire.exchange import WireRequest

KEY_VARIABLE: Final = "CONFORMANCE_PROBE_KEY"
"""The environment variable with the key of an endpoint, if no provider is named."""
_HELLO: Final = "Say hello."
FEW_TOKENS: Final = 16
"""The limit of output tokens for requests whose answer may have any content. OpenAI Responses allows no lower limit."""
FIRST_ERROR: Final = 400
SERVER_ERROR: Final = 500
_NOT_THERE: Final = (404, 405)
_OF_THE_KEY: Final = (401, 403)
_IN_A_ROW: Final = 3
"""After this number of consecutive requests without an answer in time, no more requests are sent."""


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """A dialect that an endpoint speaks."""

    dialect: str
    provider: str
    """The provider whose claims and rules apply: the named provider, or else the dialect's owner."""
    base_url: str
    why: str
    """The evidence for the dialect: a description of the endpoint's answer."""

    @property
    def claims(self) -> DialectClaims:
        return load(self.provider).dialects[self.dialect]


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """An address at which the endpoint does not speak a dialect, and its answer there."""

    dialect: str
    url: str
    answer: str
    status: int | None = None
    """The HTTP status of the answer. None if there was no answer."""

    def __str__(self) -> str:
        return f"{self.url} ({self.dialect})"


class Received(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of an endpoint, which may have broken off."""

    answer: Answer
    lost: str | None = None
    """The reason why the answer broke off. None if it is complete."""


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the search for the dialects that an endpoint speaks."""

    spoken: tuple[Spoken, ...]
    tried: tuple[Tried, ...]

    @property
    def wants_key(self) -> bool:
        """True if the endpoint refused a request with a status that is about the key, such as 401."""
        return any(tried.status in _OF_THE_KEY for tried in self.tried)

    @property
    def answers(self) -> Iterator[str]:
        """A line for each different answer at the addresses that were tried.

        The line names the first address with this answer, and counts the other addresses with the same answer.
        """
        places: dict[str, list[Tried]] = defaultdict(list)
        for tried in self.tried:
            places[tried.answer.replace(urlsplit(tried.url).path, "*")].append(tried)
        for first, *others in places.values():
            more = f", and {counted(len(others), 'more address', 'more addresses')}" if others else ""
            yield f"{first}{more}: {first.answer}"


class Endpoint:
    """An endpoint: its address, the name of the model, and for each dialect a client that sends the key.

    Use it as a context manager.
    """

    def __init__(self, base_url: str, model: str, provider: str | None) -> None:
        self.base_url = base_url.rstrip("/")
        self.model = model
        self.provider = provider
        self._clients: dict[str, Live] = {}
        self._secrets: set[str] = set()
        self._late_requests = LateRequests(_IN_A_ROW)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients.values():
            client.__exit__()

    def ask(self, name: str, request: WireRequest) -> Received:
        """Send a request in a dialect, and return the answer, even if it broke off.

        If the endpoint repeats the key in its answer, the key is masked there. If several requests in a row got no
        answer in time, the request is not sent. Raises ``NoAnswer`` and ``NoKey``.
        """
        self._late_requests.check()
        if name not in self._clients:
            key = self.key(name)
            self._clients[name] = Live(key)
            if key is not None:
                self._secrets.add(key.secret)
        lost, late = None, False
        try:
            answer = self._clients[name].ask(request)
        except (TimedOut, Unreachable):
            self._late_requests.note(late=True)
            raise
        except BrokeOff as error:
            answer, late = error.answer, error.late
            lost = str(error).removeprefix(f"{live.address(request.url)}: ")
        self._late_requests.note(late=late)
        body = answer.body
        kept = aws_event_stream.rewritten(body, self._masked) if aws_event_stream.starts(body) else self._masked(body)
        answer = answer if kept == body else msgspec.structs.replace(answer, chunks=(Chunk(0, kept),))
        return Received(answer=answer, lost=lost)

    def hidden(self, text: str) -> str:
        """Return a text in which every key that was sent is masked, except keys that are too short (see
        ``has_short_key``).
        """
        return self._masked(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")

    def shown(self, text: str) -> str:
        """Return a part of an answer with all secrets masked. Parts of a key that was sent are masked, too."""
        for key in sorted(self._secrets) or ("",):
            text = shown(text, key)
        return text

    def shown_findings(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Return findings about an answer with all secrets masked.

        Equal texts are masked once, because an answer may break a rule in the same words at thousands of places.
        """
        shown_text = cache(self.shown)
        return tuple(
            msgspec.structs.replace(
                found,
                path=shown_text(found.path),
                message=shown_text(found.message),
                meaning=shown_text(found.meaning),
            )
            for found in findings
        )

    @property
    def has_short_key(self) -> bool:
        """True if a key was sent that is too short to be masked."""
        return any(len(key) < SHORTEST_KEY for key in self._secrets)

    def _masked(self, data: bytes) -> bytes:
        return masked(data, {key for key in self._secrets if len(key) >= SHORTEST_KEY})

    @property
    def key_variable(self) -> str | None:
        """The environment variable that has the key. None if the provider needs no key."""
        return KEY_VARIABLE if self.provider is None else load(self.provider).key_variable

    @property
    def sent_key(self) -> bool:
        """True if a key was sent."""
        return bool(self._secrets)

    def key(self, name: str) -> Key | None:
        """Return the key for requests in a dialect. Return None if the provider needs no key, or if the endpoint is on
        this machine and no key is set.

        The environment variable of the named provider contains the key. If no provider is named, the variable
        ``KEY_VARIABLE`` contains the key, and the header is that of the dialect's owner. Raises ``NoKey``.
        """
        local = is_local(self.base_url)
        if self.provider is not None:
            try:
                return live.key_of(self.provider)
            except NoKey:
                if local:
                    return None
                raise
        key = live.key_in(KEY_VARIABLE, load(owner(name)).auth)
        if key is None and not local:
            raise NoKey(
                f"{self.base_url} needs a key: set the variable {KEY_VARIABLE}, or name its provider with --provider"
            )
        return key


def search(endpoint: Endpoint, dialects: tuple[str, ...]) -> Search:
    """Find the dialects that an endpoint speaks: send a request in each dialect to the usual paths of the dialect.

    ``dialects``: the dialects to try. If it is empty, the dialects of the named provider are tried, or all dialects if
    no provider is named. Raises ``NoKey``. Raises ``NoConnection``, ``TlsFailed`` or ``Unsafe`` if no path of the
    endpoint can be asked.
    """
    spoken: list[Spoken] = []
    tried: list[Tried] = []
    for name in dialects or _possible(endpoint.provider):
        whose = endpoint.provider or owner(name)
        for place in _places(endpoint.base_url, load(whose).dialects[name].base_url):
            found = _asked(endpoint, name, whose, place, sure=bool(dialects))
            if isinstance(found, Spoken):
                spoken.append(found)
                break
            tried.append(found)
    return Search(spoken=tuple(spoken), tried=tuple(tried))


def _possible(provider: str | None) -> tuple[str, ...]:
    """Return the dialects to try: the dialects of the named provider.

    If no provider is named, return all dialects, but only the first of several dialects with the same path.
    """
    if provider is not None:
        return tuple(load(provider).dialects)
    return tuple(name for name in DIALECTS if name not in recognition.SAME_PATH.values())


def _places(base_url: str, usual: str) -> Iterator[str]:
    """Yield the addresses to try, each only once. ``usual``: the address of the provider itself.

    For ``http://host/a/v1`` and the usual address ``https://api.example.com/b`` they are ``http://host/a/v1``,
    ``http://host/a``, ``http://host/a/b`` and ``http://host/b``.
    """
    given = base_url.rstrip("/")
    parts = urlsplit(given)
    host = urlunsplit((parts.scheme, parts.netloc, "", "", ""))
    path = urlsplit(usual).path.rstrip("/")
    root = given.removesuffix("/v1")
    yield from dict.fromkeys([given, root, root + path, host + path])


def _asked(endpoint: Endpoint, name: str, provider: str, place: str, *, sure: bool) -> Spoken | Tried:
    usual = load(provider).dialects[name].base_url
    hello = Message(role="user", parts=(Text(text=_HELLO),))
    request = Request(model=endpoint.model, messages=(hello,), max_output_tokens=FEW_TOKENS)
    try:
        sent = dialect(name).write_request(request, usual)
    except Inexpressible as error:
        return Tried(dialect=name, url=place, answer=str(error))
    sent = msgspec.structs.replace(sent, url=place + sent.url.removeprefix(usual))
    where = live.address(sent.url)
    try:
        received = endpoint.ask(name, sent)
    except (NoConnection, TlsFailed, Unsafe):
        raise
    except NoAnswer as error:
        status = error.status if isinstance(error, NotTheApi) else None
        answer_text = endpoint.shown(str(error).removeprefix(f"{where}: "))
        return Tried(dialect=name, url=where, answer=answer_text, status=status)
    answer = received.answer
    body = answer.body
    answer_text = f"{answer.status}{_words(endpoint, body)}"
    if answer.status < FIRST_ERROR:
        if recognition.is_answer_of(name, body):
            why = f"{where} answers {answer.status} in the shape of {name}"
            return Spoken(dialect=name, provider=provider, base_url=place, why=why)
        why = f"but not in the shape of {name}" if received.lost is None else f"and {received.lost}"
        return Tried(dialect=name, url=where, answer=f"{answer.status}, {endpoint.shown(why)}", status=answer.status)
    if sure and answer.status not in (*_NOT_THERE, *REFUSES) and answer.status < SERVER_ERROR:
        refusal = f"The endpoint refused the first short request, which is no failure: {answer_text}"
        why = f"--dialects names the dialect, and {where} answers requests. {refusal}"
        return Spoken(dialect=name, provider=provider, base_url=place, why=why)
    return Tried(dialect=name, url=where, answer=answer_text, status=answer.status)


REFUSES: Final = (401, 402, 403, 408, 429)
"""The statuses that do not depend on the request's content: no valid key, no credit, no permission, a timeout, too many
requests.
"""


def _words(endpoint: Endpoint, body: bytes) -> str:
    """Return the message in an answer's body, after a colon: ``: model not found``. Return "" if the body has no text.

    Secrets in the message are masked, and a long message is cut.
    """
    message = error_words.beginning(endpoint.shown(error_words.of(body)))
    return message and f": {message}"
