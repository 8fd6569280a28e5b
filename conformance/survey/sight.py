"""What a survey keeps of one exchange: facts, never bytes."""

import msgspec


class Remark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is not as it should be."""

    where: str
    check: str
    path: str
    message: str
    level: str = "MUST"
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
