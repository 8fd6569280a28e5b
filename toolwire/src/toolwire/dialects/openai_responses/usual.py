"""Deltas of text and of arguments, these arguments and calls as a whole, and the end of a response: see
``toolwire.dialects.usual``.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from toolwire.dialects.openai_responses.calls import CALLS
from toolwire.model import Json
from toolwire.wire import exact_json


class Arguments(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="response.function_call_arguments.delta"
):
    text: str = msgspec.field(name="delta")
    output_index: int
    item_id: str | None = None
    sequence_number: int | None = None
    obfuscation: str | None = None


class Words(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="response.output_text.delta"):
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
        """The item as an object."""
        return {"type": "function_call"} | msgspec.structs.asdict(self.item)


class Head(msgspec.Struct, frozen=True, gc=False):
    """What tells an item of the output from others."""

    type: str
    call_id: str | None = None


class Whole(msgspec.Struct, frozen=True, gc=False):
    """A response that ended well. What it repeats, its output and its settings, is not read again."""

    id: str
    model: str
    status: Literal["completed"]
    output: tuple[Head, ...]
    usage: msgspec.Raw = msgspec.Raw(b"null")
    error: None = None
    incomplete_details: None = None


class Completed(msgspec.Struct, frozen=True, gc=False, tag="response.completed"):
    response: Whole

    def calls(self) -> frozenset[str | None]:
        """The ids of the calls in its output."""
        return frozenset(head.call_id for head in self.response.output if head.type in CALLS)

    def value(self) -> dict[str, Json]:
        """The response as an object, without its output."""
        whole = self.response
        usage = exact_json.loads(bytes(whole.usage))
        return {"id": whole.id, "model": whole.model, "status": whole.status, "usage": usage}


Usual: TypeAlias = Arguments | Words | ArgumentsDone | CallDone | Completed
USUAL: Final = msgspec.json.Decoder(Usual)
