"""The facts that a survey keeps about an exchange, without its bytes."""

from typing import Final, Literal

import msgspec

from toolwire.providers.evidence import Origin

REQUEST: Final = "request"
"""The check that a request can be read."""
REFUSED_REQUEST: Final = "refused-request"
"""The check that a refused request breaks no rule. Rules that quote words of this refusal are left out."""
DECODED: Final = "decoded"
"""The check that an answer and all its calls can be read."""
RETURNED_CALLS: Final = "returned-calls"
"""The check that a client sends a call back with the name and the arguments that a stream delivered."""
WHOLE: Final = "whole"
"""The check that an answer is complete and ends without an error, and that its calls have valid arguments."""
CARRIED: Final = "carried"
"""The check that every key is read, or is on the reviewed list of unread keys."""


class Remark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finding of a check on an exchange."""

    where: str
    check: str
    """The name of a check of the judge, or of a check of the survey. The constants above are the checks of the survey.
    """
    path: str
    message: str
    level: str
    rule: str | None = None


class ReturnedCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call with an id, in the form in which an answer delivered it or a request sent it back."""

    folder: str
    id: str
    name: str
    arguments: str
    kind: str
    """The message that contains the call: ``request``, ``plain`` (an answer that is not streamed) or ``stream``."""
    where: str


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that an exchange shows about a capability, a rule, or a deviation from the documented form.

    The kind ``form`` is a deviation of a request, and the kind ``answer`` is a deviation of an answer.
    """

    kind: Literal["capability", "rule", "form", "answer"]
    id: str
    outcome: Literal["borne-out", "otherwise", "refused"]
    """The outcome, by the kind of the fact.

    A capability is ``borne-out`` if the exchange is evidence for it, and ``otherwise`` if the exchange is evidence
    against it. A rule is ``borne-out`` if the exchange keeps it, ``otherwise`` if the exchange breaks it and is
    accepted, and ``refused`` if the request breaks it and is refused. A deviation is ``borne-out`` if the exchange has
    it, and ``refused`` if the request has it and is refused.
    """


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about an exchange that was read and judged."""

    where: str
    dialect: str | None
    provider: str | None = None
    has_tools: bool = False
    """True if the exchange has tools, calls or results."""
    decoded: bool = False
    why: str | None = None
    """The reason why the exchange was not decoded, or None."""
    request_kept: bool | None = None
    """True if reading and writing the request loses nothing. None if the exchange has no request."""
    response_kept: bool | None = None
    """True if reading and writing the plain answer loses nothing. None for streams and for unreadable answers."""
    read_bytes: int = 0
    carried_bytes: int = 0
    remarks: tuple[Remark, ...] = ()
    returned: tuple[ReturnedCall, ...] = ()
    origin: Origin | None = None
    """The file in a public repository that contains the recording, or None if the record does not state it."""
    model: str | None = None
    """The model that the request names, or None."""
    streamed: bool = False
    refused: bool = False
    shown: tuple[Shown, ...] = ()
