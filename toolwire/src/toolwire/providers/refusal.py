"""Refusals: the words with which a provider refuses a request, and the source of these words."""

import msgspec

from toolwire.providers.claim_file import Day, NonEmpty
from toolwire.wire import patterns


class Refusal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A refusal that was recorded, or that a source quotes."""

    words: NonEmpty
    """The provider's own words; ``...`` replaces text that varies."""
    source: NonEmpty
    """The recording, or the source that quotes the words."""
    retrieved: Day
    models: str | None = None
    """A regular expression for the names of the models with this refusal. It may match any part of a name.

    None means all models to which the rule applies.
    """

    def covers(self, model: str | None) -> bool:
        """Return whether the refusal applies to a model."""
        return self.models is None or patterns.occurs(self.models, model or "")
