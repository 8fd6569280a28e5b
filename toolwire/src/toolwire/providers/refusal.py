"""Refusals: a provider's words against a request, and the place where they stand."""

import re

import msgspec

from toolwire.providers.claim_file import Day, NonEmpty


class Refusal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A refusal that was recorded, or is quoted by its source."""

    words: NonEmpty
    """The provider's own words; ``...`` stands for varying text."""
    source: NonEmpty
    """The recording, or the source that quotes the words."""
    retrieved: Day
    models: str | None = None
    """A regular expression found in the names of the models that it is of; None for all of the rule's."""

    def covers(self, model: str | None) -> bool:
        """Return whether it is of this model."""
        return self.models is None or re.search(self.models, model or "") is not None
