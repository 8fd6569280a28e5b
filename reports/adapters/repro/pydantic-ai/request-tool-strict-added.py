"""pydantic-ai 2.68.0: The request adds tool.strict: expected nothing, got true

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
        400,
        "application/json",
        "{\n"
        '  "error": {\n'
        '    "message": "Invalid \'tools[0].function.name\': string does not match pattern. Expected a string that matches the pattern \'^[a-zA-Z0-9_-]+$\'.",\n'
        '    "type": "invalid_request_error",\n'
        '    "param": "tools[0].function.name",\n'
        '    "code": "invalid_value"\n'
        "  }\n"
        "}",
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
    ToolDefinition(name="get weather", description="Current weather in a city.", parameters_json_schema={
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }, strict=None),
]
messages = [
    sdk.ModelRequest(parts=[sdk.SystemPromptPart("Use the tools to answer.")]),
    sdk.ModelRequest(parts=[sdk.UserPromptPart("What is the weather in Paris?")]),
]


def ask():
    asked = {"model_settings": {"max_tokens": 1024}, "model_request_parameters": ModelRequestParameters(function_tools=tools)}
    return direct.model_request_sync(model, messages, **asked)


try:
    answer = ask()
except Exception as error:  # the provider refuses the request, which is right
    print(type(error).__name__)

# The value that the provider should get. "nothing" stands for a missing value.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools", 0, "function", "strict"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
