"""Both sides of a gateway: what its client sent and got at the front, beside what came to the provider."""

from typing import Final

import msgspec

from conformance.adapters.gateway import Gateway
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading
from conformance.judge import request_match
from conformance.judge.inexpressible import Inexpressible, inexpressible
from conformance.judge.trial import Trial
from conformance.recording.case import Case
from conformance.recording.consumers import tried
from toolwire.providers import owner, rules, wire_format
from toolwire.wire import pointer
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import Exchange, WireRequest

_DECLINES: Final = (400, 422, 501)
"""The statuses with which a service says that it does not do something."""


def at_the_front(trial: Trial, gateway: Gateway, exchange: Exchange, case: Case) -> Trial | Unsupported:
    """The trial with the exchange at the front, whose right answer is the provider's; or why the front cannot ask it.

    A gateway is not judged by what its front's dialect has no place for. Another value there is the gateway's own.
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
    """The places that the front cannot express, where a request lacks these and differs in nothing else."""
    request, equal = trial.recorded.request, trial.form.equal
    differences = list(request_match.differing(sent, request, equal, trial.earlier))
    try:
        recorded = request_match.read_normalised(request.body, equal, trial.earlier)
    except JsonError:
        return []
    others, lost = apart.split(differences, recorded)
    missing = {pointer.general(difference.path) for difference in lost if difference.kind == "missing"}
    return [] if others else sorted(missing)


def unsent(reading: Reading) -> Unsupported | str:
    """The meaning of an answer from a gateway that sent the provider nothing: it declines where its status says so."""
    if reading.error is None:
        return "the gateway sent the provider nothing, and answered itself"
    why = f"the gateway refuses it itself, with status {reading.error.status}: {reading.error.message}"
    return Unsupported(why) if reading.error.status in _DECLINES else why
