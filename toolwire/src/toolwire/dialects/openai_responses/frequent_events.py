"""The frequent events: deltas of text and of arguments, complete arguments and calls, and the end of a response.

See ``toolwire.dialects.frequent_events``.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from toolwire.dialects.openai_responses.calls import CALLS
from toolwire.model import Json
from toolwire.wire import exact_json


class ArgumentsFragment(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="response.function_call_arguments.delta"
):
    text: str = msgspec.field(name="delta")
    output_index: int
    item_id: str | None = None
    sequence_number: int | None = None
    obfuscation: str | None = None


class TextFragment(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="response.output_text.delta"):
    text: str = msgspec.field(name="delta")
    output_index: int
    content_index: int
    item_id: str | None = None
    logprobs: tuple[()] | None = None
    sequence_number: int | None = None
    obfuscation: str | None = None


class ArgumentsDone(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="response.function_call_arguments.done"
):
    text: str = msgspec.field(name="arguments")
    output_index: int
    item_id: str | None = None
    name: str | None = None
    sequence_number: int | None = None


class Call(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="function_call"):
    id: str
    status: str
    arguments: str
    call_id: str
    name: str


class CallDone(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="response.output_item.done"):
    item: Call
    output_index: int
    sequence_number: int | None = None

    def value(self) -> dict[str, Json]:
        """Return the item as a JSON object."""
        return {"type": "function_call"} | msgspec.structs.asdict(self.item)


class ItemHead(msgspec.Struct, frozen=True, gc=False):
    """The keys of an output item that show whether the item is a call, and which call it is."""

    type: str
    call_id: str | None = None


class CompletedResponse(msgspec.Struct, frozen=True, gc=False):
    """The keys that are read from a response that ended normally.

    Earlier events already had the settings and the output. So the settings are not read again, and of the output only
    the ids of calls.
    """

    id: str
    model: str
    status: Literal["completed"]
    output: tuple[ItemHead, ...]
    usage: msgspec.Raw = msgspec.Raw(b"null")
    error: None = None
    incomplete_details: None = None


class Completed(msgspec.Struct, frozen=True, gc=False, tag="response.completed"):
    response: CompletedResponse

    def calls(self) -> frozenset[str | None]:
        """Return the ids of the calls in the output of the response."""
        return frozenset(head.call_id for head in self.response.output if head.type in CALLS)

    def value(self) -> dict[str, Json]:
        """Return the response as a JSON object, without its output."""
        response = self.response
        usage = exact_json.loads(bytes(response.usage))
        return {"id": response.id, "model": response.model, "status": response.status, "usage": usage}


FrequentEvent: TypeAlias = ArgumentsFragment | TextFragment | ArgumentsDone | CallDone | Completed
FREQUENT: Final = msgspec.json.Decoder(FrequentEvent)
