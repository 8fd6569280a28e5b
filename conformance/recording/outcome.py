"""The outcome of the attempt to record a case."""

from typing import Annotated, Literal

import msgspec

from conformance.recording.cassette import CassetteName

Kind = Literal["recorded", "confirmed", "not observed", "refused", "taken", "unsupported", "failed", "not asked"]
"""The kinds of outcomes. Only ``recorded`` and ``confirmed`` change the file.

``recorded``: a new file was written. ``confirmed``: the answers are the same as in the file. ``not observed``: the
model did not do what the scenario is about. ``refused``: the provider refuses the request. ``taken``: the provider
answers a request that its profile lists as refused. ``unsupported``: the dialect cannot express the request.
``failed``: no answer could be kept. ``not asked``: the request was not sent, because of an earlier failure or the limit
of costs.
"""


class Scrubbed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of values that scrubbing changed. They are counted during scrubbing, because the file does not show
    them.
    """

    masked: Annotated[int, msgspec.Meta(ge=0)]
    """The number of secrets that were masked."""
    aliased: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The number of random ids that were replaced."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a cassette, and the outcome of the attempt to record the cassette."""

    name: CassetteName
    kind: Kind
    why: str = ""
    scrubbed: Scrubbed | None = None
    """The numbers of values that scrubbing changed. None if nothing was kept."""

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}{': ' if self.why else ''}{self.why}"
