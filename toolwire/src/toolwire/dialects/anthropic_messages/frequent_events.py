"""The frequent events: deltas of text and of a call's input. See ``toolwire.dialects.frequent_events``."""

from typing import Final

import msgspec


class InputFragment(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="input_json_delta"):
    text: str = msgspec.field(name="partial_json")


class TextFragment(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="text_delta"):
    text: str


class Ping(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ping"):
    """A second kind of event, which no code uses. If only one kind were declared, msgspec would accept a delta without
    ``type``.
    """


class Delta(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="content_block_delta"):
    index: int
    delta: InputFragment | TextFragment


DELTA: Final = msgspec.json.Decoder(Delta | Ping)
