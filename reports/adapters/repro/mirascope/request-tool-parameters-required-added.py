"""mirascope 2.8.2: The request adds tool.parameters/required: unexpected item 1: "unit"

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers follow openai's documentation and SDK, 2026-11-21. They are not recorded.
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
except Exception as error:  # the provider refuses the request, which is right
    print(type(error).__name__)

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at tools/0/parameters/required?
item = "unit"
items = REQUESTS[0]
for step in ["tools", 0, "parameters", "required"]:
    items = items[step]
expected, got = False, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
