"""Tests that features without a scenario (``docs/not-played.md``) are read, and written unchanged in their dialect."""

from typing import Any

import pytest

from toolwire.dialects.dialect import dialect
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "get_time", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "call_1", "output": "noon"}
TOOL = {"type": "function", "name": "get_time", "parameters": {"type": "object", "properties": {}}, "strict": None}
USE = {"type": "tool_use", "id": "toolu_1", "name": "get_time", "input": {}}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "noon"}]}
DEFINITION = {"name": "get_time", "input_schema": {"type": "object"}}


def responses(*items: dict[str, Any], **options: Any) -> tuple[str, dict[str, Any]]:
    return "openai_responses", {"model": "gpt-5.4", "input": [*items], **options}


def messages(*blocks: dict[str, Any], **options: Any) -> tuple[str, dict[str, Any]]:
    opening = {"role": "user", "content": "What time is it?"}
    answer = [{"role": "assistant", "content": [*blocks, USE]}, RESULT]
    return "anthropic_messages", {"model": "claude-5", "max_tokens": 64, "messages": [opening, *answer], **options}


FEATURES = {
    "compaction on demand in Responses": responses(CALL, OUTPUT, {"type": "compaction_trigger"}),
    "compaction on demand in Messages": messages(compaction={"type": "summarize"}),
    "tool removed": messages({"type": "tool_removal", "tool": {"type": "tool_reference", "name": "get_time"}}),
    "container with skills": messages(container={"id": "container_1", "skills": [{"skill_id": "pptx"}]}),
    "eager streaming": messages(tools=[{**DEFINITION, "eager_input_streaming": True}]),
    "asynchronous tool": responses(CALL, OUTPUT, tools=[{**TOOL, "async": True}]),
}


@pytest.mark.parametrize(("name", "body"), FEATURES.values(), ids=FEATURES)
def test_a_feature_goes_back_unaltered(name: str, body: dict[str, Any]) -> None:
    home = dialect(name)
    sent = WireRequest(method="POST", url="https://api.example/v1/x", headers={}, body=exact_json.encode(body))
    written = home.write_request(home.read_request(sent), "https://api.example/v1")
    assert exact_json.loads(written.body) == body
