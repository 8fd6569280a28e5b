"""The facts that a survey keeps of one exchange, never its bytes."""

from typing import Final, Literal

import msgspec

from toolwire.providers.evidence import Origin

REQUEST: Final = "request"
"""A request can be read."""
REFUSED_REQUEST: Final = "refused-request"
"""A request that was refused in other words keeps the rules."""
DECODED: Final = "decoded"
"""An answer can be read, and all calls in it."""
RETURNED_CALLS: Final = "returned-calls"
"""A call goes back as a stream brought it."""
CARRIED: Final = "carried"
"""Nothing rides along unread but what was reviewed."""


class Remark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finding of a check on an exchange."""

    where: str
    check: str
    """The name of one of the judge's checks, or of the survey's own above."""
    path: str
    message: str
    level: str
    rule: str | None = None


class ReturnedCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call with an id: as an answer brought it, or as a request sent it back."""

    folder: str
    id: str
    name: str
    arguments: str
    kind: str
    """``request``, ``plain`` or ``stream``."""
    where: str


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence of an exchange for or against a capability, a rule, or a deviation from the documented form.

    A ``form`` is a request's, an ``answer`` an answer's.
    """

    kind: Literal["capability", "rule", "form", "answer"]
    id: str
    outcome: Literal["borne-out", "otherwise", "refused"]


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """One exchange, read and judged."""

    where: str
    dialect: str | None
    provider: str | None = None
    has_tools: bool = False
    """True if tools, calls or results play a part in it."""
    decoded: bool = False
    why: str | None = None
    """The reason why it was not decoded, if it was not."""
    request_kept: bool | None = None
    """True if the request survives reading and writing; None where there is none."""
    response_kept: bool | None = None
    """True if the plain answer does; None for streams."""
    read_bytes: int = 0
    carried_bytes: int = 0
    remarks: tuple[Remark, ...] = ()
    returned: tuple[ReturnedCall, ...] = ()
    origin: Origin | None = None
    """The public place of the recording, if the record states it."""
    model: str | None = None
    """The model that the request names."""
    streamed: bool = False
    refused: bool = False
    shown: tuple[Shown, ...] = ()
