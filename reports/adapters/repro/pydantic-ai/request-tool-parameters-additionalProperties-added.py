"""pydantic-ai 2.68.0: The request adds tool.parameters/additionalProperties: expected nothing, got false

Run it: pip install pydantic-ai-slim==2.68.0 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 mistralai==3.7.0 cohere==7.3.1 boto3==1.44.5
The answers follow openai's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from pydantic_ai import ToolDefinition, direct, messages as sdk
from pydantic_ai.models import ModelRequestParameters
from openai import AsyncOpenAI
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/json",
        "{\n"
        '  "id": "chatcmpl-SpTDslkPi86JDC1Q0uAQwZsimri2s",\n'
        '  "object": "chat.completion",\n'
        '  "created": 1793536662,\n'
        '  "model": "gpt-4.1-mini-2025-04-14",\n'
        '  "choices": [\n'
        "    {\n"
        '      "index": 0,\n'
        '      "message": {\n'
        '        "role": "assistant",\n'
        '        "content": null,\n'
        '        "tool_calls": [\n'
        "          {\n"
        '            "id": "call_xwuBbw2weTM8emQnotNdFgzH",\n'
        '            "type": "function",\n'
        '            "function": {\n'
        '              "name": "create_event",\n'
        '              "arguments": "{\\"title\\": \\"Review\\", \\"when\\": {\\"date\\": \\"2026-03-01\\", \\"hours\\": [0, 14], \\"offset\\": -2}, \\"guests\\": [{\\"name\\": \\"Ana\\""\n'
        "            }\n"
        "          }\n"
        "        ],\n"
        '        "refusal": null,\n'
        '        "annotations": []\n'
        "      },\n"
        '      "logprobs": null,\n'
        '      "finish_reason": "length"\n'
        "    }\n"
        "  ],\n"
        '  "usage": {\n'
        '    "prompt_tokens": 225,\n'
        '    "completion_tokens": 38,\n'
        '    "total_tokens": 263,\n'
        '    "prompt_tokens_details": {\n'
        '      "cached_tokens": 0,\n'
        '      "audio_tokens": 0\n'
        "    },\n"
        '    "completion_tokens_details": {\n'
        '      "reasoning_tokens": 0,\n'
        '      "audio_tokens": 0,\n'
        '      "accepted_prediction_tokens": 0,\n'
        '      "rejected_prediction_tokens": 0\n'
        "    }\n"
        "  },\n"
        '  "service_tier": "default",\n'
        '  "system_fingerprint": "fp_4ede5a4b2b"\n'
        "}\n",
    ),
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

model = OpenAIChatModel(
    model_name="gpt-4.1-mini",
    provider=OpenAIProvider(
        openai_client=AsyncOpenAI(base_url="http://127.0.0.1:8765/v1", api_key="some-key", max_retries=0),
    ),
)
tools = [
    ToolDefinition(name="create_event", description="Put an event into the calendar.", parameters_json_schema={
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "when": {
                "type": "object",
                "properties": {
                    "date": {"type": "string"},
                    "hours": {"type": "array", "items": {"type": "integer"}},
                    "offset": {"type": "integer"},
                },
                "required": ["date", "hours"],
            },
            "guests": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "required": {"type": "boolean"}},
                    "required": ["name"],
                },
            },
            "room": {"type": ["string", "null"]},
            "note": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "options": {"type": "object"},
        },
        "required": ["title", "when", "guests"],
    }, strict=None),
]
messages = [
    sdk.ModelRequest(parts=[sdk.SystemPromptPart("Use the tools to answer.")]),
    sdk.ModelRequest(parts=[sdk.UserPromptPart('Plan "Review" on 2026-03-01 at 0 and 14, two hours behind, with Ana (required) and Bo (not required): no room, an empty note, no tags, no options.')]),
]


def ask():
    asked = {"model_settings": {"max_tokens": 64}, "model_request_parameters": ModelRequestParameters(function_tools=tools)}
    return direct.model_request_sync(model, messages, **asked)


answer = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools", 0, "function", "parameters", "properties", "options", "additionalProperties"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
