"""Cassettes of generated scenarios. They are made in memory, and are not stored in files.

The reference writes the requests, and the dialect's stand-in, a simulated provider, answers them. A mistake of the
reference could thus become the expected behaviour. So tests compare the reference's requests for some scenarios of each
dialect with the requests of the vendor's SDK.
"""

from functools import lru_cache
from typing import Final

from conformance.data import cassettes_folder, kept
from conformance.recording.cassette import Cassette, CassetteName, Provenance
from conformance.recording.conversation import Exchanged, hold, provenance, turn_of
from conformance.recording.live_case import LiveCase
from conformance.scenarios.generated import parsed, subjects
from conformance.standins import Answer, Ids, Unplayable, stand_in
from toolwire.dialects.dialect import DIALECTS
from toolwire.dialects.errors import Inexpressible
from toolwire.providers import owner
from toolwire.wire.exchange import Exchange, WireRequest

_WHOLE: Final = (2**17, 2**17)
_SIZES: Final = (_WHOLE, _WHOLE, (1, 1), (2, 9))
"""The sizes of the pieces in which texts and arguments are streamed. Each pair is the smallest and the largest size."""


class NotPlayed(Exception):
    """An error for a generated scenario that cannot be played: the claims list it as unsupported, the dialect cannot
    express it, or the dialect's stand-in refuses a request. ``str()`` is the reason.
    """


class GeneratedCassette(Cassette):
    """The cassette of a generated scenario, which is not stored in a file."""

    def __init__(self, case: LiveCase, stated: Provenance, exchanges: tuple[Exchange, ...]) -> None:
        self.path = case.name.under(cassettes_folder())
        self.name = case.name
        self.claims = case.claims
        self.provenance = stated
        self.exchanges = exchanges


def speakers() -> tuple[tuple[str, str], ...]:
    """Return the pairs of a provider and a dialect with which generated scenarios are played. In each pair, the
    provider is the dialect's owner.
    """
    return tuple((owner(dialect), dialect) for dialect in DIALECTS)


def is_generated(name: CassetteName) -> bool:
    """Return whether a cassette belongs to a generated scenario."""
    return parsed(name.scenario) is not None


@kept
@lru_cache(maxsize=64)
def generated_cassette(name: CassetteName) -> GeneratedCassette:
    """Play a generated scenario, and return its cassette. Raises ``NotPlayed``."""
    case = LiveCase.of(name)
    for subject in subjects(case.scenario):
        if subject in case.claims.unsupported:
            raise NotPlayed(case.claims.unsupported[subject])
    played: list[Exchanged] = []

    def ask(request: WireRequest) -> Answer:
        turn = turn_of(case.scenario, len(played))
        return stand_in(name.dialect).answer(request, turn, Ids(str(name), len(played), _SIZES))

    try:
        for exchanged in hold(case, ask):
            played.append(exchanged)
            stated = exchanged.answer.expected
            if stated is not None and stated.error is not None and exchanged.response.is_refusal:
                raise NotPlayed(f"the stand-in refuses the request: {stated.error.message}")
    except (Inexpressible, Unplayable) as error:
        raise NotPlayed(str(error)) from None
    exchanges = tuple(each.exchange for each in played)
    origin = provenance(case, [each.answer for each in played], _served(played), "reference")
    return GeneratedCassette(case, origin, exchanges)


def _served(played: list[Exchanged]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.read.model for each in played if each.read is not None and each.read.model))
