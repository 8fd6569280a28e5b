"""A case that is played with an endpoint: a scenario, together with the provider's claims."""

import msgspec

from conformance.recording.cassette import CassetteName, deviation
from conformance.scenarios import Scenario, load
from conformance.scenarios.generated import subjects
from toolwire.dialects.dialect import Dialect, dialect
from toolwire.providers import DialectClaims, WireFormat, wire_format
from toolwire.providers import load as load_profile
from toolwire.providers.profile import Asks, asks


class LiveCase(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario that is played in a mode, in a dialect of a provider.

    ``name`` states the scenario, the mode, the dialect and the provider.
    """

    name: CassetteName
    scenario: Scenario
    claims: DialectClaims
    form: WireFormat
    asks: Asks
    dialect: Dialect

    @classmethod
    def of(cls, name: CassetteName) -> "LiveCase":
        """Make the case with this name. Raises ``ClaimError`` and ``ScenarioError``."""
        return cls(
            name=name,
            scenario=load(name.scenario),
            claims=load_profile(name.provider).dialects[name.dialect],
            form=wire_format(name.provider, name.dialect),
            asks=asks(name.provider, name.dialect),
            dialect=dialect(name.dialect),
        )

    @property
    def stream(self) -> bool:
        """True if the answers are streamed."""
        return self.name.mode == "stream"

    @property
    def model(self) -> str:
        """The model that the requests name."""
        own = (self.scenario.id, *subjects(self.scenario))
        return next((self.claims.models[each] for each in own if each in self.claims.models), self.claims.model)

    def deviation(self, check: str) -> str | None:
        """Return the reason why the provider fails a check, if it is known to fail. None otherwise."""
        return deviation(self.name, self.claims, check)
