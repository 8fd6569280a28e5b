"""Tests that the official SDKs send keys that they do not know, so that a gateway's own keys come back to it."""

import pytest

from tests.adapters.test_gateway_echo import CALL, MESSAGE, OWN

messages = pytest.importorskip("anthropic.types", reason="the official SDKs come with the extra 'oracles'")
chat = pytest.importorskip("openai.types.chat")


def test_the_official_sdks_send_keys_that_they_do_not_know() -> None:
    block = messages.ToolUseBlock.construct(**(CALL | {"input": {}} | OWN))
    assert block.to_dict().items() >= OWN.items()
    call = chat.ChatCompletionMessage.construct(**MESSAGE).to_dict()["tool_calls"][0]
    assert call.items() >= OWN.items()
