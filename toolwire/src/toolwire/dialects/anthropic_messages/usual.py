"""Deltas of text and of a call's input: see ``toolwire.dialects.usual``."""

from typing import Final

import msgspec


class Input(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="input_json_delta"):
    text: str = msgspec.field(name="partial_json")


class Words(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="text_delta"):
    text: str


class Ping(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ping"):
    """Says nothing. Beside it the type of a delta must be there: of one kind alone it may be left out."""


class Delta(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="content_block_delta"):
    index: int
    delta: Input | Words


DELTA: Final = msgspec.json.Decoder(Delta | Ping)
