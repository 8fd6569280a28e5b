"""The frequent events: chunks that only add to a text or to the arguments of one call.

See ``toolwire.dialects.frequent_events``.
"""

from typing import Final, Literal

import msgspec


class Function(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    arguments: str


class Fragment(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    index: int
    function: Function
    type: Literal["function"] | None = None


class Delta(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    content: str | None = None
    tool_calls: tuple[Fragment] | None = None


class Choice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    index: int
    delta: Delta
    logprobs: None = None
    finish_reason: None = None


class Chunk(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    choices: tuple[Choice]
    id: str | None = None
    model: str | None = None
    object: str | None = None
    created: int | None = None
    service_tier: str | None = None
    system_fingerprint: str | None = None
    obfuscation: str | None = None
    usage: None = None


CHUNK: Final = msgspec.json.Decoder(Chunk)
