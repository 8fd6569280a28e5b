"""Deltas of text and of arguments: see ``conformance.normalizer.usual``."""

from typing import Final

import msgspec


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


DELTA: Final = msgspec.json.Decoder(Arguments | Words)
