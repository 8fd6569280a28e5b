"""Tests that docs/protocol.md shows valid messages of the protocol, each with a valid reply."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator

from conformance.adapters import protocol_schema
from conformance.adapters.protocol import MESSAGES, message, reply

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
BLOCKS: Final = re.findall(r"^```json\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
SHOWN: Final = [line for block in BLOCKS for line in block.splitlines()]
PAIRS: Final = list(zip(SHOWN[::2], SHOWN[1::2], strict=True))
OPS: Final = [json.loads(asked[2:])["op"] for asked, _ in PAIRS]


@cache
def validator(name: str) -> Draft202012Validator:
    kinds = json.loads(protocol_schema.published())["$defs"]
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": kinds})


@pytest.mark.parametrize(("asked", "replied"), PAIRS, ids=[f"{number} {op}" for number, op in enumerate(OPS)])
def test_a_message_and_its_reply(asked: str, replied: str) -> None:
    assert (asked[:2], replied[:2]) == ("→ ", "← ")
    sent: Any = json.loads(asked[2:])
    validator("messages").validate(sent)
    validator(f"reply-{sent['op']}").validate(json.loads(replied[2:]))
    reply(replied[2:].encode(), message(asked[2:].encode()))


def test_every_message_is_shown() -> None:
    assert {*OPS} == {kind.__struct_config__.tag for kind in MESSAGES}
