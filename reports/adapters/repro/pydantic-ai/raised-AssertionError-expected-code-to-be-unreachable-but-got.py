"""pydantic-ai 2.68.0: The adapter raises AssertionError: Expected code to be unreachable, but got: ['string', 'null'] (pydantic_ai/providers/anthropic.py:306; anthropic/lib/_parse/_transform.py:221)

Run it: pip install pydantic-ai-slim==2.68.0 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 mistralai==3.7.0 cohere==7.3.1 boto3==1.44.5
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from pydantic_ai import ToolDefinition, direct, messages as sdk
from pydantic_ai.models import ModelRequestParameters
from anthropic import AsyncAnthropic
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CbiW8pmaHp6L7LRuZGGdB","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_0111Xo7ANFJemyvzqs8n8teD","name":"set_alarm","input":{"hour":6,"minute":45,"label":null},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":92,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":46,"service_tier":"standard","inference_geo":"not_available"}}'),
]
REQUESTS = []


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        print("POST", self.path, body.decode())
        status, kind, answer = ANSWERS[min(len(REQUESTS), len(ANSWERS) - 1)]
        REQUESTS.append(json.loads(body))
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_):
        pass


threading.Thread(target=HTTPServer(("127.0.0.1", 8765), Provider).serve_forever, daemon=True).start()

model = AnthropicModel(
    model_name="claude-haiku-4-5",
    provider=AnthropicProvider(
        anthropic_client=AsyncAnthropic(base_url="http://127.0.0.1:8765", api_key="some-key", max_retries=0),
    ),
)
tools = [
    ToolDefinition(name="set_alarm", description="Set an alarm.", parameters_json_schema={
        "type": "object",
        "properties": {"hour": {"type": "integer"}, "minute": {"type": "integer"}, "label": {"type": ["string", "null"]}},
        "required": ["hour", "minute", "label"],
        "additionalProperties": False,
    }, strict=True),
]
messages = [
    sdk.ModelRequest(parts=[sdk.SystemPromptPart("Use the tools to answer.")]),
    sdk.ModelRequest(parts=[sdk.UserPromptPart("Set an alarm for 6:45, without a label.")]),
]


def ask():
    asked = {"model_settings": {"max_tokens": 1024}, "model_request_parameters": ModelRequestParameters(function_tools=tools)}
    return direct.model_request_sync(model, messages, **asked)


answer = ask()

calls = [(call.tool_call_id, call.tool_name, call.args) for call in answer.tool_calls]
text = "".join(part.content for part in answer.parts if isinstance(part, sdk.TextPart))
reasoning = "".join(part.content for part in answer.parts if isinstance(part, sdk.ThinkingPart))
# Expected: {"calls": [["set_alarm", {"hour": 6, "minute": 45, "label": None}]]}
# Got: AssertionError: Expected code to be unreachable, but got: ['string', 'null']
