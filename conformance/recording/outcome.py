"""What became of a scenario that was to be recorded."""

from typing import Literal

import msgspec

from conformance.recording.cassette import CassetteName

Kind = Literal["recorded", "confirmed", "not observed", "refused", "taken", "unsupported", "failed", "not asked"]
"""``recorded``: a new file; ``confirmed``: the answers are those that are there; ``not observed``: the model did not do
what the scenario is about; ``refused``: the provider does not take the request; ``taken``: it takes what it is said to
refuse; ``unsupported``: the dialect has no way to say it; ``failed``: there was no answer, or none that can be kept;
``not asked``: something before was in the way. But for the first two, the file is as it was."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One cassette, and what became of it."""

    name: CassetteName
    kind: Kind
    why: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}{': ' if self.why else ''}{self.why}"
