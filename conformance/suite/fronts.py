"""The two sides of a gateway: the exchange with its client at the front, and the exchange with the provider."""

from typing import Final

import msgspec

from conformance.adapters.gateway import Gateway
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading
from conformance.judge import request_match
from conformance.judge.inexpressible import Inexpressible, inexpressible
from conformance.judge.trial import Trial
from conformance.recording import error_words
from conformance.recording.case import Case
from conformance.recording.consumers import tried
from toolwire.providers import owner, rules, wire_format
from toolwire.wire import pointer
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import Exchange, WireRequest

_DECLINES: Final = (400, 422, 501)
"""The HTTP statuses of a service that does not support a request."""


def at_the_front(trial: Trial, gateway: Gateway, exchange: Exchange, case: Case) -> Trial | Unsupported:
    """Return the trial, with ``exchange`` added. This is the exchange at the front: between the client and the gateway.

    The right answer at the front is the provider's answer. The front's dialect may be unable to express some values of
    the recorded request. Return ``Unsupported`` with the reason if the gateway's request to the provider lacks only
    such values. If the request has other differences, too, the judge ignores the missing values.
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
    apart = inexpressible(trial.form, handed.form)
    if trial.encoded is not None and (lost := _losses_alone(trial, trial.encoded, apart)):
        return Unsupported(f"{gateway.front} has no way to express {', '.join(lost)}")
    return msgspec.structs.replace(trial, inexpressible=apart)


def _losses_alone(trial: Trial, sent: WireRequest, apart: Inexpressible) -> list[str]:
    """Return pointers to the values that the gateway's request ``sent`` lacks because the dialect of the gateway's
    clients cannot express them.

    Return [] if ``sent`` also has other differences from the recorded request, or if the recorded body is not JSON.
    """
    request, equal = trial.recorded.request, trial.form.equal
    differences = list(request_match.differing(sent, request, equal, trial.earlier))
    try:
        recorded = request_match.read_normalised(request.body, equal, trial.earlier)
    except JsonError:
        return []
    others, lost = apart.split(differences, recorded)
    missing = {pointer.general(difference.path) for difference in lost if difference.kind == "missing"}
    return [] if others else sorted(missing)


def unsent(reading: Reading, gateway: Gateway) -> Unsupported | str:
    """Return the reason why a gateway answered its client without sending a request to the provider.

    The reason is a text, or an ``Unsupported`` if the status of the answer means that the gateway does not support the
    request. If the answer is an error, its status and its words are added to ``gateway.own_answers``.
    """
    if reading.error is None:
        return "the gateway answered without sending a request to the provider"
    answer = gateway.exchanges[-1].response
    status = reading.error.status or answer.status
    message = error_words.of(answer.body) if reading.error.value is None else reading.error.message
    gateway.own_answers.append((status, error_words.beginning(gateway.hidden(message))))
    why = f"the gateway itself refuses the request, with status {status}{message and f': {message}'}"
    return Unsupported(why) if status in _DECLINES else why
