"""A trial: an exchange of a case, with the adapter's request and reading."""

from functools import cached_property
from typing import TypeAlias

import msgspec

from conformance.judge.earlier import Earlier
from conformance.judge.form import Tried
from conformance.judge.inexpressible import Inexpressible
from conformance.scenarios import Mode, Predicate
from toolwire.model import Expected, Json, Request, Response
from toolwire.providers import Rule, WireFormat
from toolwire.providers.equal import DropBefore, Equal
from toolwire.wire import aws_event_stream, exact_json, payloads, pointer
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

_CUT = ("interrupted", "malformed", "error")


class Disputed(msgspec.Struct, frozen=True):
    """An answer whose right reading is disputed: independent readers do not agree on it."""

    why: str | None = None
    """The point on which the readers disagree, if it is known."""


RightReading: TypeAlias = Expected | Disputed
"""The right reading of a recorded answer."""


class NotOffered(msgspec.Struct, frozen=True):
    """A round trip (a document that is read and written again) that the adapter does not offer."""


class TripFailed(msgspec.Struct, frozen=True):
    """A round trip (a document that is read and written again) in which the adapter failed."""

    why: str


class RewrittenRequest(msgspec.Struct, frozen=True):
    """The recorded request, which the adapter read and wrote again."""

    request: WireRequest
    understood: WireRequest
    """The request that the adapter writes from its reading, without the keys from the wire that it did not read."""
    read: Request
    """The request as the adapter read it."""
    asked: Request | None
    """The request that the user makes in this exchange. None if the right reading of an earlier answer is disputed,
    because the request continues that answer.
    """


class RewrittenAnswer(msgspec.Struct, frozen=True):
    """The recorded plain answer, which the adapter decoded and wrote again."""

    body: bytes


class ReplayedAnswer(msgspec.Struct, frozen=True):
    """The recorded stream, which the adapter decoded, wrote again, and then decoded a second time."""

    written: WireResponse
    response: Response
    parts_at_once: tuple[int, ...] = ()
    """The indices of parts whose text arrived only in the event that ends the part. Empty if the recorded stream has
    such events, too.
    """


RequestTrip: TypeAlias = NotOffered | TripFailed | RewrittenRequest
AnswerTrip: TypeAlias = NotOffered | TripFailed | RewrittenAnswer | ReplayedAnswer


class Untried(msgspec.Struct, frozen=True):
    """An exchange that was judged without an adapter."""


class Withheld(msgspec.Struct, frozen=True):
    """An exchange in which the adapter declined or reported an error instead of sending a request that the provider
    would refuse. The adapter has nothing more to do in this exchange.
    """

    why: str


class Declined(msgspec.Struct, frozen=True):
    """An exchange in which the adapter declined to encode the request, or to decode the answer."""

    why: str
    sent: WireRequest | None = None


class Crashed(msgspec.Struct, frozen=True):
    """An exchange in which the adapter failed: it raised an exception, or returned a value that is not an answer."""

    why: str
    sent: WireRequest | None = None
    response: Response | None = None
    """The adapter's reading of the answer, if the adapter failed only later, when it closed the conversation."""
    uncompared: bool = False
    """True if the adapter sent a request that is too large to be compared. The request is then not in ``sent``."""


class Unanswered(msgspec.Struct, frozen=True):
    """An exchange in which the adapter's request differed from the recorded request. The request got no answer."""

    sent: WireRequest


class Read(msgspec.Struct, frozen=True):
    """An exchange in which the adapter sent a request and read the recorded answer."""

    sent: WireRequest
    response: Response
    request_trip: RequestTrip = NotOffered()
    answer_trip: AnswerTrip = NotOffered()
    contradiction: str = ""
    """A message if the adapter's ``order`` has another number of calls than its reading. Otherwise ""."""


Attempt: TypeAlias = Untried | Withheld | Declined | Crashed | Unanswered | Read
"""The adapter's part in an exchange: its request and its reading, or the reason why it has none."""


class Trial(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """An exchange of a case: the recorded exchange, the right reading of its answer, and the adapter's attempt."""

    form: WireFormat
    rules: tuple[Rule, ...] = ()
    """The provider's rules for requests to the model."""
    tried: tuple[Tried, ...] = ()
    """The deviations of form with which libraries were tested."""
    mode: Mode
    expect: tuple[Predicate, ...]
    request: Request
    """The request in canonical form, as the adapter got it."""
    recorded: Exchange
    before: tuple[WireResponse, ...] = ()
    """The recorded answers to the earlier requests."""
    right: RightReading
    live: bool = False
    """True if a live model answered. If the model does something other than the scenario expects, that is not a
    failure.
    """
    lost: str | None = None
    """The reason why a live answer did not reach its end on the wire, or None if it did."""
    calls_before: int = 0
    """The number of calls in the history of the first request."""
    orphans_before: int = 0
    """The number of results in the first request that answer no call."""
    not_offered: tuple[str, ...] = ()
    """Tools that the model may call although they are not offered."""
    stored: bool = False
    """True if the next request continues this answer, so that the provider has to store the answer."""
    continued: WireRequest | None = None
    """The adapter's next request, which continues this stored answer. None if the adapter sent no such request."""
    limited: bool = False
    """True if the scenario has a token limit that is low enough to cut the call."""
    attempt: Attempt = Untried()
    played: bool = False
    """True if the adapter's request got the answer of this exchange."""
    again: int = 0
    """The number of times that the adapter repeated a request that already had an answer. Each time, the adapter got
    the same answer. The real provider would have answered each time, too.
    """
    shows: frozenset[str] | None = None
    """Those of ``ids``, ``finish`` and ``order`` that the adapter shows its user. None if it shows all of them."""
    marks_cuts: bool = False
    """True if the adapter's readings state for each call whether the call is complete.

    Else only the finish reason shows that a call was cut.
    """
    accepted: frozenset[str] = frozenset()
    """The deviations from the documented form of requests that the provider is known to accept. See
    ``schemas.deviating``.
    """
    exposes: frozenset[str] = frozenset()
    """The optional fields of an answer that a codec reads: ``id``, ``model``, ``usage``, ``error``, ``reasoning``."""
    asks_compaction: bool = False
    """True if a task of the scenario asks for compaction. A codec gets no task. It gets a canonical request, which
    cannot ask for compaction.
    """
    asks_reasoning: bool = False
    """True if a task of the scenario asks for visible reasoning. A codec gets no task. It gets a canonical request,
    which cannot ask for visible reasoning.
    """
    asks_streamed_arguments: bool = False
    """True if a task of the scenario asks for arguments that are streamed while the model writes them. A codec gets no
    task. It gets a canonical request, which cannot ask for this.
    """
    asks_background: bool = False
    """True if a task of the scenario asks for answers in the background. A codec gets no task. It gets a canonical
    request, which cannot ask for them.
    """
    front: "Trial | None" = None
    """The exchange between a gateway's client and the gateway. None if the adapter is not a gateway."""
    inexpressible: Inexpressible | None = None
    """The parts of a request to the provider that a gateway may lose, because the dialect of its clients has no place
    for them. None if the gateway translates nothing.
    """

    @property
    def expected(self) -> Expected | None:
        """The right reading of the answer. None if it is disputed."""
        return self.right if isinstance(self.right, Expected) else None

    @property
    def encoded(self) -> WireRequest | None:
        """The adapter's request. None if the adapter sent none."""
        match self.attempt:
            case Declined(sent=sent) | Crashed(sent=sent) | Unanswered(sent=sent) | Read(sent=sent):
                return sent
        return None

    @property
    def decoded(self) -> Response | None:
        """The adapter's reading of the recorded answer. None if the adapter read no answer."""
        match self.attempt:
            case Crashed(response=response) | Read(response=response):
                return response
        return None

    @property
    def contradiction(self) -> str:
        """A message if the adapter's ``order`` has another number of calls than its reading. Otherwise ""."""
        return self.attempt.contradiction if isinstance(self.attempt, Read) else ""

    @property
    def trouble(self) -> str | None:
        """The reason why the adapter failed. None if it did not fail."""
        return self.attempt.why if isinstance(self.attempt, Crashed) else None

    @property
    def declined(self) -> str | None:
        """The reason why the adapter declined. None if it did not decline."""
        return self.attempt.why if isinstance(self.attempt, Declined) else None

    @property
    def silent(self) -> bool:
        """True if the adapter raised no exception, did not decline, and read no error. Then the user never learns of a
        failure.
        """
        answered = self.trouble is None and self.declined is None
        return answered and (self.decoded is None or self.decoded.error is None)

    @property
    def earlier(self) -> Earlier:
        """The calls in the history of the first request, with their places in the dialect."""
        return Earlier(view=self.form.history, calls=self.calls_before, orphans=self.orphans_before)

    @property
    def rejection(self) -> bool:
        """True if the scenario expects that the provider refuses the request of this exchange."""
        return any(predicate.name == "refused" for predicate in self.expect)

    @property
    def refused(self) -> bool:
        """True if the recorded answer is a refusal. A refusal is plain JSON, even if a stream was requested."""
        return self.recorded.response.is_refusal

    @property
    def is_unasked_stream(self) -> bool:
        """True if the recorded answer is a stream although a plain answer was requested."""
        answer = self.recorded.response
        is_stream = payloads.is_event_stream(answer) or aws_event_stream.is_event_stream(answer)
        return self.mode == "plain" and not self.refused and is_stream

    @property
    def cut(self) -> bool:
        """True if the right reading is that the answer was interrupted, is malformed, or ended with an error. Such an
        answer lacks the last fields and events of its dialect.
        """
        return self.expected is not None and self.expected.finish in _CUT

    def is_shown(self, what: str) -> bool:
        """Return whether the adapter shows ``what`` to its user: ``ids``, ``finish`` or ``order``. A part that is not
        shown is not compared.
        """
        return self.shows is None or what in self.shows

    def sent(self) -> Json:
        """Return the body of the adapter's request. None if the adapter sent no request, or if the body is not JSON."""
        return _json(self.encoded.body) if self.encoded else None

    def recorded_request(self) -> Json:
        """Return the body of the recorded request. None if it is not JSON."""
        return _json(self.recorded.request.body)

    @property
    def keeps_what_is_stored(self) -> bool:
        """True if the recorded request continues a stored answer or conversation, and the adapter's request continues
        none.

        The recorded request then has only the new messages, and the adapter's request has all messages. The difference
        is not a mistake of the adapter.
        """
        places = self.form.expresses.kept.values()

        def continues(body: Json) -> bool:
            return any(value for place in places for value in pointer.values(body, place))

        return bool(places) and continues(self.recorded_request()) and not continues(self.sent())

    @cached_property
    def is_compacted(self) -> bool:
        """True if the recorded request and the adapter's request have a compaction.

        The adapter's request may then lack the messages before the compaction. That is not a mistake of the adapter,
        because the provider itself drops these messages.
        """
        return any(
            operation.is_in(self.recorded_request()) and operation.is_in(self.sent())
            for operation in self.form.equal
            if isinstance(operation, DropBefore)
        )

    @property
    def equal(self) -> tuple[Equal, ...]:
        """The operations with which the adapter's request is compared with the recorded request.

        If the adapter's request lacks the compaction, the messages before the compaction are compared, too.
        """
        if self.is_compacted:
            return self.form.equal
        return tuple(operation for operation in self.form.equal if not isinstance(operation, DropBefore))

    def documents(self) -> list[Json]:
        """Return the documents of the recorded answer: a single document, or the payloads of a stream."""
        return payloads.payloads(self.recorded.response)

    def documents_before(self) -> tuple[Json, ...]:
        """Return the documents of the earlier recorded answers."""
        return payloads.of_all(self.before)


def _json(body: bytes) -> Json:
    try:
        return exact_json.loads(body)
    except JsonError:
        return None
