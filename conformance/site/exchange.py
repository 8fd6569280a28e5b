"""A recorded exchange, prepared for a page.

It has the request and the answer, formatted for reading, their canonical forms, and the rules that apply to them.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from markupsafe import Markup

from conformance.adapters.reference import ReferenceAdapter
from conformance.judge import rules as judged
from conformance.judge.finding import Finding
from conformance.recording.case import Case
from conformance.recording.cassette import Answered
from conformance.scenarios import Mode
from conformance.site import fields, timeline
from conformance.site.laid_out import laid_out
from conformance.site.text import shortened
from conformance.site.timeline import StreamEvent
from toolwire.model import Expected, Json, to_builtins
from toolwire.providers import Rule, WireFormat
from toolwire.wire import exact_json, payloads
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

_RAW: Final = 20_000
"""The maximum number of bytes of an unchanged body that are shown."""
_EVENTS: Final = 400
"""The maximum number of events of a stream that are shown."""
_EVENT: Final = 4_000
"""The maximum number of characters of an event that are laid out. The rest is cut off."""
_REFERENCE: Final = ReferenceAdapter()


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a request or an answer, as HTML and as text. If these show only a part, the whole bytes are added."""

    pretty: Markup | None
    """The body as HTML with line breaks and with marks at canonical fields. None if the body is not JSON."""
    raw: str
    """The unchanged body as text, cut to a maximum length."""
    size: int
    """The size of the body in bytes."""
    whole: bytes | None = None
    """The whole body if ``pretty`` or ``raw`` shows only a part of it. Otherwise None."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a stream, laid out for the page."""

    number: int
    at: int | None
    """The time of the event, in milliseconds after the request. None if the time is not known."""
    after: int | None
    """The time between the previous event and this event, in milliseconds. For the first event, it is ``at``."""
    share: float
    """The time of the event, in percent of the duration of the stream."""
    name: str
    shown: Markup | str
    fields: str
    """The names of the canonical fields that the event contains."""


class Stream(msgspec.Struct, frozen=True, kw_only=True):
    """A streamed answer with the times of its events."""

    moments: tuple[Moment, ...]
    number: int
    """The number of events in the stream."""
    times: tuple[int | None, ...]
    """The time of each event, in milliseconds after the request, or None if the time is not known."""
    until: int | None
    """The time of the last event, in milliseconds after the request. None if no time is known."""
    trouble: str
    """The error because of which the stream cannot be read. "" if there is none."""


class Applying(msgspec.Struct, frozen=True):
    """A rule that applies to an exchange, and the findings about violations of this rule."""

    rule: Rule
    findings: tuple[Finding, ...]


class ShownExchange(msgspec.Struct, frozen=True, kw_only=True):
    """An exchange of a conversation, in the form in which a page shows it."""

    number: int
    method: str
    url: str
    request_headers: tuple[tuple[str, str], ...]
    request: Body
    request_canonical: Markup | None
    status: int
    response_headers: tuple[tuple[str, str], ...]
    response: Body
    stream: Stream | None
    response_canonical: Markup | None
    stated: Markup | None
    """The right reading of the answer, as the cassette states it. None if it is undecided."""
    agreed: tuple[str, ...]
    """The names of the sources that agree on the right reading: readers, or the scenario's script."""
    undecided: str
    """The reason why the right reading is undecided. "" if it is decided."""
    fields: tuple[str, ...]
    """The names of the canonical fields that occur anywhere in the exchange."""
    rules: tuple[Applying, ...]


def shown(case: Case) -> tuple[ShownExchange, ...]:
    """Return the exchanges of a case in the form in which a page shows them."""
    cassette, form = case.cassette, case.form
    return tuple(
        _shown(
            n,
            exchange,
            stated,
            cassette.provenance.timing.of(n),
            form.dialect,
            form,
            case.rules,
            cassette.exchanges[:n],
        )
        for n, (exchange, stated) in enumerate(zip(cassette.exchanges, cassette.provenance.expected, strict=True))
    )


def _shown(
    n: int,
    exchange: Exchange,
    stated: Answered,
    chunks: timeline.Chunks,
    dialect: str,
    form: WireFormat,
    asked: tuple[Rule, ...],
    before: tuple[Exchange, ...],
) -> ShownExchange:
    request, response = exchange.request, exchange.response
    sent = _json(request.body)
    sent_at = fields.on_wire(sent, form.mapping.request, form.mapping)
    canonical = _canonical_request(dialect, request)
    read = _canonical_response(dialect, response)
    streamed = timeline.is_stream(response)
    answered: Json = None if streamed else _json(response.body)
    answered_at = fields.on_wire(answered, form.mapping.response, form.mapping)
    stream = _stream(response, chunks, form) if streamed else None
    right = _right(stated.answer)
    named = {*sent_at.values(), *answered_at.values()}
    named |= {field for moment in (stream.moments if stream else ()) for field in moment.fields.split()}
    return ShownExchange(
        number=n + 1,
        method=request.method,
        url=request.url,
        request_headers=tuple(sorted(request.headers.items())),
        request=_body(request.body, sent, sent_at),
        request_canonical=canonical and laid_out(canonical, fields.in_request(canonical))[0],
        status=response.status,
        response_headers=tuple(sorted(response.headers.items())),
        response=_body(response.body, answered, answered_at),
        stream=stream,
        response_canonical=read and laid_out(read, fields.in_response(read))[0],
        stated=right and laid_out(right, fields.in_response(right))[0],
        agreed=stated.agreed,
        undecided="" if stated.answer else stated.why or "readers do not agree",
        fields=tuple(field for field in _every_field(form) if field in named),
        rules=tuple(_applying(sent, response, form, asked, before)),
    )


def _json(body: bytes) -> Json:
    try:
        return exact_json.loads(body)
    except WireError:
        return None


def _body(data: bytes, document: Json, places: fields.Places) -> Body:
    pretty, whole = (None, True) if document is None else laid_out(document, places)
    text = data[:_RAW].decode(errors="backslashreplace")
    is_cut = len(data) > _RAW
    if is_cut:
        text = f"{text} … (the first {_RAW:,} of {len(data):,} bytes)"
    return Body(pretty=pretty, raw=text, size=len(data), whole=data if is_cut or not whole else None)


def _canonical_request(dialect: str, request: WireRequest) -> Json:
    """Return the reference normalizer's canonical form of a request. None if the normalizer cannot read the request."""
    try:
        return _plain(to_builtins(_REFERENCE.decode_request(dialect, request)))
    except Exception:  # the reference's reading is judged elsewhere
        return None


def _canonical_response(dialect: str, response: WireResponse) -> Json:
    try:
        return _plain(to_builtins(_REFERENCE.decode(dialect, response)))
    except Exception:  # as above
        return None


def _plain(value: Any) -> Any:
    """Return a canonical value without its ``carried`` keys. These keys contain unchanged wire data, which the page
    shows in the body.
    """
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if key != "carried"}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _right(answer: Expected | None) -> Json:
    return None if answer is None else to_builtins(answer)


def _stream(response: WireResponse, chunks: timeline.Chunks, form: WireFormat) -> Stream:
    found: list[StreamEvent] = []
    trouble = ""
    try:
        found.extend(timeline.events(response, chunks))
    except WireError as error:
        trouble = str(error)
    times = [event.at for event in found if event.at is not None]
    return Stream(
        moments=tuple(_moments(found[:_EVENTS], max(times, default=0), form)),
        number=len(found),
        times=tuple(event.at for event in found),
        until=max(times, default=None),
        trouble=trouble,
    )


def _moments(events: list[StreamEvent], until: int, form: WireFormat) -> Iterator[Moment]:
    before: int | None = None
    known = fields.of_events(form.mapping)
    for n, event in enumerate(events, 1):
        places = fields.on_wire(event.document, known, form.mapping)
        yield Moment(
            number=n,
            at=event.at,
            after=event.at - (before or 0) if event.at is not None else None,
            share=round(100 * event.at / until, 1) if event.at and until else 0,
            name=event.name,
            shown=shortened(event.text, _EVENT)
            if event.document is None
            else laid_out(event.document, places, flat=True, most=_EVENT)[0],
            fields=" ".join(dict.fromkeys(places.values())),
        )
        before = event.at


def _every_field(form: WireFormat) -> list[str]:
    mapping = form.mapping
    return list(dict.fromkeys((*mapping.request, *mapping.response, *fields.of_events(mapping))))


def _applying(
    sent: Json, response: WireResponse, form: WireFormat, asked: tuple[Rule, ...], before: tuple[Exchange, ...]
) -> Iterator[Applying]:
    """Yield each rule that has a check and applies to the exchange's request or answer, with the rule's findings.

    ``asked``: the rules of the provider. ``before``: the earlier exchanges of the conversation. Stop at the first body
    that cannot be read.
    """
    try:
        earlier = payloads.of_all(exchange.response for exchange in before)
        for rule, findings in judged.asked(sent, form.history, asked, earlier):
            yield Applying(rule, tuple(findings))
        mode: Mode = "stream" if timeline.is_stream(response) else "plain"
        answer = judged.answer(response, mode, form.history)
        for rule, findings in judged.held(judged.checked(asked, mode), answer):
            yield Applying(rule, tuple(findings))
    except WireError:
        return
