"""What a survey keeps of one exchange: facts, never bytes."""

from typing import Literal

import msgspec

from toolwire.providers.evidence import Origin


class Remark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is not as it should be."""

    where: str
    check: str
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
    """What an exchange shows of a capability or a rule."""

    kind: Literal["capability", "rule"]
    id: str
    outcome: Literal["borne-out", "otherwise", "refused"]


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """One exchange, read and judged."""

    where: str
    dialect: str | None
    provider: str | None = None
    has_tools: bool = False
    """Whether tools, calls or results play a part in it."""
    decoded: bool = False
    why: str | None = None
    """Why it was not decoded."""
    request_kept: bool | None = None
    """Whether the request survives reading and writing; None where there is none."""
    response_kept: bool | None = None
    """Whether the plain answer does; None for streams."""
    read_bytes: int = 0
    carried_bytes: int = 0
    remarks: tuple[Remark, ...] = ()
    returned: tuple[ReturnedCall, ...] = ()
    origin: Origin | None = None
    """Where anybody finds the recording, where the record says so."""
    model: str | None = None
    """The model that was asked."""
    streamed: bool = False
    shown: tuple[Shown, ...] = ()
