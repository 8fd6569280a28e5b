"""A trial: one exchange of a case, and what an adapter made of it."""

from typing import TypeAlias

import msgspec

from conformance.judge.earlier import Earlier
from conformance.judge.form import Tried
from conformance.judge.inexpressible import Inexpressible
from conformance.scenarios import Mode, Predicate
from toolwire.model import Expected, Json, Request, Response
from toolwire.providers import Rule, WireFormat
from toolwire.wire import aws_event_stream, exact_json, payloads
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

_CUT = ("interrupted", "malformed", "error")


class Disputed(msgspec.Struct, frozen=True):
    """An answer on whose right reading independent readers do not agree."""

    why: str | None = None
    """The point of disagreement, where it is known."""


RightReading: TypeAlias = Expected | Disputed
"""The right reading of a recorded answer."""


class NotOffered(msgspec.Struct, frozen=True):
    """A round trip that the adapter does not offer."""


class TripFailed(msgspec.Struct, frozen=True):
    """A round trip in which the adapter failed."""

    why: str


class RewrittenRequest(msgspec.Struct, frozen=True):
    """The recorded request, read and written again by the adapter."""

    request: WireRequest
    understood: WireRequest
    """The same without what is carried from the wire: what it read as a request of its own."""
    read: Request
    """The request as the adapter read it."""
    asked: Request | None
    """The request that was asked there; None where the right reading of an earlier answer is not known."""


class RewrittenAnswer(msgspec.Struct, frozen=True):
    """The decoded answer, written by the adapter as a plain answer."""

    body: bytes


class ReplayedAnswer(msgspec.Struct, frozen=True):
    """The decoded answer, written by the adapter as a stream and decoded again."""

    written: WireResponse
    response: Response
    parts_at_once: tuple[int, ...] = ()
    """The parts whose text came with the event that ends them, where the recorded stream has no such part."""


RequestTrip: TypeAlias = NotOffered | TripFailed | RewrittenRequest
AnswerTrip: TypeAlias = NotOffered | TripFailed | RewrittenAnswer | ReplayedAnswer


class Untried(msgspec.Struct, frozen=True):
    """Nothing was asked of an adapter."""


class Withheld(msgspec.Struct, frozen=True):
    """The adapter did not send a request that the provider refuses: nothing more is asked of it."""

    why: str


class Declined(msgspec.Struct, frozen=True):
    """The adapter declined to encode, or behind a request that it sent, to decode."""

    why: str
    sent: WireRequest | None = None


class Crashed(msgspec.Struct, frozen=True):
    """The adapter gave up: it raised something, or gave what is no answer."""

    why: str
    sent: WireRequest | None = None
    response: Response | None = None
    """The answer that it read before, where it failed when it closed the conversation."""


class Unanswered(msgspec.Struct, frozen=True):
    """The adapter sent a request that is not the recorded one, and got no answer to read."""

    sent: WireRequest


class Read(msgspec.Struct, frozen=True):
    """The adapter sent a request and read the recorded answer."""

    sent: WireRequest
    response: Response
    request_trip: RequestTrip = NotOffered()
    answer_trip: AnswerTrip = NotOffered()


Attempt: TypeAlias = Untried | Withheld | Declined | Crashed | Unanswered | Read
"""The adapter's side of an exchange."""


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One exchange of a case, seen from every side."""

    form: WireFormat
    rules: tuple[Rule, ...] = ()
    """The provider's rules for requests to the model."""
    tried: tuple[Tried, ...] = ()
    """The deviations of its answer's form on which libraries were run."""
    mode: Mode
    expect: tuple[Predicate, ...]
    request: Request
    """The request in canonical form, as the adapter got it."""
    recorded: Exchange
    before: tuple[WireResponse, ...] = ()
    """The recorded answers to the requests before."""
    right: RightReading
    live: bool = False
    """True if a model answered that follows no script: what it chose not to do is not observed, and no failure."""
    calls_before: int = 0
    """The number of calls in the history of the first request."""
    not_offered: tuple[str, ...] = ()
    """Tools that the model may call although they are not offered."""
    limited: bool = False
    """True if the scenario is about a token limit so low that it cuts the call."""
    attempt: Attempt = Untried()
    played: bool = False
    """True if this exchange answered the adapter's request."""
    again: int = 0
    """The number of further requests that this exchange answered: the provider would have answered each."""
    shows: frozenset[str] | None = None
    """The parts of ``ids``, ``finish`` and ``order`` that the adapter shows its user; None for all of them."""
    marks_cuts: bool = False
    """True if its readings say of each call that it is complete; else one that was cut shows by the end alone."""
    accepted: frozenset[str] = frozenset()
    """The deviations from the documented form of requests that the provider is known to accept; see ``schemas``."""
    exposes: frozenset[str] = frozenset()
    """The optional fields of an answer that a codec reads: ``id``, ``model``, ``usage``, ``error``, ``reasoning``."""
    front: "Trial | None" = None
    """The exchange of a gateway's client with the gateway, in place of ``recorded``; None without a gateway."""
    inexpressible: Inexpressible | None = None
    """The losses that a gateway cannot prevent; None where nothing is translated."""

    @property
    def expected(self) -> Expected | None:
        """The right reading of the answer; None where it is disputed."""
        return self.right if isinstance(self.right, Expected) else None

    @property
    def encoded(self) -> WireRequest | None:
        """The adapter's request; None where it sent none."""
        match self.attempt:
            case Declined(sent=sent) | Crashed(sent=sent) | Unanswered(sent=sent) | Read(sent=sent):
                return sent
        return None

    @property
    def decoded(self) -> Response | None:
        """The adapter's reading of the recorded answer; None where it read none."""
        match self.attempt:
            case Crashed(response=response) | Read(response=response):
                return response
        return None

    @property
    def trouble(self) -> str | None:
        """The reason why the adapter gave up; None where it did not."""
        return self.attempt.why if isinstance(self.attempt, Crashed) else None

    @property
    def declined(self) -> str | None:
        """The reason why the adapter declined; None where it did not."""
        return self.attempt.why if isinstance(self.attempt, Declined) else None

    @property
    def silent(self) -> bool:
        """True if the adapter raised nothing and read no error, so that its user never learns of a failure."""
        return self.trouble is None and (self.decoded is None or self.decoded.error is None)

    @property
    def earlier(self) -> Earlier:
        """The calls in the history of the first request."""
        return Earlier(view=self.form.history, calls=self.calls_before)

    @property
    def rejection(self) -> bool:
        """True if providers refuse the request."""
        return any(predicate.name == "refused" for predicate in self.expect)

    @property
    def refused(self) -> bool:
        """True if the recorded answer is a refusal, which is plain JSON for streams, too."""
        return self.recorded.response.is_refusal

    @property
    def is_unasked_stream(self) -> bool:
        """True if the recorded answer is a stream where one document was asked for."""
        answer = self.recorded.response
        is_stream = payloads.is_event_stream(answer) or aws_event_stream.is_event_stream(answer)
        return self.mode == "plain" and not self.refused and is_stream

    @property
    def cut(self) -> bool:
        """True if the answer was cut, or broke off: then it lacks the last fields and events of its dialect."""
        return self.expected is not None and self.expected.finish in _CUT

    def is_shown(self, what: str) -> bool:
        """Return whether the adapter shows its user ``what``: only then is it compared."""
        return self.shows is None or what in self.shows

    def sent(self) -> Json:
        """The body of the adapter's request; None where there is none."""
        return _json(self.encoded.body) if self.encoded else None

    def recorded_request(self) -> Json:
        """The body of the recorded request."""
        return _json(self.recorded.request.body)

    def documents(self) -> list[Json]:
        """The documents of the recorded answer: one, or the payloads of a stream."""
        return payloads.payloads(self.recorded.response)

    def documents_before(self) -> tuple[Json, ...]:
        """The documents of the recorded answers before."""
        return payloads.of_all(self.before)


def _json(body: bytes) -> Json:
    try:
        return exact_json.loads(body)
    except JsonError:
        return None
