"""Deltas of text and of arguments, and these arguments and calls as a whole: see ``conformance.normalizer.usual``."""

from typing import Final, TypeAlias

import msgspec

from conformance.model import Json


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


Usual: TypeAlias = Arguments | Words | ArgumentsDone | CallDone
USUAL: Final = msgspec.json.Decoder(Usual)
