"""mirascope 2.8.2: The request adds tool.strict: expected nothing, got true

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

ANSWERS = [  # of the provider, in order: status, type, body
    (400, "application/json", '{"type":"error","error":{"type":"invalid_request_error","message":"tools.0.custom.name: String should match pattern \'^[a-zA-Z0-9_-]{1,128}$\'"},"request_id":"req_011CjP3e7EkTWtNZ4rqV5FJf"}'),
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

llm.register_provider("anthropic", scope="anthropic/", api_key="some-key", base_url="http://127.0.0.1:8765")
model = llm.Model("anthropic/claude-haiku-4-5")
tools = [
    llm.Tool(print, "get weather", "Current weather in a city.", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }), strict=None),
]
messages = [
    llm.messages.system("Use the tools to answer."),
    llm.messages.user("What is the weather in Paris?"),
]
try:
    answer = model.call(messages, tools=tools)
except Exception as error:  # the provider refuses the request, which is right
    print(type(error).__name__)

# The value that the provider should get. "nothing" stands for a missing value.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools", 0, "strict"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
