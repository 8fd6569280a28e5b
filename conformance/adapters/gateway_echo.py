"""The message with which a client sends a gateway's answer back, including the gateway's own keys.

Gateways put a provider's signatures into keys that the dialect of the gateway's clients does not have. They expect
clients to send these keys back. The official SDKs send an answer back unchanged, with such keys (seen with anthropic
2.12.0 and openai 3.54.0).
"""

from collections import defaultdict
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
    own = _own_keys(answer)
    parts = tuple(_with_own_keys(part, own) if isinstance(part, ToolCall) else part for part in read.parts)
    return Message(role="assistant", parts=parts, provider_data=read.provider_data)


def _own_keys(answer: WireResponse) -> dict[str, dict[str, Json]]:
    """Return, for each id in an answer, the gateway's own keys and their values in the objects with this id."""
    found: dict[str, dict[str, Json]] = defaultdict(dict)
    for document in payloads(answer):
        for value in pointer.within(document):
            if isinstance(value, dict):
                named = {each for key in _IDS if isinstance(each := value.get(key), str)}
                for each in named:
                    found[each] |= {key: it for key, it in value.items() if key not in _OF_CALLS}
    return found


def _with_own_keys(call: ToolCall, own: dict[str, dict[str, Json]]) -> Part:
    """Return a call with the gateway's own keys. On the wire, these keys are in the objects that have the call's id.

    A call without an id is returned unchanged, and so is a call that was read from a plain body: it already has these
    keys.
    """
    if call.carried is not None or not call.id or not own.get(call.id):
        return call
    return msgspec.structs.replace(call, carried=Carried(rest=own[call.id]))
