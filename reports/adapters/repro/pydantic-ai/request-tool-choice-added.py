"""pydantic-ai 2.68.0: The request restricts tool_choice: expected nothing, got {"functionCallingConfig":{"mode":"VALIDATED"}}

Run it: pip install pydantic-ai-slim==2.68.0 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 mistralai==3.7.0 cohere==7.3.1 boto3==1.44.5
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from pydantic_ai import ToolDefinition, direct, messages as sdk
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

ANSWERS = [  # of the provider, in order: status, type, body
    (
        400,
        "application/json; charset=UTF-8",
        "{\n"
        '  "error": {\n'
        '    "code": 400,\n'
        '    "message": "* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.\\n",\n'
        '    "status": "INVALID_ARGUMENT"\n'
        "  }\n"
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

model = GoogleModel(
    model_name="gemini-2.5-flash",
    provider=GoogleProvider(api_key="some-key", base_url="http://127.0.0.1:8765"),
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
for step in ["toolConfig"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
