"""What a check looks at."""

import msgspec

from conformance.judge.earlier import Earlier
from conformance.scenarios import Mode, Predicate
from toolwire.model import Expected, Json, Request, Response
from toolwire.providers import Rule, WireFormat
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse
from toolwire.wire.payloads import payloads

_CUT = ("interrupted", "malformed", "error")


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One exchange of a case, seen from every side."""

    form: WireFormat
    rules: tuple[Rule, ...] = ()
    """What the provider asks of requests to the model."""
    mode: Mode
    expect: tuple[Predicate, ...]
    request: Request
    """The request in canonical form, as the adapter was given it."""
    recorded: Exchange
    before: tuple[WireResponse, ...] = ()
    """The recorded answers before."""
    expected: Expected | None
    """The right reading of the answer; None where it is undecided."""
    undecided: str | None = None
    """Why it is undecided, where it is."""
    encoded: WireRequest | None = None
    """What the adapter made of ``request``; None where it gave up."""
    decoded: Response | None = None
    """What the adapter made of the recorded answer; None where it gave up."""
    rewritten: WireRequest | None = None
    """The recorded request, read and written again by the adapter; None where it does not offer that."""
    replayed: Response | None = None
    """``decoded``, written as an answer and decoded again; None where the adapter does not offer that."""
    rewritten_answer: bytes | None = None
    """``decoded`` written as a plain answer; None for streams."""
    request_trip_trouble: str | None = None
    """Why the adapter gave no ``rewritten``, where it offers that and failed."""
    answer_trip_trouble: str | None = None
    """Why it gave no ``replayed`` or ``rewritten_answer``, where it offers that and failed."""
    live: bool = False
    """Whether a model answered that nobody scripted: what it chose not to do is not observed, and no failure."""
    calls_before: int = 0
    """How many calls the history held from the first request on."""
    not_offered: tuple[str, ...] = ()
    """Tools that the model may call all the same."""
    limited: bool = False
    """Whether the client lets the model say so little that its call is cut: that is what the scenario is about."""
    withheld: str | None = None
    """Why the adapter did not send a request that the provider refuses; then nothing is asked of it."""
    trouble: str | None = None
    """Why the adapter gave up, where it did."""
    declined: str | None = None
    """Why the adapter declined to encode or to decode, where it did; then nothing after it was tried."""
    shows: frozenset[str] | None = None
    """What the adapter lets its user see, of ``ids``, ``finish``, ``order``; None where it shows everything."""
    played: bool = False
    """Whether one of the adapter's requests was answered by this exchange."""
    again: int = 0
    """How many more of the adapter's requests were answered by this exchange: the provider would have answered each."""
    front: "Trial | None" = None
    """What a gateway's client said and got in place of ``recorded``; None where there is no gateway."""
    unsaid: frozenset[str] = frozenset()
    """Where something should go back that a gateway's client had no way to say."""

    @property
    def earlier(self) -> Earlier:
        """The calls that the history held from the first request on."""
        return Earlier(view=self.form.history, calls=self.calls_before)

    @property
    def rejection(self) -> bool:
        """Whether the request is one that providers refuse."""
        return any(predicate.name == "refused" for predicate in self.expect)

    @property
    def refused(self) -> bool:
        """Whether the recorded answer is a refusal, which is plain JSON whatever was asked."""
        return self.recorded.response.is_refusal

    @property
    def cut(self) -> bool:
        """Whether the answer was cut, or broke off: then it lacks what dialects say last."""
        return self.expected is not None and self.expected.finish in _CUT

    def is_shown(self, what: str) -> bool:
        """Whether the adapter lets its user see a thing: only then it is compared."""
        return self.shows is None or what in self.shows

    def sent(self) -> Json:
        """The body of the adapter's request; None where there is none."""
        return _json(self.encoded.body) if self.encoded else None

    def recorded_request(self) -> Json:
        """The body of the recorded request."""
        return _json(self.recorded.request.body)

    def documents(self) -> list[Json]:
        """The documents of the recorded answer: one, or the payloads of a stream."""
        return payloads(self.recorded.response)

    def documents_before(self) -> tuple[Json, ...]:
        """The documents of the recorded answers before."""
        return tuple(document for response in self.before for document in payloads(response))


def _json(body: bytes) -> Json:
    try:
        return exact_json.loads(body)
    except JsonError:
        return None
