"""An adapter with one deliberate bug. It is used to test that reports show failures."""

import msgspec

from conformance.adapters.reference import ReferenceAdapter
from toolwire.model import Response, ToolCall
from toolwire.wire.exchange import WireResponse


class FirstCallOnly(ReferenceAdapter):
    """The reference adapter with a bug: it reads only the first of several calls.

    This is the most frequent bug of real adapters.
    """

    name = "first-call-only"

    def decode(self, dialect: str, response: WireResponse) -> Response:
        whole = super().decode(dialect, response)
        first = next(iter(whole.calls), None)
        parts = tuple(part for part in whole.parts if not isinstance(part, ToolCall) or part is first)
        return msgspec.structs.replace(whole, parts=parts)
