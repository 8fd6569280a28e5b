"""The outcome of recording a case."""

from typing import Annotated, Literal

import msgspec

from conformance.recording.cassette import CassetteName

Kind = Literal["recorded", "confirmed", "not observed", "refused", "taken", "unsupported", "failed", "not asked"]
"""``recorded``: a new file; ``confirmed``: the same answers as in the file. ``not observed``: the model did not do what
the scenario is about; ``refused``: the provider refuses the request; ``taken``: it answers a request that it is known
to refuse. ``unsupported``: the dialect cannot express it; ``failed``: there was no answer that can be kept; ``not
asked``: an earlier failure stopped the recording. All but the first two leave the file as it is."""


class Scrubbed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of changes by scrubbing, as they were counted when they were made: nothing in a file shows them."""

    masked: Annotated[int, msgspec.Meta(ge=0)]
    """Secrets that were masked."""
    aliased: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Random ids that were replaced."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One cassette, and its outcome."""

    name: CassetteName
    kind: Kind
    why: str = ""
    scrubbed: Scrubbed | None = None
    """None where nothing was kept."""

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}{': ' if self.why else ''}{self.why}"
