"""Both sides of a gateway: what its client sent and got at the front, beside what came to the provider."""

from collections.abc import Hashable
from typing import Final

import msgspec

from conformance.adapters.gateway import Gateway
from conformance.adapters.reference import written
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading
from conformance.judge import request_match
from conformance.judge.difference import Difference
from conformance.judge.finding import NotApplicable
from conformance.judge.mapping import request_mapping
from conformance.judge.returned import returned
from conformance.judge.trial import Trial, Unanswered
from conformance.recording.case import Case
from conformance.recording.consumers import tried
from toolwire.dialects.dialect import dialect
from toolwire.dialects.transplant import transplant
from toolwire.providers import owner, rules, wire_format
from toolwire.wire import pointer
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, WireRequest

_DECLINES: Final = (400, 422, 501)
"""The statuses with which a service says that it does not do something."""


def at_the_front(trial: Trial, gateway: Gateway, exchange: Exchange, case: Case) -> Trial | Unsupported:
    """The trial with the exchange at the front, whose right answer is the provider's; or why the front cannot ask it.

    No gateway could have sent the recorded request where the reference could not, which loses nothing that the dialect
    can express. So a gateway is not held to what the reference, too, loses of the client's request: the same at the
    same place. Another value there is the gateway's own.
    """
    home = owner(gateway.front)
    handed = msgspec.structs.replace(
        trial,
        form=wire_format(home, gateway.front),
        rules=rules(home, gateway.front),
        tried=tried(gateway.front, trial.mode),
        recorded=exchange,
    )
    trial = msgspec.structs.replace(trial, front=handed)
    if gateway.front == case.name.dialect:
        return trial
    try:
        ideal = _handed_on(exchange.request, gateway.front, case)
    except (Unsupported, WireError) as why:
        lost = _differences(trial, trial.encoded) if trial.encoded else {}
        return Unsupported(f"{gateway.front} has no way to express it: {why}") if lost else trial
    excused: frozenset[Hashable] = frozenset()
    if trial.encoded is not None:
        lost = _differences(trial, trial.encoded)
        excused = frozenset(lost.keys() & _differences(trial, ideal).keys())
        if lost and lost.keys() == excused:
            places = sorted({pointer.general(difference.path) for difference in lost.values()})
            return Unsupported(f"{gateway.front} has no way to express {', '.join(places)}")
    return msgspec.structs.replace(
        trial, inexpressible=_not_returned(trial, ideal), excused=excused | _not_mapped(trial, ideal)
    )


def _not_returned(trial: Trial, ideal: WireRequest) -> frozenset[str]:
    """Pointers to what should go back, and what an ideal gateway does not return either."""
    try:
        handed_on = msgspec.structs.replace(trial, attempt=Unanswered(ideal))
        return frozenset(finding.path for finding in returned(handed_on))
    except NotApplicable:
        return frozenset()


def _not_mapped(trial: Trial, ideal: WireRequest) -> frozenset[Hashable]:
    """The lines of the findings of the mapping on an ideal gateway's request."""
    try:
        return frozenset(
            finding.line for finding in request_mapping(msgspec.structs.replace(trial, attempt=Unanswered(ideal)))
        )
    except NotApplicable:
        return frozenset()


def _differences(trial: Trial, request: WireRequest) -> dict[Hashable, Difference]:
    """The differences between a request and the recorded one, by keys that do not depend on the order of keys."""
    found = request_match.differing(request, trial.recorded.request, trial.form.equal, trial.earlier)
    return {difference.key: difference for difference in found}


def _handed_on(asked: WireRequest, front: str, case: Case) -> WireRequest:
    """The request that the reference makes of one that came to the front."""
    request = transplant(dialect(front).read_request(asked), case.name.dialect).request
    return written(case.name.dialect, request, case.claims.base_url, case.name.provider)


def unsent(reading: Reading) -> Unsupported | str:
    """The meaning of an answer from a gateway that sent the provider nothing: it declines where its status says so."""
    if reading.error is None:
        return "the gateway sent the provider nothing, and answered itself"
    why = f"the gateway refuses it itself, with status {reading.error.status}: {reading.error.message}"
    return Unsupported(why) if reading.error.status in _DECLINES else why
