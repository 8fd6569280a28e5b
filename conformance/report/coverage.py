"""The coverage of scenarios: the evidence for each scenario of each provider, or the reason why no evidence exists.

The evidence is the provider's own cassette, or a borrowed cassette, which is made from a cassette of the dialect's
owner.
"""

from typing import Literal

import msgspec

from conformance.data import cassettes_folders
from conformance.recording import by_dialect
from conformance.recording.cassette import CassetteName, recorded
from conformance.scenarios import homes as scenario_homes
from conformance.scenarios import load, names, names_in_modes
from toolwire.providers import DialectClaims, Quirk, homes, load_all
from toolwire.providers import load as load_profile

State = Literal["cassette", "by-dialect", "not-applicable", "accepted", "pending", "missing"]


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario in a provider's dialect, and the state of its coverage."""

    provider: str
    dialect: str
    scenario: str
    state: State
    reason: str = ""


def places() -> tuple[Place, ...]:
    """Return the coverage of every scenario in every dialect of every provider.

    Our own providers are not combined with scenarios in the data folders of users.
    """
    cassettes = recorded()
    return tuple(
        _place(provider, dialect, claims, scenario, cassettes)
        for provider, profile in load_all().items()
        for dialect, claims in profile.dialects.items()
        for scenario in names()
        if homes()[provider].laid_over or not scenario_homes()[scenario].laid_over
    )


def _place(
    provider: str, dialect: str, claims: DialectClaims, scenario: str, cassettes: frozenset[CassetteName]
) -> Place:
    names = [CassetteName(provider, dialect, scenario, mode) for mode in load(scenario).modes]
    own = [name for name in names if name in cassettes]
    waiting = [
        f"{name.mode}: {claims.pending[key]}" for name in names if (key := f"{scenario}.{name.mode}") in claims.pending
    ]
    pending = claims.pending.get(scenario) or claims.pending.get("*")
    state: State
    if scenario in claims.unsupported:
        state, reason = "not-applicable", claims.unsupported[scenario]
    elif scenario in claims.accepts:
        state, reason = "accepted", claims.accepts[scenario]
    elif len(own) == len(names):
        state, reason = "cassette", ""
    elif own and len(own) + len(waiting) == len(names):
        state, reason = "cassette", "; ".join(waiting)
    elif pending is not None:
        state, reason = "pending", pending
    elif all(name in own or by_dialect.is_played(name) for name in names):
        state, reason = "by-dialect", ""
    elif claims.home != provider:
        owner = load_profile(claims.home).dialects[dialect]
        lent = _place(claims.home, dialect, owner, scenario, cassettes)
        state, reason = lent.state, f"as {claims.home}: {lent.reason}"
        if load(scenario).refused:
            state, reason = (
                "pending",
                "only a recording of this provider can show which requests the provider refuses, and with which words",
            )
        elif scenario in owner.own:
            state, reason = "pending", f"cannot be inferred from {claims.home}'s cassette: {owner.own[scenario]}"
    else:
        state, reason = "missing", "expected a cassette, or a reason in the claims why there is none, got neither"
    return Place(provider=provider, dialect=dialect, scenario=scenario, state=state, reason=reason)


class ProviderQuirk(msgspec.Struct, frozen=True, kw_only=True):
    """A quirk of a provider's dialect. The property ``transforms`` has the names of the transforms that imitate the
    quirk.
    """

    provider: str
    dialect: str
    quirk: Quirk

    @property
    def transforms(self) -> str:
        return ", ".join(dict.fromkeys(str(transform["do"]) for transform in self.quirk.apply))


def quirks() -> tuple[ProviderQuirk, ...]:
    """Return every quirk (known difference from the dialect's owner) of every provider."""
    return tuple(
        ProviderQuirk(provider=provider, dialect=dialect, quirk=quirk)
        for provider, profile in load_all().items()
        for dialect, claims in profile.dialects.items()
        for quirk in claims.quirks
    )


def contradicted() -> tuple[str, ...]:
    """Return ``provider/dialect: scenario`` for each scenario that is played with a borrowed cassette, although the
    provider declares that it lacks the scenario's capability.
    """
    return tuple(
        f"{place.provider}/{place.dialect}: {place.scenario}"
        for place in places()
        if place.state == "by-dialect"
        for declared in load_profile(place.provider).dialects[place.dialect].declared
        if declared.claim == "no" and declared.capability == load(place.scenario).capability
    )


def stale() -> tuple[str, ...]:
    """Return ``provider/dialect: scenario`` for each scenario that the claims list under ``pending``, ``unsupported``
    or ``accepts`` without need: a cassette of the scenario exists, or no such scenario exists.

    The claims may also list a single mode, such as ``call-single.stream``. ``*`` for all scenarios is always allowed.
    """
    unneeded = []
    for provider, profile in load_all().items():
        for dialect, claims in profile.dialects.items():
            paths = (path for folder in cassettes_folders() for path in (folder / provider / dialect).glob("*.yaml"))
            files = [path.name.removesuffix(".yaml") for path in paths]
            recorded = {*files, *(name.partition(".")[0] for name in files)}
            known = ("*", *names_in_modes())
            for scenario in (*claims.pending, *claims.unsupported, *claims.accepts):
                if scenario in recorded or scenario not in known:
                    unneeded.append(f"{provider}/{dialect}: {scenario}")
    return tuple(unneeded)
