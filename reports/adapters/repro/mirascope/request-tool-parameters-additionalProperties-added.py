"""mirascope 2.8.2: The request adds tool.parameters/additionalProperties: expected nothing, got false

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers are written from openai's documentation and SDK, 2026-11-21; they are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

ANSWERS = [  # of the provider, in order: status, type, body
    (
        400,
        "application/json",
        "{\n"
        '  "error": {\n'
        '    "message": "No tool call found for function call output with call_id paris0001.",\n'
        '    "type": "invalid_request_error",\n'
        '    "param": "input",\n'
        '    "code": null\n'
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

llm.register_provider("openai:responses", scope="openai/", api_key="some-key", base_url="http://127.0.0.1:8765/v1")
model = llm.Model("openai/gpt-4.1-mini:responses")
tools = [
    llm.Tool(print, "get_weather", "Current weather in a city.", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }), strict=None),
]
messages = [
    llm.messages.system("Use the tools to answer."),
    llm.messages.user("What is the weather in Paris?"),
    llm.messages.assistant([llm.Text(text="I will look that up."), ], model_id="openai/gpt-4.1-mini:responses", provider_id="openai:responses"),
    llm.messages.user([llm.ToolOutput(id="paris0001", name="get_weather", result='{"temperature": 21}', error=None)]),
]
try:
    answer = model.call(messages, tools=tools)
except Exception as error:  # the provider refuses it, which is right
    print(type(error).__name__)

# What the provider should get there; "nothing" is what is not there.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools", 0, "parameters", "additionalProperties"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
