"""pydantic-ai 2.68.0: The request loses tool: expected [{"function":{"name":"get_time","parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}},"required":["city"]},"description":"Local time in a cit ...

Run it: pip install pydantic-ai-slim==2.68.0 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 mistralai==3.7.0 cohere==7.3.1 boto3==1.44.5
The answers follow mistral's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from pydantic_ai import ToolDefinition, direct, messages as sdk
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.mistral import MistralModel
from pydantic_ai.providers.mistral import MistralProvider

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"id":"7ff5a2bb04a905642051d1c0838ce105","created":1793546511,"model":"mistral-small-latest","usage":{"prompt_tokens":153,"total_tokens":162,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":0},"service_tier":"standard"},"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","tool_calls":null,"content":"I cannot look that up right now."}}]}'),
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

model = MistralModel(
    model_name="mistral-small-latest",
    provider=MistralProvider(api_key="some-key", base_url="http://127.0.0.1:8765"),
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
    sdk.ModelRequest(parts=[sdk.UserPromptPart("What is the weather in Madrid?")]),
]


def ask():
    asked = {"model_settings": {"max_tokens": 1024, "tool_choice": "none"}, "model_request_parameters": ModelRequestParameters(function_tools=tools)}
    return direct.model_request_sync(model, messages, **asked)


answer = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = [
    {
        "function": {
            "name": "get_weather",
            "parameters": {
                "type": "object",
                "properties": {
                    "city": {"type": "string", "description": "Name of the city."},
                    "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
                },
                "required": ["city"],
            },
            "description": "Current weather in a city.",
        },
        "type": "function",
    },
    {
        "function": {
            "name": "get_time",
            "parameters": {
                "type": "object",
                "properties": {"city": {"type": "string", "description": "Name of the city."}},
                "required": ["city"],
            },
            "description": "Local time in a city.",
        },
        "type": "function",
    },
]
got = REQUESTS[0]
for step in ["tools"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
