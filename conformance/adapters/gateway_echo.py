"""The message with which a client sends a gateway's answer back, including the gateway's own keys.

Gateways put a provider's signatures into keys that the dialect of the gateway's clients does not have. They expect
clients to send these keys back. The official SDKs send an answer back unchanged, with such keys (seen with anthropic
2.12.0 and openai 3.54.0).
"""

from typing import Final

import msgspec

from toolwire.model import Carried, Json, Message, Part, Response, ToolCall
from toolwire.wire import pointer
from toolwire.wire.exchange import WireResponse
from toolwire.wire.payloads import payloads

_IDS: Final = ("id", "call_id")
_OF_CALLS: Final = frozenset(
    [
        "type",
        "id",
        "call_id",
        "index",
        "name",
        "input",
        "arguments",
        "function",
        "custom",
        "status",
        "caller",
        "namespace",
        "cache_control",
    ]
)
"""The keys that the dialects define for an object with the id of a call. All other keys in such an object are the
gateway's own.
"""


def sent_back(read: Response, answer: WireResponse) -> Message:
    """Return the message that sends an answer back to the gateway. ``read`` is the reading of ``answer``."""
    documents = payloads(answer)
    parts = tuple(_with_own_keys(part, documents) if isinstance(part, ToolCall) else part for part in read.parts)
    return Message(role="assistant", parts=parts, provider_data=read.provider_data)


def _with_own_keys(call: ToolCall, documents: list[Json]) -> Part:
    """Return a call with the gateway's own keys. On the wire, these keys are in the objects that have the call's id.

    A call without an id is returned unchanged, and so is a call that was read from a plain body: it already has these
    keys.
    """
    if call.carried is not None or not call.id:
        return call
    own: dict[str, Json] = {}
    for document in documents:
        for value in pointer.within(document):
            if isinstance(value, dict) and any(value.get(key) == call.id for key in _IDS):
                own |= {key: it for key, it in value.items() if key not in _OF_CALLS}
    return msgspec.structs.replace(call, carried=Carried(rest=own)) if own else call
