"""pydantic-ai 2.68.0: The request breaks the rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+, got "functions.get_weather:0"

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
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CHnjpbhtkdn2xGCtzXu5u","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01Upmunfh3tLbYpgpzRkkQoV","name":"get_weather","input":{"city":"Lagos"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":282,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":41,"service_tier":"standard","inference_geo":"not_available"}}'),
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
    ToolDefinition(name="get_weather", description="Current weather in a city.", parameters_json_schema={
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }, strict=None),
    ToolDefinition(name="get_time", description="Local time in a city.", parameters_json_schema={
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }, strict=None),
]
messages = [
    sdk.ModelRequest(parts=[sdk.SystemPromptPart("Use the tools to answer.")]),
    sdk.ModelRequest(parts=[sdk.UserPromptPart("What are the weather and the time in Minsk?")]),
    sdk.ModelResponse(parts=[sdk.ToolCallPart("get_weather", '{"city": "Minsk"}', "functions.get_weather:0"), sdk.ToolCallPart("get_time", '{"city": "Minsk"}', "functions.get_time:1")]),
    sdk.ModelRequest(parts=[sdk.ToolReturnPart("get_weather", '{"temperature": 3, "sky": "snow"}', "functions.get_weather:0"), sdk.ToolReturnPart("get_time", '{"time": "19:15"}', "functions.get_time:1")]),
    sdk.ModelResponse(parts=[sdk.TextPart("It is 19:15 in Minsk, with snow and 3 degrees."), ]),
    sdk.ModelRequest(parts=[sdk.UserPromptPart("And the weather in Lagos?")]),
]


def ask():
    asked = {"model_settings": {"max_tokens": 1024}, "model_request_parameters": ModelRequestParameters(function_tools=tools)}
    return direct.model_request_sync(model, messages, **asked)


answer = ask()

# The provider refuses requests that break its rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+.
expected, got = "nothing", "functions.get_weather:0"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])
