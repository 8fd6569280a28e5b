"""The choice of the cases that a live recording plays."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, Literal

from conformance.data import all_data
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import CassetteError
from conformance.recording.live_case import LiveCase
from conformance.scenarios import load_all as load_scenarios
from toolwire.providers import DialectClaims

Only = Literal["stale", "missing", "documented"]
STALE: Final = timedelta(days=30)
"""The maximum age of a recording that counts as fresh."""


def chosen(
    provider: str, spoken: dict[str, DialectClaims], scenarios: tuple[str, ...], only: Only | None, today: str
) -> Iterator[LiveCase]:
    """Yield the cases that a live recording plays. If ``scenarios`` is empty, all scenarios are played.

    ``spoken``: the chosen dialects of the provider. ``only``: the state of the cassettes whose cases are played:
    ``missing``, ``documented``, or ``stale`` (a recording that on the day ``today`` is older than ``STALE``). None
    means every state.

    Cases whose recording the claims list as ``pending`` are also played. A scenario is left out if only stand-ins can
    play it, or if the claims list it under ``unsupported`` or ``accepts``. Raises ``ClaimError``.
    """
    for dialect, claims in spoken.items():
        for scenario in load_scenarios():
            left_out = scenario.fictional or scenario.id in {*claims.unsupported, *claims.accepts}
            if (not scenarios or scenario.id in scenarios) and not left_out:
                names = (CassetteName(provider, dialect, scenario.id, mode) for mode in scenario.modes)
                yield from (LiveCase.of(name) for name in names if _is_asked_for(name, only, today))


def _is_asked_for(name: CassetteName, only: Only | None, today: str) -> bool:
    if only is None:
        return True
    kept = evidence(name)
    if kept is None:
        return only == "missing"
    if only == "stale":
        return kept.origin != "documented" and _is_stale(kept, today)
    return only == "documented" and kept.origin == "documented"


def evidence(name: CassetteName) -> Cassette | None:
    """Read the cassette with this name. Return None if no such cassette exists, or if it cannot be read."""
    try:
        return Cassette(name.among(tuple(data.cassettes for data in all_data())))
    except CassetteError:
        return None


def _is_stale(kept: Cassette, today: str) -> bool:
    last = kept.provenance.confirmed or kept.provenance.date
    return date.fromisoformat(today) - date.fromisoformat(last) > STALE
