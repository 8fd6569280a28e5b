"""pydantic-ai 2.68.0: The request loses tool.strict: expected true, got nothing

Run it: pip install pydantic-ai-slim==2.68.0 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 mistralai==3.7.0 cohere==7.3.1 boto3==1.44.5
The answers follow cohere's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from pydantic_ai import ToolDefinition, direct, messages as sdk
from pydantic_ai.models import ModelRequestParameters
from cohere import AsyncClientV2
from pydantic_ai.models.cohere import CohereModel
from pydantic_ai.providers.cohere import CohereProvider

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"id":"ca9442b8-87bb-4abd-923c-cf2608d9a10c","message":{"role":"assistant","tool_plan":"I will use set_alarm to answer.","tool_calls":[{"id":"set_alarm_kqxupdvhrden","type":"function","function":{"name":"set_alarm","arguments":"{\\"hour\\":6,\\"minute\\":45,\\"label\\":null}"}}]},"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":102,"output_tokens":19},"tokens":{"input_tokens":1502,"output_tokens":51},"cached_tokens":0}}'),
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

model = CohereModel(
    model_name="command-a-03-2025",
    provider=CohereProvider(cohere_client=AsyncClientV2(api_key="some-key", base_url="http://127.0.0.1:8765")),
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

# The value that the provider should get. "nothing" stands for a missing value.
expected = True
got = REQUESTS[0]
for step in ["strict_tools"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
