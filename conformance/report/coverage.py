"""What is covered: every provider and scenario has a cassette or a reason, and so has every rule a check."""

from typing import Literal

import msgspec

from conformance.claims import DialectClaims, cassettes_folder, load_all
from conformance.recording.cassette import CassetteName
from conformance.scenarios import load, names

State = Literal["cassette", "not-applicable", "accepted", "pending", "missing"]


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario of one provider's dialect."""

    provider: str
    dialect: str
    scenario: str
    state: State
    reason: str = ""


def places() -> tuple[Place, ...]:
    """Every scenario of every provider's dialects."""
    return tuple(
        _place(provider, dialect, claims, scenario)
        for provider, profile in load_all().items()
        for dialect, claims in profile.dialects.items()
        for scenario in names()
    )


def _place(provider: str, dialect: str, claims: DialectClaims, scenario: str) -> Place:
    modes = load(scenario).modes
    recorded = [
        mode for mode in modes if CassetteName(provider, dialect, scenario, mode).under(cassettes_folder()).exists()
    ]
    pending = claims.pending.get(scenario) or claims.pending.get("*")
    state: State
    if scenario in claims.unsupported:
        state, reason = "not-applicable", claims.unsupported[scenario]
    elif scenario in claims.accepts:
        state, reason = "accepted", claims.accepts[scenario]
    elif len(recorded) == len(modes):
        state, reason = "cassette", ""
    elif pending is not None:
        state, reason = "pending", pending
    else:
        state, reason = "missing", "no cassette, and no reason why"
    return Place(provider=provider, dialect=dialect, scenario=scenario, state=state, reason=reason)


def stale() -> tuple[str, ...]:
    """Reasons for what has a cassette after all, or for scenarios that there are not."""
    found = []
    for provider, profile in load_all().items():
        for dialect, claims in profile.dialects.items():
            folder = cassettes_folder() / provider / dialect
            recorded = {path.name.partition(".")[0] for path in folder.glob("*.yaml")}
            for scenario in (*claims.pending, *claims.unsupported, *claims.accepts):
                if scenario in recorded or scenario not in (*names(), "*"):
                    found.append(f"{provider}/{dialect}: {scenario}")
    return tuple(found)
